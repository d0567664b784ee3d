//! Reading: the text of a `.pest` file becomes rules as pest's own optimizer leaves them.
//!
//! Invariant: this generator starts from the same rules as pest_derive. The optimizer's rewrites can
//! be observed (`(a ~ b)* ~ a` becomes `a ~ (b ~ a)*`), so they are part of a grammar's meaning to pest.

use super::GeneratorError;
use notation::pest_file;
use pest_meta::optimizer::OptimizedRule;
use std::collections::HashMap;

pub(crate) struct CommentedRules {
    pub(crate) rules: Vec<OptimizedRule>,
    /// For each rule, the lines with three slashes above it.
    pub(crate) comments: HashMap<String, String>,
}

/// # Errors
///
/// pest does not accept the grammar.
pub(crate) fn read(text: &str) -> Result<CommentedRules, GeneratorError> {
    let file =
        pest_file::read(text).map_err(|refusal| GeneratorError::Grammar(refusal.to_string()))?;
    let comments = file
        .heads
        .iter()
        .map(|head| (head.name.clone(), head.documentation.join("\n")));
    Ok(CommentedRules {
        comments: comments.collect(),
        rules: file.optimized(),
    })
}
