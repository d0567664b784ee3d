//! The facts about a grammar, in sections: the pages of a report show them, and `findings` prints them.
//!
//! To add a section, add a function to [`SECTIONS`]. Each fact of it is with its production, too.

use super::anchors;
use super::content::GrammarReport;
use crate::analyses::suite::SuiteCoverage;
use crate::pages::notation::{LinkedNotation, NotationPiece, pieces};
use crate::pages::section::{Fact, Section, SectionPart, Words, words};
use toolkit::ebnf::print_expression;
use toolkit::hygiene::Flaw;
use toolkit::lr::LrConflict;
use toolkit::peg::Departure;
use toolkit::symbols::GrammarToken;
use toolkit::{Finding, ObligationOutcome, ProductionSummary};

const SECTIONS: [fn(&GrammarReport) -> Section; 11] = [
    departures,
    findings,
    open_obligations,
    ll1_conflicts,
    ties,
    lr_conflicts,
    flaws,
    overlaps,
    unused_cases,
    stops,
    not_counted,
];

/// All sections, those without facts among them.
pub fn of(report: &GrammarReport) -> Vec<Section> {
    SECTIONS.iter().map(|section| section(report)).collect()
}

fn section(
    id: &'static str,
    title: &str,
    said: Words,
    head: &[&'static str],
    facts: Vec<Fact>,
) -> Section {
    Section {
        id,
        title: title.to_owned(),
        parts: vec![SectionPart::Words(said), SectionPart::facts(head, facts)],
    }
}

fn departures(report: &GrammarReport) -> Section {
    let facts = report.departing().flat_map(|production| {
        let departures = production.departures.iter();
        departures.map(|one| departure(production, one))
    });
    section(
        anchors::DEPARTURES,
        "Departures",
        words(
            "Where a rule of the PEG does not say the same as its production in the same way, and why.",
        ),
        &["production", "kind", "reason"],
        facts.collect(),
    )
}

fn departure(production: &ProductionSummary, departure: &Departure) -> Fact {
    let (reason, corrected) = departure.correction();
    let mut reason = words(reason);
    if let (Some(corrected), Some(published)) = (corrected, &production.specified) {
        let published = print_expression(&published.expression);
        let published = reason.text("; as published ").ebnf(published);
        reason = published.text(", as corrected ").ebnf(corrected);
    }
    let kind = words(departure.kind.name());
    Fact::about(&[&production.name], [kind, reason])
}

fn findings(report: &GrammarReport) -> Section {
    let findings = report.check.iter().flat_map(|check| &check.findings);
    section(
        anchors::FINDINGS,
        "Findings of the mirror check",
        words(
            "Where a rule of the PEG says something else than its production, and no departure is declared.",
        ),
        &["production", "finding"],
        findings.map(finding).collect(),
    )
}

fn finding(finding: &Finding) -> Fact {
    let kind = Words::default().label(finding.kind.name());
    let mut said = kind.text(" ").text(&finding.message);
    let witness = finding.witness.as_ref().map(|it| format!("{it:?}"));
    for (label, text) in [
        ("Specification", &finding.specified),
        ("Grammar", &finding.written),
        ("Example", &witness),
    ] {
        if let Some(text) = text {
            said = said.line_end().text(format!("{label}: ")).code(text);
        }
    }
    Fact::about(&[&finding.rule], [said])
}

/// The reasons why obligations are open, and for which claims and rules.
fn open_obligations(report: &GrammarReport) -> Section {
    let mut open: Vec<(&str, Words, Vec<&str>)> = Vec::new();
    let obligations = report.check.iter().flat_map(|check| &check.obligations);
    for obligation in obligations {
        let ObligationOutcome::Open(why) = &obligation.outcome else {
            continue;
        };
        let claim = |said: Words| {
            said.text(format!("{} of ", obligation.claim))
                .ebnf(&obligation.rule)
        };
        match open.iter_mut().find(|(known, ..)| known == why) {
            Some((_, said, rules)) => {
                *said = claim(std::mem::take(said).text(", "));
                rules.push(&obligation.rule);
            }
            None => open.push((why, claim(Words::default()), vec![&obligation.rule])),
        }
    }
    let facts = open.into_iter().map(|(why, claims, rules)| Fact {
        about: rules.into_iter().map(str::to_owned).collect(),
        cells: vec![claims, words(why)],
    });
    section(
        anchors::OBLIGATIONS,
        "Open obligations",
        words(
            "An obligation has to hold so that a grammar accepts just the texts that can be cut into tokens, each as long as can \
             be, with white space and comments between them as declared, and are then sentences of the productions. Each is held \
             against every text there is, or is declared; these are not decided.",
        ),
        &["claims", "why they are open"],
        facts.collect(),
    )
}

/// Where in a text it is, after the tokens before it.
fn behind(said: Words, prefix: &[GrammarToken]) -> Words {
    match prefix.is_empty() {
        true => said.text("at the beginning of the text"),
        false => said.text("after ").all(prefix, " "),
    }
}

fn ll1_conflicts(report: &GrammarReport) -> Section {
    let facts = report.analyses.ll1.iter().map(|conflict| {
        let [first, second] = &conflict.sides;
        let place = Words::default().label(conflict.kind).text(" at ");
        let said = place.ebnf(&conflict.place).text(": either ").ebnf(first);
        let said = said.text(" or ").ebnf(second).text(", on ");
        let mut said = said.all(&conflict.shared, " ");
        if let Some(prefix) = &conflict.prefix {
            said = behind(said.text("; "), prefix);
        }
        Fact::about(&[&conflict.production], [said])
    });
    section(
        anchors::LL1,
        "LL(1) conflicts",
        words(
            "Where one token of lookahead is not enough. Terminals count as tokens, after the longest match was chosen.",
        ),
        &["production", "conflict"],
        facts.collect(),
    )
}

/// The tokens between which their length does not decide, where the grammar has to; and those of which that is open.
fn ties(report: &GrammarReport) -> Section {
    let ties = report.analyses.ties.iter().map(|tie| {
        let pair = [&tie.overlap.first, &tie.overlap.second];
        let said = Words::default().all(pair, " and ").text(" at ");
        let said = said.ebnf(&tie.place).text(", both match ");
        Fact::about(&[&tie.production], [said.characters(&tie.overlap.example)])
    });
    let undecided = report.analyses.overlaps.undecided.iter();
    let undecided = undecided.map(|(pair, why)| {
        let said = words("whether ").all(pair, " and ");
        Fact::of([Words::default(), said.text(format!(" can tie is {why}"))])
    });
    section(
        anchors::TIES,
        "Tokens that tie",
        words("Tokens of one length at one place, between which the grammar has to decide."),
        &["production", "tokens"],
        ties.chain(undecided).collect(),
    )
}

fn lr_conflicts(report: &GrammarReport) -> Section {
    let conflicts = report.analyses.lr.conflicts.iter();
    section(
        anchors::LR,
        "LR conflicts",
        words("Where one token of lookahead does not tell from the bottom up how to go on."),
        &["conflict", "items"],
        conflicts.map(lr_conflict).collect(),
    )
}

fn lr_conflict(conflict: &LrConflict) -> Fact {
    let class = match conflict.merged_with {
        Some(_) => "LALR(1)",
        None => "LR(1)",
    };
    let said = Words::default().label(class);
    let said = said.text(format!(" {} on ", conflict.kind));
    let said = said.all(&conflict.lookaheads, " ");
    let mut items = Words::default();
    for item in &conflict.items {
        items = items.ebnf(item).line_end();
    }
    for prefix in [&conflict.prefix, &conflict.merged_with]
        .into_iter()
        .flatten()
    {
        items = behind(items, prefix).line_end();
    }
    Fact::of([said, items])
}

fn flaws(report: &GrammarReport) -> Section {
    section(
        anchors::FLAWS,
        "Untidy productions",
        words(
            "Productions that cannot be reached, are not defined, are there twice, or begin with themselves.",
        ),
        &["productions", "flaw"],
        report.analyses.flaws.iter().map(flaw).collect(),
    )
}

/// With the names of its productions as names.
fn flaw(flaw: &Flaw) -> Fact {
    let productions = flaw.productions();
    let said = flaw.to_string();
    let kind = Words::default().label(flaw.kind()).text(" ");
    let pieces = pieces(&said, LinkedNotation::Peg).into_iter();
    let said = pieces.fold(kind, |said, piece| match piece {
        NotationPiece::Name(name) if productions.iter().any(|it| it == name) => said.ebnf(name),
        NotationPiece::Name(text)
        | NotationPiece::Characters(text)
        | NotationPiece::Other(text) => said.text(text),
    });
    Fact::about(productions, [said])
}

fn overlaps(report: &GrammarReport) -> Section {
    let overlaps = &report.analyses.overlaps;
    let pairs = overlaps.pairs.iter().map(|pair| {
        let example = Words::default().characters(&pair.example);
        Fact::about(&[&pair.first, &pair.second], [example])
    });
    let undecided = overlaps.undecided.iter();
    let undecided = undecided.map(|(pair, why)| Fact::about(pair, [words(why.to_string())]));
    let unknown = overlaps.unknown.iter();
    let unknown =
        unknown.map(|token| Fact::about(&[token], [words("cannot be told what it matches")]));
    section(
        anchors::OVERLAPS,
        "Terminals that overlap",
        words(
            "Pairs that can match the same characters, and the shortest of these. The longest match does not tell which of the two \
             it is. If the place where they are does not either, the text can be read in two ways.",
        ),
        &["terminals", "both match"],
        pairs.chain(undecided).chain(unknown).collect(),
    )
}

fn unused_cases(report: &GrammarReport) -> Section {
    let suite = report.coverage.as_ref();
    let total = suite.map(|suite| {
        let negative = suite.stops.len();
        format!("{}; {negative} negative ones were tried.", suite.total())
    });
    let mut facts: Vec<Fact> = suite.into_iter().flat_map(unused).collect();
    let remarks = suite.into_iter().flat_map(SuiteCoverage::remarks);
    facts.extend(remarks.map(|(name, remark)| {
        let said = [words(remark), Words::default()];
        Fact::about(&[name], said)
    }));
    let said = words(total.unwrap_or_default());
    section(anchors::COVERAGE, "What no test uses", said, &UNUSED, facts)
}

/// The titles of [`unused`]'s cells.
pub const UNUSED: [&str; 3] = [
    "production",
    "what no document uses",
    "a document that would",
];

/// The cases that no document of a suite uses.
pub fn unused(suite: &SuiteCoverage) -> impl Iterator<Item = Fact> {
    suite.unused.iter().map(|&number| {
        let case = &suite.coverage.cases()[number];
        let document = match suite.sentences.get(&number) {
            Some(sentence) => Words::default().document(sentence),
            None => {
                let (why, document) = suite.why_not(number);
                let document = document.into_iter();
                document.fold(words(why), |why, document| why.text(" ").document(document))
            }
        };
        let case_in_words = words(format!("{}: ", case.way)).marked(&case.place);
        Fact::about(&[&case.production], [case_in_words, document])
    })
}

/// The part of a test's IRI that is its own.
fn test(iri: &str) -> Words {
    let own = iri.rsplit_once(['#', '/']).map_or(iri, |(_, own)| own);
    Words::default().link(own, iri)
}

fn stops(report: &GrammarReport) -> Section {
    let stops = report.coverage.iter().flat_map(|suite| &suite.stops);
    let facts = stops.map(|stop| {
        let error = stop.error.as_deref().unwrap_or("it is accepted");
        let said = [test(&stop.test), words(error)];
        match &stop.production {
            Some(production) => Fact::about(&[production], said),
            None => Fact::of([vec![words("none")], said.into()].concat()),
        }
    });
    section(
        anchors::STOPS,
        "Where the negative tests stop",
        Words::default(),
        &["production", "test", "error"],
        facts.collect(),
    )
}

fn not_counted(report: &GrammarReport) -> Section {
    let tests = report.coverage.iter().flat_map(|suite| &suite.not_matched);
    let facts = tests.map(|(iri, error)| Fact::of([test(iri), words(error)]));
    section(
        anchors::NOT_COUNTED,
        "Tests that are not counted",
        words("Positive tests whose documents the grammar does not match."),
        &["test", "error"],
        facts.collect(),
    )
}
