//! Functions in an order in which they compress well.
//!
//! Programs that compress for the network look for repetitions in the 32 KiB before. So each function comes soon after those that are
//! like it, such as the same generic function for other types. Nothing depends on the order: calls have the numbers of functions, which are
//! made anew.
//!
//! Invariant: the module has the same functions, each once, and every number of a function means the one that it meant.

use std::cmp::Reverse;
use std::collections::{HashMap, VecDeque};
use wasm_encoder::reencode::{Error, Reencode, utils};
use wasm_encoder::{CodeSection, FunctionSection, Module};
use wasmparser::{CodeSectionReader, FunctionSectionReader, Parser, Payload, TypeRef};

type Result<T> = std::result::Result<T, Error>;

/// How far back a repetition is found.
const WINDOW: usize = 32 << 10;

/// How many bytes a repetition has at least that makes functions alike.
const RUN: usize = 6;

/// Of so many runs, one is looked at.
const SAMPLE: u64 = 4;

/// A run that more functions have than these says nothing of any.
const COMMON: usize = 60;

/// What is added to the number of a function's runs before functions are compared: of short ones, a few runs say little.
const SHORT: usize = 12;

/// The module with its functions in another order.
pub fn reordered(module: &[u8]) -> Result<Vec<u8>> {
    let mut imported = 0;
    let mut bodies = Vec::new();
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    imported += u32::from(matches!(import?.ty, TypeRef::Func(_)));
                }
            }
            Payload::CodeSectionEntry(body) => bodies.push(body.as_bytes()),
            _ => {}
        }
    }
    let mut reordering = Reordering::new(imported, order(&bodies));
    let mut reordered = Module::new();
    reordering.parse_core_module(&mut reordered, Parser::new(0), module)?;
    Ok(reordered.finish())
}

/// The numbers of functions, each after those that are like it: always the one that has most in common with the window.
fn order(bodies: &[&[u8]]) -> Vec<usize> {
    let mut likeness = Likeness::new(bodies);
    let mut left: Vec<usize> = (0..bodies.len()).collect();
    let mut order = Vec::new();
    let mut window = VecDeque::new();
    let mut bytes_in_window = 0;
    while let Some(place) = (0..left.len()).max_by_key(|&place| {
        let number = left[place];
        (likeness.of(number), bodies[number].len(), Reverse(number))
    }) {
        let next = left.swap_remove(place);
        order.push(next);
        likeness.enter(next);
        window.push_back(next);
        bytes_in_window += bodies[next].len();
        while bytes_in_window > WINDOW
            && window.len() > 1
            && let Some(first) = window.pop_front()
        {
            likeness.leave(first);
            bytes_in_window -= bodies[first].len();
        }
    }
    order
}

/// What functions have in common with those of the window.
struct Likeness {
    /// The runs of each function.
    runs: Vec<Vec<u64>>,
    /// The functions that have a run.
    having: HashMap<u64, Vec<usize>>,
    /// How many functions of the window have a run.
    in_window: HashMap<u64, usize>,
    /// How many runs of each function the window has.
    common: Vec<usize>,
}

impl Likeness {
    fn new(bodies: &[&[u8]]) -> Self {
        let runs: Vec<Vec<u64>> = bodies.iter().map(|body| runs(body)).collect();
        let mut having: HashMap<u64, Vec<usize>> = HashMap::new();
        for (number, runs) in runs.iter().enumerate() {
            for run in runs {
                having.entry(*run).or_default().push(number);
            }
        }
        having.retain(|_, functions| functions.len() <= COMMON);
        Self {
            common: vec![0; runs.len()],
            in_window: HashMap::new(),
            runs,
            having,
        }
    }

    /// How much of a function the window has, in millionths.
    fn of(&self, number: usize) -> usize {
        self.common[number] * 1_000_000 / (self.runs[number].len() + SHORT)
    }

    /// A function comes into the window.
    fn enter(&mut self, number: usize) {
        for run in &self.runs[number] {
            let times = self.in_window.entry(*run).or_default();
            *times += 1;
            if *times == 1 {
                for &other in self.having.get(run).into_iter().flatten() {
                    self.common[other] += 1;
                }
            }
        }
    }

    /// A function falls out of the window.
    fn leave(&mut self, number: usize) {
        for run in &self.runs[number] {
            let times = self.in_window.entry(*run).or_default();
            *times -= 1;
            if *times == 0 {
                for &other in self.having.get(run).into_iter().flatten() {
                    self.common[other] -= 1;
                }
            }
        }
    }
}

/// Runs of bytes of a function, each once, as numbers.
fn runs(body: &[u8]) -> Vec<u64> {
    let numbers = body.windows(RUN).map(|run| {
        let number = run
            .iter()
            .fold(0, |number, byte| number << 8 | u64::from(*byte));
        number.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    });
    let mut runs: Vec<u64> = numbers
        .filter(|number| (number >> 32) % SAMPLE == 0)
        .collect();
    runs.sort_unstable();
    runs.dedup();
    runs
}

struct Reordering {
    /// How many functions are imported: these have the first numbers, and keep them.
    imported: u32,
    /// The functions of the module, by their old numbers, in their new order.
    order: Vec<usize>,
    /// Where each comes, by its old number.
    places: Vec<u32>,
}

impl Reordering {
    fn new(imported: u32, order: Vec<usize>) -> Self {
        let mut places = vec![0; order.len()];
        for (place, number) in (0..).zip(&order) {
            places[*number] = place;
        }
        Self {
            imported,
            order,
            places,
        }
    }
}

impl Reencode for Reordering {
    type Error = std::convert::Infallible;

    fn function_index(&mut self, number: u32) -> Result<u32> {
        Ok(match number.checked_sub(self.imported) {
            Some(own) => self.imported + self.places[own as usize],
            None => number,
        })
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        section: FunctionSectionReader<'_>,
    ) -> Result<()> {
        let types = section
            .into_iter()
            .collect::<wasmparser::Result<Vec<u32>>>()?;
        for number in &self.order {
            functions.function(types[*number]);
        }
        Ok(())
    }

    fn parse_code_section(
        &mut self,
        code: &mut CodeSection,
        section: CodeSectionReader<'_>,
    ) -> Result<()> {
        let bodies = section
            .into_iter()
            .collect::<wasmparser::Result<Vec<_>>>()?;
        for number in self.order.clone() {
            utils::parse_function_body(self, code, bodies[number].clone())?;
        }
        Ok(())
    }
}
