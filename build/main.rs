//! Sets the folder of the engines that are made from the grammars.
//!
//! With the feature `generate` this makes them now. Without it the library uses those kept in `grammar/compiled`, so that its
//! users need not build the generators; a test compares these with what is made now.

#[cfg(feature = "generate")]
mod generate;

use std::env;
use std::path::PathBuf;

fn main() {
    println!("cargo::rerun-if-changed=build");
    let folder = match cfg!(feature = "generate") {
        true => PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it")),
        false => PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"))
            .join("grammar")
            .join("compiled"),
    };
    #[cfg(feature = "generate")]
    generate::generate_into(&folder);
    println!("cargo::rustc-env=COMPILED_GRAMMARS={}", folder.display());
}
