//! Documents of all dialects, changed and put together at random, read in random ways; `JUDGE_INPUTS` says how many.

use anyhow::{Context as _, Result};
use judge::mutants::{claims, parser};
use judge::mutation::{dictionary, mutate, splice};
use judge::sampler::Sampler;
use judge::search::{CheckedPart, FoundDifference, SearchTally, caught, search};
use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use testing::documents::{corpus, documents_in};
use testing::folders::SUITES;
use testing::random::Random;
use turtle_peg::Dialect;

/// Longer documents would take most of the time and add little.
const LONGEST: usize = 6000;
/// The length of a grammar's walks, which have to be short: most of the time is pest's.
const SAMPLE_LENGTH: usize = 200;
/// How many of a hundred steps of a walk leave the grammar.
const SAMPLE_SLIPS: usize = 1;
/// Several times the parser's lookahead, in bytes.
const PATCHWORK: usize = 200_000;

fn main() -> Result<ExitCode> {
    let inputs = Arc::new(Inputs::new()?);
    let part = |dialect: Dialect| {
        Ok(Mutants {
            name: format!("documents/{dialect}"),
            dialect,
            start_rule: start_rule(dialect),
            sampler: Sampler::new(dialect.grammar(), SAMPLE_LENGTH, SAMPLE_SLIPS)?,
            inputs: Arc::clone(&inputs),
        })
    };
    search(Dialect::all().map(part).collect::<Result<Vec<_>>>()?)
}

/// The ingredients of mutants.
struct Inputs {
    dictionary: Vec<String>,
    /// The texts of the corpus, the examples and the W3C's suites, each with the language that its file's name tells.
    documents: Vec<(&'static str, String)>,
}

impl Inputs {
    fn new() -> Result<Self> {
        let mut paths = corpus();
        let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
        paths.extend(documents_in(&examples));
        paths.extend(SUITES.iter().flat_map(|folder| documents_in(folder)));
        let mut documents = Vec::new();
        for path in paths {
            let bytes = fs::read(&path)?;
            if bytes.len() <= LONGEST {
                let dialect = Dialect::from_path(&path).context("no dialect")?;
                let text = String::from_utf8_lossy(&bytes).into_owned();
                documents.push((start_rule(dialect), text));
            }
        }
        Ok(Self {
            dictionary: dictionary(),
            documents,
        })
    }
}

/// The rule that documents are matched by, which the versions of a language share.
fn start_rule(dialect: Dialect) -> &'static str {
    let rules = ["turtleDoc", "trigDoc", "ntriplesDoc", "nquadsDoc"];
    let is_of = |rule: &&str| dialect.grammar().contains(&format!("\n{rule} = "));
    rules.into_iter().find(is_of).unwrap_or("turtleDoc")
}

/// The mutants of one dialect.
struct Mutants {
    name: String,
    dialect: Dialect,
    /// The rule that documents of the dialect are matched by.
    start_rule: &'static str,
    sampler: Sampler,
    inputs: Arc<Inputs>,
}

impl Mutants {
    /// Most are in the dialect's language; others are full of its errors.
    fn document<'a>(&'a self, random: &mut Random) -> &'a str {
        let is_own = random.percent(85);
        loop {
            let (rule, text) = random.choose(&self.inputs.documents);
            if !is_own || *rule == self.start_rule {
                return text;
            }
        }
    }

    fn bytes(&self, random: &mut Random) -> Vec<u8> {
        // More than fits into a window or a buffer, seldom, since it takes as long as a hundred others.
        if random.below(2000) == 0 {
            return self.patchwork(random).into_bytes();
        }
        let tokens = &self.inputs.dictionary;
        let document = self.document(random);
        let text = match random.below(100) {
            0..12 => [document, "\n", self.document(random)].concat(),
            12..55 => mutate(document, tokens, random),
            55..70 => splice(document, self.document(random), random),
            70..75 => {
                let spliced = splice(document, self.document(random), random);
                mutate(&spliced, tokens, random)
            }
            75..88 => self.sample(random),
            88..95 => mutate(&self.sample(random), tokens, random),
            _ => {
                let count = random.between(0, 12);
                (0..count).map(|_| random.choose(tokens).as_str()).collect()
            }
        };
        let mut bytes = text.into_bytes();
        if random.percent(2) {
            let place = random.below(bytes.len() + 1);
            bytes.insert(place, random.pick(&[0xFF, 0x80, 0xC3, 0xE2, 0xF0]));
        }
        bytes
    }

    fn sample(&self, random: &mut Random) -> String {
        self.sampler.sample(self.start_rule, random)
    }

    /// Many documents and mutants, one after the other.
    fn patchwork(&self, random: &mut Random) -> String {
        let length = random.between(40_000, PATCHWORK);
        let mut text = String::new();
        while text.len() < length {
            let document = self.document(random);
            match random.below(20) {
                0 => text.push_str(&mutate(document, &self.inputs.dictionary, random)),
                _ => text.push_str(document),
            }
            text.push('\n');
        }
        text
    }
}

impl CheckedPart for Mutants {
    fn name(&self) -> &str {
        &self.name
    }

    fn weight(&self) -> u64 {
        1
    }

    fn run(&self, random: &mut Random) -> Result<SearchTally, FoundDifference> {
        let bytes = self.bytes(random);
        let parser = parser(self.dialect, random);
        let mut tally = SearchTally {
            inputs: 1,
            ..SearchTally::default()
        };
        for (index, claim) in claims(random).into_iter().enumerate() {
            let check = |bytes: &[u8]| {
                caught(|| {
                    claim
                        .check(&parser, bytes)
                        .map_err(|difference| FoundDifference {
                            kind: claim.name(),
                            details: format!("{claim:?}\n{parser:?}\n{difference}"),
                        })
                })
            };
            let compared = check(&bytes).map_err(|difference| match str::from_utf8(&bytes) {
                Ok(text) => {
                    FoundDifference::shrunk(text, |text| check(text.as_bytes()).map(|_| ()))
                }
                Err(_) => FoundDifference {
                    details: format!("{bytes:?}\n{}", difference.details),
                    ..difference
                },
            })?;
            if index > 0 {
                tally.further += 1;
                continue;
            }
            tally.accepted = (!compared.has_fault).into();
            tally.rejected = compared.has_fault.into();
            tally.compared = compared.events as u64;
        }
        Ok(tally)
    }
}
