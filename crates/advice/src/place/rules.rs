//! The specifications' rules for the meaning of productions: the sections on parsing, in short.
//!
//! Invariant: these are tables, one for each section. Which rules hold at a place is decided by the productions that the place is in.

use turtle_peg::{Dialect, Production};

/// A specification's rule for the meaning of a production.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParsingRule {
    /// The production.
    pub production: Production,
    /// The section that has the rule.
    pub section: &'static str,
    /// The rule in short.
    pub words: &'static str,
}

/// Productions, and the rule for their meaning in short.
type RuleOfProductions = (&'static [&'static str], &'static str);

/// The rules by which a production changes the state that the parser keeps from one statement to the next.
const STATE: &[RuleOfProductions] = &[
    (
        &["base", "sparqlBase"],
        "relative IRI references are resolved against this IRI from here on",
    ),
    (
        &["prefixID", "sparqlPrefix"],
        "the prefix stands for this namespace from here on",
    ),
    (
        &["subject", "ttSubject", "rtSubject"],
        "the term is the subject of what follows",
    ),
    (
        &["verb", "predicate"],
        "the term is the predicate of what follows; `a` is rdf:type",
    ),
];

/// Which terms productions stand for.
const TERMS: &[RuleOfProductions] = &[
    (
        &["IRIREF"],
        "the characters between `<` and `>`, with numeric escapes replaced, are an IRI; a relative reference is resolved against the base IRI",
    ),
    (
        &["PNAME_LN"],
        "the namespace of the prefix, followed by the local part with its escapes replaced, is an IRI",
    ),
    (
        &["PNAME_NS"],
        "in a declaration it is the prefix; elsewhere it stands for the namespace, which is an IRI",
    ),
    (
        &[
            "STRING_LITERAL_QUOTE",
            "STRING_LITERAL_SINGLE_QUOTE",
            "STRING_LITERAL_LONG_QUOTE",
            "STRING_LITERAL_LONG_SINGLE_QUOTE",
        ],
        "the characters between the outermost quotes, with escapes replaced, are a lexical form",
    ),
    (
        &["LANGTAG"],
        "the characters after the `@` are the language tag",
    ),
    (
        &["LANG_DIR"],
        "the characters after the `@` are the language tag, and after `--` the base direction",
    ),
    (
        &["RDFLiteral", "literal"],
        "the lexical form makes a literal: with the datatype IRI after `^^`, with the language tag, or with neither, which is xsd:string",
    ),
    (
        &["INTEGER"],
        "the text as it stands is the lexical form of a literal of xsd:integer",
    ),
    (
        &["DECIMAL"],
        "the text as it stands is the lexical form of a literal of xsd:decimal",
    ),
    (
        &["DOUBLE"],
        "the text as it stands is the lexical form of a literal of xsd:double",
    ),
    (
        &["BooleanLiteral"],
        "the text is the lexical form of a literal of xsd:boolean",
    ),
    (
        &["BLANK_NODE_LABEL"],
        "the label stands for a blank node: the same one wherever the document has it",
    ),
    (&["ANON"], "a blank node is generated"),
    (
        &["VersionSpecifier", "versionSpecifier"],
        "the version is announced; it is a hint, and changes nothing",
    ),
    (
        &["tripleTerm"],
        "the terms of its subject, predicate and object make a triple term; nothing says that this triple is true",
    ),
    (
        &["reifier"],
        "the IRI or blank node is the reifier; without one, a blank node is generated",
    ),
];

/// Which triples they make.
const TRIPLES: &[RuleOfProductions] = &[
    (
        &["object"],
        "each object gives a triple, with the subject and the predicate as they stand",
    ),
    (
        &["blankNodePropertyList"],
        "a blank node is generated, which is the subject of what is within, and stands for all of it",
    ),
    (
        &["collection"],
        "each object is the rdf:first of a blank node, each of these the rdf:rest of the one before; rdf:nil ends them, and alone is the empty collection",
    ),
    (
        &["reifiedTriple"],
        "the reifier, or a generated blank node, has rdf:reifies with the triple term, and stands for all of it",
    ),
    (
        &["annotation"],
        "the triple before it becomes a triple term, which reifiers reify",
    ),
    (
        &["annotationBlock"],
        "the reifier before it, or a generated blank node, is the subject of what is within",
    ),
    (
        &["triple", "quad"],
        "the terms of subject, predicate and object make a triple",
    ),
    (
        &["labelOrSubject", "graphLabel"],
        "the term names the graph that the triples go to; if no braces follow, it is a subject",
    ),
];

/// The specification's rule for a production. The drafts and the submission before RDF 1.1 are not in the table.
pub(super) fn of(dialect: Dialect, production: Production) -> Option<ParsingRule> {
    let name = production.name();
    let sections = dialect.parsing_sections()?;
    // Where a statement is a line, it is the line that gives a triple; elsewhere, `literal` is only a choice.
    let (is_elsewhere, state) = match dialect.is_line_based() {
        true => (name == "object", None),
        false => (name == "literal", Some((sections.state, STATE))),
    };
    let tables = [(sections.terms, TERMS), (sections.triples, TRIPLES)];
    let tables = state.into_iter().chain(tables).filter(|_| !is_elsewhere);
    let mut rows = tables.flat_map(|(section, rules)| rules.iter().map(move |row| (section, row)));
    let (section, (_, words)) = rows.find(|(_, (names, _))| names.contains(&name))?;
    Some(ParsingRule {
        production,
        section,
        words,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_names_productions_once_and_as_they_are_spelt() {
        let names: Vec<_> = [STATE, TERMS, TRIPLES]
            .into_iter()
            .flatten()
            .flat_map(|(names, _)| *names)
            .collect();
        for (place, name) in names.iter().enumerate() {
            assert!(Production::from_name(name).is_some(), "{name}");
            assert!(!names[..place].contains(name), "{name}");
        }
    }
}
