//! Makes a failing text smaller: the rest is the part that fails.

/// Most attempts to shrink a text.
const ATTEMPTS: usize = 5000;

/// Takes parts out of `text`, larger ones first, as long as `fails` stays true.
pub fn shrink(text: &str, mut fails: impl FnMut(&str) -> bool) -> String {
    let characters: Vec<char> = text.chars().collect();
    let mut attempts = 0;
    let mut fails = |text: &str| {
        attempts += 1;
        attempts <= ATTEMPTS && fails(text)
    };
    let joined = |characters: &[char]| characters.iter().collect::<String>();
    let smaller = shrink_slice(&characters, |part| fails(&joined(part)));
    joined(&smaller)
}

fn shrink_slice(items: &[char], mut fails: impl FnMut(&[char]) -> bool) -> Vec<char> {
    let mut items = items.to_vec();
    let mut size = items.len();
    while size > 0 {
        let mut start = 0;
        let mut shrunk = false;
        while start < items.len() {
            let end = (start + size).min(items.len());
            let rest = [&items[..start], &items[end..]].concat();
            if fails(&rest) {
                items = rest;
                shrunk = true;
            } else {
                start = end;
            }
        }
        // The smallest parts are tried again until none can go.
        if size > 1 || !shrunk {
            size /= 2;
        }
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_matters_is_left() {
        let fails = |text: &str| text.contains('b') && text.ends_with('é');
        assert_eq!(shrink("aaabaaacaaé", fails), "bé");
    }
}
