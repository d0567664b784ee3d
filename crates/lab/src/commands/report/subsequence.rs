//! The longest common subsequence of two sequences.
//!
//! Invariant: it is the longest one, so that as little as possible is marked as different.

/// For each item of the first list, whether it belongs to the longest common subsequence.
pub fn common<T: PartialEq>(own: &[T], others: &[T]) -> Vec<bool> {
    let lengths = lengths(own, others);
    let (mut place, mut other) = (0, 0);
    let mut is_common = vec![false; own.len()];
    while place < own.len() && other < others.len() {
        if own[place] == others[other] {
            is_common[place] = true;
            place += 1;
            other += 1;
        } else if lengths[place + 1][other] >= lengths[place][other + 1] {
            place += 1;
        } else {
            other += 1;
        }
    }
    is_common
}

/// How long the longest common subsequence of the rests is, from each place of the one and of the other on.
fn lengths<T: PartialEq>(own: &[T], others: &[T]) -> Vec<Vec<usize>> {
    let mut lengths = vec![vec![0; others.len() + 1]; own.len() + 1];
    for place in (0..own.len()).rev() {
        for other in (0..others.len()).rev() {
            lengths[place][other] = match own[place] == others[other] {
                true => lengths[place + 1][other + 1] + 1,
                false => lengths[place + 1][other].max(lengths[place][other + 1]),
            };
        }
    }
    lengths
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn as_much_as_there_can_be_is_common() {
        let marked = |own: &str, others: &str| -> String {
            let [own, others] = [own, others].map(|text| text.chars().collect::<Vec<_>>());
            let is_common = common(&own, &others).into_iter();
            let signs = is_common.map(|is_common| if is_common { '=' } else { '!' });
            signs.collect()
        };
        for (own, others, expected) in [
            ("abcde", "abxde", "==!=="),
            ("abxde", "abde", "==!=="),
            ("abab", "ba", "!==!"),
            ("", "a", ""),
            ("a", "", "!"),
        ] {
            assert_eq!(marked(own, others), expected, "{own} {others}");
        }
    }
}
