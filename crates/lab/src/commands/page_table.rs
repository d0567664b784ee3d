//! The table of productions in a specification's page: from a grammar to HTML.
//!
//! Invariant: [`GrammarPage`](crate::grammars::grammar_page::GrammarPage) reads the table as the grammar that was printed.

use crate::grammars::grammar_page::DEFINES;
use crate::pages::notation::{LinkedNotation, NotationPiece, pieces};
use maud::{Markup, PreEscaped, html};
use toolkit::{Grammar, Rule, RuleKind, ebnf, railroad};

/// The contents of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableContents {
    Productions,
    /// Below each production its railroad diagram, closed until somebody opens it.
    ProductionsAndDiagrams,
}

/// The table, as the working group's pages have it.
pub fn print(grammar: &Grammar, contents: TableContents) -> String {
    let has_diagrams = contents == TableContents::ProductionsAndDiagrams;
    let mut has_heading = false;
    let mut text = match has_diagrams {
        true => html! { style { (PreEscaped(DIAGRAM_STYLE)) } }.into_string() + "\n",
        false => String::new(),
    };
    text += "<table class=\"grammar\">\n  <tbody id=\"grammar-productions\" class=\"ebnf\">\n";
    let is_listed = ebnf::print(grammar).contains("\n@terminals\n");
    for rule in &grammar.rules {
        if rule.kind == RuleKind::Terminal && is_listed && !has_heading {
            has_heading = true;
            let heading = html! {
                tr id="grammar-declaration-terminals" {
                    td colspan="4" { h3 id="terminals" { "Productions for terminals" } }
                }
            };
            text += &format!("    {}\n", heading.into_string());
        }
        text += &format!("    {}\n", row(rule, grammar).into_string());
        if has_diagrams && rule.name != ebnf::PASS {
            text += &format!("    {}\n", diagram(rule, grammar).into_string());
        }
    }
    text + "  </tbody>\n</table>\n"
}

/// The diagrams have the colours of the text around them, in the dark, too, and are not wider than the page.
const DIAGRAM_STYLE: &str = "
.grammar-diagram svg { max-width: 100%; height: auto; color: inherit; }
.grammar-diagram .railroad_canvas { fill: none; stroke: none; }
.grammar-diagram path, .grammar-diagram rect { fill: none; stroke: currentColor; stroke-width: 1.5px; }
.grammar-diagram .labeledbox > rect { stroke-width: 1px; stroke-dasharray: 5px; }
.grammar-diagram text { fill: currentColor; font: 14px monospace; text-anchor: middle; }
.grammar-diagram text.comment { font: italic 12px monospace; }
.grammar-diagram .link text { text-decoration: underline; }
";

/// A row that readers of the table pass over.
fn diagram(rule: &Rule, grammar: &Grammar) -> Markup {
    let address = |name: &str| {
        grammar.rule(name)?;
        Some(format!("#grammar-production-{name}"))
    };
    let svg = railroad::svg(&rule.expression, &address);
    html! {
        tr id={ "grammar-diagram-" (rule.name) } class="grammar-diagram" {
            td colspan="4" {
                details {
                    summary { "Railroad diagram of " code { (rule.name) } }
                    (PreEscaped(svg))
                }
            }
        }
    }
}

fn row(rule: &Rule, grammar: &Grammar) -> Markup {
    let right_side = ebnf::print_expression(&rule.expression);
    let right_side = html! {
        @for piece in pieces(&right_side, LinkedNotation::Ebnf) { (piece_of_row(piece, grammar)) }
    };
    html! {
        @if rule.name == ebnf::PASS {
            tr id="grammar-declaration-pass" { td {} td { code { (ebnf::PASS) } } td {} td { (right_side) } }
        } @else {
            tr id={ "grammar-production-" (rule.name) } {
                td { @if let Some(number) = &rule.number { "[" (number) "]" } }
                td { code { (rule.name) } }
                td { (DEFINES) }
                td {
                    (right_side)
                    @if ebnf::is_told_to_be_terminal(rule, grammar) { " " (ebnf::WHITE_SPACE_IS_EXPLICIT) }
                }
            }
        }
    }
}

fn piece_of_row(piece: NotationPiece<'_>, grammar: &Grammar) -> Markup {
    html! {
        @match piece {
            NotationPiece::Name(name) => {
                @if grammar.rule(name).is_some() {
                    a href={ "#grammar-production-" (name) } { (name) }
                } @else { (name) }
            }
            NotationPiece::Characters(characters) => code.grammar-literal { (characters) },
            NotationPiece::Other(signs) => @for sign in signs.chars() {
                @match class_of(sign) {
                    Some(class) => code class=(class) { (sign) },
                    None => (sign),
                }
            },
        }
    }
}

/// The class of a sign, as the working group's pages have it.
fn class_of(sign: char) -> Option<&'static str> {
    Some(match sign {
        '|' => "grammar-alt",
        '(' | ')' => "grammar-paren",
        '?' => "grammar-opt",
        '*' => "grammar-star",
        '+' => "grammar-plus",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammars::grammar_page::GrammarPage;
    use crate::grammars::source::GrammarSource;
    use pretty_assertions::assert_eq;
    use turtle_peg::Dialect;

    fn read(html: &str) -> String {
        let page = GrammarPage::read(html).unwrap_or_else(|error| panic!("{error}: {html}"));
        ebnf::print(&ebnf::read(&page.ebnf).unwrap_or_else(|error| panic!("{error}: {html}")))
    }

    #[test]
    fn what_is_printed_is_read() {
        for dialect in Dialect::all() {
            let grammar = GrammarSource::Dialect(dialect).specified().unwrap();
            for contents in [
                TableContents::Productions,
                TableContents::ProductionsAndDiagrams,
            ] {
                let table = print(&grammar, contents);
                assert_eq!(read(&table), ebnf::print(&grammar), "{dialect}");
            }
        }
        let grammar = "[1] a ::= B* \"x\" | #x20 '&amp;' undefined\n@pass [#x20<>]+\n@terminals\n[2] B ::= '<' - [^\\\"']\n";
        let table = print(&ebnf::read(grammar).unwrap(), TableContents::Productions);
        assert_eq!(read(&table), grammar);
    }

    #[test]
    fn a_diagram_leads_to_the_rows_of_its_productions() {
        let grammar = ebnf::read("list ::= item* other\nitem ::= 'x'").unwrap();
        let table = print(&grammar, TableContents::ProductionsAndDiagrams);
        assert_eq!(table.matches("<svg ").count(), 2, "{table}");
        assert_eq!(
            table
                .matches("xlink:href=\"#grammar-production-item\"")
                .count(),
            1
        );
        assert!(!table.contains("#grammar-production-other"), "{table}");
    }
}
