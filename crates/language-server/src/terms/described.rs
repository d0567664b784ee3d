//! The words of a term that a person reads: in the language of the person, or else in English, without a language, or in another one.

use super::{TermDescription, TermIndex, TermWords};

/// The documents' words about terms, for a person with a language.
#[derive(Clone, Copy)]
pub struct DescribedTerms<'i> {
    pub index: &'i TermIndex,
    /// The person's language, such as `de-CH`.
    pub locale: Option<&'i str>,
}

impl<'i> DescribedTerms<'i> {
    pub fn label(&self, iri: &str) -> Option<&'i str> {
        self.words(&self.index.labels(iri))
    }

    /// The first of these words, by what the person reads.
    pub fn words(&self, words: &[TermWords<'i>]) -> Option<&'i str> {
        in_language(words, self.locale)
    }

    pub fn description(&self, iri: &str) -> TermDescription<'i> {
        self.index.description(iri)
    }
}

/// The first of these words that are in the language of a person; or else in English, without a language, or in another one. Of a
/// language, the words for the person's region come first, and then those for no region.
fn in_language<'i>(words: &[TermWords<'i>], locale: Option<&str>) -> Option<&'i str> {
    let locale = locale.unwrap_or("en");
    let rank = |words: &&TermWords<'i>| {
        let language = words.language;
        let has_region = language.contains(['-', '_']);
        match language {
            "" => (3, false),
            _ if language.eq_ignore_ascii_case(locale) => (0, false),
            _ if is_same(language, locale) => (1, has_region),
            _ if is_same(language, "en") => (2, has_region),
            _ => (4, has_region),
        }
    };
    let words = words.iter().filter(|it| !it.text.trim().is_empty());
    words.min_by_key(rank).map(|it| it.text)
}

/// Whether two tags are of one language, whatever the region.
fn is_same(one: &str, other: &str) -> bool {
    let language = |tag: &'_ str| -> String {
        let first = tag.split(['-', '_']).next();
        first.unwrap_or_default().to_ascii_lowercase()
    };
    language(one) == language(other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn words_are_in_the_language_of_a_person_or_else_in_english() {
        let words = |languages: &[&'static str]| -> Vec<TermWords<'static>> {
            let words = languages.iter().map(|&language| TermWords {
                text: if language.is_empty() {
                    "none"
                } else {
                    language
                },
                language,
            });
            words.collect()
        };
        for (languages, locale, expected) in [
            (&["", "de", "de-CH", "en"][..], Some("de-ch"), Some("de-CH")),
            (&["", "de", "en"], Some("de-CH"), Some("de")),
            (&["", "en-GB", "fr"], Some("de"), Some("en-GB")),
            (&["", "fr"], Some("de"), Some("none")),
            (&["", "de", "en"], None, Some("en")),
            (&["fr"], Some("de"), Some("fr")),
            (&["en-US", "en"], Some("en-GB"), Some("en")),
            (&["en-US", "en"], Some("pt"), Some("en")),
            (&[], Some("de"), None),
        ] {
            assert_eq!(
                in_language(&words(languages), locale),
                expected,
                "{languages:?}"
            );
        }
    }
}
