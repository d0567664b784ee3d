//! Every claim of `turtle-lab diff` about random pairs of small grammars, whose tokens overlap and tie, is held against all strings up to
//! a length, read by a recogniser of this file's own: the longest tokens, and then all ways to read them.
//!
//! `DIFFERENCES` says how many pairs are compared, if they are to be more than in each run of the tests.
use anyhow::{Context, Result, ensure};
use serde_json::Value;
use std::collections::HashMap;
use std::fmt::{self, Display};
use testing::program::{TemporaryFolder, turtle_lab};
use testing::random::Random;

/// The pairs of a run of the tests.
const PAIRS: u64 = 24;

/// The characters of the strings, and how many strings have at most.
const ALPHABET: [char; 4] = ['a', 'b', 'c', ' '];
const LONGEST: usize = 6;

const LITERALS: [&str; 8] = ["a", "b", "c", "ab", "ba", "bc", "abc", "aa"];
const TERMINALS: [&str; 3] = ["NAME", "WORD", "MARK"];
const NONTERMINALS: [&str; 4] = ["doc", "first", "second", "third"];

/// The right side of a production or a terminal.
#[derive(Clone, PartialEq)]
enum Item {
    Literal(&'static str),
    Class(&'static str),
    Terminal(usize),
    Nonterminal(usize),
    Sequence(Vec<Item>),
    Choice(Vec<Item>),
    Optional(Box<Item>),
    Repeated(Box<Item>),
}

impl Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let joined = |items: &[Item], separator: &str| {
            let items: Vec<String> = items.iter().map(ToString::to_string).collect();
            items.join(separator)
        };
        match self {
            Self::Literal(text) => write!(f, "'{text}'"),
            Self::Class(characters) => write!(f, "[{characters}]"),
            Self::Terminal(number) => f.write_str(TERMINALS[*number]),
            Self::Nonterminal(number) => f.write_str(NONTERMINALS[*number]),
            Self::Sequence(items) => write!(f, "({})", joined(items, " ")),
            Self::Choice(items) => write!(f, "({})", joined(items, " | ")),
            Self::Optional(item) => write!(f, "{item}?"),
            Self::Repeated(item) => write!(f, "{item}*"),
        }
    }
}

#[derive(Clone, PartialEq)]
struct Language {
    productions: Vec<Item>,
    terminals: Vec<Item>,
}

impl Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, item) in NONTERMINALS.iter().zip(&self.productions) {
            writeln!(f, "{name} ::= {item}")?;
        }
        writeln!(f, "@terminals")?;
        for (name, item) in TERMINALS.iter().zip(&self.terminals) {
            writeln!(f, "{name} ::= {item}")?;
        }
        Ok(())
    }
}

fn terminal(random: &mut Random) -> Item {
    use Item::{Choice, Class, Literal, Optional, Repeated, Sequence};
    let class = |random: &mut Random| Class(random.pick(&["a", "b", "c", "ab", "bc", "abc"]));
    match random.below(5) {
        0 => {
            let class = class(random);
            Sequence(vec![class.clone(), Repeated(Box::new(class))])
        }
        1 => Sequence(vec![class(random), Repeated(Box::new(class(random)))]),
        2 => Sequence(vec![class(random), Optional(Box::new(class(random)))]),
        3 => Choice(vec![Literal(random.pick(&LITERALS)), class(random)]),
        _ => Sequence(vec![
            Optional(Box::new(class(random))),
            class(random),
            class(random),
        ]),
    }
}

/// A random right side of a production. It uses those after it, and itself only after a literal.
fn production(random: &mut Random, number: usize, depth: usize) -> Item {
    let items = |random: &mut Random| -> Vec<Item> {
        let count = random.between(2, 3);
        (0..count)
            .map(|_| production(random, number, depth - 1))
            .collect()
    };
    match random.below(if depth == 0 { 4 } else { 8 }) {
        0 | 1 => Item::Literal(random.pick(&LITERALS)),
        2 => Item::Terminal(random.below(TERMINALS.len())),
        3 if number + 1 < NONTERMINALS.len() => {
            Item::Nonterminal(random.between(number + 1, NONTERMINALS.len() - 1))
        }
        3 => Item::Sequence(vec![
            Item::Literal(random.pick(&LITERALS)),
            Item::Optional(Box::new(Item::Nonterminal(number))),
        ]),
        4 => Item::Sequence(items(random)),
        5 => Item::Choice(items(random)),
        6 => Item::Optional(Box::new(production(random, number, depth - 1))),
        _ => Item::Repeated(Box::new(production(random, number, depth - 1))),
    }
}

impl Language {
    fn random(random: &mut Random) -> Self {
        let numbers = 0..NONTERMINALS.len();
        Self {
            productions: numbers
                .map(|number| production(random, number, 2))
                .collect(),
            terminals: TERMINALS.map(|_| terminal(random)).to_vec(),
        }
    }

    /// With another right side here or there.
    fn changed(&self, random: &mut Random) -> Self {
        let mut changed = self.clone();
        for _ in 0..random.between(1, 2) {
            match random.percent(40) {
                true => {
                    let place = random.below(TERMINALS.len());
                    changed.terminals[place] = terminal(random);
                }
                false => {
                    let place = random.below(NONTERMINALS.len());
                    changed.productions[place] = production(random, place, 2);
                }
            }
        }
        changed
    }

    /// Where a terminal's text can end that begins at a place.
    fn ends(&self, item: &Item, text: &[char], start: usize) -> Vec<usize> {
        let mut ends = match item {
            Item::Literal(literal) => {
                let literal: Vec<char> = literal.chars().collect();
                let is_there = text[start..].starts_with(&literal);
                is_there
                    .then_some(start + literal.len())
                    .into_iter()
                    .collect()
            }
            Item::Class(characters) => {
                let next = text.get(start).filter(|next| characters.contains(**next));
                next.map(|_| start + 1).into_iter().collect()
            }
            Item::Terminal(number) => self.ends(&self.terminals[*number], text, start),
            Item::Nonterminal(_) => Vec::new(),
            Item::Sequence(items) => items.iter().fold(vec![start], |places, item| {
                let ends = places
                    .iter()
                    .flat_map(|&place| self.ends(item, text, place));
                ends.collect()
            }),
            Item::Choice(items) => {
                let ends = items.iter().flat_map(|item| self.ends(item, text, start));
                ends.collect()
            }
            Item::Optional(item) => [vec![start], self.ends(item, text, start)].concat(),
            Item::Repeated(item) => {
                let mut ends = vec![start];
                let mut index = 0;
                while let Some(&place) = ends.get(index) {
                    for end in self.ends(item, text, place) {
                        if !ends.contains(&end) {
                            ends.push(end);
                        }
                    }
                    index += 1;
                }
                ends
            }
        };
        ends.sort_unstable();
        ends.dedup();
        ends
    }

    /// The tokens: literals and terminals that productions use.
    fn tokens(&self) -> Vec<Item> {
        fn collect(item: &Item, tokens: &mut Vec<Item>) {
            match item {
                Item::Sequence(items) | Item::Choice(items) => {
                    items.iter().for_each(|item| collect(item, tokens));
                }
                Item::Optional(item) | Item::Repeated(item) => collect(item, tokens),
                Item::Nonterminal(_) => {}
                token if tokens.contains(token) => {}
                token => tokens.push(token.clone()),
            }
        }
        let mut tokens = Vec::new();
        self.productions
            .iter()
            .for_each(|item| collect(item, &mut tokens));
        tokens
    }

    /// The longest tokens of a text: where each begins and ends, and all that it is.
    fn cut(&self, tokens: &[Item], text: &[char]) -> Option<Vec<Token>> {
        let mut cut = Vec::new();
        let mut at = 0;
        while at < text.len() {
            if text[at] == ' ' {
                at += 1;
                continue;
            }
            if text[at] == '#' {
                let line = text[at..].iter().position(|&character| character == '\n');
                at += line.map_or(text.len() - at, |end| end + 1);
                continue;
            }
            let ends = tokens
                .iter()
                .map(|token| self.ends(token, text, at).pop().unwrap_or(at));
            let ends: Vec<usize> = ends.collect();
            let end = ends.iter().copied().max().filter(|&end| end > at)?;
            let longest = tokens.iter().zip(&ends).filter(|(_, other)| **other == end);
            cut.push(Token {
                span: (at, end),
                kinds: longest.map(|(token, _)| token.clone()).collect(),
            });
            at = end;
        }
        Some(cut)
    }

    /// The productions that no other uses, and the first.
    fn starts(&self) -> Vec<usize> {
        fn uses(item: &Item, number: usize) -> bool {
            match item {
                Item::Nonterminal(other) => *other == number,
                Item::Sequence(items) | Item::Choice(items) => {
                    items.iter().any(|item| uses(item, number))
                }
                Item::Optional(item) | Item::Repeated(item) => uses(item, number),
                _ => false,
            }
        }
        let is_used = |number: usize| {
            let mut others = self.productions.iter().enumerate();
            others.any(|(other, item)| other != number && uses(item, number))
        };
        let numbers = 0..self.productions.len();
        numbers
            .filter(|&number| number == 0 || !is_used(number))
            .collect()
    }

    /// For each production, whether it derives the tokens: the sets of places where each can end grow until they stay as they are.
    fn accepts(&self, tokens: &[Token]) -> Vec<bool> {
        let mut known: HashMap<(usize, usize), u32> = HashMap::new();
        loop {
            let before = known.clone();
            for number in 0..self.productions.len() {
                for start in 0..=tokens.len() {
                    let ends = after(&self.productions[number], tokens, 1 << start, &before);
                    *known.entry((number, start)).or_default() |= ends;
                }
            }
            if known == before {
                let numbers = 0..self.productions.len();
                return numbers
                    .map(|number| known[&(number, 0)] & (1 << tokens.len()) != 0)
                    .collect();
            }
        }
    }
}

/// A place in a text with all that it may be.
struct Token {
    span: (usize, usize),
    kinds: Vec<Item>,
}

/// The places after an item, as bits, from places before it.
fn after(item: &Item, tokens: &[Token], places: u32, known: &HashMap<(usize, usize), u32>) -> u32 {
    let from = |place: usize| places & (1 << place) != 0;
    match item {
        Item::Nonterminal(number) => (0..=tokens.len())
            .filter(|&place| from(place))
            .map(|place| known.get(&(*number, place)).copied().unwrap_or_default())
            .fold(0, |all, ends| all | ends),
        Item::Sequence(items) => {
            let each = items.iter();
            each.fold(places, |places, item| after(item, tokens, places, known))
        }
        Item::Choice(items) => {
            let each = items.iter().map(|item| after(item, tokens, places, known));
            each.fold(0, |all, ends| all | ends)
        }
        Item::Optional(item) => places | after(item, tokens, places, known),
        Item::Repeated(item) => {
            let mut all = places;
            loop {
                let more = all | after(item, tokens, all, known);
                if more == all {
                    return all;
                }
                all = more;
            }
        }
        token => (0..tokens.len())
            .filter(|&place| from(place) && tokens[place].kinds.contains(token))
            .fold(0, |all, place| all | 1 << (place + 1)),
    }
}

/// Two grammars, and the strings that only one of them accepts.
struct Pair {
    sides: [Language; 2],
    tokens: [Vec<Item>; 2],
    /// The start symbols of one or the other.
    starts: Vec<usize>,
    starts_of: [Vec<usize>; 2],
}

/// A string that only one side accepts from a start symbol.
struct Difference {
    side: usize,
    start: usize,
    /// Whether the other side has another start symbol in the place of this one.
    is_alone: bool,
    text: String,
    tokens: usize,
    is_cut_alike: bool,
}

impl Pair {
    fn new(sides: [Language; 2]) -> Self {
        let tokens = sides.each_ref().map(Language::tokens);
        let starts_of = sides.each_ref().map(Language::starts);
        let mut starts = starts_of.concat();
        starts.sort_unstable();
        starts.dedup();
        Self {
            sides,
            tokens,
            starts,
            starts_of,
        }
    }

    /// The differences that a string is, one for each start symbol.
    fn differences_of(&self, text: &str) -> Vec<Difference> {
        let characters: Vec<char> = text.chars().collect();
        let cut = [0, 1].map(|side| self.sides[side].cut(&self.tokens[side], &characters));
        let accepted = [0, 1].map(|side| {
            let tokens = cut[side].as_deref();
            tokens.map_or_else(Vec::new, |tokens| self.sides[side].accepts(tokens))
        });
        let spans = |cut: &[Token]| cut.iter().map(|token| token.span).collect::<Vec<_>>();
        let differences = self.starts.iter().filter_map(|&start| {
            let accepts = |side: usize, start: usize| accepted[side].get(start) == Some(&true);
            let has_start = |side: usize| self.starts_of[side].contains(&start);
            // A start symbol that only one side has is held against all of the other's.
            let is_alone = !has_start(0) || !has_start(1);
            let accepted_by = |side: usize| match is_alone {
                true => has_start(side) && accepts(side, start),
                false => accepts(side, start),
            };
            let rejected_by = |side: usize| match is_alone {
                true => !self.starts_of[side]
                    .iter()
                    .any(|&start| accepts(side, start)),
                false => !accepts(side, start),
            };
            let mut sides = (0..2).filter(|&side| accepted_by(side) && rejected_by(1 - side));
            let side = sides.next()?;
            let own = spans(cut[side].as_deref().unwrap_or_default());
            let other = cut[1 - side].as_deref().map(spans);
            Some(Difference {
                side,
                start,
                is_alone,
                text: text.to_owned(),
                tokens: own.len(),
                is_cut_alike: other.is_none_or(|other| other == own),
            })
        });
        differences.collect()
    }

    fn differences(&self) -> Vec<Difference> {
        let mut texts = vec![String::new()];
        let mut found = Vec::new();
        let mut index = 0;
        while let Some(text) = texts.get(index).cloned() {
            found.extend(self.differences_of(&text));
            if text.len() < LONGEST {
                texts.extend(ALPHABET.iter().map(|next| format!("{text}{next}")));
            }
            index += 1;
        }
        found
    }
}

/// How many claims of each kind were held against the strings.
#[derive(Debug, Default)]
struct Claims {
    documents: usize,
    none: usize,
    none_cut_alike: usize,
    none_at_a_change: usize,
    unreachable: usize,
    not_decided: usize,
    same: usize,
}

/// The claim that one side alone accepts nothing, as far as it goes: up to how many tokens, and whether of those only that both cut
/// alike.
fn bound(said: &str) -> Option<(usize, bool)> {
    let said = said.split_once(", nor in ").map_or(said, |(said, _)| said);
    let (said, is_cut_alike) = match said.strip_suffix(" that both grammars cut alike") {
        Some(said) => (said, true),
        None => (said, false),
    };
    let length = match said {
        "none" if !is_cut_alike => usize::MAX,
        "none found of tokens" if is_cut_alike => usize::MAX,
        said => {
            let length = said
                .strip_prefix("not found up to ")?
                .strip_suffix(" tokens")?;
            length.parse().ok()?
        }
    };
    Some((length, is_cut_alike))
}

fn examine(pair: &Pair, found: &Value, claims: &mut Claims) -> Result<()> {
    let differences = pair.differences();
    if found["is_same"] == true {
        claims.same += 1;
        let first = differences.first().map(|difference| &difference.text);
        ensure!(first.is_none(), "said to be the same: {first:?}");
    }
    let is_unreachable = |said: &Value| {
        said.as_str()
            .is_some_and(|said| said.starts_with("none: not reachable from "))
    };
    let productions = found["productions"].as_array().context("productions")?;
    let keys = [
        ("only_before", "start_before", "searched_before"),
        ("only_after", "start_after", "searched_after"),
    ];
    for (side, (only, start, searched)) in keys.into_iter().enumerate() {
        // From the start symbol that is named; from any, where none is.
        let shows = |text: &str, start: Option<&str>| {
            let start = start.and_then(|name| NONTERMINALS.iter().position(|it| *it == name));
            let mut differences = pair.differences_of(text).into_iter();
            differences.any(|it| it.side == side && start.is_none_or(|start| it.start == start))
        };
        let documents = productions
            .iter()
            .filter_map(|it| Some((it[only].as_str()?, it[start].as_str())));
        for (document, start) in documents.clone() {
            claims.documents += 1;
            ensure!(
                pair.starts.len() == 1 || start.is_some(),
                "{only}: {document:?} is from which start symbol?"
            );
            ensure!(shows(document, start), "{only}: {document:?} {start:?}");
        }
        let of_start = &found["start"];
        if let Some(document) = of_start[only].as_str() {
            ensure!(
                shows(document, of_start[start].as_str()),
                "{only}: {document:?}"
            );
        }
        if of_start[searched] == "none" {
            let mut alone = differences
                .iter()
                .filter(|it| it.side == side && it.is_alone);
            let counter = alone.next().map(|it| &it.text);
            ensure!(counter.is_none(), "start symbols: {searched}: {counter:?}");
        }
        let mut is_any = documents.count() > 0 || of_start[only].is_string();
        let said: Vec<&str> = productions
            .iter()
            .filter_map(|it| it[searched].as_str())
            .collect();
        for said in &said {
            if let Some((_, found)) = said.split_once("; elsewhere ") {
                is_any = true;
                let (document, from) = match found.strip_prefix("the empty document") {
                    Some(from) => ("", from),
                    None => found[1..].rsplit_once('`').context("quotes")?,
                };
                let from = from
                    .strip_prefix(" (from ")
                    .and_then(|it| it.strip_suffix(')'));
                ensure!(shows(document, from), "{searched}: {said}");
            }
        }
        for said in said {
            let own = || {
                differences
                    .iter()
                    .filter(|it| it.side == side && !it.is_alone)
            };
            if let Some((tokens, is_cut_alike)) = bound(said) {
                claims.none += usize::from(!is_cut_alike);
                claims.none_cut_alike += usize::from(is_cut_alike);
                let mut own = own();
                let counter =
                    own.find(|it| it.tokens <= tokens && (it.is_cut_alike || !is_cut_alike));
                let counter = counter.map(|it| &it.text);
                ensure!(counter.is_none(), "{searched}: {said}: {counter:?}");
            } else if ["none at", "none found at", "not found at"]
                .iter()
                .any(|none| said.starts_with(&format!("{none} this change")))
            {
                claims.none_at_a_change += 1;
                // It may be proved of one change, whatever is so of others.
                ensure!(
                    is_any || said == "none at this change",
                    "{searched}: {said}"
                );
            } else if said.starts_with("none: not reachable from ") {
                claims.unreachable += 1;
                let is_only = productions
                    .iter()
                    .all(|it| it["change"] == "unchanged" || is_unreachable(&it[searched]));
                ensure!(!is_only || own().next().is_none(), "{searched}: {said}");
            } else {
                claims.not_decided += 1;
                ensure!(said.starts_with("not decided: "), "{searched}: {said}");
            }
        }
    }
    Ok(())
}

#[test]
fn what_is_said_of_two_grammars_is_so() -> Result<()> {
    let pairs = match std::env::var("DIFFERENCES") {
        Ok(pairs) => pairs.parse()?,
        Err(_) => PAIRS,
    };
    let folder = TemporaryFolder::new("differences")?;
    let (mut claims, mut false_claims) = (Claims::default(), Vec::new());
    for number in 0..pairs {
        let random = &mut Random::of_part(1, "differences", number);
        let before = Language::random(random);
        let after = match random.percent(90) {
            true => before.changed(random),
            false => Language::random(random),
        };
        folder.write("before.ebnf", before.to_string())?;
        folder.write("after.ebnf", after.to_string())?;
        let arguments = ["diff", "--format", "json", "before.ebnf", "after.ebnf"];
        let run = turtle_lab(&arguments, &folder.0, b"")?;
        let found: Value = serde_json::from_str(&run.stdout).with_context(|| run.stderr.clone())?;
        let text = format!("{before}---\n{after}");
        let pair = Pair::new([before, after]);
        if let Err(error) = examine(&pair, &found[0], &mut claims) {
            false_claims.push(format!("pair {number}: {error}\n{text}"));
        }
    }
    println!("{pairs} pairs: {claims:?}, {} false", false_claims.len());
    ensure!(false_claims.is_empty(), "{}", false_claims.join("\n"));
    Ok(())
}
