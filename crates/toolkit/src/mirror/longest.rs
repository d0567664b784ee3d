//! Whether a part of a rule reads a text that is cut into longest tokens.
//!
//! Invariant: a token is read only where it is the longest that begins there; guards and the order of alternatives have no say.

use super::grammar_pair::Mirror;
use crate::matching::effort::Unanswered;
use crate::matching::formulas::{Formula, Formulas};
use crate::matching::language::{Language, Semantics};
use notation::{Expression, Grammar, RuleKind};
use std::collections::{BTreeMap, BTreeSet};

/// A text, and where its tokens end.
struct Cut<'g, 't> {
    grammar: &'g Grammar,
    text: &'t str,
    formulas: Formulas,
    peg: Language<'g>,
    /// White space and comments end at the marked position.
    skipped: Formula,
    /// One of the specification's tokens is the text.
    any_token: Formula,
    /// By where a token begins, where the longest one ends.
    ends: BTreeMap<usize, Option<usize>>,
    /// The rules that are being read, and where.
    open: Vec<(&'g str, usize)>,
}

/// Whether the expression reads the text as it is cut.
pub(crate) fn reads<'g>(
    mirror: &Mirror<'g>,
    grammar: &'g Grammar,
    expression: &'g Expression,
    text: &str,
) -> Result<bool, Unanswered> {
    let mut formulas = Formulas::new();
    let mut peg = mirror.peg(grammar);
    let skipped = peg.skip(&mut formulas, true, Formulas::HERE)?;
    let mut ebnf = Language::new(Semantics::Ebnf, &mirror.corrected);
    let mut any_token = Formulas::FALSE;
    for token in &mirror.tokens {
        let one = ebnf.matches(&mut formulas, token, false, Formulas::END)?;
        any_token = formulas.or(any_token, one);
    }
    let mut cut = Cut {
        grammar,
        text,
        formulas,
        peg,
        skipped,
        any_token,
        ends: BTreeMap::new(),
        open: Vec::new(),
    };
    Ok(cut.ends_of(expression, 0)?.contains(&text.len()))
}

type Ends = BTreeSet<usize>;

impl<'g> Cut<'g, '_> {
    /// Where the expression can end that begins here.
    fn ends_of(&mut self, expression: &'g Expression, at: usize) -> Result<Ends, Unanswered> {
        Ok(match expression {
            Expression::Sequence(parts) => {
                let mut ends = Ends::from([at]);
                for (place, part) in parts.iter().enumerate() {
                    ends = self.each(&ends, |cut, end| {
                        let begin = match place {
                            0 => end,
                            _ => cut.skip(end)?,
                        };
                        cut.ends_of(part, begin)
                    })?;
                }
                ends
            }
            Expression::Choice(parts) => {
                let mut ends = Ends::new();
                for part in parts {
                    ends.extend(self.ends_of(part, at)?);
                }
                ends
            }
            Expression::Optional(body) => &self.ends_of(body, at)? | &Ends::from([at]),
            Expression::ZeroOrMore(body) => &self.repeated(body, at)? | &Ends::from([at]),
            Expression::OneOrMore(body) => self.repeated(body, at)?,
            Expression::Lookahead { .. } | Expression::Start => Ends::from([at]),
            Expression::End => Ends::from_iter((at == self.text.len()).then_some(at)),
            Expression::Name(name) => match self.grammar.rule(name) {
                Some(rule) if rule.kind != RuleKind::Terminal => {
                    if self.open.contains(&(name, at)) {
                        return Err(Unanswered::Recursive);
                    }
                    self.open.push((name, at));
                    let ends = self.ends_of(&rule.expression, at);
                    self.open.pop();
                    ends?
                }
                _ => self.token(expression, at)?,
            },
            Expression::Literal { .. } | Expression::Class(_) | Expression::Difference(..) => {
                self.token(expression, at)?
            }
        })
    }

    fn each(
        &mut self,
        begins: &Ends,
        read: impl Fn(&mut Self, usize) -> Result<Ends, Unanswered>,
    ) -> Result<Ends, Unanswered> {
        let mut ends = Ends::new();
        for &begin in begins {
            ends.extend(read(self, begin)?);
        }
        Ok(ends)
    }

    fn repeated(&mut self, body: &'g Expression, at: usize) -> Result<Ends, Unanswered> {
        let mut all = self.ends_of(body, at)?;
        loop {
            let more = self.each(&all, |cut, end| {
                let begin = cut.skip(end)?;
                cut.ends_of(body, begin)
            })?;
            if more.is_subset(&all) {
                return Ok(all);
            }
            all.extend(more);
        }
    }

    fn skip(&mut self, at: usize) -> Result<usize, Unanswered> {
        let skipped = self.formulas.position(self.skipped, &self.text[at..])?;
        Ok(at + skipped.unwrap_or(0))
    }

    /// The end of the longest token that begins here, if the expression matches it.
    fn token(&mut self, token: &'g Expression, at: usize) -> Result<Ends, Unanswered> {
        let end = match self.ends.get(&at) {
            Some(&known) => known,
            None => {
                let longest = self.longest(at)?;
                self.ends.insert(at, longest);
                longest
            }
        };
        let Some(end) = end else {
            return Ok(Ends::new());
        };
        let formulas = &mut self.formulas;
        let whole = self.peg.matches(formulas, token, false, Formulas::END)?;
        let is_one = formulas.position(whole, &self.text[at..end])?.is_some();
        Ok(Ends::from_iter(is_one.then_some(end)))
    }

    fn longest(&mut self, at: usize) -> Result<Option<usize>, Unanswered> {
        let rest = &self.text[at..];
        let ends = rest
            .char_indices()
            .map(|(place, one)| place + one.len_utf8());
        for end in ends.rev() {
            if self
                .formulas
                .position(self.any_token, &rest[..end])?
                .is_some()
            {
                return Ok(Some(at + end));
            }
        }
        Ok(None)
    }
}
