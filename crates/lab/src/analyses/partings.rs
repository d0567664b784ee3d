//! Documents that show changes, in both directions: one grammar accepts them, and the other does not.
//!
//! First the productions alone may prove that a side has none. Then sentences around each change are tried: the shortest way to it,
//! what differs there, the shortest way out. And one search goes through the sentences of both grammars from the first token on, of
//! texts that stand for all of their tokens, and of texts that the changes of terminals concern; it finds the shortest.
//!
//! Invariant: each document was run by both grammars, whole: the one accepts it, and the other rejects it. If there is
//! no document, the result has the extent of the search, or the reason why there was no search.

use crate::analyses::short_documents::ShortDocuments;
use crate::analyses::start_pairs::StartPair;
use crate::analyses::{
    sought::FoundDocument, sought::Searched, sought::Sought, sought::SoughtDocuments,
};
use interpreter::{
    ChangeSearch, Divergence, Extent, SentenceTexts, SentencesAround, SpecifiedGrammar,
};
use std::collections::BTreeSet;
use toolkit::{
    ChangeKind, ChangedText, Diff, Expression, Grammar, GrammarChange, RuleKind, Samples,
    changed_texts, texts,
};
use turtle_peg::Parser;

/// How many steps are taken: at most about a second.
const MOST: usize = 2_000_000;

/// How many documents are tried for one change and one side, where their texts are to show it.
const TRIES: usize = 400;

/// The two grammars, as productions and as parsers.
pub struct Two<'g> {
    pub specified: [&'g Grammar; 2],
    pub running: [&'g SpecifiedGrammar; 2],
    /// The parsers that decide whether a document has a meaning, if there are any.
    pub parsers: [&'g Option<Parser>; 2],
}

/// For each change, a document that only the first grammar accepts, and one that only the second accepts, from any start symbol.
/// Where nothing changed, nothing is searched.
pub fn documents(two: &Two<'_>, diff: &Diff, samples: &Samples) -> SoughtDocuments {
    if diff.says_the_same() {
        return SoughtDocuments::all(diff, &Sought::Unreachable(Vec::new()));
    }
    let starts = StartPair::all(two.specified, diff);
    let texts = SearchTexts::of(two, diff, samples);
    let most = MOST / starts.len().max(1);
    let found = starts.iter().filter_map(|start| {
        let accepting = start.accepting(two.running)?;
        let rejecting = start.rejecting(two.running)?;
        let search = PartingSearch {
            two,
            accepting: &accepting,
            rejecting: &rejecting,
            diff,
            samples,
            is_spaced: accepting.iter().all(SpecifiedGrammar::has_white_space),
            texts: &texts,
            is_around: false,
            kept_apart: 0,
            tried_around: vec![[SentencesAround::NONE; 2]; diff.changes.len()],
            tries: vec![[0; 2]; diff.changes.len()],
            documents: vec![[const { None }; 2]; diff.changes.len()],
            further: vec![[const { Vec::new() }; 2]; diff.changes.len()],
            are_there: [false; 2],
            elsewhere: [None, None],
            undecided: [None, None],
            start,
            is_named: starts.len() > 1,
        };
        Some(search.documents(most))
    });
    found
        .reduce(SoughtDocuments::and)
        .unwrap_or_else(|| SoughtDocuments::all(diff, &Sought::Unreachable(Vec::new())))
}

/// The texts that sentences are made of.
struct SearchTexts {
    of_both: SentenceTexts,
    /// How many of them, from the first on, are samples of tokens; the others show how tokens differ.
    plain: usize,
    changed: Vec<ChangedText>,
    /// For each text, the changed ones that have the same tokens.
    changed_at: Vec<Vec<usize>>,
}

impl SearchTexts {
    fn of(two: &Two<'_>, diff: &Diff, samples: &Samples) -> Self {
        let mut given: Vec<String> = Vec::new();
        for grammar in two.specified {
            given.extend(texts(grammar, samples));
        }
        let plain = given.len();
        let changed = changed_texts(two.specified[0], two.specified[1], diff, samples);
        given.extend(changed.iter().map(|it| it.text.clone()));
        let of_both = SpecifiedGrammar::texts(two.running, &given);
        let of_plain = of_both.places[..plain].iter().flatten().max();
        let of_plain = of_plain.map_or(0, |last| last + 1);
        let mut changed_at = vec![Vec::new(); of_both.list.len()];
        for ((number, place), text) in of_both.places[plain..].iter().enumerate().zip(&changed) {
            // A text with the tokens of another that does not show the change shows it no better.
            if let Some(place) = *place
                && (place >= of_plain || text.unchanged.is_none())
            {
                changed_at[place].push(number);
            }
        }
        Self {
            of_both,
            plain: of_plain,
            changed,
            changed_at,
        }
    }
}

/// The change that a document is to show.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shown {
    /// A change of a production, by its number.
    Change(usize),
    /// Another start symbol.
    Start,
}

impl Two<'_> {
    /// The relation of documents from these start symbols, each of its own grammar, to a production.
    fn usage(&self, change: &GrammarChange, starts: [&str; 2]) -> Usage {
        let sides = self.specified.iter().zip([&change.before, &change.after]);
        let usages = sides.zip(starts).map(|((grammar, rule), start)| {
            let Some(rule) = rule else { return Usage::None };
            let reached = reached(grammar, start);
            if reached.contains(rule.name.as_str()) {
                return Usage::Nodes;
            }
            let tokens = |expression: &Expression| {
                let mut symbols = symbols(expression);
                symbols.retain(|symbol| !is_nonterminal(grammar, symbol));
                symbols
            };
            let of_others = grammar
                .rules
                .iter()
                .filter(|it| reached.contains(it.name.as_str()));
            let known: Vec<Expression> = of_others.flat_map(|it| tokens(&it.expression)).collect();
            let adds_tokens = rule.kind == RuleKind::Nonterminal
                && !tokens(&rule.expression).iter().all(|it| known.contains(it));
            if adds_tokens {
                Usage::Tokens
            } else {
                Usage::None
            }
        });
        usages.max().unwrap_or(Usage::None)
    }
}

/// The relation of documents to a production.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Usage {
    None,
    /// The start symbol does not lead to it, but it has tokens that are nowhere else, and a text is cut into these, too.
    Tokens,
    /// The start symbol leads to it.
    Nodes,
}

/// The productions that the start symbol leads to, those that other nonterminals make tokens of, and white space.
fn reached<'g>(grammar: &'g Grammar, start: &'g str) -> BTreeSet<&'g str> {
    let of_kind = |kind: RuleKind| grammar.rules.iter().filter(move |rule| rule.kind == kind);
    let silent = of_kind(RuleKind::Silent).map(|rule| rule.name.as_str());
    let roots = [start].into_iter().chain(silent);
    let names = of_kind(RuleKind::Nonterminal).flat_map(|rule| rule.expression.names());
    let tokens = names.filter(|name| !is_nonterminal(grammar, &Expression::name(*name)));
    grammar.reached(roots.chain(tokens))
}

/// The names, literals and classes in an expression.
fn symbols(expression: &Expression) -> Vec<Expression> {
    match expression.parts().as_slice() {
        [] => vec![expression.clone()],
        parts => parts.iter().flat_map(|part| symbols(part)).collect(),
    }
}

/// The names of a changed production on both sides, if it is there.
fn names_of(change: &GrammarChange) -> [Option<&str>; 2] {
    let rules = [&change.before, &change.after];
    rules.map(|rule| rule.as_ref().map(|rule| rule.name.as_str()))
}

fn is_nonterminal(grammar: &Grammar, symbol: &Expression) -> bool {
    let Expression::Name(name) = symbol else {
        return false;
    };
    grammar
        .rule(name)
        .is_some_and(|rule| rule.kind == RuleKind::Nonterminal)
}

struct PartingSearch<'s> {
    two: &'s Two<'s>,
    /// Both grammars, as they begin with the start symbols of the search.
    accepting: &'s [SpecifiedGrammar; 2],
    /// The grammars, as they are to reject what only the other accepts.
    rejecting: &'s [SpecifiedGrammar; 2],
    diff: &'s Diff,
    samples: &'s Samples,
    /// Whether white space may be between any two tokens.
    is_spaced: bool,
    texts: &'s SearchTexts,
    /// Whether the sentences are those around a change.
    is_around: bool,
    /// How many documents with a comment were tried.
    kept_apart: usize,
    /// For each change and side, the sentences around it that were tried.
    tried_around: Vec<[SentencesAround; 2]>,
    /// For each change and side, how many documents with such a text were tried.
    tries: Vec<[usize; 2]>,
    /// For each change and side, the best document so far.
    documents: Vec<[Option<ShowingDocument>; 2]>,
    /// For each change and side, documents that show it in other ways than the best.
    further: Vec<[Vec<String>; 2]>,
    /// For each side, whether there is a document that only it accepts and that shows a change.
    are_there: [bool; 2],
    /// For each side, the first document that only it accepts and that shows no change.
    elsewhere: [Option<String>; 2],
    /// For each side, the first document that it was to accept and the other to reject, and that did not come true.
    undecided: [Option<String>; 2],
    start: &'s StartPair,
    /// Whether documents are said to be from the start symbol: there are others.
    is_named: bool,
}

/// A document that shows a change.
#[derive(Clone)]
struct ShowingDocument {
    /// RDF objects to it, or it has no meaning.
    is_without_meaning: bool,
    tokens: usize,
    /// It was found around its change: the search from the first token on may have one that is as short, and better to read.
    is_provisional: bool,
    document: String,
    way: WayOfShowing,
}

/// The way that a document shows a change: the token where the other grammar stops, and the productions that begin there, innermost
/// first; where none begins, the one that is open.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct WayOfShowing {
    token: Option<String>,
    begun: Vec<String>,
}

impl WayOfShowing {
    fn of(parting: &Divergence<'_>) -> Self {
        let begun = parting.begun.iter().chain(&parting.open);
        let begun = begun.take(parting.begun.len().max(1));
        Self {
            token: parting.token.map(str::to_owned),
            begun: begun.map(|name| (*name).to_owned()).collect(),
        }
    }

    /// The part that a change of this production has in it: what begins further out is the way there.
    fn within(mut self, name: Option<&str>) -> Self {
        if let Some(at) = self.begun.iter().position(|it| Some(it.as_str()) == name) {
            self.begun.truncate(at + 1);
        }
        self
    }
}

/// How many documents are kept that show a change in further ways.
const MOST_FURTHER: usize = 3;

impl ShowingDocument {
    /// Documents with a meaning are better, and shorter ones; of two equally good ones the first is kept.
    fn is_better_than(&self, other: &Self) -> bool {
        let rank = |it: &Self| (it.is_without_meaning, it.tokens, it.is_provisional);
        rank(self) < rank(other)
    }
}

impl PartingSearch<'_> {
    /// Searches, in at most this many steps.
    fn documents(mut self, most: usize) -> SoughtDocuments {
        let start = self.start;
        let running = self.accepting.each_ref();
        let list = &self.texts.of_both.list;
        let usages = self
            .diff
            .changes
            .iter()
            .map(|change| match start.shows(change) {
                true => self.two.usage(change, start.names()),
                false => Usage::None,
            });
        let usages: Vec<Usage> = usages.collect();
        let names: Vec<(&str, &str)> = self.diff.names().into_iter().collect();
        let mut around = ChangeSearch::of(running, list, &names);
        if let Some(around) = &mut around {
            self.search_around(around, &usages);
        }
        // Where each change has its documents, others could only be shorter.
        let most = if self.is_shown(usize::MAX) {
            most / 4
        } else {
            most
        };
        let extent = SpecifiedGrammar::partings(running, list, most, |parting| self.take(&parting));
        if let Some(around) = &mut around {
            self.search_further(around);
        }
        let short = || ShortDocuments::of(running, list, |words| self.document(words));
        let searched = extent.ok_or_else(short);
        let sought = |shown: Shown, side: usize| match &searched {
            Ok(extent) => self.sought(shown, side, *extent),
            Err(short) => self.tried(shown, side, short),
        };
        let neutral = |side: usize| Sought::Unreachable(vec![start.names[side].clone()]);
        let of_changes = usages.into_iter().enumerate().map(|(number, usage)| {
            [0, 1].map(|side| match (usage, sought(Shown::Change(number), side)) {
                (Usage::None, _) => neutral(side),
                (Usage::Tokens, Sought::None(searched)) if searched.is_proof() => neutral(side),
                (_, sought) => sought,
            })
        });
        SoughtDocuments {
            of_changes: of_changes.collect(),
            of_start: [0, 1].map(|side| match start.shows_start(side) {
                true => sought(Shown::Start, side),
                false => Sought::None(Searched::PROOF),
            }),
            are_the_same: self.texts.of_both.are_all
                && self.diff.start.is_none()
                && [0, 1].map(|side| self.diff.is_within(side)) == [true; 2],
        }
    }

    /// Tries sentences around each change that was not shown to be without effect on a side.
    fn search_around(&mut self, search: &mut ChangeSearch<'_>, usages: &[Usage]) {
        let diff = self.diff;
        // A sentence that does not come true here is one of many.
        let undecided = self.undecided.clone();
        self.is_around = true;
        for (number, change) in diff.changes.iter().enumerate() {
            if usages[number] == Usage::None || change.is_renamed_or_unchanged() {
                continue;
            }
            for side in 0..2 {
                if !self.is_closed(number, side) {
                    self.tried_around[number][side] = self.try_around(search, number, side);
                }
            }
        }
        self.undecided = undecided;
        self.is_around = false;
    }

    /// Looks for documents that show a change in another way than the one that was found, around the productions that changed.
    fn search_further(&mut self, search: &mut ChangeSearch<'_>) {
        let diff = self.diff;
        for (number, change) in diff.changes.iter().enumerate() {
            if change.kind() != ChangeKind::Changed {
                continue;
            }
            let names = names_of(change);
            for side in 0..2 {
                let Some(best) = &self.documents[number][side] else {
                    continue;
                };
                let mut ways = BTreeSet::from([best.way.clone().within(names[side])]);
                let mut further = Vec::new();
                search.around_rule(side, names, |parting| {
                    let way = WayOfShowing::of(&parting).within(names[side]);
                    let document = self.document(&self.words(&parting));
                    let is_new = self.shown(&parting).contains(&number)
                        && !self.is_of_tokens(&parting)
                        && !ways.contains(&way)
                        && self.parts(side, &document);
                    if is_new {
                        ways.insert(way);
                        further.push(document);
                    }
                    further.len() == MOST_FURTHER
                });
                self.further[number][side] = further;
            }
        }
    }

    /// Tries sentences around a change that this side is to accept; which those were.
    fn try_around(
        &mut self,
        search: &mut ChangeSearch<'_>,
        number: usize,
        side: usize,
    ) -> SentencesAround {
        let (change, texts) = (&self.diff.changes[number], self.texts);
        let rules = [&change.before, &change.after].map(Option::as_ref);
        let mut take = |parting: Divergence<'_>| {
            self.take(&parting);
            self.documents[number][side].is_some()
        };
        let mut kinds = rules.iter().flatten().map(|rule| rule.kind);
        if kinds.all(|kind| kind == RuleKind::Nonterminal) {
            return search.around_rule(side, names_of(change), take);
        }
        let shown = texts.changed_at.iter().enumerate().filter(|(_, changed)| {
            let mut changed = changed.iter();
            changed.any(|&changed| texts.changed[changed].change == number)
        });
        shown
            .map(|(text, _)| search.around_text(side, text, &mut take))
            .fold(SentencesAround::NONE, SentencesAround::and)
    }

    /// Whether it was proved that no document is of this side alone because of a change.
    fn is_closed(&self, change: usize, side: usize) -> bool {
        self.texts.of_both.are_all && self.diff.changes[change].is_within[side]
    }

    /// The document, as it was found from a side's start symbol.
    fn found(&self, side: usize, document: &str) -> FoundDocument {
        FoundDocument {
            text: document.to_owned(),
            start: self.is_named.then(|| self.start.names[side].clone()),
            further: Vec::new(),
        }
    }

    /// The best that there is for a change and a side. What shows no change of a production shows the start symbol's.
    fn sought(&self, shown: Shown, side: usize, extent: Extent) -> Sought {
        let document = match shown {
            Shown::Change(change) => self.documents[change][side]
                .as_ref()
                .map(|shown| &shown.document),
            Shown::Start => {
                let others = self.documents.iter();
                let mut others = others.filter_map(|sides| sides[side].as_ref());
                let other = others.next().map(|shown| &shown.document);
                self.elsewhere[side].as_ref().or(other)
            }
        };
        let is_closed = matches!(shown, Shown::Change(change) if self.is_closed(change, side));
        match (document, &self.undecided[side]) {
            (Some(document), _) => Sought::Document(FoundDocument {
                further: match shown {
                    Shown::Change(change) => self.further[change][side].clone(),
                    Shown::Start => Vec::new(),
                },
                ..self.found(side, document)
            }),
            (None, _) if is_closed => {
                let elsewhere = self.elsewhere[side].as_ref();
                let is_none = elsewhere.is_none() && self.diff.is_within(side);
                Sought::None(Searched {
                    has_others: self.are_there[side] || (elsewhere.is_none() && !is_none),
                    elsewhere: elsewhere.map(|document| self.found(side, document)),
                    ..Searched::PROOF
                })
            }
            (None, _) if !self.is_spaced => Sought::UndecidedWithoutSpace(extent),
            (None, Some(document)) => Sought::Undecided(self.found(side, document)),
            (None, None) => Sought::None(Searched {
                extent,
                are_all: self.texts.of_both.are_all,
                has_others: self.are_there[side],
                elsewhere: self.elsewhere[side].as_ref().map(|it| self.found(side, it)),
                around: match shown {
                    Shown::Change(change) => self.tried_around[change][side],
                    Shown::Start => SentencesAround::NONE,
                },
            }),
        }
    }

    /// The result of short documents for a change and a side.
    fn tried(&self, shown: Shown, side: usize, short: &ShortDocuments) -> Sought {
        let is_only = match shown {
            Shown::Change(change) => self.only_change() == Some(change),
            Shown::Start => self.diff.has_same_productions(),
        };
        match &short.found[side] {
            Some(document) if is_only => Sought::Document(self.found(side, document)),
            other => Sought::LeftRecursive {
                tried: short.tried,
                other: other.as_ref().map(|document| self.found(side, document)),
            },
        }
    }

    /// Keeps a parting's document if it is better than those before; true, once no other can be better.
    fn take(&mut self, parting: &Divergence<'_>) -> bool {
        let is_shown = self.take_texts(parting);
        let mut shown = match (is_shown, self.is_of_tokens(parting)) {
            (true, _) => Vec::new(),
            (false, true) => self.only_change().into_iter().collect(),
            (false, false) => self.shown(parting),
        };
        let (side, is_elsewhere) = (parting.side, shown.is_empty() && !is_shown);
        shown.retain(|&change| self.is_wanted(change, side, parting.sentence.len()));
        if shown.is_empty() && (!is_elsewhere || self.elsewhere[side].is_some()) {
            return false;
        }
        let words = self.words(parting);
        let mut document = self.document(&words);
        if !self.parts(side, &document) {
            let is_as_sentence = self.accepting[side].read(&document).is_ok()
                && self.accepting[1 - side].read(&document).is_err();
            let kept_apart = match is_as_sentence {
                true => None,
                false => self.kept_apart(side, &words),
            };
            let Some(kept_apart) = kept_apart else {
                if !is_as_sentence {
                    self.undecided[side].get_or_insert(document);
                }
                return false;
            };
            document = kept_apart;
        }
        if is_elsewhere {
            self.elsewhere[side].get_or_insert(document);
            return self.is_over(parting.before);
        }
        self.are_there[side] = true;
        let needs = words
            .iter()
            .filter_map(|text| self.samples.need_of(text, text));
        let new = self.with_meaning(parting, document, needs.collect());
        for change in self.with_parts(shown, side, &new.document) {
            self.keep(change, side, &new);
        }
        self.is_over(parting.before)
    }

    /// A document with a comment between two of its texts, which white space may make one token of.
    fn kept_apart(&mut self, side: usize, words: &[String]) -> Option<String> {
        /// How many places are tried in all.
        const MOST: usize = 2_000;
        if !self.is_spaced || self.kept_apart > MOST {
            return None;
        }
        let places = 0..words.len().saturating_sub(1);
        self.kept_apart += places.len();
        let documents = places.map(|place| {
            let mut words = words.to_vec();
            words[place] += " #\n";
            self.document(&words)
        });
        let mut documents = documents.filter(|document| self.parts(side, document));
        documents.next()
    }

    /// Keeps documents with texts that a terminal matches because it changed, in the place of the first text up to the parting
    /// that has the same tokens as such a text. Whether there is one that shows a change.
    fn take_texts(&mut self, parting: &Divergence<'_>) -> bool {
        let (side, tokens) = (parting.side, parting.sentence.len());
        let mut places = parting.sentence.iter().take(parting.before + 1);
        let Some(place) = places.position(|&text| !self.texts.changed_at[text].is_empty()) else {
            return false;
        };
        let mut words = self.words(parting);
        let mut is_any = false;
        for number in self.texts.changed_at[parting.sentence[place]].clone() {
            let changed = self.texts.changed[number].clone();
            let is_wanted = self.is_wanted(changed.change, side, tokens);
            if !is_wanted || self.tries[changed.change][side] > TRIES {
                is_any |= self.documents[changed.change][side].is_some();
                continue;
            }
            self.tries[changed.change][side] += 1;
            if let Some(unchanged) = changed.unchanged {
                words[place] = unchanged;
                if self.parts(side, &self.document(&words)) {
                    continue;
                }
            }
            words[place] = changed.text;
            let document = self.document(&words);
            if self.parts(side, &document) {
                is_any = true;
                self.are_there[side] = true;
                let others = words.iter().enumerate().filter(|&(at, _)| at != place);
                let needs = others.filter_map(|(_, text)| self.samples.need_of(text, text));
                let needs = changed.need.into_iter().chain(needs).collect();
                let new = self.with_meaning(parting, document, needs);
                self.keep(changed.change, side, &new);
            }
        }
        is_any
    }

    /// The changes, with those of the productions that only this side has, and that these productions use in a document.
    fn with_parts(&self, mut shown: Vec<usize>, side: usize, document: &str) -> Vec<usize> {
        let grammar = &self.accepting[side];
        let Ok(reading) = grammar.read(document) else {
            return shown;
        };
        let mut are_shown: Vec<bool> = Vec::new();
        for node in reading.nodes() {
            are_shown.truncate(node.depth);
            let change = self.change(side, grammar.name(node));
            let is_shown = change.is_some_and(|change| {
                let is_part = matches!(
                    self.diff.changes[change].kind(),
                    ChangeKind::Added | ChangeKind::Removed
                ) && are_shown.last() == Some(&true);
                if is_part && !shown.contains(&change) {
                    shown.push(change);
                }
                shown.contains(&change)
            });
            are_shown.push(is_shown);
        }
        shown
    }

    /// Whether a document with this number of tokens can be better than the present one of a change.
    fn is_wanted(&self, change: usize, side: usize, tokens: usize) -> bool {
        let best = self.documents[change][side].as_ref();
        best.is_none_or(|best| {
            let is_shorter = best.tokens > tokens;
            let is_as_short = best.tokens == tokens && best.is_provisional && !self.is_around;
            best.is_without_meaning || is_shorter || is_as_short
        })
    }

    fn keep(&mut self, change: usize, side: usize, new: &ShowingDocument) {
        let best = &mut self.documents[change][side];
        if best.as_ref().is_none_or(|best| new.is_better_than(best)) {
            *best = Some(new.clone());
        }
    }

    /// The document, with the declarations that its texts need if it means something only with them.
    fn with_meaning(
        &self,
        parting: &Divergence<'_>,
        document: String,
        needs: BTreeSet<String>,
    ) -> ShowingDocument {
        let side = parting.side;
        let means = |document: &str| match self.two.parsers[side] {
            Some(parser) => parser.parse_str(document).check().is_ok(),
            None => true,
        };
        let needs: String = needs.iter().map(|need| format!("{need} ")).collect();
        let declared = format!("{needs}{document}");
        let is_meant = means(&document);
        let is_declared = !is_meant && means(&declared) && self.parts(side, &declared);
        ShowingDocument {
            is_without_meaning: !is_meant && !is_declared,
            tokens: parting.sentence.len(),
            is_provisional: self.is_around,
            document: if is_declared { declared } else { document },
            way: WayOfShowing::of(parting),
        }
    }

    /// Whether this side accepts a document, and the other rejects it.
    fn parts(&self, side: usize, document: &str) -> bool {
        self.accepting[side].read(document).is_ok()
            && self.rejecting[1 - side].read(document).is_err()
    }

    /// Whether the parting may show a change in a terminal's texts, or in the ends of tokens: not if it is at a
    /// literal.
    fn is_of_tokens(&self, parting: &Divergence<'_>) -> bool {
        let token = parting
            .token
            .and_then(|name| self.change(parting.side, name));
        let is_changed =
            token.is_some_and(|token| self.diff.changes[token].kind() == ChangeKind::Changed);
        let is_literal = parting
            .token
            .is_some_and(|name| name.starts_with(['\'', '"']));
        let place = parting.before + usize::from(!is_literal);
        let mut texts = parting.sentence.iter().take(place);
        is_changed
            || texts
                .any(|&text| text >= self.texts.plain || !self.texts.of_both.are_cut_alike[text])
    }

    /// Whether each change has its documents, and those that are still to come are longer.
    fn is_over(&self, before: usize) -> bool {
        self.is_shown(before + 1)
    }

    /// Whether each change that may have documents has some of at most so many tokens, with a meaning.
    fn is_shown(&self, most: usize) -> bool {
        let is_final = |best: &Option<ShowingDocument>| {
            best.as_ref().is_some_and(|best| {
                let tokens = best.tokens.saturating_add(best.is_provisional.into());
                !best.is_without_meaning && tokens <= most
            })
        };
        let mut sides = (0..2).filter(|&side| self.start.shows_start(side));
        let is_start_shown = sides.all(|side| self.elsewhere[side].is_some());
        let mut changes = self.diff.changes.iter().zip(&self.documents).enumerate();
        is_start_shown
            && changes.all(|(number, (change, sides))| {
                let mut sides = sides.iter().enumerate();
                change.is_renamed_or_unchanged()
                    || sides.all(|(side, best)| is_final(best) || self.is_closed(number, side))
            })
    }

    /// The changes that are shown: the innermost production that is at the place and has changed; before it those that the
    /// other grammar does not have, since to refer to them is the change.
    fn shown(&self, parting: &Divergence<'_>) -> Vec<usize> {
        let side = parting.side;
        let is_among = |name: &str, others: &[&str]| {
            let change = self
                .change(side, name)
                .map(|change| &self.diff.changes[change]);
            let other = change.and_then(|change| [&change.after, &change.before][side].as_ref());
            other.is_some_and(|other| others.contains(&other.name.as_str()))
        };
        // A production that ends on both sides, or that begins on one and cannot begin on the other, does not make the
        // two part.
        let ended = parting.ended.iter();
        let ended = ended.map(|name| (*name, !is_among(name, &parting.other_ended), false));
        let open = parting.open.iter().enumerate().map(|(index, name)| {
            let is_begun = index < parting.begun.len();
            let can_differ = !is_begun || is_among(name, &parting.other_begun);
            (*name, can_differ, true)
        });
        let mut shown = Vec::new();
        for (name, can_differ, is_open) in ended.chain(open) {
            let Some(change) = self.change(side, name) else {
                continue;
            };
            match self.diff.changes[change].kind() {
                ChangeKind::Added | ChangeKind::Removed if is_open => shown.push(change),
                ChangeKind::Changed if can_differ => {
                    shown.push(change);
                    break;
                }
                _ => {}
            }
        }
        if shown.is_empty() {
            shown.extend(self.only_change());
        }
        shown
    }

    /// If all but one production stayed as they were, and the start symbol, too, that one: all that parts the two comes from it.
    fn only_change(&self) -> Option<usize> {
        if self.diff.start.is_some() {
            return None;
        }
        let changes = self.diff.changes.iter().enumerate();
        let mut changed = changes.filter(|(_, change)| !change.is_renamed_or_unchanged());
        let (only, _) = changed.next()?;
        changed.next().is_none().then_some(only)
    }

    fn change(&self, side: usize, name: &str) -> Option<usize> {
        let mut changes = self.diff.changes.iter();
        changes.position(|change| {
            let rule = [&change.before, &change.after][side].as_ref();
            rule.is_some_and(|rule| rule.name == name)
        })
    }

    fn words(&self, parting: &Divergence<'_>) -> Vec<String> {
        let texts = parting
            .sentence
            .iter()
            .map(|&text| self.texts.of_both.list[text].clone());
        texts.collect()
    }

    fn document(&self, words: &[String]) -> String {
        joined(words, self.is_spaced)
    }
}

/// The texts as a document: with white space between them, if the grammar has it, where they have none of their own.
pub fn joined(words: &[String], is_spaced: bool) -> String {
    let mut document = String::new();
    for text in words {
        if is_spaced && !document.is_empty() && !document.ends_with('\n') && !text.starts_with('\n')
        {
            document.push(' ');
        }
        document.push_str(text);
    }
    document
}
