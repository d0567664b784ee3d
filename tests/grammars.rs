//! The grammars are what they say: the specifications' productions, word for word, and declared departures.
#![cfg(feature = "inspect")]

use anyhow::Context;
use pretty_assertions::assert_eq;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use turtle_peg::inspect::{Grammar, check, ebnf, import, peg};
use turtle_peg::{Dialect, Production};

/// DESIGN: the closed list of kinds of departure; grammar/README.md says what each allows.
const KINDS: &[&str] = &[
    "order", "repeat", "guard", "loop", "entry", "trivia", "class", "erratum",
];

/// Where the specifications' EBNF is, if it is there: beside the project, or where `SPECIFICATIONS` says.
fn specifications() -> Option<PathBuf> {
    let given = std::env::var_os("SPECIFICATIONS").map(PathBuf::from);
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/spec");
    let found = given.into_iter().chain([beside]).find(|path| path.is_dir());
    if found.is_none() {
        eprintln!("the specifications' EBNF was not found; set SPECIFICATIONS to compare with it");
    }
    found
}

/// Each production of an EBNF text on one line, without white space and comments.
fn productions(ebnf: &str) -> Vec<String> {
    let mut productions: Vec<String> = Vec::new();
    for line in ebnf.lines() {
        let is_heading = line.starts_with("@terminals")
            || line.starts_with("Productions for")
            || line.starts_with("Turtle - ");
        if line.contains("::=") {
            productions.push(line.to_owned());
        } else if let (Some(last), false) = (productions.last_mut(), is_heading) {
            last.push_str(line);
        }
    }
    productions.iter().map(|text| squeezed(text)).collect()
}

fn squeezed(text: &str) -> String {
    let mut text = text.to_owned();
    while let Some(start) = text.find("/*") {
        let end = text[start..]
            .find("*/")
            .map_or(text.len(), |end| start + end + 2);
        text.replace_range(start..end, "");
    }
    text.retain(|c| !c.is_whitespace());
    text
}

#[test]
fn the_productions_are_the_specifications_in_their_order() -> anyhow::Result<()> {
    let Some(folder) = specifications() else {
        return Ok(());
    };
    for dialect in Dialect::all() {
        let path = folder.join(format!("{dialect}.ebnf"));
        let ebnf = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        let mirrored: Vec<String> = dialect
            .grammar()
            .lines()
            .filter_map(|line| line.strip_prefix("/// "))
            .map(squeezed)
            .collect();
        assert_eq!(mirrored, productions(&ebnf), "{dialect}");
    }
    Ok(())
}

/// A rule of a grammar, with what stands directly above it.
struct Rule<'g> {
    name: &'g str,
    production: Option<&'g str>,
    comments: Vec<&'g str>,
}

fn rules(grammar: &str) -> Vec<Rule<'_>> {
    let mut rules = Vec::new();
    let (mut production, mut comments) = (None, Vec::new());
    for line in grammar.lines() {
        if let Some(ebnf) = line.strip_prefix("/// ") {
            production = Some(ebnf);
        } else if let Some(comment) = line.strip_prefix("// ") {
            comments.push(comment);
        } else if let Some((name, _)) = line.split_once(" = ").filter(|_| !line.starts_with(' ')) {
            rules.push(Rule {
                name,
                production: production.take(),
                comments: std::mem::take(&mut comments),
            });
        } else if line.is_empty() {
            comments.clear();
        }
    }
    rules
}

#[test]
fn each_rule_stands_under_its_production_or_declares_why_it_is_there() {
    for dialect in Dialect::all() {
        for rule in rules(dialect.grammar()) {
            for comment in &rule.comments {
                let kind = comment.split_once(": ").map(|(kind, _)| kind);
                assert!(
                    kind.is_some_and(|kind| KINDS.contains(&kind)),
                    "{dialect} {}: {comment:?} is no departure of a known kind",
                    rule.name
                );
            }
            let Some(production) = rule.production else {
                assert!(!rule.comments.is_empty(), "{dialect} {}", rule.name);
                assert_eq!(
                    Production::from_name(rule.name),
                    None,
                    "{dialect} {}",
                    rule.name
                );
                continue;
            };
            let (left, _) = production.split_once(" ::= ").unwrap();
            let left = left.split_once("] ").map_or(left, |(_, name)| name);
            let name = left.trim_matches(['<', '>']).replace(' ', "_");
            assert_eq!(rule.name, name, "{dialect}: {production}");
            assert!(
                Production::from_name(rule.name).is_some(),
                "{dialect} {name}"
            );
        }
    }
}

#[test]
fn every_production_is_one_of_a_grammar() {
    let named: BTreeSet<&str> = Dialect::all()
        .flat_map(|dialect| rules(dialect.grammar()))
        .map(|rule| rule.name)
        .collect();
    for production in Production::ALL {
        assert!(named.contains(production.name()), "{production}");
    }
}

/// Every production, what it says and whether it is a terminal, is there again in what is printed.
fn assert_prints_back(grammar: &Grammar) -> anyhow::Result<()> {
    let printed = ebnf::print(grammar);
    assert_eq!(&ebnf::read(&printed)?, grammar, "{printed}");
    Ok(())
}

#[test]
fn every_specification_reads_and_prints_back() -> anyhow::Result<()> {
    let Some(folder) = specifications() else {
        return Ok(());
    };
    for dialect in Dialect::all() {
        let path = folder.join(format!("{dialect}.ebnf"));
        let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        let grammar = ebnf::read(&text).with_context(|| path.display().to_string())?;
        assert_eq!(
            grammar.rules.len(),
            text.matches("::=").count(),
            "{dialect}"
        );
        assert_prints_back(&grammar)?;
    }
    Ok(())
}

#[test]
fn every_grammar_reads_and_prints_back() -> anyhow::Result<()> {
    for dialect in Dialect::all() {
        let file = peg::read(dialect.grammar()).with_context(|| dialect.to_string())?;
        let printed = peg::print(&file.written);
        assert_eq!(peg::read(&printed)?.written, file.written, "{dialect}");
        let specified = file.specified().with_context(|| dialect.to_string())?;
        assert_eq!(
            ebnf::read(&ebnf::print(&specified))?.rules.len(),
            specified.rules.len()
        );
    }
    Ok(())
}

#[test]
fn every_grammar_mirrors_its_specification() -> anyhow::Result<()> {
    let folder = specifications();
    let mut said = String::new();
    let start = std::time::Instant::now();
    for dialect in Dialect::all() {
        let file = peg::read(dialect.grammar())?;
        let published = match &folder {
            Some(folder) => {
                let path = folder.join(format!("{dialect}.ebnf"));
                Some(ebnf::read(&std::fs::read_to_string(path)?)?)
            }
            None => None,
        };
        for finding in check(&file, published.as_ref())?.findings {
            said += &format!("{dialect}: {finding}\n");
        }
        eprintln!("{dialect} {:?}", start.elapsed());
    }
    assert_eq!(said, "");
    Ok(())
}

/// What an editor who starts from a specification's text gets: nothing is left to be looked at but what prose decides.
#[test]
fn an_imported_specification_mirrors_it() -> anyhow::Result<()> {
    let Some(folder) = specifications() else {
        return Ok(());
    };
    for name in ["turtle-1.1", "turtle-1.2", "n-triples-1.2"] {
        let text = std::fs::read_to_string(folder.join(format!("{name}.ebnf")))?;
        let published = ebnf::read(&text)?;
        let imported = import(&published).with_context(|| name.to_owned())?;
        let said: Vec<String> = imported.notes.iter().map(ToString::to_string).collect();
        assert_eq!(said.len(), 1, "{name}: {said:?}");
        assert!(
            said[0].starts_with("white space and comments"),
            "{}",
            said[0]
        );
        // The findings of the check would be notes.
        let file = peg::read(&imported.text)?;
        assert_eq!(
            file.specified()?.rules.len(),
            published.rules.len(),
            "{name}"
        );
        assert_has_the_rules_of(name, &file)?;
    }
    Ok(())
}

/// The rules that mirror no production, and the departures, are those of the grammar that was made by hand.
fn assert_has_the_rules_of(name: &str, imported: &peg::Literate) -> anyhow::Result<()> {
    let dialect: Dialect = name.parse()?;
    let by_hand = peg::read(dialect.grammar())?;
    let departures = |file: &peg::Literate| -> Vec<(String, Vec<peg::DepartureKind>)> {
        let rules = file.written.rules.iter().zip(&file.above);
        rules
            .map(|(rule, above)| {
                let kinds: BTreeSet<_> = above.departures.iter().map(|one| one.kind).collect();
                (rule.name.clone(), kinds.into_iter().collect())
            })
            .collect()
    };
    assert_eq!(departures(imported), departures(&by_hand), "{name}");
    Ok(())
}

/// What is in the way is told, with the production.
#[test]
fn what_cannot_be_ordered_is_said() -> anyhow::Result<()> {
    let text = "doc ::= number*\nnumber ::= INT | DEC\n@terminals\nINT ::= [0-9]+\nDEC ::= [0-9]+ ('.' [0-9]+)?";
    let imported = import(&ebnf::read(text)?)?;
    assert!(
        imported.text.contains("number = { DEC | INT }"),
        "{}",
        imported.text
    );
    let said: Vec<String> = imported.notes.iter().map(ToString::to_string).collect();
    let expected =
        "number: DEC has to come before INT, which then can never match; a guard may help";
    assert!(said.iter().any(|note| note == expected), "{said:?}");
    Ok(())
}
