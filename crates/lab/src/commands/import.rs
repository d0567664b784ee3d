//! `turtle-lab import`: from a specification's EBNF to a grammar that a parser can be made of.

use crate::grammars::source::GrammarSource;
use cli::output::write_file;
use cli::{Status, diagnostics};
use std::path::{Path, PathBuf};
use toolkit::peg::DepartureKind;
use toolkit::{Comments, Grammar, Note};
use turtle_peg::Dialect;

/// Make a PEG of a specification's productions, with the departures that it needs declared
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  turtle-lab import draft.ebnf -o draft.pest
  turtle-lab import --comments turtle.ebnf       comments are a matter of Turtle's prose
  turtle-lab import turtle-1.2 | less            from its EBNF alone

The file is in the form that grammar/README.md describes: each production, the departures from it and why, and the \
rule. Alternatives keep their order unless an earlier one matches the beginning of a text of a later one.

Standard error lists the places to review: facts that EBNF does not state, questions that were not decided, and \
productions with a known erratum. A production that no rule was found for is refused. Fill in the title at the top \
yourself.")]
pub struct ImportArguments {
    /// The specification's productions: NAME.ebnf, NAME.html, or those of a dialect or of NAME.pest
    #[arg(value_name = "FILE|DIALECT", hide_possible_values = true)]
    grammar: GrammarSource,

    /// If no production defines comments, they go from `#` to the end of the line, as in Turtle and SPARQL
    #[arg(long)]
    comments: bool,

    /// Output file [default: standard output]
    #[arg(short, long, value_name = "FILE.pest")]
    output: Option<PathBuf>,
}

pub fn run(arguments: &ImportArguments) -> anyhow::Result<Status> {
    let source = &arguments.grammar;
    let comments = match arguments.comments {
        true => Comments::FromHash,
        false => Comments::AsTold,
    };
    let imported = source.imported(comments)?;
    let notes = [imported.notes, known_errata(&source.specified()?)?].concat();
    let says_the_same = |one: &Note, next: &Note| one.message == next.message;
    for notes in notes.chunk_by(says_the_same) {
        diagnostics::note(&format_args!("{}: {}", source.name(), in_a_line(notes)));
    }
    let standard_output = Path::new("-");
    let path = arguments.output.as_deref().unwrap_or(standard_output);
    write_file(path, &["pest"], &imported.text)?;
    Ok(Status::Fine)
}

/// Notes that say the same of productions, as one.
fn in_a_line(notes: &[Note]) -> String {
    const MOST_NAMES: usize = 3;
    let names: Vec<&str> = notes
        .iter()
        .filter_map(|it| it.production.as_deref())
        .collect();
    let message = notes.first().map_or("", |note| &note.message);
    let (named, others) = names.split_at(names.len().min(MOST_NAMES));
    match (named, others.len()) {
        ([], _) => message.to_owned(),
        (named, 0) => format!("{}: {message}", named.join(", ")),
        (named, others) => format!("{} and {others} more: {message}", named.join(", ")),
    }
}

/// Productions that a dialect's specification has word for word, and that its grammar corrects.
fn known_errata(specified: &Grammar) -> anyhow::Result<Vec<Note>> {
    let mut notes: Vec<Note> = Vec::new();
    for dialect in Dialect::all() {
        let source = GrammarSource::Dialect(dialect);
        let published = source.specified()?;
        let literate = source.literate()?;
        for (rule, above) in literate.written.rules.iter().zip(&literate.above) {
            let is_known = |note: &Note| note.production.as_ref() == Some(&rule.name);
            let theirs = published.rule(&rule.name).map(|rule| &rule.expression);
            let ours = specified.rule(&rule.name).map(|rule| &rule.expression);
            let mut departures = above.departures.iter();
            let erratum = departures.find(|one| one.kind == DepartureKind::Erratum);
            if let Some(erratum) = erratum
                && ours.is_some()
                && ours == theirs
                && !notes.iter().any(is_known)
            {
                notes.push(Note {
                    production: Some(rule.name.clone()),
                    message: format!("as in {dialect}, which is in error: {}", erratum.reason),
                });
            }
        }
    }
    Ok(notes)
}
