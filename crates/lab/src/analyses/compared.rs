//! Compares two grammars: for `diff`, and for the pages of a report.
//!
//! Invariant: each document was run by both grammars: one accepts it, and the other rejects it. Whether it means anything does not
//! count.

use crate::analyses::{partings::Two, partings::documents};
use crate::analyses::{sought::Sought, sought::SoughtDocuments};
use crate::grammars::samples::samples;
use crate::grammars::source::GrammarSource;
use cli::counted::counted;
use interpreter::SpecifiedGrammar;
use std::collections::{BTreeMap, BTreeSet};
use toolkit::effort;
use toolkit::{ChangeKind, Diff, Generator, GrammarChange, Likeness, Rule, StartChange, peg};
use turtle_peg::Parser;

/// Two grammars and how they differ.
pub struct ComparedGrammars {
    pub before: String,
    pub after: String,
    pub diff: Diff,
    sought: SoughtDocuments,
    /// The rules that are not the same, though their productions are, or though they have none; where a `.pest` file is
    /// compared.
    pub rules: Vec<ChangedRule>,
    /// A document that only the rules of the first accept, and one that only those of the second do.
    pub of_rules: [Option<String>; 2],
}

/// A rule of a PEG, on both sides, as it is written.
pub struct ChangedRule {
    pub name: String,
    pub before: Option<String>,
    pub after: Option<String>,
}

/// The remark on those that [`is_rewritten`] finds.
pub const REWRITTEN: &str = "Written in another way, and shown to say the same";

impl ComparedGrammars {
    pub fn of(before: &GrammarSource, after: &GrammarSource) -> anyhow::Result<Self> {
        let [before, after] = GrammarSource::alike([before, after])?;
        effort::shared(|| Self::between(&before, &after))
    }

    fn between(before: &GrammarSource, after: &GrammarSource) -> anyhow::Result<Self> {
        let (first, second) = (before.specified_once()?, after.specified_once()?);
        let samples = samples()?;
        let diff = Diff::of(&first, &second, &samples);
        let parsers = [before.parser(), after.parser()];
        let running = [before.run(), after.run()];
        let sought = match &running {
            [Ok(earlier), Ok(later)] => {
                let two = Two {
                    specified: [&first, &second],
                    running: [earlier, later],
                    parsers: [&parsers[0], &parsers[1]],
                };
                documents(&two, &diff, &samples)
            }
            [Err(reason), _] | [_, Err(reason)] => {
                SoughtDocuments::all(&diff, &Sought::NotRun(reason.clone()))
            }
        };
        let rules = changed_rules(before, after, &diff)?;
        let mut of_rules = [const { None }; 2];
        if !rules.is_empty()
            && let ([Ok(earlier), Ok(later)], [Some(one), Some(other)]) = (&running, &parsers)
        {
            let told = ChangedRules {
                running: [earlier, later],
                parsers: [one, other],
            };
            of_rules = told.apart(&[before.generator(&samples)?, after.generator(&samples)?]);
        }
        Ok(Self {
            before: before.name(),
            after: after.name(),
            diff,
            sought,
            rules,
            of_rules,
        })
    }

    /// Whether nothing changed: no production, no rule, and not the start symbol.
    pub fn is_same(&self) -> bool {
        self.diff.is_same() && self.rules.is_empty()
    }

    /// The productions that were shown to say the same in another way, under one name.
    pub fn rewritten(&self) -> impl Iterator<Item = &GrammarChange> {
        let changes = self.diff.changes.iter();
        changes.filter(|change| is_rewritten(change))
    }

    /// The sentence that the change is a refactoring, if that was proved.
    pub fn refactoring(&self) -> Option<&'static str> {
        let is_proved = self.sought.are_the_same && self.rules.is_empty();
        is_proved.then_some("A refactoring: proved that both accept the same documents.")
    }

    /// Each change, with the results of the search for documents that only one of the grammars accepts.
    pub fn changes(&self) -> impl Iterator<Item = (&GrammarChange, &[Sought; 2])> {
        self.diff.changes.iter().zip(&self.sought.of_changes)
    }

    /// The change of the start symbol, if it changed, with the results of the search for it.
    pub fn start(&self) -> Option<(&StartChange, &[Sought; 2])> {
        Some((self.diff.start.as_ref()?, &self.sought.of_start))
    }

    /// The results of the search for each change of what the grammars say.
    pub fn sought(&self) -> impl Iterator<Item = &[Sought; 2]> {
        let start = self.start().map(|(_, sought)| sought);
        let changes = self
            .changes()
            .filter(|(change, _)| !change.is_renamed_or_unchanged());
        start.into_iter().chain(changes.map(|(_, sought)| sought))
    }

    /// `2 added, 1 changed`, in the order of the kinds, behind another start symbol.
    pub fn counts(&self) -> String {
        let count = |kind| {
            let changes = self.diff.changes.iter();
            let count = changes.filter(|change| change.kind() == kind).count();
            (count > 0).then(|| format!("{count} {kind}"))
        };
        let start = self.diff.start.iter();
        let start = start.map(|_| "another start symbol".to_owned());
        let mut counts: Vec<String> = start
            .chain(ChangeKind::ALL.into_iter().filter_map(count))
            .collect();
        if !self.rules.is_empty() {
            counts.push(format!(
                "{} changed where no production did",
                counted(self.rules.len(), "rule")
            ));
        }
        counts.join(", ")
    }

    /// A document that only one of the two accepts, in words: `only turtle-1.2 accepts`.
    pub fn labels(&self) -> [String; 2] {
        [&self.before, &self.after].map(|name| format!("only {name} accepts"))
    }
}

/// How many documents are tried to tell changed rules apart.
const DOCUMENTS: u64 = 2_000;

/// The words for a search without result.
pub const NO_DOCUMENT: &str = "none of 2000 documents and near misses that were tried";

/// Two grammars, of which rules changed without their productions.
struct ChangedRules<'g> {
    running: [&'g SpecifiedGrammar; 2],
    parsers: [&'g Parser; 2],
}

impl ChangedRules<'_> {
    /// The shortest document that only the rules of the first accept, and that of the second, of those that are tried.
    fn apart(&self, generators: &[Generator; 2]) -> [Option<String>; 2] {
        let mut found = [const { None }; 2];
        for generator in generators {
            generator.covering(|sentence| {
                self.tell(&sentence.text, &mut found);
                Some(sentence.cases.clone())
            });
            let sentences = (0..DOCUMENTS / 4).filter_map(|index| generator.random(1, index));
            for (sentence, index) in sentences.zip(0..) {
                self.tell(&sentence.text, &mut found);
                if let Some(mutant) = generator.mutant(&sentence, 1, index) {
                    self.tell(&mutant.text, &mut found);
                }
            }
        }
        found
    }

    /// Keeps a document that rules read differently, and productions do not.
    fn tell(&self, document: &str, found: &mut [Option<String>; 2]) {
        let accepted = self
            .parsers
            .map(|it| it.parse_str(document).check().is_ok());
        let specified = || self.running.map(|it| it.read(document).is_ok());
        let side = usize::from(accepted[1]);
        let is_shorter = found[side]
            .as_ref()
            .is_none_or(|it| document.len() < it.len());
        if accepted[0] != accepted[1] && is_shorter && specified()[0] == specified()[1] {
            found[side] = Some(document.to_owned());
        }
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

/// `LANGTAG → LANG_DIR`, or the only name.
pub fn names(change: &GrammarChange) -> String {
    match &change.before {
        Some(before) if before.name != change.name() => {
            format!("{} → {}", before.name, change.name())
        }
        _ => change.name().to_owned(),
    }
}

/// `aa → bb`.
pub fn start_names(start: &StartChange) -> String {
    let [before, after] = [&start.before, &start.after].map(|names| names.join(", "));
    format!("{before} → {after}")
}

/// Whether it says the same under the same name, in another way.
pub fn is_rewritten(change: &GrammarChange) -> bool {
    change.kind() == ChangeKind::Unchanged && change.likeness == Likeness::Equivalent
}
