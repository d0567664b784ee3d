//! Makes the JavaScript and the types around a compiled module: `bindgen MODULE.wasm FOLDER NAME`.
//!
//! It is what `wasm-bindgen --target web` does, whose program cannot be built from its own list of versions; and the module's functions
//! come in an order that makes it smaller to load.

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
    Ok(())
}
