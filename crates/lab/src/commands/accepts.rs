//! `turtle-lab accepts`: does a grammar of one's own accept a document?

use crate::grammars::source::StartArguments;
use crate::grammars::specified;
use crate::grammars::{loaded, loaded::DIALECT_HELP, loaded::GrammarArguments};
use cli::commands::check;
use cli::input;
use cli::{Status, reporting};

/// Check documents by a grammar of your own, and print their faults and warnings
#[derive(Debug, clap::Args)]
#[group(skip)]
#[command(
    mut_arg("dialect", |dialect| dialect.help(DIALECT_HELP)),
    mut_arg("lint", |lint| lint.hide(true).conflicts_with("path")),
    after_help = "\
Examples:
  turtle-lab accepts --grammar my.pest data.ttl
  turtle-lab accepts --grammar sparql.ebnf query.rq
  turtle-lab accepts --grammar sparql.ebnf --start UpdateUnit update.ru
  turtle-lab accepts --grammar my.pest --engine specification data.ttl

Options are those of `turtle-peg check`. An .ebnf file, or a .pest file with --engine specification, is run by its productions \
alone: the meaning of documents is not checked, and a document may be of any start symbol. Where productions leave white space to prose, spaces, tabs, line ends and comments \
that begin with `#` are passed over between terminals; a line `@pass ::= …` names another text. A document for which such a grammar \
has more than one tree is reported, and not accepted: the grammar does not say how it is read."
)]
pub struct AcceptsArguments {
    #[command(flatten)]
    grammar: GrammarArguments,

    #[command(flatten)]
    start: StartArguments,

    #[command(flatten)]
    check: check::CheckArguments,
}

pub fn run(arguments: &AcceptsArguments) -> anyhow::Result<Status> {
    let (path, check) = (&arguments.grammar.path, &arguments.check);
    let sources = check::begin(check)?;
    if let Some(grammar) =
        specified::by_productions(path, check.input.limits.engine, &arguments.start)?
    {
        let name = path.display().to_string();
        return input::for_each(&sources, |source| {
            reporting::dialect(&name);
            specified::check(&grammar, source)
        });
    }
    let grammar = loaded::by_rules(path, check.input.limits.engine)?;
    let parser = |dialect| loaded::parser(&grammar, dialect);
    check::check_documents(check, &sources, Some(&parser))
}
