//! Dialects and their productions as plain objects, as `lib/tools.ts` describes them.

use serde::Serialize;
use turtle_peg::{Dialect, Production};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DialectFacts {
    name: &'static str,
    title: &'static str,
    specification: &'static str,
    url: &'static str,
    media_type: &'static str,
    extension: &'static str,
}

impl DialectFacts {
    pub fn all() -> Vec<Self> {
        let facts = |dialect: Dialect| Self {
            name: dialect.name(),
            title: dialect.title(),
            specification: dialect.specification(),
            url: dialect.specification_url(),
            media_type: dialect.media_type(),
            extension: dialect.extension(),
        };
        Dialect::all().map(facts).collect()
    }
}

/// A production, and the rule that mirrors it.
#[derive(Serialize)]
pub struct ProductionFacts {
    pub name: &'static str,
    number: Option<&'static str>,
    ebnf: String,
    rule: String,
    departures: Vec<&'static str>,
}

impl ProductionFacts {
    /// The productions of a dialect, in the specification's order. In its grammar each is a block of lines: the production, the
    /// declared departures, the rule.
    pub fn all(dialect: Dialect) -> Vec<Self> {
        let blocks = dialect.grammar().split("\n\n");
        blocks
            .filter_map(|block| Self::of_block(dialect, block))
            .collect()
    }

    fn of_block(dialect: Dialect, block: &'static str) -> Option<Self> {
        let production = |line: &&'static str| line.starts_with("/// ");
        let departure = |line: &&'static str| line.starts_with("// ");
        let lines: Vec<_> = block.lines().collect();
        let ebnf = lines.iter().filter(|line| production(line));
        let ebnf: Vec<_> = ebnf.map(|line| &line["/// ".len()..]).collect();
        let rule = lines.iter().filter(|line| !line.starts_with("//"));
        let rule: Vec<_> = rule.copied().collect();
        let departures = lines.iter().filter(|line| departure(line));
        if ebnf.is_empty() {
            return None;
        }
        let name = rule.first()?.split_once(' ')?.0;
        Some(Self {
            name,
            number: Production::from_name(name).and_then(|it| dialect.production_number(it)),
            ebnf: ebnf.join("\n"),
            rule: rule.join("\n"),
            departures: departures.map(|line| &line["// ".len()..]).collect(),
        })
    }
}
