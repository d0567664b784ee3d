//! `turtle-lab`: analyses of the specifications' grammars, for those who edit them, and documents read by a grammar of
//! one's own.
//!
//! Invariant: every command takes a grammar as a `GrammarSource` or as the option `--grammar`, and production names as
//! `ProductionName`s, so that all accept and complete the same names. turtle-peg's code writes the output for people, and the
//! toolkit analyses.

#![forbid(unsafe_code)]

mod analyses;
mod commands;
mod grammars;
mod pages;

use clap::{CommandFactory, Parser, Subcommand};
use cli::Status;
use cli::commands::describe;
use cli::program::{ColorArguments, CommandLine};
use commands::survey::STACK;
use commands::{
    accepts, check, conformance, coverage, diff, ebnf, explore, findings, history, import, lint,
    ll1, lsp, overlaps, parse, pest, propose, report, sentences, show, textmate, tree,
};
use grammars::conventions;
use std::process::ExitCode;
use toolkit::{Keywords, effort};

pub use commands::proof_file::text as certificate_file;

/// Checks, compares, imports and runs grammars, in EBNF and PEG.
#[derive(Debug, Parser)]
#[command(name = "turtle-lab", version, max_term_width = 100, after_help = EXAMPLES)]
struct LabCli {
    #[command(subcommand)]
    command: LabCommand,
    /// In which case keywords match, in EBNF that does not declare it with @keywords: `as-written`, `by-quote` (in double quotes in
    /// any case), `any-case`, `any-case except 'a'` [default: as the specification of a known language says; else by-quote]
    #[arg(long, global = true, value_name = "CONVENTION")]
    keywords: Option<Keywords>,
    #[command(flatten)]
    color: ColorArguments,
}

const EXAMPLES: &str = "\
Examples:
  turtle-lab show turtle-1.2                   every production, one a line
  turtle-lab show turtle-1.2 NumericLiteral    one, with its rule, uses, FIRST and FOLLOW
  turtle-lab ebnf trig-1.1                     the specification's productions
  turtle-lab pest trig-1.1 wrappedGraph        the rules that the parser is generated from
  turtle-lab check edited.pest                 does each rule say what its production says?
  turtle-lab ll1 edited.ebnf                   is one token of lookahead enough?
  turtle-lab sentences trig-1.1                documents that use the grammar's alternatives
  turtle-lab diff turtle-1.1 turtle-1.2        the changes, and documents that show them
  turtle-lab propose old.bnf new.bnf           one page for a pull request: what the change does
  turtle-lab coverage new.bnf MANIFEST -o new  the tests that a suite lacks, written as files
  turtle-lab history drafts/                   the changes of each state of a grammar
  turtle-lab import draft.ebnf -o draft.pest   a PEG of a specification's productions
  turtle-lab report -o report                  the results of all of these, as pages for a browser
  turtle-lab explore my.pest                   a page on which to change it, and see what follows
  turtle-lab tree --grammar my.pest data.ttl   how does a grammar of your own read it?

Name a dialect, as `turtle-peg dialects` lists them, or a file: NAME.pest, in the form \
that grammar/README.md describes; NAME.ebnf or NAME.bnf, in the W3C's notation; or NAME.html, a specification's page.";

#[derive(Debug, Subcommand)]
enum LabCommand {
    Check(check::MirrorArguments),
    Coverage(coverage::CoverageArguments),
    Findings(findings::FindingsArguments),
    Lint(lint::LintArguments),
    Ll1(ll1::Ll1Arguments),
    Overlaps(overlaps::OverlapsArguments),
    Diff(diff::DiffArguments),
    Ebnf(ebnf::EbnfArguments),
    Explore(explore::ExploreArguments),
    History(history::HistoryArguments),
    Import(import::ImportArguments),
    Pest(pest::PestArguments),
    Propose(propose::ProposalArguments),
    Sentences(sentences::SentencesArguments),
    Report(report::ReportArguments),
    Show(show::ShowArguments),
    Textmate(textmate::TextmateArguments),
    Lsp(lsp::GrammarServerArguments),
    Parse(parse::ParseByGrammarArguments),
    Accepts(accepts::AcceptsArguments),
    Tree(tree::TreeByGrammarArguments),
    Conformance(conformance::ConformanceByGrammarArguments),
    #[command(after_help = "\
Examples:
  turtle-lab completions bash > ~/.local/share/bash-completion/completions/turtle-lab")]
    Completions(describe::CompletionsArguments),
    #[command(after_help = "\
Examples:
  turtle-lab man --output ~/.local/share/man/man1
  turtle-lab man show | man -l -")]
    Man(describe::ManArguments),
}

/// Runs `turtle-lab`.
pub fn main() -> ExitCode {
    let program = CommandLine {
        name: "turtle-lab",
        run,
        tip: |usage| usage,
    };
    program.start()
}

fn run(cli: LabCli) -> anyhow::Result<Status> {
    cli.color.apply();
    if let Some(keywords) = cli.keywords {
        conventions::hold(keywords);
    }
    stacker::grow(STACK, || dispatch(&cli.command))
}

fn dispatch(command: &LabCommand) -> anyhow::Result<Status> {
    match command {
        LabCommand::Check(arguments) => check::run(arguments),
        LabCommand::Coverage(arguments) => coverage::run(arguments),
        LabCommand::Findings(arguments) => findings::run(arguments),
        LabCommand::Lint(arguments) => lint::run(arguments),
        LabCommand::Ll1(arguments) => ll1::run(arguments),
        LabCommand::Overlaps(arguments) => overlaps::run(arguments),
        LabCommand::Diff(arguments) => effort::shared(|| diff::run(arguments)),
        LabCommand::Ebnf(arguments) => ebnf::run(arguments),
        LabCommand::Explore(arguments) => explore::run(arguments),
        LabCommand::History(arguments) => history::run(arguments),
        LabCommand::Import(arguments) => effort::shared(|| import::run(arguments)),
        LabCommand::Pest(arguments) => pest::run(arguments),
        LabCommand::Propose(arguments) => propose::run(arguments),
        LabCommand::Sentences(arguments) => sentences::run(arguments),
        LabCommand::Report(arguments) => report::run(arguments),
        LabCommand::Show(arguments) => effort::shared(|| show::run(arguments)),
        LabCommand::Textmate(arguments) => textmate::run(arguments),
        LabCommand::Lsp(arguments) => lsp::run(arguments),
        LabCommand::Parse(arguments) => parse::run(arguments),
        LabCommand::Accepts(arguments) => accepts::run(arguments),
        LabCommand::Tree(arguments) => tree::run(arguments),
        LabCommand::Conformance(arguments) => conformance::run(arguments),
        LabCommand::Completions(arguments) => describe::completions(arguments, LabCli::command()),
        LabCommand::Man(arguments) => describe::man(arguments, LabCli::command()),
    }
}
