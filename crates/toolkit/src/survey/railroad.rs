//! Railroad diagrams: a right side as a drawing, in SVG.
//!
//! Invariant: a diagram shows the written form, with nothing folded or left out. It has a size and classes. In a page it has no
//! colours: these are for the page's style sheet to choose.

use ::railroad::{
    Choice, Comment, Diagram, Empty, End, LabeledBox, Link, Node, NonTerminal, Optional, Repeat,
    Sequence, SimpleStart, Stylesheet, Terminal,
};
use notation::Expression;
use notation::ebnf;
use std::fmt::Write as _;

/// Draws a right side. `address` says where the link on a name leads to, if it is to have one.
///
/// ```
/// use turtle_peg_toolkit::{ebnf, railroad};
///
/// let grammar = ebnf::read("verb ::= predicate | 'a'")?;
/// let svg = railroad::svg(&grammar.rules[0].expression, &|name| Some(format!("#{name}")));
/// assert!(svg.starts_with("<svg "));
/// assert!(svg.contains("xlink:href=\"#predicate\""));
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
pub fn svg(expression: &Expression, address: &dyn Fn(&str) -> Option<String>) -> String {
    drawn(Diagram::new(rails(expression, address)))
}

/// Draws a right side as a file of its own, which brings its colours.
///
/// ```
/// use turtle_peg_toolkit::{ebnf, railroad};
///
/// let grammar = ebnf::read("verb ::= predicate | 'a'")?;
/// assert!(railroad::picture(&grammar.rules[0].expression).contains("<style"));
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
pub fn picture(expression: &Expression) -> String {
    let rails = rails(expression, &|_| None);
    drawn(Diagram::new_with_stylesheet(rails, &Stylesheet::Light))
}

fn rails(
    expression: &Expression,
    address: &dyn Fn(&str) -> Option<String>,
) -> Sequence<Box<dyn Node>> {
    Sequence::new(vec![
        Box::new(SimpleStart),
        Railroad { address }.node(expression),
        Box::new(End),
    ])
}

fn drawn(mut diagram: Diagram<Sequence<Box<dyn Node>>>) -> String {
    let size = diagram.compute_geometry();
    for (name, length) in [("width", size.width), ("height", size.height)] {
        diagram.attr(name.to_owned()).or_insert(length.to_string());
    }
    diagram.to_string()
}

struct Railroad<'a> {
    address: &'a dyn Fn(&str) -> Option<String>,
}

impl Railroad<'_> {
    fn node(&self, expression: &Expression) -> Box<dyn Node> {
        let nodes = |parts: &[Expression]| parts.iter().map(|part| self.node(part)).collect();
        match expression {
            Expression::Literal { .. } | Expression::Class(_) => {
                Box::new(Terminal::new(label(expression)))
            }
            Expression::Name(name) => self.name(name),
            Expression::Sequence(parts) if parts.is_empty() => Box::new(Empty),
            Expression::Sequence(parts) => Box::new(Sequence::<Box<dyn Node>>::new(nodes(parts))),
            Expression::Choice(parts) => Box::new(Choice::<Box<dyn Node>>::new(nodes(parts))),
            Expression::Optional(body) => Box::new(Optional::new(self.node(body))),
            Expression::ZeroOrMore(body) => Box::new(Optional::new(self.repeated(body))),
            Expression::OneOrMore(body) => Box::new(self.repeated(body)),
            Expression::Difference(body, without) => {
                self.boxed(body, format!("but not {}", label(without)))
            }
            Expression::Lookahead { is_positive, body } => {
                let verdict = if *is_positive { "ahead" } else { "not ahead" };
                self.boxed(body, verdict.to_owned())
            }
            Expression::Start => Box::new(Comment::new("beginning of the text".to_owned())),
            Expression::End => Box::new(Comment::new("end of the text".to_owned())),
        }
    }

    fn name(&self, name: &str) -> Box<dyn Node> {
        let node = NonTerminal::new(name.to_owned());
        match (self.address)(name) {
            Some(address) => Box::new(Link::new(node, address)),
            None => Box::new(node),
        }
    }

    fn repeated(&self, body: &Expression) -> Repeat<Box<dyn Node>, Empty> {
        Repeat::new(self.node(body), Empty)
    }

    fn boxed(&self, body: &Expression, caption: String) -> Box<dyn Node> {
        Box::new(LabeledBox::new(self.node(body), Comment::new(caption)))
    }
}

/// As EBNF, but with code points in place of characters that cannot be seen.
fn label(expression: &Expression) -> String {
    let mut label = String::new();
    for character in ebnf::print_expression(expression).chars() {
        match character.is_control() {
            true => {
                let _ = write!(label, "#x{:02X}", u32::from(character));
            }
            false => label.push(character),
        }
    }
    label
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(right_side: &str) -> String {
        let grammar = ebnf::read(&format!("known ::= {right_side}")).unwrap();
        svg(&grammar.rules[0].expression, &|name| {
            (name == "known").then(|| format!("#{name}"))
        })
    }

    /// The numbers of an attribute, wherever it is.
    fn numbers(svg: &str, attribute: &str) -> Vec<i64> {
        let opening = format!(" {attribute}=\"");
        let parts = svg.split(&opening).skip(1);
        let values = parts.filter_map(|rest| rest.split_once('"')?.0.parse().ok());
        values.collect()
    }

    #[test]
    fn a_diagram_has_the_size_of_its_drawing() {
        let short = drawn("'x'");
        let long = drawn("'x' 'y' | 'z'");
        for attribute in ["width", "height"] {
            let [short, long] = [&short, &long].map(|svg| numbers(svg, attribute)[0]);
            assert!(0 < short && short < long, "{attribute}: {short}, {long}");
        }
    }

    #[test]
    fn names_that_have_an_address_are_links() {
        let svg = drawn("known unknown");
        assert_eq!(svg.matches("xlink:href=\"#known\"").count(), 1, "{svg}");
        assert_eq!(svg.matches("xlink:href").count(), 1, "{svg}");
        assert!(svg.contains("\nunknown</text>"), "{svg}");
    }

    #[test]
    fn every_operator_is_drawn() {
        for (right_side, class) in [
            ("'x'?", "optional"),
            ("'x'+", "repeat"),
            ("'x'*", "repeat"),
            ("'x' | 'y'", "choice"),
            ("[a-z] - 'x'", "but not "),
        ] {
            let svg = drawn(right_side);
            assert!(svg.contains(class), "{right_side}: {svg}");
        }
    }

    #[test]
    fn what_cannot_be_seen_or_would_be_markup_is_escaped() {
        let svg = svg(&Expression::literal("<\t&"), &|_| None);
        assert!(svg.contains("&lt;#x09&amp;"), "{svg}");
    }
}
