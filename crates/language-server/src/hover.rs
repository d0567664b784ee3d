//! The meaning of a place, as `explain` tells it.
//!
//! Invariant: within a statement at fault, only what its tokens mean whatever is around them.

use crate::iris::term_of;
use crate::markup::TextForm;
use crate::pieces::DocumentPieces;
use crate::published::Published;
use crate::reading::begins_directive;
use crate::terms::DescribedTerms;
use crate::text::{OpenDocument, bytes_of};
use advice::place::{self, Declaration, PlaceContent, PlaceInStatement};
use lsp_types::{Hover, Position};
use turtle_peg::tokens::{Token, TokenKind, TokenSort};
use turtle_peg::{Dialect, Parser};

/// How many triples are shown; the others are counted.
const SHOWN: usize = 5;

/// Knowledge of the meaning of places, and the form in which it is told.
#[derive(Clone, Copy)]
pub struct PlaceTeller<'k> {
    pub form: TextForm,
    pub published: Option<&'k Published>,
    pub described: DescribedTerms<'k>,
}

impl PlaceTeller<'_> {
    /// The meaning of a place; none between statements.
    pub fn hover(
        self,
        document: &OpenDocument,
        pieces: &mut DocumentPieces,
        at: Position,
    ) -> Option<Hover> {
        let byte = document.byte(at);
        let (from, parser) = (pieces.checkpoint(byte), pieces.parser());
        let found = place::explain(document.text(), byte, &from, parser);
        let PlaceContent::InStatement(found) = found else {
            return self.hover_at_fault(document, pieces, byte);
        };
        if found.is_between {
            return None;
        }
        let text = self.place(&found, parser.dialect());
        let range = document.range(found.bytes.clone());
        Some(self.form.hover(&text, range))
    }

    /// The meaning of a token in a statement at fault.
    fn hover_at_fault(
        self,
        document: &OpenDocument,
        pieces: &mut DocumentPieces,
        byte: usize,
    ) -> Option<Hover> {
        let text = document.text();
        let read = pieces.tokens(text);
        let around = read.around(byte..byte + 1);
        let mut faulty = around.units(text).filter_map(Result::err);
        let faulty = faulty.find(|it| it.bytes.contains(&byte))?;
        let mut declares = false;
        let token = faulty.tokens().find(|token| {
            let is_there = bytes_of(token).contains(&byte);
            declares |= !is_there && begins_directive(token.kind());
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
            told = self.term(&term);
        }
        let rule = self.published.and_then(|it| it.production(production));
        told += &self.production(rule, pieces.parser().dialect());
        Some(self.form.hover(&told, document.range(bytes_of(&token))))
    }

    /// A term in N-Triples; if it is an IRI, its label, its comment, its types, its domains and its ranges: each in a paragraph.
    fn term(self, term: &str) -> String {
        let (form, described) = (self.form, self.described);
        let iri = term.strip_prefix('<').and_then(|it| it.strip_suffix('>'));
        let description = iri
            .map(|iri| described.description(iri))
            .unwrap_or_default();
        let label = described.words(&description.labels);
        let comment = described.words(&description.comments);
        let terms = |before: &str, iris: &[&str]| {
            let iris = iris.iter().take(SHOWN);
            let iris: Vec<String> = iris.map(|iri| form.code(&format!("<{iri}>"))).collect();
            (!iris.is_empty()).then(|| format!("{before} {}", iris.join(", ")))
        };
        let told = [
            Some(form.code(term)),
            label.map(|label| form.strong_line(label)),
            comment.map(|comment| form.line(comment)),
            terms("a", &description.types),
            terms("domain", &description.domains),
            terms("range", &description.ranges),
        ];
        let paragraphs = told.into_iter().flatten();
        paragraphs.map(|it| format!("{it}\n\n")).collect()
    }

    /// A production, if it is known, and its specification.
    fn production(self, rule: Option<String>, dialect: Dialect) -> String {
        let rule = rule.map(|rule| self.form.block("ebnf", &rule));
        let link = self.form.link(dialect.title(), dialect.specification_url());
        rule.unwrap_or_default() + &link
    }

    fn place(self, found: &PlaceInStatement, dialect: Dialect) -> String {
        let form = self.form;
        let mut text = match found.term.as_deref() {
            Some(term) if found.is_part => format!("part of {}\n\n", form.code(term)),
            Some(term) => self.term(term),
            None => String::new(),
        };
        let mut add = |paragraph: String| text.extend([&*paragraph, "\n\n"]);
        match &found.declared {
            Some(Declaration::Prefix { prefix, namespace }) => add(format!(
                "declares {} as {}",
                form.code(&format!("{prefix}:")),
                form.code(&format!("<{namespace}>"))
            )),
            Some(Declaration::Base(base)) => add(format!(
                "the base IRI is {}",
                form.code(&format!("<{base}>"))
            )),
            None => {}
        }
        for it in found.triples.iter().take(SHOWN) {
            let triple = form.code(&format!("{} .", it.triple));
            add(format!("as {}: {triple}", it.role.name()));
        }
        if let Some(others @ 1..) = found.triples.len().checked_sub(SHOWN) {
            add(format!("and {others} more triples"));
        }
        for rule in &found.rules {
            let (production, words) = (rule.production, rule.words);
            add(format!("{production}: {words} ({})", rule.section));
        }
        let rule = self.published.and_then(|it| it.innermost(found));
        text + &self.production(rule, dialect)
    }
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
        let hover = service.hover(&document, document.place(at), TextForm::Markdown)?;
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
        let told = |term, form, locale| {
            let index = &index;
            let teller = PlaceTeller {
                form,
                published: None,
                described: DescribedTerms { index, locale },
            };
            teller.term(term)
        };
        let markdown = TextForm::Markdown;
        let expected = "`<http://e/T>`\n\n**\\*Ding\\***\n\na \\[b\\]\\(c\\)\n\n\
            a `<http://www.w3.org/2000/01/rdf-schema#Class>`\n\n";
        assert_eq!(told("<http://e/T>", markdown, Some("de")), expected);
        assert!(told("<http://e/T>", markdown, None).contains("`\n\n**thing**\n\n"));
        assert_eq!(
            told("\"http://e/T\"", markdown, None),
            "`\"http://e/T\"`\n\n"
        );
        assert_eq!(
            told("<http://e/p>", markdown, None),
            "`<http://e/p>`\n\ndomain `<http://e/T>`\n\nrange `<http://e/U>`, `<http://e/V>`\n\n"
        );
        assert_eq!(
            told("<http://e/T>", TextForm::Plain, Some("de")),
            "<http://e/T>\n\n*Ding*\n\na [b](c)\n\na <http://www.w3.org/2000/01/rdf-schema#Class>\n\n"
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
