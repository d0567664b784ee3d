//! Counting: gungraun runs each of `benches/parse.rs` under callgrind.

use crate::figures::{Figures, MadeWith};
use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::process::{Command, Stdio};

pub fn measure() -> Result<Figures> {
    let json = output(
        cargo()
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .args(["bench", "--quiet", "--locked", "--bench", "parse", "--"])
            .args(["--output-format=json", "--callgrind-args=cache-sim=no"]),
    )?;
    Ok(Figures {
        made_with: MadeWith {
            rustc: output(Command::new("rustc").arg("--version"))?
                .trim()
                .to_owned(),
            processor: processor(),
        },
        instructions: counts(&json)?,
    })
}

fn cargo() -> Command {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    Command::new(cargo)
}

/// Runs a command and returns what it prints; what it complains of goes where our complaints go.
fn output(command: &mut Command) -> Result<String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| name.clone())?;
    ensure!(output.status.success(), "{name}: {}", output.status);
    String::from_utf8(output.stdout).with_context(|| name)
}

/// AVX2 alone makes a difference: simdutf8 and memchr look for it when they run, and valgrind knows nothing newer.
fn processor() -> String {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        return "x86_64 with AVX2".to_owned();
    }
    env::consts::ARCH.to_owned()
}

/// One of gungraun's reports, as far as it is needed.
#[derive(Debug, Deserialize)]
struct Report {
    /// The way to read.
    function_name: String,
    /// The workload, as Rust can name it.
    id: String,
    profiles: [Profile; 1],
}

#[derive(Debug, Deserialize)]
struct Profile {
    data: Data,
}

#[derive(Debug, Deserialize)]
struct Data {
    total: Total,
}

#[derive(Debug, Deserialize)]
struct Total {
    metrics: Metrics,
}

#[derive(Debug, Deserialize)]
struct Metrics {
    #[serde(rename = "Ir")]
    instructions: Instructions,
}

#[derive(Debug, Deserialize)]
struct Instructions {
    values: Values,
}

#[derive(Debug, Deserialize)]
struct Values {
    new: u64,
}

/// What gungraun's reports say, one a line.
fn counts(json: &str) -> Result<BTreeMap<String, BTreeMap<String, u64>>> {
    let mut counts: BTreeMap<String, BTreeMap<String, u64>> = BTreeMap::new();
    for line in json.lines() {
        let report: Report = serde_json::from_str(line).context("gungraun's report")?;
        let [profile] = report.profiles;
        let workloads = counts.entry(report.function_name).or_default();
        workloads.insert(
            report.id.replace('_', "-"),
            profile.data.total.metrics.instructions.values.new,
        );
    }
    ensure!(!counts.is_empty(), "gungraun reported nothing");
    Ok(counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_read() -> Result<()> {
        let line = r#"{"function_name":"slice","id":"n_triples","profiles":[{"data":{"total":{"metrics":
            {"Ir":{"values":{"new":5972122,"old":1}}}}}}],"version":"7"}"#;
        let counts = counts(&line.replace('\n', ""))?;
        assert_eq!(counts["slice"]["n-triples"], 5_972_122);
        Ok(())
    }

    #[test]
    fn no_report_is_an_error() {
        assert!(counts("").is_err());
    }
}
