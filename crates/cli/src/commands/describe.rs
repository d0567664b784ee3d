//! Descriptions of the program: the dialects, shell completions, the manual page.

use crate::files::names;
use crate::output::{self, Output};
use crate::{Status, reporting};
use anyhow::{Context, bail};
use clap_complete::Shell;
use clap_mangen::roff::{Roff, roman};
use std::path::PathBuf;
use std::{fs, iter};
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

/// Print a manual page, in roff, or write all
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  turtle-peg man --output ~/.local/share/man/man1
  turtle-peg man parse | man -l -
  turtle-peg man check | man -l -")]
pub struct ManArguments {
    /// The command whose page to print [default: the program's own]
    #[arg(conflicts_with = "output")]
    command: Vec<String>,

    /// Write all pages to this folder, which is made if there is none: turtle-peg.1, turtle-peg-parse.1 and so on
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
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

pub fn man(arguments: &ManArguments, mut program: clap::Command) -> anyhow::Result<Status> {
    program.build();
    let Some(folder) = &arguments.output else {
        let mut output = Output::new();
        let page = page(&program, &arguments.command)?;
        output.print(&page)?;
        output.flush()?;
        return Ok(Status::Fine);
    };
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let commands = program
        .get_subcommands()
        .map(|it| vec![it.get_name().to_owned()]);
    // What clap adds to each program says what --help says.
    let commands = commands.filter(|names| names != &["help"]);
    for names in iter::once(Vec::new()).chain(commands) {
        let path = folder.join(page_name(&names) + ".1");
        output::write_file(&path, &["1"], &page(&program, &names)?)?;
    }
    Ok(Status::Fine)
}

/// The page of the program, or of one of its commands, in roff.
fn page(program: &clap::Command, names: &[String]) -> anyhow::Result<String> {
    let command = command_of(program, names)?;
    let after_help = command.get_after_help().map(ToString::to_string);
    let command = command.after_help(None);
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    sections(&after_help.unwrap_or_default()).to_writer(&mut page)?;
    Ok(String::from_utf8(page)?)
}

/// `turtle-peg-parse`
fn page_name(names: &[String]) -> String {
    [&[reporting::program().to_owned()], names]
        .concat()
        .join("-")
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
fn command_of(program: &clap::Command, names: &[String]) -> anyhow::Result<clap::Command> {
    let mut command = program;
    for name in names {
        command = match command.find_subcommand(name) {
            Some(found) => found,
            None => bail!(
                "there is no command `{name}`; {} --help lists them",
                reporting::program()
            ),
        };
    }
    Ok(command.clone().display_name(page_name(names)))
}
