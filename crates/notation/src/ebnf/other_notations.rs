//! Notations that are not read, told from EBNF: the error for such a text names its notation.

/// The notation of a text without a single `::=`, if it is known.
pub(super) fn name(text: &str) -> Option<&'static str> {
    if text.contains("::=") {
        return None;
    }
    let defines = |line: &&str| {
        let name = line
            .split_once('=')
            .map_or("", |(name, _)| name.trim_end_matches('/').trim());
        name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "-_ ".contains(c))
    };
    let mut definitions = text.lines().filter(defines).peekable();
    definitions.peek()?;
    // ABNF's comments begin with `;`, ISO's definitions end with it.
    let ends = text
        .lines()
        .map(str::trim_end)
        .filter(|line| line.ends_with(';'));
    let is_iso = text.contains("(*") || ends.count() * 2 > definitions.clone().count();
    let is_abnf = |line: &str| {
        let signs = ["%x", "%d", "%b", " / ", "=/", "1*", "*("];
        signs.iter().any(|sign| line.contains(sign))
    };
    if is_iso {
        Some("ISO 14977's EBNF")
    } else if definitions.any(is_abnf) || text.lines().any(|line| line.starts_with(';')) {
        Some("ABNF (RFC 5234)")
    } else {
        Some("another notation, which defines by `=`")
    }
}
