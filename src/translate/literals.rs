//! Terms that are written with characters of their own: literals, and labels of blank nodes.

use super::buffers::{Text, fill};
use super::escape::has_escapes;
use super::fault::{FaultSite, Result, fault, object, untranslatable};
use super::meaning::{Meaning, meaning};
use super::names::unescaped_part;
use super::sink::Sink;
use super::state::Labels;
use super::term::Term;
use super::walk::{StatementWalk, innermost, is_a, only_child};
use crate::SyntaxErrorKind;
use crate::dialect::LanguageTags;
use crate::rdf12::BaseDirection;
use crate::tree::{NodeRef, Plain};
use oxrdf::NamedNodeRef;
use runtime::Span;

impl<'w, S: Sink> StatementWalk<'w, S> {
    /// A string with its language tag or datatype.
    #[inline(always)]
    pub(super) fn qualified_literal<'b>(
        &mut self,
        node: &NodeRef<'_>,
        text: &'b mut Text,
        datatype: &'b mut Text,
    ) -> Result<Term<'b>>
    where
        'w: 'b,
    {
        let mut children = node.children();
        let mut next = || children.next().ok_or_else(|| untranslatable(node));
        let (value, qualifier) = (next()?, next()?);
        let lexical_form = self.lexical_form(&value, text)?;
        if !is_a(&qualifier, Meaning::LanguageTag) {
            let datatype = self.iri(&qualifier, datatype)?;
            self.check_datatype(&qualifier, datatype)?;
            return Ok(Term::Typed(lexical_form, datatype));
        }
        let site = FaultSite::of_leaf(&qualifier);
        let tag = site.span.of(self.text);
        let tag = tag.strip_prefix('@').unwrap_or(tag);
        if is_plain_language_tag(tag.as_bytes()) {
            return Ok(Term::Language(lexical_form, tag));
        }
        Ok(match self.any_language_tag(site, tag)? {
            (tag, None) => Term::Language(lexical_form, tag),
            (tag, Some(direction)) => Term::Directional(lexical_form, tag, direction),
        })
    }

    #[inline(never)]
    pub(super) fn lexical_form<'b>(
        &self,
        node: &NodeRef<'_>,
        buffer: &'b mut Text,
    ) -> Result<&'b str>
    where
        'w: 'b,
    {
        let mut node = innermost(node);
        while is_a(&node, Meaning::Choice) {
            node = only_child(&node)?;
        }
        self.between_delimiters(
            meaning(node.production()),
            FaultSite::of_leaf(&node),
            buffer,
        )
    }

    #[inline]
    pub(super) fn between_delimiters<'b>(
        &self,
        meaning: Meaning,
        site: FaultSite,
        buffer: &'b mut Text,
    ) -> Result<&'b str>
    where
        'w: 'b,
    {
        let delimiter = match meaning {
            Meaning::ShortString => 1,
            Meaning::LongString => 3,
            _ => return Err(untranslatable(site)),
        };
        let (between, text) = self.between(site, delimiter, delimiter)?;
        if site.plain == Plain::String {
            return Ok(text);
        }
        self.unescaped(site, between, buffer)
    }

    fn check_datatype(&self, node: &NodeRef<'_>, datatype: &str) -> Result<()> {
        let datatype = NamedNodeRef::new_unchecked(datatype);
        if self.features.language_datatypes.contains(&datatype) {
            let datatype = datatype.as_str().to_owned();
            let kind = SyntaxErrorKind::MissingLanguageTag { datatype };
            return object(self.lenience, fault(&innermost(node), kind));
        }
        Ok(())
    }

    /// A language tag, and the base direction if there is one.
    #[inline(never)]
    fn any_language_tag(
        &mut self,
        site: FaultSite,
        text: &'w str,
    ) -> Result<(&'w str, Option<BaseDirection>)> {
        let (tag, direction) = match text.split_once("--") {
            Some((tag, direction)) => (tag, Some(direction)),
            None => (text, None),
        };
        if let Err(reason) = check_language_tag(tag, self.features.language_tags) {
            let tag = tag.to_owned();
            let kind = SyntaxErrorKind::InvalidLanguageTag { tag, reason };
            object(self.lenience, fault(site, kind))?;
        }
        let Some(name) = direction else {
            return Ok((tag, None));
        };
        let direction = self.newer_syntax(site)?.base_direction(name);
        if direction.is_none() {
            let direction = name.to_owned();
            let kind = SyntaxErrorKind::InvalidBaseDirection { direction };
            return Err(fault(site, kind));
        }
        Ok((tag, direction))
    }

    #[inline]
    pub(super) fn blank_node_label<'b>(
        &mut self,
        site: FaultSite,
        buffer: &'b mut Text,
    ) -> Result<&'b str>
    where
        'w: 'b,
    {
        let (span, label) = self.between(site, "_:".len() as u32, 0)?;
        let generates = self.features.generates_blank_nodes;
        let labels = &mut self.state.labels;
        if has_escapes(self.text, span.into()) {
            return self.escaped_label(site, span, buffer);
        }
        let reserved = generates && Labels::is_reserved(label);
        if !reserved && labels.prefix.is_empty() {
            return Ok(label);
        }
        let distinct = if reserved { "_" } else { "" };
        Ok(fill(buffer, [&labels.prefix, distinct, label]))
    }

    /// A label that was unescaped can be other than the grammar's own labels.
    #[inline(never)]
    fn escaped_label<'b>(
        &mut self,
        site: FaultSite,
        span: Span,
        buffer: &'b mut Text,
    ) -> Result<&'b str>
    where
        'w: 'b,
    {
        let (buffer, unescaped) = buffer.with_unescaped();
        let label = unescaped_part(self.text, site, span, unescaped)?;
        let generates = self.features.generates_blank_nodes;
        let labels = &mut self.state.labels;
        if !generates && labels.prefix.is_empty() {
            return Ok(label);
        }
        if !is_writable(label) {
            let number = labels.instead_of(label);
            buffer.clear();
            labels.write_generated(number, buffer);
            return Ok(buffer);
        }
        let is_reserved = generates && Labels::is_reserved(label);
        let distinct = if is_reserved { "_" } else { "" };
        Ok(fill(buffer, [&labels.prefix, distinct, label]))
    }
}

/// Whether a tag that the grammar has is one by the dialect's data model.
pub(crate) fn check_language_tag(tag: &str, tags: LanguageTags) -> std::result::Result<(), String> {
    match tags {
        LanguageTags::Bcp47 => {
            let parsed = oxilangtag::LanguageTag::parse(tag);
            parsed.map(|_| ()).map_err(|error| error.to_string())
        }
        LanguageTags::Rfc3066 => {
            // `Language-Tag = Primary-subtag *( "-" Subtag )`. The grammar sees to it that the subtags have letters and digits;
            // the primary one is `1*8ALPHA`, the others are `1*8(ALPHA / DIGIT)`.
            match tag.split('-').all(|subtag| (1..=8).contains(&subtag.len())) {
                true => Ok(()),
                false => Err("A subtag has eight characters at most (RFC 3066)".to_owned()),
            }
        }
    }
}

/// Whether `text` is a language tag of an ordinary form: a language of two or three letters, and after it perhaps a
/// region of two. RFC 5646, section 2.1, has these as `2*3ALPHA` and `2ALPHA`, and all between them is optional.
fn is_plain_language_tag(text: &[u8]) -> bool {
    let language = match text {
        [language @ .., b'-', a, b] if a.is_ascii_alphabetic() && b.is_ascii_alphabetic() => {
            language
        }
        _ => text,
    };
    matches!(language.len(), 2 | 3) && language.iter().all(u8::is_ascii_alphabetic)
}

/// Whether N-Triples can write a blank node with this label.
fn is_writable(label: &str) -> bool {
    // oxrdf allows `:` too, as RDF 1.1 N-Triples did before its erratum 30.
    !label.contains(':') && oxrdf::BlankNodeRef::new(label).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_language_tags_are_language_tags() {
        let characters = ["a", "Z", "-", "1", "é", "@", "["];
        let mut texts = vec![String::new()];
        let mut count = 0;
        for _ in 0..6 {
            let longer = |text: String| characters.map(|character| text.clone() + character);
            texts = texts.into_iter().flat_map(longer).collect();
            for text in &texts {
                if is_plain_language_tag(text.as_bytes()) {
                    count += 1;
                    assert!(
                        oxilangtag::LanguageTag::parse(text.as_str()).is_ok(),
                        "{text}"
                    );
                }
            }
        }
        // Of two letters: 4 + 8 languages, and all of them with each of 4 regions.
        assert_eq!(count, 12 + 12 * 4);
    }
}
