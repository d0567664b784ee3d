//! Makes the JavaScript and the types around a compiled module: `bindgen MODULE.wasm FOLDER NAME`.
//!
//! It is what `wasm-bindgen --target web` does, whose program cannot be built from its own list of versions; and the module's functions
//! come in an order that makes it smaller to load, and long strings are handed over faster.

mod order;

use std::env::args;
use std::fs;
use std::path::Path;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = args().skip(1).collect();
    let [module, folder, name] = arguments.as_slice() else {
        return Err("usage: bindgen MODULE.wasm FOLDER NAME".into());
    };
    // After a panic the module is made anew.
    Bindgen::new()
        .input_path(module)
        .out_name(name)
        .web(true)?
        .typescript(true)
        .omit_default_module_path(false)
        .reset_state_function(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(folder)?;
    let made = Path::new(folder).join(format!("{name}_bg.wasm"));
    fs::write(&made, order::reordered(&fs::read(&made)?)?)?;
    let script = Path::new(folder).join(format!("{name}.js"));
    fs::write(
        &script,
        with_encoded_strings(&fs::read_to_string(&script)?)?,
    )?;
    Ok(())
}

/// The JavaScript, but that only the beginning of a string is copied character by character, as all of it would be up to the first
/// that is not ASCII. The browser's encoder takes the rest: of a long string, in a tenth of the time.
fn with_encoded_strings(script: &str) -> Result<String, &'static str> {
    const ALL: &str = "for (; offset < len; offset++) {";
    match script.matches(ALL).count() {
        1 => Ok(script.replace(ALL, "for (; offset < Math.min(len, 256); offset++) {")),
        _ => Err("wasm-bindgen hands strings over in another way than before"),
    }
}
