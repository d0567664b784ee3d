//! The W3C's test suites: all of each, with no exceptions.
//!
//! [`SUITES`] says where they are looked for; where they are not, nothing is tested.

use pretty_assertions::{assert_eq, assert_str_eq};
use std::fmt::Write as _;
use std::path::Path;
use testing::suites::SUITES;
use turtle_peg::conformance::{GrammarUnderTest, ManifestReader, Options, Totals, run};
use turtle_peg::{Dialect, Engine};

/// One test function a suite: its name, its manifests, the dialect they are run under, how many tests they list.
macro_rules! suites {
    ($($name:ident: $manifests:expr, $dialect:ident, $tests:literal;)*) => {$(
        #[test]
        fn $name() {
            if let Some(directory) = &*SUITES {
                check(directory, &$manifests, Dialect::$dialect, $tests);
            }
        }
    )*};
}

suites! {
    rdf11_turtle: ["rdf11/rdf-turtle"], Turtle11, 313;
    rdf11_n_triples: ["rdf11/rdf-n-triples"], NTriples11, 70;
    rdf12_turtle: ["rdf12/rdf-turtle/syntax", "rdf12/rdf-turtle/eval"], Turtle12, 103;
    rdf12_n_triples: ["rdf12/rdf-n-triples/syntax", "rdf12/rdf-n-triples/c14n"], NTriples12, 70;
    rdf11_trig: ["rdf11/rdf-trig"], TriG11, 356;
    rdf11_n_quads: ["rdf11/rdf-n-quads"], NQuads11, 87;
    rdf12_trig: ["rdf12/rdf-trig/syntax", "rdf12/rdf-trig/eval"], TriG12, 60;
    rdf12_n_quads: ["rdf12/rdf-n-quads/syntax", "rdf12/rdf-n-quads/c14n"], NQuads12, 68;
    // These include the suites of RDF 1.1.
    rdf12_turtle_with_included: ["rdf12/rdf-turtle"], Turtle12, 416;
    rdf12_n_triples_with_included: ["rdf12/rdf-n-triples"], NTriples12, 140;
    rdf12_trig_with_included: ["rdf12/rdf-trig"], TriG12, 416;
    rdf12_n_quads_with_included: ["rdf12/rdf-n-quads"], NQuads12, 155;
}

fn check(suites: &Path, manifests: &[&str], dialect: Dialect, tests: usize) {
    for engine in [Engine::Fast, Engine::Reference] {
        let options = Options {
            dialect: Some(dialect),
            engine,
            ..Options::default()
        };
        check_with(suites, manifests, &options, tests);
    }
}

fn check_with(suites: &Path, manifests: &[&str], options: &Options, tests: usize) {
    let mut totals = Totals::default();
    let mut failures = String::new();
    for directory in manifests {
        let path = suites.join(directory).join("manifest.ttl");
        // Those of RDF 1.2 include those of RDF 1.1.
        let reader = ManifestReader::default().allow(suites);
        let manifest = reader.read(path).unwrap_or_else(|error| panic!("{error}"));
        let report = run(&manifest, options);
        totals.passed += report.totals().passed;
        totals.failed += report.totals().failed;
        for (test, failure) in report.failures() {
            writeln!(failures, "{}\n{failure}\n", test.iri()).unwrap();
        }
    }
    let expected = Totals {
        passed: tests,
        ..Totals::default()
    };
    assert_str_eq!(failures, "");
    assert_eq!(totals, expected);
}

/// A grammar made of the specification's productions alone, by `grammar import`, passes what the one made by hand does.
#[cfg(feature = "inspect")]
macro_rules! imported {
    ($($name:ident: $manifests:expr, $dialect:ident, $tests:literal;)*) => {$(
        #[test]
        fn $name() -> Result<(), Box<dyn std::error::Error>> {
            if let Some(directory) = &*SUITES {
                let options = Options {
                    dialect: Some(Dialect::$dialect),
                    grammar: Some(GrammarUnderTest::Rules(imported(Dialect::$dialect)?)),
                    ..Options::default()
                };
                check_with(directory, &$manifests, &options, $tests);
            }
            Ok(())
        }
    )*};
}

#[cfg(feature = "inspect")]
imported! {
    imported_turtle_11: ["rdf11/rdf-turtle"], Turtle11, 313;
    imported_turtle_12: ["rdf12/rdf-turtle"], Turtle12, 416;
    imported_n_triples_12: ["rdf12/rdf-n-triples"], NTriples12, 140;
    imported_trig_12: ["rdf12/rdf-trig"], TriG12, 416;
    imported_n_quads_12: ["rdf12/rdf-n-quads"], NQuads12, 155;
}

/// The productions that the dialect's grammar quotes are the specification's, as `tests/grammars.rs` sees.
#[cfg(feature = "inspect")]
fn imported(dialect: Dialect) -> Result<turtle_peg::LoadedGrammar, Box<dyn std::error::Error>> {
    use turtle_peg::inspect::{ebnf, import, peg};
    let quoted = peg::read(dialect.grammar())?.specified()?;
    let published = ebnf::read(&ebnf::print(&quoted))?;
    Ok(turtle_peg::LoadedGrammar::read(&import(&published)?.text)?)
}
