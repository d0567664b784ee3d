//! Which program reports.

use std::sync::OnceLock;

/// The program that reports.
static PROGRAM: OnceLock<&str> = OnceLock::new();

/// Says which program reports.
pub fn set_program(name: &'static str) {
    PROGRAM.get_or_init(|| name);
}

/// The name of the program that reports.
pub fn program() -> &'static str {
    PROGRAM.get().unwrap_or(&"turtle-peg")
}
