//! Which of the specifications' grammars are LL(1), LR(1) and LALR(1) "when the rules with uppercased names are used as
//! terminals" (note 4 on Turtle's grammar), and other flaws in them.
//!
//! That is a question about tokens, after the tokenizer has chosen the longest match. `[]` is none here: it is ANON, or
//! in 2008 `'[]'`, another token than the `'['` of a blankNodePropertyList, in which something must be. So are `<<`
//! and `<<(`, PNAME_NS and PNAME_LN, and "PREFIX" and a PNAME_NS. Nor is it asked here which of two terminals it is
//! that match the same characters, as `'@prefix'` and LANGTAG do, and in 2008 `integer` and `decimal`, of `1`: OVERLAPS has these.
use toolkit::{Grammar, hygiene, ll1, lr, overlap, peg};
use turtle_peg::Dialect;

fn specified(dialect: Dialect) -> Grammar {
    let file = peg::read(dialect.grammar()).and_then(|file| file.specified());
    file.unwrap_or_else(|error| panic!("{dialect:?}: {error}"))
}

/// The productions where one token does not tell a parser from the top down which way to go, and the kind of conflict.
const LL1_CONFLICTS: &[(&str, &[(&str, &str)])] = &[
    // `(ws* ';' ws* verb …)* (ws* ';')?`: whether a `;` is the last is not known yet. `quotedString …` and
    // `datatypeString`, which begins with a quotedString, differ after the string only.
    (
        "turtle-submission",
        &[
            ("predicateObjectList", "FIRST/FOLLOW on ';'"),
            ("literal", "FIRST/FIRST on longString string"),
        ],
    ),
    // As in 2008: whether a `;` is the last.
    (
        "turtle-wd2011",
        &[("predicateObjectList", "FIRST/FOLLOW on ';'")],
    ),
    ("turtle-1.1", &[]),
    ("turtle-1.2-wd2024", &[]),
    ("turtle-1.2", &[]),
    // `(EOL triple)* EOL?`: whether an EOL is the last.
    ("n-triples-1.1", &[("ntriplesDoc", "FIRST/FOLLOW on EOL")]),
    ("n-triples-1.2", &[("ntriplesDoc", "FIRST/FOLLOW on EOL")]),
    // `triplesOrGraph` and `triples2` make this one LL(1): the token after a label or a subject decides between them.
    ("trig-1.1", &[]),
    ("trig-1.2", &[]),
    ("n-quads-1.1", &[("nquadsDoc", "FIRST/FOLLOW on EOL")]),
    ("n-quads-1.2", &[("nquadsDoc", "FIRST/FOLLOW on EOL")]),
];

#[test]
fn ll1() {
    assert_eq!(Dialect::all().len(), LL1_CONFLICTS.len());
    for (dialect, &(name, expected)) in Dialect::all().zip(LL1_CONFLICTS) {
        let conflicts = ll1::conflicts(&specified(dialect));
        let found = conflicts.iter().map(|conflict| {
            let shared = conflict.shared.iter().map(ToString::to_string);
            let shared = shared.collect::<Vec<_>>().join(" ");
            let reason = format!("{} on {shared}", conflict.kind);
            (conflict.production.clone(), reason)
        });
        let found: Vec<(String, String)> = found.collect();
        let expected = expected
            .iter()
            .map(|&(production, reason)| (production.to_owned(), reason.to_owned()));
        assert_eq!(found, expected.collect::<Vec<_>>(), "{name}");
        assert_eq!(dialect.name(), name);
    }
}

/// One token is enough for a parser from the bottom up, everywhere: it need not decide which production a `;`, an EOL
/// or a string begins until it has seen the next token.
#[test]
fn lr1_and_lalr1() {
    for dialect in Dialect::all() {
        let report = lr::analyse(&specified(dialect));
        let report = report.unwrap_or_else(|error| panic!("{dialect:?}: {error}"));
        assert!(report.is_lr1(), "{dialect:?}: {report}");
        assert!(report.is_lalr1(), "{dialect:?}: {report}");
    }
}

#[test]
fn hygiene() {
    for dialect in Dialect::all() {
        let flaws = hygiene::flaws(&specified(dialect));
        let flaws: Vec<String> = flaws.iter().map(ToString::to_string).collect();
        let expected: &[&str] = match dialect.name() {
            // Left from SPARQL's grammar, where they come from.
            "turtle-wd2011" => &[
                "VAR1 cannot be reached from the start symbol",
                "VAR2 cannot be reached from the start symbol",
                "NIL cannot be reached from the start symbol",
                "VARNAME cannot be reached from the start symbol",
                "[49] is the number of UCHAR, ECHAR",
            ],
            "trig-1.1" => &["NIL cannot be reached from the start symbol"],
            _ => &[],
        };
        assert_eq!(flaws, expected, "{dialect:?}");
    }
}

/// The pairs of terminals that can match the same characters, and the shortest of these. Of a directive and a language
/// tag, the place tells which it is: a tag is after a string only. Of 2008's `1`, nothing does.
const OVERLAPS: &[(&str, &[&str])] = &[
    (
        "turtle-submission",
        &[
            r#"boolean and language both match "true""#,
            r#"boolean and prefixName both match "true""#,
            r#"decimal and integer both match "1""#,
            r#"language and prefixName both match "a""#,
            r#"language and 'a' both match "a""#,
            r#"prefixName and 'a' both match "a""#,
            r#"qname and ':' both match ":""#,
        ],
    ),
    (
        "turtle-wd2011",
        &[
            r#"BASE and LANGTAG both match "@base""#,
            r#"LANGTAG and PREFIX both match "@prefix""#,
        ],
    ),
    ("turtle-1.1", LANGTAG_AND_DIRECTIVES),
    (
        "turtle-1.2-wd2024",
        &[
            r#"LANG_DIR and '@base' both match "@base""#,
            r#"LANG_DIR and '@prefix' both match "@prefix""#,
        ],
    ),
    ("turtle-1.2", LANG_DIR_AND_DIRECTIVES),
    ("n-triples-1.1", &[]),
    ("n-triples-1.2", &[]),
    ("trig-1.1", LANGTAG_AND_DIRECTIVES),
    ("trig-1.2", LANG_DIR_AND_DIRECTIVES),
    ("n-quads-1.1", &[]),
    ("n-quads-1.2", &[]),
];

const LANGTAG_AND_DIRECTIVES: &[&str] = &[
    r#"LANGTAG and '@base' both match "@base""#,
    r#"LANGTAG and '@prefix' both match "@prefix""#,
];

const LANG_DIR_AND_DIRECTIVES: &[&str] = &[
    r#"LANG_DIR and '@base' both match "@base""#,
    r#"LANG_DIR and '@prefix' both match "@prefix""#,
    r#"LANG_DIR and '@version' both match "@version""#,
];

#[test]
fn overlaps() {
    assert_eq!(Dialect::all().len(), OVERLAPS.len());
    for (dialect, &(name, expected)) in Dialect::all().zip(OVERLAPS) {
        let overlaps = overlap::overlaps(&specified(dialect));
        let pairs: Vec<String> = overlaps.pairs.iter().map(ToString::to_string).collect();
        assert_eq!(pairs, expected, "{name}");
        assert_eq!(overlaps.unknown, [], "{name}");
        assert_eq!(dialect.name(), name);
    }
}
