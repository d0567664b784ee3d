//! Trees as they are printed: as lines for people, or as JSON.
//!
//! Invariant: a tree is written as it is walked, and no line is longer than what it says: so neither memory nor what is printed is
//! more than some times the tree, however deep it is.

use crate::arguments::Format;
use crate::json;
use crate::output::{Failed, Output};
use std::io::Write;
use std::ops::Range;

/// Up to how many levels a line is indented by its level. Below, it is indented as much, and says which level it is of.
pub const INDENTED: usize = 50;

/// A node of a tree.
pub struct Printed<'n> {
    /// How many nodes it is in.
    pub depth: usize,
    pub production: &'n str,
    /// The bytes of the document that it matched.
    pub bytes: Range<u64>,
    /// The text of a leaf.
    pub text: Option<&'n str>,
}

/// Prints the trees of a document, node by node in document order.
pub struct Printer<'o> {
    output: &'o mut Output,
    format: Format,
    /// How many nodes have begun and not ended; counted for JSON.
    open: usize,
    before: Before,
}

/// The JSON before the next node.
#[derive(Clone, Copy)]
enum Before {
    Nothing,
    /// The beginning of the node that it is in.
    Parent,
    /// The end of a node.
    Node,
}

impl<'o> Printer<'o> {
    pub fn new(output: &'o mut Output, format: Format) -> Self {
        Self {
            output,
            format,
            open: 0,
            before: Before::Nothing,
        }
    }

    pub fn node(&mut self, node: &Printed<'_>) -> anyhow::Result<()> {
        match self.format {
            Format::Text => self.line(node)?,
            Format::Json => self.object(node)?,
        }
        Ok(self.output.commit_much()?)
    }

    fn line(&mut self, node: &Printed<'_>) -> anyhow::Result<()> {
        let Printed {
            depth,
            production,
            bytes,
            text,
        } = node;
        let buffer = self.output.buffer();
        write!(buffer, "{:1$}", "", 2 * depth.min(&INDENTED))?;
        if *depth > INDENTED {
            write!(buffer, "({depth}) ")?;
        }
        write!(buffer, "{production} {bytes:?}")?;
        if let Some(text) = text {
            write!(buffer, " {text:?}")?;
        }
        buffer.push(b'\n');
        Ok(())
    }

    fn object(&mut self, node: &Printed<'_>) -> anyhow::Result<()> {
        self.close(node.depth);
        let separator = match (node.depth, self.before) {
            (0, Before::Nothing) => "[\n",
            (0, _) => ",\n",
            (_, Before::Node) => ",",
            _ => "",
        };
        let buffer = self.output.buffer();
        buffer.extend_from_slice(separator.as_bytes());
        buffer.extend_from_slice(br#"{"production":"#);
        buffer.extend_from_slice(json::line(&node.production.into()).as_bytes());
        let Range { start, end } = node.bytes;
        write!(buffer, r#","start":{start},"end":{end}"#)?;
        match node.text {
            Some(text) => {
                buffer.extend_from_slice(br#","text":"#);
                buffer.extend_from_slice(json::line(&text.into()).as_bytes());
                buffer.push(b'}');
                self.before = Before::Node;
            }
            None => {
                buffer.extend_from_slice(br#","children":["#);
                self.open += 1;
                self.before = Before::Parent;
            }
        }
        Ok(())
    }

    /// Ends nodes until at most this number is open.
    fn close(&mut self, depth: usize) {
        while self.open > depth {
            self.output.buffer().extend_from_slice(b"]}");
            self.open -= 1;
            self.before = Before::Node;
        }
    }

    /// Ends a tree, and shows it to a person who watches.
    pub fn end_tree(&mut self) -> Result<(), Failed> {
        self.close(0);
        self.output.commit()
    }

    /// Writes the text printed so far.
    pub fn flush(&mut self) -> Result<(), Failed> {
        self.output.flush()
    }

    /// Ends the document.
    pub fn end(self) -> Result<(), Failed> {
        match (self.format, self.before) {
            (Format::Text, _) => {}
            (Format::Json, Before::Nothing) => self.output.print("[]\n")?,
            (Format::Json, _) => self.output.print("\n]\n")?,
        }
        self.output.flush()
    }
}
