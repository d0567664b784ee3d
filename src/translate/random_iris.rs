//! For tests: texts that are IRIs, nearly so, or not at all, the same in every run.

/// What IRIs are made of, and what they cannot be made of.
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

/// What an IRI may begin with.
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

/// So many texts, each a beginning and up to nine tokens.
pub(super) fn texts(seed: u64, count: usize) -> impl Iterator<Item = String> {
    let mut state = seed;
    // SplitMix64.
    let mut below = move |bound: usize| {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    };
    (0..count).map(move |_| {
        let mut text = BEGINNINGS[below(BEGINNINGS.len())].to_owned();
        for _ in 0..below(10) {
            text.push_str(TOKENS[below(TOKENS.len())]);
        }
        text
    })
}
