//! Sets of tokens. The crate has no test of its own inside: for one it would be compiled twice.

use turtle_peg_specification::TokenSet;

#[test]
fn a_set_holds_what_was_put_in() {
    let mut set: TokenSet = [3, 200].into_iter().collect();
    assert!(set.contains(200) && !set.contains(64) && !set.contains(1000));
    assert!(!set.insert(3) && set.insert(64));
    assert_eq!(set.iter().collect::<Vec<_>>(), [3, 64, 200]);
    let other: TokenSet = [64].into_iter().collect();
    assert!(other.is_subset(&set) && !set.is_subset(&other));
    assert!(!set.union_with(&other) && !set.is_empty() && TokenSet::new().is_empty());
}
