//! Documents that show what changed in nonterminals: where one grammar goes on and the other does not.
//!
//! Invariant: each document was run by both grammars, whole; the other one rejects it at the change that it is said to show, and
//! at no other. How far was searched is said where there is none.

use std::time::{Duration, Instant};
use turtle_peg::inspect::{Change, ChangeKind, Diff, Evidence, Grammar, RuleKind, Samples, texts};
use turtle_peg::{Extent, Parser, Parting, SpecifiedGrammar};

/// So many steps are taken: at most about a second.
const MOST: usize = 2_000_000;

/// What was found, and how far was searched.
pub struct Partings {
    /// Of each change, what only the first grammar accepts, and what only the second.
    pub documents: Vec<[Option<String>; 2]>,
    /// None, if the grammars cannot be searched so.
    pub extent: Option<Extent>,
    /// A document that parts the two where nothing changed: a change elsewhere takes its effect there.
    elsewhere: Option<String>,
    pub time: Duration,
}

/// The two grammars, in what forms there are.
pub struct Two<'g> {
    pub specified: [&'g Grammar; 2],
    pub running: [&'g SpecifiedGrammar; 2],
    /// What says whether a document means something, too, where that is known.
    pub parsers: [&'g Option<Parser>; 2],
}

impl Partings {
    /// `suggested` are documents, of each change, that one of the two accepts and the other rejects: they are taken where
    /// nothing else is found, and they show the change.
    pub fn of(two: &Two<'_>, diff: &Diff, samples: &Samples, suggested: &[Evidence]) -> Self {
        let begin = Instant::now();
        let mut texts_of_both = Vec::new();
        for text in two
            .specified
            .iter()
            .flat_map(|grammar| texts(grammar, samples))
        {
            if !texts_of_both.contains(&text) {
                texts_of_both.push(text);
            }
        }
        let mut search = Search {
            two,
            diff,
            texts: texts_of_both.clone(),
            documents: vec![[const { None }; 2]; diff.changes.len()],
            elsewhere: None,
        };
        let is_asked = diff.changes.iter().any(is_shown_by_partings);
        let extent = is_asked
            .then(|| {
                SpecifiedGrammar::partings(two.running, &texts_of_both, MOST, |parting| {
                    search.take(&parting)
                })
            })
            .flatten();
        let found = |change: usize, side: usize| {
            let own = &search.documents[change][side];
            let other = [
                &suggested[change].only_before,
                &suggested[change].only_after,
            ][side];
            let other = other
                .as_ref()
                .filter(|document| search.is_shown_by(change, side, document));
            own.as_ref().map(|own| &own.document).or(other).cloned()
        };
        let changes = 0..diff.changes.len();
        Self {
            documents: changes
                .map(|change| [0, 1].map(|side| found(change, side)))
                .collect(),
            extent,
            elsewhere: search.elsewhere,
            time: begin.elapsed(),
        }
    }

    /// How far was searched for a document, where there is none.
    pub fn searched(&self) -> Option<String> {
        let no_sentence = match self.extent? {
            Extent::All => "no sentence tells the two apart there".to_owned(),
            Extent::UpTo(length) => {
                format!("no sentence of up to {length} tokens tells the two apart there")
            }
        };
        Some(match &self.elsewhere {
            Some(document) => format!("{no_sentence}, but `{document}` does elsewhere"),
            None => no_sentence,
        })
    }
}

/// Whether it is a change of a nonterminal: of what comes after what.
pub fn is_shown_by_partings(change: &Change) -> bool {
    let mut sides = [&change.before, &change.after].into_iter().flatten();
    let is_change = !matches!(change.kind(), ChangeKind::Renamed | ChangeKind::Unchanged);
    is_change && sides.all(|rule| rule.kind == RuleKind::Nonterminal)
}

struct Search<'s> {
    two: &'s Two<'s>,
    diff: &'s Diff,
    texts: Vec<String>,
    /// Of each change and side, the best document so far.
    documents: Vec<[Option<Shown>; 2]>,
    /// The first document that parts the two and shows no change.
    elsewhere: Option<String>,
}

/// A document that shows a change.
#[derive(Clone)]
struct Shown {
    /// RDF objects to it, or it has no meaning.
    is_without_meaning: bool,
    tokens: usize,
    document: String,
}

impl Shown {
    /// What means something is better, and what is shorter; of two that are alike the one that was found first is kept.
    fn is_better_than(&self, other: &Self) -> bool {
        (self.is_without_meaning, self.tokens) < (other.is_without_meaning, other.tokens)
    }
}

impl Search<'_> {
    /// Keeps what a parting shows better than those before; true, once no other can show more.
    fn take(&mut self, parting: &Parting<'_>) -> bool {
        let (side, tokens) = (parting.side, parting.sentence.len());
        let mut shown = self.shown(parting);
        let is_elsewhere = shown.is_empty() && !self.is_at_changed_terminal(parting);
        shown.retain(|&change| {
            let best = self.documents[change][side].as_ref();
            best.is_none_or(|best| best.is_without_meaning || best.tokens > tokens)
        });
        let is_wanted = !shown.is_empty() || (is_elsewhere && self.elsewhere.is_none());
        let document = is_wanted.then(|| self.document(&parting.sentence));
        let Some(document) = document.filter(|document| self.parts(side, document)) else {
            return false;
        };
        if is_elsewhere {
            self.elsewhere = Some(document);
            return false;
        }
        let parser = self.two.parsers[side].as_ref();
        let means = |parser: &Parser| parser.parse_str(&document).check().is_ok();
        let new = Shown {
            is_without_meaning: !parser.is_none_or(means),
            tokens,
            document,
        };
        for change in shown {
            let best = &mut self.documents[change][side];
            if best.as_ref().is_none_or(|best| new.is_better_than(best)) {
                *best = Some(new.clone());
            }
        }
        self.is_over(parting.before)
    }

    /// Whether this side accepts a document, and the other rejects it.
    fn parts(&self, side: usize, document: &str) -> bool {
        let accepts = |side: usize| self.two.running[side].read(document).is_ok();
        accepts(side) && !accepts(1 - side)
    }

    /// Whether what the parting shows is what a terminal matches.
    fn is_at_changed_terminal(&self, parting: &Parting<'_>) -> bool {
        let token = parting
            .token
            .and_then(|name| self.change(parting.side, name));
        token.is_some_and(|token| self.diff.changes[token].kind() == ChangeKind::Changed)
    }

    /// Whether each change has its documents, and those that are still to come are longer.
    fn is_over(&self, before: usize) -> bool {
        let is_final = |best: &Option<Shown>| {
            best.as_ref()
                .is_some_and(|best| !best.is_without_meaning && best.tokens <= before + 1)
        };
        let mut changes = self.diff.changes.iter().zip(&self.documents);
        changes.all(|(change, [before, after])| {
            !is_shown_by_partings(change)
                || (change.before.is_none() || is_final(before))
                    && (change.after.is_none() || is_final(after))
        })
    }

    /// The changes that are shown: the innermost production that is at the place and has changed; before it those that the
    /// other grammar does not have, since to refer to them is the change.
    fn shown(&self, parting: &Parting<'_>) -> Vec<usize> {
        let side = parting.side;
        if self.is_at_changed_terminal(parting) {
            return Vec::new();
        }
        let is_among = |name: &str, others: &[&str]| {
            let change = self
                .change(side, name)
                .map(|change| &self.diff.changes[change]);
            let other = change.and_then(|change| [&change.after, &change.before][side].as_ref());
            other.is_some_and(|other| others.contains(&other.name.as_str()))
        };
        // What ends on both sides, or begins on one and cannot begin on the other, is not what makes the two part.
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

    /// If all but one production stayed as they were, that one: all that parts the two comes from it.
    fn only_change(&self) -> Option<usize> {
        let changes = self.diff.changes.iter().enumerate();
        let mut changed = changes.filter(|(_, change)| {
            !matches!(change.kind(), ChangeKind::Renamed | ChangeKind::Unchanged)
        });
        let (only, _) = changed.next()?;
        changed.next().is_none().then_some(only)
    }

    /// Whether a document that one side accepts and the other rejects shows a change, by the place where they part: at this
    /// production, or at one that only this side has and that leads to it.
    fn is_shown_by(&self, change: usize, side: usize, document: &str) -> bool {
        let texts: Vec<String> = document.split(' ').map(str::to_owned).collect();
        let Some(parting) = SpecifiedGrammar::parting(self.two.running, &texts) else {
            return false;
        };
        let mut reached = self.shown(&parting);
        let mut next = 0;
        while let Some(&shown) = reached.get(next) {
            if shown == change {
                return parting.side == side;
            }
            let own = &self.diff.changes[shown];
            let rule = [&own.before, &own.after][side].as_ref();
            let names = rule.map_or_else(Vec::new, |rule| rule.expression.names());
            for name in names {
                if let Some(called) = self.change(side, name)
                    && matches!(
                        self.diff.changes[called].kind(),
                        ChangeKind::Added | ChangeKind::Removed
                    )
                    && !reached.contains(&called)
                {
                    reached.push(called);
                }
            }
            next += 1;
        }
        false
    }

    fn change(&self, side: usize, name: &str) -> Option<usize> {
        let mut changes = self.diff.changes.iter();
        changes.position(|change| {
            let rule = [&change.before, &change.after][side].as_ref();
            rule.is_some_and(|rule| rule.name == name)
        })
    }

    /// The texts with white space between them, where they have none of their own.
    fn document(&self, sentence: &[usize]) -> String {
        let mut document = String::new();
        for text in sentence.iter().map(|&text| self.texts[text].as_str()) {
            if !document.is_empty() && !document.ends_with('\n') && !text.starts_with('\n') {
                document.push(' ');
            }
            document.push_str(text);
        }
        document
    }
}
