//! Which productions are run: those of a specification, as they stand, with errata corrected and with the white space and
//! comments that its prose allows.
//!
//! Invariant: only these parts of a `.pest` file count: the lines with three slashes, their departures that concern the
//! specification's text, and the rules for white space and comments. The rules that mirror the productions do not.

use super::error::CompileError;
use notation::peg::{Above, DepartureKind, Literate};
use notation::{CharacterClass, Expression, Grammar, GrammarError, Rule, RuleKind, ebnf};
use std::collections::BTreeSet;

/// The rules of a `.pest` file for the text between tokens.
const WHITESPACE: &str = "WHITESPACE";
const COMMENT: &str = "COMMENT";

/// The productions that run, and how a text is cut into tokens.
///
/// ```
/// # use notation as turtle_peg_notation;
/// use turtle_peg_notation::peg;
/// use turtle_peg_specification::compile::Productions;
///
/// let file = peg::read("/// a ::= B B\na = { B ~ B }\n/// B ::= 'x'\nB = @{ \"x\" }\nWHITESPACE = _{ \" \" }")?;
/// let productions = Productions::of_literate(&file)?;
/// assert_eq!(productions.grammar.rules[0].expression.names(), ["B", "B"]);
/// assert!(productions.trivia.is_some());
/// # Ok::<(), turtle_peg_specification::compile::CompileError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Productions {
    /// The productions, corrected; the first is the start symbol.
    pub grammar: Grammar,
    /// The text between tokens; none if the productions themselves place it.
    pub trivia: Option<Expression>,
    /// The terminals that end at the first place where they can.
    pub ending_at_first: BTreeSet<String>,
}

impl Productions {
    /// The productions that a `.pest` file in the literate form mirrors.
    ///
    /// # Errors
    ///
    /// A line with three slashes, or the correction of an erratum, is not a production.
    pub fn of_literate(literate: &Literate) -> Result<Self, CompileError> {
        let mut grammar = literate.specified()?;
        let white_space = literate.written.rule(WHITESPACE);
        let comment = literate.written.rule(COMMENT);
        let mut ending_at_first = BTreeSet::new();
        let mirrored = literate.above.iter().zip(&literate.written.rules);
        for (above, written) in mirrored.filter(|(above, _)| above.production.is_some()) {
            let place = grammar
                .rules
                .iter()
                .position(|rule| rule.name == written.name);
            let Some(place) = place else { continue };
            let mut expression = match correction(above)? {
                Some(corrected) => corrected,
                None => grammar.rules[place].expression.clone(),
            };
            let kind = grammar.rules[place].kind;
            let declares = |kind| {
                above
                    .departures
                    .iter()
                    .any(|departure| departure.kind == kind)
            };
            if declares(DepartureKind::Trivia) {
                expression = match kind {
                    RuleKind::Nonterminal => with_empty_lines(&expression, &grammar),
                    _ => with_comments(&expression, white_space, comment),
                };
            }
            if declares(DepartureKind::Loop) {
                expression = expression.unrolled(&written.name).unwrap_or(expression);
            }
            if declares(DepartureKind::Repeat) && ends_at_first(&expression) {
                ending_at_first.insert(written.name.clone());
            }
            grammar.rules[place].expression = expression;
        }
        let trivia: Vec<Expression> = [white_space, comment]
            .into_iter()
            .flatten()
            .map(|rule| rule.expression.clone())
            .collect();
        Ok(Self {
            grammar,
            trivia: repeated(trivia),
            ending_at_first,
        })
    }

    /// The productions of a specification's EBNF. Its prose is taken to agree with that of its family: white space and
    /// comments from `#` to the end of the line separate tokens, unless a token begins with `#`.
    pub fn of_ebnf(grammar: &Grammar) -> Self {
        let grammar = grammar.clone();
        let passed: Vec<Expression> = grammar
            .rules
            .iter()
            .filter(|rule| rule.kind == RuleKind::Silent)
            .map(|rule| Expression::name(&rule.name))
            .collect();
        let trivia = match passed.is_empty() {
            true if begins_a_token('#', &grammar) => vec![white_space_of(&grammar)],
            true => vec![white_space_of(&grammar), comment()],
            false => passed,
        };
        Self {
            grammar,
            trivia: repeated(trivia),
            ending_at_first: BTreeSet::new(),
        }
    }
}

impl Productions {
    /// The productions with these nonterminals as their start symbols.
    ///
    /// # Errors
    ///
    /// No nonterminal has such a name.
    pub fn starting_at<'n>(
        self,
        names: impl IntoIterator<Item = &'n str>,
    ) -> Result<Self, CompileError> {
        Ok(Self {
            grammar: { self.grammar.starting_at(names) }.map_err(GrammarError::no_start)?,
            ..self
        })
    }

    /// Whether a token is white space, or passed over like it.
    pub(super) fn is_white_space(&self, token: &Expression) -> bool {
        let Expression::Name(name) = token else {
            return false;
        };
        let rule = self.grammar.rule(name);
        is_white_space(name, &self.grammar)
            || rule.is_some_and(|rule| rule.kind == RuleKind::Silent)
    }
}

fn repeated(parts: Vec<Expression>) -> Option<Expression> {
    (!parts.is_empty()).then(|| Expression::OneOrMore(Box::new(Expression::choice(parts))))
}

/// White space, without the ends of lines where productions say where these are.
fn white_space_of(grammar: &Grammar) -> Expression {
    let nonterminals = grammar
        .rules
        .iter()
        .filter(|rule| rule.kind == RuleKind::Nonterminal);
    let mut used = nonterminals.flat_map(|rule| rule.expression.names());
    let characters = match used.any(|name| is_white_space(name, grammar)) {
        true => " \t",
        false => " \t\r\n",
    };
    let each = characters
        .chars()
        .map(|one| Expression::Class(CharacterClass::one(one)));
    Expression::Choice(each.collect())
}

/// `'#' [^#xA#xD]*`
fn comment() -> Expression {
    let rest = Expression::Class(CharacterClass {
        is_complement: true,
        ranges: vec![('\r', '\r'), ('\n', '\n')],
    });
    Expression::Sequence(vec![
        Expression::literal("#"),
        Expression::ZeroOrMore(Box::new(rest)),
    ])
}

/// Whether a token of a nonterminal may begin with the character. The definition of a comment does not count.
fn begins_a_token(character: char, grammar: &Grammar) -> bool {
    let nonterminals = grammar.rules.iter();
    let mut nonterminals =
        nonterminals.filter(|rule| rule.kind == RuleKind::Nonterminal && !is_comment(rule));
    nonterminals.any(|rule| has_token(&rule.expression, character, grammar))
}

fn is_comment(rule: &Rule) -> bool {
    rule.name.eq_ignore_ascii_case(COMMENT)
}

fn has_token(expression: &Expression, character: char, grammar: &Grammar) -> bool {
    match expression {
        Expression::Name(name) => {
            let rule = grammar.rule(name);
            rule.is_some_and(|rule| {
                rule.kind != RuleKind::Nonterminal
                    && !is_comment(rule)
                    && begins(expression, character, grammar, &mut BTreeSet::new())
            })
        }
        Expression::Literal { .. } | Expression::Class(_) => {
            begins(expression, character, grammar, &mut BTreeSet::new())
        }
        other => {
            let parts = other.parts();
            parts
                .into_iter()
                .any(|part| has_token(part, character, grammar))
        }
    }
}

/// Whether a text of the expression may begin with the character; `seen` are the rules that were looked at.
fn begins<'g>(
    expression: &'g Expression,
    character: char,
    grammar: &'g Grammar,
    seen: &mut BTreeSet<&'g str>,
) -> bool {
    match expression {
        Expression::Literal { text, .. } => text.starts_with(character),
        Expression::Class(class) => class.set().contains(character),
        Expression::Name(name) => {
            let rule = grammar.rule(name).filter(|_| seen.insert(name));
            rule.is_some_and(|rule| begins(&rule.expression, character, grammar, seen))
        }
        // The excluded part is one text, or an unknown one.
        Expression::Difference(first, _) => begins(first, character, grammar, seen),
        Expression::Sequence(parts) => {
            let first = parts.iter().position(|part| !can_be_left_out(part));
            let mut may_be_first = parts[..first.map_or(parts.len(), |first| first + 1)].iter();
            may_be_first.any(|part| begins(part, character, grammar, seen))
        }
        other => {
            let parts = other.parts();
            parts
                .into_iter()
                .any(|part| begins(part, character, grammar, seen))
        }
    }
}

fn can_be_left_out(expression: &Expression) -> bool {
    matches!(
        expression,
        Expression::Optional(_) | Expression::ZeroOrMore(_)
    )
}

/// The right side that an erratum puts in place of the published one.
fn correction(above: &Above) -> Result<Option<Expression>, CompileError> {
    let corrections = above.departures.iter();
    let Some(corrected) = corrections
        .filter_map(|departure| departure.correction().1)
        .next()
    else {
        return Ok(None);
    };
    let grammar = ebnf::read(&format!("corrected ::= {corrected}"))?;
    Ok(grammar.rules.into_iter().next().map(|rule| rule.expression))
}

/// Whether a terminal matches white space only.
fn is_white_space(name: &str, grammar: &Grammar) -> bool {
    fn is_white(expression: &Expression) -> bool {
        match expression {
            Expression::Class(class) => {
                let set = class.set();
                !set.is_empty() && set.is_subset(&notation::CharSet::of(" \t\r\n"))
            }
            Expression::Literal { text, .. } => text.chars().all(|c| " \t\r\n".contains(c)),
            Expression::Name(_) => false,
            other => {
                let parts = other.parts();
                !parts.is_empty() && parts.into_iter().all(is_white)
            }
        }
    }
    let rule = grammar.rule(name);
    rule.is_some_and(|rule| rule.kind != RuleKind::Nonterminal && is_white(&rule.expression))
}

/// Where a line may end, several may: `EOL` is `EOL+`, and `EOL?` is `EOL*`.
fn with_empty_lines(expression: &Expression, grammar: &Grammar) -> Expression {
    let is_end =
        |part: &Expression| matches!(part, Expression::Name(name) if is_white_space(name, grammar));
    match expression {
        Expression::Optional(body) if is_end(body) => Expression::ZeroOrMore(body.clone()),
        end if is_end(end) => Expression::OneOrMore(Box::new(end.clone())),
        other => other.map(|part| with_empty_lines(part, grammar)),
    }
}

/// Where white space may recur in a terminal, comments may be, too.
fn with_comments(
    expression: &Expression,
    white_space: Option<&Rule>,
    comment: Option<&Rule>,
) -> Expression {
    let (Some(rule), Some(comment)) = (white_space, comment) else {
        return expression.clone();
    };
    match expression {
        Expression::ZeroOrMore(body) if matches!(&**body, Expression::Name(name) if rule.expression.names().contains(&name.as_str())) =>
        {
            let either = vec![(**body).clone(), whole_comment(&comment.expression)];
            Expression::ZeroOrMore(Box::new(Expression::Choice(either)))
        }
        other => other.map(|part| with_comments(part, white_space, Some(comment))),
    }
}

/// A comment goes to the end of its line: within a token, such as `[#]`, that end has to follow.
fn whole_comment(comment: &Expression) -> Expression {
    let Expression::Sequence(parts) = comment else {
        return comment.clone();
    };
    let Some(Expression::ZeroOrMore(body)) = parts.last() else {
        return comment.clone();
    };
    let end = match &**body {
        Expression::Sequence(parts) => match parts.as_slice() {
            [
                Expression::Lookahead {
                    is_positive: false,
                    body,
                },
                _,
            ] => (**body).clone(),
            _ => return comment.clone(),
        },
        Expression::Class(class) => Expression::Class(CharacterClass {
            is_complement: !class.is_complement,
            ranges: class.ranges.clone(),
        }),
        _ => return comment.clone(),
    };
    Expression::Sequence(vec![comment.clone(), end])
}

/// Whether an expression is `A* B`, which a PEG can only read up to the first B.
fn ends_at_first(expression: &Expression) -> bool {
    let Expression::Sequence(parts) = expression else {
        return false;
    };
    let is_fixed =
        |part: &&Expression| matches!(part, Expression::Class(_) | Expression::Literal { .. });
    let mut before_end = parts.iter().rev().skip_while(is_fixed);
    let ends_fixed = parts.last().as_ref().is_some_and(is_fixed);
    let length = parts.iter().rev().take_while(is_fixed).count();
    ends_fixed && length > 1 && matches!(before_end.next(), Some(Expression::ZeroOrMore(_)))
}
