//! The index of terms: what it answers, and that it answers so however it came to be.

use super::{DocumentTerms, TermIndex, TermUse};
use pretty_assertions::assert_eq;
use testing::random::Random;
use turtle_peg::{Dialect, Parser};

fn terms(text: &str) -> DocumentTerms {
    DocumentTerms::read(text, &Parser::new(Dialect::TriG12))
}

fn index(texts: &[&str]) -> TermIndex {
    let mut index = TermIndex::default();
    for (number, text) in texts.iter().enumerate() {
        index.set(&format!("x:{number}"), terms(text));
    }
    index
}

const VOCABULARY: &str = r#"
    PREFIX e: <http://e/> PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
    e:Person a rdfs:Class ; rdfs:label "person"@en , "Mensch"@de ; rdfs:comment "Somebody." .
    e:knows a e:Property ; rdfs:domain e:Person ; rdfs:range e:Person ; rdfs:label "is acquainted with" .
"#;

const DATA: &str = r#"
    PREFIX e: <http://e/>
    e:a a e:Person ; e:knows e:b , [ a e:Person ; e:colour e:red ] ; e:age "1"^^e:years .
    e:b e:knows e:a , e:c . e:g { e:c e:says <<( e:d e:p e:o )>> }
"#;

#[test]
fn documents_are_found_by_what_they_use_a_term_for() {
    let index = index(&[DATA, VOCABULARY, "PREFIX e: <http://e/> e:Person e:p 1 ."]);
    let documents = |iri: &str| -> Vec<&str> {
        let found = index.documents_with(iri).into_iter();
        found.map(|(document, _)| document).collect()
    };
    assert_eq!(documents("http://e/Person"), ["x:0", "x:1", "x:2"]);
    for other in ["years", "g", "d", "o"] {
        assert_eq!(documents(&format!("http://e/{other}")), ["x:0"], "{other}");
    }
    // Those that give it a type come first.
    assert_eq!(index.documents_about("http://e/Person"), ["x:1", "x:2"]);
    assert_eq!(index.documents_about("http://e/red"), [""; 0]);
    // Of these the one that describes most terms beside it.
    let other = "PREFIX e: <http://e/> e:Person a e:Class .";
    let index_of_both = self::index(&[other, VOCABULARY]);
    assert_eq!(
        index_of_both.documents_about("http://e/Person"),
        ["x:1", "x:0"]
    );
    let uses = |name: &str| -> Vec<TermUse> {
        let uses = index.uses(&format!("http://e/{name}"));
        let all = TermUse::ALL.into_iter();
        all.filter(|&one| uses.has(one)).collect()
    };
    assert_eq!(uses("knows"), [TermUse::Subject, TermUse::Predicate]);
    assert_eq!(uses("years"), [TermUse::Datatype]);
    assert_eq!(uses("red"), [TermUse::Object]);
    let of_person = uses("Person");
    assert!(
        of_person.ends_with(&[TermUse::Class, TermUse::DescribedClass]),
        "{of_person:?}"
    );
}

#[test]
fn the_vocabulary_is_what_is_used_as_such() {
    let mut index = index(&[DATA, VOCABULARY, DATA]);
    let vocabulary = |index: &TermIndex| -> Vec<String> {
        let terms = index.vocabulary_in("http://e/");
        terms
            .map(|it| it.iri["http://e/".len()..].to_owned())
            .collect()
    };
    let of_data = ["Person", "age", "colour", "knows", "says", "years"];
    let mut of_all = of_data.to_vec();
    of_all.insert(1, "Property");
    assert_eq!(vocabulary(&index), of_all);
    index.remove("x:1");
    index.remove("x:2");
    assert_eq!(vocabulary(&index), of_data);
    index.remove("x:0");
    assert_eq!(vocabulary(&index), [""; 0]);
}

#[test]
fn a_term_is_described_by_all_documents() {
    let index = index(&[DATA, VOCABULARY]);
    let knows = index.description("http://e/knows");
    assert_eq!(knows.domains, ["http://e/Person"]);
    assert_eq!(knows.ranges, ["http://e/Person"]);
    assert_eq!(knows.types, ["http://e/Property"]);
    let person = index.description("http://e/Person");
    let labels = person.labels.iter().map(|it| (it.text, it.language));
    let labels: Vec<_> = labels.collect();
    assert_eq!(labels, [("Mensch", "de"), ("person", "en")]);
    assert_eq!(person.comments[0].text, "Somebody.");
}

#[test]
fn what_is_used_together_is_counted() {
    let index = index(&[DATA, VOCABULARY]);
    let of_person = index.predicates_of(&["http://e/Person"]);
    assert_eq!(
        of_person,
        [
            ("http://e/age", 1),
            ("http://e/colour", 1),
            ("http://e/knows", 1)
        ]
    );
    assert_eq!(
        index.objects_of("http://e/colour").unwrap(),
        ["http://e/red"]
    );
    let many: String = (0..30)
        .map(|it| format!("<x:s> <x:p> <x:{it}> . "))
        .collect();
    assert_eq!(self::index(&[&many]).objects_of("x:p"), None);
}

#[test]
fn terms_are_searched_by_name_and_by_label() {
    let index = index(&[DATA, VOCABULARY]);
    assert_eq!(index.search("pers", 9), ["http://e/Person"]);
    assert_eq!(index.search("acquainted with", 9), ["http://e/knows"]);
    assert_eq!(index.search("", 2), ["http://e/a", "http://e/b"]);
    let names: Vec<_> = index.terms_in("http://e/k").map(|it| it.iri).collect();
    assert_eq!(names, ["http://e/knows"]);
}

#[test]
fn of_a_document_at_fault_the_rest_is_known() {
    let index = index(&["<x:a> <x:p> <x:b> . <x:c> <x:d . <x:e> <x:p> 1 .\n<x:f> <x:p> 1 ."]);
    assert_eq!(index.documents().collect::<Vec<_>>(), [("x:0", true)]);
    assert!(index.uses("x:a").has(TermUse::Subject));
    assert!(index.uses("x:f").has(TermUse::Subject));
}

/// All answers.
fn answers(index: &TermIndex) -> Vec<String> {
    let mut answers = vec![format!("{:?}", index.documents().collect::<Vec<_>>())];
    for term in index.terms_in("") {
        answers.push(format!(
            "{term:?} {:?} {:?} {:?} {:?} {:?}",
            index.documents_with(term.iri),
            index.documents_about(term.iri),
            index.description(term.iri),
            index.predicates_of(&[term.iri]),
            index.objects_of(term.iri),
        ));
    }
    answers.push(format!("{:?}", index.search("e", 10)));
    answers
}

#[test]
fn after_1000_random_edits_all_is_answered_that_a_new_index_answers() {
    const PIECES: [&str; 14] = [
        "e:a ",
        "e:b ",
        "e:Person ",
        "a ",
        "rdfs:label ",
        "\"x\"@en ",
        ". ",
        "; ",
        ", ",
        "[ ",
        "] ",
        "<x:y> ",
        "rdfs:domain ",
        "e:n ",
    ];
    let mut random = Random::new(3);
    let mut texts: Vec<String> = [DATA, VOCABULARY, DATA, "", VOCABULARY]
        .map(str::to_owned)
        .into();
    let mut index = TermIndex::default();
    for count in 0..1000 {
        let number = random.below(texts.len());
        let document = format!("x:{number}");
        let text = &mut texts[number];
        match random.below(10) {
            0 => text.clear(),
            1 => *text = random.pick(&[DATA, VOCABULARY]).to_owned(),
            _ => {
                let at = random.below(text.len() + 1);
                let at = (0..=at).rev().find(|at| text.is_char_boundary(*at));
                text.insert_str(at.unwrap(), random.pick(&PIECES));
            }
        }
        match text.is_empty() {
            true => index.remove(&document),
            false => index.set(&document, terms(text)),
        }
        if count % 20 == 19 {
            let mut fresh = TermIndex::default();
            for (number, text) in texts.iter().enumerate().rev() {
                if !text.is_empty() {
                    fresh.set(&format!("x:{number}"), terms(text));
                }
            }
            // A document that nobody has added is not known to either.
            assert_eq!(answers(&index), answers(&fresh), "{texts:?}");
        }
    }
}

#[test]
fn after_10000_changes_no_more_is_kept_than_is_used() {
    let mut index = TermIndex::default();
    for count in 0..10_000 {
        let text = format!("<x:{count}> <x:p> <x:{}> .", count % 7);
        index.set(&format!("x:{}", count % 3), terms(&text));
    }
    let (known, places) = index.kept();
    assert!(known <= 7 && places <= 10, "{known} {places}");
    for document in ["x:0", "x:1", "x:2"] {
        index.remove(document);
    }
    assert_eq!(index.kept().0, 0);
}
