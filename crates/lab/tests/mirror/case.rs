//! A grammar with the findings that it has.

use toolkit::FindingKind;

pub struct Case {
    pub about: &'static str,
    pub grammar: &'static str,
    /// The specification's own text, where it is compared.
    pub published: Option<&'static str>,
    pub expected: &'static [FindingKind],
}

pub const fn case(
    about: &'static str,
    expected: &'static [FindingKind],
    grammar: &'static str,
) -> Case {
    Case {
        about,
        grammar,
        published: None,
        expected,
    }
}

pub const fn compared(
    about: &'static str,
    expected: &'static [FindingKind],
    published: &'static str,
    grammar: &'static str,
) -> Case {
    Case {
        about,
        grammar,
        published: Some(published),
        expected,
    }
}
