//! The prefixes that documents declare, for people who read a report: IRIs as the documents write them.
//!
//! Invariants: a prefix stands for one namespace, the first that it is declared for, and memory is limited. A name that is written
//! with a prefix is one in Turtle, too.

use std::collections::{HashMap, HashSet};
use turtle_peg::oxrdf::vocab::{rdf, xsd};
use turtle_peg::oxrdf::{
    GraphNameRef, Literal, LiteralRef, NamedNodeRef, NamedOrBlankNodeRef, QuadRef, TermRef,
};
use turtle_peg::parallel::Part;

/// Prefixes by their namespaces; the first of several.
#[derive(Default)]
pub struct UsefulPrefixes {
    by_namespace: HashMap<String, String>,
    taken: HashSet<String>,
    /// How many bytes they have, with their namespaces.
    bytes: usize,
}

impl UsefulPrefixes {
    /// Longer prefixes make no name readable.
    const LONGEST: usize = 1000;
    const MOST_BYTES: usize = 16 << 20;

    fn is_useful(prefix: &str, namespace: &str) -> bool {
        prefix.len() + namespace.len() <= Self::LONGEST
    }

    /// The prefix that the latest statement of a part has declared, with its namespace, if it makes names readable.
    pub fn declared_in(part: &Part<'_>) -> Option<(String, String)> {
        let (prefix, namespace) = part.declared_prefix()?;
        Self::is_useful(prefix, namespace).then(|| (prefix.to_owned(), namespace.to_owned()))
    }

    /// Keeps a prefix, as far as there is room.
    pub fn declare(&mut self, prefix: &str, namespace: &str) {
        let bytes = self.bytes + prefix.len() + namespace.len();
        if Self::is_useful(prefix, namespace)
            && bytes <= Self::MOST_BYTES
            && !self.by_namespace.contains_key(namespace)
            && self.taken.insert(prefix.to_owned())
        {
            self.bytes = bytes;
            self.by_namespace
                .insert(namespace.to_owned(), prefix.to_owned());
        }
    }

    /// The prefix of a namespace.
    pub fn of(&self, namespace: &str) -> Option<&str> {
        self.by_namespace.get(namespace).map(String::as_str)
    }

    /// A quad as N-Quads has it, but with prefixed names, and with `a` for the predicate rdf:type; without its full stop.
    pub fn quad(&self, quad: QuadRef<'_>) -> String {
        let triple = self.triple(quad.subject, quad.predicate, quad.object);
        match quad.graph_name {
            GraphNameRef::DefaultGraph => triple,
            GraphNameRef::NamedNode(iri) => format!("{triple} {}", self.iri(iri)),
            GraphNameRef::BlankNode(node) => format!("{triple} {node}"),
        }
    }

    fn triple(
        &self,
        subject: NamedOrBlankNodeRef<'_>,
        predicate: NamedNodeRef<'_>,
        object: TermRef<'_>,
    ) -> String {
        let (subject, object) = (self.term(subject.into()), self.term(object));
        format!("{subject} {} {object}", self.predicate(predicate))
    }

    pub fn predicate(&self, predicate: NamedNodeRef<'_>) -> String {
        match predicate == rdf::TYPE {
            true => "a".to_owned(),
            false => self.iri(predicate),
        }
    }

    pub fn term(&self, term: TermRef<'_>) -> String {
        match term {
            TermRef::NamedNode(iri) => self.iri(iri),
            TermRef::BlankNode(node) => node.to_string(),
            TermRef::Literal(literal) => self.literal(literal),
            TermRef::Triple(triple) => {
                let triple = triple.as_ref();
                let inner = self.triple(triple.subject, triple.predicate, triple.object);
                format!("<<( {inner} )>>")
            }
        }
    }

    fn literal(&self, literal: LiteralRef<'_>) -> String {
        let datatype = literal.datatype();
        if literal.language().is_some() || datatype == xsd::STRING {
            return literal.to_string();
        }
        if has_short_form(literal) {
            return literal.value().to_owned();
        }
        let value = Literal::new_simple_literal(literal.value());
        format!("{value}^^{}", self.iri(datatype))
    }

    /// A prefixed name, where a prefix is declared for all but the letters, digits, `_` and `-` at the end; or else the IRI in full.
    pub fn iri(&self, iri: NamedNodeRef<'_>) -> String {
        let is_of_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
        let namespace = iri.as_str().trim_end_matches(is_of_name);
        let name = &iri.as_str()[namespace.len()..];
        match self.of(namespace) {
            Some(prefix) if !name.starts_with('-') => format!("{prefix}:{name}"),
            _ => iri.to_string(),
        }
    }
}

/// Whether Turtle writes a literal as its value alone: integers, decimals and booleans.
pub fn has_short_form(literal: LiteralRef<'_>) -> bool {
    let unsigned = literal.value().trim_start_matches(['+', '-']);
    let has_one_sign = literal.value().len() - unsigned.len() <= 1;
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let is_number = |text: &str| !text.is_empty() && is_digits(text);
    match literal.datatype() {
        xsd::BOOLEAN => matches!(literal.value(), "true" | "false"),
        xsd::INTEGER => has_one_sign && is_number(unsigned),
        xsd::DECIMAL => {
            let parts = unsigned.split_once('.');
            has_one_sign && parts.is_some_and(|(whole, rest)| is_digits(whole) && is_number(rest))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;
    use turtle_peg::{Dialect, Parser};

    #[test]
    fn terms_are_written_with_the_prefixes() -> anyhow::Result<()> {
        let mut prefixes = UsefulPrefixes::default();
        prefixes.declare("ex", "http://e/");
        prefixes.declare("ex", "http://other/");
        prefixes.declare("xsd", "http://www.w3.org/2001/XMLSchema#");
        for (document, expected) in [
            ("<http://e/a> a <http://e/> .", "ex:a a ex:"),
            (
                "<http://e/a> <http://other/b> <http://e/a/b> .",
                "ex:a <http://other/b> <http://e/a/b>",
            ),
            (
                "<http://e/a> <http://e/-b> -5, 1.5, true, 1e0, '+-5'^^<http://www.w3.org/2001/XMLSchema#integer> .",
                "ex:a <http://e/-b> -5\nex:a <http://e/-b> 1.5\nex:a <http://e/-b> true\nex:a <http://e/-b> \"1e0\"^^xsd:double\n\
                 ex:a <http://e/-b> \"+-5\"^^xsd:integer",
            ),
            (
                "<http://e/é> <http://e/p-1> \"a\\n\"@en, <<( <http://e/a> a <http://e/b> )>> .",
                "<http://e/é> ex:p-1 \"a\\n\"@en\n<http://e/é> ex:p-1 <<( ex:a a ex:b )>>",
            ),
        ] {
            let mut written = Vec::new();
            for quad in Parser::new(Dialect::Turtle12).parse_str(document).quads() {
                written.push(prefixes.quad(quad?.as_ref()));
            }
            assert_eq!(written.join("\n"), expected);
        }
        Ok(())
    }
}
