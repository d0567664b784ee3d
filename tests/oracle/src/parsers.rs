//! A part of the work: one grammar, all its rules, texts of many kinds.

use crate::check::{Checker, Finding, Mismatch, Tally};
use crate::grammar::{Grammar, Origin};
use crate::mutation::{mutate, splice};
use crate::panics;
use crate::random::Random;
use crate::run::{Failure, Part};
use crate::sampler::Sampler;
use crate::shrink::shrink;
use anyhow::Result;

/// How long texts are, in bytes, more or less: random grammars may take exponential time.
const LENGTH: usize = 48;
/// In how many of a hundred steps a text leaves the grammar.
const SLIPS: usize = 2;
/// How many continuations a text is tried with.
const CONTINUATIONS: usize = 4;

/// A grammar and what makes texts for it.
pub struct GrammarPart {
    name: String,
    grammar: Grammar,
    sampler: Sampler,
}

impl GrammarPart {
    /// The part of this grammar.
    ///
    /// # Errors
    ///
    /// The grammar is not valid.
    pub fn new(grammar: Grammar) -> Result<Self> {
        let folder = match grammar.origin {
            Origin::Torture => "torture",
            Origin::Random => "random",
        };
        Ok(Self {
            name: format!("{folder}/{}", grammar.name),
            sampler: Sampler::new(grammar.text, LENGTH, SLIPS)?,
            grammar,
        })
    }

    /// Where the grammar comes from.
    pub fn origin(&self) -> Origin {
        self.grammar.origin
    }

    fn sample(&self, random: &mut Random) -> String {
        let rule = random.below(self.grammar.entry_count());
        self.sampler.sample(self.grammar.names[rule], random)
    }

    fn text(&self, rule: usize, random: &mut Random) -> String {
        let sample = self.sampler.sample(self.grammar.names[rule], random);
        match random.below(100) {
            0..45 => sample,
            45..75 => mutate(&sample, self.sampler.tokens(), random),
            75..82 => splice(&sample, &self.sample(random), random),
            82..87 => sample + &self.sample(random),
            _ => {
                let count = random.between(0, 8);
                (0..count).map(|_| self.sampler.token(random)).collect()
            }
        }
    }

    fn check(
        &self,
        checker: &mut Checker<'_>,
        rule: usize,
        text: &str,
        continuations: &[&str],
    ) -> Result<Tally, Mismatch> {
        panics::caught(|| checker.check(rule, text, continuations)).unwrap_or_else(|message| {
            Err(Mismatch {
                finding: Finding::Panic,
                expected: "no panic".to_owned(),
                found: message,
            })
        })
    }

    fn failure(
        &self,
        rule: usize,
        text: &str,
        continuations: &[&str],
        mismatch: &Mismatch,
    ) -> Failure {
        let mut smaller = mismatch.clone();
        let text = shrink(text, |text| {
            let result = self.check(&mut Checker::new(&self.grammar), rule, text, continuations);
            match result {
                Err(other) if other.finding == mismatch.finding => {
                    smaller = other;
                    true
                }
                _ => false,
            }
        });
        Failure {
            finding: smaller.finding.name(),
            details: format!(
                "rule {}, text {text:?}\nexpected: {}\nfound: {}\ngrammar:\n{}",
                self.grammar.names[rule], smaller.expected, smaller.found, self.grammar.text
            ),
        }
    }
}

impl Part for GrammarPart {
    fn name(&self) -> &str {
        &self.name
    }

    fn run(&self, random: &mut Random, inputs: usize) -> Result<Tally, Failure> {
        let mut tally = Tally::default();
        let mut checker = Checker::new(&self.grammar);
        let tails: Vec<_> = (0..32)
            .map(|index| match index % 2 {
                0 => self.sampler.token(random).to_owned(),
                _ => self.sample(random),
            })
            .filter(|tail| !tail.is_empty())
            .collect();
        for _ in 0..inputs {
            let rule = random.below(self.grammar.entry_count());
            let text = self.text(rule, random);
            let continuations: Vec<&str> = (0..CONTINUATIONS)
                .map(|_| random.choose(&tails).as_str())
                .collect();
            match self.check(&mut checker, rule, &text, &continuations) {
                Ok(counts) => tally.add(&counts),
                Err(mismatch) => return Err(self.failure(rule, &text, &continuations, &mismatch)),
            }
        }
        Ok(tally)
    }
}
