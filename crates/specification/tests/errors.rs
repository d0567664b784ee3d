//! Acceptance and rejections, on broken documents of all dialects that name their tokens: the rules accept the same; each token
//! that a rejection lists leads on to a whole document, which the grammar's rules accept; and no other token does, as Earley's
//! algorithm finds it.

mod common;

use common::{DIALECTS, Rules, WITHOUT_TOKENS, compiled, documents};
use std::collections::{HashMap, VecDeque};
use testing::random::Random;
use testing::{side_by_side, soak};
use turtle_peg_specification::compile::{Productions, compile};
use turtle_peg_specification::{
    EarleyRefusal, Found, Machine, Rejection, Scanner, Tables, TokenSet, earley,
};

/// Broken documents of each dialect, and with `SOAK=1`.
const MUTANTS: [usize; 2] = [2_000, 12_000];
/// One of this many is completed with each token that is listed: the interpreter is slow.
const SHARE: usize = 16;

/// A shortest text of each token.
fn texts(scanner: &Scanner, tokens: usize) -> Vec<String> {
    let characters: Vec<char> = (' '..='~').chain(['\n', '\t', 'é']).collect();
    let mut shortest: HashMap<usize, String> = HashMap::new();
    let mut known: HashMap<usize, ()> = HashMap::from([(1, ())]);
    let mut queue = VecDeque::from([(1_usize, String::new())]);
    while let Some((state, text)) = queue.pop_front() {
        let place = usize::from(scanner.accepts[state]);
        let count = usize::from(scanner.lists[place]);
        for &token in &scanner.lists[place + 1..=place + count] {
            shortest.entry(token.into()).or_insert_with(|| text.clone());
        }
        for &character in &characters {
            let class = match scanner.ascii.get(character as usize) {
                Some(&class) => class,
                None => {
                    scanner.classes[scanner
                        .bounds
                        .partition_point(|&bound| bound <= character as u32)
                        - 1]
                }
            };
            let next = usize::from(scanner.next[state * scanner.width + usize::from(class)]);
            if next != 0 && known.insert(next, ()).is_none() {
                let mut text = text.clone();
                text.push(character);
                queue.push_back((next, text));
            }
        }
    }
    let text = |token| {
        shortest
            .get(&token)
            .cloned()
            .unwrap_or_else(|| panic!("no text for token {token}"))
    };
    (0..tokens).map(text).collect()
}

/// A document with a part taken out, doubled, or replaced by a token or by a part of another.
fn mutant(documents: &[String], texts: &[String], random: &mut Random) -> String {
    let document = &documents[random.below(documents.len())];
    let place = |text: &str, random: &mut Random| {
        let mut place = random.below(text.len() + 1);
        while !text.is_char_boundary(place) {
            place -= 1;
        }
        place
    };
    let (first, second) = (place(document, random), place(document, random));
    let (start, end) = (first.min(second), first.max(second));
    let end = if random.below(2) == 0 {
        start
    } else {
        end.min(start + 12).max(start)
    };
    let mut end = end;
    while !document.is_char_boundary(end) {
        end += 1;
    }
    let token = &texts[random.below(texts.len())];
    let middle = match random.below(4) {
        0 => String::new(),
        1 => format!(" {token} "),
        2 => token.clone(),
        _ => document[start..end].repeat(2),
    };
    [&document[..start], &middle, &document[end..]].concat()
}

/// Whether a later quote could make one token of several before it.
fn can_grow(text: &str) -> bool {
    text.contains("\"\"\"") || text.contains("'''")
}

/// Goes on with tokens that close open nonterminals, and else with short ones, until the text may end.
fn completed(tables: &Tables, texts: &[String], beginning: &str) -> String {
    const CLOSING: [&str; 8] = [
        "')>>'", "'>>'", "'|}'", "']'", "')'", "'}'", "'.'", "IRIREF",
    ];
    let mut text = beginning.to_owned();
    for _ in 0..200 {
        let Err(rejection) = Machine::new(tables).read_document(&text, &mut ()) else {
            return text;
        };
        assert!(
            matches!(rejection.found, Found::End { .. }),
            "{text:?}: {rejection:?}"
        );
        let named = |name: &&str| {
            rejection.expected.iter().find(|&token| {
                tables
                    .tokens
                    .get(token)
                    .is_some_and(|token| token.name == **name)
            })
        };
        let next = CLOSING.iter().find_map(named);
        let next = next.or_else(|| rejection.expected.iter().next()).unwrap();
        text.push(' ');
        text.push_str(&texts[next]);
    }
    panic!("no end to {beginning:?}");
}

fn by_machine(tables: &Tables, text: &str) -> Result<(), Box<Rejection>> {
    Machine::new(tables).read_document(text, &mut ())
}

fn by_earley(tables: &Tables, text: &str) -> Result<(), Box<Rejection>> {
    match earley::read_document(tables, text, &mut ()) {
        Ok(is_ambiguous) => {
            assert!(!is_ambiguous, "two trees of {text:?}");
            Ok(())
        }
        Err(EarleyRefusal::Rejected(rejection)) => Err(rejection),
        Err(EarleyRefusal::GivenUp { .. }) => panic!("{text:?} is given up"),
    }
}

#[test]
fn exactly_the_listed_tokens_lead_on() {
    let documents = documents();
    let dialects = DIALECTS
        .into_iter()
        .filter(|&dialect| dialect != WITHOUT_TOKENS);
    let dialects: Vec<(usize, &str)> = dialects.enumerate().collect();
    let rejected = side_by_side(&dialects, |&(number, dialect)| {
        let tables = compiled(dialect).tables;
        let rules = Rules::of(dialect);
        let texts = texts(&tables.scanner, tables.tokens.len());
        let short = documents
            .iter()
            .filter(|(_, text)| (1..300).contains(&text.len()));
        let documents: Vec<String> = short.map(|(_, text)| text.clone()).collect();
        let mut random = Random::new(number as u64);
        let mut rejected = 0;
        let [some, all] = MUTANTS;
        for index in 0..soak(some, all) {
            let text = mutant(&documents, &texts, &mut random);
            let (machine, earley) = (by_machine(&tables, &text), by_earley(&tables, &text));
            let is_accepted = rules.tree(&text).is_some();
            assert_eq!(
                is_accepted,
                machine.is_ok(),
                "{dialect}: {text:?}, by the rules"
            );
            let (rejection, other) = match (machine, earley) {
                (Ok(()), Ok(())) => continue,
                (Err(rejection), Err(other)) => (rejection, other),
                (machine, earley) => panic!("{dialect}: {text:?}: {machine:?}, {earley:?}"),
            };
            rejected += 1;
            assert_eq!(
                (&rejection.found, &rejection.expected, rejection.finished),
                (&other.found, &other.expected, other.finished),
                "{dialect}: {text:?}"
            );
            let choices = rejection.folded(&tables).into_iter();
            let folded: TokenSet = choices
                .flat_map(|symbol| tables.tokens_of(symbol))
                .collect();
            // White space is left out where something else is expected.
            let is_listed = |token: &usize| {
                tables
                    .tokens
                    .get(*token)
                    .is_some_and(|it| !it.is_white_space)
            };
            let listed = |tokens: &TokenSet| tokens.iter().filter(is_listed).collect::<TokenSet>();
            assert_eq!(
                listed(&folded),
                listed(&rejection.expected),
                "{dialect}: {text:?}"
            );
            let beginning = &text[..rejection.finished.map_or(0, |token| token.end)];
            if index % SHARE == 0 && !can_grow(beginning) {
                for token in rejection.expected.iter() {
                    let beginning = match texts.get(token) {
                        Some(next) => format!("{beginning} {next}"),
                        None => beginning.to_owned(),
                    };
                    let whole = completed(&tables, &texts, &beginning);
                    assert!(
                        rules.tree(&whole).is_some(),
                        "{dialect}: {text:?} → {whole:?}"
                    );
                }
            }
        }
        rejected
    });
    let [some, all] = MUTANTS;
    let tried = dialects.len() * soak(some, all);
    assert!(rejected.into_iter().sum::<usize>() * 6 >= tried * 5);
}

/// A production that begins with one that may be nothing is named itself: another part of it may be there at once.
#[test]
fn a_beginning_that_may_be_nothing_is_not_all_that_is_expected() {
    let text = "unit ::= query\nquery ::= prologue (select | ask)\nprologue ::= 'BASE'*\nselect ::= 'SELECT'\nask ::= 'ASK'";
    let grammar = notation::ebnf::read(text).unwrap();
    let tables = compile(&Productions::of_ebnf(&grammar)).unwrap().tables;
    let rejection = by_machine(&tables, "x").unwrap_err();
    let folded: TokenSet = rejection
        .folded(&tables)
        .into_iter()
        .flat_map(|symbol| tables.tokens_of(symbol))
        .collect();
    assert_eq!(folded, rejection.expected);
    assert_eq!(tables.names(&folded).count(), 3);
}
