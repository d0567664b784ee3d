//! Text whose characters know their places in the page.

/// The sign between a name and its right side.
pub const DEFINES: &str = "::=";

/// Characters, each with its place in the page, in bytes.
#[derive(Clone, Debug, Default)]
pub(super) struct PlacedText(pub(super) Vec<(char, usize)>);

impl PlacedText {
    /// Words that the page does not have, for something at this place.
    pub(super) fn of(words: &str, place: usize) -> Self {
        let characters = words.chars().map(|character| (character, place));
        Self(characters.collect())
    }

    pub(super) fn string(&self) -> String {
        self.0.iter().map(|(character, _)| character).collect()
    }

    /// Where it begins, white space aside.
    pub(super) fn place(&self) -> usize {
        let first = self.0.iter().find(|(character, _)| !is_blank(*character));
        first.or(self.0.first()).map_or(0, |(_, place)| *place)
    }

    pub(super) fn is_blank(&self) -> bool {
        self.0.iter().all(|(character, _)| is_blank(*character))
    }

    /// With a separator before it, if anything is there.
    pub(super) fn push(&mut self, separator: char, other: &Self) {
        if !self.0.is_empty() && !other.0.is_empty() {
            self.0.push((separator, other.0[0].1));
        }
        self.0.extend_from_slice(&other.0);
    }

    pub(super) fn push_line(&mut self, line: &Self) {
        if !line.is_blank() {
            self.push('\n', line);
        }
    }

    /// Whether nothing is before the first `::=` but a name, and its number.
    pub(super) fn begins_with_production(&self) -> bool {
        begins_with_production(&self.string())
    }

    /// Whether one of its lines begins with a production.
    pub(super) fn has_production(&self) -> bool {
        self.string().lines().any(begins_with_production)
    }

    /// The name before the first `::=`.
    pub(super) fn name(&self) -> Option<String> {
        name(&self.string())
    }

    /// The names before `::=`, of each line the first.
    pub(super) fn names(&self) -> Vec<String> {
        self.string().lines().filter_map(name).collect()
    }
}

fn name(text: &str) -> Option<String> {
    let (before, _) = text.split_once(DEFINES)?;
    let name = before.trim_end_matches(is_blank).rsplit(is_blank).next()?;
    let name = name.rsplit(']').next()?.trim_matches(['<', '>']);
    (!name.is_empty()).then(|| name.to_owned())
}

fn begins_with_production(text: &str) -> bool {
    let before = text.split_once(DEFINES).map_or("", |(before, _)| before);
    let words: Vec<&str> = before.split_whitespace().collect();
    let is_alone =
        matches!(words[..], [_]) || matches!(words[..], [number, _] if number.starts_with('['));
    // `E1/E2` is no name.
    let is_part = |character: char| character.is_alphanumeric() || "_-.:@".contains(character);
    is_alone && name(text).is_some_and(|name| name.chars().all(is_part))
}

fn is_blank(character: char) -> bool {
    character.is_whitespace()
}
