//! Manifests made up for the purpose: read, run, reported on.

use super::*;
use comparison::Undecided;
use oxrdf::vocab::{rdf, xsd};
use oxrdf::{Graph, LiteralRef, NamedNode, TermRef};
use pretty_assertions::assert_eq;
use std::path::PathBuf;
use std::time::{Duration, UNIX_EPOCH};
use std::{env, fs, process};
use turtle_peg::{Dialect, Parser};

const PREFIXES: &str = "PREFIX mf: <http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#>
PREFIX rdft: <http://www.w3.org/ns/rdftest#>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>
";

/// A directory of files, for as long as a test takes. Its name has characters that IRIs and Turtle have to escape.
struct Files(PathBuf);

impl Files {
    fn new(test: &str, files: &[(&str, &str)]) -> Self {
        let directory = env::temp_dir().join(format!("turtle-peg {} {test} é%41", process::id()));
        let this = Self(directory);
        for (name, text) in files {
            let path = this.path(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            let prefixes = if name.ends_with(".m.ttl") {
                PREFIXES
            } else {
                ""
            };
            fs::write(path, [prefixes, text].concat()).unwrap();
        }
        this
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        // A file left in the directory for temporary files does no harm.
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn iris(manifest: &Manifest) -> Vec<&str> {
    let tests = manifest.tests().iter();
    tests.map(|test| test.iri().as_str()).collect()
}

#[test]
fn manifests_are_included_once_and_published_where_they_say() {
    let files = Files::new(
        "included",
        &[
            (
                "a.m.ttl",
                "<> a mf:Manifest ; mf:entries (<#2> <#1> <x:t>) ; mf:include (<b/b.m.ttl> <c.m.ttl>) .
                 <#1> mf:name 'one' ; rdfs:comment 'the first' ; mf:action <a%20b/é.ttl> .",
            ),
            (
                "b/b.m.ttl",
                "<x:b> a mf:Manifest ; mf:entries (<#1>) ; mf:include (<../a.m.ttl> <../c.m.ttl>) .
                 <#1> mf:action <../a.nt> .",
            ),
            (
                "c.m.ttl",
                "<> a mf:Manifest ; mf:assumedTestBase <http://c.example/> ; mf:entries (<#1>) .",
            ),
        ],
    );

    let reader = ManifestReader::default().with_base_iri("http://e/t/");
    let manifest = reader.read(files.path("a.m.ttl")).unwrap();
    assert_eq!(
        iris(&manifest),
        [
            "http://e/t/a.m.ttl#2",
            "http://e/t/a.m.ttl#1",
            "x:t",
            "http://e/t/b/b.m.ttl#1",
            "http://c.example/c.m.ttl#1"
        ]
    );
    let [two, one, _, b, _] = manifest.tests() else {
        panic!("{manifest:?}")
    };
    assert_eq!((two.name(), two.comment()), ("http://e/t/a.m.ttl#2", None));
    assert_eq!((one.name(), one.comment()), ("one", Some("the first")));
    let action = one.action().unwrap();
    assert_eq!(action.path(), files.path("a b/é.ttl"));
    assert_eq!(action.iri(), "http://e/t/a%20b/é.ttl");
    let action = b.action().unwrap();
    assert_eq!(action.path(), files.path("b/../a.nt"));
    assert_eq!(action.iri(), "http://e/t/a.nt");

    let reader = ManifestReader::default().with_allowed_folder(files.path("."));
    let manifest = reader.read(files.path("b/b.m.ttl")).unwrap();
    let [b, _, a, _, c] = &iris(&manifest)[..] else {
        panic!("{manifest:?}")
    };
    for (iri, end) in [
        (b, "%20included%20%C3%A9%2541/b/b.m.ttl#1"),
        (a, "%20included%20%C3%A9%2541/a.m.ttl#1"),
    ] {
        assert!(iri.starts_with("file:///") && iri.ends_with(end), "{iri}");
    }
    assert_eq!(*c, "http://c.example/c.m.ttl#1");
}

#[test]
fn what_is_no_manifest_is_an_error() {
    for (name, text, expected) in [
        ("syntax", "\n <> a .", ":6:7: unexpected `.`"),
        ("empty", "", ": there is no mf:Manifest with"),
        (
            "nothing",
            "<> a mf:Manifest ; mf:entry (<#1>) .",
            ": there is no mf:Manifest with",
        ),
        (
            "no-list",
            "<> a mf:Manifest ; mf:entries <#1> .",
            ": the value of mf:entries or",
        ),
        (
            "ring",
            "<> a mf:Manifest ; mf:entries _:l . _:l rdf:first <#1> ; rdf:rest _:l .",
            ": the value of mf:entries or",
        ),
        (
            "two-rests",
            "<> a mf:Manifest ; mf:entries _:l . _:l rdf:first <#1> ; rdf:rest () , (<#2>) .",
            ": _:",
        ),
        (
            "two-lists",
            "<> a mf:Manifest ; mf:entries (<#1>) , (<#2>) .",
            ": <",
        ),
        (
            "two-types",
            "<> a mf:Manifest ; mf:entries (<#1>) . <#1> a rdft:TestTurtleEval , rdft:TestTurtlePositiveSyntax .",
            ": <",
        ),
        (
            "two-actions",
            "<> a mf:Manifest ; mf:entries (<#1>) . <#1> a rdft:TestTurtleEval ; mf:action <a> , <b> .",
            ": <",
        ),
        (
            "literal",
            "<> a mf:Manifest ; mf:entries ('t') .",
            ": \"t\" is in the place of an IRI",
        ),
        (
            "base",
            "<> a mf:Manifest ; mf:assumedTestBase 'b' ; mf:entries () .",
            ": \"b\" is in the place of an IRI",
        ),
        (
            "remote",
            "<> a mf:Manifest ; mf:include (<http://e/m.ttl>) .",
            ": the included manifest <http://e/m.ttl> is not a local file",
        ),
    ] {
        let files = Files::new(name, &[("m.m.ttl", text)]);
        let path = files.path("m.m.ttl");
        let error = Manifest::read(&path).unwrap_err();
        assert_eq!(error.path(), path);
        let expected = format!("{}{expected}", path.display());
        assert!(error.to_string().starts_with(&expected), "{error}");
        let is_of_several = matches!(error.kind(), ManifestErrorKind::SeveralValues { .. });
        assert_eq!(is_of_several, name.starts_with("two-"), "{error}");
    }
    let files = Files::new(
        "missing",
        &[("m.m.ttl", "<> a mf:Manifest ; mf:include (<o.ttl>) .")],
    );
    let error = Manifest::read(files.path("m.m.ttl")).unwrap_err();
    assert_eq!(error.path(), files.path("o.ttl"));
    let reader = ManifestReader::default().with_base_iri("no IRI");
    let error = reader.read(files.path("m.m.ttl")).unwrap_err();
    assert!(
        matches!(error.kind(), ManifestErrorKind::InvalidIri { .. }),
        "{error}"
    );
}

/// One test of each kind that passes, and of each way to fail.
fn one_of_each(test: &str) -> Files {
    Files::new(
        test,
        &[
            (
                "m.m.ttl",
                "<> a mf:Manifest ; mf:assumedTestBase <http://e/> ; mf:entries (
                    <#good> <#bad> <#graph> <#lines>
                    <#not-good> <#not-bad> <#not-graph> <#not-lines> <#not-ended>
                    <#unknown> <#untyped> <#no-action> <#no-result> <#remote> <#unreadable>
                 ) .
                 <#good> a rdft:TestTurtlePositiveSyntax ; mf:action <good.ttl> .
                 <#bad> a rdft:TestNTriplesNegativeSyntax ; mf:action <good.ttl> .
                 <#graph> a rdft:TestTurtleEval ; mf:action <good.ttl> ; mf:result <graph.nt> .
                 <#lines> a rdft:TestNTriplesPositiveC14N ; mf:action <good.nt> ; mf:result <canonical.nt> .
                 <#not-good> a rdft:TestNTriplesPositiveSyntax ; mf:action <good.ttl> .
                 <#not-bad> a rdft:TestTurtleNegativeSyntax ; mf:action <good.ttl> .
                 <#not-graph> a rdft:TestTurtleEval ; mf:action <label.ttl> ; mf:result <other.ttl> .
                 <#not-lines> a rdft:TestNTriplesPositiveC14N ; mf:action <good.nt> ; mf:result <good.nt> .
                 <#not-ended> a rdft:TestNTriplesPositiveC14N ; mf:action <good.nt> ; mf:result <open.nt> .
                 <#unknown> a rdft:TestUnheardOf, mf:Test ; mf:action <good.ttl> .
                 <#no-action> a rdft:TestTurtleNegativeEval .
                 <#no-result> a rdft:TestTurtleEval ; mf:action <good.ttl> .
                 <#remote> a rdft:TestTurtlePositiveSyntax ; mf:action <http://e/good.ttl> .
                 <#unreadable> a rdft:TestTurtleNegativeSyntax ; mf:action <missing.ttl> .",
            ),
            ("good.ttl", "<s> a [] ."),
            ("good.nt", "<http://e/s><http://e/p><http://e/other.ttl>."),
            ("canonical.nt", "<http://e/s> <http://e/p> <http://e/other.ttl> .\n"),
            ("open.nt", "<http://e/s> <http://e/p> <http://e/other.ttl> ."),
            ("graph.nt", "<http://e/s> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> _:o ."),
            ("label.ttl", "<s> <q> _:o ."),
            ("other.ttl", "<s> <p> <other.ttl> ."),
        ],
    )
}

#[test]
fn a_failure_says_what_is_wrong() {
    let files = one_of_each("failures");
    let manifest = Manifest::read(files.path("m.m.ttl")).unwrap();
    let report = run(&manifest, &Options::default());
    assert_eq!(
        report.totals(),
        Totals {
            passed: 4,
            failed: 11,
            ..Totals::default()
        }
    );
    let path = |name| files.path(name).display().to_string();
    let spaced = "<http://e/s> <http://e/p> <http://e/other.ttl> .";
    let close = "<http://e/s><http://e/p><http://e/other.ttl>.";
    let no_action = "the manifest names no local file as mf:action";
    let expected = [
        (
            "not-good",
            format!(
                "rejected by the grammar: {}:1:5: unexpected `a`, ",
                path("good.ttl")
            ),
        ),
        (
            "not-bad",
            format!("{}: no error found (triples parsed: 1)", path("good.ttl")),
        ),
        (
            "not-graph",
            format!("missing: {spaced}\nunexpected: <http://e/s> <http://e/q> _:o ."),
        ),
        (
            "not-lines",
            format!("line 1: expected \"{close}\", found \"{spaced}\""),
        ),
        (
            "not-ended",
            "line 2: expected nothing more, found \"\"".to_owned(),
        ),
        (
            "unknown",
            "tests of type <http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#Test>, \
             <http://www.w3.org/ns/rdftest#TestUnheardOf> are not known"
                .to_owned(),
        ),
        (
            "untyped",
            "the manifest does not say of what type this test is".to_owned(),
        ),
        ("no-action", no_action.to_owned()),
        (
            "no-result",
            "the manifest names no local file as mf:result".to_owned(),
        ),
        ("remote", no_action.to_owned()),
        ("unreadable", format!("{}: ", path("missing.ttl"))),
    ];
    for ((test, failure), (name, message)) in report.failures().zip(expected) {
        assert_eq!(test.iri().as_str(), format!("http://e/m.m.ttl#{name}"));
        let failure = failure.to_string();
        assert!(failure.starts_with(&message), "{failure}\nnot: {message}");
    }
}

#[test]
fn a_given_dialect_is_used_for_every_test() {
    let files = one_of_each("dialects");
    let manifest = Manifest::read(files.path("m.m.ttl")).unwrap();
    let passed = |dialect| {
        let report = run(
            &manifest,
            &Options {
                dialect: Some(dialect),
                ..Options::default()
            },
        );
        let passed = report.results().iter().filter(|it| it.outcome.is_passed());
        passed
            .map(|it| {
                it.test
                    .iri()
                    .as_str()
                    .trim_start_matches("http://e/m.m.ttl#")
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(
        passed(Dialect::Turtle11),
        ["good", "graph", "lines", "not-good"]
    );
    assert_eq!(passed(Dialect::NTriples11), ["bad", "lines", "not-bad"]);
}

#[test]
fn an_earl_report_is_turtle() {
    let files = one_of_each("earl");
    let manifest = Manifest::read(files.path("m.m.ttl")).unwrap();
    let report = run(&manifest, &Options::default());
    let mut earl = Vec::new();
    write_earl(
        &report,
        UNIX_EPOCH + Duration::from_secs(951_827_696),
        &mut earl,
    )
    .unwrap();
    let triples = Parser::new(Dialect::Turtle11).parse_slice(&earl).triples();
    let graph: Graph = triples.collect::<Result<_, _>>().unwrap();

    let name = |local| NamedNode::new_unchecked(format!("http://www.w3.org/ns/earl#{local}"));
    let dated = TermRef::from(LiteralRef::new_typed_literal(
        "2000-02-29T12:34:56Z",
        xsd::DATE_TIME,
    ));
    for result in report.results() {
        let assertion = graph
            .subject_for_predicate_object(&name("test"), result.test.iri())
            .unwrap();
        let object = |predicate| graph.object_for_subject_predicate(assertion, &predicate);
        assert_eq!(
            object(rdf::TYPE.into_owned()),
            Some(name("Assertion").as_ref().into())
        );
        assert_eq!(
            object(name("mode")),
            Some(name("automatic").as_ref().into())
        );
        let Some(TermRef::BlankNode(node)) = object(name("result")) else {
            panic!("{graph}")
        };
        let object = |predicate| graph.object_for_subject_predicate(node, &predicate);
        let outcome = if result.outcome.is_passed() {
            "passed"
        } else {
            "failed"
        };
        assert_eq!(object(name("outcome")), Some(name(outcome).as_ref().into()));
        assert_eq!(
            object(NamedNode::new_unchecked("http://purl.org/dc/terms/date")),
            Some(dated)
        );
        let reason = result.outcome.failure().map(Failure::published_message);
        let info = reason.as_deref().map(LiteralRef::new_simple_literal);
        assert_eq!(object(name("info")), info.map(TermRef::from));
    }
    let text = String::from_utf8(earl).unwrap();
    assert!(
        text.contains("\"rejected by the grammar: http://e/good.ttl:1:5: unexpected `a`"),
        "{text}"
    );
    assert!(!text.contains(&files.0.display().to_string()), "{text}");
    let assertions = graph.subjects_for_predicate_object(rdf::TYPE, &name("Assertion"));
    assert_eq!(assertions.count(), report.totals().all());
}

#[test]
fn what_a_manifest_has_no_business_with_is_not_read() {
    let files = Files::new(
        "elsewhere",
        &[
            ("secret.ttl", "the password"),
            ("inner/good.ttl", "<s> a <o> ."),
            (
                "inner/m.m.ttl",
                "<> a mf:Manifest ; mf:entries (<#up> <#absolute> <#link> <#folder> <#device>) .
                 <#up> a rdft:TestTurtleNegativeSyntax ; mf:action <../secret.ttl> .
                 <#absolute> a rdft:TestTurtleNegativeSyntax ; mf:action <file:///etc/passwd> .
                 <#link> a rdft:TestTurtleNegativeSyntax ; mf:action <link.ttl> .
                 <#folder> a rdft:TestTurtleNegativeSyntax ; mf:action <./> .
                 <#device> a rdft:TestTurtleNegativeSyntax ; mf:action <file:///dev/zero> .",
            ),
            (
                "inner/include.m.ttl",
                "<> a mf:Manifest ; mf:include (<../outer.m.ttl>) .",
            ),
            ("outer.m.ttl", "<> a mf:Manifest ; mf:entries () ."),
        ],
    );
    #[cfg(unix)]
    std::os::unix::fs::symlink(files.path("secret.ttl"), files.path("inner/link.ttl")).unwrap();
    let manifest = Manifest::read(files.path("inner/m.m.ttl")).unwrap();
    let report = run(&manifest, &Options::default());
    assert_eq!(report.totals().failed, 5);
    for (test, failure) in report.failures() {
        let failure = failure.to_string();
        assert!(!failure.contains("unexpected"), "{failure}");
        #[cfg(unix)]
        {
            let expected = match test.iri().as_str().ends_with("#folder") {
                true => ": this is a folder, not a file",
                false => "is in none of the folders that are allowed",
            };
            assert!(failure.contains(expected), "{failure}");
        }
    }
    let path = files.path("inner/include.m.ttl");
    let error = Manifest::read(&path).unwrap_err().to_string();
    assert!(error.contains("in none of the folders"), "{error}");
    let reader = ManifestReader::default().with_allowed_folder(files.path(""));
    assert_eq!(reader.read(&path).unwrap().tests().len(), 0);
}

/// Reading a pipe without a writer would never end.
#[cfg(unix)]
#[test]
fn a_pipe_is_not_waited_for() {
    let files = Files::new(
        "pipe",
        &[(
            "m.m.ttl",
            "<> a mf:Manifest ; mf:entries (<#1>) .
             <#1> a rdft:TestTurtleNegativeSyntax ; mf:action <pipe.ttl> .",
        )],
    );
    let made = process::Command::new("mkfifo")
        .arg(files.path("pipe.ttl"))
        .status();
    assert!(made.unwrap().success());
    let manifest = Manifest::read(files.path("m.m.ttl")).unwrap();
    let report = run(&manifest, &Options::default());
    let (_, failure) = report.failures().next().unwrap();
    let failure = failure.to_string();
    assert!(failure.ends_with("not a regular file"), "{failure}");
}

#[test]
fn a_chain_of_manifests_may_be_long() {
    let files = Files::new(
        "chain",
        &[("6000.m.ttl", "<> a mf:Manifest ; mf:entries () .")],
    );
    for number in 0..6000 {
        let text = format!(
            "{PREFIXES}<> a mf:Manifest ; mf:entries (<#t>) ; mf:include (<{}.m.ttl>) .",
            number + 1
        );
        fs::write(files.path(&format!("{number}.m.ttl")), text).unwrap();
    }
    let manifest = Manifest::read(files.path("0.m.ttl")).unwrap();
    let tests = iris(&manifest);
    assert_eq!(tests.len(), 6000);
    assert!(tests[5999].ends_with("/5999.m.ttl#t"), "{}", tests[5999]);
}

#[test]
fn what_is_not_decided_has_not_passed() {
    let undecided = Outcome::Failed(Failure::Undecided(Undecided::new(7)));
    assert!(!undecided.is_passed());
    let files = one_of_each("undecided");
    let manifest = Manifest::read(files.path("m.m.ttl")).unwrap();
    let result = |outcome| TestResult {
        verdict: None,
        test: &manifest.tests()[0],
        outcome,
    };
    let report: Report<'_> = [result(undecided), result(Outcome::Passed)]
        .into_iter()
        .collect();
    assert_eq!(
        report.totals().to_string(),
        "1 passed, 0 failed, 1 not decided"
    );
    let mut earl = Vec::new();
    write_earl(&report, UNIX_EPOCH, &mut earl).unwrap();
    let earl = String::from_utf8(earl).unwrap();
    assert!(earl.contains("earl:outcome earl:cantTell"), "{earl}");
}
