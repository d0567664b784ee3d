//! Untidy grammars, whatever they say: names without productions, productions without use or without texts, and
//! recursion on the left.
//!
//! Invariant: all productions are looked at, those of terminals too, as they are written.

use crate::matching::forms;
use crate::tokens::symbols::TokenGrammar;
use notation::{CanBeNothing, Expression, Grammar, GrammarError, Rule, RuleKind};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;

/// Something untidy.
///
/// ```
/// use turtle_peg_toolkit::ebnf;
/// use turtle_peg_toolkit::hygiene::{Flaw, flaws};
///
/// let flaws = flaws(&ebnf::read("sum ::= sum '+' NUMBER")?);
/// let kinds: Vec<_> = flaws.iter().map(Flaw::kind).collect();
/// assert_eq!(kinds, ["undefined", "left-recursion", "unproductive"]);
/// assert_eq!(flaws[1], Flaw::LeftRecursion { cycle: vec!["sum".to_owned()] });
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Flaw {
    /// Nothing refers to this production, and it is not the first: it is left over, or another start symbol.
    Unreferenced {
        /// Its name.
        production: String,
    },
    /// No text of a start symbol needs this production, and neither do trivia.
    Unreachable {
        /// Its name.
        production: String,
    },
    /// A name that is used has no production.
    Undefined {
        /// The name.
        name: String,
        /// The productions that use it.
        used_by: Vec<String>,
    },
    /// There are several productions of one name.
    DefinedTwice {
        /// The name.
        production: String,
        /// How many there are.
        times: usize,
    },
    /// There are several productions of one number.
    NumberedTwice {
        /// The number, without brackets.
        number: String,
        /// The names of the productions.
        productions: Vec<String>,
    },
    /// A production begins with itself, maybe by way of others, maybe after an empty match.
    LeftRecursion {
        /// The names on the way, each once; the last begins with the first.
        cycle: Vec<String>,
    },
    /// No text matches this production: it always needs itself, or another such production.
    Unproductive {
        /// Its name.
        production: String,
    },
    /// No text matches this production: what it takes away, or a class without characters, leaves nothing.
    MatchesNothing {
        /// Its name.
        production: String,
    },
    /// This terminal, which nonterminals use, may be nothing: no text is cut into such tokens.
    EmptyToken {
        /// Its name.
        production: String,
    },
}

impl Flaw {
    /// A name for its kind, of lower-case words and hyphens.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Unreferenced { .. } => "unreferenced",
            Self::Unreachable { .. } => "unreachable",
            Self::Undefined { .. } => "undefined",
            Self::DefinedTwice { .. } => "defined-twice",
            Self::NumberedTwice { .. } => "numbered-twice",
            Self::LeftRecursion { .. } => "left-recursion",
            Self::Unproductive { .. } => "unproductive",
            Self::MatchesNothing { .. } => "matches-nothing",
            Self::EmptyToken { .. } => "empty-token",
        }
    }

    /// The productions to look at; for an undefined name, those that use it.
    pub fn productions(&self) -> &[String] {
        match self {
            Self::Unreferenced { production }
            | Self::Unreachable { production }
            | Self::Unproductive { production }
            | Self::MatchesNothing { production }
            | Self::EmptyToken { production }
            | Self::DefinedTwice { production, .. } => std::slice::from_ref(production),
            Self::Undefined { used_by, .. } => used_by,
            Self::NumberedTwice { productions, .. } => productions,
            Self::LeftRecursion { cycle } => cycle,
        }
    }
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreferenced { production } => {
                write!(
                    f,
                    "nothing refers to {production}, and it is not the first: is it another start symbol?"
                )
            }
            Self::Unreachable { production } => {
                write!(f, "{production} cannot be reached from the start symbol")
            }
            Self::Undefined { name, used_by } => {
                write!(
                    f,
                    "{name} has no production; {} uses it",
                    used_by.join(", ")
                )
            }
            Self::DefinedTwice { production, times } => {
                write!(f, "{production} has {times} productions")
            }
            Self::NumberedTwice {
                number,
                productions,
            } => write!(f, "[{number}] is the number of {}", productions.join(", ")),
            Self::LeftRecursion { cycle } => {
                let first = cycle.first().map_or("", String::as_str);
                write!(f, "left recursion: {} → {first}", cycle.join(" → "))
            }
            Self::Unproductive { production } => {
                write!(f, "no text matches {production}: it never comes to an end")
            }
            Self::MatchesNothing { production } => {
                write!(
                    f,
                    "no text matches {production}: all that it could match is taken away"
                )
            }
            Self::EmptyToken { production } => {
                write!(
                    f,
                    "{production} is a token that may be nothing: no text is cut into such tokens"
                )
            }
        }
    }
}

/// All flaws, in the order of the variants of [`Flaw`], and within that in the order in which they are written.
///
/// Each production that is left-recursive is in at least one of the cycles.
///
/// ```
/// use turtle_peg_toolkit::{ebnf, hygiene};
///
/// let grammar = ebnf::read("[1] sum ::= sum '+' NUMBER\n[1] product ::= NUMBER")?;
/// let flaws = hygiene::flaws(&grammar);
/// let flaws: Vec<String> = flaws.iter().map(ToString::to_string).collect();
/// assert_eq!(flaws, [
///     "nothing refers to product, and it is not the first: is it another start symbol?",
///     "NUMBER has no production; sum, product uses it",
///     "[1] is the number of sum, product",
///     "left recursion: sum → sum",
///     "no text matches sum: it never comes to an end",
/// ]);
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
pub fn flaws(grammar: &Grammar) -> Vec<Flaw> {
    let tokens = TokenGrammar::of_all(grammar);
    let starts = tokens.productions.starts().into_iter();
    let starts: Vec<String> = starts.map(str::to_owned).collect();
    if grammar.declared_starts > 0 {
        return flaws_from(grammar, &starts);
    }
    let uses = grammar.rules.iter().flat_map(|rule| {
        let names = rule.expression.names().into_iter();
        names.filter(|name| *name != rule.name)
    });
    let used_by_others: BTreeSet<&str> = uses.collect();
    let others = starts.iter().skip(1);
    let others = others.filter(|start| !used_by_others.contains(start.as_str()));
    let others = others.map(|start| Flaw::Unreferenced {
        production: start.clone(),
    });
    others.chain(flaws_from(grammar, &starts)).collect()
}

/// Finds the flaws for these start symbols.
pub fn flaws_from(grammar: &Grammar, starts: &[String]) -> Vec<Flaw> {
    let mut flaws = unreachable(grammar, starts);
    flaws.extend(undefined(grammar));
    flaws.extend(defined_twice(grammar));
    flaws.extend(numbered_twice(grammar));
    flaws.extend(left_recursion(grammar));
    let unproductive = without_text(grammar, &|_| true);
    flaws.extend(unproductive.iter().map(|name| Flaw::Unproductive {
        production: name.clone(),
    }));
    flaws.extend(matching_nothing(grammar, &unproductive));
    flaws.extend(empty_tokens(grammar));
    flaws
}

fn unreachable(grammar: &Grammar, starts: &[String]) -> Vec<Flaw> {
    // Where all are terminals, the first is the whole text.
    let first = grammar.rules.iter().take(usize::from(starts.is_empty()));
    let rules = grammar.rules.iter();
    let trivia = rules.filter(|rule| rule.kind == RuleKind::Silent);
    let roots = first.chain(trivia).map(|rule| rule.name.as_str());
    let reached = grammar.reached(roots.chain(starts.iter().map(String::as_str)));
    names(grammar)
        .into_iter()
        .filter(|name| !reached.contains(name))
        .map(|name| Flaw::Unreachable {
            production: name.to_owned(),
        })
        .collect()
}

/// Each name once, in the order in which they are first defined.
fn names(grammar: &Grammar) -> Vec<&str> {
    let mut seen = BTreeSet::new();
    let names = grammar.rules.iter().map(|rule| rule.name.as_str());
    names.filter(|name| seen.insert(*name)).collect()
}

/// In the order in which they are first used.
fn undefined(grammar: &Grammar) -> Vec<Flaw> {
    let defined: BTreeSet<&str> = names(grammar).into_iter().collect();
    let mut order = Vec::new();
    let mut uses: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for rule in &grammar.rules {
        let names = rule.expression.names().into_iter();
        for name in names.filter(|name| !defined.contains(name)) {
            let used_by = uses.entry(name).or_insert_with(|| {
                order.push(name);
                Vec::new()
            });
            if used_by.last() != Some(&rule.name) {
                used_by.push(rule.name.clone());
            }
        }
    }
    let flaws = order.into_iter().map(|name| Flaw::Undefined {
        name: name.to_owned(),
        used_by: uses.remove(name).unwrap_or_default(),
    });
    flaws.collect()
}

fn defined_twice(grammar: &Grammar) -> Vec<Flaw> {
    let doubled = grammar.doubled_names().into_iter();
    doubled
        .map(|(name, times)| Flaw::DefinedTwice {
            production: name.to_owned(),
            times,
        })
        .collect()
}

/// Checks that no name has several productions: nothing says which one of them it stands for.
///
/// ```
/// use turtle_peg_toolkit::{ebnf, hygiene};
///
/// let error = hygiene::check_names(&ebnf::read("a ::= 'x'\na ::= 'y'")?).unwrap_err();
/// assert_eq!(error.to_string(), "a has 2 productions");
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
///
/// # Errors
///
/// One has; the error names each.
pub fn check_names(grammar: &Grammar) -> Result<(), GrammarError> {
    let twice = defined_twice(grammar);
    match twice.is_empty() {
        true => Ok(()),
        false => Err(GrammarError::several(twice)),
    }
}

fn numbered_twice(grammar: &Grammar) -> Vec<Flaw> {
    let mut seen = BTreeSet::new();
    let numbers = grammar
        .rules
        .iter()
        .filter_map(|rule| rule.number.as_deref());
    let numbers = numbers.filter(|number| seen.insert(*number));
    let all = numbers.map(|number| {
        let same = |rule: &&Rule| rule.number.as_deref() == Some(number);
        let productions = grammar.rules.iter().filter(same);
        Flaw::NumberedTwice {
            number: number.to_owned(),
            productions: productions.map(|rule| rule.name.clone()).collect(),
        }
    });
    all.filter(
        |flaw| matches!(flaw, Flaw::NumberedTwice { productions, .. } if productions.len() > 1),
    )
    .collect()
}

/// A shortest cycle through each production that none of the cycles before goes through.
fn left_recursion(grammar: &Grammar) -> Vec<Flaw> {
    let beginnings = beginnings(grammar);
    let mut on_cycles: BTreeSet<&str> = BTreeSet::new();
    let mut found = Vec::new();
    for name in names(grammar) {
        if on_cycles.contains(name) {
            continue;
        }
        if let Some(cycle) = shortest_cycle(name, &beginnings) {
            on_cycles.extend(&cycle);
            found.push(Flaw::LeftRecursion {
                cycle: cycle.into_iter().map(str::to_owned).collect(),
            });
        }
    }
    found
}

/// Rules that match no text, and would match one if each difference and each class did.
fn matching_nothing(grammar: &Grammar, unproductive: &[String]) -> Vec<Flaw> {
    let mut open: Vec<&Expression> = grammar.rules.iter().map(|rule| &rule.expression).collect();
    let mut without: BTreeSet<&Expression> = BTreeSet::new();
    while let Some(part) = open.pop() {
        if is_class_or_difference(part) && forms::is_nothing(grammar, part) {
            without.insert(part);
        }
        open.extend(part.parts());
    }
    if without.is_empty() {
        return Vec::new();
    }
    let names = without_text(grammar, &|part| !without.contains(part)).into_iter();
    let names = names.filter(|name| !unproductive.contains(name));
    names
        .map(|production| Flaw::MatchesNothing { production })
        .collect()
}

/// The terminals that nonterminals use and that may be nothing.
fn empty_tokens(grammar: &Grammar) -> Vec<Flaw> {
    let nothing = CanBeNothing::of(grammar);
    let of_kind = |kind| grammar.rules.iter().filter(move |rule| rule.kind == kind);
    let used = of_kind(RuleKind::Nonterminal).flat_map(|rule| rule.expression.names());
    let used: BTreeSet<&str> = used.collect();
    let empty = of_kind(RuleKind::Terminal)
        .filter(|rule| used.contains(rule.name.as_str()) && nothing.expression(&rule.expression));
    let flaws = empty.map(|rule| Flaw::EmptyToken {
        production: rule.name.clone(),
    });
    flaws.collect()
}

fn is_class_or_difference(part: &Expression) -> bool {
    matches!(part, Expression::Class(_) | Expression::Difference(..))
}

/// The productions that no text matches, if one matches the classes and differences of which this is said; in the order in which
/// they are first defined.
fn without_text(grammar: &Grammar, has_text: &dyn Fn(&Expression) -> bool) -> Vec<String> {
    let defined: BTreeSet<&str> = names(grammar).into_iter().collect();
    let productive = grammar.closed(|expression, productive| {
        // A name without a production is a flaw of its own.
        let ends = |name: &str| productive.contains(name) || !defined.contains(name);
        comes_to_an_end(expression, &ends, has_text)
    });
    let without = names(grammar).into_iter();
    let without = without.filter(|name| !productive.contains(*name));
    without.map(str::to_owned).collect()
}

/// Whether some text may match the expression, if one matches each of these names, and these classes and differences.
fn comes_to_an_end(
    expression: &Expression,
    ends: &dyn Fn(&str) -> bool,
    has_text: &dyn Fn(&Expression) -> bool,
) -> bool {
    expression.has_way(&|part| match part {
        Expression::Name(name) => ends(name),
        Expression::Difference(body, _) => comes_to_an_end(body, ends, has_text) && has_text(part),
        Expression::Class(_) => has_text(part),
        _ => true,
    })
}

/// The names with which each production can begin.
fn beginnings(grammar: &Grammar) -> BTreeMap<&str, BTreeSet<&str>> {
    let nothing = CanBeNothing::of(grammar);
    let mut beginnings: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for rule in &grammar.rules {
        let found = beginnings.entry(&rule.name).or_default();
        found.extend(first_names(&rule.expression, &nothing));
    }
    beginnings
}

fn first_names<'g>(expression: &'g Expression, nothing: &CanBeNothing) -> Vec<&'g str> {
    let names = |part: &'g Expression| match part {
        Expression::Name(name) => vec![name.as_str()],
        _ => {
            let parts = part.parts().into_iter();
            parts.flat_map(|part| first_names(part, nothing)).collect()
        }
    };
    let parts = nothing.beginnings(expression).into_iter();
    parts.flat_map(names).collect()
}

/// The names from this one on, up to the one that begins with this one.
fn shortest_cycle<'g>(
    name: &'g str,
    beginnings: &BTreeMap<&'g str, BTreeSet<&'g str>>,
) -> Option<Vec<&'g str>> {
    let mut seen = BTreeSet::from([name]);
    let mut paths = VecDeque::from([vec![name]]);
    while let Some(path) = paths.pop_front() {
        for &next in path.last().and_then(|last| beginnings.get(last))? {
            if next == name {
                return Some(path);
            }
            // A name without a production leads nowhere.
            if beginnings.contains_key(next) && seen.insert(next) {
                paths.push_back([path.as_slice(), &[next]].concat());
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use notation::ebnf;

    fn found(text: &str) -> Vec<String> {
        let grammar = ebnf::read(text).unwrap_or_else(|error| panic!("{error}"));
        flaws(&grammar).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_tidy_grammar_has_no_flaws() {
        assert_eq!(
            found(
                "[1] doc ::= item*\n[2] item ::= '(' doc item? ')' | X\n@terminals\n[3] X ::= Y+\n[4] Y ::= [a-z]"
            ),
            [""; 0]
        );
    }

    #[test]
    fn each_kind_is_found() {
        for (text, expected) in [
            (
                "doc ::= A\nlost ::= other\nother ::= lost 'x' | B\n@terminals\nA ::= 'a'\nB ::= 'b'",
                vec![
                    "lost cannot be reached from the start symbol",
                    "other cannot be reached from the start symbol",
                    "B cannot be reached from the start symbol",
                    "left recursion: lost → other → lost",
                ],
            ),
            (
                "doc ::= 'x' doc A A\nb ::= A",
                vec![
                    "nothing refers to b, and it is not the first: is it another start symbol?",
                    "A has no production; doc, b uses it",
                    "no text matches doc: it never comes to an end",
                ],
            ),
            (
                "[1] doc ::= 'x'\n[2] doc ::= 'y'\n[2] doc ::= 'z'",
                vec!["doc has 3 productions", "[2] is the number of doc, doc"],
            ),
            (
                "doc ::= a? (b | 'x')* doc 'y' | 'z'\na ::= 'a'\nb ::= 'b'",
                vec!["left recursion: doc → doc"],
            ),
            (
                "doc ::= a\na ::= nothing b\nb ::= ('b' | nothing nothing+ (a 'x'))\nnothing ::= 'n'*",
                vec!["left recursion: a → b → a"],
            ),
            (
                "doc ::= A? b? 'x'\nb ::= 'y' C\n@terminals\nA ::= 'a' - 'a'\nC ::= [a-c] - 'b'",
                vec!["no text matches A: all that it could match is taken away"],
            ),
            (
                "doc ::= a\na ::= some b\nb ::= a | 'x'\nsome ::= 'n'+",
                vec![],
            ),
        ] {
            assert_eq!(found(text), expected, "{text}");
        }
    }

    #[test]
    fn trivia_need_no_use() {
        let mut grammar = ebnf::read("doc ::= 'x'\nspace ::= comment\ncomment ::= '#'").unwrap();
        assert_eq!(flaws(&grammar).len(), 1);
        grammar.rules[1].kind = RuleKind::Silent;
        assert_eq!(flaws(&grammar), []);
    }
}
