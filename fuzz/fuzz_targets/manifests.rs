//! A manifest is read or refused, with its includes; its tests run; and no file is read that lies elsewhere.

#![no_main]

use conformance::{ManifestReader, Options, run};
use libfuzzer_sys::fuzz_target;
use std::env;
use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;
use turtle_peg_fuzz::two_texts;

/// A folder of this process.
static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = env::temp_dir().join(format!("turtle-peg-fuzz-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder for temporary files");
    folder.canonicalize().expect("it is there")
});

fuzz_target!(|input: &[u8]| {
    let Some((manifest, other)) = two_texts(input) else {
        return;
    };
    let [path, beside] = ["manifest.ttl", "other.ttl"].map(|name| FOLDER.join(name));
    fs::write(&path, manifest).expect("memory takes it");
    fs::write(&beside, other).expect("memory takes it");
    let Ok(manifest) = ManifestReader::default().read(&path) else {
        return;
    };
    for test in manifest.tests() {
        for file in [test.action(), test.result()].into_iter().flatten() {
            assert!(file.read().is_err() || file.path().starts_with(&*FOLDER));
        }
    }
    let _ = run(&manifest, &Options::default());
});
