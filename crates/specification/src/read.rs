//! Reading by the algorithm that a grammar needs: a [`Machine`] where one token of lookahead always tells how to go on, else Earley's.

use crate::earley;
use crate::machine::Machine;
use crate::rejection::EarleyRefusal;
use crate::request::{Reply, Request};
use crate::sink::TreeSink;
use crate::tables::Tables;

impl Tables {
    /// Reads a whole document; whether the grammar allows another tree of the same text, as
    /// [`earley::read_document`] says.
    ///
    /// # Errors
    ///
    /// The text is no document, or is given up.
    ///
    /// ```
    /// # use notation as turtle_peg_notation;
    /// use turtle_peg_notation::ebnf;
    /// use turtle_peg_specification::compile::{Productions, compile};
    ///
    /// for (grammar, text, is_ambiguous) in [
    ///     ("list ::= 'x' (',' 'x')*", "x, x", false),
    ///     ("sum ::= sum '+' sum | 'x'", "x + x + x", true),
    /// ] {
    ///     let grammar = ebnf::read(grammar)?;
    ///     let tables = compile(&Productions::of_ebnf(&grammar))?.tables;
    ///     assert_eq!(tables.read_document(text, &mut ()), Ok(is_ambiguous));
    /// }
    /// # Ok::<(), turtle_peg_specification::compile::CompileError>(())
    /// ```
    pub fn read_document<S: TreeSink>(
        &self,
        text: &str,
        sink: &mut S,
    ) -> Result<bool, EarleyRefusal> {
        match self.are_deterministic() {
            true => Ok(Machine::new(self)
                .read_document(text, sink)
                .map(|()| false)?),
            false => earley::read_document(self, text, sink),
        }
    }

    /// Reads what is wanted, as [`Machine::read`] does; of a grammar that is not [deterministic](Self::are_deterministic), which
    /// has no graphs or parts, a statement.
    ///
    /// # Errors
    ///
    /// The text does not begin with it, or is given up.
    ///
    /// ```
    /// # use notation as turtle_peg_notation;
    /// use turtle_peg_notation::ebnf;
    /// use turtle_peg_specification::compile::{Productions, compile};
    /// use turtle_peg_specification::{Reply, Request, Scope};
    ///
    /// let grammar = ebnf::read("doc ::= list*\nlist ::= '(' NAME* ')'\nNAME ::= [a-z]+")?;
    /// let tables = compile(&Productions::of_ebnf(&grammar))?.tables;
    /// let found = tables.read(Request::Statement(Scope::Outside), "(a b) ()", true, &mut ());
    /// assert_eq!(found, Ok(Reply::Statement { consumed: 5 }));
    /// # Ok::<(), turtle_peg_specification::compile::CompileError>(())
    /// ```
    pub fn read<S: TreeSink>(
        &self,
        wanted: Request<'_>,
        text: &str,
        is_whole: bool,
        sink: &mut S,
    ) -> Result<Reply, EarleyRefusal> {
        match self.are_deterministic() {
            true => Ok(Machine::new(self).read(wanted, text, is_whole, sink)?),
            false => earley::read_statement(self, text, is_whole, sink),
        }
    }
}
