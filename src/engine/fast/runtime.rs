//! What generated parsers are made of.
//!
//! Invariants: whenever the parser looks at the end of the text or beyond, it notes that
//! ([`hit_end`](Parser::hit_end)); so if it did not, any text that begins with this one gives the same result, be
//! it success or failure. Positions are always between characters. Nodes are only ever appended, or taken back from the
//! end.

use crate::tree::{Node, Span};
use std::ops::BitOr;
use wide::u8x16;

/// One run of a parser over one text.
#[derive(Debug)]
pub struct Parser<'t, K, O = ()> {
    text: &'t str,
    nodes: &'t mut Vec<Node<K>>,
    hit_end: bool,
    depth: usize,
    deepest: usize,
    depth_limit: usize,
    outcome: Option<O>,
}

/// How many nodes there were at some point.
#[derive(Clone, Copy, Debug)]
pub struct Mark(usize);

impl<'t, K, O> Parser<'t, K, O> {
    /// The longest text, in bytes: offsets in nodes are 32 bits wide.
    pub const LONGEST: usize = u32::MAX as usize;

    /// A parser of `text`, which appends to `nodes`, and gives up where rules nest deeper than `depth_limit`.
    ///
    /// # Panics
    ///
    /// If the text is longer than [`Self::LONGEST`].
    pub fn new(text: &'t str, nodes: &'t mut Vec<Node<K>>, depth_limit: usize) -> Self {
        assert!(text.len() <= Self::LONGEST);
        Self {
            text,
            nodes,
            hit_end: false,
            depth: 0,
            deepest: 0,
            depth_limit,
            outcome: None,
        }
    }

    /// Whether it looked at the end of the text or beyond. If not, whatever follows the text changes nothing.
    pub fn hit_end(&self) -> bool {
        self.hit_end
    }

    /// Whether rules nested deeper than the limit. Then failure means nothing, and neither does success.
    pub fn gave_up(&self) -> bool {
        self.deepest > self.depth_limit
    }

    /// How deep rules nested: at least one for each time that a rule came to contain itself.
    pub fn deepest(&self) -> usize {
        self.deepest
    }

    /// The outcome noted last.
    pub fn outcome(&mut self) -> Option<O> {
        self.outcome.take()
    }

    pub(super) fn note(&mut self, outcome: O) {
        self.outcome = Some(outcome);
    }

    /// The next byte; none at the end of the text.
    #[inline(always)]
    pub(super) fn peek(&mut self, position: usize) -> Option<u8> {
        let byte = self.text.as_bytes().get(position).copied();
        if byte.is_none() {
            self.hit_end = true;
        }
        byte
    }

    #[inline(always)]
    pub(super) fn at_start(&self, position: usize) -> Option<usize> {
        (position == 0).then_some(position)
    }

    #[inline(always)]
    pub(super) fn at_end(&mut self, position: usize) -> Option<usize> {
        match self.peek(position) {
            None => Some(position),
            Some(_) => None,
        }
    }

    #[inline(always)]
    pub(super) fn byte(&mut self, position: usize, byte: u8) -> Option<usize> {
        (self.peek(position) == Some(byte)).then_some(position + 1)
    }

    #[inline(always)]
    pub(super) fn literal(&mut self, position: usize, literal: &str) -> Option<usize> {
        let rest = &self.text.as_bytes()[position..];
        if rest.starts_with(literal.as_bytes()) {
            return Some(position + literal.len());
        }
        if rest.len() < literal.len() {
            self.hit_end |= literal.as_bytes().starts_with(rest);
        }
        None
    }

    /// ASCII letters match in either case.
    #[inline]
    pub(super) fn insensitive(&mut self, position: usize, literal: &str) -> Option<usize> {
        let rest = &self.text.as_bytes()[position..];
        let length = literal.len().min(rest.len());
        if !rest[..length].eq_ignore_ascii_case(&literal.as_bytes()[..length]) {
            return None;
        }
        if length < literal.len() {
            self.hit_end = true;
            return None;
        }
        Some(position + length)
    }

    /// One character of a class.
    #[inline]
    pub(super) fn class(&mut self, position: usize, class: &Class) -> Option<usize> {
        let byte = self.peek(position)?;
        match class.of_byte(byte) {
            Membership::Yes => Some(position + 1),
            Membership::No => None,
            Membership::Depends => self.character(position, class),
        }
    }

    /// One character beyond ASCII.
    #[inline]
    fn character(&self, position: usize, class: &Class) -> Option<usize> {
        let character = self.text[position..].chars().next()?;
        class
            .contains(character)
            .then(|| position + character.len_utf8())
    }

    /// As many characters of a class as there are.
    #[inline]
    pub(super) fn run(&mut self, position: usize, class: &Class) -> usize {
        let bytes = self.text.as_bytes();
        let mut position = position;
        loop {
            let Some(&byte) = bytes.get(position) else {
                self.hit_end = true;
                return position;
            };
            match class.of_byte(byte) {
                Membership::Yes => position += 1,
                Membership::No => return position,
                Membership::Depends => match self.character(position, class) {
                    Some(next) => position = next,
                    None => return position,
                },
            }
        }
    }

    /// All bytes up to one that stops, by blocks. The bytes that stop are all of ASCII, or those beyond it as well, so
    /// that it ends between characters.
    #[inline(always)]
    pub(super) fn run_long(&mut self, position: usize, stops: impl Fn(Block) -> Block) -> usize {
        let bytes = self.text.as_bytes();
        let mut position = position;
        while let Some(block) = bytes.get(position..).and_then(|rest| rest.first_chunk()) {
            if let Some(stop) = stops(Block::new(*block)).first() {
                return position + stop;
            }
            position += Block::LENGTH;
        }
        let mut last = [0; Block::LENGTH];
        let rest = &bytes[position..];
        last[..rest.len()].copy_from_slice(rest);
        match stops(Block::new(last)).first() {
            Some(stop) if stop < rest.len() => position + stop,
            _ => {
                self.hit_end = true;
                bytes.len()
            }
        }
    }

    /// As many characters of a class as there are, by blocks, where the class has some characters beyond ASCII; `stops`
    /// tells that bytes beyond ASCII stop, too, and of each the class is asked.
    #[inline(always)]
    pub(super) fn run_mixed(
        &mut self,
        position: usize,
        class: &Class,
        stops: impl Fn(Block) -> Block,
    ) -> usize {
        let position = self.run_long(position, stops);
        match self.text.as_bytes().get(position) {
            Some(0x80..) => self.run(position, class),
            _ => position,
        }
    }

    /// All up to where one of the needles begins, or to the end.
    #[allow(
        dead_code,
        reason = "no grammar here skips to more than one character; others may"
    )]
    pub(super) fn skip(&mut self, position: usize, needles: &[&str]) -> usize {
        let mut position = position;
        while let Some(character) = self.text[position..].chars().next() {
            let mut needles = needles.iter();
            if needles.any(|needle| self.literal(position, needle).is_some()) {
                return position;
            }
            position += character.len_utf8();
        }
        self.hit_end = true;
        position
    }

    #[inline(always)]
    pub(super) fn unless(
        &mut self,
        position: usize,
        matches: impl FnOnce(&mut Self, usize) -> Option<usize>,
    ) -> Option<usize> {
        match matches(self, position) {
            Some(_) => None,
            None => Some(position),
        }
    }

    #[inline(always)]
    pub(super) fn mark(&self) -> Mark {
        Mark(self.nodes.len())
    }

    /// Takes back the nodes made since.
    #[inline(always)]
    pub(super) fn restore(&mut self, mark: Mark) {
        self.nodes.truncate(mark.0);
    }

    /// Begins a node; those made until it ends are in it.
    #[inline(always)]
    pub(super) fn begin(&mut self, kind: K, start: usize) -> usize {
        let node = self.nodes.len();
        let start = start as u32;
        self.nodes.push(Node {
            span: Span { start, end: start },
            next: 0,
            production: kind,
        });
        node
    }

    #[inline(always)]
    pub(super) fn end(&mut self, node: usize, end: usize) {
        let next = self.nodes.len() as u32;
        let node = &mut self.nodes[node];
        node.span.end = end as u32;
        node.next = next;
    }

    /// Nodes around one another, from the outermost on; there is none in the innermost.
    #[inline(always)]
    pub(super) fn leaf<const N: usize>(&mut self, kinds: [K; N], start: usize, end: usize)
    where
        K: Copy,
    {
        let next = (self.nodes.len() + N) as u32;
        let span = Span {
            start: start as u32,
            end: end as u32,
        };
        let nodes = kinds.map(|production| Node {
            span,
            next,
            production,
        });
        self.nodes.extend_from_slice(&nodes);
    }

    /// Runs a rule that may come to contain itself, one level deeper; none where that is too deep.
    #[inline]
    pub(super) fn nested(
        &mut self,
        position: usize,
        rule: impl FnOnce(&mut Self, usize) -> Option<usize>,
    ) -> Option<usize> {
        self.deepest = self.deepest.max(self.depth + 1);
        if self.gave_up() {
            return None;
        }
        self.depth += 1;
        let result = match self.depth.is_multiple_of(LEVELS_PER_CHECK) {
            true => stacker::maybe_grow(STACK_LEAST, STACK_MORE, || rule(self, position)),
            false => rule(self, position),
        };
        self.depth -= 1;
        result
    }
}

/// To ask how much stack is left takes time; so many levels always fit into [`STACK_LEAST`].
const LEVELS_PER_CHECK: usize = 8;
const STACK_LEAST: usize = 256 * 1024;
const STACK_MORE: usize = 2 * 1024 * 1024;

/// Bytes that are looked at together, as many as one register of every x86-64 holds; or, of each of them, whether
/// something is true of it.
#[derive(Clone, Copy, Debug)]
pub struct Block(u8x16);

impl Block {
    const LENGTH: usize = 16;

    #[inline(always)]
    fn new(bytes: [u8; Self::LENGTH]) -> Self {
        Self(u8x16::new(bytes))
    }

    /// Which are of no bytes at all: none. Where every character is in a class, nothing stops but the end.
    #[allow(dead_code, reason = "no grammar here has such a class")]
    #[inline(always)]
    pub(super) fn none(self) -> Self {
        Self(u8x16::splat(0))
    }

    /// Which are this one.
    #[inline(always)]
    pub(super) fn are(self, byte: u8) -> Self {
        Self(self.0.simd_eq(u8x16::splat(byte)))
    }

    /// Which are between two, both included.
    #[inline(always)]
    pub(super) fn are_between(self, first: u8, last: u8) -> Self {
        let from_first = Self(self.0 - u8x16::splat(first));
        from_first.are_up_to(last - first)
    }

    /// Which are this one or less.
    #[inline(always)]
    pub(super) fn are_up_to(self, last: u8) -> Self {
        Self(self.0.min(u8x16::splat(last)).simd_eq(self.0))
    }

    /// Which are this one or more.
    #[inline(always)]
    pub(super) fn are_from(self, first: u8) -> Self {
        Self(self.0.max(u8x16::splat(first)).simd_eq(self.0))
    }

    /// The place of the first of which it is true.
    #[inline(always)]
    fn first(self) -> Option<usize> {
        let bits = self.0.to_bitmask();
        (bits != 0).then(|| bits.trailing_zeros() as usize)
    }
}

impl BitOr for Block {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// A set of characters.
#[derive(Debug)]
pub struct Class {
    bytes: [Membership; 256],
    ranges: &'static [(char, char)],
}

/// Whether a byte is, or begins, a character of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Membership {
    No,
    Yes,
    /// It begins a character beyond ASCII, and the class has some of these.
    Depends,
}

impl Class {
    /// A class of ranges with both ends included, sorted.
    pub(super) const fn new(ranges: &'static [(char, char)]) -> Self {
        let mut bytes = [Membership::No; 256];
        let mut index = 0;
        while index < ranges.len() {
            let (first, last) = ranges[index];
            let mut byte = first as usize;
            while byte < 0x80 && byte <= last as usize {
                bytes[byte] = Membership::Yes;
                byte += 1;
            }
            if last as usize >= 0x80 {
                byte = 0x80;
                while byte < bytes.len() {
                    bytes[byte] = Membership::Depends;
                    byte += 1;
                }
            }
            index += 1;
        }
        Self { bytes, ranges }
    }

    #[inline(always)]
    fn of_byte(&self, byte: u8) -> Membership {
        self.bytes[byte as usize]
    }

    fn contains(&self, character: char) -> bool {
        let behind = self
            .ranges
            .partition_point(|&(first, _)| first <= character);
        behind > 0 && character <= self.ranges[behind - 1].1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// PN_CHARS of Turtle 1.1, and classes at the borders of what the first byte tells.
    const CLASSES: &[&[(char, char)]] = &[
        &[
            ('-', '-'),
            ('0', '9'),
            ('A', 'Z'),
            ('_', '_'),
            ('a', 'z'),
            ('\u{B7}', '\u{B7}'),
            ('\u{C0}', '\u{D6}'),
            ('\u{D8}', '\u{F6}'),
            ('\u{F8}', '\u{37D}'),
            ('\u{37F}', '\u{1FFF}'),
            ('\u{200C}', '\u{200D}'),
            ('\u{203F}', '\u{2040}'),
            ('\u{2070}', '\u{218F}'),
            ('\u{2C00}', '\u{2FEF}'),
            ('\u{3001}', '\u{D7FF}'),
            ('\u{F900}', '\u{FDCF}'),
            ('\u{FDF0}', '\u{FFFD}'),
            ('\u{10000}', '\u{EFFFF}'),
        ],
        &[],
        &[('\0', char::MAX)],
        &[('\u{7F}', '\u{80}'), ('\u{7FF}', '\u{800}')],
        &[('\u{D000}', '\u{D7FF}'), ('\u{E000}', '\u{EFFF}')],
    ];

    #[test]
    fn a_class_has_the_characters_of_its_ranges() {
        let class_of = |ranges| Class::new(ranges);
        for &ranges in CLASSES {
            let class = class_of(ranges);
            for character in '\0'..=char::MAX {
                let mut nodes = Vec::new();
                let mut bytes = [0; 4];
                let text: &str = character.encode_utf8(&mut bytes);
                let mut parser = Parser::<(), ()>::new(text, &mut nodes, 1);
                let is_member = ranges
                    .iter()
                    .any(|&(first, last)| (first..=last).contains(&character));
                let expected = is_member.then_some(text.len());
                assert_eq!(parser.class(0, &class), expected, "{character:?}");
                assert_eq!(
                    parser.run(0, &class),
                    expected.unwrap_or(0),
                    "{character:?}"
                );
            }
        }
    }

    #[test]
    fn a_long_run_ends_at_the_first_byte_that_stops() {
        for length in 0..70 {
            for place in 0..=length {
                let mut text = "a".repeat(length);
                if place < length {
                    text.replace_range(place..=place, ">");
                }
                let mut nodes = Vec::new();
                let mut parser = Parser::<(), ()>::new(&text, &mut nodes, 1);
                assert_eq!(parser.run_long(0, |bytes| bytes.are(b'>')), place);
                assert_eq!(parser.hit_end(), place == length, "{text}");
            }
        }
    }

    #[test]
    fn a_literal_that_the_end_cuts_off_looks_at_the_end() {
        for (text, literal, expected, hit_end) in [
            ("@prefix", "@prefix", Some(7), false),
            ("@pre", "@prefix", None, true),
            ("@pra", "@prefix", None, false),
            ("", "@prefix", None, true),
        ] {
            let mut nodes = Vec::new();
            let mut parser = Parser::<(), ()>::new(text, &mut nodes, 1);
            assert_eq!(parser.literal(0, literal), expected);
            assert_eq!(parser.hit_end(), hit_end, "{text}");
            let mut nodes = Vec::new();
            let mut parser = Parser::<(), ()>::new(text, &mut nodes, 1);
            assert_eq!(parser.insensitive(0, &literal.to_uppercase()), expected);
            assert_eq!(parser.hit_end(), hit_end, "{text}");
        }
    }

    #[test]
    fn a_skip_ends_at_the_first_needle() {
        for (text, expected, hit_end) in [
            ("ab-->", 2, false),
            ("éx", 2, false),
            ("ab--", 4, true),
            ("--x->", 2, false),
        ] {
            let mut nodes = Vec::new();
            let mut parser = Parser::<(), ()>::new(text, &mut nodes, 1);
            assert_eq!(parser.skip(0, &["-->", "x"]), expected);
            assert_eq!(parser.hit_end(), hit_end, "{text}");
        }
    }
}
