//! Prefixes without a declaration: a slip of the pen, or a well-known one.

use super::AdviceDraft;
use super::fault::{FaultView, address};
use super::slips::slips;
use super::words::{self, BYTE_ORDER_MARK};
use std::collections::HashSet;
use std::ops::Range;
use turtle_peg::SyntaxErrorKind;
use turtle_peg::diagnosis::is_scheme;
use turtle_peg::error::MOST_PREFIXES;

/// Prefixes that are used the same way everywhere, each with its namespace, in alphabetical order: for remedies here, and for
/// editors that complete a prefix which the document does not declare.
///
/// ```
/// use turtle_peg_advice::WELL_KNOWN_PREFIXES;
///
/// let known = WELL_KNOWN_PREFIXES.iter().find(|(prefix, _)| *prefix == "xsd");
/// assert_eq!(known, Some(&("xsd", "http://www.w3.org/2001/XMLSchema#")));
/// ```
pub const WELL_KNOWN: &[(&str, &str)] = &[
    ("as", "https://www.w3.org/ns/activitystreams#"),
    ("dbo", "http://dbpedia.org/ontology/"),
    ("dbr", "http://dbpedia.org/resource/"),
    ("dc", "http://purl.org/dc/elements/1.1/"),
    ("dcat", "http://www.w3.org/ns/dcat#"),
    ("dcmitype", "http://purl.org/dc/dcmitype/"),
    ("dct", "http://purl.org/dc/terms/"),
    ("dcterms", "http://purl.org/dc/terms/"),
    ("doap", "http://usefulinc.com/ns/doap#"),
    ("earl", "http://www.w3.org/ns/earl#"),
    ("foaf", "http://xmlns.com/foaf/0.1/"),
    ("ldp", "http://www.w3.org/ns/ldp#"),
    (
        "mf",
        "http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#",
    ),
    ("oa", "http://www.w3.org/ns/oa#"),
    ("org", "http://www.w3.org/ns/org#"),
    ("owl", "http://www.w3.org/2002/07/owl#"),
    ("prov", "http://www.w3.org/ns/prov#"),
    ("qb", "http://purl.org/linked-data/cube#"),
    ("rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"),
    ("rdfs", "http://www.w3.org/2000/01/rdf-schema#"),
    ("rdft", "http://www.w3.org/ns/rdftest#"),
    ("schema", "https://schema.org/"),
    ("sd", "http://www.w3.org/ns/sparql-service-description#"),
    ("sh", "http://www.w3.org/ns/shacl#"),
    ("sioc", "http://rdfs.org/sioc/ns#"),
    ("skos", "http://www.w3.org/2004/02/skos/core#"),
    ("sosa", "http://www.w3.org/ns/sosa/"),
    ("ssn", "http://www.w3.org/ns/ssn/"),
    ("time", "http://www.w3.org/2006/time#"),
    ("vann", "http://purl.org/vocab/vann/"),
    ("vcard", "http://www.w3.org/2006/vcard/ns#"),
    ("void", "http://rdfs.org/ns/void#"),
    ("wd", "http://www.wikidata.org/entity/"),
    ("wdt", "http://www.wikidata.org/prop/direct/"),
    ("wikibase", "http://wikiba.se/ontology#"),
    ("xsd", "http://www.w3.org/2001/XMLSchema#"),
];

/// The namespace of a prefix that is used the same way everywhere.
pub(super) fn namespace(prefix: &str) -> Option<&'static str> {
    let known = WELL_KNOWN.iter().find(|(known, _)| *known == prefix);
    known.map(|(_, namespace)| *namespace)
}

/// The declaration of a well-known prefix.
fn declaration_of(prefix: &str) -> Option<String> {
    let namespace = namespace(prefix)?;
    Some(format!("@prefix {prefix}: <{namespace}> ."))
}

pub(super) fn undeclared(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let SyntaxErrorKind::UndeclaredPrefix {
        prefix, declared, ..
    } = fault.error.kind()
    else {
        return None;
    };
    let start = fault.around.fault.start;
    if prefix.starts_with(BYTE_ORDER_MARK) {
        return Some(
            AdviceDraft::new("U+FEFF (byte order mark) is read as part of the prefix here")
                .at(start..start + BYTE_ORDER_MARK.len_utf8())
                .help("take it out: it can be at the beginning of a document only"),
        );
    }
    let others = undeclared_after(fault, prefix, declared);
    let mut names = vec![prefix.as_str()];
    names.extend(others.iter().map(|(_, name)| *name));
    // As it is written, which may be with escape sequences.
    let name = fault.found();
    let end = name.find(':').map_or(name.len(), |colon| colon + 1);
    let place = start..start + end;
    let mut draft = AdviceDraft::new(not_declared(&names)).at(place.clone());
    for (place, _) in &others {
        draft = draft.also(Some(place.clone()), "");
    }
    if !others.is_empty() {
        draft = declare_all(draft, fault, &names);
    }
    for name in &names {
        draft = declare(draft, fault, name, others.is_empty());
        if let Some(near) = nearest(name, declared) {
            draft = match others.as_slice() {
                [] => {
                    let near = format!("{near}:");
                    let words = format!("did you mean `{near}`?");
                    draft.replace(place.clone(), near, words)
                }
                // A well-known prefix is not a slip.
                _ if namespace(name).is_some() => draft,
                _ => draft.help(format!("did you mean `{near}:` by `{name}:`?")),
            };
        }
    }
    if is_scheme(prefix) || draft.help.is_empty() && goes_on_as_iri(fault) {
        let Iri { place, text, words } = as_iri(&fault.around.text, start);
        draft = draft.replace(place, text, format!("if this is an IRI, {words}"));
    }
    Some(match declaration(fault, prefix) {
        Some((declaration, true)) => draft
            .also(Some(declaration), "this declaration is a comment")
            .help("take out the `#` before the declaration"),
        Some((declaration, false)) => draft
            .also(Some(declaration), "it is declared here only")
            .help("move the declaration before the first use"),
        None => draft.help(declared_so_far(declared)),
    })
}

/// The title for prefixes that are used and not declared.
fn not_declared(names: &[&str]) -> String {
    let shown: Vec<_> = names.iter().map(|name| format!("`{name}:`")).collect();
    match shown.as_slice() {
        [only] => format!("the prefix {only} is not declared"),
        all => format!("the prefixes {} are not declared", words::all(all)),
    }
}

/// The place where a declaration can be written, before the statement at fault; `None` where that may be in a graph, in which no directive
/// is allowed.
fn place_to_declare(fault: &FaultView<'_>) -> Option<usize> {
    let begin = fault.around.statement;
    begin.filter(|_| !fault.dialect.has_named_graphs())
}

/// The end of a line, as the text has it.
fn line_end(fault: &FaultView<'_>) -> &'static str {
    match fault.around.text.contains("\r\n") {
        true => "\r\n",
        false => "\n",
    }
}

/// Adds the declarations of all prefixes together, if all are well known.
fn declare_all(draft: AdviceDraft, fault: &FaultView<'_>, names: &[&str]) -> AdviceDraft {
    let known = names.iter().map(|name| declaration_of(name));
    match (place_to_declare(fault), known.collect::<Option<Vec<_>>>()) {
        (Some(begin), Some(known)) => {
            let line_end = line_end(fault);
            let text = known.join(line_end) + line_end;
            draft.replace(begin..begin, text, "declare them all")
        }
        _ => draft,
    }
}

/// Adds the declaration of a prefix, if that is well known.
fn declare(draft: AdviceDraft, fault: &FaultView<'_>, prefix: &str, is_one: bool) -> AdviceDraft {
    let Some(declaration) = declaration_of(prefix) else {
        return draft;
    };
    let words = match is_one {
        true => format!("declare it: `{declaration}`"),
        false => format!("declare `{prefix}:`: `{declaration}`"),
    };
    match place_to_declare(fault) {
        Some(begin) => draft.replace(begin..begin, declaration + line_end(fault), words),
        None => draft.help(words),
    }
}

/// Whether what follows the name at fault is how an IRI goes on, and a name does not.
fn goes_on_as_iri(fault: &FaultView<'_>) -> bool {
    let behind = fault.after(&fault.around.fault);
    behind.starts_with(['/', '?', '@', '=']) && !behind.starts_with("=\"")
}

/// The help that tells which prefixes there are.
fn declared_so_far(declared: &[String]) -> String {
    if declared.is_empty() {
        return "a declaration, `@prefix …: <…> .`, has to come before the name".to_owned();
    }
    let names: Vec<_> = declared.iter().map(|name| format!("`{name}:`")).collect();
    let more = match declared.len() < MOST_PREFIXES {
        true => "",
        false => ", and perhaps others",
    };
    format!("declared so far: {}{more}", names.join(", "))
}

/// Where the text declares a prefix after the fault, or in a comment; and whether that is a comment.
fn declaration(fault: &FaultView<'_>, prefix: &str) -> Option<(Range<usize>, bool)> {
    let text = &fault.around.text;
    let name = format!(" {prefix}:");
    let mut names = text.match_indices(&name).map(|(at, _)| at);
    names.find_map(|at| {
        let line = fault.line_up_to(at);
        let (written, is_comment) = match line.trim_start().strip_prefix('#') {
            Some(comment) => (comment.trim_start_matches(['#', ' ']), true),
            None => (line.trim_start(), false),
        };
        let is_keyword = written
            .trim_start_matches('@')
            .eq_ignore_ascii_case("prefix");
        let is_known = is_keyword
            && fault
                .line_from(at + name.len())
                .trim_start()
                .starts_with('<');
        // A directive before the fault that declares nothing is at fault itself.
        let is_place = is_comment || at > fault.start;
        (is_known && is_place).then(|| (at - written.len()..at + name.len(), is_comment))
    })
}

/// The other prefixes of the statement that are not declared, each where it is first, up to a full stop or a number of
/// tokens. None, if more prefixes are declared than the error names.
fn undeclared_after<'a>(
    fault: &FaultView<'a>,
    first: &str,
    declared: &[String],
) -> Vec<(Range<usize>, &'a str)> {
    const TOKENS: usize = 128;
    if declared.len() >= MOST_PREFIXES {
        return Vec::new();
    }
    let mut known = HashSet::from([first]);
    let mut found = Vec::new();
    let tokens = fault.ranges_after(fault.around.fault.end).take(TOKENS);
    for token in tokens {
        let text = fault.text(&token);
        if text == "." {
            break;
        }
        let is_name = !text.starts_with(['<', '"', '\'', '_', '@']);
        let Some((prefix, _)) = text.split_once(':').filter(|_| is_name) else {
            continue;
        };
        if known.insert(prefix) && !is_scheme(prefix) && !declared.iter().any(|it| it == prefix) {
            found.push((token.start..token.start + prefix.len() + 1, prefix));
        }
    }
    found
}

/// An IRI without `<` and `>`.
pub(super) struct Iri {
    /// Where it is, with brackets if it has some of another kind.
    pub(super) place: Range<usize>,
    /// How it is written.
    pub(super) text: String,
    /// The remedy.
    pub(super) words: String,
}

/// The IRI that begins here.
pub(super) fn as_iri(text: &str, start: usize) -> Iri {
    let written = address(&text[start..]);
    let place = start..start + written.len();
    let is_in_brackets = text[..start].ends_with('[') && text[place.end..].starts_with(']');
    let shown = words::short(written);
    let (place, words) = match is_in_brackets {
        true => (
            place.start - 1..place.end + 1,
            format!("write `<{shown}>`, without the brackets"),
        ),
        false => (place, format!("write `<{shown}>`")),
    };
    Iri {
        place,
        text: format!("<{written}>"),
        words,
    }
}

/// The declared prefix that is one slip away, or two if it is long; `None` if several are. Letters that are
/// exchanged are likelier than others, and capitals are likelier still.
fn nearest<'d>(prefix: &str, declared: &'d [String]) -> Option<&'d str> {
    let most = if prefix.chars().count() > 5 { 2 } else { 1 };
    let prefix = prefix.to_lowercase();
    let letters = sorted_letters(&prefix);
    let distances = declared.iter().filter_map(|declared| {
        let name = declared.to_lowercase();
        let slips = slips(&prefix, &name, most)?;
        let is_less_likely = sorted_letters(&name) != letters;
        Some(((slips, is_less_likely), declared.as_str()))
    });
    let mut near: Vec<_> = distances.collect();
    near.sort_unstable();
    match near.as_slice() {
        [(_, only)] => Some(only),
        [(first, name), (second, _), ..] if first < second => Some(name),
        _ => None,
    }
}

fn sorted_letters(name: &str) -> Vec<char> {
    let mut letters: Vec<char> = name.chars().collect();
    letters.sort_unstable();
    letters
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_near() {
        let declared = ["ex", "foaf", "xsd"].map(str::to_owned);
        assert_eq!(nearest("foat", &declared), Some("foaf"));
        assert_eq!(nearest("faof", &declared), Some("foaf"));
        assert_eq!(nearest("xs", &declared), Some("xsd"));
        assert_eq!(nearest("schema", &declared), None);
        let declared = ["rdf", "rdfs", "owl"].map(str::to_owned);
        assert_eq!(nearest("rdsf", &declared), Some("rdfs"));
        assert_eq!(nearest("OWL", &declared), Some("owl"));
        let declared = ["sdo", "skos"].map(str::to_owned);
        assert_eq!(nearest("sko", &declared), None);
    }

    #[test]
    fn the_table_is_in_order() {
        assert!(WELL_KNOWN.is_sorted());
    }
}
