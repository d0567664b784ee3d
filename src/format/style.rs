//! How a document is laid out.

/// How many characters a line may have, unless a style says otherwise.
pub(crate) const WIDTH: usize = 100;

/// How many spaces a level of nesting adds, unless a style says otherwise.
pub(crate) const INDENT: usize = 4;

/// No line is indented by more levels: else the output would be quadratic in the depth of nesting.
pub(crate) const MOST_LEVELS: usize = 25;

/// Columns to keep free after a run of tokens: for a space, the sign that ends it, and one that stays free.
pub(crate) const AFTER: usize = 3;

/// How [`format`](super::format) lays a document out. The default is the style of `turtle-peg format`.
///
/// ```
/// use turtle_peg::format::{Indentation, Style};
/// use turtle_peg::{Dialect, format};
///
/// let style = Style::default().with_indentation(Indentation::Spaces(2));
/// let formatted = format("<x:s> <x:p> 1;<x:q> 2.", Dialect::Turtle12, &style)?;
/// assert_eq!(formatted, "<x:s> <x:p> 1 ;\n  <x:q> 2 .\n");
/// # Ok::<(), turtle_peg::format::FormatError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Style {
    /// How many characters a line may have that is not broken. A token is never broken, so some lines are longer.
    pub width: usize,
    /// The white space before a line for each level of nesting.
    pub indentation: Indentation,
    /// How lines end.
    pub line_end: LineEnd,
    /// Where a subject's first predicate is.
    pub first_predicate: FirstPredicate,
    /// Whether the last predicate of a statement has a semicolon.
    pub final_semicolon: FinalSemicolon,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            width: WIDTH,
            indentation: Indentation::Spaces(INDENT as u8),
            line_end: LineEnd::Auto,
            first_predicate: FirstPredicate::Same,
            final_semicolon: FinalSemicolon::Keep,
        }
    }
}

impl Style {
    /// Sets how many characters a line may have that is not broken.
    #[must_use]
    pub fn with_width(self, width: usize) -> Self {
        Self { width, ..self }
    }

    /// Sets what a level of nesting adds before a line.
    #[must_use]
    pub fn with_indentation(self, indentation: Indentation) -> Self {
        Self {
            indentation,
            ..self
        }
    }

    /// Sets how lines end.
    #[must_use]
    pub fn with_line_end(self, line_end: LineEnd) -> Self {
        Self { line_end, ..self }
    }

    /// Sets where a subject's first predicate is.
    #[must_use]
    pub fn with_first_predicate(self, first_predicate: FirstPredicate) -> Self {
        Self {
            first_predicate,
            ..self
        }
    }

    /// Sets whether the last predicate of a statement has a semicolon.
    #[must_use]
    pub fn with_final_semicolon(self, final_semicolon: FinalSemicolon) -> Self {
        Self {
            final_semicolon,
            ..self
        }
    }
}

/// The white space before a line for each level of nesting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Indentation {
    /// This number of spaces.
    Spaces(u8),
    /// A tab, which counts as four characters.
    Tab,
}

impl Indentation {
    /// The text of one level.
    pub(super) fn text(self) -> &'static str {
        const SPACES: &str = "                ";
        match self {
            Self::Spaces(count) => &SPACES[..SPACES.len().min(count.into())],
            Self::Tab => "\t",
        }
    }

    /// How many characters wide that is.
    pub(super) fn width(self) -> usize {
        match self {
            Self::Spaces(_) => self.text().len(),
            Self::Tab => 4,
        }
    }
}

/// How lines end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LineEnd {
    /// As the first line of the document that does not end within a token; with a line feed, if there is none in its first 64
    /// KiB.
    Auto,
    /// With a line feed.
    Lf,
    /// With a carriage return and a line feed.
    CrLf,
}

/// Where a subject's first predicate is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FirstPredicate {
    /// On the subject's line.
    Same,
    /// On a line of its own, if a subject has several predicates.
    Own,
}

/// Whether the last predicate of a statement has a semicolon; then the full stop is on a line of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FinalSemicolon {
    /// If it has one in the document.
    Keep,
    /// If the statement has several predicates.
    Always,
    /// It has none, between brackets neither.
    Never,
}
