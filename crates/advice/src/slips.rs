//! How many slips of the pen there are between two words: letters too many, missing, in the place of another, or exchanged with the
//! next one.
//!
//! Invariant: the time follows the length of the words, however many are the same: few slips are looked for, and no more.

/// The least number of slips that make one word of another, if it is not more than `most`: each more takes four times as long.
pub(super) fn slips(one: &str, other: &str, most: usize) -> Option<usize> {
    let one: Vec<char> = one.chars().collect();
    let other: Vec<char> = other.chars().collect();
    between(&one, &other, most)
}

fn between(one: &[char], other: &[char], most: usize) -> Option<usize> {
    if one.len().abs_diff(other.len()) > most {
        return None;
    }
    // There are never fewer slips if one of the letters with which both begin is none.
    let same = one.iter().zip(other).take_while(|(a, b)| a == b).count();
    let (one, other) = (&one[same..], &other[same..]);
    if one.is_empty() && other.is_empty() {
        return Some(0);
    }
    let fewer = most.checked_sub(1)?;
    let rest = |from_one: usize, from_other: usize| {
        between(one.get(from_one..)?, other.get(from_other..)?, fewer)
    };
    let exchanged = match (one, other) {
        ([a, b, ..], [c, d, ..]) if (a, b) == (d, c) => rest(2, 2),
        _ => None,
    };
    let ways = [rest(1, 0), rest(0, 1), rest(1, 1), exchanged];
    ways.into_iter().flatten().min().map(|slips| slips + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use testing::random::Random;

    #[test]
    fn it_is_the_distance_of_optimal_string_alignment() {
        let mut random = Random::new(1);
        let mut word = |length| -> String {
            let letters = (0..length).map(|_| random.pick(&['a', 'b', 'é']));
            letters.collect()
        };
        for number in 0..20_000 {
            let (one, other) = (word(number % 7), word(number / 7 % 7));
            let distance = strsim::osa_distance(&one, &other);
            let found = slips(&one, &other, 3);
            assert_eq!(found, Some(distance).filter(|it| *it <= 3), "{one} {other}");
        }
    }

    #[test]
    fn long_words_take_no_time() {
        let long = "a".repeat(1_000_000);
        assert_eq!(slips(&format!("{long}b"), &format!("{long}c"), 2), Some(1));
        assert_eq!(slips(&format!("b{long}"), &format!("c{long}d"), 2), Some(2));
    }
}
