//! A change of the text, and the mistake that it mends.

use super::near::Vicinity;
use crate::brackets;
use crate::fault::FaultView;
use crate::help::{Confidence, Help, Replacement};
use crate::mistake::{Mistake, NO_BRACKET, NO_FULL_STOP, mistakes};
use crate::words::short;
use std::ops::Range;
use turtle_peg::tokens::Sign;

/// A change of the text, in words, with its cost: the higher, the less likely it is that this was meant.
#[derive(Clone, Debug)]
pub(crate) struct Edit {
    pub(crate) place: Range<usize>,
    pub(crate) text: String,
    pub(crate) words: String,
    /// The mistake and its title, if this is what was meant; `None` where the title of [a row](super::super::rows) is as good.
    pub(crate) title: Option<(Mistake, String)>,
    /// The bracket that it closes.
    pub(crate) opened: Option<Range<usize>>,
    pub(super) cost: u32,
}

impl Edit {
    pub(super) fn new(
        place: Range<usize>,
        text: impl Into<String>,
        words: String,
        cost: u32,
    ) -> Self {
        Self {
            place,
            text: text.into(),
            words,
            title: None,
            opened: None,
            cost,
        }
    }

    /// The remedy that it is.
    pub(crate) fn help(&self, confidence: Confidence) -> Help {
        let replacement = Replacement::in_draft(self.place.clone(), self.text.as_str());
        Help::new(self.words.clone(), Some(replacement), confidence)
    }

    /// Whether it puts in, takes out or exchanges separators only.
    pub(crate) fn is_of_separators(&self, fault: &FaultView<'_>) -> bool {
        let removed = fault.around.text[self.place.clone()].trim();
        let is_of_separator = |text: &str| text.is_empty() || is_separator(text);
        is_of_separator(removed) && is_of_separator(self.text.trim())
    }

    pub(super) fn titled(mut self, mistake: Mistake, title: String) -> Self {
        self.title = Some((mistake, title));
        self
    }
}

/// Whether it is a sign that separates parts of a statement, or ends it.
pub(super) fn is_separator(written: &str) -> bool {
    Sign::of(written).is_some_and(Sign::is_separator)
}

mistakes! {
    /// The mistakes whose words are made from the edits, and not by a row of the table.
    MISTAKES
    DOUBLED_TOKEN "doubled-token" "A token is written twice.";
    SIGN_TOO_MANY "sign-not-allowed" "A sign is one too many.";
    ANOTHER_SIGN "another-sign" "A sign stands for another.";
    SPACE "space-in-token" "A space splits a name or a sign.";
    QUOTATION_MARK "missing-quotation-mark" "The first quotation mark of a string is missing.";
    NO_SEMICOLON "missing-semicolon" "`;` is missing between two predicates.";
    NO_COMMA "missing-comma" "`,` is missing between two objects.";
    NO_SIGN "missing-sign" "A sign is missing: a bracket, or `^^`.";
}

/// The mistake of leaving out a sign.
pub(super) fn missing(sign: &str) -> Mistake {
    match sign.trim() {
        "." => NO_FULL_STOP,
        ";" => NO_SEMICOLON,
        "," => NO_COMMA,
        sign if brackets::closes(sign) => NO_BRACKET,
        _ => NO_SIGN,
    }
}

/// The cost of a sign or a mark that is put in.
pub(super) const PUT_IN: u32 = 10;

/// Whether it is a token of a language of lines, which end statements there.
pub(super) fn is_line_end(written: &str) -> bool {
    written.starts_with(['\n', '\r'])
}

/// A piece, as it is named in a sentence.
pub(super) fn quoted(near: &Vicinity<'_>, index: usize) -> String {
    match near.written(index) {
        "" => "the end of the document".to_owned(),
        written if is_line_end(written) => "the end of the line".to_owned(),
        written => format!("`{}`", short(written)),
    }
}
