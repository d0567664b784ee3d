//! Faults that follow from one that was already shown: they are counted, and not shown.
//!
//! Invariant: an undeclared or malformed prefix is passed over only after a fault that names it, or a fault in the
//! directive that was to declare it; a fault of grammar only directly after a name without a declared prefix, or after
//! a name that stands for something else; another objection of RDF only after one in the same words; a relative IRI only after the
//! directive at fault that was to declare the base; bytes that are not UTF-8 only after others; any other fault only in a document
//! that seems to be in another language.

use crate::counted::counted;
use advice::Advice;
use std::collections::HashMap;
use std::ops::Range;
use turtle_peg::diagnosis::Surroundings;
use turtle_peg::error::Context;
use turtle_peg::{Objection, Position, Production, SyntaxError, SyntaxErrorKind};

/// The faults shown of one document.
#[derive(Default)]
pub struct Repeats {
    undeclared: ToldPrefixes,
    /// The last name whose prefix is not declared.
    name: Option<UndeclaredName>,
    /// Other objections of RDF: their titles, and how many more were in the same words.
    objections: Vec<(String, u64)>,
    /// How many more statements have bytes that are not UTF-8, once that was told.
    not_text: Option<u64>,
    /// How many statements have lost their base, once the directive at fault was told.
    without_base: Option<u64>,
    /// How many faults followed, if the document seems to be in another language.
    foreign: Option<u64>,
}

/// The most objections whose titles are kept.
const MOST_OBJECTIONS: usize = 1000;

/// The prefixes that were told of, in order.
#[derive(Default)]
struct ToldPrefixes {
    list: Vec<ToldPrefix>,
    places: HashMap<String, usize>,
}

struct ToldPrefix {
    prefix: String,
    /// How many faults say the same and were not shown.
    more: u64,
}

impl ToldPrefixes {
    fn get_mut(&mut self, prefix: &str) -> Option<&mut ToldPrefix> {
        let &place = self.places.get(prefix)?;
        self.list.get_mut(place)
    }

    /// Notes that a prefix was told of; whether that is new.
    fn add(&mut self, prefix: String) -> bool {
        let is_new = !self.places.contains_key(&prefix);
        if is_new {
            self.places.insert(prefix.clone(), self.list.len());
            self.list.push(ToldPrefix { prefix, more: 0 });
        }
        is_new
    }
}

/// A name whose prefix is not declared.
struct UndeclaredName {
    bytes: Range<u64>,
    /// Its meaning, if the advice points to a sign in it.
    meant: Meant,
}

enum Meant {
    Named,
    /// `:` before a graph.
    Nothing,
    /// `true.ex:c`: the end of a statement, and the beginning of the next.
    TwoTerms,
    /// `BASE:`
    Keyword,
}

impl Meant {
    fn new(prefix: &str, error: &SyntaxError, advice: &Advice) -> Self {
        let has_sign = advice.position() != error.position();
        match prefix {
            "" => Self::Nothing,
            _ if !has_sign => Self::Named,
            prefix if prefix.contains('.') => Self::TwoTerms,
            _ => Self::Keyword,
        }
    }
}

impl UndeclaredName {
    /// Whether a fault of grammar follows from the name, and is not another mistake.
    fn leads_to(&self, error: &SyntaxError) -> bool {
        let is_in_word = error.bytes().start == self.bytes.end || begin(error) == self.bytes.start;
        let context = error.context();
        let last = context.and_then(Context::finished).map(|(start, _)| start);
        let first = context.and_then(|context| context.open().first());
        let is_at_name =
            |place: Option<Position>| place.map(|it| it.byte) == Some(self.bytes.start);
        let is_for_another = match self.meant {
            Meant::Named => false,
            Meant::Nothing => is_at_name(last) && found(error) == Some("{"),
            Meant::TwoTerms => is_at_name(last),
            Meant::Keyword => is_at_name(first.map(|it| it.start)),
        };
        is_in_word || is_for_another
    }
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
        let name = self.name.take();
        if let SyntaxErrorKind::InvalidUtf8 { .. } = error.kind() {
            return has_told_before(&mut self.not_text);
        }
        let SyntaxErrorKind::UndeclaredPrefix { prefix, .. } = error.kind() else {
            return name.is_some_and(|name| name.leads_to(error))
                || self.has_told_of_name(error)
                || self.has_told_objection(error, advice);
        };
        self.name = Some(UndeclaredName {
            bytes: error.bytes(),
            meant: Meant::new(prefix, error, advice),
        });
        let mut says_more = self.undeclared.add(prefix.clone());
        for other in also_undeclared(error, advice) {
            says_more |= self.undeclared.add(other);
        }
        if !says_more && let Some(told) = self.undeclared.get_mut(prefix) {
            told.more += 1;
        }
        !says_more
    }

    /// Whether the fault is a name with a malformed prefix, after the directive that was to declare it.
    fn has_told_of_name(&mut self, error: &SyntaxError) -> bool {
        let prefix = begun(error).and_then(prefix_of);
        if let Some(told) = prefix.and_then(|prefix| self.undeclared.get_mut(prefix)) {
            told.more += 1;
            return true;
        }
        if let Some(prefix) = declared_in_vain(error) {
            self.undeclared.add(prefix);
        }
        false
    }

    /// Whether RDF objected in the same words before.
    fn has_told_objection(&mut self, error: &SyntaxError, advice: &Advice) -> bool {
        if error.kind().objection() != Objection::Rdf {
            if is_of_base(error) {
                self.without_base.get_or_insert(0);
            }
            return false;
        }
        if let (SyntaxErrorKind::RelativeIri { .. }, Some(more)) =
            (error.kind(), &mut self.without_base)
        {
            *more += 1;
            return true;
        }
        let mut told = self.objections.iter_mut();
        if let Some((_, more)) = told.find(|(title, _)| title == advice.title()) {
            *more += 1;
            return true;
        }
        if self.objections.len() < MOST_OBJECTIONS {
            self.objections.push((advice.title().to_owned(), 0));
        }
        false
    }

    /// A line for each kind of fault that was not shown.
    pub fn notes(&self) -> impl Iterator<Item = String> {
        let repeated = self.undeclared.list.iter().filter(|told| told.more > 0);
        let repeated = repeated.map(|ToldPrefix { prefix, more }| {
            let statements = counted(*more, "more statement");
            format!("the prefix `{prefix}:` is not declared: {statements} at fault")
        });
        let objections = self.objections.iter().filter(|(_, more)| *more > 0);
        let objections =
            objections.map(|(title, more)| format!("{title}: {}", counted(*more, "more fault")));
        let foreign = self.foreign.filter(|&more| more > 0);
        let foreign = foreign.map(|more| {
            let faults = counted(more, "more fault");
            format!("{faults}, not shown: the document seems to be in another language")
        });
        let others = [
            ("the base is not known", "more statement", self.without_base),
            ("bytes that are not UTF-8", "more place", self.not_text),
        ];
        let others = others.into_iter().filter_map(|(title, unit, more)| {
            let more = more.filter(|&more| more > 0)?;
            Some(format!("{title}: {} at fault", counted(more, unit)))
        });
        let others: Vec<String> = others.collect();
        repeated.chain(objections).chain(others).chain(foreign)
    }
}

/// Whether a fault of a kind was told before; it is counted then.
fn has_told_before(more: &mut Option<u64>) -> bool {
    let told = more.as_mut().map(|more| *more += 1);
    more.get_or_insert(0);
    told.is_some()
}

/// Whether the fault is in a directive that was to declare the base.
fn is_of_base(error: &SyntaxError) -> bool {
    let is_open = error.context().is_some_and(|context| {
        let mut open = context.open().iter();
        open.any(|open| matches!(open.production, Production::base | Production::sparqlBase))
    });
    let text = begun(error).unwrap_or_default().trim_start_matches('@');
    let is_keyword = || {
        text.get(..4)
            .is_some_and(|word| word.eq_ignore_ascii_case("base"))
    };
    is_open || is_keyword()
}

/// The prefix of the name that a text begins with.
fn prefix_of(text: &str) -> Option<&str> {
    let end = text.find(|c: char| c == ':' || c.is_whitespace())?;
    text[end..].starts_with(':').then(|| &text[..end])
}

/// The prefixes that are told of together with the one that the fault is about: the advice has a place for each.
fn also_undeclared(error: &SyntaxError, advice: &Advice) -> impl Iterator<Item = String> {
    let Surroundings { text, start, .. } = error.surroundings();
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
    let Surroundings { text, start, .. } = error.surroundings();
    let directive = match directive {
        Some(open) => {
            text.get(usize::try_from(open.start.byte.checked_sub(start.byte)?).ok()?..)?
        }
        // It may not be read as one: `@PREFIX`.
        None => begun(error)?,
    };
    let directive = directive.trim_start_matches('@').trim_start();
    let (keyword, rest) = match directive.split_at_checked(KEYWORD.len()) {
        // `@prefixex:`
        Some((keyword, rest)) if rest.starts_with(char::is_alphabetic) && is_name(rest) => {
            (keyword, rest)
        }
        _ => directive.split_once(char::is_whitespace)?,
    };
    let rest = rest.trim_start();
    let end = rest.find(|c: char| c.is_whitespace() || matches!(c, ':' | '<'))?;
    is_like_keyword(keyword).then(|| rest[..end].to_owned())
}

const KEYWORD: &str = "prefix";

/// Whether a text begins with a prefix and a colon.
fn is_name(text: &str) -> bool {
    let end = text.find(|c: char| c.is_whitespace() || matches!(c, ':' | '<'));
    end.is_some_and(|end| text[end..].starts_with(':'))
}

/// Whether a word is the keyword, perhaps with a slip of the pen.
fn is_like_keyword(word: &str) -> bool {
    const LIKE: f64 = 0.85;
    strsim::jaro_winkler(&word.to_lowercase(), KEYWORD) >= LIKE
}

/// The text from where the token at fault begins.
fn begun(error: &SyntaxError) -> Option<&str> {
    let Surroundings { text, start, .. } = error.surroundings();
    text.get(usize::try_from(begin(error).checked_sub(start.byte)?).ok()?..)
}

/// Where the token at fault begins.
fn begin(error: &SyntaxError) -> u64 {
    match error.kind() {
        SyntaxErrorKind::Unexpected {
            within: Some(token),
            ..
        } => token.start.byte,
        _ => error.bytes().start,
    }
}

/// The text that breaks the grammar.
fn found(error: &SyntaxError) -> Option<&str> {
    match error.kind() {
        SyntaxErrorKind::Unexpected { found, .. } => found.as_deref(),
        _ => None,
    }
}
