//! Triples that `fix` makes up: documents get one or two slips of the pen, and are mended.
//!
//! A triple is false if neither the document has it, nor the document with either slip alone, nor the damaged document as it is read
//! beyond its faults: then nobody but `fix` wrote it. Blank nodes count as alike. The project's own documents are small;
//! `REPAIR_DOCUMENTS` names a folder with others, `REPAIR_SLIPS` says how many documents are damaged, `REPAIR_SEED` how, and with
//! `REPAIR_SHOW` each document with false triples is shown:
//!
//! ```sh
//! REPAIR_DOCUMENTS=vocabularies REPAIR_SLIPS=10000 cargo test --release --test slips -- --nocapture
//! ```

use advice::fix::{FixedText, RepairChoice, fix_str};
use std::collections::{BTreeMap, HashMap};
use std::env;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use testing::documents::documents_in;
use testing::random::Random;
use turtle_peg::tokens::TokenKind;
use turtle_peg::{Dialect, Error, Parser};

/// The bytes of a document that are damaged at once: a long one is damaged in a part, with the directives before that.
const LONGEST: usize = 3000;

/// A change of a document: a text in the place of these bytes.
#[derive(Clone, Debug)]
struct Slip {
    kind: &'static str,
    place: Range<usize>,
    text: String,
}

/// How documents are mended.
#[derive(Clone, Debug, Default)]
struct Tally {
    documents: u32,
    repairs: u32,
    /// Documents with nothing but right triples, of which a fault was mended.
    mended: u32,
    with_false: u32,
    false_triples: u32,
}

impl Tally {
    fn add(&mut self, repairs: usize, made_up: usize) {
        self.documents += 1;
        self.repairs += repairs as u32;
        self.mended += u32::from(repairs > 0 && made_up == 0);
        self.with_false += u32::from(made_up > 0);
        self.false_triples += made_up as u32;
    }
}

type Table = BTreeMap<String, Tally>;
/// Triples, each with how often it is there.
type Triples = HashMap<String, usize>;

fn parser(dialect: Dialect) -> Parser {
    let parser = Parser::new(dialect).with_recovery();
    match dialect.is_line_based() {
        true => parser,
        false => parser.with_base_iri("http://example.org/").unwrap(),
    }
}

/// The triples that are read, beyond all faults, with blank nodes that are alike; and whether there are faults.
fn read(parser: &Parser, text: &str) -> (Triples, bool) {
    let (mut triples, mut is_at_fault) = (Triples::new(), false);
    let mut document = parser.parse_str(text);
    while let Some(result) = document.next_statement(|quad, _| {
        *triples
            .entry(without_labels(&quad.to_string()))
            .or_default() += 1;
    }) {
        is_at_fault |= result.is_err();
        if matches!(result, Err(Error::Io(_))) {
            break;
        }
    }
    (triples, is_at_fault)
}

fn without_labels(quad: &str) -> String {
    let mut parts = quad.split(' ').map(|part| match part.starts_with("_:") {
        true => "_:",
        false => part,
    });
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| all + " " + part)
}

/// The parts of a document that are damaged, each with the directives before it.
fn parts(parser: &Parser, text: &str) -> Vec<String> {
    if read(parser, text).1 {
        return Vec::new();
    }
    if text.len() <= LONGEST {
        return vec![text.to_owned()];
    }
    let mut begins = Vec::new();
    let mut document = parser.parse_str(text);
    while document.check_statement().is_some() {
        begins.push(document.position().byte as usize);
    }
    begins.push(text.len());
    let (mut parts, mut directives, mut part) = (Vec::new(), String::new(), String::new());
    for statement in begins.windows(2).map(|pair| &text[pair[0]..pair[1]]) {
        let lines = statement.lines().map(str::trim);
        let mut lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        let first = lines.next().unwrap_or_default().to_ascii_lowercase();
        let keywords = ["@prefix", "@base", "prefix", "base"];
        if keywords.iter().any(|keyword| first.starts_with(keyword)) {
            directives += statement;
            continue;
        }
        part += statement;
        if part.len() > LONGEST {
            parts.push([directives.as_str(), &part].concat());
            part.clear();
        }
    }
    parts.push([directives, part].concat());
    parts.retain(|part| !read(parser, part).1);
    parts
}

/// The places of a document's tokens.
fn tokens(parser: &Parser, text: &str) -> Vec<Range<usize>> {
    let mut document = parser.parse_str(text);
    let mut places = Vec::new();
    while let Some(Ok(tokens)) = document.next_tokens() {
        let tokens = tokens.filter(|token| token.kind() != TokenKind::End);
        places.extend(tokens.map(|token| {
            let Range { start, end } = token.bytes();
            start as usize..end as usize
        }));
    }
    places
}

const SIGNS: [&str; 12] = [
    ".", ";", ",", "[", "]", "(", ")", "^^", "<", ">", "\"", "@en",
];
/// Characters that fingers hit.
const CHARACTERS: [char; 28] = [
    'a', 'e', 's', 'x', 'T', '1', '0', '.', ';', ',', ':', '"', '\'', '<', '>', '(', ')', '[', ']',
    '{', '}', '@', '^', '_', '-', '/', '#', ' ',
];

/// A slip somewhere near a token.
fn slip(text: &str, tokens: &[Range<usize>], at: usize, random: &mut Random) -> Option<Slip> {
    let token = tokens[at].clone();
    let written = &text[token.clone()];
    let other = &text[random.choose(tokens).clone()];
    let next = tokens.get(at + 1).cloned();
    let new = |kind, place, text: String| Some(Slip { kind, place, text });
    // Most slips are at an end of a token.
    let characters: Vec<_> = written.char_indices().collect();
    let index = match random.below(3) {
        0 => 0,
        1 => characters.len() - 1,
        _ => random.below(characters.len()),
    };
    let (offset, c) = characters[index];
    let place = token.start + offset..token.start + offset + c.len_utf8();
    let hit = random.pick(&CHARACTERS);
    match random.below(17) {
        0 => new("token left out", token, String::new()),
        1 => new(
            "token doubled",
            token.end..token.end,
            [" ", written].concat(),
        ),
        2 => {
            let next = next?;
            let swapped = [&text[next.clone()], &text[token.end..next.start], written].concat();
            new("tokens swapped", token.start..next.end, swapped)
        }
        3 => new("token replaced", token, other.to_owned()),
        4 | 5 => new(
            "token added",
            token.start..token.start,
            [other, " "].concat(),
        ),
        6 => {
            let sign = random.pick(&SIGNS);
            new("sign added", token.start..token.start, [sign, " "].concat())
        }
        7 if SIGNS.contains(&written) => {
            let sign = random.pick(&SIGNS);
            new("sign replaced", token, sign.to_owned())
        }
        7 | 8 => new("character left out", place, String::new()),
        9 => new("character doubled", place.end..place.end, c.to_string()),
        10 => {
            let swapped = text[place.end..].chars().next()?;
            let end = place.end + swapped.len_utf8();
            new(
                "characters swapped",
                place.start..end,
                [swapped, c].iter().collect(),
            )
        }
        11 => new("character replaced", place, hit.to_string()),
        12 | 13 => new("character added", place.start..place.start, hit.to_string()),
        14 => {
            let rest = &text[token.end..];
            let line = rest.find('\n')?;
            let end = token.end + line;
            new("line break left out", end..end + 1, String::new())
        }
        15 => new("end cut off", place.start..text.len(), String::new()),
        _ => new("line break added", token.end..token.end, "\n".to_owned()),
    }
}

fn applied(text: &str, slips: &[Slip]) -> String {
    let mut slips: Vec<&Slip> = slips.iter().collect();
    slips.sort_by_key(|slip| slip.place.start);
    let mut text = text.to_owned();
    for slip in slips.iter().rev() {
        text.replace_range(slip.place.clone(), &slip.text);
    }
    text
}

/// One slip, or two that do not touch each other: half of these are near each other.
fn slips(text: &str, tokens: &[Range<usize>], random: &mut Random) -> Option<Vec<Slip>> {
    let at = random.below(tokens.len());
    let first = slip(text, tokens, at, random)?;
    if random.percent(50) {
        return Some(vec![first]);
    }
    let other = match random.percent(50) {
        true => random.below(tokens.len()),
        false => (at + random.below(12)).min(tokens.len() - 1),
    };
    let second = slip(text, tokens, other, random)?;
    let is_apart = first.place.end < second.place.start || second.place.end < first.place.start;
    is_apart.then(|| vec![first, second])
}

/// The kind of a repair: its words, without the tokens of the document.
fn kind_of(fixed: &FixedText) -> String {
    let of_help = |help: &str| {
        let mut parts = help.split('`');
        let first = parts.next().unwrap_or_default().to_owned();
        let words = parts.enumerate().map(|(index, part)| match index % 2 {
            0 if part.chars().all(|c| c.is_ascii_punctuation()) => format!("`{part}`"),
            0 => "…".to_owned(),
            _ => part.to_owned(),
        });
        words.fold(first, |all, part| all + &part)
    };
    let mut kinds: Vec<String> = fixed
        .repairs
        .iter()
        .map(|repair| of_help(repair.help.text()))
        .collect();
    kinds.dedup();
    kinds.join(" + ")
}

/// The tables of what was mended: by slip, and by repair.
struct Tables {
    choice: RepairChoice,
    all: Tally,
    by_slip: Table,
    by_repair: Table,
    /// Documents that change when they are mended once more.
    unsettled: u32,
}

impl Tables {
    fn new(choice: RepairChoice) -> Self {
        Self {
            choice,
            all: Tally::default(),
            by_slip: Table::new(),
            by_repair: Table::new(),
            unsettled: 0,
        }
    }

    fn add(&mut self, parser: &Parser, text: &str, slips: &[Slip], damaged: &str, right: &Triples) {
        let fixed = fix_str(parser, damaged, self.choice);
        let made_up = match fixed.text == damaged {
            true => Vec::new(),
            false => made_up(&read(parser, &fixed.text).0, right),
        };
        let mut kinds: Vec<&str> = slips.iter().map(|slip| slip.kind).collect();
        kinds.sort_unstable();
        self.all.add(fixed.repairs.len(), made_up.len());
        let of_slip = self.by_slip.entry(kinds.join(" + ")).or_default();
        of_slip.add(fixed.repairs.len(), made_up.len());
        if !fixed.repairs.is_empty() {
            let of_repair = self.by_repair.entry(kind_of(&fixed)).or_default();
            of_repair.add(fixed.repairs.len(), made_up.len());
        }
        let again = fix_str(parser, &fixed.text, self.choice);
        self.unsettled += u32::from(again.text != fixed.text);
        if again.text != fixed.text && env::var_os("REPAIR_SHOW").is_some() {
            println!("---- unsettled: {:?}", again.repairs);
        }
        if !made_up.is_empty() && env::var_os("REPAIR_SHOW").is_some() {
            self.show(text, slips, &fixed, &made_up);
        }
    }

    fn show(&self, text: &str, slips: &[Slip], fixed: &FixedText, made_up: &[String]) {
        println!("---- {:?}", self.choice);
        for slip in slips {
            let Range { start, end } = slip.place;
            let begin = (0..=start.saturating_sub(60))
                .rev()
                .find(|at| text.is_char_boundary(*at));
            let rest = (end + 60..).find(|at| *at >= text.len() || text.is_char_boundary(*at));
            let (begin, rest) = (begin.unwrap_or(0), rest.unwrap_or(0).min(text.len()));
            println!(
                "{}: {}«{}|{}»{}",
                slip.kind,
                &text[begin..start],
                &text[start..end],
                slip.text,
                &text[end..rest]
            );
        }
        for repair in &fixed.repairs {
            println!("  {}: {}", repair.title, repair.help);
        }
        for triple in made_up.iter().take(3) {
            println!("  FALSE {triple}");
        }
    }

    fn print(&self) {
        println!("\n{:?}: {:?}", self.choice, self.all);
        println!("  changed when mended again: {}", self.unsettled);
        for (name, table) in [("slips", &self.by_slip), ("repairs", &self.by_repair)] {
            println!("  {name}: documents, mended, with false triples");
            let is_single = |kind: &str| name == "repairs" || !kind.contains('+');
            for (kind, tally) in table.iter().filter(|(kind, _)| is_single(kind)) {
                println!(
                    "  {:5} {:5} {:5}  {kind}",
                    tally.documents, tally.mended, tally.with_false
                );
            }
        }
    }
}

fn made_up(found: &Triples, right: &Triples) -> Vec<String> {
    let made_up = found
        .iter()
        .filter(|(triple, count)| right.get(*triple).is_none_or(|it| it < count));
    let mut made_up: Vec<String> = made_up.map(|(triple, _)| triple.clone()).collect();
    made_up.sort();
    made_up
}

/// The triples that the author or the slips have written.
fn written(parser: &Parser, text: &str, slips: &[Slip], damaged: &str) -> Triples {
    let mut all = read(parser, text).0;
    let alone = slips
        .iter()
        .map(|slip| applied(text, std::slice::from_ref(slip)));
    for document in alone.chain([damaged.to_owned()]) {
        for (triple, count) in read(parser, &document).0 {
            let most = all.entry(triple).or_default();
            *most = count.max(*most);
        }
    }
    all
}

#[test]
fn no_triple_is_made_up() {
    let number = |name, or| {
        env::var(name)
            .ok()
            .and_then(|it| it.parse().ok())
            .unwrap_or(or)
    };
    let others = env::var_os("REPAIR_DOCUMENTS").map(PathBuf::from);
    let tests = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let folder = others.unwrap_or_else(|| tests.join("corpus"));
    let count = number("REPAIR_SLIPS", 600);
    let mut documents: Vec<(Parser, String)> = Vec::new();
    for path in documents_in(&folder) {
        let Some((dialect, text)) = Dialect::from_path(&path).zip(fs::read_to_string(&path).ok())
        else {
            continue;
        };
        let parser = parser(dialect);
        let parts = parts(&parser, &text).into_iter();
        documents.extend(parts.map(|part| (parser.clone(), part)));
    }
    let mut random = Random::new(number("REPAIR_SEED", 1) as u64);
    let mut tables = [RepairChoice::Certain, RepairChoice::Likely].map(Tables::new);
    let mut left = count;
    while left > 0 {
        let (parser, text) = random.choose(&documents);
        let places = tokens(parser, text);
        if places.len() < 3 {
            continue;
        }
        let Some(slips) = slips(text, &places, &mut random) else {
            continue;
        };
        let damaged = applied(text, &slips);
        if !read(parser, &damaged).1 {
            continue;
        }
        left -= 1;
        let right = written(parser, text, &slips, &damaged);
        for table in &mut tables {
            table.add(parser, text, &slips, &damaged, &right);
        }
    }
    for table in &tables {
        table.print();
    }
    assert!(tables.iter().all(|table| table.unsettled == 0));
    let [certain, likely] = tables.map(|table| table.all);
    assert!(
        certain.repairs > 0 && certain.with_false == 0,
        "{certain:?}"
    );
    assert!(likely.with_false * 10 <= likely.documents, "{likely:?}");
}
