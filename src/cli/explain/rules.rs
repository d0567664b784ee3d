//! The specifications' rules for the meaning of productions: the sections on parsing, in short.
//!
//! Invariant: it is a table. Which rules hold at a place is decided by the productions that the place is in.

use crate::Dialect;

/// The part of a specification's section on parsing that a rule is in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ParsingSection {
    State,
    Terms,
    Triples,
}

struct ParsingRule {
    productions: &'static [&'static str],
    part: ParsingSection,
    words: &'static str,
}

const fn rule(
    productions: &'static [&'static str],
    part: ParsingSection,
    words: &'static str,
) -> ParsingRule {
    ParsingRule {
        productions,
        part,
        words,
    }
}

const RULES: &[ParsingRule] = &[
    rule(
        &["IRIREF"],
        ParsingSection::Terms,
        "the characters between `<` and `>`, with numeric escapes replaced, are an IRI; a relative reference is resolved against the base IRI",
    ),
    rule(
        &["PNAME_LN"],
        ParsingSection::Terms,
        "the namespace of the prefix, followed by the local part with its escapes replaced, is an IRI",
    ),
    rule(
        &["PNAME_NS"],
        ParsingSection::Terms,
        "in a declaration it is the prefix; elsewhere it stands for the namespace, which is an IRI",
    ),
    rule(
        &[
            "STRING_LITERAL_QUOTE",
            "STRING_LITERAL_SINGLE_QUOTE",
            "STRING_LITERAL_LONG_QUOTE",
            "STRING_LITERAL_LONG_SINGLE_QUOTE",
        ],
        ParsingSection::Terms,
        "the characters between the outermost quotes, with escapes replaced, are a lexical form",
    ),
    rule(
        &["LANGTAG"],
        ParsingSection::Terms,
        "the characters after the `@` are the language tag",
    ),
    rule(
        &["LANG_DIR"],
        ParsingSection::Terms,
        "the characters after the `@` are the language tag, and after `--` the base direction",
    ),
    rule(
        &["RDFLiteral", "literal"],
        ParsingSection::Terms,
        "the lexical form makes a literal: with the datatype IRI after `^^`, with the language tag, or with neither, which is xsd:string",
    ),
    rule(
        &["INTEGER"],
        ParsingSection::Terms,
        "the text as it stands is the lexical form of a literal of xsd:integer",
    ),
    rule(
        &["DECIMAL"],
        ParsingSection::Terms,
        "the text as it stands is the lexical form of a literal of xsd:decimal",
    ),
    rule(
        &["DOUBLE"],
        ParsingSection::Terms,
        "the text as it stands is the lexical form of a literal of xsd:double",
    ),
    rule(
        &["BooleanLiteral"],
        ParsingSection::Terms,
        "the text is the lexical form of a literal of xsd:boolean",
    ),
    rule(
        &["BLANK_NODE_LABEL"],
        ParsingSection::Terms,
        "the label stands for a blank node: the same one wherever the document has it",
    ),
    rule(
        &["ANON"],
        ParsingSection::Terms,
        "a blank node is generated",
    ),
    rule(
        &["VersionSpecifier", "versionSpecifier"],
        ParsingSection::Terms,
        "the version is announced; it is a hint, and changes nothing",
    ),
    rule(
        &["tripleTerm"],
        ParsingSection::Terms,
        "the terms of its subject, predicate and object make a triple term; nothing says that this triple is true",
    ),
    rule(
        &["reifier"],
        ParsingSection::Terms,
        "the IRI or blank node is the reifier; without one, a blank node is generated",
    ),
    rule(
        &["base", "sparqlBase"],
        ParsingSection::State,
        "relative IRI references are resolved against this IRI from here on",
    ),
    rule(
        &["prefixID", "sparqlPrefix"],
        ParsingSection::State,
        "the prefix stands for this namespace from here on",
    ),
    rule(
        &["subject", "ttSubject", "rtSubject"],
        ParsingSection::State,
        "the term is the subject of what follows",
    ),
    rule(
        &["verb", "predicate"],
        ParsingSection::State,
        "the term is the predicate of what follows; `a` is rdf:type",
    ),
    rule(
        &["object"],
        ParsingSection::Triples,
        "each object gives a triple, with the subject and the predicate as they stand",
    ),
    rule(
        &["blankNodePropertyList"],
        ParsingSection::Triples,
        "a blank node is generated, which is the subject of what is within, and stands for all of it",
    ),
    rule(
        &["collection"],
        ParsingSection::Triples,
        "each object is the rdf:first of a blank node, each of these the rdf:rest of the one before; rdf:nil ends them, and alone is the empty collection",
    ),
    rule(
        &["reifiedTriple"],
        ParsingSection::Triples,
        "the reifier, or a generated blank node, has rdf:reifies with the triple term, and stands for all of it",
    ),
    rule(
        &["annotation"],
        ParsingSection::Triples,
        "the triple before it becomes a triple term, which reifiers reify",
    ),
    rule(
        &["annotationBlock"],
        ParsingSection::Triples,
        "the reifier before it, or a generated blank node, is the subject of what is within",
    ),
    rule(
        &["triple", "quad"],
        ParsingSection::Triples,
        "the terms of subject, predicate and object make a triple",
    ),
    rule(
        &["labelOrSubject", "graphLabel"],
        ParsingSection::Triples,
        "the term names the graph that the triples go to; if no braces follow, it is a subject",
    ),
];

/// The specification's rule for a production: its section, and the rule in short. The drafts and the submission before
/// RDF 1.1 are not in the table.
pub fn of(dialect: Dialect, production: &str) -> Option<(&'static str, &'static str)> {
    let rule = RULES
        .iter()
        .find(|rule| rule.productions.contains(&production))?;
    // Where a statement is a line, it is the line that gives a triple; elsewhere, `literal` is only a choice.
    let is_elsewhere = match dialect.is_line_based() {
        true => rule.part == ParsingSection::State || production == "object",
        false => production == "literal",
    };
    if is_elsewhere {
        return None;
    }
    let sections = dialect.parsing_sections()?;
    let section = match rule.part {
        ParsingSection::State => sections.state,
        ParsingSection::Terms => sections.terms,
        ParsingSection::Triples => sections.triples,
    };
    Some((section, rule.words))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Production;

    #[test]
    fn the_table_names_productions_once_and_as_they_are_spelt() {
        let names: Vec<_> = RULES.iter().flat_map(|rule| rule.productions).collect();
        for (place, name) in names.iter().enumerate() {
            assert!(Production::from_name(name).is_some(), "{name}");
            assert!(!names[..place].contains(name), "{name}");
        }
    }
}
