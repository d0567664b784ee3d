//! The fingerprint of the grammars: whether the kept engines were made from them.

use std::fs;
use std::path::PathBuf;

/// The file that has it, beside the engines.
pub(crate) const FILE: &str = "fingerprint.txt";

/// The fingerprint of all grammars in their folder: FNV-1a, of their names and their texts, however their lines end.
pub(crate) fn of_grammars() -> String {
    let entries = fs::read_dir("grammar").expect("the folder of the grammars");
    let paths = entries.map(|entry| entry.expect("an entry of the folder").path());
    let mut grammars: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|it| it == "pest"))
        .collect();
    grammars.sort();
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for path in &grammars {
        let name = path.file_name().unwrap_or_default().as_encoded_bytes();
        let text = fs::read(path).expect("a grammar can be read");
        for byte in name.iter().chain(&text).filter(|&&byte| byte != b'\r') {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    format!("{hash:016x}\n")
}
