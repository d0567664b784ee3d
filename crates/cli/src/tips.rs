//! Tips about commands and options that are another program's: the words to type here.
//!
//! Invariant: an error gets a tip only where what is typed has no meaning here.

use crate::commands::grammar;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::env;
use std::path::Path;
use turtle_peg::Dialect;

/// Names of commands in other programs, with what to type here.
const COMMANDS: [(&[&str], &str); 5] = [
    (
        &["convert", "transform", "rdf", "to"],
        "`turtle-peg parse FILE` writes N-Triples or N-Quads",
    ),
    (
        &["validate", "lint", "verify", "test"],
        "`turtle-peg check FILE` finds what is wrong; with --lint, what is suspicious, too",
    ),
    (
        &["fmt", "pretty", "prettify", "reformat"],
        "`turtle-peg format FILE` lays a document out, in its place",
    ),
    (
        &["mend", "repair", "correct"],
        "`turtle-peg fix FILE` mends the faults of a document, in its place",
    ),
    (
        &["count", "size"],
        "`turtle-peg parse --count FILE` counts triples, `turtle-peg stats FILE` counts more",
    ),
];

/// Names of options in other programs, with the commands that they are given to here, and what to type.
const OPTIONS: [(&[&str], &[&str], &str); 8] = [
    (
        &["--json", "--output-format", "--reporter"],
        &["parse", "check", "diff", "stats", "tree", "explain"],
        "`--format json` chooses how messages are written; `--help` lists the other formats",
    ),
    (
        &["-n", "--dry-run", "--diff-only"],
        &["fix", "format"],
        "`--diff` shows what would change, and `--check` says whether something would: neither writes a file",
    ),
    (
        &[
            "-w",
            "--write",
            "-i",
            "--in-place",
            "--inplace",
            "--overwrite",
        ],
        &["fix", "format"],
        "files are written in their places without an option",
    ),
    (
        &["-o", "--output", "--stdout"],
        &["fix", "format"],
        "a document from standard input goes to standard output: `turtle-peg COMMAND --stdin-filepath FILE - < FILE`",
    ),
    (
        &["--fix"],
        &["parse", "check"],
        "`turtle-peg fix FILE` mends faults",
    ),
    (
        &[
            "--skip-errors",
            "--ignore-errors",
            "--skip-invalid",
            "--nocheck",
        ],
        &["parse"],
        "`--keep-going` leaves out each statement at fault and goes on; `--lenient` lets pass what only RDF objects to",
    ),
    (
        &["-i"],
        &["parse", "check", "stats", "tree"],
        "`--from DIALECT` says what is read; a file's extension does, too",
    ),
    (
        &["--input", "--file"],
        &["parse", "check", "stats", "tree", "fix", "format"],
        "files are named without an option: `turtle-peg COMMAND FILE`",
    ),
];

/// Adds a tip to an error about an unknown command or option, or another program's.
pub fn with_tip(usage: clap::Error) -> clap::Error {
    if usage.exit_code() != 0
        && let Some(command) = grammar::of_lab(&usage)
    {
        let message =
            format!("grammars are checked, compared and run by another program: `{command}`\n");
        return clap::Error::raw(ErrorKind::InvalidSubcommand, message);
    }
    if let Some(tip) = of_option(&usage) {
        let mut usage = with_suggestion(usage, tip);
        // It names an option whose letters are alike.
        usage.remove(ContextKind::Usage);
        return usage;
    }
    match format_of_triples(&usage).or_else(|| of_command(&usage)) {
        Some(tip) => with_suggestion(usage, tip),
        None => usage,
    }
}

/// For a language that `--format` names, which is the format of messages here, and in other programs that of what is written.
fn format_of_triples(usage: &clap::Error) -> Option<String> {
    let option = text(usage, ContextKind::InvalidArg)?;
    let format = text(usage, ContextKind::InvalidValue)?;
    let is_language = option.starts_with("--format") && format.parse::<Dialect>().is_ok();
    is_language.then(|| match command().as_deref() {
        Some("parse") => format!("`--to {format}` chooses what is written"),
        _ => format!("`--from {format}` says what is read"),
    })
}

fn of_command(usage: &clap::Error) -> Option<String> {
    let name = text(usage, ContextKind::InvalidSubcommand)?;
    match COMMANDS.iter().find(|(names, _)| names.contains(&name)) {
        Some((_, tip)) => Some((*tip).to_owned()),
        None if Path::new(name).exists() => {
            Some(format!("a command comes first: `turtle-peg check {name}`"))
        }
        None => None,
    }
}

fn of_option(usage: &clap::Error) -> Option<String> {
    if usage.kind() != ErrorKind::UnknownArgument {
        return None;
    }
    let option = text(usage, ContextKind::InvalidArg)?;
    let name = option.split_once('=').map_or(option, |(name, _)| name);
    let command = command()?;
    let (.., tip) = OPTIONS
        .iter()
        .find(|(names, commands, _)| names.contains(&name) && commands.contains(&&*command))?;
    Some(tip.replace("COMMAND", &command))
}

/// The command that was typed: the first word that is no option. After an option with a value of its own, nothing is known.
fn command() -> Option<String> {
    let words = env::args_os().skip(1);
    let mut words = words.filter_map(|word| word.into_string().ok());
    words.find(|word| !word.starts_with('-'))
}

fn text(usage: &clap::Error, kind: ContextKind) -> Option<&str> {
    match usage.get(kind)? {
        ContextValue::String(text) => Some(text),
        _ => None,
    }
}

fn with_suggestion(mut usage: clap::Error, tip: String) -> clap::Error {
    usage.remove(ContextKind::SuggestedSubcommand);
    usage.remove(ContextKind::SuggestedArg);
    usage.insert(
        ContextKind::Suggested,
        ContextValue::StyledStrs(vec![tip.into()]),
    );
    usage
}
