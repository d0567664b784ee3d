//! `turtle-peg grammar report`: the pages, as files and as a browser shows them.
//!
//! The site of all dialects is made once, for all tests.

#![cfg(feature = "cli")]

use anyhow::{Context, ensure};
use pretty_assertions::assert_eq;
use serde_json::Value;
use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;
use turtle_peg::Dialect;
use turtle_peg::inspect::{Summary, peg};

fn report(directory: &Path, grammars: &[&str]) -> anyhow::Result<Output> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_turtle-peg"));
    command.args(["grammar", "report", "-o"]).arg(directory);
    Ok(command.args(grammars).output()?)
}

/// A directory of its own, made anew.
fn fresh(name: &str) -> anyhow::Result<PathBuf> {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if directory.exists() {
        fs::remove_dir_all(&directory)?;
    }
    Ok(directory)
}

static SITE: LazyLock<PathBuf> = LazyLock::new(|| {
    let directory = fresh("report-of-all").unwrap();
    let output = report(&directory, &[]).unwrap();
    assert!(output.status.success(), "{output:?}");
    directory
});

/// The pages of a site: file names and texts.
fn pages(directory: &Path) -> anyhow::Result<BTreeMap<String, String>> {
    let mut pages = BTreeMap::new();
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str());
        let name = name.context("a name that is no text")?.to_owned();
        if name.ends_with(".html") {
            pages.insert(name, fs::read_to_string(&path)?);
        }
    }
    Ok(pages)
}

/// A tag, without its brackets.
struct Tag<'t>(&'t str);

impl<'t> Tag<'t> {
    /// `/` and all.
    fn name(&self) -> &'t str {
        self.0.split([' ', '\n']).next().unwrap_or_default()
    }

    fn attribute(&self, name: &str) -> Option<&'t str> {
        let (_, value) = self.0.split_once(&format!(" {name}=\""))?;
        Some(value.split_once('"')?.0)
    }
}

/// All tags of a page. Our pages have no comments, and no script within them.
fn tags(page: &str) -> Vec<Tag<'_>> {
    let pieces = page.split('<').skip(1);
    pieces
        .filter_map(|piece| Some(Tag(piece.split_once('>')?.0)))
        .collect()
}

fn ids(page: &str) -> Vec<&str> {
    let tags = tags(page);
    tags.iter().filter_map(|tag| tag.attribute("id")).collect()
}

#[test]
fn every_tag_is_closed_and_nothing_is_open_at_the_end() -> anyhow::Result<()> {
    const VOID: [&str; 4] = ["!DOCTYPE", "meta", "link", "input"];
    for (name, page) in pages(&SITE)? {
        let mut open: Vec<&str> = Vec::new();
        for tag in tags(&page) {
            match tag.name().strip_prefix('/') {
                Some(closed) => assert_eq!(open.pop(), Some(closed), "{name}"),
                None if tag.0.ends_with('/') || VOID.contains(&tag.name()) => {}
                None => open.push(tag.name()),
            }
        }
        assert!(open.is_empty(), "{name}: {open:?}");
    }
    Ok(())
}

#[test]
fn ids_are_unique_and_every_link_has_its_target() -> anyhow::Result<()> {
    let pages = pages(&SITE)?;
    let mut anchors: BTreeMap<&str, HashSet<&str>> = BTreeMap::new();
    for (name, page) in &pages {
        let ids = ids(page);
        let unique: HashSet<&str> = ids.iter().copied().collect();
        assert_eq!(unique.len(), ids.len(), "{name}");
        anchors.insert(name, unique);
    }
    let mut followed = 0;
    for (name, page) in &pages {
        for tag in tags(page) {
            for attribute in ["href", "xlink:href", "src"] {
                let Some(address) = tag.attribute(attribute) else {
                    continue;
                };
                if address.starts_with("https://") {
                    continue;
                }
                let (file, anchor) = address.split_once('#').unwrap_or((address, ""));
                let file = if file.is_empty() { name } else { file };
                assert!(SITE.join(file).is_file(), "{name}: {address}");
                assert!(
                    anchor.is_empty() || anchors[file].contains(anchor),
                    "{name}: {address}"
                );
                followed += 1;
            }
        }
    }
    assert!(followed > 10_000, "{followed}");
    Ok(())
}

#[test]
fn every_production_has_its_anchor_and_its_diagram() -> anyhow::Result<()> {
    let pages = pages(&SITE)?;
    let index = &pages["index.html"];
    for dialect in Dialect::all() {
        let file = format!("{dialect}.html");
        assert!(index.contains(&format!("href=\"{file}\"")), "{dialect}");
        let page = &pages[&file];
        assert!(page.contains(dialect.address()), "{dialect}");
        let summary = Summary::of_literate(&peg::read(dialect.grammar())?)?;
        for production in &summary.productions {
            let opening = format!("<section class=\"production\" id=\"{}\">", production.name);
            let (_, part) = page.split_once(&opening).with_context(|| opening.clone())?;
            let (part, _) = part.split_once("</section>").context("no end")?;
            let tags = tags(part);
            let svg = tags.iter().find(|tag| tag.name() == "svg");
            let svg = svg.context("no diagram")?;
            for attribute in ["width", "height"] {
                let length: f64 = svg.attribute(attribute).context("no size")?.parse()?;
                assert!(length > 0.0, "{dialect}, {}", production.name);
            }
            let reasons = production.departures.iter();
            for departure in reasons.filter(|one| !one.reason.contains(['`', '<', '&', '"', ';'])) {
                assert!(part.contains(&departure.reason), "{}", departure.reason);
            }
        }
    }
    Ok(())
}

#[test]
fn what_a_grammar_says_is_escaped() -> anyhow::Result<()> {
    let directory = fresh("report-of-markup")?;
    fs::create_dir_all(&directory)?;
    let file = directory.join("a&b.pest");
    let grammar = "/// [1] s ::= '<b>' \"&\" '\"'\n// guard: `<i>` & <u>\ns = { !\"<i>\" ~ \"<b>\" ~ ^\"&\" ~ \"\\\"\" }\n";
    fs::write(&file, grammar)?;
    let output = report(&directory, &[file.to_str().context("no text")?])?;
    ensure!(output.status.success(), "{output:?}");
    let page = &pages(&directory)?["a_b.pest.html"];
    assert!(page.contains("&lt;b&gt;"), "{page}");
    for markup in ["<b>", "<i>", "<u>", "& "] {
        assert!(!page.contains(markup), "{markup}");
    }
    Ok(())
}

#[test]
fn an_ebnf_and_a_faulty_file_do_not_keep_the_others_from_being_told() -> anyhow::Result<()> {
    let directory = fresh("report-of-files")?;
    fs::create_dir_all(directory.join("other"))?;
    let [good, twin, bad] = ["g.ebnf", "other/g.ebnf", "bad.ebnf"].map(|name| directory.join(name));
    fs::write(&good, "a ::= b? b\na ::= missing\nb ::= 'x'")?;
    fs::write(&twin, "a ::= 'y'")?;
    fs::write(&bad, "a ::= (")?;
    let names = [&good, &twin, &bad].map(|path| path.to_str().unwrap_or_default());
    let output = report(&directory, &names)?;
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    let said = String::from_utf8(output.stderr)?;
    assert!(said.contains("bad.ebnf"), "{said}");
    assert!(said.contains("6 files written"), "{said}");
    assert!(good.is_file(), "what else is there stays");
    let pages = pages(&directory)?;
    let names: Vec<&String> = pages.keys().collect();
    assert_eq!(names, ["g.ebnf-2.html", "g.ebnf.html", "index.html"]);
    let page = &pages["g.ebnf.html"];
    assert_eq!(ids(page).iter().filter(|id| **id == "a").count(), 1);
    assert!(!page.contains("href=\"#missing\""));
    for expected in ["no PEG", "FIRST/FOLLOW", "undefined", "defined-twice"] {
        assert!(page.contains(expected), "{expected}");
    }
    assert!(!page.contains("<dt>Departures</dt>"), "no empty parts");
    Ok(())
}

#[test]
fn a_directory_that_cannot_be_made_is_a_failure() -> anyhow::Result<()> {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("report-is-a-file");
    fs::write(&file, "")?;
    let output = report(&file, &["n-triples-1.2"])?;
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr)?.contains("report-is-a-file"));
    Ok(())
}

/// Opens every page in a browser, as wide as a phone, and follows every link of every production.
#[test]
fn a_browser_shows_it() -> anyhow::Result<()> {
    let Some(browser) = browser() else {
        eprintln!("skipped: neither chromium nor google-chrome is installed");
        return Ok(());
    };
    // A copy, with a script in each page that tells the page around it of errors.
    let directory = fresh("report-in-a-browser")?;
    fs::create_dir_all(&directory)?;
    for entry in fs::read_dir(&*SITE)? {
        let entry = entry?;
        fs::copy(entry.path(), directory.join(entry.file_name()))?;
    }
    let pages = pages(&directory)?;
    for (name, page) in &pages {
        let watched = page.replacen(
            "<head>",
            "<head><script>addEventListener('error', e => parent.failed(e.message), true)</script>",
            1,
        );
        fs::write(directory.join(name), watched)?;
    }
    let names: Vec<&String> = pages.keys().collect();
    let script = include_str!("report/browser.js");
    let names = serde_json::to_string(&names)?;
    let page = format!(
        "<!DOCTYPE html><meta charset=\"utf-8\"><script>const PAGES = {names};\n{script}</script>"
    );
    fs::write(directory.join("self-test.html"), page)?;

    let address = format!("file://{}", directory.join("self-test.html").display());
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"])
        .args([
            "--allow-file-access-from-files",
            "--virtual-time-budget=60000",
        ])
        .arg(format!(
            "--user-data-dir={}",
            directory.join("profile").display()
        ))
        .arg(address)
        .output()?;
    let dom = String::from_utf8(output.stdout)?;
    let found = dom.split_once("<pre id=\"result\">");
    let found = found.and_then(|(_, rest)| rest.split_once("</pre>"));
    let (found, _) = found.with_context(|| format!("no result: {dom}"))?;
    let found: Value = serde_json::from_str(
        &found
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&amp;", "&"),
    )?;
    assert_eq!(found["faults"], serde_json::json!([]));
    let mut productions = 0;
    for dialect in Dialect::all() {
        productions += Summary::of_literate(&peg::read(dialect.grammar())?)?
            .productions
            .len();
    }
    assert_eq!(found["diagrams"], productions);
    assert!(found["links"].as_u64() > Some(10_000), "{found}");
    assert!(found["searches"].as_u64() >= Some(4), "{found}");
    Ok(())
}

fn browser() -> Option<&'static str> {
    let mut names = ["chromium", "chromium-browser", "google-chrome"].into_iter();
    names.find(|name| {
        let run = Command::new(name).arg("--version").output();
        run.is_ok_and(|output| output.status.success())
    })
}
