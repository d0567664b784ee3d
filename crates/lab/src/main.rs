//! `turtle-lab`, the program.

use std::process::ExitCode;

fn main() -> ExitCode {
    turtle_lab::main()
}
