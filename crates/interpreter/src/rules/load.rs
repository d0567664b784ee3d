//! From the text of a `.pest` file to rules that can be run.
//!
//! Invariant: rules that get through run to an end, and one of them reads documents.

use notation::peg;
use notation::pest_file::{self, Head, Refusal};
use pest_meta::ast::RuleType;
use pest_meta::optimizer::{OptimizedExpr, OptimizedRule};
use std::fmt;
use turtle_peg::{Dialect, Production};

/// Why a grammar cannot be run, and the line of the file that says so.
///
/// ```
/// use turtle_peg_interpreter::LoadedGrammar;
///
/// let error = LoadedGrammar::read("turtleDoc = { statement* }\nstatement = {").unwrap_err();
/// assert_eq!(error.line(), 2);
/// assert!(error.to_string().starts_with("2: "));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadError {
    line: usize,
    kind: LoadErrorKind,
}

/// The ways in which a grammar cannot be run.
///
/// ```
/// use turtle_peg_interpreter::{LoadErrorKind, LoadedGrammar};
///
/// let error = LoadedGrammar::read("sum = { ASCII_DIGIT+ }").unwrap_err();
/// assert_eq!(error.kind(), &LoadErrorKind::MissingStart);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LoadErrorKind {
    /// pest does not accept it: it is not in pest's notation, names a rule that does not exist, or would never come to an end.
    #[non_exhaustive]
    Invalid {
        /// The error, in pest's words.
        message: String,
    },
    /// A rule mirrors a production, by the line with three slashes above it, whose meaning the translator does not know.
    #[non_exhaustive]
    UnknownProduction {
        /// The rule.
        name: String,
    },
    /// A rule that mirrors a production is silent (`_{`), and it is neither white space nor a comment: the translator would
    /// mistake its children.
    #[non_exhaustive]
    SilentProduction {
        /// The rule.
        name: String,
    },
    /// No rule has the name of a document's production in any dialect.
    MissingStart,
    /// A rule uses an operator that specifications' grammars do not have, or that differs between engines.
    #[non_exhaustive]
    Unsupported {
        /// The rule.
        rule: String,
        /// The operator that it uses.
        construct: String,
    },
}

impl LoadError {
    fn at(head: &Head, kind: LoadErrorKind) -> Self {
        Self {
            line: head.first_line,
            kind,
        }
    }

    /// pest's own reason. No `From`: users could not name its argument.
    fn of_pest(refusal: Refusal) -> Self {
        Self {
            line: refusal.line(),
            kind: LoadErrorKind::Invalid {
                message: refusal.message(),
            },
        }
    }

    /// The line of the file, counted from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The kind of error.
    pub fn kind(&self) -> &LoadErrorKind {
        &self.kind
    }
}

impl fmt::Display for LoadError {
    /// `line: message`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.line, self.kind)
    }
}

impl fmt::Display for LoadErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid { message } => f.write_str(message),
            Self::UnknownProduction { name } => write!(
                f,
                "the production {name} is new: what it means in RDF is not known. `--engine specification` asks only what the \
                 productions accept; a rule that mirrors no production has no line with `///`"
            ),
            Self::SilentProduction { name } => write!(
                f,
                "the production {name} is silent (`{name} = _{{`): it would make no node, and what stands for it would be read as \
                 something else; only white space and comments are silent"
            ),
            Self::MissingStart => f.write_str(
                "there is no start rule: a document is a turtleDoc, ntriplesDoc, trigDoc or nquadsDoc",
            ),
            Self::Unsupported { rule, construct } => write!(
                f,
                "{rule} uses {construct}: such a grammar cannot be run here"
            ),
        }
    }
}

impl std::error::Error for LoadError {}

/// A grammar that can be run.
pub(super) struct Loaded {
    pub(super) rules: Vec<OptimizedRule>,
    pub(super) dialect: Dialect,
    pub(super) start: Production,
}

pub(super) fn read(text: &str) -> Result<Loaded, LoadError> {
    let file = pest_file::read(text).map_err(LoadError::of_pest)?;
    let (rules, heads) = (file.optimized(), file.heads);
    for (rule, head) in rules.iter().zip(&heads) {
        check_construct(rule, head)?;
        check_production(head, Production::from_name(&head.name).is_some())?;
    }
    let start = heads.iter().find_map(|head| {
        let production = Production::from_name(&head.name)?;
        Some((dialect(text, production)?, production))
    });
    let (dialect, start) = start.ok_or(LoadError {
        line: 1,
        kind: LoadErrorKind::MissingStart,
    })?;
    check_silent(&rules, &heads, start)?;
    Ok(Loaded {
        rules,
        dialect,
        start,
    })
}

/// With the stack, pest's validation does not make sure that every rule comes to an end. And two things work
/// otherwise in pest's interpreter than in the parsers that pest derives.
fn check_construct(rule: &OptimizedRule, head: &Head) -> Result<(), LoadError> {
    let is_trivia = ["WHITESPACE", "COMMENT"].contains(&head.name.as_str());
    let of_interpreter = if is_trivia && rule.ty == RuleType::NonAtomic {
        Some("`!{` for white space or comments".to_owned())
    } else if head.name == "ASCII" || head.name.starts_with("ASCII_") || head.name == "NEWLINE" {
        Some("a name that pest has a rule for".to_owned())
    } else {
        None
    };
    let of_stack = rule.expr.iter_top_down().find_map(|part| match part {
        OptimizedExpr::Push(_) => Some("PUSH".to_owned()),
        OptimizedExpr::PeekSlice(..) => Some("PEEK".to_owned()),
        OptimizedExpr::Ident(name) => {
            let is_of_stack = ["PEEK", "PEEK_ALL", "POP", "POP_ALL", "DROP"];
            is_of_stack.contains(&name.as_str()).then_some(name)
        }
        _ => None,
    });
    let of_stack = of_stack.map(|construct| format!("{construct}, of pest's stack"));
    match of_interpreter.or(of_stack) {
        None => Ok(()),
        Some(construct) => Err(LoadError::at(
            head,
            LoadErrorKind::Unsupported {
                rule: head.name.clone(),
                construct,
            },
        )),
    }
}

/// A rule that claims to mirror a production has to be one that means something.
fn check_production(head: &Head, is_known: bool) -> Result<(), LoadError> {
    let name = head.name.clone();
    match (head.documentation.is_empty(), head.modifier) {
        (false, modifier) if modifier != Some('_') && !is_known => Err(LoadError::at(
            head,
            LoadErrorKind::UnknownProduction { name },
        )),
        _ => Ok(()),
    }
}

/// A silent production makes no node: the translator would mistake its children for it. Allowed are the productions in
/// `WHITESPACE` and `COMMENT`, and those that are silent in the dialects of this start symbol.
fn check_silent(
    rules: &[OptimizedRule],
    heads: &[Head],
    start: Production,
) -> Result<(), LoadError> {
    let is_silent = |head: &&Head| {
        let mirrors = !head.documentation.is_empty() || head.name == start.name();
        head.modifier == Some('_') && mirrors
    };
    if !heads.iter().any(|head| is_silent(&head)) {
        return Ok(());
    }
    let mut allowed = ["WHITESPACE", "COMMENT"].map(str::to_owned).to_vec();
    let mut next = 0;
    while let Some(name) = allowed.get(next) {
        let rule = rules.iter().find(|rule| rule.name == *name);
        let used = rule.into_iter().flat_map(|rule| rule.expr.iter_top_down());
        let names = used.filter_map(|part| match part {
            OptimizedExpr::Ident(name) => Some(name),
            _ => None,
        });
        let new: Vec<String> = names.filter(|name| !allowed.contains(name)).collect();
        allowed.extend(new);
        next += 1;
    }
    for dialect in Dialect::all().filter(|dialect| dialect.start() == start) {
        let own = pest_file::read(dialect.grammar()).map_err(LoadError::of_pest)?;
        let own = own.heads;
        allowed.extend(own.iter().filter(is_silent).map(|head| head.name.clone()));
    }
    let mut silent = heads.iter().filter(is_silent);
    match silent.find(|head| !allowed.contains(&head.name)) {
        None => Ok(()),
        Some(head) => {
            let name = head.name.clone();
            Err(LoadError::at(
                head,
                LoadErrorKind::SilentProduction { name },
            ))
        }
    }
}

/// The dialect with this start symbol whose address the header names, or else the last one with it.
fn dialect(text: &str, start: Production) -> Option<Dialect> {
    let of_language = || Dialect::all().filter(|dialect| dialect.start() == start);
    let is_named =
        |dialect: &Dialect| peg::head(text).any(|line| line == dialect.specification_url());
    of_language().find(is_named).or(of_language().last())
}
