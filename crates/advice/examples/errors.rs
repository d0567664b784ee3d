//! Each error of a document, with its place and its line, and in plain words.
//!
//! `cargo run -p turtle-peg-advice --example errors`

use turtle_peg::{Dialect, Error, Parser, SyntaxError};
use turtle_peg_advice::Advise;

const TEXT: &str = "\
@prefix ex: <http://example.org/> .
ex:a ex:b exx:c .
ex:a ex:b ex:c
ex:d ex:e \"fine\" .
";

/// The error as compilers show theirs. The program adds colours and the other places that have to do with it.
fn show(error: &SyntaxError) -> String {
    let (position, excerpt) = (error.position(), error.excerpt());
    let advice = error.advice();
    let before = excerpt.text()[..excerpt.highlight().start].chars().count();
    let length = excerpt.text()[excerpt.highlight()].chars().count().max(1);
    let number = position.line.to_string();
    let margin = " ".repeat(number.len());
    let mut shown = format!("data.ttl:{position}: error: {}\n", advice.title());
    shown += &format!("{margin} |\n{number} | {}\n", excerpt.text());
    shown += &format!("{margin} | {}{}\n", " ".repeat(before), "^".repeat(length));
    for help in advice.help() {
        shown += &format!("{margin} = help: {}\n", help.text());
    }
    shown
}

fn main() -> Result<(), Error> {
    let parser = Parser::new(Dialect::Turtle12).with_recovery();
    let mut document = parser.parse_str(TEXT);
    let mut count = 0;
    while let Some(result) = document.check_statement() {
        match result {
            Ok(()) => {}
            Err(Error::Syntax(error)) => {
                count += 1;
                print!("{}", show(&error));
                // Editors count from 0, in UTF-16.
                let (line, column) = (error.position().line, error.position().utf16_column());
                println!("  at {}:{} of an editor\n", line - 1, column - 1);
            }
            Err(error) => return Err(error),
        }
    }
    assert_eq!(count, 2);
    Ok(())
}
