//! IRIs: written out, relative, and by prefixed names.

use super::term::{Piece, Term, TermId};
use super::{Result, Site, Walk, fault, iri, plain, untranslatable};
use crate::dialect::Iris;
use crate::tree::NodeRef;
use crate::{Provenance, Span, SyntaxErrorKind};
use oxiri::IriRef;
use oxrdf::QuadRef;

impl<S: FnMut(QuadRef<'_>, &Provenance<'_>)> Walk<'_, S> {
    pub(super) fn iri(&mut self, node: &NodeRef<'_>) -> Result<Piece> {
        let id = self.term(node)?;
        match self.pool.held(id).term {
            Term::Iri(iri) => Ok(iri),
            _ => Err(untranslatable(node)),
        }
    }

    #[inline]
    pub(super) fn iri_reference(&mut self, site: Site) -> Result<TermId> {
        let Span { start, end } = site.span;
        let between = Span {
            start: start + 1,
            end: end - 1,
        };
        let text = between.of(self.text);
        if plain::is_iri(text) {
            return Ok(self.pool.hold(Term::Iri(Piece::Text(between)), site.span));
        }
        if self.features.iris != Iris::Absolute
            && let Some(base) = &self.state.base
            && let Some(before) = base.before(text)
        {
            let iri = Term::Iri(self.pool.push(&[before, text]));
            return Ok(self.pool.hold(iri, site.span));
        }
        self.any_iri_reference(site, between)
    }

    /// An IRI reference of whatever characters and escape sequences.
    #[inline(never)]
    fn any_iri_reference(&mut self, site: Site, between: Span) -> Result<TermId> {
        let piece = self.unescaped(site, between)?;
        let mut resolved = std::mem::take(&mut self.pool.resolved);
        resolved.clear();
        let result = self.resolve_into(site, piece, &mut resolved);
        let result = result.map(|is_resolved| match is_resolved {
            true => self.pool.push(&[&resolved]),
            false => piece,
        });
        self.pool.resolved = resolved;
        Ok(self.pool.hold(Term::Iri(result?), site.span))
    }

    /// Checks an IRI reference and, if it is relative, resolves it; returns whether it was.
    fn resolve_into(&mut self, site: Site, piece: Piece, resolved: &mut String) -> Result<bool> {
        let text = self.pool.str(piece, self.text);
        if plain::is_iri(text) {
            return Ok(false);
        }
        let reference = match checked(self.features.iris, text) {
            Ok(reference) => reference,
            Err(reason) => {
                let iri = text.to_owned();
                return Err(fault(site, SyntaxErrorKind::InvalidIri { iri, reason }));
            }
        };
        if reference.is_absolute() {
            return Ok(false);
        }
        let base = match (&self.state.base, self.features.iris) {
            (Some(base), Iris::References | Iris::UriReferences) => base,
            (_, Iris::Absolute) | (None, _) => {
                let iri = text.to_owned();
                return Err(fault(site, SyntaxErrorKind::RelativeIri { iri }));
            }
        };
        iri::resolve(base.iri(), &reference, resolved).map_err(|reason| {
            let (iri, reason) = (text.to_owned(), reason.to_owned());
            fault(site, SyntaxErrorKind::InvalidIri { iri, reason })
        })?;
        Ok(true)
    }

    #[inline]
    pub(super) fn prefixed_name(&mut self, site: Site) -> Result<TermId> {
        let span = site.span;
        let text = &self.text.as_bytes()[span.start as usize..];
        if let Some(expansion) = self.state.namespaces.expand(text)
            && expansion.takes_plain_names
            && expansion.colon < span.len()
        {
            let start = span.start + expansion.colon as u32 + 1;
            let local = Span { start, ..span }.of(self.text);
            if plain::is_part_of_segment(local) {
                let iri = Term::Iri(self.pool.push(&[expansion.namespace, local]));
                return Ok(self.pool.hold(iri, span));
            }
        }
        self.any_prefixed_name(site)
    }

    /// A prefixed name of whatever characters and escape sequences.
    #[inline(never)]
    fn any_prefixed_name(&mut self, site: Site) -> Result<TermId> {
        let span = site.span;
        let colon = span
            .of(self.text)
            .find(':')
            .ok_or_else(|| untranslatable(site))? as u32;
        let prefix = Span {
            end: span.start + colon,
            ..span
        };
        let local = Span {
            start: prefix.end + 1,
            ..span
        };
        let prefix = self.unescaped(site, prefix)?;
        let prefix = self.pool.str(prefix, self.text);
        let Some(namespace) = self.state.namespaces.get(prefix) else {
            let prefix = prefix.to_owned();
            return Err(fault(site, SyntaxErrorKind::UndeclaredPrefix { prefix }));
        };
        let start = self.pool.text.len();
        self.pool.text.push_str(namespace);
        self.push_unescaped(site, local)?;
        let iri = &self.pool.text[start..];
        if !plain::is_iri(iri)
            && let Err(reason) = checked(self.features.iris, iri)
        {
            let iri = iri.to_owned();
            return Err(fault(site, SyntaxErrorKind::InvalidIri { iri, reason }));
        }
        let iri = Term::Iri(self.pool.since(start));
        Ok(self.pool.hold(iri, span))
    }
}

/// An IRI reference that the dialect allows, or what is wrong with it.
fn checked(iris: Iris, text: &str) -> std::result::Result<IriRef<&str>, String> {
    match iris {
        Iris::Absolute | Iris::References => IriRef::parse(text).map_err(|error| error.to_string()),
        Iris::UriReferences => {
            iri::check_uri_reference(text).map(|()| IriRef::parse_unchecked(text))
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Dialect, Parser};
    use pretty_assertions::assert_eq;

    fn subjects(text: &str) -> Vec<String> {
        let triples = Parser::new(Dialect::Turtle12).parse_str(text).triples();
        triples
            .map(|triple| triple.unwrap().subject.to_string())
            .collect()
    }

    #[test]
    fn a_declaration_holds_until_the_next_one() {
        let text = "
            PREFIX a: <x:1/> a:s a a:C . PREFIX a: <urn:2> a:s a a:C .
            PREFIX long-prefix: <x:3/> long-prefix:s a a:C . PREFIX long-prefix: <x:4> long-prefix:s a a:C .
            PREFIX a: <http://five> a:x.six.seven\\/s a a:C .
            BASE <http://base/a/> <s> a <C> . BASE <b/> <s> a <C> . BASE <urn:c> <s> a <C> .
        ";
        assert_eq!(
            subjects(text),
            [
                "<x:1/s>",
                "<urn:2s>",
                "<x:3/s>",
                "<x:4s>",
                "<http://fivex.six.seven/s>",
                "<http://base/a/s>",
                "<http://base/a/b/s>",
                "<urn:s>",
            ]
        );
    }

    #[test]
    fn a_name_behind_an_open_authority_is_checked() {
        let text = "PREFIX a: <http://host> a:b a a:b . a:80:c a a:b . a:b%20 a a:b .";
        assert_eq!(
            subjects(text.split_once("a:80").unwrap().0),
            ["<http://hostb>"]
        );
        let mut triples = Parser::new(Dialect::Turtle12).parse_str(text).triples();
        assert!(triples.next().unwrap().is_ok());
        let error = triples.next().unwrap().unwrap_err().to_string();
        assert!(error.contains("http://host80:c"), "{error}");
    }
}
