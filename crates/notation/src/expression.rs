//! The right side of a production or a rule, in one form for both notations.
//!
//! Invariant: an expression is the written form, not its meaning. Two of one meaning may differ here.

use crate::CharSet;

/// The right side of a production of an EBNF, or of a rule of a PEG.
///
/// An EBNF's choice has no order, and its repetition matches any number that lets the rest match; a PEG's choice takes the
/// first alternative that matches, and its repetition is greedy.
///
/// ```
/// use turtle_peg_notation::{Expression, ebnf};
///
/// let grammar = ebnf::read("a ::= 'x' (b | c)*")?;
/// let choice = Expression::Choice(vec![Expression::name("b"), Expression::name("c")]);
/// let repetition = Expression::ZeroOrMore(Box::new(choice));
/// let expected = Expression::Sequence(vec![Expression::literal("x"), repetition]);
/// assert_eq!(grammar.rules[0].expression, expected);
/// assert_eq!(expected.names(), ["b", "c"]);
/// # Ok::<(), turtle_peg_notation::GrammarError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Expression {
    /// These characters, one after the other; ASCII letters in either case if it `ignores_case`.
    Literal {
        /// The characters.
        text: String,
        /// Whether ASCII letters match in upper and lower case.
        ignores_case: bool,
    },
    /// One character of a class.
    Class(CharacterClass),
    /// The production of this name.
    Name(String),
    /// One after the other.
    Sequence(Vec<Expression>),
    /// One of these.
    Choice(Vec<Expression>),
    /// Once or not at all.
    Optional(Box<Expression>),
    /// Any number of times, none included.
    ZeroOrMore(Box<Expression>),
    /// Once or more often.
    OneOrMore(Box<Expression>),
    /// In EBNF, `A - B`: the texts that A matches and B does not.
    Difference(Box<Expression>, Box<Expression>),
    /// In PEG, `&A` and `!A`: matches nothing, where A matches or where it does not.
    Lookahead {
        /// Whether A must match.
        is_positive: bool,
        /// A.
        body: Box<Expression>,
    },
    /// In PEG, `SOI`: the beginning of the text.
    Start,
    /// In PEG, `EOI`: the end of the text.
    End,
}

/// A class of characters, as it is written: `[a-z]`, `[^#x00-#x20]`, `#xB7`.
///
/// ```
/// use turtle_peg_notation::{CharacterClass, Expression, ebnf};
///
/// let grammar = ebnf::read("A ::= [^a-z#x20]")?;
/// let Expression::Class(class) = &grammar.rules[0].expression else {
///     panic!("no class")
/// };
/// assert_eq!(class.ranges, [('a', 'z'), (' ', ' ')]);
/// assert!(class.set().contains('A') && !class.contains('b'));
/// assert!(CharacterClass::any().set().contains('b'));
/// # Ok::<(), turtle_peg_notation::GrammarError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CharacterClass {
    /// Whether it is all characters but these.
    pub is_complement: bool,
    /// First and last characters, both included, as written.
    pub ranges: Vec<(char, char)>,
}

impl CharacterClass {
    /// The class of one character.
    pub fn one(character: char) -> Self {
        Self::range(character, character)
    }

    /// The class of the characters from the first to the last.
    pub fn range(first: char, last: char) -> Self {
        Self {
            is_complement: false,
            ranges: vec![(first, last)],
        }
    }

    /// The class of all characters.
    pub fn any() -> Self {
        Self {
            is_complement: true,
            ranges: Vec::new(),
        }
    }

    /// Whether it has this character.
    pub fn contains(&self, character: char) -> bool {
        let mut ranges = self.ranges.iter();
        self.is_complement != ranges.any(|&(first, last)| (first..=last).contains(&character))
    }

    /// The characters of the class.
    pub fn set(&self) -> CharSet {
        let ranges = self.ranges.iter();
        let set = CharSet::from_ranges(
            ranges
                .map(|&(first, last)| (first.into(), last.into()))
                .collect(),
        );
        if self.is_complement {
            set.complement()
        } else {
            set
        }
    }
}

impl Expression {
    /// These characters, in this case.
    pub fn literal(text: impl Into<String>) -> Self {
        Self::Literal {
            text: text.into(),
            ignores_case: false,
        }
    }

    /// The production of this name.
    pub fn name(name: impl Into<String>) -> Self {
        Self::Name(name.into())
    }

    /// A sequence of these; the part itself, if it is the only one.
    pub fn sequence(mut parts: Vec<Self>) -> Self {
        match parts.len() {
            1 => parts.remove(0),
            _ => Self::Sequence(parts),
        }
    }

    /// A sequence of these, with the parts of those that are sequences in their place.
    pub fn flat(parts: impl IntoIterator<Item = Self>) -> Self {
        let parts = parts.into_iter().flat_map(|part| match part {
            Self::Sequence(parts) => parts,
            other => vec![other],
        });
        Self::sequence(parts.collect())
    }

    /// A choice among these; the part itself, if it is the only one.
    pub fn choice(mut parts: Vec<Self>) -> Self {
        match parts.len() {
            1 => parts.remove(0),
            _ => Self::Choice(parts),
        }
    }

    /// Matches nothing of the text, and only where `body` does not match: `!A` of a PEG.
    pub fn absent(body: Self) -> Self {
        Self::Lookahead {
            is_positive: false,
            body: Box::new(body),
        }
    }

    /// The parts of a sequence; any other expression is the only part of one.
    pub fn in_sequence(&self) -> &[Self] {
        match self {
            Self::Sequence(parts) => parts,
            other => std::slice::from_ref(other),
        }
    }

    /// The alternatives of a choice; any other expression is the only one.
    pub fn alternatives(&self) -> &[Self] {
        match self {
            Self::Choice(parts) => parts,
            other => std::slice::from_ref(other),
        }
    }

    /// Whether it matches a text from its beginning to its end: `SOI ~ … ~ EOI` of a PEG.
    ///
    /// ```
    /// use turtle_peg_notation::Expression;
    ///
    /// let document = Expression::sequence(vec![Expression::Start, Expression::name("statement"), Expression::End]);
    /// assert!(document.is_of_whole_text());
    /// assert!(!Expression::name("statement").is_of_whole_text());
    /// ```
    pub fn is_of_whole_text(&self) -> bool {
        let parts = self.in_sequence();
        (parts.first(), parts.last()) == (Some(&Self::Start), Some(&Self::End))
    }

    /// The expressions directly within this one, in the order in which they are written.
    pub fn parts(&self) -> Vec<&Self> {
        match self {
            Self::Literal { .. } | Self::Class(_) | Self::Name(_) | Self::Start | Self::End => {
                Vec::new()
            }
            Self::Sequence(parts) | Self::Choice(parts) => parts.iter().collect(),
            Self::Optional(body)
            | Self::ZeroOrMore(body)
            | Self::OneOrMore(body)
            | Self::Lookahead { body, .. } => vec![body],
            Self::Difference(first, second) => vec![first, second],
        }
    }

    /// The least that a way through it takes, if `of` says what each part takes that is not made of others: a sequence takes the
    /// sum, a choice the least, a repetition one round if there has to be one. None, if no way leads through.
    ///
    /// ```
    /// use turtle_peg_notation::{Expression, ebnf};
    ///
    /// let grammar = ebnf::read("a ::= 'xy' (b | 'z')+ 'w'*")?;
    /// let characters = |part: &Expression| match part {
    ///     Expression::Literal { text, .. } => Some(text.len()),
    ///     _ => None,
    /// };
    /// assert_eq!(grammar.rules[0].expression.least(&characters), Some(3));
    /// # Ok::<(), turtle_peg_notation::GrammarError>(())
    /// ```
    pub fn least(&self, of: &dyn Fn(&Self) -> Option<usize>) -> Option<usize> {
        match self {
            Self::Sequence(parts) => {
                let mut parts = parts.iter();
                parts.try_fold(0_usize, |sum, part| {
                    Some(sum.saturating_add(part.least(of)?))
                })
            }
            Self::Choice(parts) => parts.iter().filter_map(|part| part.least(of)).min(),
            Self::Optional(_) | Self::ZeroOrMore(_) => Some(0),
            Self::OneOrMore(body) => body.least(of),
            other => of(other),
        }
    }

    /// Whether a way leads through it, if one leads through each of these parts that are not made of others.
    pub fn has_way(&self, of: &dyn Fn(&Self) -> bool) -> bool {
        self.least(&|part| of(part).then_some(0)).is_some()
    }

    /// Whether it is such an expression, or has one within it, at any depth.
    pub fn has(&self, is_such: &impl Fn(&Self) -> bool) -> bool {
        is_such(self) || self.parts().into_iter().any(|part| part.has(is_such))
    }

    /// Applies `change` to each part, and keeps the kind of the expression.
    #[must_use]
    pub fn map(&self, mut change: impl FnMut(&Self) -> Self) -> Self {
        let mut boxed = |part: &Self| Box::new(change(part));
        match self {
            Self::Literal { .. } | Self::Class(_) | Self::Name(_) | Self::Start | Self::End => {
                self.clone()
            }
            Self::Sequence(parts) => Self::Sequence(parts.iter().map(change).collect()),
            Self::Choice(parts) => Self::Choice(parts.iter().map(change).collect()),
            Self::Optional(body) => Self::Optional(boxed(body)),
            Self::ZeroOrMore(body) => Self::ZeroOrMore(boxed(body)),
            Self::OneOrMore(body) => Self::OneOrMore(boxed(body)),
            Self::Lookahead { is_positive, body } => Self::Lookahead {
                is_positive: *is_positive,
                body: boxed(body),
            },
            Self::Difference(first, second) => Self::Difference(boxed(first), boxed(second)),
        }
    }

    /// The names that it uses, at any depth, each as often as it is written.
    pub fn names(&self) -> Vec<&str> {
        match self {
            Self::Name(name) => vec![name],
            _ => self.parts().into_iter().flat_map(Self::names).collect(),
        }
    }
}
