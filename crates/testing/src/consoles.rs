//! Consoles in pages of Markdown: their commands run, and print the output that the page shows.
//!
//! A page is one scenario, in a new folder. Its blocks of code are read in their order; only three kinds of them do something:
//!
//! - ```` ```turtle a.ttl ```` (a language, then a name) is a file, which is written into the folder;
//! - ```` ```console ```` holds commands for `sh`. Each begins with `$ `, and goes on in the next line after a backslash at the end.
//!   Below it is all that it prints, errors and output as they come, and `[exit 1]` if it ends with another status than 0;
//! - ```` ```sh ````: its lines that begin with `cargo run --release` are run in the project's folder, with the files of a clone,
//!   by the program that the tests have built. All succeed: none ends with status 2.
//!
//! `$ $EDITOR FILE # LINE` edits a file: the line takes the place of the one that begins the same, up to its `=`. Commands on
//! the folder `rdf-tests`, the W3C's suites, are left as they are where there are no suites.

use crate::folders::SUITES;
use crate::program::{TemporaryFolder, programs};
use anyhow::{Context, Result, ensure};
use libtest_mimic::{Arguments, Failed, Trial};
use pretty_assertions::StrComparison;
use std::env;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// Where a page sees the W3C's suites.
const SUITE: &str = "rdf-tests";

/// The main function of a test program that runs the pages of a package, those in `tests/consoles` and its README: each is a
/// test that has the name of its file. With `UPDATE_CONSOLES=1`, the pages are written anew, with the commands' output of now.
///
/// # Errors
///
/// The folder of the pages cannot be read.
pub fn test(package: &Path) -> Result<ExitCode> {
    let mut pages = pages(&package.join("tests/consoles"))?;
    pages.push(package.join("README.md"));
    let trials = pages.into_iter().map(|page| {
        let name = page.file_stem().unwrap_or_default().to_string_lossy();
        Trial::test(name.into_owned(), move || {
            check(&page).map_err(|error| Failed::from(format!("{error:#}")))
        })
    });
    Ok(libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code())
}

/// The pages in a folder.
fn pages(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let mut pages = entries
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<Vec<_>>>()?;
    pages.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    pages.sort();
    Ok(pages)
}

fn check(page: &Path) -> Result<()> {
    let shown = fs::read_to_string(page)?;
    let printed = rerun(&shown)?;
    if env::var_os("UPDATE_CONSOLES").is_some() {
        fs::write(page, &printed)?;
        return Ok(());
    }
    let difference = StrComparison::new(&shown, &printed);
    ensure!(shown == printed, "{}:\n{difference}", page.display());
    Ok(())
}

/// The page with the output that its commands print now.
fn rerun(page: &str) -> Result<String> {
    let folder = TemporaryFolder::new("console-")?;
    if let Some(suites) = &*SUITES
        && page.contains(SUITE)
    {
        symlink(suites, folder.0.join(SUITE))?;
    }
    let mut rerun = String::new();
    let mut lines = page.split_inclusive('\n');
    while let Some(line) = lines.next() {
        rerun += line;
        let (fence, opened) = line.split_at(line.len() - line.trim_start_matches('`').len());
        if fence.len() < 3 {
            continue;
        }
        let within = lines.by_ref().take_while(|line| line.trim_end() != fence);
        let block: String = within.collect();
        match opened.trim_end().split_once(' ') {
            None if opened.trim_end() == "console" => rerun += &session(&block, &folder.0)?,
            None => {
                if opened.trim_end() == "sh" {
                    run_in_project(&block)?;
                }
                rerun += &block;
            }
            Some((_, name)) => {
                folder.write(name, &block)?;
                rerun += &block;
            }
        }
        rerun += fence;
        rerun.push('\n');
    }
    Ok(rerun)
}

/// Runs the lines of a block that run a program of the project.
fn run_in_project(block: &str) -> Result<()> {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for line in block.lines() {
        let Some(arguments) = line.strip_prefix("cargo run --release ") else {
            continue;
        };
        let (package, arguments) = arguments.split_once("-- ").context(line.to_owned())?;
        let program = match package.trim() {
            "" => "turtle-peg",
            package => package.strip_prefix("-p ").context(line.to_owned())?,
        };
        let status = shell(&format!("{program} {arguments}"))?
            .current_dir(&project)
            .stdout(Stdio::null())
            .status()?;
        // 1 is an answer, as that of `diff`.
        ensure!(matches!(status.code(), Some(0 | 1)), "{line}: {status}");
    }
    Ok(())
}

/// The commands of a block, with the output that they print now.
fn session(block: &str, folder: &Path) -> Result<String> {
    let mut session = String::new();
    let mut lines = block.split_inclusive('\n').peekable();
    while let Some(line) = lines.next() {
        let command = line.strip_prefix("$ ").context("output before a command")?;
        let mut command = command.to_owned();
        while command.ends_with("\\\n")
            && let Some(line) = lines.next()
        {
            command += line;
        }
        let mut shown = String::new();
        while let Some(line) = lines.next_if(|line| !line.starts_with("$ ")) {
            shown += line;
        }
        session += "$ ";
        session += &command;
        if let Some(edited) = command.strip_prefix("$EDITOR ") {
            edit(edited, folder)?;
        } else if SUITES.is_some() || !command.contains(SUITE) {
            session += &printed(&command, folder).with_context(|| command.clone())?;
        } else {
            session += &shown;
        }
    }
    Ok(session)
}

/// The output of a command, and its status.
fn printed(command: &str, folder: &Path) -> Result<String> {
    let output = shell(&format!("exec 2>&1\n{command}"))?
        .current_dir(folder)
        .output()?;
    let mut printed = String::from_utf8(output.stdout)?;
    if !printed.is_empty() && !printed.ends_with('\n') {
        printed.push('\n');
    }
    if !output.status.success() {
        let status = output.status.code().context("ended by a signal")?;
        printed += &format!("[exit {status}]\n");
    }
    let is_command = |line: &str| line.starts_with("$ ");
    ensure!(!printed.lines().any(is_command), "prints a command");
    Ok(printed)
}

/// A shell that finds the programs that the tests have built, without standard input.
fn shell(commands: &str) -> Result<Command> {
    let path = format!("{}:{}", programs()?.display(), env::var("PATH")?);
    let mut shell = Command::new("sh");
    shell
        .args(["-c", commands])
        .envs([("PATH", path.as_str()), ("LC_ALL", "C.UTF-8")])
        .stdin(Stdio::null());
    Ok(shell)
}

/// Makes the edit in the comment.
fn edit(command: &str, folder: &Path) -> Result<()> {
    let (file, line) = command.split_once('#').context("what is to be edited?")?;
    let (file, line) = (folder.join(file.trim()), line.trim());
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
