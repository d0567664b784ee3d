//! `turtle-lab report`: the pages, as files and as a browser shows them. What it says, `consoles/report.md` shows.
//!
//! The site of all dialects is made once, for all tests; with each compared with the next, since all pairs take long
//! without optimisation.

use anyhow::{Context, ensure};
use pretty_assertions::assert_eq;
use serde_json::Value;
use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;
use toolkit::{Summary, peg};
use turtle_peg::{Dialect, Parser};

fn report(directory: &Path, grammars: &[&str]) -> anyhow::Result<Output> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_turtle-lab"));
    command.args(["report", "-o"]).arg(directory);
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
    let tests = format!("n-triples-1.1={}", suite("report-suite").unwrap().display());
    let [messages, lints] = ["tests/messages", "crates/cli/tests/lints"]
        .map(|folder| format!("{}/../../{folder}", env!("CARGO_MANIFEST_DIR")));
    let arguments = [
        "--pairs",
        "next",
        "--tests",
        &tests,
        "--messages",
        &messages,
        "--messages",
        &lints,
    ];
    let output = report(&directory, &arguments).unwrap();
    assert!(output.status.success(), "{output:?}");
    directory
});

/// A few tests of N-Triples: their manifest.
fn suite(name: &str) -> anyhow::Result<PathBuf> {
    let directory = fresh(name)?;
    fs::create_dir_all(&directory)?;
    for (name, text) in [
        (
            "manifest.ttl",
            "PREFIX mf: <http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#>
            PREFIX rdft: <http://www.w3.org/ns/rdftest#>
            <> a mf:Manifest ; mf:entries ( <#good> <#none> <#bad> ) .
            <#good> a rdft:TestNTriplesPositiveSyntax ; mf:action <good.nt> .
            <#none> a rdft:TestNTriplesPositiveSyntax ; mf:action <none.nt> .
            <#bad> a rdft:TestNTriplesNegativeSyntax ; mf:action <bad.nt> .",
        ),
        ("good.nt", "<x:a> <x:b> <x:c> .\n"),
        ("none.nt", "no triple"),
        ("bad.nt", "<x:a> <x:b> <x:\"> ."),
    ] {
        fs::write(directory.join(name), text)?;
    }
    Ok(directory.join("manifest.ttl"))
}

/// The pages of a site: file names and texts.
fn pages(directory: &Path) -> anyhow::Result<BTreeMap<String, String>> {
    let mut pages = BTreeMap::new();
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str());
        let name = name.context("a name that is not text")?.to_owned();
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
        assert!(page.contains(dialect.specification_url()), "{dialect}");
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

/// The part of a page from the tag with this id to the end of its section.
fn section<'p>(page: &'p str, id: &str) -> anyhow::Result<&'p str> {
    let opening = format!(" id=\"{id}\">");
    let (_, section) = page.split_once(&opening).with_context(|| opening.clone())?;
    let end = section.find("</section>").context("no end")?;
    Ok(&section[..end])
}

/// The document after a label. Its signs, if there are any, are not taken back.
fn document_behind(part: &str, label: &str) -> anyhow::Result<String> {
    let (_, rest) = part
        .split_once(label)
        .with_context(|| format!("{label}: {part}"))?;
    let (_, rest) = rest
        .split_once("<pre class=\"document\"><code>")
        .context("no document")?;
    let (document, _) = rest.split_once("</code>").context("no end")?;
    let document = document.replace("&lt;", "<").replace("&gt;", ">");
    Ok(document.replace("&quot;", "\"").replace("&amp;", "&"))
}

#[test]
fn each_change_has_a_document_that_shows_it() -> anyhow::Result<()> {
    let pages = pages(&SITE)?;
    let [before, after] = ["turtle-1.1", "turtle-1.2-wd2024"];
    let page = &pages[&format!("{before}--{after}.html")];
    let accepts = |dialect: &str, document: &str| -> anyhow::Result<bool> {
        let parser = Parser::new(dialect.parse()?);
        Ok(parser.parse_str(document).for_each_quad(|_, _| {}).is_ok())
    };
    for name in ["objectList", "reifiedTriple", "tripleTerm"] {
        let change = section(page, &format!("change-{name}"))?;
        let document = document_behind(change, &format!("only {after} accepts"))?;
        assert!(accepts(after, &document)?, "{document}");
        assert!(!accepts(before, &document)?, "{document}");
        let link = format!("<a href=\"{after}.html#{name}\">{name}</a> ::= ");
        assert!(change.contains(&link), "{change}");
    }
    let change = section(page, "change-objectList")?;
    assert!(change.contains("<mark> <a "));
    assert_eq!(change.matches("<svg ").count(), 2, "before and after");
    let summary = section(page, "summary-of-changes")?;
    let document = document_behind(summary, "newly valid")?;
    assert!(accepts(after, &document)? && !accepts(before, &document)?);
    assert!(summary.contains("yes, as before"), "{summary}");
    let link =
        format!("<a href=\"{before}--{after}.html#change-tripleTerm\">added since {before}</a>");
    assert!(pages[&format!("{after}.html")].contains(&link));
    Ok(())
}

#[test]
fn each_two_grammars_have_a_page() -> anyhow::Result<()> {
    let directory = fresh("report-of-pairs")?;
    let names = ["n-triples-1.1", "n-triples-1.2", "n-quads-1.1"];
    let output = report(&directory, &names)?;
    ensure!(output.status.success(), "{output:?}");
    let pages = pages(&directory)?;
    let matrix = section(&pages["index.html"], "compared-pairs")?;
    assert_eq!(pages.len(), 1 + 3 + 3);
    for (before, after) in [(0, 1), (0, 2), (1, 2)] {
        let [before, after] = [names[before], names[after]];
        let file = format!("{before}--{after}.html");
        assert!(pages[&file].contains("unchanged.</p>"), "{file}");
        let link = format!("href=\"{file}\"");
        assert!(matrix.contains(&link), "{matrix}");
        for name in [before, after] {
            let compared = section(&pages[&format!("{name}.html")], "compared-grammars")?;
            assert!(compared.contains(&link), "{compared}");
        }
    }
    assert!(
        !pages["index.html"].contains("Coverage"),
        "no tests were given"
    );
    Ok(())
}

#[test]
fn tests_tell_what_they_exercise() -> anyhow::Result<()> {
    let pages = pages(&SITE)?;
    let index = &pages["index.html"];
    assert!(index.contains("href=\"n-triples-1.1.html#test-coverage\""));
    assert!(index.contains("not measured"));
    assert!(!pages["n-triples-1.2.html"].contains("test-coverage"));
    let pairs = pages
        .iter()
        .filter(|(name, _)| name.starts_with("n-triples-1.1--"));
    for (name, pair) in pairs {
        let summary = section(pair, "summary-of-changes")?;
        assert!(summary.contains("none of 3"), "{name}: {summary}");
    }

    let page = &pages["n-triples-1.1.html"];
    let all = section(page, "test-coverage")?;
    for expected in ["1 positive documents use ", "; 1 negative ones"] {
        assert!(all.contains(expected), "{expected}: {all}");
    }
    assert!(section(page, "uncounted-tests")?.contains("#none\">none</code>"));
    let object = section(page, "object")?;
    assert!(
        object.contains("<mark><a href=\"#literal\">literal</a></mark></code>"),
        "{object}"
    );
    let document = document_behind(object, "literal</a></mark></code>")?;
    let parser = Parser::new("n-triples-1.1".parse()?);
    let mut literals = 0;
    parser
        .parse_str(&document)
        .for_each_quad(|quad, _| literals += usize::from(quad.object.is_literal()))?;
    assert_eq!(literals, 1, "{document}");
    let stop = "<dt>Where the negative tests stop</dt>";
    assert!(section(page, "IRIREF")?.contains(stop));
    Ok(())
}

#[test]
fn each_message_has_a_page_with_its_examples() -> anyhow::Result<()> {
    let pages = pages(&SITE)?;
    let list = &pages["messages.html"];
    assert!(pages["index.html"].contains("href=\"messages.html\""));
    for mistake in advice::Mistake::all() {
        let file = format!("mistake-{}.html", mistake.name());
        assert!(pages.contains_key(&file), "{file}");
        assert!(list.contains(&format!("href=\"{file}\"")), "{file}");
    }
    let page = &pages["mistake-missing-full-stop.html"];
    for expected in [
        "directives-without-full-stop.ttl",
        "<mark>",
        "After <code>turtle-peg fix</code>",
        "href=\"turtle-1.2.html#",
        "help: insert <code>.</code> after",
    ] {
        assert!(page.contains(expected), "{expected}: {page}");
    }
    let page = &pages["lint-unused-prefix.html"];
    assert!(page.contains("# lint: allow unused-prefix"), "{page}");
    // No page tells where the documents were.
    let folder = env!("CARGO_MANIFEST_DIR");
    assert!(pages.values().all(|page| !page.contains(folder)));
    Ok(())
}

#[test]
fn what_a_grammar_says_is_escaped() -> anyhow::Result<()> {
    let directory = fresh("report-of-markup")?;
    fs::create_dir_all(&directory)?;
    let file = directory.join("a&b.pest");
    let grammar = "/// [1] s ::= '<b>' \"&\" '\"'\n// guard: `<i>` & <u>\ns = { !\"<i>\" ~ \"<b>\" ~ ^\"&\" ~ \"\\\"\" }\n";
    fs::write(&file, grammar)?;
    let other = directory.join("a<b>.ebnf");
    fs::write(&other, "s ::= '<b>' '<i>'?")?;
    let names = [&file, &other].map(|path| path.to_str().unwrap_or_default());
    let output = report(&directory, &names)?;
    ensure!(output.status.success(), "{output:?}");
    let pages = pages(&directory)?;
    for name in [
        "a_b.pest.html",
        "a_b_.ebnf.html",
        "a_b.pest--a_b_.ebnf.html",
    ] {
        let page = &pages[name];
        assert!(page.contains("&lt;b&gt;"), "{page}");
        for markup in ["<b>", "<i>", "<u>", "& "] {
            assert!(!page.contains(markup), "{markup}");
        }
    }
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
