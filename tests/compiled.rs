//! The sources in `grammar/compiled`, for who builds without the feature `generate`, are those that are made from the grammars.
//!
//! With `UPDATE_COMPILED=1` it is written anew.

use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::path::Path;
use std::{env, fs};

/// The sources in a folder and the fingerprint of the grammars, by their names.
fn files(folder: &Path) -> Result<BTreeMap<String, String>> {
    let entries = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let mut files = BTreeMap::new();
    for entry in entries {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.ends_with(".rs") || name == "fingerprint.txt" {
            files.insert(name.into_owned(), fs::read_to_string(&path)?);
        }
    }
    Ok(files)
}

#[test]
fn what_is_kept_is_what_is_made_now() -> Result<()> {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("grammar/compiled");
    let made = files(Path::new(env!("COMPILED_GRAMMARS")))?;
    let is_tables = |name: &&String| name.ends_with(".tables.rs");
    assert_eq!(made.keys().filter(is_tables).count(), 11);
    if env::var_os("UPDATE_COMPILED").is_some() {
        fs::create_dir_all(&kept)?;
        for name in files(&kept)?.keys() {
            fs::remove_file(kept.join(name))?;
        }
        for (name, text) in &made {
            fs::write(kept.join(name), text)?;
        }
    }
    let found = files(&kept)?;
    assert!(found.keys().eq(made.keys()), "{:?}", found.keys());
    for (name, text) in &made {
        let how =
            "`UPDATE_COMPILED=1 cargo test --features generate --test compiled` writes it anew";
        assert!(
            found[name] == *text,
            "grammar/compiled/{name} is old: {how}"
        );
    }
    Ok(())
}
