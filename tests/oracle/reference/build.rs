//! Writes one module for each torture grammar, with the parser that pest_derive makes of it.

use anyhow::{Context as _, Result};
use making::torture::torture_grammars;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() -> Result<()> {
    let mut source = String::new();
    let mut list = String::new();
    for (name, text) in torture_grammars(Path::new("../grammars"))? {
        writeln!(source, "mod {name} {{")?;
        writeln!(source, "    #[derive(pest_derive::Parser)]")?;
        writeln!(source, "    #[grammar_inline = {text:?}]")?;
        writeln!(source, "    pub struct Derived;")?;
        writeln!(source, "}}")?;
        // All the rules are only those of the grammar; each grammar uses `EOI` somewhere.
        writeln!(list, "        {name:?} => {{")?;
        writeln!(list, "            use {name}::{{Derived as Parser, Rule}};")?;
        writeln!(
            list,
            "            let all = [Rule::all_rules(), &[Rule::EOI]].concat();"
        )?;
        writeln!(
            list,
            "            Box::new(Derived::<Parser, Rule>::new(&all, names))"
        )?;
        writeln!(list, "        }}")?;
    }
    writeln!(
        source,
        "/// The parser that pest_derive makes of the torture grammar `name`."
    )?;
    writeln!(source, "///")?;
    writeln!(source, "/// # Panics")?;
    writeln!(source, "///")?;
    writeln!(source, "/// There is no such grammar.")?;
    writeln!(
        source,
        "pub fn derived(name: &str, names: &[&str]) -> Box<dyn Reference> {{"
    )?;
    writeln!(
        source,
        "    match name {{\n{list}        _ => panic!(\"no torture grammar {{name}}\"),\n    }}\n}}"
    )?;
    let folder = env::var_os("OUT_DIR").context("OUT_DIR")?;
    fs::write(Path::new(&folder).join("derived.rs"), source)?;
    Ok(())
}
