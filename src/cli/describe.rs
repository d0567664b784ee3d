//! What the program says of itself: the dialects, shell completions, the manual page.

use super::Status;
use super::output::{Failed, Output};
use clap_complete::Shell;
use turtle_peg::Dialect;

/// List the dialects, with their specifications and addresses
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  turtle-peg dialects
  turtle-peg check --dialect turtle-wd2011 data.ttl")]
pub struct DialectsArguments {}

/// Print a script that completes commands in a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  turtle-peg completions bash > ~/.local/share/bash-completion/completions/turtle-peg
  turtle-peg completions fish > ~/.config/fish/completions/turtle-peg.fish")]
pub struct CompletionsArguments {
    shell: Shell,
}

/// Print the manual page, in roff
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  turtle-peg man > ~/.local/share/man/man1/turtle-peg.1
  turtle-peg man | man -l -")]
pub struct ManArguments {}

pub fn dialects() -> anyhow::Result<Status> {
    let mut output = Output::new();
    for dialect in Dialect::all() {
        output.print(&format!(
            "{:<18} {}, {}\n{:<18} {}\n",
            dialect.name(),
            dialect.title(),
            dialect.specification(),
            "",
            dialect.address()
        ))?;
    }
    output.flush()?;
    Ok(Status::Fine)
}

pub fn completions(
    arguments: &CompletionsArguments,
    mut command: clap::Command,
) -> anyhow::Result<Status> {
    let mut output = Output::new();
    clap_complete::generate(arguments.shell, &mut command, "turtle-peg", output.buffer());
    output.commit()?;
    output.flush()?;
    Ok(Status::Fine)
}

pub fn man(command: clap::Command) -> anyhow::Result<Status> {
    let mut output = Output::new();
    clap_mangen::Man::new(command)
        .render(output.buffer())
        .map_err(Failed)?;
    output.commit()?;
    output.flush()?;
    Ok(Status::Fine)
}
