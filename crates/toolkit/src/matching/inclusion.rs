//! Inclusion: whether one rule matches, on all texts, only where another matches, and as far.

pub use super::effort::Unanswered;
use super::formulas::{Formula, Formulas};
use super::language::Language;
pub use super::language::Semantics;
use notation::Grammar;

/// A rule of a grammar, and how it is read.
///
/// [`beyond()`] has an example.
#[derive(Clone, Copy, Debug)]
pub struct RuleReading<'g> {
    /// The grammar that has it.
    pub grammar: &'g Grammar,
    /// The meaning of its operators.
    pub semantics: Semantics,
    /// Its name.
    pub rule: &'g str,
}

/// The shortest text with a beginning that `one` matches and `other` does not; none if no text has one.
///
/// ```
/// use turtle_peg_toolkit::inclusion::{Semantics, RuleReading, beyond};
/// use turtle_peg_toolkit::ebnf;
///
/// let grammar = ebnf::read("DIGITS ::= [0-9]+\nNAME ::= [a-z0-9]+")?;
/// let of = |rule| RuleReading { grammar: &grammar, semantics: Semantics::Ebnf, rule };
/// assert_eq!(beyond(of("DIGITS"), of("NAME")), Ok(None));
/// assert_eq!(beyond(of("NAME"), of("DIGITS")), Ok(Some("a".to_owned())));
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
///
/// # Errors
///
/// One of the rules is missing, is recursive, or repeats empty matches; or the search was cut short.
pub fn beyond(one: RuleReading<'_>, other: RuleReading<'_>) -> Result<Option<String>, Unanswered> {
    let mut formulas = Formulas::new();
    let matched = one.formula(&mut formulas)?;
    let matched_by_other = other.formula(&mut formulas)?;
    let beyond = formulas.without(matched, matched_by_other);
    Ok(formulas.find(beyond)?.map(|witness| witness.text))
}

impl RuleReading<'_> {
    /// It matches from here up to the marked position.
    fn formula(self, formulas: &mut Formulas) -> Result<Formula, Unanswered> {
        let rule = self.grammar.rule(self.rule).ok_or(Unanswered::Undefined)?;
        let mut language = Language::new(self.semantics, self.grammar);
        language.matches(formulas, &rule.expression, false, Formulas::HERE)
    }
}
