//! The receiver of the nodes of a tree.

/// Takes the nodes of a tree, in document order. Offsets are bytes of the text.
///
/// ```
/// # use notation as turtle_peg_notation;
/// use turtle_peg_notation::ebnf;
/// use turtle_peg_specification::compile::{Productions, compile};
/// use turtle_peg_specification::{Machine, TreeSink};
///
/// struct Names(Vec<(usize, usize)>);
///
/// impl TreeSink for Names {
///     fn begin(&mut self, _: usize, _: usize) {}
///     fn end(&mut self, _: usize) {}
///     fn leaf(&mut self, _: usize, start: usize, end: usize) {
///         self.0.push((start, end));
///     }
/// }
///
/// let grammar = ebnf::read("doc ::= list*\nlist ::= '(' NAME* ')'\nNAME ::= [a-z]+")?;
/// let tables = compile(&Productions::of_ebnf(&grammar))?.tables;
/// let mut names = Names(Vec::new());
/// assert!(Machine::new(&tables).read_document("(a bc)", &mut names).is_ok());
/// assert_eq!(names.0, [(1, 2), (3, 5)]);
/// # Ok::<(), turtle_peg_specification::compile::CompileError>(())
/// ```
pub trait TreeSink {
    /// A nonterminal begins: the rule of this number.
    fn begin(&mut self, rule: usize, start: usize);

    /// The innermost open nonterminal ends.
    fn end(&mut self, end: usize);

    /// A terminal, `start..end`. Literals, which have no name, are not reported.
    fn leaf(&mut self, token: usize, start: usize, end: usize);
}

/// Ignores all nodes: for callers that need the verdict alone.
impl TreeSink for () {
    fn begin(&mut self, _: usize, _: usize) {}
    fn end(&mut self, _: usize) {}
    fn leaf(&mut self, _: usize, _: usize, _: usize) {}
}
