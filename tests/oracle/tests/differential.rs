//! Compares the generated parsers with pest's, on `JUDGE_INPUTS` texts.

use anyhow::Result;
use judge::mutation::{mutate, splice};
use judge::sampler::Sampler;
use judge::search::{CheckedPart, FoundDifference, SearchTally, caught, search};
use oracle::check::check;
use oracle::grammar::{Grammar, Origin};
use std::process::ExitCode;
use testing::random::Random;

/// Pest's calls for one input; some random grammars need exponentially many.
const CALLS: usize = 300_000;
/// The length of texts in bytes, more or less: random grammars may take exponential time.
const LENGTH: usize = 48;
/// How many of a hundred steps of a walk leave the grammar.
const SLIPS: usize = 2;
/// The number of continuations that a text is tried with.
const CONTINUATIONS: usize = 4;

fn main() -> Result<ExitCode> {
    reference::limit_calls(CALLS);
    let part = |grammar| Texts::new(grammar);
    let parts: Result<Vec<_>> = Grammar::all().into_iter().map(part).collect();
    search(parts?)
}

/// A grammar, and texts for it.
struct Texts {
    name: String,
    grammar: Grammar,
    sampler: Sampler,
}

impl Texts {
    fn new(grammar: Grammar) -> Result<Self> {
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

    /// A text that may follow a text.
    fn continuation(&self, random: &mut Random) -> String {
        match random.percent(50) {
            true => self.sampler.token(random).to_owned(),
            false => self.sample(random),
        }
    }
}

impl CheckedPart for Texts {
    fn name(&self) -> &str {
        &self.name
    }

    /// There are few torture grammars, and they have many rules.
    fn weight(&self) -> u64 {
        match self.grammar.origin {
            Origin::Torture => 5,
            Origin::Random => 1,
        }
    }

    fn run(&self, random: &mut Random) -> Result<SearchTally, FoundDifference> {
        let rule = random.below(self.grammar.entry_count());
        let text = self.text(rule, random);
        let continuations: Vec<_> = (0..CONTINUATIONS)
            .map(|_| self.continuation(random))
            .collect();
        let check = |text: &str| caught(|| check(&self.grammar, rule, text, &continuations));
        check(&text).map_err(|_| {
            let FoundDifference { kind, details } =
                FoundDifference::shrunk(&text, |text| check(text).map(drop));
            let Grammar { names, text, .. } = &self.grammar;
            let details = format!("rule {}, {details}\ngrammar:\n{text}", names[rule]);
            FoundDifference { kind, details }
        })
    }
}
