//! IRIs: written out, relative, and by prefixed names.

use super::base::Base;
use super::buffers::{Names, Text, fill};
use super::escape::{has_escapes, unescape};
use super::fault::{Fault, FaultSite, Result, fault, object, untranslatable};
use super::meaning::{Meaning, meaning};
use super::namespaces::Start;
use super::sink::Sink;
use super::state::DocumentState;
use super::term::{Placed, PlacedPredicate};
use super::walk::{StatementWalk, innermost, only_child};
use super::{iri, plain};
use crate::SyntaxErrorKind;
use crate::dialect::{Features, IriSyntax};
use crate::tree::{NodeRef, Plain};
use oxiri::IriRef;
use oxrdf::NamedNodeRef;
use oxrdf::vocab::rdf;
use runtime::Span;
use std::ops::Range;

impl<'w, S: Sink> StatementWalk<'w, S> {
    /// A predicate.
    #[inline]
    pub(super) fn predicate<'b>(
        &mut self,
        node: &NodeRef<'_>,
        names: &'b mut Names,
    ) -> Result<PlacedPredicate<'b>>
    where
        'w: 'b,
    {
        let node = innermost(node);
        let span = node.span();
        match meaning(node.production()) {
            Meaning::PrefixedName => {}
            Meaning::Verb if node.is_leaf() => {
                let term = rdf::TYPE;
                return Ok(Placed { term, span });
            }
            Meaning::IriReference => {
                let iri = self.reference_in_quad(FaultSite::of_leaf(&node), &mut names.other)?;
                let term = NamedNodeRef::new_unchecked(iri);
                return Ok(Placed { term, span });
            }
            _ => return self.named_node(&node, &mut names.other),
        }
        let declared = self.state.namespaces.declared();
        let place = names.of(self.text.as_bytes(), span, declared);
        let iri = place.iri(|text| {
            let name = self.name_in_quad(FaultSite::of_leaf(&node), text);
            name.map(|_: &str| ())
        })?;
        Ok(Placed {
            term: NamedNodeRef::new_unchecked(iri),
            span,
        })
    }

    /// A term that can be nothing but an IRI.
    #[inline(always)]
    pub(super) fn named_node<'b>(
        &mut self,
        node: &NodeRef<'_>,
        buffer: &'b mut Text,
    ) -> Result<PlacedPredicate<'b>>
    where
        'w: 'b,
    {
        let mut node = innermost(node);
        let iri = loop {
            match meaning(node.production()) {
                Meaning::IriReference => {
                    break self.iri_reference(FaultSite::of_leaf(&node), buffer)?;
                }
                Meaning::PrefixedName => {
                    break self.prefixed_name(FaultSite::of_leaf(&node), buffer)?;
                }
                Meaning::Verb if node.is_leaf() => break rdf::TYPE.as_str(),
                Meaning::Choice | Meaning::Verb => node = innermost(&only_child(&node)?),
                _ => return Err(untranslatable(&node)),
            }
        };
        Ok(Placed {
            term: NamedNodeRef::new_unchecked(iri),
            span: node.span(),
        })
    }

    /// The text of an IRI, whether written in full, as a prefixed name, or as `a`.
    #[inline(never)]
    pub(super) fn iri<'b>(&mut self, node: &NodeRef<'_>, buffer: &'b mut Text) -> Result<&'b str>
    where
        'w: 'b,
    {
        Ok(self.named_node(node, buffer)?.term.as_str())
    }

    /// An IRI that is only part of a quad, written out or relative.
    #[inline(always)]
    pub(super) fn reference_in_quad<'b>(
        &self,
        site: FaultSite,
        buffer: &'b mut Text,
    ) -> Result<&'b str>
    where
        'w: 'b,
    {
        match S::READS {
            true => self.iri_reference(site, buffer),
            false => self.check_iri_reference(site, buffer),
        }
    }

    /// An IRI that is only part of a quad, by its prefixed name.
    #[inline(always)]
    pub(super) fn name_in_quad<'b>(
        &mut self,
        site: FaultSite,
        buffer: &'b mut Text,
    ) -> Result<&'b str>
    where
        'w: 'b,
    {
        match S::READS {
            true => self.prefixed_name(site, buffer),
            false => self.check_prefixed_name(site, buffer),
        }
    }

    /// Finds the fault of an IRI that the sink does not read; the text that it returns need not be the IRI.
    fn check_iri_reference<'b>(&self, site: FaultSite, buffer: &'b mut Text) -> Result<&'b str>
    where
        'w: 'b,
    {
        let (_, text) = self.between(site, 1, 1)?;
        if site.plain == Plain::Iri {
            return Ok(text);
        }
        match self.resolved(text) {
            Some((before, rest)) if before.len() + rest.len() <= self.limits.iri => Ok(text),
            _ => self.iri_reference(site, buffer),
        }
    }

    /// Finds the fault of a prefixed name that the sink does not read; the text that it returns need not be the IRI.
    fn check_prefixed_name<'b>(&mut self, site: FaultSite, buffer: &'b mut Text) -> Result<&'b str>
    where
        'w: 'b,
    {
        let name = site.span.of(self.text);
        if let Some(expansion) = self.state.namespaces.expand(name.as_bytes())
            && expansion.takes_plain_names
            && let Some(local) = name.get(expansion.colon + 1..)
            && (site.plain == Plain::Name || plain::is_part_of_segment(local))
            && expansion.namespace.len() + local.len() <= self.limits.iri
        {
            return Ok(name);
        }
        let start = Start::of(name.as_bytes());
        self.any_prefixed_name(site, start, buffer)
    }

    #[inline(always)]
    pub(super) fn iri_reference<'b>(&self, site: FaultSite, buffer: &'b mut Text) -> Result<&'b str>
    where
        'w: 'b,
    {
        match site.plain {
            Plain::Iri => Ok(self.between(site, 1, 1)?.1),
            Plain::RelativeReference => self.plain_relative_reference(site, buffer),
            _ => self.unsure_iri_reference(site, buffer),
        }
    }

    #[inline(never)]
    fn plain_relative_reference<'b>(&self, site: FaultSite, buffer: &'b mut Text) -> Result<&'b str>
    where
        'w: 'b,
    {
        let (_, text) = self.between(site, 1, 1)?;
        let base = base(self.features, self.state);
        match base.and_then(|base| base.before_plain(text)) {
            Some(before) => self.put_together(site, [before, text], buffer),
            None => self.any_iri_reference(site, text, buffer),
        }
    }

    #[inline(never)]
    fn unsure_iri_reference<'b>(&self, site: FaultSite, buffer: &'b mut Text) -> Result<&'b str>
    where
        'w: 'b,
    {
        let (between, _) = self.between(site, 1, 1)?;
        let (buffer, unescaped) = buffer.with_unescaped();
        let text = unescaped_part(self.text, site, between, unescaped)?;
        if plain::is_iri(text) {
            return Ok(text);
        }
        match self.resolved(text) {
            Some((before, rest)) => self.put_together(site, [before, rest], buffer),
            None => self.any_iri_reference(site, text, buffer),
        }
    }

    /// Puts a text after the beginning of a base IRI.
    #[inline(always)]
    fn put_together<'b>(
        &self,
        site: FaultSite,
        [before, text]: [&str; 2],
        buffer: &'b mut String,
    ) -> Result<&'b str> {
        self.check_length(site, before.len() + text.len())?;
        Ok(fill(buffer, [before, text]))
    }

    /// Checks the length of an IRI that others are made with, or that is made with another.
    #[inline]
    pub(super) fn check_length(&self, site: impl Into<FaultSite>, bytes: usize) -> Result<()> {
        match bytes <= self.limits.iri {
            true => Ok(()),
            false => {
                let limit = self.limits.iri;
                Err(fault(site, SyntaxErrorKind::IriTooLong { limit }))
            }
        }
    }

    /// The two texts that resolving a reference puts one after the other, if it does no more.
    #[inline]
    pub(super) fn resolved<'r>(&self, reference: &'r str) -> Option<(&str, &'r str)> {
        base(self.features, self.state)?.resolved(reference)
    }

    /// An IRI reference of whatever characters, its escape sequences replaced.
    #[inline(never)]
    fn any_iri_reference<'b>(
        &self,
        site: FaultSite,
        text: &'b str,
        buffer: &'b mut String,
    ) -> Result<&'b str> {
        buffer.clear();
        Ok(match self.resolve_into(site, text, buffer)? {
            true => buffer,
            false => text,
        })
    }

    /// Checks an IRI reference and, if it is relative, resolves it; returns whether it was.
    fn resolve_into(&self, site: FaultSite, text: &str, resolved: &mut String) -> Result<bool> {
        let reference = match checked(self.features.iris, text) {
            Ok(reference) => reference,
            Err(reason) => {
                let reference = IriRef::parse_unchecked(text);
                let can_be_kept =
                    reference.is_absolute() || base(self.features, self.state).is_some();
                // A term that cannot be kept was not let pass: no warning.
                if can_be_kept || self.lenience.is_none() {
                    object(self.lenience, invalid_iri(site, text, &reason))?;
                }
                reference
            }
        };
        if reference.is_absolute() {
            return Ok(false);
        }
        let Some(base) = base(self.features, self.state) else {
            let iri = text.to_owned();
            let is_allowed = !matches!(self.features.iris, IriSyntax::Absolute);
            return Err(fault(
                site,
                SyntaxErrorKind::RelativeIri { iri, is_allowed },
            ));
        };
        if let Err(reason) = iri::resolve(base.iri(), &reference, resolved) {
            object(self.lenience, invalid_iri(site, text, reason))?;
        }
        self.check_length(site, resolved.len())?;
        Ok(true)
    }

    #[inline]
    pub(super) fn prefixed_name<'b>(
        &mut self,
        site: FaultSite,
        buffer: &'b mut Text,
    ) -> Result<&'b str>
    where
        'w: 'b,
    {
        let span = site.span;
        let text = &self.text.as_bytes()[span.start as usize..];
        let start = Start::of(text);
        if site.plain == Plain::Name
            && let Some(start) = start
            && start.colon < span.len()
            && let Some(local) = self.text.get(span.start as usize + start.colon + 1..span.end as usize)
            // Polonius would see that it is returned or not borrowed.
            && buffer.again(start.word, self.state.namespaces.declared(), local, self.limits.iri).is_some()
        {
            return Ok(buffer);
        }
        self.another_prefixed_name(site, start, buffer)
    }

    /// A prefixed name of another namespace than the one before.
    #[inline(never)]
    fn another_prefixed_name<'b>(
        &mut self,
        site: FaultSite,
        start: Option<Start>,
        buffer: &'b mut Text,
    ) -> Result<&'b str>
    where
        'w: 'b,
    {
        let span = site.span;
        if let Some(start) = start
            && start.colon < span.len()
        {
            let local = Span {
                start: span.start + start.colon as u32 + 1,
                ..span
            };
            let written = local.of(self.text);
            let is_plain = site.plain == Plain::Name
                || !has_escapes(self.text, local.into()) && plain::is_part_of_segment(written);
            let (declared, limit) = (self.state.namespaces.declared(), self.limits.iri);
            if is_plain && buffer.again(start.word, declared, written, limit).is_some() {
                return Ok(buffer);
            }
            let text = &self.text.as_bytes()[span.start as usize..];
            if is_plain
                && let Some(expansion) = self.state.namespaces.expand_start(start, text)
                && expansion.takes_plain_names
                && expansion.namespace.len() + written.len() <= limit
            {
                return Ok(buffer.name(expansion.namespace, expansion.remembered, written));
            }
        }
        self.any_prefixed_name(site, start, buffer)
    }

    /// A prefixed name of whatever characters and escape sequences, which begins like this.
    #[inline(never)]
    fn any_prefixed_name<'b>(
        &mut self,
        site: FaultSite,
        start: Option<Start>,
        buffer: &'b mut Text,
    ) -> Result<&'b str>
    where
        'w: 'b,
    {
        let span = site.span;
        let name = span.of(self.text);
        let start = start.filter(|start| start.colon < name.len());
        let start = start.ok_or_else(|| untranslatable(site))?;
        let colon = span.start + start.colon as u32;
        let (iri, unescaped) = buffer.with_unescaped();
        let namespaces = &mut self.state.namespaces;
        let (namespace, remembered) = match namespaces.expand_start(start, name.as_bytes()) {
            Some(expansion) => (
                expansion.namespace,
                expansion.takes_plain_names.then_some(expansion.remembered),
            ),
            None => {
                let prefix = Span { end: colon, ..span };
                let prefix = unescaped_part(self.text, site, prefix, unescaped)?;
                let Some(namespace) = self.state.namespaces.get(prefix) else {
                    let prefix = prefix.to_owned();
                    let declared = self.state.namespaces.prefixes();
                    return Err(fault(
                        site,
                        SyntaxErrorKind::UndeclaredPrefix { prefix, declared },
                    ));
                };
                (namespace, None)
            }
        };
        let local = Span {
            start: colon + 1,
            ..span
        };
        let local = unescaped_part(self.text, site, local, unescaped)?;
        fill(iri, [namespace, local]);
        self.check_length(site, iri.len())?;
        let is_plain = remembered.is_some() && plain::is_part_of_segment(local);
        if !is_plain
            && !plain::is_iri(iri)
            && let Err(reason) = checked(self.features.iris, iri)
        {
            object(self.lenience, invalid_iri(site, iri, &reason))?;
        }
        buffer.remember(remembered.flatten());
        Ok(buffer)
    }

    /// A terminal's text without its delimiters, each of this number of bytes.
    ///
    /// The dialects' terminals have them; those of an edited grammar need not.
    #[inline]
    pub(super) fn between(
        &self,
        site: FaultSite,
        before: u32,
        after: u32,
    ) -> Result<(Span, &'w str)> {
        let span = Span {
            start: site.span.start.saturating_add(before),
            end: site.span.end.saturating_sub(after),
        };
        match self.text.get(Range::from(span)) {
            Some(text) => Ok((span, text)),
            None => Err(untranslatable(site)),
        }
    }

    /// A part of a terminal's text with its escape sequences replaced.
    #[inline]
    pub(super) fn unescaped<'b>(
        &self,
        site: FaultSite,
        span: Span,
        buffer: &'b mut Text,
    ) -> Result<&'b str>
    where
        'w: 'b,
    {
        unescaped_part(self.text, site, span, buffer.with_unescaped().1)
    }
}

/// A part of a terminal's text with its escape sequences replaced, in the buffer if there are any.
#[inline]
pub(super) fn unescaped_part<'b>(
    text: &'b str,
    site: FaultSite,
    span: Span,
    buffer: &'b mut Vec<u8>,
) -> Result<&'b str> {
    unescape(text, span.into(), buffer).map_err(|range| {
        Box::new(Fault {
            kind: SyntaxErrorKind::InvalidEscape {
                escape: text[range.clone()].to_owned(),
            },
            span: Span {
                start: range.start as u32,
                end: range.end as u32,
            },
            production: site.production,
        })
    })
}

/// The base IRI of relative references, where the dialect has any.
fn base<'s>(features: &Features, state: &'s DocumentState) -> Option<&'s Base> {
    match features.iris {
        IriSyntax::Absolute => None,
        IriSyntax::References | IriSyntax::UriReferences => state.base.as_ref(),
    }
}

#[cold]
fn invalid_iri(site: FaultSite, iri: &str, reason: &str) -> Box<Fault> {
    let (iri, reason) = (iri.to_owned(), reason.to_owned());
    fault(site, SyntaxErrorKind::InvalidIri { iri, reason })
}

/// Whether a parser takes this text, between `<` and `>`, for an absolute IRI.
pub(crate) fn check_absolute_iri(iris: IriSyntax, text: &str) -> std::result::Result<(), String> {
    if plain::is_iri(text) {
        return Ok(());
    }
    match checked(iris, text)?.is_absolute() {
        true => Ok(()),
        false => Err("it is relative".to_owned()),
    }
}

/// An IRI reference that the dialect allows, or its fault.
fn checked(iris: IriSyntax, text: &str) -> std::result::Result<IriRef<&str>, String> {
    match iris {
        IriSyntax::Absolute | IriSyntax::References => {
            IriRef::parse(text).map_err(|error| error.to_string())
        }
        IriSyntax::UriReferences => {
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
