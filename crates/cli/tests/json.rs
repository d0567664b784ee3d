//! OUTPUT.md names every key of the JSON that a page in `consoles/` and of `crates/lab/tests/consoles` shows: a key of an object in the
//! section on that object, a key within it anywhere; and every mistake.

use advice::Mistake;
use anyhow::{Context, Result};
use serde_json::{Deserializer, Value};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The sections on objects that have no `type`, by the command that prints them.
const SECTIONS: [(&str, &str); 4] = [
    ("turtle-peg diff", "## Differences"),
    ("turtle-peg stats", "## Statistics"),
    ("turtle-peg explain", "## Explanations"),
    ("turtle-lab check", "## Checks of grammars"),
];

#[test]
fn every_key_is_documented() -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let documentation = fs::read_to_string(root.join("OUTPUT.md"))?;
    let mut described = BTreeSet::new();
    let folders = ["crates/cli/tests/consoles", "crates/lab/tests/consoles"];
    let folders = folders.map(|folder| fs::read_dir(root.join(folder)));
    let [of_product, of_lab] = folders;
    for page in of_product?.chain(of_lab?) {
        let page = fs::read_to_string(page?.path())?;
        for command in page.split("\n$ ").skip(1) {
            let (command, printed) = command.split_once('\n').unwrap_or_default();
            let values = Deserializer::from_str(printed).into_iter::<Value>();
            for value in values.map_while(Result::ok) {
                let Some(heading) = heading(&value, command) else {
                    continue;
                };
                let mut keys = section(&documentation, &heading)?.to_owned();
                // A warning that is a fault let pass has its keys.
                if heading == "### `warning`" {
                    keys += section(&documentation, "### `fault`")?;
                }
                ensure_documented(&value, &keys, &documentation);
                described.insert(heading);
            }
        }
    }
    // The pages show all objects that OUTPUT.md describes.
    let headings = documentation
        .lines()
        .filter(|line| line.starts_with("### `"));
    let sections = SECTIONS.iter().map(|&(_, heading)| heading);
    let all: BTreeSet<_> = headings.chain(sections).map(str::to_owned).collect();
    assert_eq!(described, all);
    Ok(())
}

/// Each in a row, with what it is.
#[test]
fn every_mistake_is_documented() -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let documentation = fs::read_to_string(root.join("OUTPUT.md"))?;
    let mistakes = Mistake::all();
    let mut rows = String::from("\n| name | what it is |\n|---|---|\n");
    for mistake in &mistakes {
        let description = mistake.description().replace('|', "\\|");
        rows += &format!("| `{}` | {description} |\n", mistake.name());
    }
    let (_, table) = section(&documentation, "## Mistakes")?
        .split_once("\n\n")
        .context("a table of the mistakes is missing")?;
    assert_eq!(format!("\n{}\n", table.trim()), rows);
    let names: BTreeSet<_> = mistakes.iter().map(|mistake| mistake.name()).collect();
    assert_eq!(names.len(), mistakes.len());
    Ok(())
}

/// The heading of the section on the objects that a command prints.
fn heading(value: &Value, command: &str) -> Option<String> {
    if let Some(name) = value["type"].as_str() {
        return Some(format!("### `{name}`"));
    }
    let of_command = SECTIONS
        .iter()
        .find(|(prefix, _)| command.starts_with(prefix));
    of_command.map(|&(_, heading)| heading.to_owned())
}

fn section<'a>(documentation: &'a str, heading: &str) -> Result<&'a str> {
    let (_, rest) = documentation
        .split_once(&format!("\n{heading}\n"))
        .with_context(|| format!("OUTPUT.md has no `{heading}`"))?;
    let end = rest
        .find("\n## ")
        .into_iter()
        .chain(rest.find("\n### "))
        .min();
    Ok(&rest[..end.unwrap_or(rest.len())])
}

fn ensure_documented(value: &Value, section: &str, documentation: &str) {
    for one in value.as_array().into_iter().flatten() {
        ensure_documented(one, section, documentation);
    }
    for (key, within) in value.as_object().into_iter().flatten() {
        assert!(section.contains(&format!("`{key}`")), "{key} of {value}");
        ensure_documented(within, documentation, documentation);
    }
}
