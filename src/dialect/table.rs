//! The table of dialects: a row each, which is all that the library knows of one beside its grammar.
//!
//! Invariant: whatever there is for each dialect is made from these rows.

/// Hands the rows to a macro: the feature that it belongs to, its variant, its module, its name, which is also
/// that of its grammar's file, and its description. Within a family, the oldest comes first.
macro_rules! for_each_dialect {
    ($macro:ident) => {
        $macro! {
            "dialects" TurtleSubmission turtle_submission "turtle-submission" {
            title: "Turtle",
            specification: "W3C Team Submission, 14 January 2008",
            address: "https://www.w3.org/TeamSubmission/2008/SUBM-turtle-20080114/",
            start: turtleDoc,
            features: Features {
                iris: IriSyntax::UriReferences,
                concepts: Concepts::Rdf2004,
                has_version_directive: false,
                language_datatypes: &[],
                language_tags: LanguageTags::Rfc3066,
                parsing: None,
                ..TURTLE
            },
            }
            "dialects" TurtleWd2011 turtle_wd2011 "turtle-wd2011" {
            title: "Turtle",
            specification: "W3C Working Draft, 9 August 2011",
            address: "https://www.w3.org/TR/2011/WD-turtle-20110809/",
            start: turtleDoc,
            features: Features {
                concepts: Concepts::Drafts2011,
                has_version_directive: false,
                language_datatypes: &[],
                parsing: None,
                ..TURTLE
            },
            }
            "turtle" Turtle11 turtle_1_1 "turtle-1.1" {
            title: "RDF 1.1 Turtle",
            specification: "W3C Recommendation, 25 February 2014",
            address: "https://www.w3.org/TR/2014/REC-turtle-20140225/",
            start: turtleDoc,
            features: Features {
                concepts: Concepts::Rdf11,
                has_version_directive: false,
                language_datatypes: RDF_1_1_LANGUAGE_DATATYPES,
                ..TURTLE
            },
            }
            "dialects" Turtle12Wd2024 turtle_1_2_wd2024 "turtle-1.2-wd2024" {
            title: "RDF 1.2 Turtle",
            specification: "W3C Working Draft of late 2024",
            address: "https://www.w3.org/TR/rdf12-turtle/",
            start: turtleDoc,
            features: Features {
                has_version_directive: false,
                ..TURTLE
            },
            }
            "turtle" Turtle12 turtle_1_2 "turtle-1.2" {
            title: "RDF 1.2 Turtle",
            specification: "W3C editor's draft of July 2026",
            address: "https://w3c.github.io/rdf-turtle/spec/",
            start: turtleDoc,
            features: TURTLE,
            }
            "n-triples" NTriples11 n_triples_1_1 "n-triples-1.1" {
            title: "RDF 1.1 N-Triples",
            specification: "W3C Recommendation, 25 February 2014",
            address: "https://www.w3.org/TR/2014/REC-n-triples-20140225/",
            start: ntriplesDoc,
            features: Features {
                concepts: Concepts::Rdf11,
                has_version_directive: false,
                language_datatypes: RDF_1_1_LANGUAGE_DATATYPES,
                ..N_TRIPLES
            },
            }
            "n-triples" NTriples12 n_triples_1_2 "n-triples-1.2" {
            title: "RDF 1.2 N-Triples",
            specification: "W3C editor's draft",
            address: "https://w3c.github.io/rdf-n-triples/spec/",
            start: ntriplesDoc,
            features: N_TRIPLES,
            }
            "trig" TriG11 trig_1_1 "trig-1.1" {
            title: "RDF 1.1 TriG",
            specification: "W3C Recommendation, 25 February 2014",
            address: "https://www.w3.org/TR/2014/REC-trig-20140225/",
            start: trigDoc,
            features: Features {
                has_named_graphs: true,
                parsing: Some(NAMED_SECTIONS),
                concepts: Concepts::Rdf11,
                has_version_directive: false,
                language_datatypes: RDF_1_1_LANGUAGE_DATATYPES,
                ..TURTLE
            },
            }
            "trig" TriG12 trig_1_2 "trig-1.2" {
            title: "RDF 1.2 TriG",
            specification: "W3C editor's draft",
            address: "https://w3c.github.io/rdf-trig/spec/",
            start: trigDoc,
            features: Features {
                has_named_graphs: true,
                parsing: Some(NAMED_SECTIONS),
                ..TURTLE
            },
            }
            "n-quads" NQuads11 n_quads_1_1 "n-quads-1.1" {
            title: "RDF 1.1 N-Quads",
            specification: "W3C Recommendation, 25 February 2014",
            address: "https://www.w3.org/TR/2014/REC-n-quads-20140225/",
            start: nquadsDoc,
            features: Features {
                has_named_graphs: true,
                concepts: Concepts::Rdf11,
                has_version_directive: false,
                language_datatypes: RDF_1_1_LANGUAGE_DATATYPES,
                ..N_TRIPLES
            },
            }
            "n-quads" NQuads12 n_quads_1_2 "n-quads-1.2" {
            title: "RDF 1.2 N-Quads",
            specification: "W3C editor's draft",
            address: "https://w3c.github.io/rdf-n-quads/spec/",
            start: nquadsDoc,
            features: Features {
                has_named_graphs: true,
                ..N_TRIPLES
            },
            }
        }
    };
}

pub(crate) use for_each_dialect;
