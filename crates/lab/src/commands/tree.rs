//! `turtle-lab tree`: how a grammar of one's own reads a document.

use crate::grammars::source::StartArguments;
use crate::grammars::specified;
use crate::grammars::{loaded, loaded::DIALECT_HELP, loaded::GrammarArguments};
use cli::Status;
use cli::commands::tree;
use cli::input::{self, InputSource};
use cli::output::Output;

/// Print the parse tree by a grammar of your own, production by production
#[derive(Debug, clap::Args)]
#[group(skip)]
#[command(
    mut_arg("dialect", |dialect| dialect.help(DIALECT_HELP)),
    after_help = "\
Examples:
  turtle-lab tree --grammar my.pest data.ttl
  turtle-lab tree --grammar sparql.ebnf query.rq

Options and output are those of `turtle-peg tree`."
)]
pub struct TreeByGrammarArguments {
    #[command(flatten)]
    grammar: GrammarArguments,

    #[command(flatten)]
    start: StartArguments,

    #[command(flatten)]
    tree: tree::TreeArguments,
}

pub fn run(arguments: &TreeByGrammarArguments) -> anyhow::Result<Status> {
    let (path, tree) = (&arguments.grammar.path, &arguments.tree);
    let sources = InputSource::all(&tree.input)?;
    if let Some(grammar) =
        specified::by_productions(path, tree.input.limits.engine, &arguments.start)?
    {
        let mut output = Output::new();
        return input::for_each(&sources, |source| {
            specified::tree(&grammar, source, tree.format, &mut output)
        });
    }
    let grammar = loaded::by_rules(path, tree.input.limits.engine)?;
    let parser = |dialect| loaded::parser(&grammar, dialect);
    tree::print_all(tree, &sources, Some(&parser))
}
