//! A part of the work: one dialect, and mutants of documents in it.

use super::chunks::Chunks;
use super::corpus::{CorpusDocument, Language, documents};
use super::transcript::{Errors, Event, before_faults, quads, text_of, trees, written_and_read};
use crate::check::Tally;
use crate::mutation::{mutate, splice};
use crate::panics;
use crate::random::Random;
use crate::run::{Failure, Part};
use crate::sampler::Sampler;
use crate::shrink::shrink;
use anyhow::Result;
use std::sync::Arc;
use turtle_peg::{Dialect, Engine, Parser};

/// What the syntaxes are sensitive to: delimiters, keywords, and characters at the ends of their classes.
const DICTIONARY: &[&str] = &[
    ".",
    ";",
    ",",
    "<",
    ">",
    "\"",
    "'",
    "\"\"\"",
    "'''",
    "[",
    "]",
    "(",
    ")",
    "{",
    "}",
    "[]",
    "()",
    "{|",
    "|}",
    "~",
    "<<",
    ">>",
    "<<(",
    ")>>",
    "^^",
    "^",
    "@",
    "@en",
    "@en--ltr",
    "_:",
    "_:a",
    "_:a.b",
    ":",
    "a",
    " a ",
    "#",
    "# x\n",
    "\\",
    "\\u0041",
    "\\U0001F600",
    "\\uD800",
    "\\n",
    "\\.",
    "\\-",
    "%",
    "%20",
    "%2",
    "-",
    "+",
    "0",
    "1",
    "1.",
    "1.5",
    ".5",
    "1e",
    "1e9",
    "E-1",
    "true",
    "false",
    "@prefix",
    "@base",
    "PREFIX",
    "BASE",
    "prefix p: <x:/>",
    "GRAPH",
    "VERSION",
    "@version",
    "\"1.2\"",
    "p:",
    "p:a",
    "p:a.b",
    "p:.",
    ":a",
    "<x:s>",
    "<s>",
    " ",
    "\n",
    "\r",
    "\r\n",
    "\t",
    "\u{0}",
    "\u{1F}",
    "\u{7F}",
    "\u{B7}",
    "\u{C0}",
    "\u{D7}",
    "\u{300}",
    "\u{37E}",
    "\u{2000}",
    "\u{203F}",
    "\u{2C00}",
    "\u{D7FF}",
    "\u{E000}",
    "\u{FEFF}",
    "\u{FFFD}",
    "\u{FFFE}",
    "\u{10000}",
    "\u{EFFFF}",
    "\u{10FFFF}",
    "é",
    "=",
    "=>",
    "is",
    "of",
    "`",
    "$",
    "&",
    "/",
    "//",
    "?",
    "*",
    "|",
    "_",
];

/// What samples of a grammar have to be short for: most of the time is pest's.
const SAMPLE_LENGTH: usize = 200;
const SAMPLE_SLIPS: usize = 1;

/// Several times what the parser looks at at once, in bytes.
const PATCHWORK: usize = 200_000;

/// A dialect, and what mutants are made of.
pub struct DocumentPart {
    name: String,
    dialect: Dialect,
    /// The documents in the dialect's language, and all.
    own: Vec<usize>,
    all: Arc<Vec<CorpusDocument>>,
    sampler: Sampler,
    start_rule: String,
}

/// A part for each dialect.
///
/// # Errors
///
/// The corpus cannot be read, or a grammar is not valid.
pub fn parts() -> Result<Vec<DocumentPart>> {
    let all = Arc::new(documents()?);
    Dialect::all()
        .map(|dialect| DocumentPart::new(dialect, &all))
        .collect()
}

/// How a document is parsed.
#[derive(Clone, Copy, Debug)]
struct How {
    dialect: Dialect,
    continues: bool,
    nesting_limit: usize,
    has_base: bool,
    /// Statements that are larger are read part by part.
    window: usize,
}

impl How {
    fn parser(self, engine: Engine) -> Parser {
        let mut parser = Parser::new(self.dialect)
            .engine(engine)
            .with_window(self.window)
            .with_nesting_limit(self.nesting_limit);
        if self.has_base {
            // It is absolute, so it is taken.
            parser = parser
                .clone()
                .with_base_iri("http://example.org/a/b?c")
                .unwrap_or(parser);
        }
        if self.continues {
            parser = parser.continue_after_errors();
        }
        parser
    }
}

/// The ways that a document is looked at; each compares two transcripts that have to be the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum View {
    /// By this engine against the reference engine, as the next two are.
    Quads(Engine),
    Trees(Engine),
    WholeTree(Engine),
    /// From a reader in chunks, by the fast engine, against the slice.
    Reader(u64),
    /// Trees from a reader.
    ReaderOfTrees(u64),
    /// From a reader in chunks, by this engine against the reference engine.
    ReaderByEngine(Engine, u64),
    /// Statements that are read part by part against whole ones, up to the first fault.
    Parts,
    /// What is written of it, as N-Quads 1.2 reads that, against what was to be written.
    Written,
}

impl View {
    fn finding(self) -> &'static str {
        match self {
            Self::Quads(_) => "quads",
            Self::Trees(_) => "trees",
            Self::WholeTree(_) => "whole-tree",
            Self::Reader(_) | Self::ReaderOfTrees(_) => "reader",
            Self::ReaderByEngine(..) => "reader-quads",
            Self::Parts => "parts",
            Self::Written => "written",
        }
    }

    fn transcripts(self, how: How, bytes: &[u8]) -> [Vec<Event>; 2] {
        let reference = how.parser(Engine::Reference);
        let fast = how.parser(Engine::Fast);
        match self {
            Self::Quads(engine) => [reference, how.parser(engine)]
                .map(|parser| quads(parser.parse_slice(bytes), Errors::Wholly)),
            Self::Trees(engine) => [reference, how.parser(engine)]
                .map(|parser| trees(parser.parse_slice(bytes), Errors::Wholly)),
            Self::WholeTree(engine) => {
                [reference, how.parser(engine)].map(|parser| whole_tree(&parser, bytes))
            }
            Self::Reader(seed) => [
                quads(fast.parse_slice(bytes), Errors::WithoutExcerpt),
                quads(
                    fast.parse_reader(Chunks::new(bytes, seed)),
                    Errors::WithoutExcerpt,
                ),
            ],
            Self::ReaderOfTrees(seed) => [
                trees(fast.parse_slice(bytes), Errors::WithoutExcerpt),
                trees(
                    fast.parse_reader(Chunks::new(bytes, seed)),
                    Errors::WithoutExcerpt,
                ),
            ],
            Self::ReaderByEngine(engine, seed) => [reference, how.parser(engine)].map(|parser| {
                quads(
                    parser.parse_reader(Chunks::new(bytes, seed)),
                    Errors::Wholly,
                )
            }),
            Self::Parts => [usize::MAX, how.window.min(60)].map(|window| {
                let parser = How { window, ..how }.parser(Engine::Fast);
                before_faults(quads(parser.parse_slice(bytes), Errors::Wholly))
            }),
            Self::Written => written_and_read(fast.parse_slice(bytes)),
        }
    }
}

fn whole_tree(parser: &Parser, bytes: &[u8]) -> Vec<Event> {
    let text = String::from_utf8_lossy(bytes);
    let result = parser.read_tree(&text, |tree| Event::Tree {
        origin: tree.origin(),
        nodes: tree
            .root()
            .descendants()
            .map(|(depth, node)| (depth, node.production(), node.span()))
            .collect(),
    });
    vec![result.unwrap_or_else(|error| Event::Error(text_of(&error, Errors::Wholly)))]
}

impl DocumentPart {
    fn new(dialect: Dialect, all: &Arc<Vec<CorpusDocument>>) -> Result<Self> {
        let language = Language::of(dialect);
        let own = (0..all.len())
            .filter(|&index| all[index].language == language)
            .collect();
        let sampler = Sampler::new(dialect.grammar(), SAMPLE_LENGTH, SAMPLE_SLIPS)?;
        Ok(Self {
            name: format!("documents/{dialect}"),
            dialect,
            own,
            all: Arc::clone(all),
            start_rule: start_rule(language).to_owned(),
            sampler,
        })
    }

    fn document<'a>(&'a self, random: &mut Random) -> &'a str {
        // Most in the dialect's language; others are full of what is an error in it.
        let index = if random.percent(85) {
            *random.choose(&self.own)
        } else {
            random.below(self.all.len())
        };
        &self.all[index].text
    }

    fn text(&self, random: &mut Random) -> Vec<u8> {
        // More than fits into a window or a buffer, seldom, since it takes as long as a hundred others.
        if random.below(2000) == 0 {
            return self.patchwork(random).into_bytes();
        }
        let document = self.document(random);
        let text = match random.below(100) {
            0..12 => [document, "\n", self.document(random)].concat(),
            12..55 => mutate(document, DICTIONARY, random),
            55..70 => splice(document, self.document(random), random),
            70..75 => mutate(
                &splice(document, self.document(random), random),
                DICTIONARY,
                random,
            ),
            75..88 => self.sampler.sample(&self.start_rule, random),
            88..95 => mutate(
                &self.sampler.sample(&self.start_rule, random),
                DICTIONARY,
                random,
            ),
            _ => {
                let count = random.between(0, 12);
                (0..count).map(|_| random.pick(DICTIONARY)).collect()
            }
        };
        let mut bytes = text.into_bytes();
        if random.percent(2) {
            let place = random.below(bytes.len() + 1);
            bytes.insert(place, *random.choose(&[0xFF, 0x80, 0xC3, 0xE2, 0xF0]));
        }
        bytes
    }

    /// Many documents and mutants, one after the other.
    fn patchwork(&self, random: &mut Random) -> String {
        let length = random.between(40_000, PATCHWORK);
        let mut text = String::new();
        while text.len() < length {
            let document = self.document(random);
            match random.below(20) {
                0 => text.push_str(&mutate(document, DICTIONARY, random)),
                _ => text.push_str(document),
            }
            text.push('\n');
        }
        text
    }

    fn views(random: &mut Random) -> Vec<View> {
        let engine = match random.percent(50) {
            true => Engine::Specification,
            false => Engine::Fast,
        };
        let mut views = vec![View::Quads(Engine::Fast)];
        if engine == Engine::Specification {
            views.push(View::Quads(engine));
        }
        if random.percent(30) {
            views.push(View::Trees(engine));
        }
        if random.percent(10) {
            views.push(View::WholeTree(engine));
        }
        match random.below(100) {
            0..30 => views.push(View::Reader(random.bits())),
            30..40 => views.push(View::ReaderOfTrees(random.bits())),
            40..45 => views.push(View::ReaderByEngine(engine, random.bits())),
            45..65 => views.push(View::Written),
            65..85 => views.push(View::Parts),
            _ => {}
        }
        views
    }

    fn failure(how: How, view: View, bytes: &[u8], panicked: Option<String>) -> Failure {
        let finding = if panicked.is_some() {
            "panic"
        } else {
            view.finding()
        };
        let mut details = format!("{how:?} {view:?}\n");
        let differs = |bytes: &[u8]| match panics::caught(|| view.transcripts(how, bytes)) {
            Ok([expected, found]) => panicked.is_none() && expected != found,
            Err(_) => panicked.is_some(),
        };
        let shrunk = match str::from_utf8(bytes) {
            Ok(text) => shrink(text, |text| differs(text.as_bytes())).into_bytes(),
            Err(_) => bytes.to_vec(),
        };
        details += &format!("document: {:?}\n", String::from_utf8_lossy(&shrunk));
        details += &match panics::caught(|| view.transcripts(how, &shrunk)) {
            Ok([expected, found]) => format!("expected: {expected:#?}\nfound: {found:#?}\n"),
            Err(message) => message,
        };
        Failure { finding, details }
    }
}

/// The rule that a document is matched by, under its name in all grammars of the language.
fn start_rule(language: Language) -> &'static str {
    match language {
        Language::Turtle => "turtleDoc",
        Language::TriG => "trigDoc",
        Language::NTriples => "ntriplesDoc",
        Language::NQuads => "nquadsDoc",
    }
}

impl Part for DocumentPart {
    fn name(&self) -> &str {
        &self.name
    }

    fn run(&self, random: &mut Random, inputs: usize) -> Result<Tally, Failure> {
        let mut tally = Tally::default();
        for _ in 0..inputs {
            let bytes = self.text(random);
            let how = How {
                dialect: self.dialect,
                continues: random.percent(50),
                nesting_limit: if random.percent(5) {
                    random.between(0, 3)
                } else {
                    200
                },
                has_base: random.percent(80),
                window: match random.percent(40) {
                    true => random.between(1, 60),
                    false => Parser::DEFAULT_WINDOW,
                },
            };
            tally.inputs += 1;
            for view in Self::views(random) {
                let [expected, found] = panics::caught(|| view.transcripts(how, &bytes))
                    .map_err(|message| Self::failure(how, view, &bytes, Some(message)))?;
                if expected != found {
                    return Err(Self::failure(how, view, &bytes, None));
                }
                match view {
                    View::Quads(_) => {
                        let has_error = expected
                            .iter()
                            .any(|event| matches!(event, Event::Error(_)));
                        tally.accepted += u64::from(!has_error);
                        tally.rejected += u64::from(has_error);
                        tally.nodes += expected.len() as u64;
                    }
                    _ => tally.settled += 1,
                }
            }
        }
        Ok(tally)
    }
}
