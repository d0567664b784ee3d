//! The state at a checkpoint, as the beginning of a document.
//!
//! Invariant: the text after the checkpoint means behind it what it means in its document, but for the numbers of generated labels.

use super::escape::write_turtle_string;
use super::terms::{base_directive, prefix_directive, reference_between_signs};
use crate::Checkpoint;
use oxrdf::GraphName;
use std::io::{self, Write};

impl Checkpoint {
    /// Writes what holds there as the beginning of a document of Turtle or TriG, for the text after it: version, base IRI, prefixes,
    /// and the graph that is open. Returns `false`, and writes nothing, if a graph is open that no text can name: its name is at
    /// fault, or is a blank node that was generated.
    ///
    /// A document can be cut so into documents of their own; [`generated_labels`](Self::generated_labels) has to be told to their
    /// parsers apart.
    ///
    /// ```
    /// use turtle_peg::{Dialect, Parser};
    ///
    /// let text = "PREFIX : <x:> :g { :s :p 1 . :s :p 2 . }";
    /// let mut document = Parser::new(Dialect::TriG12).parse_str(text).until(20);
    /// document.check()?;
    /// let checkpoint = document.checkpoint().unwrap();
    /// let mut part = Vec::new();
    /// assert!(checkpoint.write_front(&mut part)?);
    /// part.extend_from_slice(&text.as_bytes()[checkpoint.position().byte as usize..]);
    /// assert_eq!(String::from_utf8(part)?, "@prefix : <x:> .\n<x:g> {\n :s :p 2 . }");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The output's.
    pub fn write_front(&self, output: &mut impl Write) -> io::Result<bool> {
        let Some(graph) = self.graph_begin()? else {
            return Ok(false);
        };
        if let Some(version) = &self.state.version {
            write!(output, "@version \"")?;
            write_turtle_string(version, output)?;
            writeln!(output, "\" .")?;
        }
        let mut directive = |text: Vec<u8>| output.write_all(&[text.as_slice(), b"\n"].concat());
        if let Some(base) = &self.state.base {
            directive(base_directive(base.as_str())?)?;
        }
        for (prefix, namespace) in self.prefixes() {
            directive(prefix_directive(prefix, namespace)?)?;
        }
        output.write_all(&graph)?;
        Ok(true)
    }

    /// The line that opens its graph again, which is empty outside of graphs; `None` if no text can name the graph.
    fn graph_begin(&self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        if !self.is_in_graph() {
            return Ok(Some(line));
        }
        match &self.graph {
            Some(GraphName::DefaultGraph) => {}
            Some(GraphName::NamedNode(name)) => {
                reference_between_signs(name.as_str(), &mut line)?;
                line.push(b' ');
            }
            Some(GraphName::BlankNode(node)) => match self.state.labels.written(node.as_str()) {
                Some(label) => write!(line, "_:{label} ")?,
                None => return Ok(None),
            },
            None => return Ok(None),
        }
        line.extend_from_slice(b"{\n");
        Ok(Some(line))
    }
}
