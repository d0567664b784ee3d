//! Faults that follow from one that was already shown: they are counted, and not shown.
//!
//! Invariant: a prefix that is not declared is passed over only after a fault that names it, or one in the directive that was
//! to declare it; anything else only where the document seems to be in another language altogether.

use super::counted::counted;
use turtle_peg::{Advice, Production, SyntaxError, SyntaxErrorKind};

/// What was shown of one document.
#[derive(Default)]
pub struct Repeats {
    undeclared: Vec<Told>,
    /// How many faults followed, if the document seems to be in another language.
    foreign: Option<u64>,
}

struct Told {
    prefix: String,
    /// How many faults say the same and were not shown.
    more: u64,
}

impl Repeats {
    /// Whether this fault says no more than one before it; it is counted then.
    pub fn has_told(&mut self, error: &SyntaxError, advice: &Advice) -> bool {
        if let Some(more) = &mut self.foreign {
            *more += 1;
            return true;
        }
        if advice.suggests_other_language() {
            self.foreign = Some(0);
        }
        let SyntaxErrorKind::UndeclaredPrefix { prefix, .. } = error.kind() else {
            self.undeclared
                .extend(declared_in_vain(error).map(Told::once));
            return false;
        };
        let others: Vec<String> = also_undeclared(error, advice)
            .filter(|other| !self.undeclared.iter().any(|told| told.prefix == *other))
            .collect();
        let told = self
            .undeclared
            .iter_mut()
            .find(|told| told.prefix == *prefix);
        let says_more = told.is_none() || !others.is_empty();
        match told {
            Some(told) if !says_more => told.more += 1,
            Some(_) => {}
            None => self.undeclared.push(Told::once(prefix.clone())),
        }
        self.undeclared.extend(others.into_iter().map(Told::once));
        !says_more
    }

    /// What to say of those that were not shown, a line each.
    pub fn notes(&self) -> impl Iterator<Item = String> {
        let repeated = self.undeclared.iter().filter(|told| told.more > 0);
        let repeated = repeated.map(|Told { prefix, more }| {
            let statements = counted(*more, "more statement");
            format!("the prefix `{prefix}:` is not declared: {statements} at fault")
        });
        let foreign = self.foreign.filter(|&more| more > 0);
        let foreign = foreign.map(|more| {
            let faults = counted(more, "more fault");
            format!("{faults}, not shown: the document seems to be in another language")
        });
        repeated.chain(foreign)
    }
}

impl Told {
    fn once(prefix: String) -> Self {
        Self { prefix, more: 0 }
    }
}

/// The prefixes that are told of together with the one that the fault is about: the advice has a place for each.
fn also_undeclared(error: &SyntaxError, advice: &Advice) -> impl Iterator<Item = String> {
    let (text, start) = error.surroundings();
    let places = advice.labels().iter().skip(1);
    places.filter_map(move |label| {
        let [begin, end] = [label.bytes.start, label.bytes.end]
            .map(|byte| usize::try_from(byte.checked_sub(start.byte)?).ok());
        Some(text.get(begin?..end?)?.strip_suffix(':')?.to_owned())
    })
}

/// The prefix that a directive was to declare, if the fault is in one.
fn declared_in_vain(error: &SyntaxError) -> Option<String> {
    let mut open = error.context()?.open().iter();
    let directive = open.find(|open| {
        matches!(
            open.production,
            Production::prefixID | Production::sparqlPrefix
        )
    });
    // It may not be read as one: `@PREFIX`.
    let begin = directive.map_or(error.span().start, |open| open.start.byte);
    let (text, start) = error.surroundings();
    let within = begin.checked_sub(start.byte)?;
    let directive = text.get(usize::try_from(within).ok()?..)?;
    let directive = directive.trim_start_matches('@').trim_start();
    let (keyword, rest) = directive.split_once(char::is_whitespace)?;
    let rest = rest.trim_start();
    let end = rest.find(|c: char| c.is_whitespace() || matches!(c, ':' | '<'))?;
    keyword
        .eq_ignore_ascii_case("prefix")
        .then(|| rest[..end].to_owned())
}
