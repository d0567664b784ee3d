//! Tests of the program that a page with a console cannot show: files that need an encoder, and signals.

use pretty_assertions::assert_eq;
use std::io::Write;
use testing::program::{TemporaryFolder, turtle_peg};

/// The text in all forms, each made of two pieces that were compressed on their own.
fn compressed(text: &str) -> anyhow::Result<Vec<(&'static str, Vec<u8>)>> {
    let (one, two) = text.split_at(text.len() / 2);
    let (mut gz, mut bz2, mut zst) = (Vec::new(), Vec::new(), Vec::new());
    for part in [one, two] {
        let mut encoder = flate2::write::GzEncoder::new(&mut gz, flate2::Compression::fast());
        encoder.write_all(part.as_bytes())?;
        encoder.finish()?;
        let mut encoder = bzip2::write::BzEncoder::new(&mut bz2, bzip2::Compression::fast());
        encoder.write_all(part.as_bytes())?;
        encoder.finish()?;
        zst.extend(zstd::encode_all(part.as_bytes(), 1)?);
    }
    let mut xz = Vec::new();
    for part in [one, two] {
        let options = lzma_rust2::XzOptions::with_preset(1);
        let mut encoder = lzma_rust2::XzWriter::new(&mut xz, options)?;
        encoder.write_all(part.as_bytes())?;
        encoder.finish()?;
    }
    // As `pzstd` writes it: each frame after one that decoders skip.
    let skippable = b"\x50\x2A\x4D\x18\x04\x00\x00\x00size";
    let skipping = [skippable.as_slice(), &zst].concat();
    Ok(vec![
        ("gz", gz),
        ("bz2", bz2),
        ("zst", zst),
        ("zst", skipping),
        ("xz", xz),
    ])
}

#[test]
fn what_is_compressed_is_read_whatever_it_is_called() -> anyhow::Result<()> {
    let folder = TemporaryFolder::new("compressed")?;
    let text: String = (0..2000)
        .map(|n| format!("<x:s> <x:p> <x:{n}> .\n"))
        .collect();
    for (extension, bytes) in compressed(&text)? {
        let named = format!("a.nt.{extension}");
        folder.write(&named, &bytes)?.write("plain.nt", &bytes)?;
        for name in [named.as_str(), "plain.nt"] {
            let run = turtle_peg(&["parse", name], &folder.0, b"")?;
            assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{name}");
            assert!(run.stdout == text, "{name}");
        }
        let run = turtle_peg(&["parse"], &folder.0, &bytes)?;
        assert!(run.stdout == text, "{extension} from standard input");
        // What is cut short is a failure to read, with what came before.
        folder.write("cut.nt", &bytes[..bytes.len() - 20])?;
        let run = turtle_peg(&["check", "cut.nt"], &folder.0, b"")?;
        assert_eq!(run.status, 2, "{extension}: {}", run.stderr);
        assert!(
            run.stderr.contains("is it whole?"),
            "{extension}: {}",
            run.stderr
        );
    }
    Ok(())
}

#[cfg(unix)]
#[test]
fn who_interrupts_leaves_nothing_behind() -> anyhow::Result<()> {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};
    let folder = TemporaryFolder::new("interrupted")?;
    folder.write("out.nt", "before")?;
    let mut process = Command::new(env!("CARGO_BIN_EXE_turtle-peg"))
        .args(["parse", "-o", "out.nt"])
        .current_dir(&folder.0)
        .stdin(Stdio::piped())
        .spawn()?;
    let count = || std::fs::read_dir(&folder.0).map(Iterator::count);
    let start = Instant::now();
    while count()? < 2 && start.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(count()?, 2);
    let killed = Command::new("kill")
        .args(["-INT", &process.id().to_string()])
        .status()?;
    assert!(killed.success());
    // This closes the pipe as well: what ends with an interruption is not the end of a document.
    assert_eq!(process.wait()?.code(), Some(130));
    assert_eq!(count()?, 1);
    assert_eq!(std::fs::read_to_string(folder.0.join("out.nt"))?, "before");
    Ok(())
}
