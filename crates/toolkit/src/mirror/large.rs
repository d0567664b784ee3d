//! Do the rules that read a large statement part by part read the texts that are read at once?
//!
//! `firstPart` reads triples up to the first of several objects, and `nextPart` an object more, again and again, until it reads
//! `triplesEnd`; between the braces of a graph these are `nextPartInGraph` and `triplesEndInGraph`. Where `firstPart` finds no
//! beginning, the statement is read at once: so nothing has to be shown of other statements.
//!
//! Lists of the productions are recursive, and are one letter where a text is read at once. Here they are written out, as the
//! rules that read parts do, so that both sides have the same letters.
//!
//! Invariant: two that are reported as the same were shown to be for all texts that `firstPart` matches the beginning of.

use super::grammar_pair::Mirror;
use super::leading::EntryProof;
use super::longer::LongerTokens;
use super::parts::{PARTS, from_to, replaced};
use super::token_alphabet::{TokenAlphabet, is_recursive, parts_are_told_apart};
use crate::matching::effort::Unanswered;
use crate::matching::formulas::Formulas;
use crate::matching::language::{Language, Semantics};
use crate::tokens::first::FirstSets;
use crate::tokens::rejected::Peg;
use crate::tokens::shortest;
use crate::tokens::symbols::TokenGrammar;
use notation::{EntryRule, Expression, Grammar, Rule, RuleKind};

/// Proves that after a first part, the parts up to their end are the texts of the rule `at_once`.
pub(super) fn are_the_same(
    mirror: &Mirror<'_>,
    at_once: EntryRule,
    [next, end]: [EntryRule; 2],
) -> Result<EntryProof, String> {
    if !mirror.has_trivia() {
        return Err("a text of this grammar is not cut into tokens".to_owned());
    }
    let grammar = &with_whole_tokens(mirror)?;
    let first_part = EntryRule::FirstPart;
    let missing = || format!("{first_part}, {next} and {end} are of no known form");
    let parts = from_to(grammar, first_part, next, end).ok_or_else(missing)?;
    let first = grammar.rule(first_part.name()).ok_or_else(missing)?;
    let whole = grammar
        .rule(at_once.name())
        .ok_or_else(|| format!("there is no {at_once}"))?;
    let (unfolded, unfolded_parts) = with_lists_written_out(grammar, &parts, at_once.name())?;
    let letters = TokenAlphabet::of(mirror, &unfolded, unfolded_parts.clone())?;
    let in_words = |why: Unanswered| format!("whether it reads the same is {why}");
    let mut formulas = Formulas::new();
    let mut peg = Language::new(Semantics::Peg, &letters.grammar);
    let mut matches = |name, then| {
        let rule = letters.rule(name)?;
        let matches = peg.matches(&mut formulas, &rule.expression, false, then);
        matches.map_err(in_words)
    };
    let read = matches(at_once.name(), Formulas::HERE)?;
    let read_by_parts = matches(PARTS, Formulas::HERE)?;
    let is_begun = matches(first_part.name(), Formulas::TRUE)?;
    let difference = formulas.differ(read, read_by_parts);
    let difference = formulas.and(difference, is_begun);
    let Some(witness) = formulas.find(difference).map_err(in_words)? else {
        return parts_are_told_apart(&unfolded, &unfolded_parts).map(|()| EntryProof::ByAutomata);
    };
    let open = || {
        let words = letters.words(&witness.text);
        Err(format!(
            "it seems to read something else than {at_once}, at {words}"
        ))
    };
    let Some(tokens) = letters.tokens(grammar, &witness.text) else {
        return open();
    };
    let end = |expression| Peg::new(grammar, &tokens).end(expression, 0);
    let [read, read_by_parts] = [&whole.expression, &parts].map(end);
    if end(&first.expression).is_none() || read == read_by_parts {
        return open();
    }
    let text = |length: Option<usize>| shortest::print(&tokens[..length.unwrap_or(tokens.len())]);
    Ok(match (read, read_by_parts) {
        (Some(_), None) => EntryProof::NotSo(
            format!(
                "{at_once} reads what is not read part by part; without {first_part} it is read at once"
            ),
            text(read),
        ),
        (None, Some(_)) => EntryProof::NotSo(
            format!(
                "part by part something is read that {at_once} does not read; without {first_part} it is read at once"
            ),
            text(read_by_parts),
        ),
        _ => EntryProof::NotSo(
            format!(
                "part by part more or less is read than {at_once} reads; without {first_part} it is read at once"
            ),
            text(None),
        ),
    })
}

/// The token that a rule matches where that is not the beginning of a longer one; none if it is of another form.
pub(super) fn whole_token(rule: &Rule) -> Option<&Expression> {
    let Expression::Sequence(parts) = &rule.expression else {
        return None;
    };
    match parts.as_slice() {
        [
            token @ Expression::Literal { .. },
            Expression::Lookahead {
                is_positive: false, ..
            },
        ] if rule.kind == RuleKind::Terminal => Some(token),
        _ => None,
    }
}

/// Proves that a rule matches a token wherever that is the longest that begins there, and nowhere else.
pub(super) fn is_a_whole_token(
    mirror: &Mirror<'_>,
    rule: &Rule,
    token: &Expression,
) -> Result<EntryProof, String> {
    let in_words = |why: Unanswered| format!("whether it is a whole token is {why}");
    let mut formulas = Formulas::new();
    let mut peg = mirror.peg(&mirror.literate.written);
    let mut matches = |expression| {
        peg.matches(&mut formulas, expression, false, Formulas::HERE)
            .map_err(in_words)
    };
    let [read, whole] = [matches(&rule.expression)?, matches(token)?];
    let longer = LongerTokens::of(mirror)
        .than(&mut formulas, &mut peg, token)
        .map_err(in_words)?;
    let whole = formulas.without(whole, longer.further);
    let difference = formulas.differ(read, whole);
    Ok(match formulas.find(difference).map_err(in_words)? {
        None => EntryProof::ByAutomata,
        Some(witness) => EntryProof::NotSo(
            "it does not match the token just where no longer one begins".to_owned(),
            witness.text,
        ),
    })
}

/// The grammar, with tokens in place of the rules that match them where they are whole: of a text that is cut into tokens, these
/// say the same.
fn with_whole_tokens(mirror: &Mirror<'_>) -> Result<Grammar, String> {
    let mut grammar = mirror.literate.written.clone();
    for rule in &mirror.literate.written.rules {
        let is_production = mirror.specified.rule(&rule.name).is_some();
        let Some(token) = whole_token(rule).filter(|_| !is_production) else {
            continue;
        };
        let is_named = |other: &&Rule| other.expression.names().contains(&rule.name.as_str());
        if !grammar.rules.iter().any(|other| is_named(&other)) {
            continue;
        }
        match is_a_whole_token(mirror, rule, token) {
            Ok(EntryProof::ByAutomata) => {}
            _ => return Err(format!("it names {}, which is not shown", rule.name)),
        }
        for other in &mut grammar.rules {
            other.expression = replaced(&other.expression, &|part| match part {
                Expression::Name(name) if *name == rule.name => Some(token.clone()),
                _ => None,
            });
        }
    }
    Ok(grammar)
}

/// The grammar and the parts, with recursive nonterminals' expressions in their place: those that the parts have no name for, those
/// that may be nothing, and those that are one of several names. The rule that reads all at once is a rule like others.
fn with_lists_written_out(
    grammar: &Grammar,
    parts: &Expression,
    at_once: &str,
) -> Result<(Grammar, Expression), String> {
    let sets = FirstSets::of(&TokenGrammar::of_all(grammar));
    let is_name = |part: &Expression| matches!(part, Expression::Name(_));
    let is_seen_through = |rule: &Rule| {
        sets.is_nullable(&rule.name)
            || matches!(&rule.expression, Expression::Choice(ways) if ways.iter().all(is_name))
    };
    let named = named(grammar, parts, &|rule| {
        is_seen_through(rule) || !is_recursive(grammar, &rule.name)
    });
    let written_out = |part: &Expression| match part {
        Expression::Name(name) if is_recursive(grammar, name) => {
            let rule = grammar.rule(name);
            let rule = rule.filter(|rule| is_seen_through(rule) || !named.contains(name));
            rule.map(|rule| rule.expression.clone())
        }
        _ => None,
    };
    let mut unfolded = grammar.clone();
    for rule in &mut unfolded.rules {
        if rule.name == at_once {
            rule.kind = RuleKind::Nonterminal;
        }
        if rule.kind == RuleKind::Nonterminal && !is_recursive(grammar, &rule.name) {
            rule.expression = to_the_end(&rule.expression, &written_out)?;
        }
    }
    Ok((unfolded, to_the_end(parts, &written_out)?))
}

/// The expression, changed until nothing is left to change.
fn to_the_end(
    expression: &Expression,
    change: &impl Fn(&Expression) -> Option<Expression>,
) -> Result<Expression, String> {
    /// Lists are not deeper in lists.
    const DEEPEST: usize = 8;
    let mut changed = expression.clone();
    for _ in 0..DEEPEST {
        let before = changed;
        changed = replaced(&before, change);
        if changed == before {
            return Ok(changed);
        }
    }
    Err("its lists are within themselves".to_owned())
}

/// The names that parts are made of, and those that the rules of these are made of, as far as one `leads_on`.
fn named(grammar: &Grammar, parts: &Expression, leads_on: &impl Fn(&Rule) -> bool) -> Vec<String> {
    let mut named: Vec<String> = Vec::new();
    let mut open: Vec<&Expression> = vec![parts];
    while let Some(expression) = open.pop() {
        for name in expression.names() {
            if named.iter().any(|known| known == name) {
                continue;
            }
            named.push(name.to_owned());
            let rule = grammar.rule(name).filter(|rule| leads_on(rule));
            open.extend(rule.map(|rule| &rule.expression));
        }
    }
    named
}
