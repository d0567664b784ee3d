//! Sets the folder of the engines that are made from the grammars.
//!
//! With the feature `generate` this makes them now. Without it the library uses those kept in `grammar/compiled`, so that its
//! users need not build the generators. Invariant: the grammars have the fingerprint of those that the kept engines were made
//! from; a test compares the engines themselves with what is made now.

mod fingerprint;
#[cfg(feature = "generate")]
mod generate;

use std::path::{Path, PathBuf};
use std::{env, fs};

/// The families of dialects, each a feature.
const FAMILIES: [&str; 4] = ["n-quads", "n-triples", "trig", "turtle"];

fn main() {
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=grammar");
    if !FAMILIES.iter().any(|family| is_on(family)) {
        let families = FAMILIES.join(", ");
        println!(
            "cargo::error=turn on a feature that names a language: {families}; or all, `dialects`"
        );
    }
    let folder = match is_on("generate") {
        true => PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it")),
        false => PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"))
            .join("grammar")
            .join("compiled"),
    };
    make_or_compare(&folder);
    println!("cargo::rustc-env=COMPILED_GRAMMARS={}", folder.display());
}

/// Whether a feature is on.
fn is_on(feature: &str) -> bool {
    let name = feature.to_uppercase().replace('-', "_");
    env::var_os(format!("CARGO_FEATURE_{name}")).is_some()
}

/// Makes the engines, with the fingerprint of what they are made from.
#[cfg(feature = "generate")]
fn make_or_compare(folder: &Path) {
    generate::generate_into(folder);
    let fingerprint = fingerprint::of_grammars();
    fs::write(folder.join(fingerprint::FILE), fingerprint).expect("OUT_DIR can be written");
}

/// Fails if the grammars are not those that the kept engines were made from.
#[cfg(not(feature = "generate"))]
fn make_or_compare(folder: &Path) {
    let kept = fs::read_to_string(folder.join(fingerprint::FILE)).unwrap_or_default();
    if kept != fingerprint::of_grammars() {
        println!(
            "cargo::error=the grammars are not those that grammar/compiled was made from: build with `--features generate`, or write it \
             anew with `UPDATE_COMPILED=1 cargo test --features generate --test compiled`"
        );
    }
}
