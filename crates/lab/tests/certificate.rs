//! The certificate: each rule of a dialect is in it, and each fault that is put in breaks the expected obligations, and nothing else.
//! What holds of the dialects as they are is in docs/FINDINGS.md ("Verdicts"), which `tests/findings` compares.
//!
//! A fault is a dialect with the obligations that are broken, and below a text of its grammar with its replacement. An obligation that only rests on one of them is not broken, and nothing is left open.
use pretty_assertions::assert_eq;
use testing::{side_by_side, soak};
use toolkit::{Check, Claim, Obligation, ObligationOutcome, check, ebnf, peg};
use turtle_peg::Dialect;

fn certificate(grammar: &str) -> Check {
    check(&peg::read(grammar).unwrap(), None).unwrap()
}

/// `claim rule`, in order.
fn named(check: &Check, is_so: impl Fn(&Obligation) -> bool) -> Vec<String> {
    let obligations = check.obligations.iter().filter(|one| is_so(one));
    obligations
        .map(|one| format!("{} {}", one.claim, one.rule))
        .collect()
}

/// Each rule that mirrors a production has an obligation, and each other rule serves one that has.
#[test]
fn no_rule_is_left_out() {
    for dialect in Dialect::all() {
        let check = certificate(dialect.grammar());
        let grammar = peg::read(dialect.grammar()).unwrap();
        for (rule, above) in grammar.written.rules.iter().zip(&grammar.above) {
            let is_listed = check.obligations.iter().any(|one| one.rule == rule.name);
            let mut departures = above.departures.iter();
            let is_guard = departures.any(|one| one.kind == peg::DepartureKind::Guard);
            assert!(is_listed || is_guard, "{dialect}: {}", rule.name);
        }
    }
}

/// A fault of `certificate/faults.diff`.
struct Fault {
    dialect: &'static str,
    /// The obligations that are then broken: claims and rules.
    broken: Vec<&'static str>,
    /// A text of the grammar, and its replacement.
    edits: Vec<[String; 2]>,
}

impl Fault {
    fn all() -> Vec<Self> {
        let faults = include_str!("certificate/faults.diff").split("@ ").skip(1);
        faults.map(Self::read).collect()
    }

    fn read(text: &'static str) -> Self {
        let (heading, lines) = text.trim_end().split_once('\n').unwrap();
        let (dialect, broken) = heading.split_once(": ").unwrap();
        let lines: Vec<(&str, &str)> = lines.lines().map(|line| line.split_at(1)).collect();
        // Lines of one sign are one text.
        let texts = lines.chunk_by(|(one, _), (next, _)| one == next);
        let texts = texts.map(|lines| lines.iter().map(|(_, line)| *line).collect::<Vec<_>>());
        let texts: Vec<String> = texts.map(|lines| lines.join("\n")).collect();
        let (edits, rest) = texts.as_chunks();
        assert!(rest.is_empty(), "{text}");
        Self {
            dialect,
            broken: broken.split(", ").collect(),
            edits: edits.to_vec(),
        }
    }
}

/// The obligations that a fault breaks, and those that it leaves open.
fn broken(fault: &Fault) -> String {
    let dialect: Dialect = fault.dialect.parse().unwrap();
    let mut grammar = dialect.grammar().to_owned();
    for [before, after] in &fault.edits {
        assert!(grammar.contains(before), "{dialect}: {before}");
        grammar = grammar.replacen(before, after, 1);
    }
    // A comment that no longer declares a departure is removed.
    let lines = grammar.lines().filter(|line| !line.starts_with("// -"));
    let check = certificate(&lines.collect::<Vec<_>>().join("\n"));
    assert!(
        !check.findings.is_empty(),
        "{dialect}: {}",
        fault.edits[0][1]
    );
    let broken = named(&check, |one| {
        matches!(one.outcome, ObligationOutcome::Broken(_))
    });
    let open = named(&check, Obligation::is_open);
    format!("{broken:?}, open: {open:?}")
}

#[test]
fn each_fault_breaks_what_it_should_and_nothing_else() {
    let faults: Vec<Fault> = Fault::all().into_iter().step_by(soak(4, 1)).collect();
    let told = |results: Vec<String>| -> String {
        let lines = faults.iter().zip(results).map(|(fault, result)| {
            format!(
                "{}: {}\n  {result}\n",
                fault.dialect,
                fault.edits[0][1].trim()
            )
        });
        lines.collect()
    };
    let expected = faults
        .iter()
        .map(|fault| format!("{:?}, open: []", fault.broken));
    let expected = told(expected.collect());
    assert_eq!(told(side_by_side(&faults, broken)), expected);
}

#[test]
fn each_claim_has_a_fault() {
    let claims = Claim::ALL
        .into_iter()
        .filter(|claim| *claim != Claim::Quotation);
    for claim in claims {
        let is_of_claim = |broken: &str| broken.split(' ').next() == Some(claim.name());
        let faults = Fault::all();
        let mut faults = faults.iter();
        assert!(
            faults.any(|fault| fault.broken.iter().any(|it| is_of_claim(it))),
            "{claim}"
        );
    }
}

/// The productions above the rules are held against the specification's own text, if that is given.
#[test]
fn a_quotation_that_is_not_the_specifications_is_broken() {
    let dialect: Dialect = "n-triples-1.2".parse().unwrap();
    let grammar = peg::read(dialect.grammar()).unwrap();
    let own = ebnf::print(&grammar.specified().unwrap());
    for (text, expected) in [
        (own.clone(), vec![]),
        (own.replace("'^^'", "'^'"), vec!["quotation ntriplesDoc"]),
    ] {
        let check = check(&grammar, Some(&ebnf::read(&text).unwrap())).unwrap();
        assert_eq!(named(&check, |one| !one.is_met()), expected);
        assert!(
            check
                .obligations
                .iter()
                .any(|one| one.claim == Claim::Quotation)
        );
    }
}
