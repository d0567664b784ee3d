//! Who gets the nodes of a tree.

/// Takes the nodes of a tree, in document order. Offsets are bytes of the text.
pub trait Sink {
    /// A nonterminal begins: the rule of this number.
    fn begin(&mut self, rule: usize, start: usize);

    /// The innermost nonterminal that is begun ends.
    fn end(&mut self, end: usize);

    /// A terminal, from its first byte to behind its last. Literals, which have no name, are none.
    fn leaf(&mut self, token: usize, start: usize, end: usize);
}

/// Takes nothing: for those who ask for the verdict alone.
impl Sink for () {
    fn begin(&mut self, _: usize, _: usize) {}
    fn end(&mut self, _: usize) {}
    fn leaf(&mut self, _: usize, _: usize, _: usize) {}
}
