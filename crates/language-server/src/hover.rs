//! The meaning of a place, as `explain` tells it, in Markdown.
//!
//! Invariant: within a statement at fault, only what its tokens mean whatever is around them.

use crate::iris::term_of;
use crate::pieces::DocumentPieces;
use crate::published::Published;
use crate::terms::DescribedTerms;
use crate::text::{OpenDocument, bytes_of};
use advice::place::{self, Declaration, PlaceContent, PlaceInStatement};
use advice::visible::message;
use lsp_types::{Hover, MarkupContent, MarkupKind, Position};
use std::fmt::Write as _;
use std::ops::Range;
use turtle_peg::tokens::{Keyword, Token, TokenKind, TokenSort};
use turtle_peg::{Dialect, Parser};

/// How many triples are shown; the others are counted.
const SHOWN: usize = 5;

/// The label, the comment, the types, the domains and the ranges of a term in N-Triples, if it is an IRI, each in a paragraph of Markdown.
fn told(term: &str, described: DescribedTerms<'_>) -> String {
    let iri = term.strip_prefix('<').and_then(|it| it.strip_suffix('>'));
    let description = iri
        .map(|iri| described.description(iri))
        .unwrap_or_default();
    let label = described.words(&description.labels);
    let label = label.map(|label| format!("**{}**\n\n", plain(label)));
    let comment = described.words(&description.comments);
    let comment = comment.map(|comment| format!("{}\n\n", plain(comment)));
    let terms = |before: &str, iris: &[&str]| {
        let iris = iris.iter().take(SHOWN);
        let iris: Vec<String> = iris.map(|iri| code(&format!("<{iri}>"))).collect();
        (!iris.is_empty()).then(|| format!("{before} {}\n\n", iris.join(", ")))
    };
    let types = terms("a", &description.types);
    let domains = terms("domain", &description.domains);
    let ranges = terms("range", &description.ranges);
    [label, comment, types, domains, ranges]
        .into_iter()
        .flatten()
        .collect()
}

/// A text in one line of Markdown, in which no sign has a meaning.
fn plain(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut plain = String::new();
    for character in message(&words.join(" ")).chars() {
        if character.is_ascii_punctuation() {
            plain.push('\\');
        }
        plain.push(character);
    }
    plain
}

/// The meaning of a place; none between statements.
pub fn hover(
    document: &OpenDocument,
    pieces: &mut DocumentPieces,
    at: Position,
    published: Option<&Published>,
    described: DescribedTerms<'_>,
) -> Option<Hover> {
    let byte = document.byte(at);
    let (from, parser) = (pieces.checkpoint(byte), pieces.parser());
    let found = place::explain(document.text(), byte, &from, parser);
    let PlaceContent::InStatement(found) = found else {
        return hover_at_fault(document, pieces, byte, published, described);
    };
    if found.is_between {
        return None;
    }
    let text = in_markdown(&found, parser, published, described);
    Some(shown(document, text, found.bytes.clone()))
}

fn shown(document: &OpenDocument, text: String, bytes: Range<usize>) -> Hover {
    Hover {
        contents: MarkupContent::new(MarkupKind::Markdown, text).into(),
        range: Some(document.range(bytes)),
    }
}

/// The meaning of a token in a statement at fault.
fn hover_at_fault(
    document: &OpenDocument,
    pieces: &mut DocumentPieces,
    byte: usize,
    published: Option<&Published>,
    described: DescribedTerms<'_>,
) -> Option<Hover> {
    let text = document.text();
    let read = pieces.tokens(text);
    let around = read.around(byte..byte + 1);
    let mut faulty = around.units(text).filter_map(Result::err);
    let faulty = faulty.find(|it| it.bytes.contains(&byte))?;
    let mut declares = false;
    let token = faulty.tokens().find(|token| {
        let is_there = bytes_of(token).contains(&byte);
        declares |= !is_there && is_of_declaration(token);
        is_there
    })?;
    let TokenKind::Terminal(production) = token.kind() else {
        return None;
    };
    let mut told = String::new();
    // A declaration at fault may have given a prefix or the base another meaning.
    if !declares
        && let Some(parser) = pieces.parser_at(text, faulty.bytes.start)
        && let Some(term) = term(&token, &parser)
    {
        told = format!("{}\n\n{}", code(&term), self::told(&term, described));
    }
    if let Some(rule) = published.and_then(|published| published.production(production)) {
        told += &in_ebnf(&rule);
    }
    told += &of_dialect(pieces.parser().dialect());
    Some(shown(document, told, bytes_of(&token)))
}

fn is_of_declaration(token: &Token<'_>) -> bool {
    use Keyword as K;
    matches!(
        token.kind(),
        TokenKind::Keyword(K::AtPrefix | K::AtBase | K::Prefix | K::Base)
    )
}

/// The term that a token stands for alone: an IRI or a number.
fn term(token: &Token<'_>, parser: &Parser) -> Option<String> {
    let is_whole = matches!(
        token.kind().sort(),
        Some(TokenSort::Iri | TokenSort::Name | TokenSort::Number)
    );
    let term = is_whole.then(|| term_of(token.text(), parser)).flatten()?;
    Some(term.to_string())
}

fn in_ebnf(rule: &str) -> String {
    format!("```ebnf\n{rule}\n```\n\n")
}

fn of_dialect(dialect: Dialect) -> String {
    format!("[{}]({})", dialect.title(), dialect.specification_url())
}

fn in_markdown(
    found: &PlaceInStatement,
    parser: &Parser,
    published: Option<&Published>,
    described: DescribedTerms<'_>,
) -> String {
    let mut text = String::new();
    // Writing to memory never fails.
    let mut add = |paragraph: String| {
        let _ = write!(text, "{paragraph}\n\n");
    };
    if let Some(term) = &found.term {
        let what = if found.is_part { "part of " } else { "" };
        add(format!("{what}{}", code(term)));
    }
    if let Some(term) = found.term.as_deref().filter(|_| !found.is_part) {
        text += &told(term, described);
    }
    let mut add = |paragraph: String| {
        let _ = write!(text, "{paragraph}\n\n");
    };
    match &found.declared {
        Some(Declaration::Prefix { prefix, namespace }) => {
            add(format!(
                "declares `{prefix}:` as {}",
                code(&format!("<{namespace}>"))
            ));
        }
        Some(Declaration::Base(base)) => {
            add(format!("the base IRI is {}", code(&format!("<{base}>"))))
        }
        None => {}
    }
    for it in found.triples.iter().take(SHOWN) {
        let triple = code(&format!("{} .", it.triple));
        add(format!("as {}: {triple}", it.role.name()));
    }
    if let Some(others @ 1..) = found.triples.len().checked_sub(SHOWN) {
        add(format!("and {others} more triples"));
    }
    for rule in &found.rules {
        let (production, words) = (rule.production, rule.words);
        add(format!("{production}: {words} ({})", rule.section));
    }
    if let Some(rule) = published.and_then(|published| published.innermost(found)) {
        text += &in_ebnf(&rule);
    }
    text + &of_dialect(parser.dialect())
}

/// A text as code in Markdown, whatever it has.
pub fn code(text: &str) -> String {
    let text = message(text);
    // The fence is longer than all runs of its sign within.
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    match longest {
        0 => format!("{fence}{text}{fence}"),
        _ => format!("{fence} {text} {fence}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::documents::TurtleDocuments;
    use crate::parsers::without_project;
    use crate::service::LanguageService;
    use crate::terms::{DocumentTerms, TermIndex};
    use pretty_assertions::assert_eq;

    /// The text told at `|` in a Turtle document, up to the first empty line.
    fn told(text: &str) -> Option<String> {
        let at = text.find('|').expect("a place");
        let text = text.replace('|', "");
        let document = OpenDocument::new("file:///a.ttl".into(), String::new(), 1, text);
        let mut service = TurtleDocuments::new(without_project);
        let hover = service.hover(&document, document.place(at))?;
        let told = serde_json::to_value(hover.contents).unwrap();
        let told = told["value"].as_str().expect("Markdown");
        told.split("\n\n").next().map(str::to_owned)
    }

    #[test]
    fn a_term_is_told_in_the_language_of_the_person_with_no_sign_of_markdown() {
        let text = "PREFIX e: <http://e/> PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>\n\
            e:T a rdfs:Class ; rdfs:label \"thing\", \"*Ding*\"@de ; rdfs:comment \"a\\n[b](c)\"@en .\n\
            e:p rdfs:domain e:T ; rdfs:range e:U, e:V .";
        let mut index = TermIndex::default();
        let parser = Parser::new(Dialect::Turtle12);
        index.set("x:", DocumentTerms::read(text, &parser));
        let described = |locale| DescribedTerms {
            index: &index,
            locale,
        };
        let expected = "**\\*Ding\\***\n\na \\[b\\]\\(c\\)\n\n\
            a `<http://www.w3.org/2000/01/rdf-schema#Class>`\n\n";
        assert_eq!(super::told("<http://e/T>", described(Some("de"))), expected);
        assert!(super::told("<http://e/T>", described(None)).starts_with("**thing**\n\n"));
        assert_eq!(super::told("\"http://e/T\"", described(None)), "");
        assert_eq!(
            super::told("<http://e/p>", described(None)),
            "domain `<http://e/T>`\n\nrange `<http://e/U>`, `<http://e/V>`\n\n"
        );
    }

    #[test]
    fn in_a_statement_at_fault_the_meaning_of_its_tokens_is_told() {
        let begin = "@prefix e: <http://e/> . @base <http://b/> .\n";
        for (statement, expected) in [
            ("e:s e:|p 1 e:q 2 .", "`<http://e/p>`"),
            ("e:s e:p 1 e:q|r 2 .\ne:t e:p 3 .", "`<http://e/qr>`"),
            ("e:s <|r> ; .", "`<http://b/r>`"),
            (
                "e:s e:p 1|5 e:o .",
                "`\"15\"^^<http://www.w3.org/2001/XMLSchema#integer>`",
            ),
        ] {
            assert_eq!(
                told(&format!("{begin}{statement}")).as_deref(),
                Some(expected),
                "{statement}"
            );
        }
        // Its prefix is not declared, or perhaps declared anew.
        for statement in [
            "f:s f:|p 1 f:q 2 .",
            "@prefix e: <http://f/> , e:s e:|p 1 e:q",
        ] {
            let told = told(&format!("{begin}{statement}")).expect("a production");
            assert!(told.starts_with("```ebnf"), "{statement}: {told}");
        }
        for nothing in ["e:s e:p | ) .", "e:s e:p \"a e:|q ;\n e:r 1 ."] {
            assert_eq!(told(&format!("{begin}{nothing}")), None, "{nothing}");
        }
    }
}
