//! The consoles of `consoles/` and of README show the real output. `testing::consoles` says how a page is written.

/// Makes a test of each page.
#[cfg(unix)]
fn main() -> anyhow::Result<std::process::ExitCode> {
    testing::consoles::test(std::path::Path::new(env!("CARGO_MANIFEST_DIR")))
}

/// There is no `sh` to run the commands.
#[cfg(not(unix))]
fn main() {}
