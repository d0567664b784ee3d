//! The state that a parser keeps from one statement to the next: section 7.1 of Turtle.

use super::base::Base;
use super::namespaces::Namespaces;
use crate::fields::{FieldReader, FieldWriter};
use oxiri::Iri;
use oxrdf::BlankNodeRef;
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

/// The base IRI, the namespaces, the version announced, and the blank node labels of one document.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct DocumentState {
    pub(crate) base: Option<Base>,
    pub(crate) namespaces: Namespaces,
    pub(crate) version: Option<String>,
    pub(crate) labels: Labels,
}

impl DocumentState {
    /// About how many bytes it takes, which is the cost of a copy.
    pub(crate) fn bytes(&self) -> usize {
        let base = self.base.as_ref().map_or(0, |base| base.as_str().len());
        let version = self.version.as_ref().map_or(0, String::len);
        base + version + self.namespaces.bytes() + self.labels.bytes
    }

    /// Writes it into a checkpoint.
    pub(crate) fn write_fields(&self, fields: &mut FieldWriter) {
        let base = self.base.as_ref().map(Base::as_str);
        fields.option(base, FieldWriter::text);
        fields.number(self.namespaces.iter().count() as u64);
        for (prefix, namespace) in self.namespaces.iter() {
            fields.text(prefix);
            fields.text(namespace);
        }
        fields.option(self.version.as_deref(), FieldWriter::text);
        self.labels.write_fields(fields);
    }

    /// Reads what [`write_fields`](Self::write_fields) wrote.
    pub(crate) fn read_fields(fields: &mut FieldReader<'_>) -> Option<Self> {
        let base = fields.option(FieldReader::text)?;
        let mut namespaces = Namespaces::default();
        for _ in 0..fields.number()? {
            namespaces.insert(fields.text()?, fields.text()?);
        }
        Some(Self {
            // A lenient parser may have kept one that is none.
            base: base.map(|base| Base::new(Iri::parse_unchecked(base))),
            namespaces,
            version: fields.option(FieldReader::text)?,
            labels: Labels::read_fields(fields)?,
        })
    }
}

/// How blank nodes are labelled.
///
/// A label stays as it is written, after the prefix. A generated one is `anon` and a number, counted from 1 through the document.
/// A written label that has this form too, with or without `_` before it, gets one more `_` in front. So no
/// two of them ever collide, no label depends on later statements, and with one prefix the labels are the same in every run. A dialect
/// whose syntax cannot ask for a generated label keeps all of them as written.
///
/// A label with characters that N-Triples does not allow in one (Turtle of 2011 can escape them) is given a
/// generated label, and is remembered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Labels {
    /// Stands before every label, so that the labels of several documents differ.
    pub(crate) prefix: String,
    generated: u64,
    unwritable: HashMap<String, u64>,
    /// The numbers of these, in order.
    mentionable: Vec<u64>,
    /// About how many bytes those take.
    bytes: usize,
}

/// A prefix that no other document has: 79 random bits, as a letter, 15 letters and digits, and `-`. All have one length, so that
/// no two labels of two documents are equal, whatever those documents have written.
///
/// The system is asked each time: numbers that are derived from earlier ones are those of a process that was forked, too.
pub(crate) fn unique_prefix() -> String {
    const DIGITS: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
    let mut bytes = [0; 16];
    if getrandom::fill(&mut bytes).is_err() {
        // Where the system has no random numbers, the standard library's are the best there are.
        let [one, other] = [(); 2].map(|()| RandomState::new().hash_one(0).to_ne_bytes());
        bytes[..8].copy_from_slice(&one);
        bytes[8..].copy_from_slice(&other);
    }
    // Letters are among the first digits.
    bytes[0] %= 16;
    let digits = bytes.iter().map(|byte| DIGITS[usize::from(byte % 32)]);
    digits.map(char::from).chain(['-']).collect()
}

/// The number of a generated label.
pub(super) type Generated = u64;

const GENERATED: &str = "anon";

impl Labels {
    /// How many were generated.
    pub(crate) fn generated(&self) -> u64 {
        self.generated
    }

    /// Goes on as if this number of labels had been generated.
    pub(crate) fn set_generated(&mut self, generated: u64) {
        self.generated = generated;
    }

    pub(super) fn generate(&mut self) -> Generated {
        self.generated += 1;
        self.generated
    }

    /// Appends the label that `number` stands for.
    pub(super) fn write_generated(&self, number: Generated, output: &mut String) {
        output.push_str(&self.prefix);
        output.push_str(GENERATED);
        // Digits from the last one on; formatting takes many times as long.
        let mut digits = [b'0'; 20];
        let mut first = digits.len();
        let mut rest = number;
        loop {
            first -= 1;
            digits[first] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        output.extend(digits[first..].iter().map(|&digit| char::from(digit)));
    }

    /// The generated label that stands for a written one that cannot be kept.
    pub(super) fn instead_of(&mut self, label: &str) -> Generated {
        if let Some(&number) = self.unwritable.get(label) {
            return number;
        }
        let number = self.generate();
        self.remember(label.to_owned(), number);
        number
    }

    fn remember(&mut self, label: String, number: Generated) {
        self.bytes += size_of::<(String, u64, u64)>() + label.len();
        self.unwritable.insert(label, number);
        self.mentionable.push(number);
    }

    /// Whether some written labels are only known by the generated ones that stand for them.
    pub(crate) fn has_unwritable(&self) -> bool {
        !self.unwritable.is_empty()
    }

    fn write_fields(&self, fields: &mut FieldWriter) {
        fields.text(&self.prefix);
        fields.number(self.generated);
        fields.number(self.unwritable.len() as u64);
        let mut unwritable: Vec<_> = self.unwritable.iter().collect();
        unwritable.sort_unstable_by_key(|&(_, number)| number);
        for (label, &number) in unwritable {
            fields.text(label);
            fields.number(number);
        }
    }

    fn read_fields(fields: &mut FieldReader<'_>) -> Option<Self> {
        let mut labels = Self {
            prefix: fields.text()?,
            generated: fields.number()?,
            ..Self::default()
        };
        for _ in 0..fields.number()? {
            labels.remember(fields.text()?, fields.number()?);
        }
        let last = labels.mentionable.last().copied().unwrap_or(0);
        (labels.mentionable.is_sorted() && last <= labels.generated).then_some(labels)
    }

    /// The label that has to be written for this one to be the result, if one is that a dialect without generated labels has kept
    /// or changed; `None` for a generated one.
    pub(crate) fn written<'l>(&self, label: &'l str) -> Option<&'l str> {
        let label = label.strip_prefix(&self.prefix)?;
        match Self::is_reserved(label) {
            true => label.strip_prefix('_'),
            false => Some(label),
        }
    }

    /// Whether a written label could be taken for a generated one, or for one that was changed because of that.
    #[inline]
    pub(crate) fn is_reserved(label: &str) -> bool {
        // Few labels pass these two.
        let ends_in_digit = label.as_bytes().last().is_some_and(u8::is_ascii_digit);
        let may_begin = matches!(label.as_bytes().first(), Some(b'_' | b'a'));
        ends_in_digit
            && may_begin
            && label
                .trim_start_matches('_')
                .strip_prefix(GENERATED)
                .is_some_and(|number| {
                    !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit())
                })
    }
}

/// Blank nodes that the parser made for a statement, for `[ ]` say: nothing outside of the statement can mention them.
///
/// ```
/// use turtle_peg::oxrdf::NamedOrBlankNode;
/// use turtle_peg::{Dialect, Parser};
///
/// let mut document = Parser::new(Dialect::Turtle12).parse_str("_:a <x:p> [ <x:p> 1 ] . [] <x:p> _:a .");
/// let mut subjects = Vec::new();
/// document.next_statement(|quad, _| subjects.push(quad.subject.into_owned())).unwrap()?;
/// let made = document.generated_nodes();
/// let is_made = |node: &NamedOrBlankNode| matches!(node, NamedOrBlankNode::BlankNode(node) if made.contains(node.as_ref()));
/// assert_eq!(subjects.iter().map(is_made).collect::<Vec<_>>(), [true, false]);
/// # Ok::<(), turtle_peg::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct GeneratedNodes<'d> {
    labels: &'d Labels,
    /// How many labels were generated before the statement.
    before: u64,
    /// The label of a subject that the next part of the statement mentions.
    held: Option<&'d str>,
}

impl<'d> GeneratedNodes<'d> {
    pub(crate) fn new(labels: &'d Labels, before: u64, held: Option<&'d str>) -> Self {
        Self {
            labels,
            before,
            held,
        }
    }

    /// The nodes that were made for the statement, or for one before it: nothing that is still to come can mention them.
    pub fn so_far(self) -> Self {
        Self { before: 0, ..self }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.labels.generated <= self.before
    }

    /// Whether the node is one of them.
    pub fn contains(&self, node: BlankNodeRef<'_>) -> bool {
        if self.held == Some(node.as_str()) {
            return false;
        }
        let label = node.as_str().strip_prefix(&self.labels.prefix);
        let number = label.and_then(|label| label.strip_prefix(GENERATED)?.parse().ok());
        number.is_some_and(|number: u64| {
            self.before < number
                && number <= self.labels.generated
                && self.labels.mentionable.binary_search(&number).is_err()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generated_labels_are_numbered() {
        for number in [1, 9, 10, 11, 99, 100, 1_234_567_890, u64::MAX] {
            let mut label = String::new();
            Labels::default().write_generated(number, &mut label);
            assert_eq!(label, format!("anon{number}"));
        }
    }

    #[test]
    fn unique_prefixes_are_unique_and_begin_labels() {
        let mut prefixes = std::collections::HashSet::new();
        for _ in 0..1000 {
            let prefix = unique_prefix();
            assert_eq!(prefix.len(), 17);
            assert!(prefix.starts_with(|first: char| first.is_ascii_lowercase()));
            assert!(oxrdf::BlankNode::new(format!("{prefix}anon1")).is_ok());
            assert!(prefixes.insert(prefix));
        }
    }

    #[test]
    fn what_is_reserved() {
        for label in ["anon1", "_anon1", "___anon0023"] {
            assert!(Labels::is_reserved(label), "{label}");
        }
        for label in ["anon", "anon1a", "a_anon1", "anon-1", "Anon1", "b0", "_"] {
            assert!(!Labels::is_reserved(label), "{label}");
        }
    }
}
