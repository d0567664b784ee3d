//! The generator: from the texts of `.pest` files to the source of their parsers, in Rust.
//!
//! Invariant: it is a pure function, and no grammar is special to it. The generated parser accepts the texts that pest's
//! parser for the same grammar accepts, and makes the same nodes; a grammar for which that is impossible is a
//! [`GeneratorError`].
//!
//! One pass a module, in this order: `read` (pest's own reading and optimizing), `lower` (rules to functions, with
//! implicit trivia and nodes written out), `simplify` (classes, inlining) with `merge` (common parts of alternatives),
//! `leaves` (nodes made at once), `facts` (fixpoints), `check` (refusals), `share` (common functions of several
//! grammars), and `emit` with `choice`, `repeat` and `two_runs`, which ask `dispatch`, `second`, `runs` and `depth`
//! for steps to skip. Each one states its side conditions.
//!
//! The code that comes out calls the crate `turtle-peg-runtime`. The module that includes it has to import the names that
//! it uses: `Parser`, `Bytes`, `Class`, `TwoRuns`, `Plain` (the type of the marks), and those in the [`Target`]'s expressions.

#![forbid(unsafe_code)]

mod check;
mod choice;
mod depth;
mod dispatch;
mod emit;
mod facts;
mod leaves;
mod lower;
mod matcher;
mod merge;
mod needed;
mod read;
mod repeat;
mod runs;
mod second;
mod sets;
mod share;
mod simplify;
#[cfg(test)]
mod tests;
mod tokens;
mod two_runs;

/// The readers of grammars, for those who call the generator.
pub use notation;

use std::fmt;

/// The purpose of the generated parser.
///
/// See [`Source`] for an example.
pub struct Target<'a> {
    /// The kind of node that a match of a rule makes, by the rule's name; the generator also asks for `EOI`.
    pub kind: &'a dyn Fn(&str) -> NodeKind,
    /// Which plain rules are tried before a rule's own text, by the rule's name, in this order.
    pub plain: &'a dyn Fn(&str) -> Vec<MarkedRule>,
    /// Which rules can be called from outside.
    pub is_entry: &'a dyn Fn(&str) -> bool,
}

/// A rule that matches part of the text that another rule matches, and the same text wherever it matches.
///
/// ```
/// use turtle_peg_generator::{NodeKind, MarkedRule, Source, Target, generate};
///
/// let parsers = generate(&[Source {
///     name: "names",
///     grammar: r#"NAME = @{ letter+ } letter = _{ 'a'..'z' | "\\" ~ ANY } plain = @{ 'a'..'z'+ ~ ";" }"#,
///     feature: "names",
///     target: Target {
///         kind: &|rule| NodeKind::Node(format!("Kind::{rule}")),
///         plain: &|_| {
///             vec![MarkedRule {
///                 rule: "plain".to_owned(),
///                 mark: "Plain::Name".to_owned(),
///             }]
///         },
///         is_entry: &|rule| rule == "NAME",
///     },
/// }]);
/// assert!(parsers.unwrap().code.contains("Plain :: Name"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkedRule {
    /// The plain rule's name.
    pub rule: String,
    /// The mark of a leaf that it matched, a Rust expression.
    pub mark: String,
}

/// The kind of node that a match of a rule makes, where the grammar lets it make a node.
///
/// See [`Source`] for an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// A node of this kind, a Rust expression.
    Node(String),
    /// No node; the nodes within it stay.
    Nothing,
    /// No node; the parser notes this outcome, a Rust expression. Only for the last rule of an entry.
    Outcome(String),
}

#[cfg(test)]
impl<'a> Target<'a> {
    /// Every rule can be called.
    fn all_rules(kind: &'a dyn Fn(&str) -> NodeKind) -> Self {
        Self {
            kind,
            plain: &|_| Vec::new(),
            is_entry: &|_| true,
        }
    }
}

/// Why the generator refuses a grammar.
///
/// ```
/// use turtle_peg_generator::{GeneratorError, NodeKind, Source, Target, generate};
///
/// let (number, error) = generate(&[Source {
///     name: "stack",
///     grammar: "a = { PUSH(\"x\") ~ POP }",
///     feature: "stack",
///     target: Target {
///         kind: &|_| NodeKind::Nothing,
///         plain: &|_| Vec::new(),
///         is_entry: &|rule| rule == "a",
///     },
/// }])
/// .unwrap_err();
/// assert_eq!(number, 0);
/// assert!(matches!(error, GeneratorError::Unsupported { .. }));
/// assert_eq!(error.to_string(), "rule `a`: PUSH is not supported");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GeneratorError {
    /// pest does not accept the grammar, and says why.
    Grammar(String),
    /// The rule has something that this generator does not support.
    Unsupported {
        /// The rule's name.
        rule: String,
        /// The unsupported construct.
        construct: String,
    },
}

impl GeneratorError {
    fn unsupported(rule: &str, construct: impl Into<String>) -> Self {
        Self::Unsupported {
            rule: rule.to_owned(),
            construct: construct.into(),
        }
    }
}

impl fmt::Display for GeneratorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Grammar(message) => f.write_str(message),
            Self::Unsupported { rule, construct } => {
                write!(f, "rule `{rule}`: {construct} is not supported")
            }
        }
    }
}

impl std::error::Error for GeneratorError {}

/// A grammar, and the purpose of its parser.
///
/// ```
/// use turtle_peg_generator::{NodeKind, Source, Target, generate};
///
/// let parsers = generate(&[Source {
///     name: "lists",
///     grammar: "list = { \"(\" ~ name* ~ \")\" } name = @{ 'a'..'z'+ }",
///     feature: "lists",
///     target: Target {
///         kind: &|rule| NodeKind::Node(format!("Kind::{rule}")),
///         plain: &|_| Vec::new(),
///         is_entry: &|rule| rule == "list",
///     },
/// }])
/// .unwrap();
/// let entry = &parsers.entries[0][0];
/// assert_eq!((entry.rule.as_str(), entry.function.as_str()), ("list", "list"));
/// assert!(parsers.code.contains("pub fn list ("));
/// assert!(parsers.code.contains("Kind :: name"));
/// ```
pub struct Source<'a> {
    /// A name that no other grammar has: a Rust identifier.
    pub name: &'a str,
    /// The text of a `.pest` file.
    pub grammar: &'a str,
    /// The feature with which its parser is compiled.
    pub feature: &'a str,
    /// The purpose of the parser.
    pub target: Target<'a>,
}

/// Parsers, as one source in Rust.
///
/// See [`Source`] for an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsers {
    /// A function for each rule that can be called, and the items that these need, once for all grammars; an item that
    /// not all features need has a `cfg` before it.
    pub code: String,
    /// For each grammar, in their order, the rules that can be called.
    pub entries: Vec<Vec<CallableRule>>,
}

/// A rule that can be called.
///
/// See [`Source`] for an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallableRule {
    /// The rule's name.
    pub rule: String,
    /// Its function's name.
    pub function: String,
}

/// Generates the source of parsers for some grammars. The source has their common parts once.
///
/// # Errors
///
/// The number of a grammar that pest does not accept, or that uses something unsupported: the stack, node tags, or built-in
/// rules for Unicode properties.
pub fn generate(sources: &[Source<'_>]) -> Result<Parsers, (usize, GeneratorError)> {
    let programs = sources.iter().enumerate().map(|(number, source)| {
        let program = program(source.grammar, &source.target);
        Ok(share::NamedProgram {
            name: source.name,
            program: program.map_err(|error| (number, error))?,
        })
    });
    let (program, entries) = share::share(programs.collect::<Result<_, _>>()?);
    let entry = |(rule, id): &(String, usize)| CallableRule {
        rule: rule.clone(),
        function: tokens::identifier(&program.functions[*id].name).to_string(),
    };
    let callers = sources.iter().zip(&entries);
    let callers = callers.map(|(source, entries)| needed::Callers {
        feature: source.feature,
        functions: entries.iter().map(|(_, id)| *id).collect(),
    });
    let callers: Vec<needed::Callers<'_>> = callers.collect();
    Ok(Parsers {
        entries: entries
            .iter()
            .map(|entries| entries.iter().map(entry).collect())
            .collect(),
        code: emit::emit(&program, &facts::FactTable::new(&program), &callers),
    })
}

/// A grammar's functions, ready to be emitted.
fn program(grammar: &str, target: &Target<'_>) -> Result<matcher::MatcherProgram, GeneratorError> {
    let grammar = read::read(grammar)?;
    let mut program = lower::lower(&grammar, target)?;
    simplify::simplify(&mut program);
    leaves::make_leaves(&mut program);
    check::check(&program, &facts::FactTable::new(&program))?;
    Ok(program)
}
