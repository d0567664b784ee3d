//! What is read: families of texts that are made to be hard, of any size.

mod documents;
mod faults;
mod grammars;
mod graphs;

/// How many sizes of each there are, each twice the one before.
pub const SIZES: usize = 4;

/// Makes a text of so many bytes, about.
type Make = dyn Fn(usize) -> Vec<u8>;

/// Reads a text. What it returns depends on all of it, so that nothing is left out.
type Read = dyn Fn(&[u8]) -> usize;

/// Texts of one kind, of any size.
pub struct Family {
    pub name: &'static str,
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
    all.extend(faults::families());
    all.extend(grammars::families());
    all.extend(graphs::families());
    all
}

impl Family {
    fn new(
        name: &'static str,
        smallest: usize,
        make: impl Fn(usize) -> String + 'static,
        read: impl Fn(&[u8]) -> usize + 'static,
    ) -> Self {
        Self::of_bytes(name, smallest, move |bytes| make(bytes).into_bytes(), read)
    }

    fn of_bytes(
        name: &'static str,
        smallest: usize,
        make: impl Fn(usize) -> Vec<u8> + 'static,
        read: impl Fn(&[u8]) -> usize + 'static,
    ) -> Self {
        Self {
            name,
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

    pub fn make(&self, size: usize) -> Vec<u8> {
        (self.make)(self.smallest << size)
    }

    pub fn bytes(&self, size: usize) -> usize {
        self.make(size).len()
    }

    pub fn read(&self, made: &[u8]) -> usize {
        (self.read)(made)
    }
}

/// So many bytes, about, of this again and again.
fn fill(unit: &str, bytes: usize) -> String {
    unit.repeat(bytes.div_ceil(unit.len()))
}

/// So many bytes, about, of this, each with its number for `#`.
fn numbered(unit: &str, bytes: usize) -> String {
    let mut text = String::new();
    let mut number = 0;
    while text.len() < bytes {
        text += &unit.replace('#', &format!("{number:06}"));
        number += 1;
    }
    text
}

/// So many bytes, about, of what nests.
fn nested(open: &str, inner: &str, close: &str, bytes: usize) -> String {
    let levels = bytes / (open.len() + close.len());
    [&open.repeat(levels), inner, &close.repeat(levels)].concat()
}
