//! The mistakes that people make, by name.
//!
//! Invariant: a name means one mistake. Those are here that are found in several ways; the others are where they are found: in
//! [the table](super::rows), and among [the repairs](super::repairs).

/// A mistake that people make. Its name stays what it is: programs can count and filter by it.
///
/// ```
/// use turtle_peg::{Dialect, Parser};
/// use turtle_peg_advice::Advise;
///
/// let error = Parser::new(Dialect::Turtle12).parse_str("<x:s> <x:p> \"en\"@de_CH .").check().unwrap_err();
/// let mistake = error.as_syntax().unwrap().advice().mistake().unwrap();
/// assert_eq!(mistake.name(), "underscore-in-language-tag");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mistake {
    name: &'static str,
    description: &'static str,
}

impl Mistake {
    pub(super) const fn new(name: &'static str, description: &'static str) -> Self {
        Self { name, description }
    }

    /// Its name, in lower case, with hyphens.
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// A sentence that says what it is.
    pub const fn description(self) -> &'static str {
        self.description
    }
}

/// Constants of these names, and a list of them all.
macro_rules! mistakes {
    ($(#[$about:meta])* $list:ident $($constant:ident $name:literal $description:literal;)*) => {
        $(pub(crate) const $constant: Mistake = Mistake::new($name, $description);)*
        $(#[$about])*
        pub(crate) const $list: &[Mistake] = &[$($constant),*];
    };
}
pub(super) use mistakes;

mistakes! {
    /// Mistakes that are found in several ways.
    SHARED
    OTHER_LANGUAGE "other-language" "The document is in another language.";
    NO_FULL_STOP "missing-full-stop" "A full stop is missing at the end of a statement.";
    NO_BRACKET "bracket-not-closed" "A bracket is not closed.";
}
