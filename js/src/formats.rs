//! The names of formats, as users of JavaScript know them.

use turtle_peg::Dialect;
use wasm_bindgen::JsError;

/// The dialect that a name means: one of the project's own (`turtle-1.1`, `nt`), a media type with or without parameters, or a name as
/// N3.js has them (`N-Triples`, `TriG*`).
pub fn dialect(name: &str) -> Result<Dialect, JsError> {
    if let Some(dialect) = Dialect::from_media_type(name) {
        return Ok(dialect);
    }
    let bare = name.split(';').next().unwrap_or_default().trim();
    let bare = bare.trim_end_matches('*').to_ascii_lowercase();
    let short = match bare.as_str() {
        "" | "application/x-trig" => "trig",
        "application/turtle" | "application/x-turtle" => "turtle",
        "text/plain" => "n-triples",
        "text/x-nquads" => "n-quads",
        other => other,
    };
    short
        .parse()
        .map_err(|_| JsError::new(&format!("the format `{name}` is not known")))
}
