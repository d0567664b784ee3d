//! How often a repair that is called certain gives a document back: documents are damaged, a token at a time.
//!
//! The project's own documents are small. `REPAIR_DOCUMENTS` names a folder with others, `REPAIR_SEED` the damages:
//!
//! ```sh
//! REPAIR_DOCUMENTS=vocabularies cargo test --release --test repairs -- --nocapture
//! ```

use advice::{Advise, Help};
use std::env;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use testing::documents::documents_in;
use testing::random::Random;
use turtle_peg::oxrdf::Quad;
use turtle_peg::tokens::TokenKind;
use turtle_peg::{Dialect, Parser};

/// The damage to a token.
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
    let parser = Parser::new(dialect).with_blank_node_prefix("").unwrap();
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
                    "{damage:?} {:?} at {}: {certain}\n{damaged}",
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
    let mut counts = RepairCounts::default();
    for path in documents_in(folder) {
        let dialect = Dialect::from_path(&path);
        let Some((dialect, text)) = dialect.zip(fs::read_to_string(&path).ok()) else {
            continue;
        };
        // Its own numbers: another document in the folder changes nothing here.
        let name = path.strip_prefix(folder).unwrap_or(&path);
        let random = &mut Random::of_part(seed, &name.to_string_lossy(), 0);
        counts.add(measured(dialect, &text, each, random));
    }
    counts
}

#[test]
fn what_is_certain_gives_the_document_back() {
    let tests = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let others = env::var_os("REPAIR_DOCUMENTS").map(PathBuf::from);
    let (folder, each) = match others {
        Some(folder) => (folder, 100),
        None => (tests.join("corpus"), 2),
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

const DOCUMENT: &str = "@prefix ex: <http://example.org/> .

ex:a a ex:C ;
  ex:label \"one\"@en , \"eins\"@de ;
  ex:part [
ex:list ( 1 2 3 ) ;
ex:size \"5\"^^ex:metres
  ] .

ex:b a ex:D .
";

/// Each remedy of the first fault, as a document.
fn mended(text: &str) -> Vec<(String, bool)> {
    let error = Parser::new(Dialect::Turtle12).parse_str(text).check();
    let error = error.unwrap_err();
    let advice = error.as_syntax().unwrap().advice();
    let replaced = advice.help().iter().filter_map(|help| {
        let it = help.replacement()?;
        let Range { start, end } = it.bytes.clone();
        let (before, after) = (&text[..start as usize], &text[end as usize..]);
        Some(([before, &it.text, after].concat(), Help::is_certain(help)))
    });
    replaced.collect()
}

fn triples(text: &str) -> Option<Vec<Quad>> {
    quads(&parser(Dialect::Turtle12), text)
}

/// Each sign is left out where it is, and doubled; where that is a fault, the first remedy gives the document back.
#[test]
fn the_first_repair_gives_the_document_back() {
    let signs = ['.', ';', ',', '[', ']', '(', ')', '^', '@', '"'];
    let body = DOCUMENT.find("ex:a").unwrap();
    let right = triples(DOCUMENT);
    let (mut faults, mut mends) = (0, 0);
    for (at, sign) in DOCUMENT
        .char_indices()
        .filter(|(at, c)| *at >= body && signs.contains(c))
    {
        let (before, after) = (&DOCUMENT[..at], &DOCUMENT[at + sign.len_utf8()..]);
        for damaged in [
            [before, after].concat(),
            format!("{before}{sign} {sign}{after}"),
        ] {
            // The marks of a string, and of its datatype or language, are no tokens when they are doubled.
            let is_mark = matches!(sign, '^' | '@' | '"') && damaged.len() > DOCUMENT.len();
            if is_mark || triples(&damaged).is_some() {
                continue;
            }
            faults += 1;
            let mended = mended(&damaged);
            for (text, _) in &mended {
                assert!(triples(text).is_some(), "{damaged}\n{text}");
            }
            assert!(mended.len() <= 5, "{damaged}");
            mends += usize::from(
                mended
                    .first()
                    .is_some_and(|(text, _)| triples(text) == right),
            );
        }
    }
    assert!(
        faults > 20 && mends * 4 >= faults * 3,
        "{mends} of {faults}"
    );
}

/// The title, the help and the replacement of the first fault, from a slice and from a reader.
fn told(text: &str) -> (String, Vec<String>) {
    let parser = Parser::new(Dialect::Turtle12);
    let told = |error: turtle_peg::Error| {
        let advice = error.as_syntax().unwrap().advice();
        let help = advice.help().iter().map(|help| {
            let written = help.replacement().map(|it| it.text.as_str());
            format!("{help}: {written:?}")
        });
        (advice.title().to_owned(), help.collect())
    };
    let from_slice = told(parser.parse_str(text).check().unwrap_err());
    let from_reader = told(parser.parse_reader(text.as_bytes()).check().unwrap_err());
    assert_eq!(from_slice, from_reader);
    from_slice
}

/// A fault far into its statement has the advice that it has in a short one; where the text ends that an error keeps, less is
/// said, and nothing is offered.
#[test]
fn the_length_of_a_statement_does_not_matter() {
    let objects = |bytes: usize| " <x:object> ,\n".repeat(bytes / 14) + " <x:last> ;\n";
    for rest in [
        "  <x:q> http://example.org/b> ;\n  <x:r> 1 .\n",
        "  <x:q> \"x\"\n<x:a> <x:b> <x:c> .\n",
        "  <x:q> [ <x:r> 1 ;\n<x:a> <x:b> <x:c> .\n",
        "  <x:q> \"a\" \"b\" .\n",
    ] {
        let text = |bytes| ["<x:s> <x:p>\n", &objects(bytes), rest].concat();
        let short = told(&text(100));
        assert!(!short.1.is_empty(), "{short:?}");
        for bytes in [5, 100, 400] {
            assert_eq!(told(&text(bytes * 1024)), short);
        }
        let (title, help) = told(&text(600 * 1024));
        assert!(
            title.starts_with("expected ") || title.contains("cannot go on"),
            "{title}"
        );
        assert!(help.iter().all(|help| help.ends_with("None")), "{help:?}");
    }
}

#[test]
fn of_several_repairs_none_is_certain() {
    let [(text, true)] = &mended("<x:s> <x:p> 1\n  <x:q> 2 .")[..] else {
        panic!("one repair")
    };
    assert_eq!(text, "<x:s> <x:p> 1 ;\n  <x:q> 2 .");
    let several = mended("<x:s> <x:p> [ <x:q> 1 ; <x:r> 2 .");
    assert!(several.len() > 1 && several.iter().all(|(_, is_certain)| !is_certain));
}

/// A bracket that is put in, and never closed, would take in all that follows.
#[test]
fn one_of_many_statements_without_full_stops_gets_a_full_stop() {
    let statements: String = (0..200).map(|n| format!("<x:{n}> <x:p> 'o'\n")).collect();
    let [(text, true)] = &mended(&statements)[..] else {
        panic!("one repair")
    };
    assert_eq!(*text, statements.replacen("'o'\n", "'o' .\n", 1));
}
