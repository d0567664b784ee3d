//! Documents in other formats.

use crate::fault::Fault;
use crate::formats::dialect;
use turtle_peg::{Parser, WriteError, Writer};
use wasm_bindgen::prelude::*;

/// The document, in another format: with its prefixes and brackets, where the format has them.
#[wasm_bindgen]
pub fn convert(
    bytes: &[u8],
    from: &str,
    base: Option<String>,
    to: &str,
) -> Result<String, JsValue> {
    let mut parser = Parser::new(dialect(from)?).with_labels_as_written();
    if let Some(base) = base {
        parser = parser.with_base_iri(base).map_err(JsError::from)?;
    }
    let mut writer = Writer::new(dialect(to)?, Vec::new());
    match writer.write_document(&mut parser.parse_slice(bytes)) {
        Ok(()) => {}
        Err(WriteError::Document(error)) => return Err(Fault::from(error).into()),
        Err(error) => return Err(JsError::from(error).into()),
    }
    let written = writer.finish().map_err(JsError::from)?;
    Ok(String::from_utf8(written).map_err(JsError::from)?)
}
