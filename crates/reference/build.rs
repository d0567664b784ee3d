//! Writes a module for each file in `grammar/` whose family of dialects is compiled in; pest derives a parser in it.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=grammar");
    let mut modules = String::new();
    for entry in fs::read_dir("grammar").expect("the folder of the grammars") {
        let file = entry.expect("an entry of the folder").file_name();
        let file = file.to_str().expect("a name in ASCII");
        if let Some(name) = file
            .strip_suffix(".pest")
            .filter(|name| is_compiled_in(name))
        {
            let module = name.replace(['-', '.'], "_");
            write!(
                modules,
                "#[doc = \"The parser of `{file}`.\"]
                #[allow(missing_docs, reason = \"pest documents no part of what it derives\")]
                pub mod {module} {{
                    /// A parser that pest derives: [`pest::Parser`] for the grammar's rules.
                    #[derive(Clone, Copy, Debug, pest_derive::Parser)]
                    #[grammar = \"grammar/{file}\"]
                    pub struct Derived;
                }}"
            )
            .expect("a text takes what is written");
        }
    }
    let output = env::var_os("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&output).join("derived.rs"), modules).expect("OUT_DIR can be written");
}

/// Whether the feature of its family is on, which is how the dialect's name begins: `n-quads` of `n-quads-1.2`.
fn is_compiled_in(dialect: &str) -> bool {
    let ends = dialect.match_indices('-').map(|(end, _)| end);
    let mut beginnings = ends.map(|end| dialect[..end].replace('-', "_").to_uppercase());
    beginnings.any(|family| env::var_os(format!("CARGO_FEATURE_{family}")).is_some())
}
