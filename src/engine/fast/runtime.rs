//! What generated parsers are made of.
//!
//! Invariants: whenever the parser looks at the end of the text or beyond, it notes that
//! ([`hit_end`](Parser::hit_end)); so if it did not, any text that begins with this one gives the same result, be
//! it success or failure. Positions are always between characters. Nodes are only ever appended, or taken back from the
//! end.

use crate::tree::{Kind, Node, Role, Shape, Span};
use std::ops::BitOr;
use wide::u8x16;

/// One run of a parser over one text.
#[derive(Debug)]
pub struct Parser<'t, K: Kind, O = ()> {
    text: &'t str,
    /// Its own while it runs: to reach them through a reference takes one more load each time.
    nodes: Vec<Node<K>>,
    shape: Shape,
    hit_end: bool,
    depth: usize,
    deepest: usize,
    depth_limit: usize,
    outcome: Option<O>,
}

/// What one look finds of two runs.
#[derive(Clone, Copy, Debug)]
pub enum TwoRuns {
    /// Where the second one begins, and where it ends; either may be empty.
    Found { second: usize, end: usize },
    /// Something else comes after the first.
    None,
    /// They go on for longer than the look.
    Unsure,
}

/// A set of bytes.
#[derive(Debug)]
pub struct Bytes([bool; 256]);

impl Bytes {
    /// The set of ranges with both ends included.
    pub(super) const fn new(ranges: &[(u8, u8)]) -> Self {
        let mut bytes = [false; 256];
        let mut index = 0;
        while index < ranges.len() {
            let mut byte = ranges[index].0 as usize;
            while byte <= ranges[index].1 as usize {
                bytes[byte] = true;
                byte += 1;
            }
            index += 1;
        }
        Self(bytes)
    }
}

/// Whether nodes of these kinds around one another say no more than the innermost: where they cover the same text, each
/// stands for the one within. The kinds are known when this is compiled.
#[inline(always)]
fn all_but_last_stand_for_it<K: Kind, const N: usize>(kinds: &[K; N]) -> bool {
    let mut index = 0;
    while index + 1 < N {
        if !matches!(kinds[index].role(), Role::Choice | Role::Frame) {
            return false;
        }
        index += 1;
    }
    true
}

/// How many nodes there were at some point.
#[derive(Clone, Copy, Debug)]
pub struct Mark(usize);

impl<'t, K: Kind, O> Parser<'t, K, O> {
    /// The longest text, in bytes: offsets in nodes are 32 bits wide.
    pub const LONGEST: usize = u32::MAX as usize;

    /// A parser of `text`, which appends nodes to `nodes`, and gives up where rules nest deeper than `depth_limit`.
    ///
    /// # Panics
    ///
    /// If the text is longer than [`Self::LONGEST`].
    pub fn new(text: &'t str, nodes: Vec<Node<K>>, shape: Shape, depth_limit: usize) -> Self {
        assert!(text.len() <= Self::LONGEST);
        Self {
            text,
            nodes,
            shape,
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

    /// The nodes, when it has run.
    pub fn into_nodes(self) -> Vec<Node<K>> {
        self.nodes
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
        if rest.len() < literal.len() {
            return self.literal_at_end(position, literal);
        }
        rest.starts_with(literal.as_bytes())
            .then_some(position + literal.len())
    }

    #[cold]
    #[inline(never)]
    fn literal_at_end(&mut self, position: usize, literal: &str) -> Option<usize> {
        let rest = &self.text.as_bytes()[position..];
        self.hit_end |= literal.as_bytes().starts_with(rest);
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

    /// One character of a class, if the next byte is known not to be one of ASCII that is not in it.
    #[inline(always)]
    pub(super) fn known_class(&mut self, position: usize, class: &Class) -> Option<usize> {
        match self.peek(position)? {
            0x80.. => self.character(position, class),
            _ => Some(position + 1),
        }
    }

    /// Whether the next byte is one of these.
    #[inline(always)]
    pub(super) fn is_next(&mut self, position: usize, bytes: &Bytes) -> bool {
        self.peek(position)
            .is_some_and(|byte| bytes.0[usize::from(byte)])
    }

    /// Looks at a block of bytes for a run of a class, `between`, and another run of the class; `stops` tells which bytes
    /// are not in it, this one among them.
    #[inline(always)]
    pub(super) fn two_runs(
        &self,
        position: usize,
        between: u8,
        stops: impl Fn(Block) -> Block,
    ) -> TwoRuns {
        let rest = self.text.as_bytes().get(position..);
        let Some(block) = rest.and_then(|rest| rest.first_chunk()) else {
            return TwoRuns::Unsure;
        };
        let (first, second) = stops(Block::new(*block)).first_two();
        match block.get(first) {
            Some(&byte) if byte != between => TwoRuns::None,
            Some(_) if second < Block::LENGTH => TwoRuns::Found {
                second: position + first + 1,
                end: position + second,
            },
            _ => TwoRuns::Unsure,
        }
    }

    /// One character beyond ASCII.
    #[inline(never)]
    fn character(&self, position: usize, class: &Class) -> Option<usize> {
        let character = self.text[position..].chars().next()?;
        class
            .contains(character)
            .then(|| position + character.len_utf8())
    }

    /// As many characters of a class as there are, where they are few.
    #[inline(always)]
    pub(super) fn run(&mut self, position: usize, class: &Class) -> usize {
        let bytes = self.text.as_bytes();
        let mut position = position;
        // One look at the end for four bytes.
        while let Some(next) = bytes
            .get(position..)
            .and_then(|rest| rest.first_chunk::<4>())
        {
            match next.iter().position(|&byte| !class.has_byte(byte)) {
                Some(others) if next[others] < 0x80 => return position + others,
                Some(others) => return self.run_on(position + others, class),
                None => position += next.len(),
            }
        }
        self.run_on(position, class)
    }

    /// The same, beyond ASCII or near the end.
    #[cold]
    #[inline(never)]
    fn run_on(&mut self, position: usize, class: &Class) -> usize {
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
        let mut position = position;
        let (blocks, _) = self.text.as_bytes()[position..].as_chunks();
        for block in blocks {
            if let Some(stop) = stops(Block::new(*block)).first() {
                return position + stop;
            }
            position += Block::LENGTH;
        }
        self.run_to_end(position, stops)
    }

    /// The same, where less than a block is left.
    #[cold]
    #[inline(never)]
    fn run_to_end(&mut self, position: usize, stops: impl Fn(Block) -> Block) -> usize {
        let bytes = self.text.as_bytes();
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
        if self.leaves_out(kind, Role::Choice) {
            return node;
        }
        let start = start as u32;
        self.nodes.push(Node {
            span: Span { start, end: start },
            next: 0,
            production: kind,
            plain: K::Plain::default(),
        });
        node
    }

    #[inline(always)]
    pub(super) fn end(&mut self, kind: K, node: usize, end: usize) {
        if self.leaves_out(kind, Role::Choice) {
            return;
        }
        if self.leaves_out(kind, Role::Option) && self.nodes.len() == node + 1 {
            self.nodes.pop();
            return;
        }
        let next = self.nodes.len() as u32;
        let node = &mut self.nodes[node];
        node.span.end = end as u32;
        node.next = next;
    }

    /// Whether the tree does without nodes of this kind, since they are of this role.
    #[inline(always)]
    fn leaves_out(&self, kind: K, role: Role) -> bool {
        // The kind is known when this is compiled.
        kind.role() == role && self.shape == Shape::Compact
    }

    /// Whether the tree has a node of this kind also where nothing is in it.
    #[inline(always)]
    pub(super) fn needs_empty(&self, kind: K) -> bool {
        !self.leaves_out(kind, Role::Option)
    }

    /// Nodes around one another, from the outermost on; there is none in the innermost, which is marked.
    #[inline(always)]
    pub(super) fn leaf<const N: usize>(
        &mut self,
        kinds: [K; N],
        start: usize,
        end: usize,
        plain: K::Plain,
    ) {
        let innermost = kinds[N - 1];
        if self.leaves_out(innermost, Role::Separator) {
            return;
        }
        let span = Span {
            start: start as u32,
            end: end as u32,
        };
        let next = self.nodes.len();
        if N == 1 || (self.shape == Shape::Compact && all_but_last_stand_for_it(&kinds)) {
            self.nodes.push(Node {
                span,
                next: next as u32 + 1,
                production: innermost,
                plain,
            });
            return;
        }
        let nodes = kinds.map(|production| Node {
            span,
            next: (next + N) as u32,
            production,
            plain,
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

    /// Which are letters of ASCII.
    #[inline(always)]
    pub(super) fn are_letters(self) -> Self {
        const TELLS_CASES_APART: u8 = b'a' ^ b'A';
        let small = Self(self.0 | u8x16::splat(TELLS_CASES_APART));
        small.are_between(b'a', b'z')
    }

    /// The bytes that it is not true of.
    #[inline(always)]
    pub(super) fn not(self) -> Self {
        Self(!self.0)
    }

    /// The places of the first two of which it is true; the length or more for those that are not there.
    #[inline(always)]
    fn first_two(self) -> (usize, usize) {
        let bits = self.0.to_bitmask();
        let others = bits & bits.wrapping_sub(1);
        (
            bits.trailing_zeros() as usize,
            others.trailing_zeros() as usize,
        )
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
    /// Of each 256 characters up to U+FFFF, which of `pages` says which of them are members.
    pages_of: [u8; 256],
    pages: [Page; Self::PAGES],
    ranges: &'static [(char, char)],
}

/// Of 256 characters, a bit each.
type Page = [u64; 4];

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
        let mut class = Self {
            bytes,
            pages_of: [0; 256],
            pages: [[0; 4]; Self::PAGES],
            ranges,
        };
        class.fill_pages();
        class
    }

    /// How many different pages there can be; most classes have the empty one, the full one, and few others.
    const PAGES: usize = 24;
    /// Stands for a page more than that.
    const NO_PAGE: u8 = u8::MAX;

    const fn fill_pages(&mut self) {
        let mut used = 0;
        let mut number = 0;
        while number < self.pages_of.len() {
            let page = page(self.ranges, number as u32 * 256);
            let mut place = 0;
            while place < used && !is_same(&self.pages[place], &page) {
                place += 1;
            }
            if place == used && used < Self::PAGES {
                self.pages[used] = page;
                used += 1;
            }
            self.pages_of[number] = if place < Self::PAGES {
                place as u8
            } else {
                Self::NO_PAGE
            };
            number += 1;
        }
    }

    #[inline(always)]
    fn of_byte(&self, byte: u8) -> Membership {
        self.bytes[byte as usize]
    }

    #[inline(always)]
    fn has_byte(&self, byte: u8) -> bool {
        self.of_byte(byte) == Membership::Yes
    }

    #[inline]
    fn contains(&self, character: char) -> bool {
        let number = character as usize;
        let page = self.pages_of.get(number / 256);
        match page.and_then(|&page| self.pages.get(usize::from(page))) {
            Some(page) => page[number / 64 % 4] >> (number % 64) & 1 == 1,
            None => self.has_in_ranges(character),
        }
    }

    #[cold]
    fn has_in_ranges(&self, character: char) -> bool {
        let behind = self
            .ranges
            .partition_point(|&(first, _)| first <= character);
        behind > 0 && character <= self.ranges[behind - 1].1
    }
}

/// Which of the 256 characters from `first` on are in one of the ranges.
const fn page(ranges: &[(char, char)], first: u32) -> Page {
    let mut page = [0; 4];
    let mut word = 0;
    while word < page.len() {
        let from = first + word as u32 * u64::BITS;
        let mut index = 0;
        while index < ranges.len() {
            let (low, high) = (ranges[index].0 as u32, ranges[index].1 as u32);
            if low < from + u64::BITS && high >= from {
                let low = low.saturating_sub(from);
                let high = if high < from + u64::BITS {
                    high - from
                } else {
                    u64::BITS - 1
                };
                page[word] |= (u64::MAX >> (u64::BITS - 1 - high + low)) << low;
            }
            index += 1;
        }
        word += 1;
    }
    page
}

const fn is_same(one: &Page, other: &Page) -> bool {
    one[0] == other[0] && one[1] == other[1] && one[2] == other[2] && one[3] == other[3]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of nodes that nobody makes.
    #[derive(Clone, Copy, Debug)]
    struct NoKind;

    impl Kind for NoKind {
        type Plain = ();

        fn role(self) -> Role {
            Role::Itself
        }
    }

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
                let mut bytes = [0; 4];
                let text: &str = character.encode_utf8(&mut bytes);
                let mut parser = Parser::<NoKind>::new(text, Vec::new(), Shape::Full, 1);
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
                let mut parser = Parser::<NoKind>::new(&text, Vec::new(), Shape::Full, 1);
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
            let mut parser = Parser::<NoKind>::new(text, Vec::new(), Shape::Full, 1);
            assert_eq!(parser.literal(0, literal), expected);
            assert_eq!(parser.hit_end(), hit_end, "{text}");
            let mut parser = Parser::<NoKind>::new(text, Vec::new(), Shape::Full, 1);
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
            let mut parser = Parser::<NoKind>::new(text, Vec::new(), Shape::Full, 1);
            assert_eq!(parser.skip(0, &["-->", "x"]), expected);
            assert_eq!(parser.hit_end(), hit_end, "{text}");
        }
    }
}
