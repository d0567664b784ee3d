//! Names on the command line: any text is accepted, and a shell completes the known names.
//!
//! Invariant: other names are accepted, since an edited grammar has names of its own. The grammar decides whether a
//! name exists; an error lists similar names.

use anyhow::anyhow;
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser, ValueParserFactory};
use std::ffi::OsStr;
use turtle_peg::Production;

/// Reads any text, and offers these names.
#[derive(Clone)]
pub struct Offering(pub fn() -> Vec<&'static str>);

impl TypedValueParser for Offering {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.0)().into_iter().map(PossibleValue::new)))
    }
}

/// The name of a production, not yet looked up in a grammar.
#[derive(Clone, Debug)]
pub struct ProductionName(String);

impl ValueParserFactory for ProductionName {
    type Parser = clap::builder::ValueParser;

    fn value_parser() -> Self::Parser {
        let names = || Production::ALL.iter().map(|one| one.name()).collect();
        Offering(names).map(Self).into()
    }
}

impl ProductionName {
    /// Finds the item with this name among `all`, which the command `lister` lists.
    ///
    /// # Errors
    ///
    /// No production has the name; the error tells the names that are like it.
    pub fn find<'a, T>(
        &self,
        grammar: &str,
        all: &'a [T],
        name: impl Fn(&T) -> &str,
        lister: &str,
    ) -> anyhow::Result<&'a T> {
        let found = all.iter().find(|candidate| name(candidate) == self.0);
        found.ok_or_else(|| {
            let names: Vec<&str> = all.iter().map(&name).collect();
            let advice = match similar(&self.0, &names).as_slice() {
                [] => format!("`{lister}` lists them"),
                similar => format!("similar names: {}", similar.join(", ")),
            };
            anyhow!("{grammar} has no production `{}`; {advice}", self.0)
        })
    }
}

/// The names that differ in case or in underscores only, or else those that begin alike or have it within.
pub fn similar<'n>(asked: &str, names: &[&'n str]) -> Vec<&'n str> {
    /// This many equal letters are not an accident.
    const ALIKE: usize = 3;
    let folded = |name: &str| name.replace('_', "").to_ascii_lowercase();
    let asked = folded(asked);
    let beginning: String = asked.chars().take(ALIKE).collect();
    let those = |is_similar: &dyn Fn(&str) -> bool| -> Vec<&'n str> {
        let names = names.iter().copied();
        names.filter(|name| is_similar(&folded(name))).collect()
    };
    let same = those(&|name| name == asked);
    if !same.is_empty() || beginning.len() < ALIKE {
        return same;
    }
    those(&|name| name.starts_with(&beginning) || name.contains(&asked))
}
