//! Problems that are reported, and where people see them.

use super::advised;
use advice::visible::message;
use advice::{Advice, Label, Mistake, Replacement};
use std::ops::Range;
use turtle_peg::diagnosis::Surroundings;
use turtle_peg::{Position, SyntaxError};

/// One thing that is wrong.
pub struct Problem<'a> {
    pub severity: Severity,
    /// The file as it is called; none, if it is about none.
    pub file: Option<&'a str>,
    /// Its kind, in one word.
    pub kind: &'a str,
    pub message: &'a str,
    /// The error, if the parser found the problem.
    pub error: Option<&'a SyntaxError>,
    /// The error in plain words, for people.
    pub advice: Option<&'a Advice>,
    pub place: Option<ProblemPlace<'a>>,
}

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    Warning,
    /// An input is at fault.
    Fault,
    /// Something could not be done.
    Failure,
}

/// Where in the file it is: where people see it, which need not be where the grammar was broken.
pub struct ProblemPlace<'a> {
    pub spot: Spot,
    pub production: Option<&'a str>,
    /// The line, or a part of it, and which bytes of that are at fault.
    pub excerpt: (&'a str, Range<usize>),
}

impl Severity {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Warning => "warning",
            Self::Fault => "fault",
            Self::Failure => "failure",
        }
    }

    /// Its name in the output of compilers.
    pub fn level(self) -> &'static str {
        match self {
            Self::Warning => "warning",
            Self::Fault | Self::Failure => "error",
        }
    }
}

/// A place in a file, as the forms for tools have it.
#[derive(Clone)]
pub struct Spot {
    pub(super) line: u64,
    pub(super) column: u64,
    /// Line and column of its end, where they are known.
    pub(super) end: Option<(u64, u64)>,
    pub(super) bytes: Range<u64>,
}

impl<'a> Problem<'a> {
    /// A problem that has no place, and that no parser found.
    pub fn new(severity: Severity, file: Option<&'a str>, kind: &'a str, message: &'a str) -> Self {
        Self {
            severity,
            file,
            kind,
            message,
            error: None,
            advice: None,
            place: None,
        }
    }

    pub(super) fn mistake(&self) -> Option<Mistake> {
        self.advice.and_then(Advice::mistake)
    }

    /// The name of the rule that it breaks, for SARIF: of the mistake, or of the kind.
    pub(super) fn rule(&self) -> &str {
        self.mistake().map_or(self.kind, |mistake| mistake.name())
    }

    /// The title, in plain words.
    pub(super) fn title(&self) -> &str {
        self.advice.map_or(self.message, Advice::title)
    }

    /// The title and the help.
    pub(super) fn text(&self) -> String {
        let mut sentences = vec![message(self.title())];
        for help in self.advice.into_iter().flat_map(Advice::help) {
            sentences.push(format!("help: {}", message(&advised::help(help))));
        }
        sentences.join("\n")
    }

    /// The text of the document at a place, if it is at hand.
    pub(super) fn text_at(&self, spot: &Spot) -> Option<&str> {
        let Some(error) = self.error else {
            let place = self.place.as_ref()?;
            return place.excerpt.0.get(place.excerpt.1.clone());
        };
        let Surroundings { text, start, .. } = error.surroundings();
        let [begin, end] = [spot.bytes.start, spot.bytes.end]
            .map(|byte| usize::try_from(byte.checked_sub(start.byte)?).ok());
        text.get(begin?..end?)
    }
}

impl From<&Label> for Spot {
    fn from(label: &Label) -> Self {
        Self::new(label.position, Some(label.end), label.bytes.clone())
    }
}

impl From<&Replacement> for Spot {
    fn from(it: &Replacement) -> Self {
        Self::new(it.position, Some(it.end), it.bytes.clone())
    }
}

impl Spot {
    pub fn new(position: Position, end: Option<Position>, bytes: Range<u64>) -> Self {
        Self {
            line: position.line,
            column: position.column,
            end: end.map(|end| (end.line, end.column)),
            bytes,
        }
    }
}
