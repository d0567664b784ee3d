//! README's consoles are right: each command runs, in order, and prints the lines below it.
//!
//! For `$EDITOR`, the test makes the edit in the comment: its line takes the place of the one that begins the same, up to
//! its `=`. Where the W3C's suites are not found, commands that need them are left out.

#![cfg(all(feature = "cli", unix))]

use anyhow::{Context, Result, ensure};
use pretty_assertions::assert_eq;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use testing::folders::SUITES;

/// The W3C's suites, as README has them.
const SUITE: &str = "rdf-tests/";

/// A command, and what README shows of what it prints.
struct Shown {
    command: String,
    output: String,
}

/// All commands of all consoles.
fn commands(readme: &str) -> Result<Vec<Shown>> {
    let mut commands: Vec<Shown> = Vec::new();
    for block in readme.split("```console\n").skip(1) {
        let (block, _) = block.split_once("```").context("no end of a console")?;
        for line in block.split_inclusive('\n') {
            match line.strip_prefix("$ ") {
                Some(command) => commands.push(Shown {
                    command: command.trim_end().to_owned(),
                    output: String::new(),
                }),
                None => {
                    let last = commands.last_mut().context("output before a command")?;
                    last.output += line;
                }
            }
        }
    }
    Ok(commands)
}

/// Where the commands run: with nothing in it but the suites.
fn directory() -> Result<PathBuf> {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme");
    if directory.exists() {
        fs::remove_dir_all(&directory)?;
    }
    fs::create_dir_all(&directory)?;
    if let Some(suites) = &*SUITES {
        std::os::unix::fs::symlink(suites, directory.join("rdf-tests"))?;
    }
    Ok(directory)
}

/// What a command prints, and what it says of errors, as they come.
fn printed(command: &str, directory: &Path) -> Result<String> {
    let program = Path::new(env!("CARGO_BIN_EXE_turtle-peg"));
    let folder = program.parent().context("a program in no folder")?;
    let path = std::env::var("PATH")?;
    let output = Command::new("sh")
        .args(["-c", &format!("{{ {command}\n}} 2>&1")])
        .env("PATH", format!("{}:{path}", folder.display()))
        .current_dir(directory)
        .output()?;
    Ok(String::from_utf8(output.stdout)?)
}

/// Does what the comment says.
fn edit(command: &str, directory: &Path) -> Result<()> {
    let (file, line) = command.split_once('#').context("what is to be edited?")?;
    let (file, line) = (directory.join(file.trim()), line.trim());
    let (name, _) = line.split_once('=').context("an edit has an equals sign")?;
    let text = fs::read_to_string(&file)?;
    let is_meant = |old: &str| old.split_once('=').is_some_and(|(old, _)| old == name);
    ensure!(text.lines().any(is_meant), "{line}: there is no such line");
    let edited = text
        .lines()
        .map(|old| if is_meant(old) { line } else { old });
    fs::write(&file, edited.collect::<Vec<_>>().join("\n") + "\n")?;
    Ok(())
}

#[test]
fn the_consoles_show_what_is_printed() -> Result<()> {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let commands = commands(&fs::read_to_string(readme)?)?;
    assert!(commands.len() > 5, "{} commands", commands.len());
    let directory = directory()?;
    for Shown { command, output } in commands {
        if let Some(edited) = command.strip_prefix("$EDITOR ") {
            edit(edited, &directory)?;
        } else if SUITES.is_some() || !command.contains(SUITE) {
            assert_eq!(printed(&command, &directory)?, output, "{command}");
        }
    }
    Ok(())
}
