//! Descriptions of the program: the dialects, shell completions, the manual page.

use crate::files::names;
use crate::output::{Failed, Output};
use crate::{Status, reporting};
use anyhow::bail;
use clap_complete::Shell;
use clap_mangen::roff::{Roff, roman};
use turtle_peg::Dialect;

/// List the dialects, with their specifications, addresses and file extensions
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
    /// The shell
    shell: Shell,
}

/// Print the manual page, in roff
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  turtle-peg man > ~/.local/share/man/man1/turtle-peg.1
  turtle-peg man parse | man -l -
  turtle-peg man check | man -l -")]
pub struct ManArguments {
    /// The command whose page to print [default: the program's own]
    command: Vec<String>,
}

pub fn dialects() -> anyhow::Result<Status> {
    let mut output = Output::new();
    for dialect in Dialect::all() {
        let lines = [
            format!("{}, {}", dialect.title(), dialect.specification()),
            dialect.specification_url().to_owned(),
            names::extensions(dialect).join(" "),
        ];
        let mut name = dialect.name();
        for line in lines.iter().filter(|line| !line.is_empty()) {
            output.print(&format!("{name:<18} {line}\n"))?;
            name = "";
        }
    }
    output.flush()?;
    Ok(Status::Fine)
}

pub fn completions(
    arguments: &CompletionsArguments,
    mut command: clap::Command,
) -> anyhow::Result<Status> {
    let program = reporting::program();
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, program, &mut script);
    let script = with_one_label(&String::from_utf8(script)?, program);
    let mut output = Output::new();
    output.print(&script)?;
    output.flush()?;
    Ok(Status::Fine)
}

/// A script in which each command has one label. For bash, clap_complete 4.6 writes a program's hyphen in two ways: no option of
/// a command would be found.
fn with_one_label(script: &str, program: &str) -> String {
    let label = |hyphen| program.replace('-', hyphen);
    script.replace(&label("__subcmd__"), &label("__"))
}

pub fn man(arguments: &ManArguments, program: clap::Command) -> anyhow::Result<Status> {
    let command = command_of(program, &arguments.command)?;
    let mut output = Output::new();
    let after_help = command.get_after_help().map(ToString::to_string);
    let command = command.after_help(None);
    clap_mangen::Man::new(command)
        .render(output.buffer())
        .map_err(Failed::from)?;
    let sections = sections(&after_help.unwrap_or_default());
    sections.to_writer(output.buffer()).map_err(Failed::from)?;
    output.commit()?;
    output.flush()?;
    Ok(Status::Fine)
}

/// The end of a command's help: its examples, line by line, and notes.
fn sections(after_help: &str) -> Roff {
    let mut page = Roff::new();
    let (examples, notes): (Vec<&str>, Vec<&str>) = after_help
        .split("\n\n")
        .filter(|paragraph| !paragraph.is_empty())
        .partition(|paragraph| paragraph.starts_with("Examples:"));
    for paragraph in examples {
        page.control("SH", ["EXAMPLES"]);
        page.control("nf", []);
        for example in paragraph.lines().skip(1) {
            page.text([roman(example.trim_start())]);
        }
        page.control("fi", []);
    }
    for (number, paragraph) in notes.into_iter().enumerate() {
        match number {
            0 => page.control("SH", ["NOTES"]),
            _ => page.control("PP", []),
        };
        page.text([roman(paragraph)]);
    }
    page
}

/// The program, or one of its commands, under the name that its page has.
fn command_of(mut program: clap::Command, names: &[String]) -> anyhow::Result<clap::Command> {
    program.build();
    let mut command = &program;
    for name in names {
        command = match command.find_subcommand(name) {
            Some(found) => found,
            None => bail!(
                "there is no command `{name}`; {} --help lists them",
                reporting::program()
            ),
        };
    }
    let page = [&[reporting::program().to_owned()], names]
        .concat()
        .join("-");
    Ok(command.clone().display_name(page))
}
