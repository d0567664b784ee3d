//! The oracle's check: for a grammar, a rule and a text, the generated parser agrees with pest's, and tells the truth about the
//! text's end.
//!
//! A parser that says that it did not look at the end promises that the result stays, whatever follows. That is
//! tried with several continuations, and with every beginning of a short text, which the rest of it continues.

use crate::grammar::{Grammar, Outcome};
use judge::search::{FoundDifference, SearchTally};
use reference::{Record, Verdict};

/// Texts up to this length in bytes have each of their beginnings checked.
const SHORT: usize = 32;

/// Checks that `rule` treats `text` as pest does, and that `continuations` change nothing where the
/// parser promises that.
///
/// # Errors
///
/// It does not; the kind is `acceptance`, `nodes`, `end` where a node goes on behind the match, `hit_end` for a broken promise,
/// or `gave_up` where the nesting is not deep.
pub fn check(
    grammar: &Grammar,
    rule: usize,
    text: &str,
    continuations: &[String],
) -> Result<SearchTally, FoundDifference> {
    let mut expected = Vec::new();
    // Pest comes first: a text that it gives up on may take the generated parser for ever.
    let verdict = grammar.reference().parse(rule, text, &mut expected);
    let mut tally = SearchTally {
        inputs: 1,
        accepted: (verdict == Verdict::Accepted).into(),
        rejected: (verdict == Verdict::Rejected).into(),
        left_out: (verdict == Verdict::LeftOut).into(),
        compared: expected.len() as u64,
        further: 0,
    };
    if verdict == Verdict::LeftOut {
        return Ok(tally);
    }
    let outcome = grammar.run(rule, text);
    compare(grammar, verdict, &expected, &outcome)?;
    if !outcome.hit_end {
        for continuation in continuations {
            let longer = [text, continuation].concat();
            tally.further += 1;
            unchanged(
                grammar,
                (text, &outcome),
                (&longer, &grammar.run(rule, &longer)),
            )?;
        }
    }
    if text.len() <= SHORT {
        for (end, _) in text.char_indices() {
            let shorter = grammar.run(rule, &text[..end]);
            if !shorter.hit_end {
                tally.further += 1;
                unchanged(grammar, (&text[..end], &shorter), (text, &outcome))?;
            }
        }
    }
    Ok(tally)
}

fn compare(
    grammar: &Grammar,
    verdict: Verdict,
    expected: &[Record],
    outcome: &Outcome,
) -> Result<(), FoundDifference> {
    let Outcome {
        end,
        records,
        gave_up,
        ..
    } = outcome;
    let goes_on = |end: usize| records.iter().any(|record| record.end as usize > end);
    let kind = if *gave_up {
        "gave_up"
    } else if end.is_some() != (verdict == Verdict::Accepted) {
        "acceptance"
    } else if *records != expected {
        "nodes"
    } else if end.is_some_and(goes_on) {
        "end"
    } else {
        return Ok(());
    };
    let details = format!(
        "expected: {verdict}\n{}found: {}",
        listing(grammar, expected),
        description(grammar, outcome)
    );
    Err(FoundDifference { kind, details })
}

fn unchanged(
    grammar: &Grammar,
    (short, before): (&str, &Outcome),
    (long, after): (&str, &Outcome),
) -> Result<(), FoundDifference> {
    if before.end == after.end && before.records == after.records {
        return Ok(());
    }
    let details = format!(
        "{short:?}: {}{long:?}: {}",
        description(grammar, before),
        description(grammar, after)
    );
    Err(FoundDifference {
        kind: "hit_end",
        details,
    })
}

fn description(grammar: &Grammar, outcome: &Outcome) -> String {
    let gave_up = if outcome.gave_up { ", gave up" } else { "" };
    match outcome.end {
        Some(end) => format!(
            "accepted up to {end}{gave_up}\n{}",
            listing(grammar, &outcome.records)
        ),
        None => format!("rejected{gave_up}\n"),
    }
}

fn listing(grammar: &Grammar, records: &[Record]) -> String {
    let line = |record: &Record| {
        let indent = "  ".repeat(usize::from(record.depth) + 1);
        let name = grammar.names[usize::from(record.rule)];
        format!("{indent}{name} {}..{}\n", record.start, record.end)
    };
    records.iter().map(line).collect()
}
