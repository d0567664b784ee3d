//! Small changes to a text: wrongly parsed texts are seldom far from rightly parsed ones.

use testing::random::Random;

/// Changes `text` in one to three places. `tokens` are inserted, and the text's own parts.
pub fn mutate(text: &str, tokens: &[impl AsRef<str>], random: &mut Random) -> String {
    let mut text = text.to_owned();
    for _ in 0..*random.choose(&[1, 1, 1, 2, 3]) {
        text = change(&text, tokens, random);
    }
    text
}

fn change(text: &str, tokens: &[impl AsRef<str>], random: &mut Random) -> String {
    let place = boundary(text, random.below(text.len() + 1));
    let token = if tokens.is_empty() {
        ""
    } else {
        random.choose(tokens).as_ref()
    };
    let (before, after) = text.split_at(place);
    let next = after.chars().next().map_or(0, char::len_utf8);
    let part = boundary(after, random.below(9));
    let other = boundary(text, random.below(text.len() + 1));
    match random.below(9) {
        // Insert, replace and delete, by character and by part.
        0 | 1 => [before, token, after].concat(),
        2 => [before, token, &after[next..]].concat(),
        3 => [before, &after[next..]].concat(),
        4 => [before, &after[part..]].concat(),
        // Double.
        5 => [before, &after[..part], after].concat(),
        // Swap with the next part.
        6 => {
            let (first, rest) = after.split_at(part);
            let (second, rest) = rest.split_at(boundary(rest, random.below(5)));
            [before, second, first, rest].concat()
        }
        // Copy a part to elsewhere.
        7 => [&text[..other], &after[..part], &text[other..]].concat(),
        _ => before.to_owned(),
    }
}

/// Joins the beginning of one text and the end of another.
pub fn splice(first: &str, second: &str, random: &mut Random) -> String {
    let head = boundary(first, random.below(first.len() + 1));
    let tail = boundary(second, random.below(second.len() + 1));
    [&first[..head], &second[tail..]].concat()
}

/// The last place between characters that is not after `index`.
pub(crate) fn boundary(text: &str, index: usize) -> usize {
    let mut index = index.min(text.len());
    while !text.is_char_boundary(index) {
        index -= 1;
    }
    index
}

/// The texts that the syntaxes are sensitive to: the tokens of the dictionary that libFuzzer reads, too.
pub fn dictionary() -> Vec<String> {
    let lines = include_str!("../../../fuzz/dictionary").lines();
    lines.filter_map(token).collect()
}

/// A token in quotes, in which a backslash is before a quote, before itself, or before `x` and the two digits of a byte.
fn token(line: &str) -> Option<String> {
    let quoted = line.strip_prefix('"')?.strip_suffix('"')?;
    let mut bytes = Vec::new();
    let mut rest = quoted.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match (byte == b'\\').then(|| rest.next()).flatten() {
            None => byte,
            Some(b'x') => {
                let digits = [rest.next()?, rest.next()?];
                u8::from_str_radix(str::from_utf8(&digits).ok()?, 16).ok()?
            }
            Some(escaped) => escaped,
        });
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_mutants_differ_and_characters_stay_whole() {
        let text = "a é → 😀 \n";
        let random = &mut Random::new(1);
        let mutants: Vec<_> = (0..1000)
            .map(|_| mutate(text, &["λ", "#"], random))
            .collect();
        let changed = mutants.iter().filter(|mutant| *mutant != text).count();
        assert!(changed > 800, "{changed}");
        assert!(mutants.iter().any(|mutant| mutant.contains('λ')));
    }

    #[test]
    fn every_line_of_the_dictionary_is_a_token() {
        let lines = include_str!("../../../fuzz/dictionary").lines();
        let lines = lines.filter(|line| !line.starts_with('#'));
        assert_eq!(dictionary().len(), lines.count());
        for token in [
            "\"u0041".replace('"', "\\"),
            "\"\"\"".to_owned(),
            "\u{FEFF}".to_owned(),
            "\n".to_owned(),
        ] {
            assert!(dictionary().contains(&token), "{token:?}");
        }
    }
}
