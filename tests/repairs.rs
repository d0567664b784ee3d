//! How often a repair that is called certain gives a document back: documents are damaged, a token at a time.
//!
//! The project's own documents are small. `REPAIR_DOCUMENTS` names a folder with others, `REPAIR_SEED` the damages:
//!
//! ```sh
//! REPAIR_DOCUMENTS=vocabularies cargo test --release --test repairs -- --nocapture
//! ```

#![cfg(all(feature = "advice", feature = "dialects"))]

use std::env;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use testing::documents::documents_in;
use testing::random::Random;
use turtle_peg::oxrdf::Quad;
use turtle_peg::{Dialect, Help, Parser, TokenKind};

/// What happens to a token.
#[derive(Clone, Copy, Debug)]
enum Damage {
    LeftOut,
    Doubled,
    Exchanged,
    Character,
}

#[derive(Clone, Copy, Debug, Default)]
struct RepairCounts {
    faults: u32,
    /// How many of these have an offer that is called certain.
    certain: u32,
    /// How many of the certain offers give the document's quads back.
    right: u32,
}

impl RepairCounts {
    fn add(&mut self, other: Self) {
        self.faults += other.faults;
        self.certain += other.certain;
        self.right += other.right;
    }
}

fn parser(dialect: Dialect) -> Parser {
    let parser = Parser::new(dialect);
    match dialect.is_line_based() {
        true => parser,
        false => parser.with_base_iri("http://example.org/").unwrap(),
    }
}

/// The places of a document's tokens; none, if it is at fault.
fn tokens(parser: &Parser, text: &str) -> Option<Vec<Range<usize>>> {
    parser.parse_str(text).check().ok()?;
    let mut document = parser.parse_str(text);
    let mut places = Vec::new();
    while let Some(tokens) = document.next_tokens() {
        let tokens = tokens.ok()?.filter(|token| token.kind() != TokenKind::End);
        places.extend(tokens.map(|token| {
            let Range { start, end } = token.bytes();
            start as usize..end as usize
        }));
    }
    Some(places)
}

/// The quads in their order, with labels that are generated in that order, too.
fn quads(parser: &Parser, text: &str) -> Option<Vec<Quad>> {
    let quads = parser.parse_str(text).quads();
    quads.collect::<Result<_, _>>().ok()
}

fn damaged(
    text: &str,
    tokens: &[Range<usize>],
    at: usize,
    damage: Damage,
    random: &mut Random,
) -> String {
    let token = tokens[at].clone();
    let (before, after) = (&text[..token.start], &text[token.end..]);
    let written = &text[token.clone()];
    match damage {
        Damage::LeftOut => [before, after].concat(),
        Damage::Doubled => [before, written, " ", written, after].concat(),
        Damage::Exchanged => {
            let next = tokens[at + 1].clone();
            let (between, next_written) = (&text[token.end..next.start], &text[next.clone()]);
            [before, next_written, between, written, &text[next.end..]].concat()
        }
        Damage::Character => {
            let characters: Vec<_> = written.char_indices().collect();
            let ends = [characters[0], characters[characters.len() - 1]];
            let (offset, c) = match random.below(3) {
                2 => random.pick(&characters),
                end => ends[end],
            };
            let rest = &written[offset + c.len_utf8()..];
            [before, &written[..offset], rest, after].concat()
        }
    }
}

/// Damages a document this often in each way.
fn measured(dialect: Dialect, text: &str, each: usize, random: &mut Random) -> RepairCounts {
    let parser = parser(dialect);
    let mut counts = RepairCounts::default();
    let Some(places) = tokens(&parser, text).filter(|places| places.len() > 2) else {
        return counts;
    };
    let whole = quads(&parser, text);
    for damage in [
        Damage::LeftOut,
        Damage::Doubled,
        Damage::Exchanged,
        Damage::Character,
    ] {
        for _ in 0..each.min(places.len()) {
            let at = random.below(places.len() - 1);
            let damaged = damaged(text, &places, at, damage, random);
            let Err(error) = parser.parse_str(&damaged).check() else {
                continue;
            };
            counts.faults += 1;
            let advice = error.as_syntax().unwrap().advice();
            let Some(certain) = advice.help().iter().find(|help| Help::is_certain(help)) else {
                continue;
            };
            let it = certain.replacement().unwrap();
            let (start, end) = (it.bytes.start as usize, it.bytes.end as usize);
            let mended = [&damaged[..start], &it.text, &damaged[end..]].concat();
            counts.certain += 1;
            let is_right = quads(&parser, &mended) == whole;
            counts.right += u32::from(is_right);
            if !is_right && env::var_os("REPAIR_SHOW").is_some() {
                let place = places[at].clone();
                println!(
                    "{damage:?} {:?} at {}: {certain}",
                    &text[place.clone()],
                    place.start
                );
            }
        }
    }
    counts
}

fn in_folder(folder: &Path, each: usize) -> RepairCounts {
    let seed = env::var("REPAIR_SEED")
        .ok()
        .and_then(|seed| seed.parse().ok())
        .unwrap_or(1);
    let random = &mut Random::new(seed);
    let mut counts = RepairCounts::default();
    for path in documents_in(folder) {
        let dialect = path
            .extension()
            .and_then(|it| it.to_str())
            .and_then(Dialect::from_extension);
        let Some((dialect, text)) = dialect.zip(fs::read_to_string(&path).ok()) else {
            continue;
        };
        counts.add(measured(dialect, &text, each, random));
    }
    counts
}

#[test]
fn what_is_certain_gives_the_document_back() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let others = env::var_os("REPAIR_DOCUMENTS").map(PathBuf::from);
    let (folder, each) = match others {
        Some(folder) => (folder, 100),
        None => (project.join("tests/corpus"), 2),
    };
    let counts = in_folder(&folder, each);
    let RepairCounts {
        faults,
        certain,
        right,
    } = counts;
    println!(
        "{faults} faults, {certain} with a certain repair, {right} of these give the document back"
    );
    assert!(certain > 0 && right * 100 >= certain * 99, "{counts:?}");
}
