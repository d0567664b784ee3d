//! `turtle-lab lsp`: a language server for grammars, for editors.
//!
//! Invariant: what an editor shows is what the other commands say: the findings of `check`, `lint`, `ll1` and `overlaps`, the facts of
//! `show`, productions as `ebnf` prints them. A change that is offered was tried. What a search left open is called not decided.

mod actions;
mod findings;
mod folder;
mod grammars;
mod hover;
mod layout;
mod names;
mod reading;

use cli::Status;
use cli::commands::lsp;
use grammars::GrammarFiles;

/// Serve an editor: findings as you type, the facts of a production, renaming, productions laid out
#[derive(Debug, clap::Args)]
#[command(after_help = format!("\
An editor starts this command, and speaks the language server protocol with it over standard input and output. A document is a \
PEG if its name ends in .pest or the editor calls its language `pest`; any other is in EBNF.

Definitions and references are found in all grammars of the document's folder, also in pages that `import` reads; a production is \
renamed in all of them but the pages, or in none.

Each question of `check`, `ll1` and `overlaps` has a smaller limit of steps than in those commands, as an editor waits: what is not \
decided here may be decided there.

{}", lsp::editors("turtle-lab", "grammar", &[("pest", "pest"), ("ebnf", "ebnf")])))]
pub struct GrammarServerArguments {
    /// Accepted, as editors pass it: there is no other way
    #[arg(long, hide = true)]
    stdio: bool,
}

pub fn run(_: &GrammarServerArguments) -> anyhow::Result<Status> {
    lsp::speak("turtle-lab", |_| Box::<GrammarFiles>::default())
}
