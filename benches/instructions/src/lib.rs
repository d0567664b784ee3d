//! Counting instructions: a program runs itself under callgrind, which says at each boundary how many there were since the last.
//!
//! Invariant: only the code between the two boundaries of a [`measured`] call is counted.

use anyhow::{Context, Result, bail, ensure};
use std::env;
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// callgrind's option `--dump-before` finds this function by its name.
#[inline(never)]
fn boundary_of_what_is_counted() {
    black_box(());
}

/// Calls a function whose instructions are counted if the program runs under [`count`].
pub fn measured<T>(read: impl FnOnce() -> T) -> T {
    boundary_of_what_is_counted();
    let result = black_box(read());
    boundary_of_what_is_counted();
    result
}

/// Runs this program under callgrind with the arguments, and returns the instructions of each of its `number` [`measured`] calls.
///
/// # Errors
///
/// valgrind is missing or fails, or the program makes fewer calls.
pub fn count(arguments: &[&str], number: usize) -> Result<Vec<u64>> {
    /// Several threads may count at once.
    static RUNS: AtomicUsize = AtomicUsize::new(0);
    let run_number = RUNS.fetch_add(1, Ordering::Relaxed);
    let name = format!("instructions-{}-{run_number}", std::process::id());
    let folder = env::temp_dir().join(name);
    fs::create_dir_all(&folder)?;
    let counts = run(&folder, arguments).and_then(|()| read(&folder, number));
    fs::remove_dir_all(&folder)?;
    counts
}

fn run(folder: &Path, arguments: &[&str]) -> Result<()> {
    let mut command = Command::new("valgrind");
    command
        .args(["--tool=callgrind", "--cache-sim=no", "--quiet"])
        .arg("--dump-before=*boundary_of_what_is_counted*")
        .arg(format!("--callgrind-out-file={}/part", folder.display()))
        .arg("--main-stacksize=67108864")
        .arg(env::current_exe()?)
        .args(arguments)
        .stdout(Stdio::null());
    // What it tells of faults in what it reads is for nobody, if nothing fails.
    let output = command.output().context("valgrind")?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(
        output.status.success(),
        "valgrind: {}\n{said}",
        output.status
    );
    Ok(())
}

/// callgrind numbers its parts from 1; every second one is a measured call.
fn read(folder: &Path, number: usize) -> Result<Vec<u64>> {
    let total = |index: usize| {
        let file = folder.join(format!("part.{}", 2 * index + 2));
        let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
        let total = text.lines().find_map(|line| line.strip_prefix("totals: "));
        let Some(total) = total else {
            bail!("{} has no total", file.display());
        };
        Ok(total.trim().parse()?)
    };
    (0..number).map(total).collect()
}
