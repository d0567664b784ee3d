//! `turtle-lab explore`: a page on which a grammar is changed, and all that follows is seen.
//!
//! Invariants: the page shows what the program's commands say, and nothing that it made up. Each question runs in a process of
//! its own (`inquiry.rs`), so that it can be ended whenever a newer one comes, and takes nothing with it if it fails; the server
//! (`server.rs`) only starts them and waits, and answers within a second whatever they do. Only the page that the program opened
//! can ask.
//!
//! Where there is no server, a worker of the browser takes its place (`page/workers.js`): it runs this program, compiled to
//! WebAssembly, with the same arguments in a folder with the same files. `--answer` prints what it has to know for that.

mod answers;
#[cfg(not(target_family = "wasm"))]
mod built_site;
#[cfg(not(target_family = "wasm"))]
mod inquiry;
mod question;
mod sections;
#[cfg(not(target_family = "wasm"))]
mod server;

use crate::grammars::conventions;
use crate::grammars::source::GrammarSource;
use anyhow::Context;
use cli::Status;
use question::{GivenGrammar, PageStart, first_document};
use std::path::PathBuf;

/// Try a grammar on, on a page in your browser: change it, and see what follows
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  turtle-lab explore
  turtle-lab explore edited.pest --document data.ttl
  turtle-lab explore turtle-1.2 --allow rdf-tests --tests rdf-tests/rdf12/rdf-turtle/manifest.ttl

The page has the grammar on the left, and a document on the right; below are the results of this program's commands for both, \
as you type. No file is written: export the grammar from the page. The page's link holds all that you typed.

Documents alone, with their repairs, layout and differences, are another view of the same page. The checker that it runs in the browser \
is the npm package, which this program has not within it: --site names a folder that has both, which `.ci/site build` makes of the \
project's sources. The page then has both views, and this program answers that of grammars.

Only this machine can reach the server (127.0.0.1), and only with the address that is printed, which holds a secret. The page \
loads nothing from elsewhere. The server runs until you end it, with Ctrl-C.

The page's interface is for other programs, too. POST ADDRESS/ask, with Content-Type application/json, takes an object: \
grammar (name, kind: pest or ebnf, text); original, the grammar that it is compared with, likewise; document (text); dialect (name; \
may be left out); cursor and production (a place in the document, in UTF-16 code units, and a name; may be left out); sections (the \
names of those that are asked for; all, if left out). The answer: request (number), took (milliseconds), sections: by name, each \
with state, command, took, and answer or why. The states are answered, pending, failed, superseded (by a newer request for the \
same section), stopped and left-out. No answer takes longer than a second: what is not decided by then is pending, and POST \
ADDRESS/more, with an object that has request, waits for it for another second. After 20 seconds a section is stopped.

Sections: grammar (is_read; is_of_turtle, whether it has the start production of a dialect; faults: message, line, column); document (verdicts, faults, tree, tokens, cursor, quads; places are in bytes \
and in UTF-16 code units); dialects (the verdict of each); production (diagrams, documents for its cases, near misses); show, \
lint, ll1, overlaps, check, diff: the JSON of these commands; tests: the changes that `conformance --against` finds, \
as JSON; propose: the page that `propose` prints, as a string, if it is asked for by name.

Limits: a request has at most 2 MiB; an answer shows the first 4000 nodes, tokens and quads of a document, and how many more there \
are.

Exit status: 0 it was ended, 2 wrong usage, or the grammar or the document could not be read.")]
pub struct ExploreArguments {
    /// The grammar to begin with: a dialect, or a file: NAME.pest, NAME.ebnf
    #[arg(
        value_name = "DIALECT|FILE",
        hide_possible_values = true,
        default_value = "turtle-1.2"
    )]
    grammar: GrammarSource,

    /// The document to begin with
    #[arg(long, value_name = "FILE")]
    document: Option<PathBuf>,

    /// Show which tests of this manifest change their results
    #[arg(long, value_name = "MANIFEST")]
    tests: Option<PathBuf>,

    /// The folder that the manifest's files may be in [default: its own]
    #[arg(long, value_name = "DIR", requires = "tests")]
    allow: Option<PathBuf>,

    /// Serve the whole page, from a folder that `.ci/site build` made: the view of documents, too, and the reference
    #[arg(long, value_name = "DIR")]
    site: Option<PathBuf>,

    /// The port [default: a free one]
    #[arg(long, default_value_t = 0, hide_default_value = true)]
    port: u16,

    /// Open no browser; only print the address
    #[arg(long)]
    no_open: bool,

    /// Answer the question in this folder for one section, and end: what the server runs. `start` is the state that the page
    /// begins with, `plan` the arguments for each section of the question
    #[arg(long, value_name = "SECTION", hide = true)]
    answer: Option<String>,
}

pub fn run(arguments: &ExploreArguments) -> anyhow::Result<Status> {
    match arguments.answer.as_deref() {
        Some("start") => answers::show(&start(arguments)?.json()),
        Some("plan") => answers::show(&sections::plan(&question::read()?, &start(arguments)?)),
        Some(section) => answers::print(section),
        None => serve(arguments),
    }
}

#[cfg(target_family = "wasm")]
fn serve(_: &ExploreArguments) -> anyhow::Result<Status> {
    anyhow::bail!("there is no server in this build: the page has to be served by another")
}

#[cfg(not(target_family = "wasm"))]
fn serve(arguments: &ExploreArguments) -> anyhow::Result<Status> {
    let built = arguments.site.as_deref();
    let built = built.map(built_site::BuiltSite::read).transpose()?;
    let server = server::PageServer::bind(arguments.port, start(arguments)?, built)?;
    let mut output = cli::output::Output::new();
    output.print(&format!("{}\n", server.address()))?;
    output.flush()?;
    if !arguments.no_open
        && let Err(error) = open::that_detached(server.address())
    {
        cli::diagnostics::note(&format_args!("no browser could be opened: {error}"));
    }
    server.run()?;
    Ok(Status::Fine)
}

/// The grammar and the document that the page begins with.
fn start(arguments: &ExploreArguments) -> anyhow::Result<PageStart> {
    let source = &arguments.grammar;
    let document = match &arguments.document {
        Some(path) => crate::grammars::loaded::text(path)?,
        None => first_document(source)?,
    };
    let absolute =
        |path: &PathBuf| std::path::absolute(path).with_context(|| path.display().to_string());
    Ok(PageStart {
        grammar: GivenGrammar::of(source)?,
        document,
        tests: arguments.tests.as_ref().map(absolute).transpose()?,
        allow: arguments.allow.as_ref().map(absolute).transpose()?,
        keywords: conventions::given().cloned(),
    })
}
