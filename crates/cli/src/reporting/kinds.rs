//! The kinds of problems: a stable name each, what it means, and what to do.
//!
//! Invariant: OUTPUT.md has a row for each, and no other.

use advice::Mistake;
use serde_json::{Value, json};

/// A kind of problem, by the name that JSON and SARIF have for it.
pub struct ProblemKind {
    pub name: &'static str,
    /// A sentence.
    pub description: &'static str,
    /// Advice for the reader.
    pub help: &'static str,
}

/// The rule of a kind, for SARIF.
pub fn rule(name: &str) -> Value {
    let known = FAULTS.iter().chain(LINTS).find(|kind| kind.name == name);
    match known {
        None => json!({"id": name}),
        Some(kind) => json!({
            "id": name,
            "shortDescription": {"text": kind.description},
            "help": {"text": kind.help},
        }),
    }
}

/// The rule of a mistake, for SARIF, with the help of its kind.
pub fn rule_of_mistake(mistake: Mistake, kind: &str) -> Value {
    let mut rule = rule(kind);
    rule["id"] = json!(mistake.name());
    rule["shortDescription"] = json!({"text": mistake.description()});
    rule
}

const fn kind(name: &'static str, description: &'static str, help: &'static str) -> ProblemKind {
    ProblemKind {
        name,
        description,
        help,
    }
}

/// Faults, and problems with files.
pub const FAULTS: &[ProblemKind] = &[
    kind(
        "Unexpected",
        "The document breaks the grammar.",
        "Write one of the tokens that the grammar allows there; `check --explain` lists them, and `fix` applies repairs.",
    ),
    kind(
        "InvalidUtf8",
        "A byte is not UTF-8.",
        "Save the document in UTF-8.",
    ),
    kind(
        "UndeclaredPrefix",
        "A prefix is used that is not declared before.",
        "Declare it with `PREFIX`, or correct its name.",
    ),
    kind(
        "RelativeIri",
        "A relative IRI reference has no base IRI.",
        "Write the IRI in full, or set a base IRI with `BASE` or `--base`.",
    ),
    kind(
        "InvalidIri",
        "An IRI breaks the generic syntax of RFC 3987.",
        "Write a character that is not allowed there in percent-encoding.",
    ),
    kind(
        "InvalidLanguageTag",
        "A language tag is not well-formed by BCP 47.",
        "Write a tag such as `en` or `de-CH`.",
    ),
    kind(
        "InvalidBaseDirection",
        "A base direction is not `ltr` or `rtl`.",
        "Write `--ltr` or `--rtl`.",
    ),
    kind(
        "NeedsRdf12",
        "A triple term, a reifier or a base direction is used, and the library was built without the feature `rdf-12`.",
        "Build the library with the feature `rdf-12`; this program always has it.",
    ),
    kind(
        "InvalidEscape",
        "An escape sequence does not name a Unicode scalar value.",
        "Write the character itself.",
    ),
    kind(
        "MissingLanguageTag",
        "A literal has the datatype rdf:langString or rdf:dirLangString, and no language tag.",
        "Write the language tag, and leave the datatype out.",
    ),
    kind(
        "NestingLimit",
        "Brackets are nested deeper than the limit allows.",
        "Set `--nesting-limit` if the document is to be trusted.",
    ),
    kind(
        "StatementTooLarge",
        "A statement is larger than the limit allows.",
        "Set `--statement-limit` if the document is to be trusted.",
    ),
    kind(
        "DocumentTooLarge",
        "A document is larger than an engine allows that reads it as a whole.",
        "Leave `--engine reference` out: the other engines read documents of any size.",
    ),
    kind(
        "IriTooLong",
        "An IRI is longer than the limit allows.",
        "Set `--iri-limit` if the document is to be trusted.",
    ),
    kind(
        "PrefixesTooLarge",
        "The prefixes take more memory than the limit allows.",
        "Set `--prefix-limit` if the document is to be trusted.",
    ),
    kind(
        "TooManySteps",
        "An ambiguous grammar takes more steps to read a text than the limit allows.",
        "Make the grammar unambiguous.",
    ),
    kind(
        "Unexplained",
        "The rules of an edited grammar do not allow what its productions allow.",
        "Correct the grammar.",
    ),
    kind(
        "Untranslatable",
        "A production of an edited grammar has no meaning where it is.",
        "Read the document as another dialect.",
    ),
    kind(
        "BeyondRdf12",
        "RDF 1.2 has no terms for the statement.",
        "Read the document as another dialect.",
    ),
    kind(
        "Failure",
        "A file could not be read, or a task could not be done.",
        "See the message.",
    ),
    kind(
        "Warning",
        "A file may not be what its name says.",
        "See the message.",
    ),
];

/// The kinds of warnings of `check --lint`.
pub const LINTS: &[ProblemKind] = &[
    kind(
        "colon-in-name",
        "A prefixed name ends with a colon.",
        "Leave the last colon out, if it does not belong to the name.",
    ),
    kind(
        "comma-in-number",
        "A comma splits what looks like one number into several objects.",
        "Write the number with a full stop for its decimals and without separators.",
    ),
    kind(
        "host-name",
        "A relative IRI reference begins with `www.`.",
        "Write the scheme: `http://www.…`.",
    ),
    kind(
        "ill-typed-literal",
        "The text of a literal is not in the lexical space of its datatype.",
        "Correct the text or the datatype.",
    ),
    kind(
        "language-name",
        "A language tag is the name of a language.",
        "Write the tag: `@en` instead of `@english`.",
    ),
    kind(
        "mixed-schemes",
        "A namespace is used with `http` and with `https`: these are two.",
        "Use the one that the vocabulary declares.",
    ),
    kind(
        "not-normalized",
        "An IRI is not in Unicode Normalization Form C.",
        "Write the IRI in this form, if it is meant to be the same as one that is.",
    ),
    kind(
        "prefix-with-two-iris",
        "A prefix is declared again, for another namespace.",
        "Give one of them another prefix.",
    ),
    kind(
        "unknown-datatype",
        "XSD has no datatype of this name, or the namespace is only like that of XSD.",
        "Correct the name or the namespace.",
    ),
    kind(
        "unknown-term",
        "A predicate, class or datatype is not described, and one with a similar name is, by a vocabulary.",
        "Correct the name, or describe the term. `check --lint --vocabularies FILE` looks for these.",
    ),
    kind(
        "unused-prefix",
        "A prefix is declared and not used.",
        "Leave the declaration out, or turn this off with `--lint-off unused-prefix`.",
    ),
    kind(
        "unusual-scheme",
        "The scheme of an IRI is not one that RDF documents use.",
        "Correct the scheme; if it is a prefix, leave `<` and `>` out.",
    ),
];

#[cfg(test)]
mod tests {
    use super::{FAULTS, LINTS, ProblemKind};

    /// The names of the library's kinds of errors, as its source has them.
    fn names_of_errors() -> impl Iterator<Item = &'static str> {
        let source = include_str!("../../../../src/error/kind.rs");
        let (_, names) = source.split_once("fn name(&self)").expect("a function");
        let (names, _) = names.split_once("\n    }\n").expect("its end");
        names.split('"').skip(1).step_by(2)
    }

    #[test]
    fn each_kind_of_error_is_described() {
        let described: Vec<_> = FAULTS.iter().map(|kind| kind.name).collect();
        let missing: Vec<_> = names_of_errors()
            .filter(|name| !described.contains(name))
            .collect();
        assert!(
            names_of_errors().count() > 10 && missing.is_empty(),
            "{missing:?}"
        );
    }

    #[test]
    fn the_page_has_a_row_for_each_kind() {
        let page = include_str!("../../../../OUTPUT.md");
        let row = |kind: &ProblemKind| {
            format!(
                "| `{}` | {} | {} |\n",
                kind.name, kind.description, kind.help
            )
        };
        for kinds in [FAULTS, LINTS] {
            let table = [
                "|---|---|---|\n",
                &kinds.iter().map(row).collect::<String>(),
                "\n",
            ]
            .concat();
            assert!(
                page.contains(&table),
                "OUTPUT.md lacks this table:\n{table}"
            );
        }
    }
}
