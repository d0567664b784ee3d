//! Findings about texts that were written lately: documents have few namespaces, predicates, classes and datatypes, and mention them
//! often.
//!
//! Invariant: a finding holds with the prefixes, the base and the settings of now. Whoever changes one of them calls
//! [`forget`](Recent::forget).

/// How many texts have a place, by power of two. Each has one of them, and takes it from the text that had it before.
const PLACE_BITS: u32 = 8;
/// The longest text that is kept, in bytes.
const LONGEST: usize = 1024;

#[derive(Clone, Debug, Default)]
pub(super) struct Recent<V> {
    kept: Vec<RecentText<V>>,
}

/// A text that has a place, empty where there is none yet, and the finding about it.
#[derive(Clone, Debug, Default)]
struct RecentText<V> {
    text: String,
    value: V,
    /// The digest of the last text that asked for the place.
    asked: u64,
}

impl<V: Clone + Default> Recent<V> {
    pub(super) fn get(&self, text: &str) -> Option<&V> {
        let kept = self.kept.get(place(digest(text)))?;
        (kept.text == text && !text.is_empty()).then_some(&kept.value)
    }

    /// The room for the finding about a text, if it asks for its place twice with no other between: most objects never come again.
    pub(super) fn keep(&mut self, text: &str) -> Option<&mut V> {
        if text.len() > LONGEST {
            return None;
        }
        if self.kept.is_empty() {
            self.kept.resize_with(1 << PLACE_BITS, Default::default);
        }
        let digest = digest(text);
        let kept = &mut self.kept[place(digest)];
        if std::mem::replace(&mut kept.asked, digest) != digest {
            return None;
        }
        kept.text.clear();
        kept.text.push_str(text);
        Some(&mut kept.value)
    }

    pub(super) fn forget(&mut self) {
        self.kept.clear();
    }
}

/// A number for a text: most differ at their ends.
fn digest(text: &str) -> u64 {
    let end = text.as_bytes().last_chunk();
    let end = end.map_or(0, |end| u64::from_le_bytes(*end));
    (end ^ text.len() as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

fn place(digest: u64) -> usize {
    (digest >> (u64::BITS - PLACE_BITS)) as usize
}
