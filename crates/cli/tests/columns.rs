//! `parse --to parquet` and `--to arrow`: the file is whole, or not there. What is in it, `crates/arrow` tests.

use anyhow::{Result, ensure};
use std::fs;
use testing::program::{TemporaryFolder, turtle_peg};

const TEXT: &str = "<x:s> <x:p> 1 .\n<x:s> <x:p> 2, ex:o .\n<x:s> <x:p> [] .\n";

#[test]
fn files_are_written_whole_or_not_at_all() -> Result<()> {
    for (format, magic) in [("parquet", &b"PAR1"[..]), ("arrow", &b"ARROW1"[..])] {
        let folder = TemporaryFolder::new("columns")?;
        folder
            .write("data.ttl", TEXT)?
            .write("fine.ttl", "<x:s> <x:p> 1 .")?;
        let file = format!("out.{format}");
        let parse = |arguments: &[&str]| {
            let arguments = [&["parse", "--to", format, "-o", &file], arguments].concat();
            turtle_peg(&arguments, &folder.0, b"")
        };
        ensure!(parse(&["data.ttl"])?.status == 1);
        ensure!(!folder.0.join(&file).exists());
        for (arguments, status) in [
            (&["--keep-going", "data.ttl"][..], 1),
            (&["fine.ttl"], 0),
            (&["--threads", "2", "fine.ttl", "fine.ttl"], 0),
        ] {
            ensure!(parse(arguments)?.status == status, "{arguments:?}");
            let bytes = fs::read(folder.0.join(&file))?;
            ensure!(
                bytes.starts_with(magic) && bytes.ends_with(magic),
                "{arguments:?}"
            );
        }
        ensure!(parse(&["--provenance", "fine.ttl"])?.status == 2);
        let without_file = ["parse", "--to", format, "fine.ttl"];
        ensure!(turtle_peg(&without_file, &folder.0, b"")?.status == 2);
    }
    Ok(())
}

#[test]
fn the_blank_nodes_of_two_documents_have_two_labels() -> Result<()> {
    let folder = TemporaryFolder::new("columns")?;
    folder
        .write("a.ttl", r#"<x:alice> <x:address> [ <x:city> "Rome" ] ."#)?
        .write("b.ttl", r#"<x:bob> <x:address> [ <x:city> "Oslo" ] ."#)?;
    // Not compressed, as Parquet is.
    let arguments = [
        "parse",
        "--to",
        "arrow",
        "-o",
        "out.arrow",
        "a.ttl",
        "b.ttl",
    ];
    ensure!(turtle_peg(&arguments, &folder.0, b"")?.status == 0);
    let bytes = fs::read(folder.0.join("out.arrow"))?;
    for label in ["_:d1-anon1", "_:d2-anon1"] {
        let has_it = bytes.windows(label.len()).any(|it| it == label.as_bytes());
        ensure!(has_it, "{label}");
    }
    Ok(())
}
