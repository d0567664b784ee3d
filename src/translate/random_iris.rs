//! For tests: texts that are IRIs, nearly so, or not at all, the same in every run.

use testing::random::Random;

/// Pieces that IRIs are made of, and others that they cannot have.
const TOKENS: &[&str] = &[
    "http",
    "https",
    "urn",
    "x",
    "HTTP",
    "a+b",
    ":",
    ":",
    "/",
    "/",
    "//",
    "?",
    "#",
    "@",
    ".",
    "..",
    "./",
    "a",
    "b-c",
    "~",
    "_",
    "1",
    "80",
    "%",
    "%2F",
    "%e9",
    "%4",
    "%é",
    "[",
    "]",
    "[::1]",
    "é",
    "学",
    "\u{300}",
    "\u{D7FF}",
    "\u{80}",
    "\u{A0}",
    "\u{E000}",
    "\u{FFFD}",
    "\u{FFEF}",
    "\u{FFF0}",
    "·",
    "\u{10400}",
    "\u{1FFFE}",
    "\u{E0001}",
    "\u{E1000}",
    "!",
    "$&'()*+,;=",
    " ",
    "\\",
    "<",
    "\"",
    "{",
    "|",
    "^",
    "`",
    "\u{7F}",
    "\0",
    "example.org",
    "abcdefghijklmnopqrstuvwxyz",
];

/// Beginnings of IRIs.
const BEGINNINGS: &[&str] = &[
    "",
    "",
    "http://",
    "https://example.org",
    "http://a/",
    "urn:",
    "x:",
    "x:/",
    "x://",
    "1:",
    "/",
];

/// This number of texts, each a beginning and up to nine tokens.
pub(super) fn texts(seed: u64, count: usize) -> impl Iterator<Item = String> {
    let mut random = Random::new(seed);
    (0..count).map(move |_| {
        let mut text = random.pick(BEGINNINGS).to_owned();
        for _ in 0..random.below(10) {
            text.push_str(random.pick(TOKENS));
        }
        text
    })
}
