//! Counting: one process under callgrind reads all, and callgrind says at each boundary how many instructions there were since
//! the last.

use crate::families::{Family, SIZES};
use anyhow::{Context, Result, bail, ensure};
use std::env;
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::process::{Command, Stdio};

/// Instructions at each size.
pub type Counts = [u64; SIZES];

/// What `--dump-before` of callgrind stops at.
#[inline(never)]
fn boundary_of_what_is_counted() {
    black_box(());
}

/// Makes each document and reads it.
pub fn run(families: &[Family]) {
    for family in families {
        for size in 0..SIZES {
            let made = family.make(size);
            boundary_of_what_is_counted();
            black_box(family.read(black_box(&made)));
            boundary_of_what_is_counted();
        }
    }
}

pub fn measure(families: &[Family], only: &str) -> Result<Vec<Counts>> {
    let folder = env::temp_dir().join(format!("scaling-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let counts = callgrind(&folder, only).and_then(|()| read(&folder, families.len()));
    fs::remove_dir_all(&folder)?;
    counts
}

fn callgrind(folder: &Path, only: &str) -> Result<()> {
    let mut command = Command::new("valgrind");
    command
        .args(["--tool=callgrind", "--cache-sim=no", "--quiet"])
        .arg("--dump-before=*boundary_of_what_is_counted*")
        .arg(format!("--callgrind-out-file={}/part", folder.display()))
        .arg("--main-stacksize=67108864")
        .arg(env::current_exe()?)
        .args(["--run", "--only", only])
        .stdout(Stdio::null());
    let status = command.status().context("valgrind")?;
    ensure!(status.success(), "valgrind: {status}");
    Ok(())
}

/// The parts are numbered from 1, and every second one is a reading.
fn read(folder: &Path, families: usize) -> Result<Vec<Counts>> {
    let mut all = vec![Counts::default(); families];
    let counts = all.iter_mut().flatten();
    for (index, count) in counts.enumerate() {
        let file = folder.join(format!("part.{}", 2 * index + 2));
        let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
        let total = text.lines().find_map(|line| line.strip_prefix("totals: "));
        let Some(total) = total else {
            bail!("{} has no total", file.display());
        };
        *count = total.trim().parse()?;
    }
    Ok(all)
}
