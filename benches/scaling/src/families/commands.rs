//! The program's commands, on documents of `families.txt`.
//!
//! Invariant: reading the command line is not counted; it takes as much as some kilobytes of a document.

use clap::Parser;
use cli::Cli;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, process};
use turtle_peg::Dialect;

/// Runs a command on a document: `arguments` has them all but the names of the dialect and of the file, which come last. `diff` gets
/// a second document: the first without the line in its middle.
pub fn command(arguments: &str, dialect: Dialect) -> impl Fn(&[u8]) -> usize + 'static {
    static FILES: AtomicUsize = AtomicUsize::new(0);
    let number = FILES.fetch_add(1, Ordering::Relaxed);
    let name = |side: &str| -> PathBuf {
        env::temp_dir().join(format!("scaling-{}-{number}{side}", process::id()))
    };
    let mut files = vec![name("")];
    if arguments.starts_with("diff") {
        files.push(name("-other"));
    }
    let words = arguments
        .split_whitespace()
        .chain(["--dialect", dialect.name()]);
    let mut line: Vec<OsString> = vec!["turtle-peg".into()];
    line.extend(words.map(Into::into));
    line.extend(files.iter().map(|file| file.clone().into_os_string()));
    let cli = Cli::parse_from(line);
    move |text| {
        let texts = [text.to_owned(), without_middle(text)];
        for (file, text) in files.iter().zip(&texts) {
            fs::write(file, text).expect("a temporary file");
        }
        let status = cli::run(&cli);
        for file in &files {
            fs::remove_file(file).expect("it was written");
        }
        status.expect("it can be done") as usize
    }
}

/// All lines but the one in the middle, if there are any others.
fn without_middle(text: &[u8]) -> Vec<u8> {
    let lines: Vec<&[u8]> = text.split_inclusive(|&byte| byte == b'\n').collect();
    match lines.split_at(lines.len() / 2) {
        (before @ [_, ..], [_, after @ ..]) => [before, after].concat().concat(),
        _ => text.to_owned(),
    }
}
