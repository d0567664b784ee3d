//! The lists of a statement whose objects are read one at a time.
//!
//! A statement `X P '.'`, with `P ::= V L (';' (V L)?)*` and `L ::= O (',' O)*`, is read as `X V O`, if a separator follows; then as
//! `',' O` or `';' V O` again and again; then as its end. In a PEG, each separator that comes is taken, so a statement is read so
//! that has been begun so. Where lists end differently outside and inside of a graph, or begin with other things, there are no pieces:
//! one set of rules reads the objects of both.

use super::forms::{nonterminal, without_guards};
use super::graphs::GraphPieces;
use super::statements::Statements;
use crate::{Expression, Grammar};
use std::collections::BTreeSet;

/// The lists of a statement.
///
/// See [`DocumentForm`](super::DocumentForm) for an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListPieces {
    /// The productions that the outer list is in, where it is a statement's and not between brackets.
    pub around: Vec<String>,
    /// The production of the list of verbs, each with objects.
    pub outer: String,
    /// The production of the list of objects.
    pub inner: String,
    /// The symbols before the outer list, one of which is there.
    pub subjects: Vec<Expression>,
    /// The verb.
    pub verb: Expression,
    /// An object, and what belongs to it.
    pub object: Vec<Expression>,
    /// The separator of objects.
    pub between_objects: Expression,
    /// The separator of verbs.
    pub between_verbs: Expression,
    /// Whether there may be several of these in a row, as in `';' (V L)?`; else there may be one at the end.
    pub may_repeat: bool,
    /// The end of the statement.
    pub end: Expression,
}

impl ListPieces {
    pub(super) fn of(
        grammar: &Grammar,
        statements: &Statements,
        graph: Option<&GraphPieces>,
    ) -> Option<Self> {
        grammar.rules.iter().find_map(|rule| {
            let outer = OuterList::of(&rule.expression)?;
            let (object, between_objects) = separated(nonterminal(grammar, outer.inner)?)?;
            let outside = ListPlaces::of(grammar, &rule.name, statements.statement(), None);
            let within = graph.map(|graph| {
                ListPlaces::of(grammar, &rule.name, &graph.statement, Some(&graph.end))
            });
            let alike = within.as_ref().unwrap_or(&outside);
            let end = outside.end()?;
            let is_alike = outside.first_symbols(grammar) == alike.first_symbols(grammar)
                && alike.end() == Some(end);
            let around = outside
                .found
                .iter()
                .chain(within.iter().flat_map(|it| &it.found));
            let mut names: Vec<String> = Vec::new();
            for place in around {
                if !names.contains(&place.production) {
                    names.push(place.production.clone());
                }
            }
            is_alike.then(|| Self {
                around: names,
                outer: rule.name.clone(),
                inner: outer.inner.to_owned(),
                subjects: alike.found.iter().map(|it| it.subject.clone()).collect(),
                verb: outer.verb.clone(),
                object: object.to_vec(),
                between_objects: between_objects.clone(),
                between_verbs: outer.separator.clone(),
                may_repeat: outer.may_repeat,
                end: end.clone(),
            })
        })
    }
}

/// `V L (';' (V L)?)*` or `V L (';' V L)* ';'?`.
struct OuterList<'g> {
    verb: &'g Expression,
    inner: &'g str,
    separator: &'g Expression,
    may_repeat: bool,
}

impl<'g> OuterList<'g> {
    fn of(expression: &'g Expression) -> Option<Self> {
        let [
            verb,
            Expression::Name(inner),
            Expression::ZeroOrMore(more),
            last @ ..,
        ] = expression.in_sequence()
        else {
            return None;
        };
        let item = &expression.in_sequence()[..2];
        let (separator, may_repeat) = match (more.in_sequence(), last) {
            ([separator, Expression::Optional(again)], []) if again.in_sequence() == item => {
                (separator, true)
            }
            ([separator, again @ ..], [Expression::Optional(last)])
                if again == item && **last == *separator =>
            {
                (separator, false)
            }
            _ => return None,
        };
        matches!(separator, Expression::Literal { .. }).then_some(Self {
            verb,
            inner,
            separator,
            may_repeat,
        })
    }
}

/// O and ',' of `O (',' O)*`.
fn separated(list: &Expression) -> Option<(&[Expression], &Expression)> {
    let (last, object) = list.in_sequence().split_last()?;
    let Expression::ZeroOrMore(more) = last else {
        return None;
    };
    match more.in_sequence() {
        [separator @ Expression::Literal { .. }, again @ ..] if again == object => {
            Some((object, separator)).filter(|_| !object.is_empty())
        }
        _ => None,
    }
}

/// The places where the outer list is a statement's.
struct ListPlaces {
    found: Vec<ListPlace>,
}

struct ListPlace {
    production: String,
    subject: Expression,
    end: Option<Expression>,
}

impl ListPlaces {
    /// The places in a statement, which `end` comes after if the statement itself has none.
    fn of(
        grammar: &Grammar,
        outer: &str,
        statement: &Expression,
        end: Option<&Expression>,
    ) -> Self {
        let mut walk = ListSearch {
            grammar,
            outer: Expression::name(outer),
            seen: BTreeSet::new(),
            places: Self { found: Vec::new() },
        };
        walk.expression("", statement, end);
        walk.places
    }

    /// The character that ends the statement, if that is always the same one.
    fn end(&self) -> Option<&Expression> {
        let end = self.found.first()?.end.as_ref();
        let is_character =
            matches!(end, Some(Expression::Literal { text, .. }) if text.chars().count() == 1);
        let is_same = self.found.iter().all(|place| place.end.as_ref() == end);
        end.filter(|_| is_character && is_same)
    }

    /// The subjects, with the alternatives of a nonterminal that is a choice of symbols in its place.
    fn first_symbols(&self, grammar: &Grammar) -> BTreeSet<Expression> {
        let (mut symbols, mut seen) = (BTreeSet::new(), BTreeSet::new());
        let mut open: Vec<&Expression> = self.found.iter().map(|it| &it.subject).collect();
        let is_symbol = |way: &Expression| matches!(way, Expression::Name(_));
        while let Some(subject) = open.pop() {
            let of_name = match subject {
                Expression::Name(name) => nonterminal(grammar, name),
                _ => None,
            };
            match of_name.map(Expression::alternatives) {
                Some(ways) if ways.iter().all(is_symbol) => {
                    if seen.insert(subject) {
                        open.extend(ways);
                    }
                }
                _ => drop(symbols.insert(subject.clone())),
            }
        }
        symbols
    }
}

struct ListSearch<'g> {
    grammar: &'g Grammar,
    outer: Expression,
    /// The productions that were looked at, each with what ends it.
    seen: BTreeSet<(&'g str, Option<Expression>)>,
    places: ListPlaces,
}

impl<'g> ListSearch<'g> {
    fn expression(
        &mut self,
        production: &str,
        expression: &'g Expression,
        end: Option<&Expression>,
    ) {
        for alternative in expression.alternatives() {
            match without_guards(alternative.in_sequence()) {
                [Expression::Name(name)] => self.name(name, end),
                [Expression::Name(name), end @ Expression::Literal { .. }] => {
                    self.name(name, Some(end));
                }
                [subject, rest @ ..] => {
                    self.after(production, subject, rest, end);
                }
                [] => {}
            }
        }
    }

    fn name(&mut self, name: &'g str, end: Option<&Expression>) {
        if let Some(expression) = nonterminal(self.grammar, name)
            && self.seen.insert((name, end.cloned()))
        {
            self.expression(name, expression, end);
        }
    }

    /// Looks at the parts after a subject: the list and an end, or a choice with them.
    fn after(
        &mut self,
        production: &str,
        subject: &Expression,
        rest: &[Expression],
        end: Option<&Expression>,
    ) {
        let is_list = |part: &Expression| match part {
            Expression::Optional(body) => **body == self.outer,
            part => *part == self.outer,
        };
        let end = match rest {
            [list] if is_list(list) => end,
            [list, end @ Expression::Literal { .. }] if is_list(list) => Some(end),
            [Expression::Choice(ways)] => {
                for way in ways {
                    self.after(production, subject, way.in_sequence(), end);
                }
                return;
            }
            _ => return,
        };
        self.places.found.push(ListPlace {
            production: production.to_owned(),
            subject: subject.clone(),
            end: end.cloned(),
        });
    }
}
