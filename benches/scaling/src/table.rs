//! The counts as a table.

use crate::families::{Allowed, Counts, Family, SIZES};

/// Growth by at most this power of the size needs no reason: a table that becomes large, or a search in a tree.
const LINEAR: f64 = 1.2;

pub struct Table<'f>(Vec<Row<'f>>);

struct Row<'f> {
    family: &'f Family,
    counts: Counts,
    exponent: f64,
}

impl<'f> Table<'f> {
    pub fn new(families: &'f [Family], counts: &[Counts]) -> Self {
        let rows = families.iter().zip(counts).map(|(family, &counts)| Row {
            family,
            counts,
            exponent: exponent(family, counts),
        });
        Self(rows.collect())
    }

    /// Whether everything grows as it may.
    pub fn is_fine(&self) -> bool {
        self.0.iter().all(Row::is_fine)
    }

    pub fn print(&self) {
        for row in &self.0 {
            println!(
                "{} {:<58} {:>5.2} {:>8.1} {}",
                if row.is_fine() { " " } else { "!" },
                row.family.name,
                row.exponent,
                row.a_byte(),
                row.reason(),
            );
        }
        let faults = self.0.iter().filter(|row| !row.is_fine()).count();
        println!(
            "{} families, {faults} grow faster than they may",
            self.0.len()
        );
    }

    pub fn print_markdown(&self) {
        println!("| family | bytes at most | instructions a byte | exponent | |");
        println!("|---|---|---|---|---|");
        for row in &self.0 {
            println!(
                "| {} | {} | {:.1} | {:.2} | {} |",
                row.family.name.replace('|', "\\|"),
                row.family.bytes(SIZES - 1),
                row.a_byte(),
                row.exponent,
                row.reason(),
            );
        }
    }
}

impl Row<'_> {
    fn is_fine(&self) -> bool {
        let most = self
            .family
            .allowed
            .as_ref()
            .map_or(LINEAR, |it| it.exponent);
        self.exponent <= most
    }

    /// At the largest size.
    fn a_byte(&self) -> f64 {
        self.counts[SIZES - 1] as f64 / self.family.bytes(SIZES - 1) as f64
    }

    fn reason(&self) -> &str {
        self.family
            .allowed
            .as_ref()
            .map_or("", |Allowed { reason, .. }| reason)
    }
}

/// The power of the size that the instructions grow with: the slope of the line through the logarithms that has the least squares.
fn exponent(family: &Family, counts: Counts) -> f64 {
    let points: Vec<_> = (0..SIZES)
        .map(|size| [family.bytes(size) as f64, counts[size] as f64].map(f64::ln))
        .collect();
    let mean = |axis: usize| points.iter().map(|point| point[axis]).sum::<f64>() / SIZES as f64;
    let (x, y) = (mean(0), mean(1));
    let product = |axis: usize| {
        let product = |point: &[f64; 2]| (point[0] - x) * (point[axis] - [x, y][axis]);
        points.iter().map(product).sum::<f64>()
    };
    product(1) / product(0)
}
