//! Completion in shells, by the scripts that the program writes for them. Where a shell is missing, the test says so: `.ci/run`
//! installs all three.

#![cfg(unix)]

use anyhow::{Context as _, ensure};
use std::io::ErrorKind;
use std::process::Command;
use testing::program::TemporaryFolder;

/// A line up to where the tabulator is pressed, and one of the words that it completes to.
const COMPLETED: [(&str, &str); 6] = [
    ("turtle-peg pars", "parse"),
    ("turtle-peg parse --keep", "--keep-going"),
    ("turtle-peg parse --to tri", "trig"),
    ("turtle-peg format --final-s", "--final-semicolon"),
    ("turtle-peg check --format sar", "sarif"),
    ("turtle-peg spl", "split"),
];

/// Makes sure that a shell completes each line: `script` has it print, for the arguments after the program's script, what it
/// completes the line to, which is the last of them.
fn complete(shell: &str, options: &[&str], script: &str) -> anyhow::Result<()> {
    let folder = TemporaryFolder::new(&format!("completions-{shell}"))?;
    let program = env!("CARGO_BIN_EXE_turtle-peg");
    let written = Command::new(program)
        .args(["completions", shell])
        .output()?;
    ensure!(written.status.success(), "{written:?}");
    folder.write("completions", written.stdout)?;
    for (line, expected) in COMPLETED {
        let run = Command::new(shell)
            .args(options)
            .args(["-c", script, shell, line])
            .current_dir(&folder.0)
            .output();
        let run = match run {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                eprintln!("{shell} is not installed: its completions were not tested");
                return Ok(());
            }
            run => run.context(shell.to_owned())?,
        };
        let printed = String::from_utf8_lossy(&run.stdout);
        let mut words = printed.split(|c: char| c.is_whitespace() || c == '=');
        ensure!(
            words.any(|word| word == expected),
            "{shell}: {line}: {run:?}"
        );
    }
    Ok(())
}

#[test]
fn bash_completes_commands_options_and_values() -> anyhow::Result<()> {
    let script = r#"
        source ./completions
        read -ra COMP_WORDS <<< "$1"
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        command=$(complete -p turtle-peg | grep --only-matching --perl-regexp '(?<=-F )\S+')
        "$command" turtle-peg "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf '%s\n' "${COMPREPLY[@]}""#;
    complete("bash", &["--norc", "--noprofile"], script)
}

#[test]
fn fish_completes_commands_options_and_values() -> anyhow::Result<()> {
    let script = "source ./completions; complete --do-complete $argv[2]";
    complete("fish", &["--no-config"], script)
}

/// Completion works at a terminal alone: a second zsh has one, and prints its line when another key is pressed.
#[test]
fn zsh_completes_commands_options_and_values() -> anyhow::Result<()> {
    let script = r#"
        zmodload zsh/zpty
        zpty shell zsh -f -i
        zpty -w shell 'PS1= fpath=($PWD $fpath); autoload -Uz compinit; compinit -u -d ./dump; source ./completions'
        zpty -w shell 'shown() { print -r -- "$BUFFER" > ./shown; exit }; zle -N shown; bindkey "^G" shown'
        zpty -w shell 'print ready'
        zpty -r shell printed '*[[:cntrl:]]ready*'
        zpty -w -n shell "$1"$'\t\a'
        while [[ ! -s ./shown ]] { zpty -r shell printed || break }
        cat ./shown
        rm ./shown"#;
    complete("zsh", &["-f"], script)
}
