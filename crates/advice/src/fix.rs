//! Documents whose faults are mended by the repairs that [advice](crate::Advise::advice) offers.
//!
//! Invariant: a document without faults stays as it is. All but the places that are mended is byte for byte the same; each statement
//! that was read before is read afterwards, with the same quads, and with more only if a repair touches it; none that was at fault
//! becomes a part of another that is at fault; and nowhere are there more faults than before. Repairs that break this are taken back.

use crate::explanation::{Advise, steps};
use crate::help::{Confidence, Help};
use crate::others::prefixes_declared;
use std::cell::LazyCell;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use turtle_peg::oxrdf::{
    BlankNodeRef, GraphNameRef, NamedOrBlankNodeRef, QuadRef, TermRef, TripleRef,
};
use turtle_peg::{Dialect, Error, Parser, SyntaxError, SyntaxErrorKind, diagnosis};

/// Which repairs are applied; of each fault, one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum RepairChoice {
    /// The repairs that are [certain](Help::is_certain).
    #[default]
    Certain,
    /// The first that is offered, certain or not, unless it is as likely that a term is missing, or that something is too much. What the
    /// author meant may be something else.
    Likely,
}

/// A document after its repairs; made by [`fix`] and [`fix_str`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FixedText {
    /// The document.
    pub text: String,
    /// The repairs that were applied; several of a statement come one after the other.
    pub repairs: Vec<AppliedRepair>,
    /// Finds the faults again: as errors, they would take more memory than the document.
    parser: Parser,
}

impl FixedText {
    /// The faults that are left, each where it is in [`text`](Self::text), which is read for them.
    pub fn faults(&self) -> impl Iterator<Item = SyntaxError> + use<'_> {
        let mut document = self.parser.parse_str(&self.text);
        let errors = std::iter::from_fn(move || document.check_statement());
        errors.filter_map(|result| match result {
            Err(Error::Syntax(error)) => Some(*error),
            Ok(()) | Err(_) => None,
        })
    }
}

/// A fault that was mended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AppliedRepair {
    /// The fault, in a few words.
    pub title: String,
    /// The remedy with its replacement. The places are those of the document as it was before the repair, other repairs of
    /// the statement included.
    pub help: Help,
}

impl AppliedRepair {
    /// A repair of a program's own, which is told as a parser's repairs are.
    pub fn new(title: impl Into<String>, help: Help) -> Self {
        Self {
            title: title.into(),
            help,
        }
    }
}

/// Mends the faults of a document that can be mended for certain.
///
/// ```
/// use turtle_peg::Dialect;
/// use turtle_peg_advice::fix;
///
/// let text = "<x:s> <x:p> 1\n    <x:q> 2 . # two\n";
/// let fixed = fix(text, Dialect::Turtle12);
/// assert_eq!(fixed.text, "<x:s> <x:p> 1 ;\n    <x:q> 2 . # two\n");
/// assert_eq!(fixed.repairs[0].help.text(), "insert `;` after `1`");
/// assert_eq!(fixed.faults().count(), 0);
/// ```
///
/// Repairs are computed for languages in which one token of lookahead decides; for 2008's `turtle-submission`, there are the remedies
/// of well-known mistakes only. Faults of RDF count as well, such as a prefix that is not declared. For a base IRI, prefixes or limits, there is
/// [`fix_str`].
pub fn fix(text: &str, dialect: Dialect) -> FixedText {
    fix_str(&Parser::new(dialect), text, RepairChoice::Certain)
}

/// Mends the faults of a document, as far as these repairs go, for a parser with settings of its own. The document is read once for each
/// round of repairs, whatever their number, and some more times where repairs are taken back; one without faults is only checked.
///
/// ```
/// use turtle_peg::{Dialect, Parser};
/// use turtle_peg_advice::fix::{RepairChoice, fix_str};
///
/// let parser = Parser::new(Dialect::Turtle12);
/// let text = "<x:s> <x:p> \"a .\n";
/// assert_eq!(fix_str(&parser, text, RepairChoice::Certain).text, text);
/// let likely = fix_str(&parser, text, RepairChoice::Likely);
/// assert_eq!(likely.text, "<x:s> <x:p> \"a\" .\n");
/// ```
pub fn fix_str(parser: &Parser, text: &str, choice: RepairChoice) -> FixedText {
    /// Each round mends at most one fault of a statement.
    const MOST_ROUNDS: usize = 32;
    fixed_in(parser, text, choice, MOST_ROUNDS)
}

/// The document after so many rounds, or before those that come back to a text which was there before: they mend nothing.
fn fixed_in(parser: &Parser, text: &str, choice: RepairChoice, rounds: usize) -> FixedText {
    // Labels that are new with each reading would tell statements apart that are the same.
    let reader = parser.clone().with_recovery().with_labels_as_written();
    let mut fixed = FixedText {
        text: text.to_owned(),
        repairs: Vec::new(),
        parser: reader,
    };
    // Most documents have no fault: to tell that takes less than to read one for its repairs.
    if fixed.faults().next().is_none() {
        return fixed;
    }
    let mut reading = DocumentReading::of(&fixed.parser, text, Some(choice));
    let mut seen = vec![hash_of(text)];
    for _ in 0..rounds {
        let Some((after, repairs)) = verified(&fixed.parser, &fixed.text, &reading) else {
            break;
        };
        let hash = hash_of(&after);
        if let Some(first) = seen.iter().position(|it| *it == hash) {
            return fixed_in(parser, text, choice, first);
        }
        seen.push(hash);
        reading = DocumentReading::of(&fixed.parser, &after, Some(choice));
        fixed.text = after;
        fixed.repairs.extend(repairs);
    }
    fixed
}

fn hash_of(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// A document as it is read: its statements and its faults, in order.
struct DocumentReading {
    statements: Vec<StatementMark>,
    faults: Vec<FaultMark>,
    /// The hashes of all quads.
    quads: Vec<u64>,
}

/// A statement that conforms.
#[derive(Clone)]
struct StatementMark {
    /// Where its first token begins.
    start: u64,
    /// Where it ends.
    end: u64,
    /// Its quads; none where they are not known, since it follows a fault in its line.
    quads: Option<Range<usize>>,
}

struct FaultMark {
    /// Where the first token of the statement begins, or of what was read as one.
    statement: u64,
    repair: Option<RepairPlan>,
}

/// The repairs of a statement: one, or several, if it has several faults.
struct RepairPlan {
    /// The bytes that they change.
    bytes: Range<u64>,
    /// The text that is in their place afterwards.
    text: String,
    repairs: Vec<AppliedRepair>,
}

impl DocumentReading {
    /// Reads a document, with the repairs of its faults if they are asked for.
    fn of(parser: &Parser, text: &str, choice: Option<RepairChoice>) -> Self {
        let mut reading = Self {
            statements: Vec::new(),
            faults: Vec::new(),
            quads: Vec::new(),
        };
        let mut document = parser.parse_str(text);
        let (mut is_sound, mut fault_end) = (false, None);
        let declared = LazyCell::new(|| seemingly_declared(text));
        loop {
            let begin = reading.quads.len();
            let mut labels = LabelsOfStatement::default();
            let result = document.next_statement_dyn(&mut |quad, _| {
                reading.quads.push(labels.hash(quad));
            });
            let position = match result {
                Some(_) => document.position().byte,
                None => text.len() as u64,
            };
            if is_sound && let Some(last) = reading.statements.last_mut() {
                last.end = position;
            } else if let Some(fault) = fault_end.take() {
                reading.passed_over(parser, text, fault..position);
            }
            is_sound = matches!(result, Some(Ok(())));
            match result {
                Some(Ok(())) => reading.statements.push(StatementMark {
                    start: first_token(text, position),
                    end: position,
                    quads: Some(begin..reading.quads.len()),
                }),
                Some(Err(Error::Syntax(error))) => {
                    reading.quads.truncate(begin);
                    fault_end = Some(error.bytes().end);
                    // To mend the name otherwise would give it another namespace.
                    let is_intended = matches!(error.kind(), SyntaxErrorKind::UndeclaredPrefix { prefix, .. }
                        if declared.contains(prefix.as_str()));
                    let choice = choice.filter(|_| !is_intended);
                    reading.faults.push(FaultMark {
                        statement: first_token(text, position),
                        repair: choice.and_then(|choice| RepairPlan::of(&error, choice, text)),
                    });
                }
                Some(Err(_)) | None => break,
            }
        }
        reading
    }

    /// Notes the statements after a fault that was passed over with them: those from a full stop on, if nothing else follows it.
    fn passed_over(&mut self, parser: &Parser, text: &str, place: Range<u64>) {
        /// A line with many full stops is a text.
        const MOST: usize = 16;
        let dialect = parser.dialect();
        let Some(rest) = text.get(place.start as usize..place.end as usize) else {
            return;
        };
        let tokens = diagnosis::tokens(dialect, rest, 0);
        let stops = tokens.filter(|token| rest[token.clone()] == *".");
        for stop in stops.take(MOST) {
            let rest = &rest[stop.end..];
            let start = first_token(rest, 0);
            if start == rest.len() as u64 || !reads(parser, rest) {
                continue;
            }
            let begin = place.start + stop.end as u64;
            self.statements.push(StatementMark {
                start: begin + start,
                end: place.end,
                quads: None,
            });
            return;
        }
    }

    /// Whether a statement has at least the quads that another one has, in their order, at this place; or is read at all there.
    fn has_all(&self, statement: &StatementMark, others: &Self, other: &StatementMark) -> bool {
        let (Some(quads), Some(of_other)) = (&statement.quads, &other.quads) else {
            return true;
        };
        let mut quads = self.quads[quads.clone()].iter();
        let mut of_other = others.quads[of_other.clone()].iter();
        of_other.all(|quad| quads.any(|it| it == quad))
    }
}

/// Whether a text is whole statements, whatever its prefixes stand for.
fn reads(parser: &Parser, text: &str) -> bool {
    let dialect = parser.dialect();
    let parser = match dialect.is_line_based() {
        true => Parser::new(dialect),
        false => prefixes_declared(dialect, text),
    };
    parser.parse_str(text).check().is_ok()
}

/// The prefixes that directives seem to declare, wherever they are, and whatever is at fault with them: words after white space that
/// end with a colon, or with a full stop and a colon; or that follow the keyword. A word ends before an IRI, too.
fn seemingly_declared(text: &str) -> HashSet<&str> {
    let is_keyword = |word: &str| {
        let start = word.len().checked_sub("prefix".len());
        let end = start.and_then(|start| word.get(start..));
        end.is_some_and(|end| end.eq_ignore_ascii_case("prefix"))
    };
    let mut declared = HashSet::new();
    for line in text.split(['\n', '\r']) {
        let mut words = line.split(char::is_whitespace);
        let mut before = words.next().unwrap_or_default();
        for word in words.filter(|word| !word.is_empty()) {
            let name = word.split(['<', '=']).next().unwrap_or_default();
            match name.strip_suffix(':') {
                Some(name) => declared.insert(name.trim_end_matches('.')),
                None => is_keyword(before) && declared.insert(name),
            };
            before = word;
        }
    }
    declared
}

/// Where the first token begins from a byte on. Comments are alike in all dialects.
fn first_token(text: &str, from: u64) -> u64 {
    let mut rest = &text[from as usize..];
    loop {
        rest = rest.trim_start_matches(['\u{FEFF}', ' ', '\t', '\n', '\r']);
        match rest.strip_prefix('#') {
            Some(comment) => {
                let end = comment.find(['\n', '\r']).unwrap_or(comment.len());
                rest = &comment[end..];
            }
            None => return (text.len() - rest.len()) as u64,
        }
    }
}

impl RepairPlan {
    /// Whether it puts in a line, and replaces nothing.
    fn is_line(&self) -> bool {
        self.bytes.is_empty() && self.text.ends_with('\n')
    }

    fn of(error: &SyntaxError, choice: RepairChoice, document: &str) -> Option<Self> {
        let least = match choice {
            RepairChoice::Certain => Confidence::Certain,
            RepairChoice::Likely => Confidence::Likely,
        };
        let is_chosen = |help: &Help| help.confidence() >= least;
        let advice = error.advice();
        let mut help = advice.help().iter();
        let help = help.find(|help| help.replacement().is_some() && is_chosen(help));
        let steps = match help {
            Some(help) => vec![(advice.title().to_owned(), help.clone())],
            // A remedy of the whole that is not chosen is no first step either.
            None if advice
                .help()
                .iter()
                .any(|help| help.replacement().is_some()) =>
            {
                Vec::new()
            }
            None => steps(error, is_chosen),
        };
        let repairs = steps.into_iter();
        let repairs: Vec<_> = repairs
            .map(|(title, help)| AppliedRepair { title, help })
            .collect();
        let start = repairs.iter().map(|repair| repair.bytes().start).min()?;
        // Each has its place after those before: by how much these have moved the text behind them, and where they end.
        let (mut end, mut moved) = (start, 0);
        for repair in &repairs {
            let by =
                repair.text().len() as i64 - (repair.bytes().end - repair.bytes().start) as i64;
            end = end.max(repair.bytes().end).saturating_add_signed(by);
            moved += by;
        }
        let end = end.saturating_add_signed(-moved);
        let mut text = document.get(start as usize..end as usize)?.to_owned();
        for repair in &repairs {
            let Range {
                start: from,
                end: to,
            } = repair.bytes();
            text.replace_range(
                (from - start) as usize..(to - start) as usize,
                repair.text(),
            );
        }
        Some(Self {
            bytes: start..end,
            text,
            repairs,
        })
    }
}

impl AppliedRepair {
    fn bytes(&self) -> Range<u64> {
        self.help
            .replacement()
            .map_or(0..0, |replacement| replacement.bytes.clone())
    }

    fn text(&self) -> &str {
        self.help
            .replacement()
            .map_or("", |replacement| &replacement.text)
    }
}

/// The quads of a statement, with generated labels that count from the first one.
#[derive(Default)]
struct LabelsOfStatement {
    /// The first generated number.
    first: Option<u64>,
}

impl LabelsOfStatement {
    fn hash(&mut self, quad: QuadRef<'_>) -> u64 {
        let hasher = &mut DefaultHasher::new();
        for triple in diagnosis::triples(TripleRef::from(quad)) {
            self.triple(triple, hasher);
        }
        match quad.graph_name {
            GraphNameRef::BlankNode(node) => self.blank_node(node, hasher),
            name => name.hash(hasher),
        }
        hasher.finish()
    }

    /// Hashes a triple; what its object has within, if that is a triple, comes next.
    fn triple(&mut self, triple: TripleRef<'_>, hasher: &mut DefaultHasher) {
        match triple.subject {
            NamedOrBlankNodeRef::BlankNode(node) => self.blank_node(node, hasher),
            NamedOrBlankNodeRef::NamedNode(node) => node.hash(hasher),
        }
        triple.predicate.hash(hasher);
        match triple.object {
            TermRef::BlankNode(node) => self.blank_node(node, hasher),
            term if term.is_named_node() || term.is_literal() => term.hash(hasher),
            _ => {}
        }
    }

    fn blank_node(&mut self, node: BlankNodeRef<'_>, hasher: &mut DefaultHasher) {
        let label = node.as_str();
        // The parser writes labels of the document that look like these with an underscore.
        let digits = label.trim_start_matches(|c: char| !c.is_ascii_digit());
        let number = label
            .strip_suffix(digits)
            .filter(|begin| begin.ends_with("anon"))
            .and_then(|_| digits.parse::<u64>().ok());
        match number {
            Some(number) => {
                let first = *self.first.get_or_insert(number);
                number.wrapping_sub(first).hash(hasher);
            }
            None => label.hash(hasher),
        }
    }
}

/// The document with the repairs that keep the invariant; `None` if there are none.
fn verified(
    parser: &Parser,
    text: &str,
    before: &DocumentReading,
) -> Option<(String, Vec<AppliedRepair>)> {
    /// How often repairs are taken back; then all of them are.
    const MOST_READINGS: usize = 8;
    let mut chosen: Vec<&FaultMark> = Vec::new();
    let mut lines = HashSet::new();
    for (index, fault) in before.faults.iter().enumerate() {
        let last = index.checked_sub(1).map(|last| &before.faults[last]);
        // The text after a fault in its line may be the rest of its statement; a line that is put in would divide that.
        let is_line = fault.repair.as_ref().is_some_and(RepairPlan::is_line);
        let is_rest = last.is_some_and(|last| {
            let [begin, end] = [last, fault].map(|fault| fault.statement as usize);
            let is_in_line = begin < end && !text[begin..end].contains(['\n', '\r']);
            is_in_line && (is_line || last.repair.is_none())
        });
        if is_rest {
            continue;
        }
        let end = chosen.last().and_then(|last| last.repair.as_ref());
        let end = end.map_or(0, |last| last.bytes.end);
        let repair = fault.repair.as_ref();
        // Two at the same place may both want the same; and what is declared once is declared for all that follows.
        let mut is_new = |it: &RepairPlan| {
            !it.is_line() || it.text.lines().all(|line| lines.insert(line.to_owned()))
        };
        if repair.is_some_and(|it| (it.bytes.start > end || chosen.is_empty()) && is_new(it)) {
            chosen.push(fault);
        }
    }
    for _ in 0..MOST_READINGS {
        if chosen.is_empty() {
            return None;
        }
        let repairs = RepairsOfRound::new(&chosen);
        let after = repairs.applied_to(text);
        let reading = DocumentReading::of(parser, &after, None);
        let mut wrong = repairs.wrong(before, &reading);
        wrong.extend(repairs.swallowing(text, before, &reading));
        if wrong.is_empty() && reading.faults.len() > before.faults.len() {
            return None;
        }
        if wrong.is_empty() {
            let plans = chosen.iter().filter_map(|fault| fault.repair.as_ref());
            let repairs = plans.flat_map(|plan| plan.repairs.iter().cloned());
            return Some((after, repairs.collect()));
        }
        let mut index = 0;
        chosen.retain(|_| {
            index += 1;
            !wrong.contains(&(index - 1))
        });
    }
    None
}

/// Repairs that are applied at once, in the order of their places, which do not overlap.
struct RepairsOfRound<'r> {
    repairs: Vec<&'r RepairPlan>,
    /// The statement of each that is mended, or the place of the repair if that comes before.
    begins: Vec<u64>,
    /// By how many bytes the text after each has moved.
    moved: Vec<i64>,
}

impl<'r> RepairsOfRound<'r> {
    fn new(faults: &[&'r FaultMark]) -> Self {
        let mut all = Self {
            repairs: Vec::new(),
            begins: Vec::new(),
            moved: Vec::new(),
        };
        let mut moved = 0;
        for fault in faults {
            let Some(repair) = &fault.repair else {
                continue;
            };
            let bytes = repair.bytes.clone();
            moved += repair.text.len() as i64 - (bytes.end - bytes.start) as i64;
            all.begins.push(fault.statement.min(bytes.start));
            all.repairs.push(repair);
            all.moved.push(moved);
        }
        all
    }

    fn applied_to(&self, text: &str) -> String {
        let mut after = String::with_capacity(text.len() + 16 * self.repairs.len());
        let mut at = 0;
        for repair in &self.repairs {
            let Range { start, end } = repair.bytes.clone();
            after.push_str(&text[at..start as usize]);
            after.push_str(&repair.text);
            at = end as usize;
        }
        after.push_str(&text[at..]);
        after
    }

    /// Where a byte has moved that no repair replaces.
    fn moved(&self, byte: u64) -> u64 {
        let before = self
            .repairs
            .partition_point(|repair| repair.bytes.end <= byte && repair.bytes.start <= byte);
        let moved = before.checked_sub(1).map_or(0, |index| self.moved[index]);
        byte.saturating_add_signed(moved)
    }

    /// Whether a repair replaces something in a statement.
    fn touches(&self, statement: &StatementMark) -> bool {
        let next = self
            .repairs
            .partition_point(|repair| repair.bytes.end <= statement.start);
        let next = self.repairs.get(next).map(|repair| repair.bytes.start);
        next.is_some_and(|start| start < statement.end)
    }

    /// The repairs that break the invariant: of a statement that is lost, or is another, the repair before it; of faults that are
    /// more than before, the repair in whose part of the document they are.
    fn wrong(&self, before: &DocumentReading, after: &DocumentReading) -> Vec<usize> {
        let mut wrong = Vec::new();
        let nearest = |byte: u64| {
            let before = self
                .repairs
                .partition_point(|repair| repair.bytes.start <= byte);
            before.saturating_sub(1)
        };
        let mut left = after.statements.iter().peekable();
        for statement in &before.statements {
            let start = self.moved(statement.start);
            while left.next_if(|other| other.start < start).is_some() {}
            // What a repair touches may become more.
            let is_as_long = |other: &StatementMark| {
                let is_touched = self.touches(statement);
                is_touched || statement.quads.is_none() || {
                    let count = |it: &StatementMark| it.quads.as_ref().map(Range::len);
                    count(other) == count(statement)
                }
            };
            let is_kept = left.peek().is_some_and(|other| {
                other.start == start && is_as_long(other) && after.has_all(other, before, statement)
            });
            if !is_kept {
                wrong.push(nearest(statement.start));
            }
        }
        let mut faults = vec![(0_usize, 0_usize); self.repairs.len()];
        let part = |byte: u64| self.begins.partition_point(|begin| *begin <= byte);
        for fault in &before.faults {
            if let Some(index) = part(fault.statement).checked_sub(1) {
                faults[index].0 += 1;
            }
        }
        let begins: Vec<u64> = self
            .begins
            .iter()
            .map(|begin| self.moved_begin(*begin))
            .collect();
        let part = |byte: u64| begins.partition_point(|begin| *begin <= byte);
        for fault in &after.faults {
            if let Some(index) = part(fault.statement).checked_sub(1) {
                faults[index].1 += 1;
            }
        }
        let more = faults.iter().enumerate();
        wrong.extend(
            more.filter(|(_, (old, new))| new > old)
                .map(|(index, _)| index),
        );
        wrong
    }

    /// The repairs that break the invariant: those before a statement at fault that begins after a full stop, and is within another
    /// statement afterwards, though it has a repair of its own, or that other one is at fault. Nobody could tell it from that any more.
    /// A repair in several steps that spans its beginning was tried with it.
    fn swallowing(
        &self,
        text: &str,
        before: &DocumentReading,
        after: &DocumentReading,
    ) -> Vec<usize> {
        let sound = after.statements.iter().map(|statement| statement.start);
        let at_fault = after.faults.iter().map(|fault| fault.statement);
        let begins: HashSet<u64> = sound.chain(at_fault).collect();
        let is_read = |place: u64| {
            let statements = &after.statements;
            let next = statements.partition_point(|statement| statement.start <= place);
            next > 0 && place < statements[next - 1].end
        };
        let nearest = |fault: &FaultMark| {
            let start = fault.statement;
            let before = self
                .repairs
                .partition_point(|repair| repair.bytes.start < start);
            before.saturating_sub(1)
        };
        let is_swallowed = |fault: &&FaultMark| {
            let start = fault.statement;
            let mut places = self.moved_begin(start)..=self.moved(start);
            let own = fault.repair.as_ref();
            let has_own = own.is_some_and(|repair| repair.bytes.start > start);
            let before = self.repairs.get(nearest(fault));
            let is_spanned = before.is_some_and(|repair| start < repair.bytes.end);
            text[..start as usize].trim_end().ends_with('.')
                && !is_spanned
                && (has_own || !is_read(*places.end()))
                && !places.any(|place| begins.contains(&place))
        };
        let swallowed = before.faults.iter().filter(is_swallowed);
        swallowed.map(nearest).collect()
    }

    /// Where a part of the document begins that begins with a repair, or before it.
    fn moved_begin(&self, byte: u64) -> u64 {
        let before = self
            .repairs
            .partition_point(|repair| repair.bytes.start < byte);
        let moved = before.checked_sub(1).map_or(0, |index| self.moved[index]);
        byte.saturating_add_signed(moved)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    /// A fault in the next statement makes a repair no less certain.
    #[test]
    fn faults_one_after_the_other_are_mended() {
        for (fault, mended) in [
            (
                "<x:a> <x:p> 1\n  <x:q> 2 .\n",
                "<x:a> <x:p> 1 ;\n  <x:q> 2 .\n",
            ),
            ("<x:a> <x:p> 1\n", "<x:a> <x:p> 1 .\n"),
            (
                "<x:a> <x:p> 1\n<x:b> <x:q> 2 .\n",
                "<x:a> <x:p> 1 .\n<x:b> <x:q> 2 .\n",
            ),
            (
                "@prefix ex: <http://example.org/ns#>\n",
                "@prefix ex: <http://example.org/ns#> .\n",
            ),
        ] {
            let fixed = fix(&fault.repeat(100), Dialect::Turtle12);
            assert_eq!(fixed.text, mended.repeat(100));
            assert_eq!((fixed.repairs.len(), fixed.faults().count()), (100, 0));
        }
    }

    #[test]
    fn several_faults_of_a_statement_are_mended() {
        let text = "<x:a> <x:p> 1\n  <x:q> 2 ;\n  <x:r> \"one\"@en \"two\"@de ;\n  <x:s> 3\n  <x:t> 4 .\n<x:b> <x:p> 3 .\n";
        let fixed = fix_str(&Parser::new(Dialect::Turtle12), text, RepairChoice::Likely);
        assert_eq!(
            fixed.text,
            "<x:a> <x:p> 1 ;\n  <x:q> 2 ;\n  <x:r> \"one\"@en , \"two\"@de ;\n  <x:s> 3 ;\n  <x:t> 4 .\n<x:b> <x:p> 3 .\n"
        );
        assert_eq!((fixed.repairs.len(), fixed.faults().count()), (3, 0));
    }

    /// Statements that can be read by themselves are not taken into another, in whichever line they are.
    #[test]
    fn no_statement_is_lost() {
        let text = "<x:s> . <x:a> <x:p> <x:o>, <x:o2> .\n";
        for choice in [RepairChoice::Certain, RepairChoice::Likely] {
            let fixed = fix_str(&Parser::new(Dialect::Turtle12), text, choice);
            assert_eq!(fixed.text, text);
        }
    }

    /// A statement at fault is not taken into another that stays at fault; and no line is put into the midst of a statement.
    #[test]
    fn no_statement_at_fault_is_swallowed() {
        for text in [
            "<x:s>.<x:a>foaf:knows<x:o> .\n",
            "<x:s>. ex:a foaf:knows ex:b .\n",
            "<x:s>.ex:a ex:p\"x\",.\n",
        ] {
            for choice in [RepairChoice::Certain, RepairChoice::Likely] {
                let declared = "@prefix ex: <x:> .\n";
                let text = [declared, text].concat();
                let fixed = fix_str(&Parser::new(Dialect::Turtle12), &text, choice);
                let subject = &fixed.text[declared.len()..][.."<x:s>.".len()];
                assert_eq!(subject, "<x:s>.", "{}", fixed.text);
            }
        }
    }

    /// A prefix that may mean anything keeps nothing else of its statement.
    #[test]
    fn other_faults_are_mended_beside_an_undeclared_prefix() {
        let text = "ex:a ex:p True .\n";
        assert_eq!(fix(text, Dialect::Turtle12).text, "ex:a ex:p true .\n");
        let text = "<x:a> foaf:name \"a\"@en_US .\n";
        let fixed = fix_str(&Parser::new(Dialect::Turtle12), text, RepairChoice::Likely);
        let declaration = "@prefix foaf: <http://xmlns.com/foaf/0.1/> .\n";
        assert_eq!(
            fixed.text,
            [declaration, "<x:a> foaf:name \"a\"@en-US .\n"].concat()
        );
    }

    /// A remedy that joins two tokens is none.
    #[test]
    fn no_token_is_joined_to_another() {
        for text in [
            "<x:s> <x:p> ex:C;c .\n",
            "ex:<http://example.org/a> a <x:C> .\n",
        ] {
            let text = ["@prefix ex: <x:> .\n", text].concat();
            let fixed = fix_str(&Parser::new(Dialect::Turtle12), &text, RepairChoice::Likely);
            assert!(
                !fixed.text.contains("C.c") && !fixed.text.contains("ex:a <"),
                "{fixed:?}"
            );
        }
    }

    /// Each of these statements is nothing but a slip from another one, or from several.
    #[test]
    fn a_statement_with_two_meanings_stays() {
        for text in [
            "ex:alice a rdf:type ex:Person .",
            "ex:a rdfs:subClassOf rdfs:seeAlso ex:Person .",
            "ex:carol <= ex:dave .",
            "ex:a ex:size <5 .",
            "ex:a ex:p <ex:b .",
            "ex:a a ex:C;lass .",
            "ex:a ex:x ex:b ex:c .",
            "ex:a ex:b ex:c , ex:d \"x\" , ex:e .",
            "ex:a ex:p ex:U.S. .",
            "ex:a ex:p ex:b ;\nex:c ex:q ex:d .",
        ] {
            let prefixes = ["ex", "rdf", "rdfs"].map(|it| format!("@prefix {it}: <x:{it}#> .\n"));
            let text = [&prefixes.concat(), text, "\n"].concat();
            assert_eq!(fix(&text, Dialect::Turtle12).text, text);
        }
    }

    /// There is one way only to write what is meant.
    #[test]
    fn another_notation_is_mended() {
        for (text, mended) in [
            (
                "<x:a> <x:p> \"\\uD83D\\uDE00\" .",
                "<x:a> <x:p> \"\\U0001F600\" .",
            ),
            ("PREFIX ex: <x:> .", "PREFIX ex: <x:> "),
            ("<x:a> <x:p> < http://e/x > .", "<x:a> <x:p> <http://e/x> ."),
            ("<x:a> <x:p> <x:b> . .", "<x:a> <x:p> <x:b> . "),
            ("<x:a> <x:p> True .", "<x:a> <x:p> true ."),
        ] {
            assert_eq!(
                fix(&format!("{text}\n"), Dialect::Turtle12).text,
                format!("{mended}\n")
            );
        }
    }

    #[test]
    fn statements_are_the_same_whatever_labels_their_nodes_have() {
        let text = "<x:a> <x:p> [] .\n<x:s> <x:p> 1\n    <x:q> 2 .\n";
        let fixed = fix(text, Dialect::Turtle12);
        assert_eq!(fixed.repairs.len(), 1);
    }

    #[test]
    fn a_backslash_is_doubled_once() {
        let parser = Parser::new(Dialect::NQuads11);
        let fixed = fix_str(&parser, "<x:s> <x:p> \"\\u\r", RepairChoice::Likely);
        assert!(fixed.repairs.len() < 2, "{}", fixed.text);
    }

    #[test]
    fn white_space_may_have_several_bytes() {
        let text = "<\u{2000}\u{ffff}>";
        assert_eq!(fix(text, Dialect::NTriples12).text, text);
    }

    #[test]
    fn prefixes_that_an_error_does_not_name_are_not_declared_again() {
        let declarations: String = (0..60)
            .map(|number| format!("@prefix p{number}: <x:> .\n"))
            .collect();
        let text = declarations + "@prefix xsd: <x:> .\np1:s q:p p59:o, xsd:date .\n";
        let parser = Parser::new(Dialect::Turtle12);
        let fixed = fix_str(&parser, &text, RepairChoice::Likely);
        assert_eq!(fixed.text, text);
    }

    #[test]
    fn a_prefix_is_declared_once() {
        // With the line ends of the document.
        for line_end in ["\n", "\r\n"] {
            let text = format!("foaf:a foaf:b 1 .{line_end}foaf:c foaf:d 2 .{line_end}");
            let fixed = fix_str(&Parser::new(Dialect::Turtle12), &text, RepairChoice::Likely);
            let declaration = format!("@prefix foaf: <http://xmlns.com/foaf/0.1/> .{line_end}");
            assert_eq!(fixed.text, declaration + &text);
            assert_eq!((fixed.repairs.len(), fixed.faults().count()), (1, 0));
        }
    }
}
