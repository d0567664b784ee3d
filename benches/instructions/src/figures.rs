//! The file of figures.

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/figures.toml");

const HEADER: &str = "\
# Instructions by callgrind, by way to read and workload; README.md says what each is.
# Written by `cargo run --profile dist -p instructions -- --write`.

";

/// The counts of each workload.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Figures {
    /// The toolchain and machine that counts depend on, besides the code.
    pub made_with: MadeWith,
    /// By way to read and workload.
    pub instructions: BTreeMap<String, BTreeMap<String, u64>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct MadeWith {
    /// As `rustc --version` has it.
    pub rustc: String,
    /// The architecture, and those of its extensions that libraries ask for when they run.
    pub processor: String,
}

impl Figures {
    pub fn read() -> Result<Self> {
        let text = fs::read_to_string(PATH).context(PATH)?;
        toml::from_str(&text).context(PATH)
    }

    pub fn write(&self) -> Result<()> {
        let text = toml::to_string(self)?;
        fs::write(PATH, [HEADER, &text].concat()).context(PATH)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The file exists, in the program's own form.
    #[test]
    fn the_file_is_as_it_is_written() -> Result<()> {
        let figures = Figures::read()?;
        let text = [HEADER, &toml::to_string(&figures)?].concat();
        assert_eq!(fs::read_to_string(PATH)?, text);
        Ok(())
    }
}
