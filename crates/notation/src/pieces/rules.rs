//! The rules of a PEG that read its documents piece by piece.

use super::characters::Characters;
use super::document::DocumentForm;
use super::graphs::GraphPieces;
use super::lists::ListPieces;
use super::statements::Statements;
use super::trivia::TriviaForm;
use crate::{CharSet, CharacterClass, Expression, Grammar, Rule, RuleKind};
use std::collections::BTreeSet;

/// A rule that reads a piece of a document. It mirrors no production, and makes no node.
///
/// ```
/// use turtle_peg_notation::EntryRule;
///
/// assert_eq!(EntryRule::NextStatement.name(), "nextStatement");
/// assert!(EntryRule::CALLED.contains(&EntryRule::NextStatement));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum EntryRule {
    /// White space, then one statement or the end of the text.
    NextStatement,
    /// The name of a graph between braces, and the brace that opens it.
    GraphBegin,
    /// One statement of a graph between braces, or the graph's end.
    NextInGraph,
    /// A statement of a graph, and its end, which only the last one may lack.
    GraphTriples,
    /// The brace that closes a graph.
    GraphEnd,
    /// White space and comments, but for a comment that the text ends in.
    LeadingTrivia,
    /// A comment that the text ends in.
    OpenComment,
    /// The rest of such a comment.
    CommentRest,
    /// A statement with several objects, up to the first of them.
    FirstPart,
    /// One more object, with the separator before it; or the statement's end.
    NextPart,
    /// The end of a statement whose objects were read one at a time.
    TriplesEnd,
    /// One more object between a graph's braces; or the statement's end.
    NextPartInGraph,
    /// The end of such a statement.
    TriplesEndInGraph,
    /// A full stop that no number begins with.
    FullStop,
}

impl EntryRule {
    /// The rules that a reader calls; the others are parts of these.
    pub const CALLED: [Self; 8] = [
        Self::NextStatement,
        Self::NextInGraph,
        Self::FirstPart,
        Self::NextPart,
        Self::NextPartInGraph,
        Self::LeadingTrivia,
        Self::OpenComment,
        Self::CommentRest,
    ];

    /// The rule's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NextStatement => "nextStatement",
            Self::GraphBegin => "graphBegin",
            Self::NextInGraph => "nextInGraph",
            Self::GraphTriples => "graphTriples",
            Self::GraphEnd => "graphEnd",
            Self::LeadingTrivia => "leadingTrivia",
            Self::OpenComment => "openComment",
            Self::CommentRest => "commentRest",
            Self::FirstPart => "firstPart",
            Self::NextPart => "nextPart",
            Self::TriplesEnd => "triplesEnd",
            Self::NextPartInGraph => "nextPartInGraph",
            Self::TriplesEndInGraph => "triplesEndInGraph",
            Self::FullStop => "fullStop",
        }
    }

    fn rule(self, kind: RuleKind, expression: Expression) -> Rule {
        Rule::new(self.name(), kind, expression)
    }

    fn used(self) -> Expression {
        Expression::name(self.name())
    }
}

/// The rules that read documents of a PEG piece by piece, in the order of [`EntryRule`]: as many as its [`DocumentForm`] has pieces for;
/// none where documents can only be read at once.
///
/// ```
/// use turtle_peg_notation::{entry_rules, peg};
///
/// let file = peg::read("doc = { SOI ~ statement* ~ EOI } statement = { \"x\" ~ \".\" }")?;
/// let rules = entry_rules(&file.written);
/// assert_eq!(rules.len(), 1);
/// assert_eq!(peg::print_rule(&rules[0]), "nextStatement = _{ SOI ~ (statement | EOI) }");
/// # Ok::<(), turtle_peg_notation::GrammarError>(())
/// ```
pub fn entry_rules(grammar: &Grammar) -> Vec<Rule> {
    let Some(pieces) = DocumentForm::of(grammar) else {
        return Vec::new();
    };
    let mut rules = match &pieces.graph {
        Some(graph) => graphs(graph),
        None => vec![next_statement(&pieces.statements)],
    };
    rules.extend(
        TriviaForm::of(grammar, &pieces.statements)
            .iter()
            .flat_map(trivia),
    );
    if let Some(lists) = &pieces.lists {
        rules.extend(parts(grammar, lists, pieces.graph.is_some()));
    }
    rules
}

fn next_statement(statements: &Statements) -> Rule {
    let expression = match statements {
        Statements::Lines { statement, end } => {
            let line_end = Expression::Choice(vec![end.clone(), Expression::End]);
            let line = Expression::flat([statement.clone(), line_end]);
            Expression::flat([
                Expression::Start,
                Expression::ZeroOrMore(Box::new(end.clone())),
                Expression::Choice(vec![line, Expression::End]),
            ])
        }
        Statements::Repeated { statement, space } => {
            let either = [statement.alternatives(), &[Expression::End]].concat();
            let space = space.iter().cloned();
            let space = space.map(|space| Expression::ZeroOrMore(Box::new(space)));
            let parts = [Expression::Start].into_iter().chain(space);
            Expression::flat(parts.chain([Expression::Choice(either)]))
        }
    };
    EntryRule::NextStatement.rule(RuleKind::Silent, expression)
}

fn graphs(graph: &GraphPieces) -> Vec<Rule> {
    use EntryRule::{GraphBegin, GraphEnd, GraphTriples, NextInGraph, NextStatement};
    let name = Expression::choice(graph.names.clone());
    let name = match (graph.names.is_empty(), graph.may_lack_a_name) {
        (true, _) => None,
        (false, true) => Some(Expression::Optional(Box::new(name))),
        (false, false) => Some(name),
    };
    let statements = graph.before.iter().cloned();
    let statements = statements.chain([GraphBegin.used()]);
    let statements = statements.chain(graph.after.iter().cloned());
    let statements = Expression::Choice(statements.chain([Expression::End]).collect());
    let in_graph = Expression::Choice(vec![GraphTriples.used(), GraphEnd.used()]);
    let end = Expression::Choice(vec![graph.end.clone(), next(GraphPieces::close())]);
    vec![
        NextStatement.rule(
            RuleKind::Silent,
            Expression::flat([Expression::Start, statements]),
        ),
        GraphBegin.rule(
            RuleKind::Nonterminal,
            Expression::flat(name.into_iter().chain([GraphPieces::open()])),
        ),
        NextInGraph.rule(
            RuleKind::Silent,
            Expression::flat([Expression::Start, in_graph]),
        ),
        GraphTriples.rule(
            RuleKind::Nonterminal,
            Expression::flat([graph.statement.clone(), end]),
        ),
        GraphEnd.rule(RuleKind::Nonterminal, GraphPieces::close()),
    ]
}

fn trivia(trivia: &TriviaForm) -> Vec<Rule> {
    let comment = &trivia.comment;
    let whole = Expression::flat([comment.clone(), Expression::absent(Expression::End)]);
    let either = Expression::choice([trivia.space.as_slice(), &[whole]].concat());
    let rest = Expression::OneOrMore(Box::new(trivia.comment_rest.clone()));
    let terminal = |rule: EntryRule, expression| rule.rule(RuleKind::Terminal, expression);
    vec![
        terminal(
            EntryRule::LeadingTrivia,
            Expression::OneOrMore(Box::new(either)),
        ),
        terminal(
            EntryRule::OpenComment,
            Expression::flat([comment.clone(), Expression::End]),
        ),
        terminal(EntryRule::CommentRest, rest),
    ]
}

fn parts(grammar: &Grammar, lists: &ListPieces, has_graphs: bool) -> Vec<Rule> {
    use EntryRule::{FirstPart, FullStop, NextPart, TriplesEnd};
    let node = |rule: EntryRule, expression| rule.rule(RuleKind::Nonterminal, expression);
    let separators = vec![lists.between_objects.clone(), lists.between_verbs.clone()];
    let first = [
        Expression::Start,
        Expression::choice(lists.subjects.clone()),
        lists.verb.clone(),
    ];
    let first = first.into_iter().chain(lists.object.clone());
    let mut rules = vec![
        node(
            FirstPart,
            Expression::flat(first.chain([next(Expression::Choice(separators))])),
        ),
        node(NextPart, next_part(lists, &[FullStop.used()], TriplesEnd)),
        node(TriplesEnd, FullStop.used()),
    ];
    if has_graphs {
        let ends = [FullStop.used(), GraphPieces::close()];
        let end = Expression::Choice(vec![FullStop.used(), next(GraphPieces::close())]);
        rules.push(node(
            EntryRule::NextPartInGraph,
            next_part(lists, &ends, EntryRule::TriplesEndInGraph),
        ));
        rules.push(node(EntryRule::TriplesEndInGraph, end));
    }
    rules.push(FullStop.rule(RuleKind::Terminal, full_stop(grammar, &lists.end)));
    rules
}

/// The rule for one more object, with what separates it from the one before; or for the separators before the end; or for the end,
/// which is one of the `ends` and read by the rule `end`.
fn next_part(lists: &ListPieces, ends: &[Expression], end: EntryRule) -> Expression {
    let (comma, semicolon) = (&lists.between_objects, &lists.between_verbs);
    let next_of = |first: &[&Expression]| {
        let first = first.iter().map(|&one| one.clone());
        next(Expression::choice(
            first.chain(ends.iter().cloned()).collect(),
        ))
    };
    let next_verb = Expression::flat([semicolon.clone(), lists.verb.clone()]);
    let separator = Expression::Choice(vec![comma.clone(), next_verb]);
    let more = [separator].into_iter().chain(lists.object.clone());
    let more = Expression::flat(more.chain([next_of(&[comma, semicolon])]));
    let last = match lists.may_repeat {
        true => next_of(&[semicolon]),
        false => next_of(&[]),
    };
    let last = Expression::flat([semicolon.clone(), last]);
    let ways = Expression::Choice(vec![more, last, end.used()]);
    Expression::flat([Expression::Start, ways])
}

/// The end of a statement, where it is not the beginning of a longer token.
fn full_stop(grammar: &Grammar, end: &Expression) -> Expression {
    let Expression::Literal { text, .. } = end else {
        return end.clone();
    };
    let characters = Characters::of(grammar);
    let nonterminals = grammar
        .rules
        .iter()
        .filter(|rule| rule.kind == RuleKind::Nonterminal);
    let tokens: BTreeSet<&str> = nonterminals
        .flat_map(|rule| rule.expression.names())
        .collect();
    let tokens = tokens.into_iter().filter_map(|name| grammar.rule(name));
    let tokens = tokens.filter(|rule| rule.kind == RuleKind::Terminal);
    let first = text.chars().next().unwrap_or_default();
    let longer = tokens.fold(CharSet::none(), |longer, token| {
        longer.union(&characters.second(&token.expression, first))
    });
    if longer.is_empty() {
        return end.clone();
    }
    let ranges = longer.ranges().map(|range| (*range.start(), *range.end()));
    let longer = CharacterClass {
        is_complement: false,
        ranges: ranges.collect(),
    };
    Expression::flat([end.clone(), Expression::absent(Expression::Class(longer))])
}

/// Matches where the expression matches, and reads nothing: `&A`.
fn next(body: Expression) -> Expression {
    Expression::Lookahead {
        is_positive: true,
        body: Box::new(body),
    }
}

#[cfg(all(test, feature = "ebnf"))]
mod tests {
    use super::entry_rules;
    use crate::peg;

    const LISTS: &str = r#"
        statement = { triples ~ "." }
        triples = { NAME ~ list | node ~ list? }
        node = { "[" ~ list ~ "]" }
        list = { NAME ~ objects ~ (";" ~ (NAME ~ objects)?)* }
        objects = { object ~ ("," ~ object)* }
        object = { NAME | NUMBER | node }
        NAME = @{ 'a'..'z'+ }
        NUMBER = @{ ('0'..'9' | "+")* ~ "." ~ '0'..'9'+ }"#;

    const GRAPHS: &str = r#"
        directive = { "@" ~ NAME ~ NAME }
        block = { named | graph | ^"graph" ~ NAME ~ graph }
        named = { NAME ~ (graph | list ~ ".") }
        graph = { "{" ~ inside? ~ "}" }
        inside = { triples ~ ("." ~ triples)* ~ "."? }
        triples = { NAME ~ list }
        list = { NAME ~ objects ~ (";" ~ NAME ~ objects)* ~ ";"? }
        objects = { NAME ~ ("," ~ NAME)* }
        NAME = @{ 'a'..'z'+ }"#;

    fn derived(start: &str, others: &str) -> Vec<String> {
        let file = peg::read(&format!("{start}\n{others}")).unwrap();
        entry_rules(&file.written)
            .iter()
            .map(peg::print_rule)
            .collect()
    }

    #[test]
    fn statements_lines_and_written_white_space_are_read_one_at_a_time() {
        let one = "one = { \"x\" }\nEOL = @{ \"\\n\" }\nws = _{ \" \" }";
        for (start, expected) in [
            ("doc = { SOI ~ one* ~ EOI }", "SOI ~ (one | EOI)"),
            (
                "doc = { SOI ~ (one | EOL)* ~ EOI }",
                "SOI ~ (one | EOL | EOI)",
            ),
            (
                "doc = { SOI ~ ws* ~ (one ~ ws*)* ~ EOI }",
                "SOI ~ ws* ~ (one | EOI)",
            ),
            (
                "doc = { SOI ~ one? ~ (EOL+ ~ one)* ~ EOL* ~ EOI }",
                "SOI ~ EOL* ~ (one ~ (EOL | EOI) | EOI)",
            ),
        ] {
            assert_eq!(
                derived(start, one),
                [format!("nextStatement = _{{ {expected} }}")]
            );
        }
    }

    #[test]
    fn what_is_of_another_form_is_read_whole() {
        let one = "one = { \"x\" }\nother = { \"y\" }\nEOL = @{ \"\\n\" }\nws = _{ \" \" }";
        for start in [
            "doc = { SOI ~ one ~ EOI }",
            "doc = { SOI ~ one+ ~ EOI }",
            "doc = { SOI ~ one* ~ other ~ EOI }",
            "doc = { SOI ~ ws* ~ (one ~ EOL*)* ~ EOI }",
            // Lines that may not be empty.
            "doc = { SOI ~ one? ~ (EOL ~ one)* ~ EOL? ~ EOI }",
            "doc = { SOI ~ one? ~ (EOL+ ~ other)* ~ EOL* ~ EOI }",
        ] {
            assert_eq!(derived(start, one), [""; 0], "{start}");
        }
    }

    #[test]
    fn objects_are_read_one_at_a_time() {
        assert_eq!(
            derived("doc = { SOI ~ statement* ~ EOI }", LISTS),
            [
                "nextStatement = _{ SOI ~ (statement | EOI) }",
                "firstPart = { SOI ~ (NAME | node) ~ NAME ~ object ~ &(\",\" | \";\") }",
                "nextPart = { SOI ~ ((\",\" | \";\" ~ NAME) ~ object ~ &(\",\" | \";\" | fullStop) | \";\" ~ &(\";\" | fullStop) | triplesEnd) }",
                "triplesEnd = { fullStop }",
                "fullStop = @{ \".\" ~ !'0'..'9' }",
            ]
        );
    }

    #[test]
    fn lists_of_another_form_are_read_whole() {
        for (before, after) in [
            ("(\",\" ~ object)*", "(\",\" ~ object)* ~ \",\"?"),
            ("(\",\" ~ object)*", "(\",\" ~ NAME)*"),
            (
                "(\";\" ~ (NAME ~ objects)?)*",
                "(\";\" ~ (NAME ~ objects ~ \"!\")?)*",
            ),
            (
                "(\";\" ~ (NAME ~ objects)?)*",
                "(\";\" ~ NAME ~ objects)* ~ (\";\" ~ \"!\")?",
            ),
            ("triples ~ \".\"", "triples ~ \"..\""),
            ("triples ~ \".\"", "triples ~ \".\" | triples ~ \"!\""),
        ] {
            assert!(LISTS.contains(before), "{before}");
            let found = derived(
                "doc = { SOI ~ statement* ~ EOI }",
                &LISTS.replacen(before, after, 1),
            );
            assert_eq!(found.len(), 1, "{after}: {found:?}");
        }
    }

    #[test]
    fn graphs_are_read_by_statement() {
        assert_eq!(
            derived("doc = { SOI ~ (directive | block)* ~ EOI }", GRAPHS)[..5],
            [
                "nextStatement = _{ SOI ~ (directive | graphBegin | named | EOI) }",
                "graphBegin = { (NAME | ^\"graph\" ~ NAME)? ~ \"{\" }",
                "nextInGraph = _{ SOI ~ (graphTriples | graphEnd) }",
                "graphTriples = { triples ~ (\".\" | &\"}\") }",
                "graphEnd = { \"}\" }",
            ]
        );
    }

    #[test]
    fn graphs_of_another_form_are_read_whole() {
        for (before, after) in [
            // Another statement that begins with a brace, or goes on with one after a name.
            ("\"@\" ~ NAME ~ NAME", "\"{{\" ~ NAME"),
            ("\"@\" ~ NAME ~ NAME", "NAME ~ \"{-}\""),
            ("list ~ \".\")", "list ~ \".\" | \"{-}\" ~ \".\")"),
            ("(\".\" ~ triples)* ~ \".\"?", "(\".\" ~ triples)*"),
            ("\"{\" ~ inside? ~ \"}\"", "\"{\" ~ inside ~ \"}\""),
        ] {
            assert!(GRAPHS.contains(before), "{before}");
            let found = derived(
                "doc = { SOI ~ (directive | block)* ~ EOI }",
                &GRAPHS.replacen(before, after, 1),
            );
            assert!(
                !found.iter().any(|rule| rule.starts_with("graphBegin")),
                "{after}: {found:?}"
            );
        }
    }

    /// One set of rules reads objects outside of graphs and within.
    #[test]
    fn lists_that_end_otherwise_in_a_graph_are_read_whole() {
        for (before, after) in [
            ("list ~ \".\")", "list ~ \"!\")"),
            (
                "triples = { NAME ~ list }",
                "triples = { NAME ~ list | \"(\" ~ list }",
            ),
        ] {
            let found = derived(
                "doc = { SOI ~ (directive | block)* ~ EOI }",
                &GRAPHS.replacen(before, after, 1),
            );
            assert_eq!(found.len(), 5, "{after}: {found:?}");
        }
    }

    #[test]
    fn white_space_and_comments_are_passed_over() {
        let one =
            "one = { \"x\" }\nSPACE = _{ \" \" | \"\\n\" }\nnote = _{ \"#\" ~ (!\"\\n\" ~ ANY)* }";
        for (trivia, expected) in [
            (
                "WHITESPACE = _{ SPACE }\nCOMMENT = _{ note }",
                [
                    "(WHITESPACE | note ~ !EOI)+",
                    "note ~ EOI",
                    "(!\"\\u{0A}\" ~ ANY)+",
                ],
            ),
            (
                "WHITESPACE = _{ passed }\npassed = _{ \" \" | note }",
                [
                    "(\"\\u{20}\" | note ~ !EOI)+",
                    "note ~ EOI",
                    "(!\"\\u{0A}\" ~ ANY)+",
                ],
            ),
        ] {
            let found = derived(&format!("doc = {{ SOI ~ one* ~ EOI }}\n{trivia}"), one);
            let names = ["leadingTrivia", "openComment", "commentRest"].into_iter();
            let expected: Vec<String> = names
                .zip(expected)
                .map(|(name, it)| format!("{name} = @{{ {it} }}"))
                .collect();
            assert_eq!(found[1..], expected);
        }
        let without = derived("doc = { SOI ~ one* ~ EOI }\nWHITESPACE = _{ SPACE }", one);
        assert_eq!(without.len(), 1);
    }
}
