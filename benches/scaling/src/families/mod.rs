//! Families of texts that are made to be hard, of any size.

mod commands;
mod documents;
mod grammars;
mod graphs;

use std::hint::black_box;

/// How many sizes of each there are, each twice the one before.
pub const SIZES: usize = 4;

/// Instructions at each size.
pub type Counts = [u64; SIZES];

/// Makes a text of about this many bytes.
type Make = dyn Fn(usize) -> Vec<u8>;

/// Reads a text. The result depends on the whole text, so that nothing is optimized away.
type Read = dyn Fn(&[u8]) -> usize;

/// Texts of one kind, of any size.
pub struct Family {
    pub name: String,
    /// How many bytes the smallest has, about.
    smallest: usize,
    make: Box<Make>,
    read: Box<Read>,
    pub allowed: Option<Allowed>,
}

/// How fast instructions may grow, if faster than the text, and why.
pub struct Allowed {
    pub exponent: f64,
    pub reason: &'static str,
}

pub fn families() -> Vec<Family> {
    let mut all = documents::families();
    all.extend(grammars::families());
    all.extend(graphs::families());
    all
}

impl Family {
    fn new(
        name: impl Into<String>,
        smallest: usize,
        make: impl Fn(usize) -> String + 'static,
        read: impl Fn(&[u8]) -> usize + 'static,
    ) -> Self {
        Self::of_bytes(name, smallest, move |bytes| make(bytes).into_bytes(), read)
    }

    fn of_bytes(
        name: impl Into<String>,
        smallest: usize,
        make: impl Fn(usize) -> Vec<u8> + 'static,
        read: impl Fn(&[u8]) -> usize + 'static,
    ) -> Self {
        Self {
            name: name.into(),
            smallest,
            make: Box::new(make),
            read: Box::new(read),
            allowed: None,
        }
    }

    /// It may grow with this power of the size, for this reason.
    fn may(mut self, exponent: f64, reason: &'static str) -> Self {
        self.allowed = Some(Allowed { exponent, reason });
        self
    }

    /// Makes the text of a size, and reads it, which is counted.
    pub fn run(&self, size: usize) {
        let made = self.make(size);
        instructions::measured(|| (self.read)(black_box(&made)));
    }

    /// The length of the text of a size.
    pub fn bytes(&self, size: usize) -> usize {
        self.make(size).len()
    }

    fn make(&self, size: usize) -> Vec<u8> {
        (self.make)(self.smallest << size)
    }
}

/// About this many bytes of a unit, repeated.
fn fill(unit: &str, bytes: usize) -> String {
    unit.repeat(bytes.div_ceil(unit.len()))
}

/// About this many bytes of a unit, repeated, with a number of its own for `#`.
fn numbered(unit: &str, bytes: usize) -> String {
    let mut text = String::new();
    let mut number = 0;
    while text.len() < bytes {
        text += &unit.replace('#', &format!("{number:06}"));
        number += 1;
    }
    text
}

/// About this many bytes of brackets that nest.
fn nested(open: &str, inner: &str, close: &str, bytes: usize) -> String {
    let levels = bytes / (open.len() + close.len());
    [&open.repeat(levels), inner, &close.repeat(levels)].concat()
}
