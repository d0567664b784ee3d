//! `turtle-peg`, the program.

use std::process::ExitCode;

fn main() -> ExitCode {
    turtle_peg_cli::main()
}
