//! Two grammars compared, and what is to be said of them: for `grammar diff`, and for the pages of a report.
//!
//! Invariant: where both grammars have a parser, each document was run through both, and says what it is said to.

use super::GrammarSource;
use super::samples::samples;
use turtle_peg::inspect::{
    Accepts, Change, ChangeKind, Diff, Evidence, Grammar, Likeness, Samples, Side, TRIES, Witnesses,
};

/// Two grammars, and what is to be said of them.
pub struct Compared {
    pub before: String,
    pub after: String,
    pub diff: Diff,
    /// Of each change, in order.
    evidence: Vec<Evidence>,
    pub is_run: bool,
}

/// What is to be known of the documents if they were not run.
pub const CANDIDATES: &str = "The documents are candidates: they were not run.";

/// What is to be said of productions that are the same but for their names.
pub const RENAMED: &str = "Renamed only";

/// What is to be said of those that [`is_rewritten`] tells.
pub const REWRITTEN: &str = "Written in another way, and shown to say the same";

impl Compared {
    pub fn of(before: &GrammarSource, after: &GrammarSource) -> anyhow::Result<Self> {
        let (first, second) = (before.specified()?, after.specified()?);
        let samples = samples()?;
        let diff = Diff::of(&first, &second, &samples);
        let parsers = before.parser().zip(after.parser());
        let is_run = parsers.is_some();
        let evidence = match &parsers {
            Some((earlier, later)) => {
                let accepts = |side: Side, document: &str| {
                    let parser = match side {
                        Side::Before => earlier,
                        Side::After => later,
                    };
                    parser.parse_str(document).for_each_quad(|_, _| {}).is_ok()
                };
                evidence(&first, &second, &diff, &samples, Some(&accepts))
            }
            None => evidence(&first, &second, &diff, &samples, None),
        };
        Ok(Self {
            before: before.name(),
            after: after.name(),
            diff,
            evidence,
            is_run,
        })
    }

    pub fn changes(&self) -> impl Iterator<Item = (&Change, &Evidence)> {
        self.diff.changes.iter().zip(&self.evidence)
    }

    /// `2 added, 1 changed`, in the order of the kinds.
    pub fn counts(&self) -> String {
        let count = |kind| {
            let changes = self.diff.changes.iter();
            let count = changes.filter(|change| change.kind() == kind).count();
            (count > 0).then(|| format!("{count} {kind}"))
        };
        let counts: Vec<String> = ChangeKind::ALL.into_iter().filter_map(count).collect();
        counts.join(", ")
    }

    /// The documents that show a change, each with what it shows: `only turtle-1.2 accepts`.
    pub fn documents<'e>(&self, evidence: &'e Evidence) -> Vec<(String, &'e str)> {
        let verb = if self.is_run { "accepts" } else { "has" };
        let sides = [
            (&self.before, &evidence.only_before),
            (&self.after, &evidence.only_after),
        ];
        let found = sides
            .into_iter()
            .filter_map(|(name, document)| Some((name, document.as_deref()?)));
        found
            .map(|(name, document)| (format!("only {name} {verb}"), document))
            .collect()
    }
}

fn evidence(
    before: &Grammar,
    after: &Grammar,
    diff: &Diff,
    samples: &Samples,
    accepts: Option<Accepts<'_>>,
) -> Vec<Evidence> {
    let witnesses = Witnesses::of(before, after, diff, samples, accepts);
    let changes = diff.changes.iter();
    changes
        .map(|change| match change.kind() {
            ChangeKind::Renamed | ChangeKind::Unchanged => Evidence::default(),
            _ => witnesses.of_change(change),
        })
        .collect()
}

/// `LANGTAG → LANG_DIR`, or the only name.
pub fn names(change: &Change) -> String {
    match &change.before {
        Some(before) if before.name != change.name() => {
            format!("{} → {}", before.name, change.name())
        }
        _ => change.name().to_owned(),
    }
}

/// Whether it says the same under the same name, in another way.
pub fn is_rewritten(change: &Change) -> bool {
    change.kind() == ChangeKind::Unchanged && change.likeness == Likeness::Equivalent
}

/// How far was searched for a document where there is none.
pub fn searched(evidence: &Evidence) -> String {
    match evidence.tried {
        0 => "no document is made of it".to_owned(),
        1 => "the one that the grammars suggest does not tell the two apart".to_owned(),
        tried => {
            let most = if tried >= TRIES {
                ", the most that are tried"
            } else {
                ""
            };
            format!("of {tried} that the grammars suggest{most}, none tells the two apart")
        }
    }
}
