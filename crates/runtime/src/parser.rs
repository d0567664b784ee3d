//! One run of a parser over one text.
//!
//! Invariants: whenever the parser looks at the end of the text or beyond, it notes that
//! ([`hit_end`](Parser::hit_end)); so if it did not, any text that begins with this one gives the same result, be
//! it success or failure. Positions are always between characters. Nodes are only ever appended, or taken back from the
//! end.

use crate::block::Block;
use crate::class::{Bytes, Class, Membership};
use crate::node::{Kind, Node, Role, Shape, Span};
use crate::stack::on_enough_stack;

/// One run of a parser over one text.
///
/// ```
/// use turtle_peg_runtime::{Class, Kind, Parser, Role, Shape};
///
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// enum Rule {
///     Name,
/// }
///
/// impl Kind for Rule {
///     type Plain = ();
///
///     fn role(self) -> Role {
///         Role::Itself
///     }
/// }
///
/// static LETTERS: Class = Class::new(&[('a', 'z')]);
/// let text = "<ab>";
/// let mut parser = Parser::<Rule>::new(text, Vec::new(), Shape::Full, 64);
/// let start = parser.byte(0, b'<').unwrap();
/// let node = parser.begin(Rule::Name, start);
/// let end = parser.run(start, &LETTERS);
/// parser.end(Rule::Name, node, end);
/// assert_eq!(parser.byte(end, b'>'), Some(4));
/// assert!(!parser.hit_end());
/// let nodes = parser.into_nodes();
/// assert_eq!((nodes[0].production, nodes[0].span.of(text)), (Rule::Name, "ab"));
/// assert_eq!(nodes[0].next, 1);
/// ```
#[derive(Debug)]
pub struct Parser<'t, K: Kind, O = ()> {
    text: &'t str,
    /// The beginning of the text that is read.
    start: usize,
    /// The parser owns them while it runs: reaching them through a reference would take one more load each time.
    nodes: Vec<Node<K>>,
    shape: Shape,
    hit_end: bool,
    depth: usize,
    deepest: usize,
    depth_limit: usize,
    outcome: Option<O>,
}

/// The result of one look at a block for two runs.
///
/// ```
/// # use turtle_peg_runtime::{Kind, Role};
/// # #[derive(Clone, Copy)]
/// # struct Rule;
/// # impl Kind for Rule {
/// #     type Plain = ();
/// #     fn role(self) -> Role {
/// #         Role::Itself
/// #     }
/// # }
/// use turtle_peg_runtime::{Parser, Shape, TwoRuns};
///
/// let parser = Parser::<Rule>::new("foaf:name a foaf:Person", Vec::new(), Shape::Full, 64);
/// let found = parser.two_runs(0, b':', |block| block.are_letters().not());
/// assert!(matches!(found, TwoRuns::Found { second: 5, end: 9 }));
/// let found = parser.two_runs(5, b':', |block| block.are_letters().not());
/// assert!(matches!(found, TwoRuns::None));
/// ```
#[derive(Clone, Copy, Debug)]
pub enum TwoRuns {
    /// Both end within the block; either may be empty.
    Found {
        /// Where the second run begins.
        second: usize,
        /// Where it ends.
        end: usize,
    },
    /// Something else comes after the first.
    None,
    /// They go on after the block.
    Unsure,
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
///
/// ```
/// # use turtle_peg_runtime::{Kind, Role};
/// # #[derive(Clone, Copy)]
/// # struct Rule;
/// # impl Kind for Rule {
/// #     type Plain = ();
/// #     fn role(self) -> Role {
/// #         Role::Itself
/// #     }
/// # }
/// use turtle_peg_runtime::{Parser, Shape};
///
/// let mut parser = Parser::<Rule>::new("a", Vec::new(), Shape::Full, 64);
/// let mark = parser.mark();
/// parser.leaf([Rule], 0, 1, ());
/// assert_eq!((mark.nodes(), parser.mark().nodes()), (0, 1));
/// parser.restore(mark);
/// assert!(parser.into_nodes().is_empty());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Mark(usize);

impl Mark {
    /// The number of nodes then.
    pub fn nodes(self) -> usize {
        self.0
    }
}

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
            start: 0,
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

    /// How deep rules nested: at least one level for each time that a rule contained itself.
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

    /// Notes an outcome.
    pub fn note(&mut self, outcome: O) {
        self.outcome = Some(outcome);
    }

    /// The next byte; none at the end of the text.
    #[inline(always)]
    pub fn peek(&mut self, position: usize) -> Option<u8> {
        let byte = self.text.as_bytes().get(position).copied();
        if byte.is_none() {
            self.hit_end = true;
        }
        byte
    }

    /// Lets the text that is read from now on begin at this position.
    pub fn begin_at(&mut self, position: usize) {
        self.start = position;
    }

    /// Succeeds at the beginning of the text that is read, and consumes nothing.
    #[inline(always)]
    pub fn at_start(&self, position: usize) -> Option<usize> {
        (position == self.start).then_some(position)
    }

    /// Succeeds at the end of the text, and consumes nothing.
    #[inline(always)]
    pub fn at_end(&mut self, position: usize) -> Option<usize> {
        match self.peek(position) {
            None => Some(position),
            Some(_) => None,
        }
    }

    /// Matches this byte.
    #[inline(always)]
    pub fn byte(&mut self, position: usize, byte: u8) -> Option<usize> {
        (self.peek(position) == Some(byte)).then_some(position + 1)
    }

    /// Matches these characters.
    #[inline(always)]
    pub fn literal(&mut self, position: usize, literal: &str) -> Option<usize> {
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

    /// Matches these characters, ASCII letters in either case.
    #[inline]
    pub fn insensitive(&mut self, position: usize, literal: &str) -> Option<usize> {
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

    /// Matches one character of a class.
    #[inline]
    pub fn class(&mut self, position: usize, class: &Class) -> Option<usize> {
        let byte = self.peek(position)?;
        match class.of_byte(byte) {
            Membership::Yes => Some(position + 1),
            Membership::No => None,
            Membership::Depends => self.character(position, class),
        }
    }

    /// Matches `N` characters of a class, one after the other.
    #[inline(always)]
    pub fn row<const N: usize>(&mut self, position: usize, class: &Class) -> Option<usize> {
        let rest = self.text.as_bytes().get(position..);
        // Without a branch for each: most often all are in the class, and their place in it is hard to predict.
        let are_all = |bytes: &[u8; N]| {
            let are_in = bytes.map(|byte| class.has_byte(byte));
            are_in.iter().fold(true, |all, &is| all & is)
        };
        match rest.and_then(|rest| rest.first_chunk::<N>()) {
            Some(bytes) if are_all(bytes) => Some(position + N),
            _ => self.row_one_by_one(position, class, N),
        }
    }

    #[cold]
    #[inline(never)]
    fn row_one_by_one(&mut self, position: usize, class: &Class, count: usize) -> Option<usize> {
        (0..count).try_fold(position, |position, _| self.class(position, class))
    }

    /// Matches one character of a class, where the next byte is known to be in the class or beyond ASCII.
    #[inline(always)]
    pub fn known_class(&mut self, position: usize, class: &Class) -> Option<usize> {
        match self.peek(position)? {
            0x80.. => self.character(position, class),
            _ => Some(position + 1),
        }
    }

    /// Whether the next byte is one of these.
    #[inline(always)]
    pub fn is_next(&mut self, position: usize, bytes: &Bytes) -> bool {
        self.peek(position)
            .is_some_and(|byte| bytes.0[usize::from(byte)])
    }

    /// Looks at a block of bytes for a run of a class, `between`, and another run of the class; `stops` returns
    /// the bytes outside the class, `between` among them.
    #[inline(always)]
    pub fn two_runs(
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
        self.character_here(position, class)
    }

    /// [`character`](Self::character), inlined into hot loops.
    #[inline(always)]
    fn character_here(&self, position: usize, class: &Class) -> Option<usize> {
        let bits = |byte: u8| u32::from(byte & 0x3F);
        // The text is UTF-8, and the position is between characters.
        let (character, length) = match self.text.as_bytes()[position..] {
            [first @ ..0xE0, second, ..] => (u32::from(first & 0x1F) << 6 | bits(second), 2),
            [first @ ..0xF0, second, third, ..] => {
                let first = u32::from(first & 0xF) << 12;
                (first | bits(second) << 6 | bits(third), 3)
            }
            [first, second, third, fourth, ..] => {
                let first = u32::from(first & 0x7) << 18;
                let others = bits(second) << 12 | bits(third) << 6 | bits(fourth);
                (first | others, 4)
            }
            _ => return None,
        };
        class.contains(character).then_some(position + length)
    }

    /// Passes over all characters of a class that follow, one by one: for runs that are short.
    #[inline(always)]
    pub fn run(&mut self, position: usize, class: &Class) -> usize {
        let bytes = self.text.as_bytes();
        let mut position = position;
        // Checks for the end once for four bytes.
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

    /// The slow path: characters beyond ASCII, and the end of the text.
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
                Membership::Depends => match self.character_here(position, class) {
                    Some(next) => position = next,
                    None => return position,
                },
            }
        }
    }

    /// Passes over all bytes up to one that stops, by blocks. It ends between characters, since either no byte beyond
    /// ASCII stops or all do.
    #[inline(always)]
    pub fn run_long(&mut self, position: usize, stops: impl Fn(Block) -> Block) -> usize {
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

    /// The slow path: fewer bytes than a block are left.
    #[cold]
    #[inline(never)]
    fn run_to_end(&mut self, position: usize, stops: impl Fn(Block) -> Block) -> usize {
        let bytes = self.text.as_bytes();
        let rest = &bytes[position..];
        match stops(Block::first_of(rest)).first() {
            Some(stop) if stop < rest.len() => position + stop,
            _ => {
                self.hit_end = true;
                bytes.len()
            }
        }
    }

    /// Passes over all characters of a class that follow, by blocks, where the class has some characters beyond ASCII: bytes
    /// beyond ASCII are among the `stops`, and the class decides on each such character.
    #[inline(always)]
    pub fn run_mixed(
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

    /// Passes over all up to where one of the needles begins, or to the end.
    pub fn skip(&mut self, position: usize, needles: &[&str]) -> usize {
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

    /// Succeeds where something else does not match, and consumes nothing.
    #[inline(always)]
    pub fn unless(
        &mut self,
        position: usize,
        matches: impl FnOnce(&mut Self, usize) -> Option<usize>,
    ) -> Option<usize> {
        match matches(self, position) {
            Some(_) => None,
            None => Some(position),
        }
    }

    /// How many nodes there are now.
    #[inline(always)]
    pub fn mark(&self) -> Mark {
        Mark(self.nodes.len())
    }

    /// Takes back the nodes made since.
    #[inline(always)]
    pub fn restore(&mut self, mark: Mark) {
        self.nodes.truncate(mark.0);
    }

    /// Begins a node; those made until it ends are in it.
    #[inline(always)]
    pub fn begin(&mut self, kind: K, start: usize) -> usize {
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

    /// Ends a node, which is the one that [`begin`](Self::begin) gave the number of.
    #[inline(always)]
    pub fn end(&mut self, kind: K, node: usize, end: usize) {
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

    /// Whether the tree leaves out nodes of this kind because they have this role.
    #[inline(always)]
    fn leaves_out(&self, kind: K, role: Role) -> bool {
        // The kind is known when this is compiled.
        kind.role() == role && self.shape == Shape::Compact
    }

    /// Whether the tree keeps a node of this kind that has nothing in it.
    #[inline(always)]
    pub fn needs_empty(&self, kind: K) -> bool {
        !self.leaves_out(kind, Role::Option)
    }

    /// Makes nodes around one another, from the outermost on; the innermost is a leaf, and is marked.
    #[inline(always)]
    pub fn leaf<const N: usize>(
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
        if N == 1 || (self.shape == Shape::Compact && all_but_last_stand_for_it(&kinds)) {
            let next = self.nodes.len() as u32 + 1;
            self.nodes.push(Node {
                span,
                next,
                production: innermost,
                plain,
            });
            return;
        }
        self.leaves(&kinds, span, plain);
    }

    /// Makes a node of each kind. Callers that make every node share this one function: most want compact trees.
    #[inline(never)]
    fn leaves<const N: usize>(&mut self, kinds: &[K; N], span: Span, plain: K::Plain) {
        let next = (self.nodes.len() + N) as u32;
        let nodes = kinds.map(|production| Node {
            span,
            next,
            production,
            plain,
        });
        self.nodes.extend_from_slice(&nodes);
    }

    /// Runs a rule that may contain itself, one level deeper; returns none where that is too deep.
    #[inline]
    pub fn nested(
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
            true => on_enough_stack(LEAST, MORE, || rule(self, position)),
            false => rule(self, position),
        };
        self.depth -= 1;
        result
    }
}

/// Asking how much stack is left takes time; the least that may be left has room for this many levels.
const LEVELS_PER_CHECK: usize = 8;

const LEAST: usize = 256 * 1024;
const MORE: usize = 2 * 1024 * 1024;
