//! Two grammars side by side: the divergences found, and the result where none is.

use turtle_peg_interpreter::{Extent, SpecifiedGrammar};

const TEXTS: [&str; 7] = ["a", "(", ")", ",", "x", ".", "A"];
const TERMINALS: &str = "\n@terminals\nname ::= [a-z]";

fn grammar(productions: &str) -> SpecifiedGrammar {
    SpecifiedGrammar::read_ebnf(&[productions, TERMINALS].concat()).unwrap()
}

/// Each side's sentences, with how many texts come before the place and which productions are there.
fn found(before: &str, after: &str, most: usize) -> (Vec<String>, Option<Extent>) {
    let grammars = [grammar(before), grammar(after)];
    let texts = TEXTS.map(str::to_owned);
    let mut found = Vec::new();
    let extent = SpecifiedGrammar::partings([&grammars[0], &grammars[1]], &texts, most, |it| {
        let words: Vec<&str> = it.sentence.iter().map(|&text| TEXTS[text]).collect();
        found.push(format!(
            "{}: {} at {}, ended [{}], open [{}]",
            it.side,
            words.join(" "),
            it.before,
            it.ended.join(" "),
            it.open.join(" "),
        ));
        false
    });
    (found, extent)
}

#[test]
fn the_shortest_sentence_is_rejected_where_the_grammars_differ() {
    let before = "doc ::= item* '.'\nitem ::= name | '(' name ')'";
    let after = "doc ::= item* '.'\nitem ::= name | '(' name? ')'";
    let (found, extent) = found(before, after, 10_000);
    assert_eq!(found, ["1: ( ) . at 1, ended [], open [item doc]"]);
    assert_eq!(extent, Some(Extent::All));
}

#[test]
fn what_only_ends_earlier_is_found_too() {
    let (found, extent) = found(
        "doc ::= item\nitem ::= name name",
        "doc ::= item\nitem ::= name name?",
        10_000,
    );
    assert_eq!(found, ["1: a at 1, ended [item doc], open []"]);
    assert_eq!(extent, Some(Extent::All));
}

/// A rule that has nothing more to read ends there, too, though no other token can follow in it.
#[test]
fn what_ends_with_its_last_token_is_found_too() {
    let (found, extent) = found(
        "doc ::= '(' item\nitem ::= name",
        "doc ::= '(' item\nitem ::= name ','",
        10_000,
    );
    let expected = [
        "0: ( a at 2, ended [item doc], open []",
        "1: ( a , at 2, ended [], open [item doc]",
    ];
    assert_eq!(found, expected);
    assert_eq!(extent, Some(Extent::All));
}

/// A symbol without a finite text does not lead on.
#[test]
fn what_says_nothing_accepts_no_beginning() {
    let before = "doc ::= item\nitem ::= '(' item ')' | name";
    let after = "doc ::= item\nitem ::= '(' item ')'";
    for (before, after, side) in [(before, after, 0), (after, before, 1)] {
        let (found, extent) = found(before, after, 10_000);
        let sentences = ["a", "( a )", "x"];
        let expected = sentences.map(|it| format!("{side}: {it} at 0, ended [], open [item doc]"));
        assert_eq!(found, expected);
        assert_eq!(extent, Some(Extent::All));
    }
}

/// Nesting never ends, so the result has the length that was searched. Equal productions in another form do not diverge.
#[test]
fn the_length_that_was_looked_through_is_said() {
    let before = "doc ::= list\nlist ::= '(' (name | list)* ')'";
    let after = "doc ::= list\nlist ::= '(' items ')'\nitems ::= ((name | list) items)?";
    let Some(Extent::UpTo(few)) = found(before, after, 500).1 else {
        panic!("nesting ends")
    };
    let (nothing, Some(Extent::UpTo(many))) = found(before, after, 5_000) else {
        panic!("nesting ends")
    };
    assert_eq!(nothing, Vec::<String>::new());
    assert!(3 < few && few < many, "{few} {many}");
    // One level deeper than the one allows.
    let shallow = "doc ::= list\nlist ::= '(' (name | inner)* ')'\ninner ::= '(' (name | last)* ')'\nlast ::= '(' name* ')'";
    let (deep, _) = found(before, shallow, 5_000);
    assert!(
        deep[0].starts_with("0: ( ( ( ( ) ) ) ) at 3, "),
        "{}",
        deep[0]
    );
}

#[test]
fn texts_are_cut_into_the_longest_tokens_of_each_side() {
    let (found, _) = found("doc ::= '(' ')'", "doc ::= '(' ')' | '.'", 1_000);
    assert_eq!(found, ["1: . at 0, ended [], open [doc]"]);
}

#[test]
fn ambiguous_grammars_are_searched() {
    let before = "doc ::= one | two\none ::= name ','? \ntwo ::= name ','? '.'";
    let after = "doc ::= one | two\none ::= name ','? \ntwo ::= name ',' '.'";
    let (found, extent) = found(before, after, 10_000);
    assert_eq!(found, ["0: a . at 1, ended [], open [two doc]"]);
    assert_eq!(extent, Some(Extent::All));
}

/// A production may begin with itself; by way of another one it may not.
#[test]
fn recursion_at_the_beginning_is_searched() {
    let left = "doc ::= doc ',' name | name";
    let list = "doc ::= name (',' name)*";
    assert_eq!(found(left, list, 10_000), (Vec::new(), Some(Extent::All)));
    let (longer, extent) = found(left, "doc ::= doc ',' name '.'? | name", 10_000);
    assert_eq!(longer, ["1: a , a . at 3, ended [], open [doc]"]);
    assert_eq!(extent, Some(Extent::All));
    let through = "doc ::= other ',' | name\nother ::= doc name";
    assert_eq!(found(through, list, 10_000).1, None);
}

/// The stacks double with each production, and the work does not.
#[test]
fn choices_that_double_are_searched_at_once() {
    let doubling = |last: &str| {
        let rules = (0..60).map(|at| format!("r{at} ::= r{0}? r{0}?\n", at + 1));
        format!("doc ::= r0\n{}r60 ::= {last}", rules.collect::<String>())
    };
    let (found, extent) = found(&doubling("name"), &doubling("name | '.'"), 100_000);
    assert!(found[0].starts_with("1: . at 0, "), "{}", found[0]);
    let Some(Extent::UpTo(length)) = extent else {
        panic!("there are too many sentences")
    };
    assert!(length > 5, "{length}");
}

/// A list that is a recursion at its end goes on for ever, and its stacks do not.
#[test]
fn recursion_at_the_end_is_searched_to_its_end() {
    let list = "doc ::= '(' list\nlist ::= name list | ')'";
    let (nothing, extent) = found("doc ::= '(' name* ')'", list, 10_000);
    assert_eq!((nothing, extent), (Vec::new(), Some(Extent::All)));
    let longer = "doc ::= '(' list\nlist ::= name list | ')' | name '.'";
    let (found, extent) = found(list, longer, 10_000);
    assert_eq!(found, ["1: ( a . at 2, ended [], open [list doc]"]);
    assert_eq!(extent, Some(Extent::All));
}

/// The stacks may grow with the sentence: the steps count, and not the sentences.
#[test]
fn the_work_is_bounded_where_each_text_makes_a_stack_larger() {
    let nested = "doc ::= name doc ','? | '.'";
    let (_, extent) = found(nested, "doc ::= name doc (',' ','?)? | '.'", 20_000);
    let Some(Extent::UpTo(length)) = extent else {
        panic!("nesting never ends")
    };
    assert!((3..200).contains(&length), "{length}");
}

/// The shortest end may have more texts than anybody reads: it is not written, and the result does not claim more.
#[test]
fn sentences_that_double_are_not_written() {
    let rules: String = (0..70)
        .map(|at| format!("r{at} ::= r{0} r{0}\n", at + 1))
        .collect();
    let before = format!("doc ::= '.' | '(' r0\n{rules}r70 ::= name");
    let (nothing, extent) = found(&before, "doc ::= '.'", 10_000);
    assert_eq!((nothing, extent), (Vec::new(), Some(Extent::UpTo(0))));
}
