//! The library's interface: what may be added to it later without breaking programs, and how its names are made.

use super::project;
use std::fs;
use std::path::Path;

/// The sources in a folder, with their paths.
pub fn sources(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push((
                path.display().to_string(),
                fs::read_to_string(&path).unwrap(),
            ));
        }
    }
}

fn library() -> Vec<(String, String)> {
    let mut found = Vec::new();
    sources(&project().join("src"), &mut found);
    assert!(found.len() > 100, "{} sources", found.len());
    found
}

/// The variants of public enums that have fields and can get no more.
fn closed_variants(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let (mut indent, mut is_open) = (None, false);
    for line in text.lines() {
        let item = line.trim_start();
        let depth = line.len() - item.len();
        match indent {
            None if item.starts_with("pub enum ") && item.ends_with('{') => indent = Some(depth),
            Some(begin) if depth == begin && item == "}" => indent = None,
            Some(begin) if depth == begin + 4 => match item {
                "#[non_exhaustive]" => is_open = true,
                _ if item.starts_with(char::is_uppercase) => {
                    if item.ends_with(" {") && !is_open {
                        found.push(item.trim_end_matches(" {"));
                    }
                    is_open = false;
                }
                _ => {}
            },
            _ => {}
        }
    }
    found
}

#[test]
fn variants_can_get_more_fields() {
    let closed: Vec<String> = library()
        .iter()
        .flat_map(|(path, text)| {
            closed_variants(text)
                .into_iter()
                .map(move |variant| format!("{path}: {variant}"))
        })
        .collect();
    assert!(
        closed.is_empty(),
        "without #[non_exhaustive]:\n{}",
        closed.join("\n")
    );
}

#[test]
fn a_variant_that_is_closed_is_found() {
    let text = "pub enum E {\n    A(u8),\n    /// B\n    B {\n        b: u8,\n    },\n    #[non_exhaustive]\n    C {\n        c: u8,\n    },\n}\n\
                enum P {\n    D {\n        d: u8,\n    },\n}\n";
    assert_eq!(closed_variants(text), ["B"]);
}

/// The name of a method that changes a setting and gives the rest back begins with `with_` or `without_`.
#[test]
fn settings_are_named_alike() {
    /// They set nothing that others could: the end of what is read, and a place further on.
    const OTHERS: [&str; 2] = ["until", "after"];
    let mut settings = 0;
    for (path, text) in library() {
        for line in text.lines().map(str::trim_start) {
            let Some(rest) = line.strip_prefix("pub fn ") else {
                continue;
            };
            let (name, _) = rest.split_once(['(', '<']).unwrap();
            let is_setting = rest.contains("(mut self") && rest.contains("-> Self");
            settings += usize::from(is_setting);
            assert!(
                !is_setting || OTHERS.contains(&name) || name.starts_with("with"),
                "{path}: {name}"
            );
        }
    }
    assert!(settings > 20, "{settings} settings");
}
