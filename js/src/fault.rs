//! Errors in documents, as JavaScript gets them.

use turtle_peg::Error;
use wasm_bindgen::prelude::*;

/// A place at which a document does not conform. `lib/errors.ts` makes a `ParseError` of it.
#[wasm_bindgen(getter_with_clone)]
pub struct Fault {
    pub message: String,
    /// From 1.
    pub line: f64,
    /// From 1, in UTF-16 code units.
    pub column: f64,
    /// The bytes at fault.
    pub start: f64,
    pub end: f64,
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        let Some(fault) = error.as_syntax() else {
            // Bytes that are pushed come without failures.
            unreachable!("{error}");
        };
        Self {
            message: fault.message(),
            line: fault.position().line as f64,
            column: fault.position().utf16_column() as f64,
            start: fault.bytes().start as f64,
            end: fault.bytes().end as f64,
        }
    }
}
