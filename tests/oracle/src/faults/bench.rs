//! A copy of the sources, to put a fault in, build and run.

use super::Fault;
use anyhow::{Context as _, Result, bail, ensure};
use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

/// What has to be there to build the oracle.
const SOURCES: &[&str] = &[
    "Cargo.toml",
    "build",
    "crates",
    "grammar",
    "src",
    "tests/oracle/Cargo.toml",
    "tests/oracle/Cargo.lock",
    "tests/oracle/build.rs",
    "tests/oracle/grammars",
    "tests/oracle/making",
    "tests/oracle/reference",
    "tests/oracle/src",
];

/// Few, since they are compiled for every fault.
const GRAMMARS: &str = "40";
const INPUTS: &str = "300000";
/// A parser that does not come to an end is at fault, too.
const PATIENCE: Duration = Duration::from_secs(120);

/// The copy.
pub struct Bench {
    folder: PathBuf,
    target: PathBuf,
}

/// What came of a run: the parts and kinds of the differences, or what else went wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Caught {
    /// The generator panicked or refused a grammar.
    ByBuild(String),
    /// It did not come to an end in time.
    ByTime,
    /// The run broke off: the stack was at an end, say.
    ByCrash,
    /// Differences were found, `random/random_1_5 nodes`; or none.
    By(BTreeSet<String>),
}

impl Caught {
    /// Whether `check`, the beginning of a part's name and a kind of difference, is what caught it. `result` is
    /// any difference to what pest makes of a text: which one comes first is chance.
    pub fn is_by(&self, check: &str) -> bool {
        let Self::By(differences) = self else {
            return false;
        };
        let Some((part, finding)) = check.split_once(' ') else {
            return false;
        };
        let matches = |difference: &String| {
            let found = difference.split_once(' ');
            let is_kind = |kind| {
                kind == finding || finding == "result" && ["acceptance", "nodes"].contains(&kind)
            };
            found.is_some_and(|(name, kind)| name.starts_with(part) && is_kind(kind))
        };
        differences.iter().any(matches)
    }
}

impl fmt::Display for Caught {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ByBuild(output) => write!(f, "the build failed:\n{output}"),
            Self::ByTime => f.write_str("it did not come to an end"),
            Self::ByCrash => f.write_str("it crashed"),
            Self::By(differences) if differences.is_empty() => f.write_str("nothing"),
            Self::By(differences) => {
                let differences: Vec<_> = differences.iter().map(String::as_str).collect();
                f.write_str(&differences.join(", "))
            }
        }
    }
}

impl Bench {
    /// Copies the sources to where they can be changed; files that did not change are left as they are, so that
    /// they are not built again.
    ///
    /// # Errors
    ///
    /// Something cannot be copied.
    pub fn new() -> Result<Self> {
        let oracle = Path::new(env!("CARGO_MANIFEST_DIR"));
        let root = oracle.join("../..");
        let target = std::env::var_os("CARGO_TARGET_DIR")
            .map_or_else(|| oracle.join("target"), PathBuf::from);
        let bench = Self {
            folder: target.join("faults/source"),
            target: target.join("faults/target"),
        };
        for source in SOURCES {
            copy(&root.join(source), &bench.folder.join(source))?;
        }
        Ok(bench)
    }

    /// Builds and runs it as it is.
    ///
    /// # Errors
    ///
    /// Cargo cannot be run.
    pub fn run(&self) -> Result<Caught> {
        let build = self
            .cargo()
            .args([
                "build",
                "--release",
                "--no-default-features",
                "--bin",
                "differential",
            ])
            .output()
            .context("cargo")?;
        if !build.status.success() {
            let output = String::from_utf8_lossy(&build.stderr);
            let mut lines = output.lines().skip_while(|line| !line.contains("error"));
            let lines: Vec<_> = lines.by_ref().take(30).collect();
            return Ok(Caught::ByBuild(lines.join("\n")));
        }
        self.differential()
    }

    fn cargo(&self) -> Command {
        let mut cargo = Command::new("cargo");
        cargo
            .current_dir(self.folder.join("tests/oracle"))
            .env("CARGO_TARGET_DIR", &self.target)
            .env("ORACLE_GRAMMARS", GRAMMARS);
        cargo
    }

    fn differential(&self) -> Result<Caught> {
        let output_path = self.target.join("output");
        let output = fs::File::create(&output_path)?;
        let mut child = Command::new(self.target.join("release/differential"))
            .args(["--inputs", INPUTS])
            .stdout(output)
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
                return Ok(Caught::ByTime);
            }
            thread::sleep(Duration::from_millis(50));
        };
        let output = fs::read_to_string(&output_path)?;
        let lines = output
            .lines()
            .filter_map(|line| line.strip_prefix("mismatch: "));
        let differences: BTreeSet<_> = lines.map(str::to_owned).collect();
        if status.success() != differences.is_empty() {
            return Ok(Caught::ByCrash);
        }
        Ok(Caught::By(differences))
    }

    /// Puts the fault in, builds, runs, and takes it out again.
    ///
    /// # Errors
    ///
    /// The fault's place is not found, or found more than once.
    pub fn run_with(&self, fault: &Fault) -> Result<Caught> {
        let path = self.folder.join("crates").join(fault.file);
        let sound = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        let places = sound.matches(fault.find).count();
        ensure!(
            places == 1,
            "`{}` is in {} {places} times, not once",
            fault.find,
            fault.file
        );
        fs::write(&path, sound.replace(fault.find, fault.replace))?;
        let caught = self.run();
        fs::write(&path, sound)?;
        caught
    }
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    if from.is_dir() {
        fs::create_dir_all(to)?;
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            copy(&entry.path(), &to.join(entry.file_name()))?;
        }
        return Ok(());
    }
    let content = fs::read(from).with_context(|| from.display().to_string())?;
    if fs::read(to).is_ok_and(|existing| existing == content) {
        return Ok(());
    }
    let Some(folder) = to.parent() else {
        bail!("{} has no folder", to.display());
    };
    fs::create_dir_all(folder)?;
    fs::write(to, content)?;
    Ok(())
}
