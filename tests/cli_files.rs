//! What the program reads and writes: files, folders, patterns, what is compressed, and a file that is whole or not there.

#![cfg(feature = "cli")]

use pretty_assertions::assert_eq;
use std::io::Write;
use std::path::Path;
use testing::program::{Folder, turtle_peg, with_stdin};

const TRIPLE: &str = "<x:s> <x:p> <x:o> .\n";

#[test]
fn a_folder_is_read_with_r_only() -> anyhow::Result<()> {
    let folder = Folder::new("folders")?;
    for inner in ["data/deep", "data/.hidden", "empty"] {
        std::fs::create_dir_all(folder.0.join(inner))?;
    }
    folder
        .write("data/b.TTL", TRIPLE)?
        .write("data/a.nt", TRIPLE)?
        .write("data/deep/c.turtle", TRIPLE)?
        .write("data/.hidden/d.ttl", "not Turtle")?
        .write("data/notes.txt", "not Turtle")?;
    let run = turtle_peg(&["parse", "--count", "-r", "data"], &folder.0, b"")?;
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    let lines: Vec<_> = run
        .stdout
        .lines()
        .map(|line| line.replace('\\', "/"))
        .collect();
    assert_eq!(
        lines,
        [
            "1\tdata/a.nt",
            "1\tdata/b.TTL",
            "1\tdata/deep/c.turtle",
            "3\ttotal"
        ]
    );
    let run = turtle_peg(&["parse", "data", "data/a.nt"], &folder.0, b"")?;
    assert_eq!((run.status, run.stdout.as_str()), (2, TRIPLE));
    assert!(
        run.stderr
            .contains("data: error: this is a folder; with -r")
    );
    let run = turtle_peg(&["check", "-r", "empty"], &folder.0, b"")?;
    assert_eq!(run.status, 2);
    assert!(
        run.stderr.contains("no file in this folder"),
        "{}",
        run.stderr
    );
    Ok(())
}

#[test]
fn a_pattern_stands_for_files() -> anyhow::Result<()> {
    let folder = Folder::new("patterns")?;
    folder
        .write("a1.ttl", TRIPLE)?
        .write("a2.ttl", TRIPLE)?
        .write("[odd].ttl", TRIPLE)?
        .write("c.nt", TRIPLE)?;
    let count = |pattern: &str| turtle_peg(&["parse", "--count", pattern], &folder.0, b"");
    assert_eq!(count("a?.ttl")?.stdout, "1\ta1.ttl\n1\ta2.ttl\n2\ttotal\n");
    // A name that is there is no pattern.
    assert_eq!(count("[odd].ttl")?.stdout, "1\n");
    let run = count("b*.ttl")?;
    assert_eq!(run.status, 2);
    assert!(
        run.stderr.contains("b*.ttl: error: no file matches"),
        "{}",
        run.stderr
    );
    Ok(())
}

#[test]
fn one_strange_file_does_not_keep_the_others_from_being_read() -> anyhow::Result<()> {
    let folder = Folder::new("strange")?;
    std::fs::create_dir(folder.0.join("folder"))?;
    folder
        .write("a.ttl", TRIPLE)?
        .write("data.unknown", TRIPLE)?
        .write("bad.ttl", "<x:s> .")?
        .write("z.ttl", TRIPLE)?;
    let files = [
        "a.ttl",
        "missing.ttl",
        "data.unknown",
        "folder",
        "bad.ttl",
        "z.ttl",
    ];
    for command in ["check", "parse", "tree", "stats"] {
        let run = turtle_peg(&[&[command][..], &files].concat(), &folder.0, b"")?;
        assert_eq!(run.status, 2);
        for expected in [
            "missing.ttl: error: ",
            "data.unknown: error: its name does not end in .ttl",
            "folder: error: this is a folder",
            "bad.ttl:1:7: error: ",
        ] {
            assert!(run.stderr.contains(expected), "{}", run.stderr);
        }
        if command == "parse" {
            assert_eq!(run.stdout, TRIPLE.repeat(2));
        }
        let summary = "6 documents: 2 accepted; 1 fault; 3 failures\n";
        assert!(run.stderr.ends_with(summary), "{command}: {}", run.stderr);
    }
    // What is not there is said not to be there, whatever it is called.
    let run = turtle_peg(&["check", "missing.unknown"], &folder.0, b"")?;
    assert_eq!(
        run.stderr,
        "missing.unknown: error: there is no such file\n"
    );
    Ok(())
}

/// What a shell makes of `<(…)`.
#[cfg(unix)]
#[test]
fn a_pipe_is_read_as_standard_input_is() -> anyhow::Result<()> {
    let folder = Folder::new("pipes")?;
    let status = std::process::Command::new("mkfifo")
        .arg(folder.0.join("pipe"))
        .status()?;
    assert!(status.success());
    let path = folder.0.join("pipe");
    let writer = std::thread::spawn(move || std::fs::write(path, TRIPLE));
    let run = turtle_peg(&["parse", "pipe"], &folder.0, b"")?;
    assert_eq!(
        (run.status, run.stdout.as_str()),
        (0, TRIPLE),
        "{}",
        run.stderr
    );
    writer.join().expect("the writer panicked")?;
    Ok(())
}

#[test]
fn extensions_that_are_nearly_right_are_taken_with_a_warning() -> anyhow::Result<()> {
    let folder = Folder::new("extensions")?;
    for (name, is_warned) in [
        ("a.TTL", false),
        ("a.turtle", false),
        ("a.ttls", true),
        ("a.n3", true),
        ("a.N3", true),
    ] {
        folder.write(name, TRIPLE)?;
        let run = turtle_peg(&["parse", name], &folder.0, b"")?;
        assert_eq!((run.status, run.stdout.as_str()), (0, TRIPLE));
        let warning = format!("{name}: warning: read as ");
        assert_eq!(
            run.stderr.starts_with(&warning),
            is_warned,
            "{}",
            run.stderr
        );
        let run = turtle_peg(&["parse", "-q", name], &folder.0, b"")?;
        assert_eq!(run.stderr, "");
        let run = turtle_peg(&["parse", "--dialect", "turtle-1.1", name], &folder.0, b"")?;
        assert_eq!(run.stderr, "");
    }
    Ok(())
}

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
    let folder = Folder::new("compressed")?;
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

#[test]
fn a_file_is_written_whole_or_not_at_all() -> anyhow::Result<()> {
    let folder = Folder::new("whole")?;
    folder
        .write("good.ttl", TRIPLE)?
        .write("bad.ttl", format!("{TRIPLE}<x:s> .\n{TRIPLE}"))?;
    let read = |name: &str| std::fs::read_to_string(folder.0.join(name));
    let parse = |arguments: &[&str]| {
        turtle_peg(
            &[&["parse", "-o", "out.nt"], arguments].concat(),
            &folder.0,
            b"",
        )
    };
    let run = parse(&["bad.ttl"])?;
    assert_eq!((run.status, run.stdout.as_str()), (1, ""));
    assert!(
        run.stderr.contains("out.nt: warning: not written"),
        "{}",
        run.stderr
    );
    assert!(read("out.nt").is_err());
    let run = parse(&["good.ttl"])?;
    assert_eq!(
        (run.status, run.stdout.as_str(), run.stderr.as_str()),
        (0, "", "")
    );
    assert_eq!(read("out.nt")?, TRIPLE);
    assert_eq!(parse(&["bad.ttl"])?.status, 1);
    assert_eq!(read("out.nt")?, TRIPLE, "as it was");
    assert_eq!(parse(&["--keep-going", "bad.ttl"])?.status, 1);
    assert_eq!(read("out.nt")?, TRIPLE.repeat(2));
    // Even over what is read.
    folder.write("self.nt", TRIPLE)?;
    let run = turtle_peg(&["parse", "-o", "self.nt", "self.nt"], &folder.0, b"")?;
    assert_eq!((run.status, read("self.nt")?.as_str()), (0, TRIPLE));
    // But not where more would be lost than order.
    let before = read("good.ttl")?;
    let run = turtle_peg(&["parse", "-o", "./good.ttl", "good.ttl"], &folder.0, b"")?;
    assert_eq!((run.status, read("good.ttl")?), (2, before));
    assert!(run.stderr.contains("name another file"), "{}", run.stderr);
    let run = turtle_peg(&["parse", "-o", "none/out.nt", "good.ttl"], &folder.0, b"")?;
    assert_eq!(run.status, 2);
    assert!(
        run.stderr.contains("there is no folder none"),
        "{}",
        run.stderr
    );
    let run = turtle_peg(&["parse", "-o", "-", "good.ttl"], &folder.0, b"")?;
    assert_eq!(run.stdout, TRIPLE);
    let left: Vec<_> = std::fs::read_dir(&folder.0)?.collect::<Result<_, _>>()?;
    assert_eq!(left.len(), 4, "{left:?}");
    Ok(())
}

#[cfg(unix)]
#[test]
fn links_modes_and_devices_stay_what_they_are() -> anyhow::Result<()> {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::new("targets")?;
    folder.write("a.nt", TRIPLE)?.write("real.nt", "")?;
    let path = |name: &str| folder.0.join(name);
    std::fs::set_permissions(path("real.nt"), std::fs::Permissions::from_mode(0o640))?;
    symlink("real.nt", path("link.nt"))?;
    let parse = |to: &str| turtle_peg(&["parse", "-o", to, "a.nt"], &folder.0, b"");
    assert_eq!(parse("link.nt")?.status, 0);
    assert!(std::fs::symlink_metadata(path("link.nt"))?.is_symlink());
    assert_eq!(std::fs::read_to_string(path("real.nt"))?, TRIPLE);
    assert_eq!(
        std::fs::metadata(path("real.nt"))?.permissions().mode() & 0o777,
        0o640
    );
    assert_eq!(parse("/dev/null")?.status, 0);
    assert!(!std::fs::metadata("/dev/null")?.is_file());
    Ok(())
}

#[cfg(unix)]
#[test]
fn who_interrupts_leaves_nothing_behind() -> anyhow::Result<()> {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};
    let folder = Folder::new("interrupted")?;
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
    // The handler is there shortly after the file is.
    std::thread::sleep(Duration::from_millis(300));
    let killed = Command::new("kill")
        .args(["-INT", &process.id().to_string()])
        .status()?;
    assert!(killed.success());
    assert_eq!(process.wait()?.code(), Some(130));
    assert_eq!(count()?, 1);
    assert_eq!(std::fs::read_to_string(folder.0.join("out.nt"))?, "before");
    Ok(())
}

#[test]
fn prefixes_can_be_declared_beforehand() -> anyhow::Result<()> {
    let run = with_stdin(
        &[
            "parse",
            "--prefix",
            "ex=http://e/",
            "--prefix",
            "=x:",
            "--prefix",
            "a.b:=y:",
        ],
        "ex:s :p a.b:o .",
    )?;
    assert_eq!(run.stdout, "<http://e/s> <x:p> <y:o> .\n", "{}", run.stderr);
    for (argument, expected) in [
        ("ex", "write it as ex=http://example.org/"),
        ("1x=http://e/", "is no prefix"),
        ("a: <x:> PREFIX b=http://e/", "is no prefix"),
        ("ex=relative", "is no absolute IRI"),
        ("ex=http://e/>", "is no absolute IRI"),
    ] {
        let run = with_stdin(&["parse", "--prefix", argument], "")?;
        assert_eq!(run.status, 2, "{argument}");
        assert!(run.stderr.contains(expected), "{argument}: {}", run.stderr);
    }
    Ok(())
}

#[test]
fn nothing_is_said_where_nobody_wants_to_hear() -> anyhow::Result<()> {
    let run = with_stdin(&["check", "-q"], "<x:s> .")?;
    assert_eq!(
        (run.status, run.stdout.as_str(), run.stderr.as_str()),
        (1, "", "")
    );
    let run = turtle_peg(&["check", "--quiet", "missing.ttl"], Path::new("."), b"")?;
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("missing.ttl: error"), "{}", run.stderr);
    Ok(())
}

#[test]
fn faults_beyond_the_most_are_counted() -> anyhow::Result<()> {
    let text = "<x:s> .\n".repeat(150);
    let errors = |stderr: &str| stderr.matches(": error: ").count();
    let run = with_stdin(&["check", "--keep-going"], &text)?;
    assert_eq!(errors(&run.stderr), 100);
    let summary = "1 document: 0 accepted; 150 faults, 50 of them not shown (--max-errors)\n";
    assert!(run.stderr.ends_with(summary), "{}", run.stderr);
    for (most, hidden) in [("0", "150"), ("7", "143"), ("150", ""), ("1000", "")] {
        let run = with_stdin(&["check", "--keep-going", "--max-errors", most], &text)?;
        assert_eq!(run.status, 1);
        let shown = errors(&run.stderr);
        assert_eq!(shown, most.parse::<usize>()?.min(150));
        assert_eq!(run.stderr.contains("not shown"), !hidden.is_empty());
        assert!(run.stderr.contains(&format!(
            "150 faults{}",
            match hidden {
                "" => String::new(),
                hidden => format!(", {hidden} of them not shown"),
            }
        )));
    }
    Ok(())
}
