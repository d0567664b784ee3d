//! Compares two grammars: for `grammar diff`, and for the pages of a report.
//!
//! Invariant: where the productions of both grammars can be run, each document was run by both, and says what it is said to:
//! that one grammar accepts it and the other rejects it. Whether it means anything is no question here.

use super::GrammarSource;
use super::partings::{Partings, Two, is_shown_by_partings};
use super::samples::samples;
use crate::cli::counted::counted;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use turtle_peg::Parser;
use turtle_peg::inspect::effort;
use turtle_peg::inspect::{
    Accepts, Change, ChangeKind, Diff, Evidence, Grammar, Likeness, Rule, Samples, Side, TRIES,
    Witnesses, peg,
};

/// Two grammars and how they differ.
pub struct Compared {
    pub before: String,
    pub after: String,
    pub diff: Diff,
    /// Of each change, in order.
    evidence: Vec<Evidence>,
    /// The rules that are not the same, though their productions are, or though they have none; where a `.pest` file is
    /// compared.
    pub rules: Vec<ChangedRule>,
    pub is_run: bool,
    /// What the search for changes of nonterminals came to, if the grammars could be run.
    partings: Option<Partings>,
}

/// A rule of a PEG, on both sides, as it is written.
pub struct ChangedRule {
    pub name: String,
    pub before: Option<String>,
    pub after: Option<String>,
}

/// The remark on documents that were not run.
pub const CANDIDATES: &str = "The documents are candidates: they were not run.";

/// The remark on productions that are the same but for their names.
pub const RENAMED: &str = "Renamed only";

/// The remark on those that [`is_rewritten`] finds.
pub const REWRITTEN: &str = "Written in another way, and shown to say the same";

impl Compared {
    pub fn of(before: &GrammarSource, after: &GrammarSource) -> anyhow::Result<Self> {
        effort::shared(|| Self::between(before, after))
    }

    fn between(before: &GrammarSource, after: &GrammarSource) -> anyhow::Result<Self> {
        let (first, second) = (before.specified_once()?, after.specified_once()?);
        let samples = samples()?;
        let diff = Diff::of(&first, &second, &samples);
        let grammars = before.running()?.zip(after.running()?);
        let is_run = grammars.is_some();
        let parsers = [before.parser(), after.parser()];
        let mut partings = None;
        let evidence = match &grammars {
            Some((earlier, later)) => {
                let accepts = |side: Side, document: &str| {
                    let grammar = match side {
                        Side::Before => earlier,
                        Side::After => later,
                    };
                    grammar.read(document).is_ok()
                };
                let found = |accepts: Accepts<'_>| {
                    evidence(&first, &second, &diff, &samples, Some(accepts))
                };
                // A document that means something, too, is worth more.
                let meaning = |own: Side| {
                    let parser = match own {
                        Side::Before => &parsers[0],
                        Side::After => &parsers[1],
                    };
                    found(&|side, document| {
                        let means = |parser: &Parser| parser.parse_str(document).check().is_ok();
                        accepts(side, document)
                            && (side != own || parser.as_ref().is_none_or(means))
                    })
                };
                let sides = (meaning(Side::Before), meaning(Side::After), found(&accepts));
                let best = best(sides.0, sides.1, sides.2);
                let two = Two {
                    specified: [&first, &second],
                    running: [earlier, later],
                    parsers: [&parsers[0], &parsers[1]],
                };
                let found = Partings::of(&two, &diff, &samples, &best);
                let evidence = with_partings(best, &diff, &found);
                partings = Some(found);
                evidence
            }
            None => evidence(&first, &second, &diff, &samples, None),
        };
        Ok(Self {
            before: before.name(),
            after: after.name(),
            rules: changed_rules(before, after, &diff)?,
            diff,
            evidence,
            is_run,
            partings,
        })
    }

    /// How far was searched for a document that shows a change, where there is none.
    pub fn searched(&self, change: &Change, evidence: &Evidence) -> String {
        let partings = self.partings.as_ref();
        let partings = partings.filter(|_| is_shown_by_partings(change));
        let said = partings.and_then(Partings::searched);
        said.unwrap_or_else(|| searched(evidence))
    }

    /// How long the search for changes of nonterminals took, if that is what was searched for.
    pub fn search_time(&self, change: &Change) -> Option<Duration> {
        let partings = self.partings.as_ref();
        let asked = partings.filter(|it| it.extent.is_some() && is_shown_by_partings(change));
        asked.map(|it| it.time)
    }

    /// Whether nothing changed: no production, and no rule.
    pub fn is_same(&self) -> bool {
        self.diff.is_same() && self.rules.is_empty()
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
        let mut counts: Vec<String> = ChangeKind::ALL.into_iter().filter_map(count).collect();
        if !self.rules.is_empty() {
            counts.push(format!(
                "{} changed where no production did",
                counted(self.rules.len(), "rule")
            ));
        }
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

/// The rules whose productions say the same, or that have none, and that do not say the same themselves.
fn changed_rules(
    before: &GrammarSource,
    after: &GrammarSource,
    diff: &Diff,
) -> anyhow::Result<Vec<ChangedRule>> {
    let is_edited = |source: &GrammarSource| matches!(source, GrammarSource::Peg(_));
    let is_ebnf = |source: &GrammarSource| matches!(source, GrammarSource::Ebnf(_));
    if [before, after].iter().any(|source| is_ebnf(source))
        || !(is_edited(before) || is_edited(after))
    {
        return Ok(Vec::new());
    }
    let printed = |source: &GrammarSource| -> anyhow::Result<BTreeMap<String, String>> {
        let literate = source.literate()?;
        let rules = literate.written.rules.iter().zip(&literate.above);
        Ok(rules
            .map(|(rule, above)| (rule.name.clone(), as_written(rule, above.modifier)))
            .collect())
    };
    let (first, second) = (printed(before)?, printed(after)?);
    // A change that comes with its production's is shown there.
    let is_told = |name: &str| {
        let mut changes = diff.changes.iter();
        changes.any(|change| {
            let sides = [&change.before, &change.after];
            let is_named =
                |side: &&Option<Rule>| side.as_ref().is_some_and(|rule| rule.name == name);
            change.kind() != ChangeKind::Unchanged && sides.iter().any(is_named)
        })
    };
    let names: BTreeSet<&String> = first.keys().chain(second.keys()).collect();
    let changed = names
        .into_iter()
        .filter(|name| first.get(*name) != second.get(*name) && !is_told(name));
    Ok(changed
        .map(|name| ChangedRule {
            name: name.clone(),
            before: first.get(name).cloned(),
            after: second.get(name).cloned(),
        })
        .collect())
}

/// A rule with the sign before its brace that the file has: two signs may be of one kind.
fn as_written(rule: &Rule, modifier: Option<char>) -> String {
    let modifier = modifier.map_or_else(String::new, String::from);
    let expression = peg::print_expression(&rule.expression);
    format!("{} = {modifier}{{ {expression} }}", rule.name)
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

/// Of each change, what is accepted as RDF, too; where nothing is, what is accepted by the grammar.
fn best(before: Vec<Evidence>, after: Vec<Evidence>, any: Vec<Evidence>) -> Vec<Evidence> {
    let sides = before.into_iter().zip(after).zip(any);
    let best = sides.map(|((before, after), any)| {
        let meaning = Evidence {
            only_before: before.only_before,
            only_after: after.only_after,
            tried: any.tried,
        };
        match meaning.is_empty() {
            true => any,
            false => meaning,
        }
    });
    best.collect()
}

/// Of the changes of nonterminals what the search for them found, if there was one: that shows this change and no other.
fn with_partings(found: Vec<Evidence>, diff: &Diff, partings: &Partings) -> Vec<Evidence> {
    let changes = found
        .into_iter()
        .zip(&diff.changes)
        .zip(&partings.documents);
    changes
        .map(|((evidence, change), [before, after])| {
            match is_shown_by_partings(change) && partings.extent.is_some() {
                true => Evidence {
                    only_before: before.clone(),
                    only_after: after.clone(),
                    tried: evidence.tried,
                },
                false => evidence,
            }
        })
        .collect()
}

/// Whether it says the same under the same name, in another way.
pub fn is_rewritten(change: &Change) -> bool {
    change.kind() == ChangeKind::Unchanged && change.likeness == Likeness::Equivalent
}

/// How far was searched for a document where there is none.
fn searched(evidence: &Evidence) -> String {
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
