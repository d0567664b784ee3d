//! The one check: for a grammar, a rule and a text, the fast parser does what pest does, and what it says of the
//! text's end is true.
//!
//! A parser that says that it did not look at the end promises that whatever follows changes nothing. That is
//! tried with several continuations, and with every beginning of a short text, which the rest of it continues.

use crate::grammar::{Grammar, Kind, Outcome};
use reference::{Record, Verdict};
use runtime::Node;
use std::fmt;

/// Texts up to this length in bytes have each of their beginnings checked.
const SHORT: usize = 32;

/// Which part of the check found a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// One accepts, the other does not.
    Acceptance,
    /// Both accept, with different nodes.
    Nodes,
    /// The fast parser matched as far as its root node does not reach.
    End,
    /// The fast parser did not look at the end, and yet something that follows changes the result.
    HitEnd,
    /// The fast parser gave up on nesting that is not deep.
    GaveUp,
    /// A parser panicked.
    Panic,
}

impl Finding {
    /// The name, as the table of seeded faults has it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Acceptance => "acceptance",
            Self::Nodes => "nodes",
            Self::End => "end",
            Self::HitEnd => "hit_end",
            Self::GaveUp => "gave_up",
            Self::Panic => "panic",
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A difference, with what is needed to see it.
#[derive(Clone, Debug)]
pub struct Mismatch {
    /// Which part of the check found it.
    pub finding: Finding,
    /// What was expected: pest's result, or that of the text alone.
    pub expected: String,
    /// What came instead.
    pub found: String,
}

/// What an input was, where there was no difference.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Inputs checked.
    pub inputs: u64,
    /// Inputs that both accepted.
    pub accepted: u64,
    /// Inputs that both rejected.
    pub rejected: u64,
    /// Inputs that pest gave up on.
    pub left_out: u64,
    /// Nodes compared.
    pub nodes: u64,
    /// Times that the end was not looked at, so that continuations were tried.
    pub settled: u64,
}

impl Tally {
    /// Adds another's counts.
    pub fn add(&mut self, other: &Self) {
        self.inputs += other.inputs;
        self.accepted += other.accepted;
        self.rejected += other.rejected;
        self.left_out += other.left_out;
        self.nodes += other.nodes;
        self.settled += other.settled;
    }
}

/// Checks inputs of one grammar; holds the buffers that they share.
pub struct Checker<'g> {
    grammar: &'g Grammar,
    expected: Vec<Record>,
    nodes: Vec<Node<Kind>>,
    outcome: Outcome,
    other: Outcome,
    longer: String,
}

impl<'g> Checker<'g> {
    /// One that checks inputs of `grammar`.
    pub fn new(grammar: &'g Grammar) -> Self {
        Self {
            grammar,
            expected: Vec::new(),
            nodes: Vec::new(),
            outcome: Outcome::default(),
            other: Outcome::default(),
            longer: String::new(),
        }
    }

    /// Checks that `rule` does with `text` what pest does, and that `continuations` change nothing where the
    /// parser promises that.
    ///
    /// # Errors
    ///
    /// It does not.
    pub fn check(
        &mut self,
        rule: usize,
        text: &str,
        continuations: &[&str],
    ) -> Result<Tally, Mismatch> {
        // Pest comes first: what it gives up on may take the fast parser for ever.
        let verdict = self
            .grammar
            .reference()
            .parse(rule, text, &mut self.expected);
        let mut tally = Tally {
            inputs: 1,
            ..Tally::default()
        };
        if verdict == Verdict::LeftOut {
            tally.left_out = 1;
            return Ok(tally);
        }
        self.grammar
            .run(rule, text, &mut self.nodes, &mut self.outcome);
        self.compare(verdict)?;
        tally.accepted = u64::from(verdict == Verdict::Accepted);
        tally.rejected = u64::from(verdict == Verdict::Rejected);
        tally.nodes = self.expected.len() as u64;
        if !self.outcome.hit_end {
            for continuation in continuations {
                self.longer.clear();
                self.longer.push_str(text);
                self.longer.push_str(continuation);
                self.grammar
                    .run(rule, &self.longer, &mut self.nodes, &mut self.other);
                tally.settled += 1;
                self.unchanged(text, &self.outcome, &self.longer, &self.other)?;
            }
        }
        if text.len() <= SHORT {
            for (end, _) in text.char_indices() {
                self.grammar
                    .run(rule, &text[..end], &mut self.nodes, &mut self.other);
                if !self.other.hit_end {
                    tally.settled += 1;
                    self.unchanged(&text[..end], &self.other, text, &self.outcome)?;
                }
            }
        }
        Ok(tally)
    }

    fn compare(&self, verdict: Verdict) -> Result<(), Mismatch> {
        let Outcome {
            end,
            records,
            gave_up,
            ..
        } = &self.outcome;
        let finding = if *gave_up {
            Finding::GaveUp
        } else if end.is_some() != (verdict == Verdict::Accepted) {
            Finding::Acceptance
        } else if *records != self.expected {
            Finding::Nodes
        } else if end.is_some_and(|end| records.iter().any(|record| record.end as usize > end)) {
            Finding::End
        } else {
            return Ok(());
        };
        Err(Mismatch {
            finding,
            expected: format!("{verdict}\n{}", self.listing(&self.expected)),
            found: self.description(&self.outcome),
        })
    }

    fn unchanged(
        &self,
        short: &str,
        before: &Outcome,
        long: &str,
        after: &Outcome,
    ) -> Result<(), Mismatch> {
        if before.end == after.end && before.records == after.records {
            return Ok(());
        }
        Err(Mismatch {
            finding: Finding::HitEnd,
            expected: format!("as of {short:?}: {}", self.description(before)),
            found: format!("for {long:?}: {}", self.description(after)),
        })
    }

    fn description(&self, outcome: &Outcome) -> String {
        let gave_up = if outcome.gave_up { ", gave up" } else { "" };
        match outcome.end {
            Some(end) => format!(
                "accepted up to {end}{gave_up}\n{}",
                self.listing(&outcome.records)
            ),
            None => format!("rejected{gave_up}\n"),
        }
    }

    fn listing(&self, records: &[Record]) -> String {
        let line = |record: &Record| {
            let indent = "  ".repeat(usize::from(record.depth) + 1);
            let name = self.grammar.names[usize::from(record.rule)];
            format!("{indent}{name} {}..{}\n", record.start, record.end)
        };
        records.iter().map(line).collect()
    }
}
