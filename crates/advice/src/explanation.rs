//! From an error to its advice: the draft of the first row that fits, and what is added to it.

use crate::draft::{Advice, AdviceDraft};
use crate::fault::FaultView;
use crate::help::Help;
use crate::{data, formats, others, remedies, rows};
use turtle_peg::SyntaxError;

/// Advice on errors.
///
/// ```
/// use turtle_peg::{Dialect, Parser};
/// use turtle_peg_advice::Advise;
///
/// let error = Parser::new(Dialect::Turtle12).parse_str("<x:s> a ex:T .").check().unwrap_err();
/// assert_eq!(error.as_syntax().unwrap().advice().title(), "the prefix `ex:` is not declared");
/// ```
pub trait Advise {
    /// The error in plain words for people: the mistake, the places that have to do with it, the remedies.
    fn advice(&self) -> Advice;

    /// The [advice](Self::advice) for people alone, in a small part of the time: no remedy is weighed against other changes, so whether
    /// one [is certain](Help::is_certain) is not known.
    fn advice_in_words(&self) -> Advice;
}

impl Advise for SyntaxError {
    fn advice(&self) -> Advice {
        advice_of(self, remedies::weighed)
    }

    fn advice_in_words(&self) -> Advice {
        advice_of(self, |draft, _| draft)
    }
}

fn advice_of(
    error: &SyntaxError,
    finish: impl FnOnce(AdviceDraft, &FaultView<'_>) -> AdviceDraft,
) -> Advice {
    let fault = FaultView::new(error);
    // The mistakes that people make in Turtle are not those of another language.
    let draft = match error.dialect() {
        Some(_) => finish(draft(&fault), &fault),
        None => AdviceDraft::new(error.message()),
    };
    draft.finish(&fault)
}

/// The changes after which the statement is read, if it has several faults: each fault in a few words, and its remedy, with the
/// places that it has after the changes before. They end before the first that is not `is_chosen`.
pub(crate) fn steps(error: &SyntaxError, is_chosen: impl Fn(&Help) -> bool) -> Vec<(String, Help)> {
    let fault = FaultView::new(error);
    if error.dialect().is_none() || formats::advice(&fault).is_some() {
        return Vec::new();
    }
    let advice = |fault: &FaultView<'_>| remedies::weighed(draft_in_language(fault), fault);
    remedies::steps(&fault, advice, is_chosen).unwrap_or_default()
}

fn draft(fault: &FaultView<'_>) -> AdviceDraft {
    match formats::advice(fault) {
        Some(draft) => remedies::with_repairs(draft, fault),
        None => draft_in_language(fault),
    }
}

/// The draft for a fault of a document that is in this language, whatever it begins with.
fn draft_in_language(fault: &FaultView<'_>) -> AdviceDraft {
    // The rows look at the token that had begun, and at the tokens before it.
    let is_known =
        fault.has_start && (fault.around.statement.is_some() || fault.error.context().is_none());
    let row = || is_known.then(|| rows::advice(fault)).flatten();
    let draft = row().unwrap_or_else(|| data::advice(fault));
    let draft = match draft.asks_others {
        true => others::ask(draft, fault),
        false => draft,
    };
    remedies::with_repairs(draft, fault)
}
