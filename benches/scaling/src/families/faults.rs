//! Documents that do not conform: what is wrong is found and told, and what follows is read.

use super::documents::parser;
use super::{Family, fill, nested, numbered};
use turtle_peg::{Dialect, Error};

const SMALLEST: usize = 4 * 1024;

/// Each fault is told in full, as `check --keep-going` does it.
fn told(name: &'static str, dialect: Dialect, make: impl Fn(usize) -> String + 'static) -> Family {
    Family::new(name, SMALLEST, make, move |text| read(dialect, text))
}

fn read(dialect: Dialect, text: &[u8]) -> usize {
    let mut document = parser(dialect).continue_after_errors().parse_reader(text);
    let (mut faults, mut length) = (0, 0);
    while let Some(result) = document.check_statement() {
        if let Err(Error::Syntax(error)) = result {
            faults += 1;
            length += error.message().len() + error.advice().title().len();
        }
    }
    assert!(faults > 0, "there is a fault in it");
    length
}

fn turtle(name: &'static str, make: impl Fn(usize) -> String + 'static) -> Family {
    told(name, Dialect::Turtle12, make)
}

fn object(text: &str) -> String {
    format!("<x:s> <x:p> {text} .")
}

pub fn families() -> Vec<Family> {
    let mut all = unclosed();
    all.extend(many());
    all.extend(no_turtle());
    all
}

fn unclosed() -> Vec<Family> {
    let open = |unit: &'static str| move |n| object(&fill(unit, n));
    vec![
        turtle("collections, unclosed", open("(")),
        turtle("blank nodes, unclosed", open("[a ")),
        turtle("triple terms, unclosed", open("<<(<x:s> a ")),
        turtle("reified triples, unclosed", open("<<<x:s> a ")),
        turtle("annotations, unclosed", open("1 {|a ")),
        turtle("brackets, closed by the wrong ones", |n| {
            object(&nested("(", "1", "]", n))
        }),
        turtle("brackets, one too many", |n| {
            object(&(nested("(", "1", ")", n) + ")"))
        }),
        turtle("brackets that only close", open(")")),
        turtle("a string, unclosed", |n| {
            object(&format!("'{}", fill("a", n)))
        }),
        turtle("a long string, unclosed", |n| {
            object(&format!("'''{}", fill("a\n", n)))
        }),
        turtle("a long string of quotation marks, unclosed", |n| {
            object(&format!("\"\"\"{}", fill("\"\" ", n)))
        }),
        turtle("strings, unclosed, on lines", |n| {
            fill("<x:s> <x:p> 'a .\n", n)
        }),
        turtle("an IRI, unclosed", |n| {
            object(&format!("<x:{}", fill("a", n)))
        }),
        turtle("IRIs, unclosed", open("<x:a ")),
        told("a graph, unclosed", Dialect::TriG12, |n| {
            format!("<x:g> {{ {}", fill("<x:s> a 1 . ", n))
        }),
        told("graphs, nested", Dialect::TriG12, |n| fill("{", n)),
        turtle("objects, and no end", |n| object(&fill("1, ", n))),
        turtle("an object too many", |n| object(&(fill("1, ", n) + "1 1"))),
        turtle("a fault after a comment", |n| {
            format!("#{}\n<x:s> a 1 1 .", fill("-", n))
        }),
        turtle("a fault after a line of quotation marks", |n| {
            format!("#{}\n<x:s> a \"\"\"a\"\"\" 1 .", fill("\"\"\"", n))
        }),
        turtle("a fault after statements", |n| {
            fill("<x:s> a 1 . ", n) + "<x:s> a 1 1 ."
        }),
    ]
}

fn many() -> Vec<Family> {
    vec![
        turtle("faults on lines", |n| fill("<x:s> a 1 1 .\n", n)),
        turtle("faults on one line", |n| fill("<x:s> a 1 1 . ", n)),
        turtle("faults, and no full stop", |n| fill("<x:s> a 1 1\n", n)),
        turtle("prefixes that are not declared", |n| fill("p:s a 1 .\n", n)),
        turtle("prefixes that are not declared, each another", |n| {
            numbered("p#:s a 1 .\n", n)
        }),
        turtle("prefixes that are not declared, among many", |n| {
            numbered("PREFIX p#: <x:> ", n / 2) + &fill("q:s a 1 .\n", n / 2)
        }),
        turtle("IRIs that are none", |n| fill("<x:%> a 1 .\n", n)),
        turtle("an IRI that is none", |n| {
            object(&format!("<x:{}%>", fill("a", n)))
        }),
        turtle("language tags that are none", |n| {
            fill("<x:s> a 'a'@a .\n", n)
        }),
        turtle("escapes of surrogates", |n| {
            fill("<x:s> a '\\uD800' .\n", n)
        }),
        turtle("nested too deep", |n| {
            object(&nested("(", "", ")", n + 100_000))
        }),
        told("N-Triples, a fault a line", Dialect::NTriples12, |n| {
            fill("<x:s> <x:p> 1 .\n", n)
        }),
        told("N-Quads, a fault a line", Dialect::NQuads12, |n| {
            fill("<x:s> <x:p> 1 .\n", n)
        }),
        told("N-Triples, relative IRIs", Dialect::NTriples12, |n| {
            fill("<s> <p> <o> .\n", n)
        }),
        told("TriG, a fault a statement", Dialect::TriG12, |n| {
            fill("<x:s> a 1 1 .\n", n)
        }),
        told("2008: faults on lines", Dialect::TurtleSubmission, |n| {
            fill("<x:s> a 1 1 .\n", n / 4)
        }),
        told("2008: an object too many", Dialect::TurtleSubmission, |n| {
            object(&(fill("1, ", n / 4) + "1 1"))
        }),
    ]
}

fn no_turtle() -> Vec<Family> {
    vec![
        turtle("words", |n| fill("lorem ipsum dolor sit amet ", n)),
        turtle("full stops", |n| fill(".", n / 8)).may(
            1.3,
            "each is a fault, told by a kilobyte around it: short documents have less",
        ),
        turtle("full stops and spaces", |n| fill(". ", n / 8)),
        turtle("NUL", |n| fill("\0", n)),
        turtle("backslashes", |n| fill("\\", n)),
        turtle("number signs after a name", |n| {
            format!("a{}", fill("#", n))
        }),
        turtle("1.1.1.1", |n| object(&fill("1.", n))),
        turtle("1e1e1e1", |n| object(&fill("1e", n))),
        turtle("a.a.a.a.", |n| object(&format!("x:{}", fill("a.", n)))),
        turtle("JSON", |n| {
            format!("[{}]", fill("{\"a\": [1, 2, null]}, ", n))
        }),
        turtle("HTML", |n| fill("<div class=\"a\"><p>text.</p></div>\n", n)),
        turtle("CSV", |n| fill("a,b,c,\"d\"\n", n)),
        turtle("SPARQL", |n| {
            fill("SELECT ?s WHERE { ?s ?p ?o . FILTER(?s > 1) }\n", n)
        }),
        Family::of_bytes(
            "bytes that are not UTF-8",
            SMALLEST,
            |n| [fill("<x:s> a 1 . ", n).as_bytes(), b"\xff\xfe\xff"].concat(),
            |text| read(Dialect::Turtle12, text),
        ),
        turtle("characters beyond ASCII", |n| fill("é€😀 ", n)),
        turtle("combining characters", |n| {
            object(&format!("a{}", fill("\u{301}", n)))
        }),
    ]
}
