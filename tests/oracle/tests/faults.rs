//! Does the oracle see anything? The faults in `faults.toml` are put into the generator and its runtime, one at a time, and the
//! oracle has to catch each, by the check that the table names.
//!
//! The project's files are copied, and the copy is changed, built and run. Invariant: a fault without a place, a fault that does
//! not compile, and a fault that another check catches than the one named, fail as an uncaught one does.

use anyhow::{Context as _, Result, bail, ensure};
use libtest_mimic::{Arguments, Trial};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// Few grammars, since they are compiled for every fault.
const GRAMMARS: &str = "40";
const INPUTS: &str = "300000";
/// A parser that does not come to an end is at fault, too.
const PATIENCE: Duration = Duration::from_secs(240);

#[derive(Deserialize)]
struct Table {
    fault: Vec<Fault>,
}

/// A fault, as `faults.toml` describes it.
#[derive(Clone, Deserialize)]
struct Fault {
    name: String,
    file: PathBuf,
    find: String,
    replace: String,
    caught_by: String,
}

fn main() -> Result<ExitCode> {
    let table: Table = toml::from_str(include_str!("../faults.toml"))?;
    let faults = table.fault;
    let places = faults.clone();
    let mut trials = vec![Trial::test("every fault has its place", move || {
        let mut faults = places.iter();
        Ok(faults.try_for_each(|fault| fault.put_into(&project()).map(drop))?)
    })];
    let bench = Arc::new(Mutex::new(None));
    // By itself, the copy has no fault.
    let sound = [(String::from("no fault"), None)].into_iter();
    let faults = faults
        .into_iter()
        .map(|fault| (fault.name.clone(), Some(fault)));
    trials.extend(sound.chain(faults).map(|(name, fault)| {
        let bench = Arc::clone(&bench);
        Trial::test(name, move || {
            let Ok(mut bench) = bench.lock() else {
                return Err("another fault broke off".into());
            };
            if bench.is_none() {
                *bench = Some(Bench::new()?);
            }
            let bench = bench.as_ref().context("it was just made")?;
            Ok(bench.judge(fault.as_ref())?)
        })
    }));
    Ok(libtest_mimic::run(&Arguments::from_args(), trials).exit_code())
}

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

impl Fault {
    /// The text of its file with the fault in it.
    fn put_into(&self, project: &Path) -> Result<String> {
        let path = project.join("crates").join(&self.file);
        let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        let places = text.matches(&self.find).count();
        ensure!(
            places == 1,
            "{}: `{}` is in {} {places} times, not once",
            self.name,
            self.find,
            self.file.display()
        );
        Ok(text.replace(&self.find, &self.replace))
    }

    /// Whether the right check found one of these differences: each is a part's name and a kind.
    fn is_caught_by(&self, differences: &BTreeSet<String>) -> bool {
        let Some((part, kind)) = self.caught_by.split_once(' ') else {
            return false;
        };
        let kinds: &[&str] = match kind {
            "result" => &["acceptance", "nodes"],
            _ => &[kind],
        };
        let mut found = differences.iter().filter_map(|found| found.split_once(' '));
        found.any(|(name, kind)| name.starts_with(part) && kinds.contains(&kind))
    }
}

/// A copy of the project, with a target folder of its own.
struct Bench {
    project: PathBuf,
    target: PathBuf,
}

impl Bench {
    /// Copies the files that are under version control; those that did not change are left, so that they are not built again.
    fn new() -> Result<Self> {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("faults");
        let bench = Self {
            project: folder.join("project"),
            target: folder.join("target"),
        };
        let files = Command::new("git")
            .args(["ls-files", "-z"])
            .current_dir(project())
            .output()
            .context("git")?;
        ensure!(files.status.success(), "git lists no files");
        for name in String::from_utf8(files.stdout)?.split_terminator('\0') {
            // A file that was removed may still be listed.
            let Ok(content) = fs::read(project().join(name)) else {
                continue;
            };
            let copy = bench.project.join(name);
            if fs::read(&copy).is_ok_and(|existing| existing == content) {
                continue;
            }
            fs::create_dir_all(copy.parent().context("a file in no folder")?)?;
            fs::write(copy, content)?;
        }
        Ok(bench)
    }

    /// Builds and runs the oracle with the fault in the copy, and takes it out again.
    fn judge(&self, fault: Option<&Fault>) -> Result<()> {
        let Some(fault) = fault else {
            let differences = self.differences()?;
            ensure!(differences.is_empty(), "without a fault: {differences:?}");
            return Ok(());
        };
        let path = self.project.join("crates").join(&fault.file);
        let sound = fs::read(&path)?;
        fs::write(&path, fault.put_into(&self.project)?)?;
        let differences = self.differences();
        fs::write(&path, sound)?;
        let differences = differences?;
        ensure!(
            fault.is_caught_by(&differences),
            "{} should catch it, but it is caught by {differences:?}",
            fault.caught_by
        );
        Ok(())
    }

    fn differences(&self) -> Result<BTreeSet<String>> {
        let build = Command::new("cargo")
            .args(["test", "--package", "oracle", "--test", "differential"])
            .args(["--no-run", "--message-format", "json"])
            .current_dir(&self.project)
            .env("CARGO_TARGET_DIR", &self.target)
            .env("ORACLE_GRAMMARS", GRAMMARS)
            .output()
            .context("cargo")?;
        let errors = String::from_utf8_lossy(&build.stderr);
        ensure!(build.status.success(), "the build failed:\n{errors}");
        let messages = String::from_utf8(build.stdout)?;
        let executable = |line: &str| {
            let message: serde_json::Value = serde_json::from_str(line).ok()?;
            message["executable"].as_str().map(str::to_owned)
        };
        let executable = messages.lines().find_map(executable);
        self.run(&executable.context("cargo names no program")?)
    }

    fn run(&self, program: &str) -> Result<BTreeSet<String>> {
        let path = self.target.join("output");
        let mut child = Command::new(program)
            .env("JUDGE_INPUTS", INPUTS)
            .stdout(File::create(&path)?)
            .stderr(Stdio::null())
            .spawn()?;
        let started = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait()? {
                break status;
            }
            if started.elapsed() > PATIENCE {
                child.kill()?;
                child.wait()?;
                bail!("it did not come to an end");
            }
            thread::sleep(Duration::from_millis(50));
        };
        let output = fs::read_to_string(&path)?;
        let found = |line: &str| line.strip_prefix("mismatch: ").map(str::to_owned);
        let differences: BTreeSet<_> = output.lines().filter_map(found).collect();
        ensure!(status.success() == differences.is_empty(), "it crashed");
        Ok(differences)
    }
}
