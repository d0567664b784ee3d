//! Advice, and how it is put together.

use super::fault::FaultView;
use super::help::{Confidence, Help, Replacement, Setting};
use super::mistake::{Mistake, OTHER_LANGUAGE};
use super::words::short;
use std::borrow::Cow;
use std::ops::Range;
use turtle_peg::diagnosis::visible;
use turtle_peg::{Position, SyntaxErrorKind};

/// An error in words for people. Invisible characters of the document, such as control characters, are escaped in the
/// words.
///
/// ```
/// use turtle_peg::{Dialect, Parser};
/// use turtle_peg_advice::Advise;
///
/// let text = "<x:s> <x:p> \"42\"\n<x:t> <x:p> 5 .";
/// let error = Parser::new(Dialect::Turtle12).parse_str(text).triples().next().unwrap().unwrap_err();
/// let advice = error.as_syntax().unwrap().advice();
/// assert_eq!(advice.title(), "the statement has no full stop at its end");
/// assert_eq!(advice.position().to_string(), "1:17");
/// let [help] = advice.help() else { panic!("{advice:?}") };
/// assert_eq!(help.text(), "insert `.` after `\"42\"`");
/// assert!(help.is_certain());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    title: String,
    labels: Vec<Label>,
    help: Vec<Help>,
    suggests_other_language: bool,
    mistake: Option<Mistake>,
}

/// A place that has to do with an error, and a remark on it. Where a graph was opened may be far before the error.
///
/// ```
/// use turtle_peg::{Dialect, Parser};
/// use turtle_peg_advice::Advise;
///
/// let text = "<x:s> <x:p> [ <x:q> 1 .\n<x:t> <x:p> 2 .";
/// let error = Parser::new(Dialect::Turtle12).parse_str(text).triples().next().unwrap().unwrap_err();
/// let advice = error.as_syntax().unwrap().advice();
/// let [bracket, stop] = advice.labels() else { panic!("{advice:?}") };
/// assert_eq!((bracket.position.column, bracket.end.column, bracket.bytes.clone()), (13, 14, 12..13));
/// assert_eq!(stop.text, "`]` has to come before this");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Label {
    /// The bytes of the document, half open.
    pub bytes: Range<u64>,
    /// Where they begin.
    pub position: Position,
    /// Where they end.
    pub end: Position,
    /// The remark on them; may be empty.
    pub text: String,
}

impl Label {
    /// A remark on a place, from where it begins to where it ends.
    pub fn new(place: Range<Position>, text: impl Into<String>) -> Self {
        Self {
            bytes: place.start.byte..place.end.byte,
            position: place.start,
            end: place.end,
            text: text.into(),
        }
    }
}

impl Advice {
    /// Advice of a program's own, on data that conforms and may not be meant: what shows a parser's advice shows it, too. `place` is
    /// the place that matters most.
    ///
    /// ```
    /// use turtle_peg::Position;
    /// use turtle_peg_advice::{Advice, Confidence, Help, Label};
    ///
    /// let text = "<x:s> <x:p> 'TODO' .";
    /// let [start, end] = [12, 18].map(|byte| Position::START.after(&text[..byte]));
    /// let place = Label::new(start..end, "a note of the author's");
    /// let help = Help::new("write the name".to_owned(), None, Confidence::Possible);
    /// let advice = Advice::new("the name is missing", place, Vec::new(), vec![help]);
    /// assert_eq!(advice.position().column, 13);
    /// ```
    pub fn new(
        title: impl Into<String>,
        place: Label,
        others: Vec<Label>,
        help: Vec<Help>,
    ) -> Self {
        let mut labels = others;
        labels.insert(0, place);
        Self {
            title: title.into(),
            labels,
            help,
            suggests_other_language: false,
            mistake: None,
        }
    }

    /// The mistake; `None` for what is told in general words, by the tokens that the grammar allows.
    pub fn mistake(&self) -> Option<Mistake> {
        self.mistake
    }

    /// The error, in a few words.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The places, the one that matters most first. There is at least one.
    pub fn labels(&self) -> &[Label] {
        &self.labels
    }

    /// Where the mistake is: where the first of the [`labels`](Self::labels) begins. The parser may have noticed it later, at
    /// [`SyntaxError::position`](turtle_peg::SyntaxError::position): a missing full stop is noticed at the token after it. All output of the
    /// program, and the language server's, has this place.
    pub fn position(&self) -> Position {
        self.labels[0].position
    }

    /// The remedies.
    pub fn help(&self) -> &[Help] {
        &self.help
    }

    /// Whether the document seems to be in another language altogether: then the production in which the error happened says
    /// nothing.
    pub fn suggests_other_language(&self) -> bool {
        self.suggests_other_language
    }
}

/// Advice that is being put together: places are bytes of the surroundings' text.
#[derive(Debug, Default)]
pub(super) struct AdviceDraft {
    pub(super) title: String,
    /// The most important place; by default the fault.
    pub(super) primary: Option<Range<usize>>,
    pub(super) label: String,
    pub(super) others: Vec<(Range<usize>, String)>,
    /// A character that may be far before the text.
    pub(super) far: Option<(Position, String)>,
    /// Help for where no repair is found.
    pub(super) otherwise: Vec<String>,
    /// With places that are not those of the document yet.
    pub(super) help: Vec<Help>,
    /// Remedies after which the statement is read on, up to another mistake. Where several are needed, each is a step.
    pub(super) steps: Vec<Help>,
    pub(super) suggests_other_language: bool,
    pub(super) mistake: Option<Mistake>,
    /// Whether the title is true only if a remedy holds.
    pub(super) is_guess: bool,
    /// Whether the only [repair](super::repairs) says better what is wrong.
    pub(super) yields: bool,
    /// Whether it is worth asking if another dialect accepts the statement.
    pub(super) asks_others: bool,
}

impl AdviceDraft {
    pub(super) fn new(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            ..Self::default()
        }
    }

    pub(super) fn of(mut self, mistake: Mistake) -> Self {
        self.mistake = Some(mistake);
        self
    }

    pub(super) fn at(mut self, place: Range<usize>) -> Self {
        self.primary = Some(place);
        self
    }

    pub(super) fn label(mut self, text: impl Into<String>) -> Self {
        self.label = text.into();
        self
    }

    pub(super) fn also(mut self, place: Option<Range<usize>>, text: impl Into<String>) -> Self {
        self.others.extend(place.map(|place| (place, text.into())));
        self
    }

    pub(super) fn far(mut self, character: Option<Position>, text: impl Into<String>) -> Self {
        self.far = character.map(|character| (character, text.into()));
        self
    }

    pub(super) fn help(self, words: impl Into<String>) -> Self {
        self.offer(words, None, None)
    }

    /// Help in general words, where no [repair](super::repairs) says what to write.
    pub(super) fn otherwise(mut self, words: impl Into<String>) -> Self {
        self.otherwise.push(words.into());
        self
    }

    /// Help for where a document ends too early.
    pub(super) fn cut_off(self, fault: &FaultView<'_>) -> Self {
        match fault.is_at_end() {
            true => self.otherwise("the document ends here: is it cut off?"),
            false => self,
        }
    }

    fn offer(
        mut self,
        words: impl Into<String>,
        replacement: Option<Replacement>,
        setting: Option<Setting>,
    ) -> Self {
        self.help.push(Help {
            text: words.into(),
            replacement,
            setting,
            confidence: Confidence::Likely,
        });
        self
    }

    /// Help that comes true with this setting of the parser. It ends with the effect of the setting: the program adds the name
    /// of its option.
    pub(super) fn set(self, setting: Setting, words: impl Into<String>) -> Self {
        self.offer(words, None, Some(setting))
    }

    /// Help that comes true with a text in the place of these bytes; they are the most important place, unless there is one.
    pub(super) fn replace(
        mut self,
        place: Range<usize>,
        text: impl Into<String>,
        words: impl Into<String>,
    ) -> Self {
        self.primary.get_or_insert(place.clone());
        self.remedy(place, text, words)
    }

    /// Help that comes true with a text in the place of these bytes.
    pub(super) fn remedy(
        self,
        place: Range<usize>,
        text: impl Into<String>,
        words: impl Into<String>,
    ) -> Self {
        self.offer(words, Some(Replacement::in_draft(place, text)), None)
    }

    /// Help that says to write a text in the place of these bytes.
    pub(super) fn write(self, place: Range<usize>, text: impl Into<String>) -> Self {
        let text = text.into();
        let words = format!("write `{}`", short(&text));
        self.replace(place, text, words)
    }

    /// Help that says to leave these bytes out.
    pub(super) fn leave_out(self, place: Range<usize>) -> Self {
        self.replace(place, "", "leave it out")
    }

    /// The last remedy writes the same in another notation.
    pub(super) fn in_other_notation(mut self) -> Self {
        if let Some(help) = self.help.last_mut() {
            help.confidence = Confidence::Certain;
        }
        self
    }

    /// The title is true only if a remedy holds.
    pub(super) fn guess(mut self) -> Self {
        self.is_guess = true;
        self
    }

    /// If one repair is found only, its title is said instead.
    pub(super) fn yields(mut self) -> Self {
        self.yields = true;
        self
    }

    pub(super) fn other_language(mut self) -> Self {
        self.suggests_other_language = true;
        self.mistake = Some(OTHER_LANGUAGE);
        self
    }

    pub(super) fn ask_others(mut self) -> Self {
        self.asks_others = true;
        self
    }

    pub(super) fn finish(self, fault: &FaultView<'_>) -> Advice {
        let around = fault.around;
        let bytes = |place: &Range<usize>| {
            around.start.byte + place.start as u64..around.start.byte + place.end as u64
        };
        let label = |place: Range<usize>, text: String| Label {
            bytes: bytes(&place),
            position: around.position(place.start),
            end: around.position(place.end),
            text: shown(text),
        };
        // The end of a line is a place in it.
        let end = match fault.is_at_line_end() {
            true => around.fault.start,
            false => around.fault.end,
        };
        let primary = match (self.primary, fault.error.kind()) {
            // In the text, U+FFFD stands for them.
            (None, SyntaxErrorKind::InvalidUtf8 { .. }) => Label {
                bytes: fault.error.bytes(),
                position: fault.error.position(),
                end: fault.error.end(),
                text: shown(self.label),
            },
            (place, _) => label(place.unwrap_or(around.fault.start..end), self.label),
        };
        let others = self.others.into_iter();
        let others = others.filter(|(place, _)| bytes(place) != primary.bytes);
        let others = others.map(|(place, text)| label(place, text));
        let far = self.far.map(|(position, text)| Label {
            bytes: position.byte..position.byte + 1,
            position,
            end: position.after("["),
            text: shown(text),
        });
        let others: Vec<_> = others.chain(far).collect();
        let replacement = |it: Replacement| Replacement {
            bytes: bytes(&it.place()),
            position: around.position(it.place().start),
            end: around.position(it.place().end),
            text: it.text,
        };
        let help = self.help.into_iter().map(|help| Help {
            text: shown(help.text),
            replacement: help.replacement.map(replacement),
            ..help
        });
        Advice {
            title: shown(self.title),
            help: help.collect(),
            labels: std::iter::once(primary).chain(others).collect(),
            suggests_other_language: self.suggests_other_language,
            mistake: self.mistake,
        }
    }
}

fn shown(words: String) -> String {
    match visible(&words) {
        Cow::Borrowed(_) => words,
        Cow::Owned(shown) => shown,
    }
}
