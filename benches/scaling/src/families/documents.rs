//! Documents that conform, and are hard all the same: long, deep, or with much to make of little.

use super::{Family, fill, nested, numbered};
use std::io::Read;
use turtle_peg::{Dialect, Document, Engine, Input, NQuadsWriter, Parser};

const SMALLEST: usize = 8 * 1024;

/// Takes the largest limits, so that what is counted is not how fast something is refused.
pub fn parser(dialect: Dialect) -> Parser {
    Parser::new(dialect)
        .with_nesting_limit(20_000)
        .with_iri_limit(usize::MAX)
        .with_base_iri("http://example.org/")
        .expect("it is absolute")
}

fn checked<I: Input>(mut document: Document<I>) -> usize {
    let mut count = 0;
    while let Some(result) = document.check_statement() {
        result.expect("it conforms");
        count += 1;
    }
    count
}

fn counted<I: Input>(mut document: Document<I>) -> usize {
    let mut count = 0;
    let result = document.for_each_quad(|_, _| count += 1);
    result.expect("it conforms");
    count
}

/// Checked, as `check` does it.
fn check(name: &'static str, make: impl Fn(usize) -> String + 'static) -> Family {
    of(name, Dialect::Turtle12, make)
}

fn of(name: &'static str, dialect: Dialect, make: impl Fn(usize) -> String + 'static) -> Family {
    Family::new(name, SMALLEST, make, move |text| {
        checked(parser(dialect).parse_slice(text))
    })
}

/// All quads, and what a reader has to do.
fn read(name: &'static str, make: impl Fn(usize) -> String + 'static) -> Family {
    Family::new(name, SMALLEST, make, |text| {
        counted(parser(Dialect::Turtle12).parse_reader(text))
    })
}

/// Delivers byte by byte.
struct Slow<'b>(&'b [u8]);

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let Some((&byte, rest)) = self.0.split_first() else {
            return Ok(0);
        };
        self.0 = rest;
        buffer[0] = byte;
        Ok(1)
    }
}

fn slowly(name: &'static str, make: impl Fn(usize) -> String + 'static) -> Family {
    Family::new(name, SMALLEST, make, |text| {
        counted(parser(Dialect::Turtle12).parse_reader(Slow(text)))
    })
}

fn written(name: &'static str, make: impl Fn(usize) -> String + 'static) -> Family {
    Family::new(name, SMALLEST, make, |text| {
        let mut writer = NQuadsWriter::new(std::io::sink());
        let mut document = parser(Dialect::Turtle12).parse_slice(text);
        let result = document.for_each_quad(|quad, _| {
            let _ = writer.write_quad(quad);
        });
        result.expect("it conforms");
        0
    })
}

fn by_productions(
    name: &'static str,
    dialect: Dialect,
    make: impl Fn(usize) -> String + 'static,
) -> Family {
    Family::new(name, SMALLEST / 4, make, move |text| {
        checked(
            parser(dialect)
                .engine(Engine::Specification)
                .parse_slice(text),
        )
    })
}

fn trees(name: &'static str, make: impl Fn(usize) -> String + 'static) -> Family {
    Family::new(name, SMALLEST, make, |text| {
        let mut document = parser(Dialect::Turtle12).parse_slice(text);
        let mut count = 0;
        while let Some(tree) = document.next_tree() {
            count += tree.expect("it conforms").root().descendants().count();
        }
        count
    })
}

fn places(name: &'static str, make: impl Fn(usize) -> String + 'static) -> Family {
    Family::new(name, SMALLEST, make, |text| {
        let mut document = parser(Dialect::Turtle12).parse_slice(text);
        let mut sum = 0;
        let result = document.for_each_quad(|_, provenance| {
            sum += provenance.position(provenance.object).column;
        });
        result.expect("it conforms");
        sum as usize
    })
}

fn object(text: &str) -> String {
    format!("<x:s> <x:p> {text} .")
}

const AMPLIFIED: &str = "each quad has the long term: what comes out is as much";

pub fn families() -> Vec<Family> {
    let mut all = plain();
    all.extend(terminals());
    all.extend(long_and_deep());
    all.extend(amplifying());
    all.extend(other_dialects());
    all.extend(other_ways());
    all
}

fn plain() -> Vec<Family> {
    vec![
        check("statements", |n| fill("<x:s> <x:p> <x:o> .\n", n)),
        check("statements of names", |n| {
            format!("PREFIX p: <x:> {}", fill("p:s p:p p:o .\n", n))
        }),
        check("objects", |n| object(&(fill("1, ", n) + "1"))),
        check("objects by name", |n| {
            format!("PREFIX p: <x:> p:s p:p {} 1 .", numbered("p:a#, ", n))
        }),
        check("predicates", |n| format!("<x:s> {} .", fill("a 1; ", n))),
        check("semicolons", |n| format!("<x:s> a 1 {} .", fill(";", n))),
        check("semicolons and space", |n| {
            format!("<x:s> a 1 {} .", fill("; ", n))
        }),
        check("items of a collection", |n| {
            object(&format!("({})", fill("1 ", n)))
        }),
        check("empty collections", |n| {
            object(&format!("({})", fill("() ", n)))
        }),
        check("blank nodes", |n| object(&(fill("[], ", n) + "1"))),
        check("labels, each new", |n| {
            object(&(numbered("_:b#, ", n) + "1"))
        }),
        check("labels like generated ones", |n| {
            object(&(numbered("_:anon#, ", n) + "1"))
        }),
        check("prefixes, each new", |n| numbered("PREFIX p#: <x:#>\n", n)),
        check("prefixes, each new and used", |n| {
            numbered("PREFIX p#: <x:#> p#:s p#:p p#:o .\n", n)
        }),
        check("a prefix again and again", |n| fill("PREFIX p: <x:>\n", n)),
        check("a prefix again and again, used", |n| {
            fill("PREFIX p: <x:> p:s a p:o .\n", n)
        }),
        check("versions", |n| fill("VERSION '1.2'\n", n)),
        check("bases", |n| fill("BASE <http://example.org/a/>\n", n)),
        check("keywords in any case", |n| {
            fill("pReFiX p: <x:> bAsE <x:/>\n", n)
        }),
    ]
}

fn terminals() -> Vec<Family> {
    let with = |inner: &'static str, before: &'static str, after: &'static str| {
        move |n| object(&format!("{before}{}{after}", fill(inner, n)))
    };
    vec![
        check("string", with("a", "'", "'")),
        check("string of escapes", with("\\n", "'", "'")),
        check("string of numeric escapes", with("\\U0001F600", "'", "'")),
        check("long string", with("a\n", "\"\"\"", "\"\"\"")),
        check(
            "long string of quotation marks",
            with("a\"\"", "\"\"\"", "a\"\"\""),
        ),
        check(
            "long string of escaped quotation marks",
            with("\\\"", "\"\"\"", "\"\"\""),
        ),
        check("characters beyond ASCII", with("é€😀", "'", "'")),
        check("strings, empty", with("'', \"\", '''''', ", "", "1")),
        check("IRI", with("a", "<x:", ">")),
        check("IRI of escapes", with("\\u0061", "<x:", ">")),
        check("IRI of percent escapes", with("%61", "<x:", ">")),
        check("IRI of segments", with("/a", "<x:", ">")),
        check("IRI of colons", with(":", "<x:", ">")),
        check("relative IRI of ..", with("../", "<", ">")),
        check("relative IRI of a/..", with("a/../", "<", ">")),
        check("relative IRIs", with("<a>, ", "", "1")),
        check("relative IRIs with ..", with("<../a>, ", "", "1")),
        check("local name", |n| {
            format!("PREFIX p: <x:> <x:s> a p:{} .", fill("a", n))
        }),
        check("local name of full stops", |n| {
            format!("PREFIX p: <x:> <x:s> a p:a{}b .", fill(".", n))
        }),
        check("local name of colons", |n| {
            format!("PREFIX p: <x:> <x:s> a p:{} .", fill(":", n))
        }),
        check("local name of escapes", |n| {
            format!("PREFIX p: <x:> <x:s> a p:{} .", fill("\\-", n))
        }),
        check("local name of percent escapes", |n| {
            format!("PREFIX p: <x:> <x:s> a p:{} .", fill("%61", n))
        }),
        check("prefix", |n| format!("PREFIX {}: <x:>", fill("a", n))),
        check("prefix of full stops", |n| {
            format!("PREFIX a{}b: <x:>", fill(".", n))
        }),
        check("label", with("a", "_:", " ")),
        check("label of full stops", with(".", "_:a", "b")),
        check("language tag of subtags", with("-abc1", "'a'@en-x", " ")),
        check("integer", with("1", "", " ")),
        check("decimal", with("1", "1.", " ")),
        check("double", with("1", "1e", " ")),
        check("numbers without spaces between", with("1.5,", "", "1")),
        check("comment", |n| format!("#{}\n", fill("a", n))),
        check("comment of ####", |n| format!("#{}\n", fill("#", n))),
        check("comments", |n| fill("#\n", n)),
        check("comments in a statement", |n| {
            object(&(fill("#\n", n) + "1"))
        }),
        check("spaces", |n| fill(" ", n)),
        check("spaces in a statement", |n| object(&(fill(" ", n) + "1"))),
        check("lines that end in CR", |n| fill("<x:s> a 1 .\r", n)),
        check("lines that end in CR LF", |n| fill("<x:s> a 1 .\r\n", n)),
        check("datatypes", with("'a'^^<x:d>, ", "", "1")),
    ]
}

fn long_and_deep() -> Vec<Family> {
    let deep = |open: &'static str, inner: &'static str, close: &'static str| {
        move |n| object(&nested(open, inner, close, n / 2))
    };
    vec![
        check("collections, nested", deep("(", "", ")")),
        check("property lists, nested", deep("[a ", "1", "]")),
        check("reified triples, nested", deep("<<<x:s> a ", "1", ">>")),
        check("triple terms, nested", deep("<<(<x:s> a ", "1", ")>>")),
        check("annotations, nested", deep("1 {|a ", "1", "|}")),
        check("brackets of two kinds, nested", deep("([a ", "1", "])")),
        check("reifiers, nested", deep("<<<x:s> a ", "1", " ~ _:b>>")),
        read("collections, nested, from a reader", deep("(", "", ")")),
        read(
            "triple terms, nested, from a reader",
            deep("<<(<x:s> a ", "1", ")>>"),
        ),
        read("a string, from a reader", |n| {
            object(&format!("'{}'", fill("a", n)))
        }),
        read("objects, from a reader", |n| {
            object(&(fill("1, ", n) + "1"))
        }),
        read("comment, from a reader", |n| format!("#{}\n", fill("a", n))),
    ]
}

fn amplifying() -> Vec<Family> {
    vec![
        check("a base IRI that grows", |n| fill("BASE <a/>\n", n)),
        check("a base IRI that grows by dots", |n| {
            fill("BASE <./a/>\n", n / 8)
        })
        .may(
            2.1,
            "dot segments are removed from all of it: the IRI limit bounds it",
        ),
        check("a literal that many triples have", |n| {
            object(&format!("'{}' {}", fill("a", n / 2), fill("~ ", n / 2)))
        }),
        check("a literal that many blocks annotate", |n| {
            object(&format!(
                "'{}' {}",
                fill("a", n / 2),
                fill("{|a 1|} ", n / 2)
            ))
        }),
        check("a subject that many triples have", |n| {
            format!("<x:{}> a {} 1 .", fill("a", n / 2), fill("1 ~, ", n / 2))
        }),
        check("a namespace that many names have", |n| {
            let namespace = fill("a", n / 2);
            format!(
                "PREFIX p: <x:{namespace}> <x:s> a {} 1 .",
                fill("p:a, ", n / 2)
            )
        }),
        check("two namespaces that names have in turn", |n| {
            let namespace = fill("a", n / 2);
            format!(
                "PREFIX p: <x:{namespace}> PREFIX q: <y:{namespace}> <x:s> a {} 1 .",
                fill("p:a, q:a, ", n / 2)
            )
        }),
        check("a base IRI that many references have", |n| {
            format!(
                "BASE <x:/{}/> <x:s> a {} 1 .",
                fill("a", n / 2),
                fill("<a>, ", n / 2)
            )
        }),
        written("a literal that many triples have, written", |n| {
            object(&format!("'{}' {}", fill("a", n / 16), fill("~ ", n / 16)))
        })
        .may(2.1, AMPLIFIED),
        written("a namespace that many names have, written", |n| {
            let namespace = fill("a", n / 16);
            format!(
                "PREFIX p: <x:{namespace}> <x:s> a {} 1 .",
                fill("p:a, ", n / 16)
            )
        })
        .may(2.1, AMPLIFIED),
    ]
}

fn other_dialects() -> Vec<Family> {
    vec![
        of("N-Triples", Dialect::NTriples12, |n| {
            fill("<x:s> <x:p> \"a\"@en .\n", n)
        }),
        of("N-Triples 1.1, without spaces", Dialect::NTriples11, |n| {
            fill("<x:s><x:p>_:b.\n", n)
        }),
        of("N-Triples of triple terms", Dialect::NTriples12, |n| {
            fill("<x:s> <x:p> <<( <x:s> <x:p> _:a )>> .\n", n)
        }),
        of("N-Quads, each graph new", Dialect::NQuads12, |n| {
            numbered("<x:s> <x:p> <x:o> <x:g#> .\n", n)
        }),
        of("graphs", Dialect::TriG12, |n| {
            fill("GRAPH <x:g> { <x:s> a 1 }\n", n)
        }),
        of("graphs, empty", Dialect::TriG12, |n| fill("{}", n)),
        of("triples of one graph", Dialect::TriG12, |n| {
            format!("<x:g> {{ {} }}", fill("<x:s> a 1 . ", n))
        }),
        of("objects in a graph", Dialect::TriG11, |n| {
            format!("{{ <x:s> a {} 1 }}", fill("1, ", n))
        }),
        of(
            "2008: URI references with spaces",
            Dialect::TurtleSubmission,
            |n| fill("<x:a b> <x:p> <x:o> . ", n),
        ),
        of(
            "2008: a URI reference of spaces",
            Dialect::TurtleSubmission,
            |n| format!("<x:s> <x:p> <x:{}> .", fill("a ", n)),
        ),
        of("2008: language tag", Dialect::TurtleSubmission, |n| {
            format!("<x:s> <x:p> \"a\"@en{} .", fill("-a", n))
        }),
        of(
            "2011: labels that need another",
            Dialect::TurtleWd2011,
            |n| object(&(numbered("_:a\\u00D7#, ", n) + "1")),
        ),
    ]
}

fn other_ways() -> Vec<Family> {
    vec![
        slowly("objects, byte by byte", |n| object(&(fill("1, ", n) + "1"))),
        slowly("a string, byte by byte", |n| {
            object(&format!("'{}'", fill("a", n)))
        }),
        slowly("statements, byte by byte", |n| fill("<x:s> a 1 .\n", n)),
        slowly("collections, nested, byte by byte", |n| {
            object(&nested("(", "", ")", n / 4))
        }),
        trees("trees of collections, nested", |n| {
            object(&nested("(", "", ")", n / 2))
        }),
        trees("trees of objects", |n| object(&(fill("1, ", n) + "1"))),
        places("places of objects", |n| object(&(fill("1, ", n) + "1"))),
        places("places of objects on lines", |n| {
            object(&(fill("1,\n", n) + "1"))
        }),
        written("strings, written", |n| {
            object(&(fill("'a\\\\b\\n', ", n) + "1"))
        }),
        by_productions("objects, by productions", Dialect::Turtle12, |n| {
            object(&(fill("1, ", n) + "1"))
        }),
        by_productions(
            "collections, nested, by productions",
            Dialect::Turtle12,
            |n| object(&nested("(", "", ")", n / 2)),
        ),
        by_productions(
            "2008: objects, by productions",
            Dialect::TurtleSubmission,
            |n| object(&(fill("1, ", n) + "1")),
        ),
        by_productions(
            "2008: collections, nested, by productions",
            Dialect::TurtleSubmission,
            |n| object(&nested("( ", "", " )", n / 4)),
        ),
    ]
}
