//! Sets of tokens.

/// A set of a grammar's tokens, by their numbers. The number after the last token's stands for the end of the text.
///
/// ```
/// use turtle_peg_specification::TokenSet;
///
/// let mut set: TokenSet = [3, 70].into_iter().collect();
/// assert!(set.insert(5) && !set.insert(70));
/// assert_eq!(set.iter().collect::<Vec<_>>(), [3, 5, 70]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TokenSet {
    words: Vec<u64>,
}

impl TokenSet {
    /// An empty set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a token; returns whether it is new.
    pub fn insert(&mut self, token: usize) -> bool {
        let (word, bit) = (token / 64, 1 << (token % 64));
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        let is_new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        is_new
    }

    /// Whether a token is in the set.
    pub fn contains(&self, token: usize) -> bool {
        let word = self.words.get(token / 64);
        word.is_some_and(|word| word & 1 << (token % 64) != 0)
    }

    /// Adds all tokens of another set; returns whether one of them is new.
    pub fn union_with(&mut self, other: &Self) -> bool {
        let mut is_changed = false;
        for token in other.iter() {
            is_changed |= self.insert(token);
        }
        is_changed
    }

    /// Whether it has no token.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// Whether all of its tokens are in another set.
    pub fn is_subset(&self, other: &Self) -> bool {
        self.iter().all(|token| other.contains(token))
    }

    /// The tokens, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let words = self.words.iter().enumerate();
        words.flat_map(|(index, &word)| {
            (0..64)
                .filter(move |bit| word >> bit & 1 == 1)
                .map(move |bit| index * 64 + bit)
        })
    }
}

impl FromIterator<usize> for TokenSet {
    fn from_iter<I: IntoIterator<Item = usize>>(tokens: I) -> Self {
        let mut set = Self::new();
        for token in tokens {
            set.insert(token);
        }
        set
    }
}
