//! `turtle-lab parse`: documents in, by a grammar of one's own; triples out, in any of the languages.

use crate::grammars::{loaded, loaded::DIALECT_HELP, loaded::GrammarArguments};
use cli::Status;
use cli::commands::parse;

/// Write documents as N-Triples, N-Quads, Turtle or TriG, read by a grammar of your own
#[derive(Debug, clap::Args)]
#[group(skip)]
#[command(
    mut_arg("dialect", |dialect| dialect.help(DIALECT_HELP)),
    after_help = "\
Examples:
  turtle-lab parse --grammar my.pest data.ttl
  echo '<x:s> <x:p> 1, 2, .' | turtle-lab parse --grammar my.pest

Options are those of `turtle-peg parse`. A production that no dialect has gives no triples."
)]
pub struct ParseByGrammarArguments {
    #[command(flatten)]
    grammar: GrammarArguments,

    #[command(flatten)]
    parse: parse::ParseArguments,
}

pub fn run(arguments: &ParseByGrammarArguments) -> anyhow::Result<Status> {
    let input = &arguments.parse.input;
    let grammar = loaded::by_rules(&arguments.grammar.path, input.limits.engine)?;
    parse::run(
        &arguments.parse,
        Some(&|dialect| loaded::parser(&grammar, dialect)),
    )
}
