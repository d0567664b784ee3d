//! What is asked where a rule looks for a token: is it taken out of the beginning of a longer one, and does the text then go
//! on, or is another way lost that begins with the longer one?
//!
//! What is known of the text counts as far as a formula can say it: of an alternative that is recursive nothing is known.
//!
//! Invariant: every place is asked about, and what can be decided without what is known of the text is not asked again.

use super::finding::{Finding, FindingKind};
use super::next_tokens::NextTokens;
use super::sides::Mirror;
use super::token_formulas::TokenFormulas;
use super::token_places::{self, Fact, Look, TokenPlace};
use crate::matching::effort::{self, Undecided};
use crate::matching::formulas::{Formula, Formulas};
use crate::matching::language::Language;
use foldhash::{HashMap, HashMapExt as _};
use notation::peg;
use notation::{Expression, Grammar, Rule};

/// One for each place where a rule looks for a token.
pub(super) struct Questions<'m> {
    mirror: &'m Mirror<'m>,
    tokens: TokenFormulas<'m>,
    /// The rules that look for tokens, and the states that it took to ask.
    pub(super) asked: Vec<(String, u64)>,
    pub(super) list: Vec<Question>,
    /// Those that took too long to ask.
    pub(super) open: Vec<Open>,
    /// The rules and tokens that nothing can be asked about, and why.
    pub(super) unread: Vec<(String, String, Undecided)>,
}

/// Whether in some text a token is taken that begins a longer one.
#[derive(PartialEq)]
pub(super) struct Question {
    pub(super) rule: String,
    pub(super) token: Expression,
    /// Whether the question is if the text goes on, or if another way began with the longer one.
    goes_on: bool,
    /// That it is, and what is known of the text.
    is_split: Formula,
}

/// A question that could not be asked.
pub(super) struct Open {
    pub(super) rule: String,
    token: String,
    why: Undecided,
}

impl Open {
    pub(super) fn finding(&self, mirror: &Mirror<'_>) -> Finding {
        let message = format!(
            "whether {} is taken out of the beginning of a longer token is {}",
            self.token, self.why
        );
        placed(mirror, &self.rule, FindingKind::Uncheckable, message)
    }
}

fn placed(mirror: &Mirror<'_>, rule: &str, kind: FindingKind, message: String) -> Finding {
    let finding = Finding::new(kind, rule, message);
    let pairs = mirror.pairs();
    match pairs.iter().find(|pair| pair.rule.name == rule) {
        Some(pair) => finding.at(pair.above.line),
        None => finding,
    }
}

impl Question {
    pub(super) fn finding(&self, mirror: &Mirror<'_>, text: String) -> Finding {
        let (kind, message) = match self.goes_on {
            true => (
                FindingKind::TokenSplit,
                format!(
                    "{} is taken out of the beginning of a longer token, and the rule goes on after it",
                    peg::print_expression(&self.token)
                ),
            ),
            false => (
                FindingKind::Shortened,
                format!(
                    "{} is taken out of the beginning of a longer token, with which another way begins",
                    peg::print_expression(&self.token)
                ),
            ),
        };
        placed(mirror, &self.rule, kind, message).shown_by(text)
    }

    pub(super) fn undecided(&self, mirror: &Mirror<'_>, why: Undecided) -> Finding {
        let open = Open {
            rule: self.rule.clone(),
            token: peg::print_expression(&self.token),
            why,
        };
        open.finding(mirror)
    }
}

impl<'m> Questions<'m> {
    /// Questions about grammars whose terminals are these; none was asked yet.
    pub(super) fn of(mirror: &'m Mirror<'m>, terminals: &'m Grammar) -> Self {
        Self {
            mirror,
            tokens: TokenFormulas::of(mirror, terminals),
            asked: Vec::new(),
            list: Vec::new(),
            open: Vec::new(),
            unread: Vec::new(),
        }
    }

    /// The shortest text that is split.
    pub(super) fn answer(&mut self, question: &Question) -> Result<Option<String>, Undecided> {
        let found = self.tokens.formulas.find(question.is_split)?;
        Ok(found.map(|witness| witness.text))
    }

    /// Asks of the rules and tokens of a grammar that are `wanted`, in place of what was asked before; nothing if its text is
    /// not cut into tokens.
    pub(super) fn ask(&mut self, grammar: &Grammar, wanted: impl Fn(&str, &Expression) -> bool) {
        self.asked.clear();
        self.list.clear();
        self.open.clear();
        self.unread.clear();
        if !self.mirror.has_trivia() {
            return;
        }
        let mirror = self.mirror;
        let mut asking = Asking {
            wanted: &wanted,
            peg: mirror.peg(grammar),
            questions: self,
            facts: HashMap::new(),
        };
        token_places::visit(mirror, grammar, &mut asking);
    }
}

/// Facts, by the places of what they are about.
type FactPlaces = Vec<(bool, *const Expression)>;

struct Asking<'g, 'm, 'w> {
    wanted: &'w dyn Fn(&str, &Expression) -> bool,
    peg: Language<'g>,
    questions: &'w mut Questions<'m>,
    facts: HashMap<FactPlaces, Formula>,
}

impl<'g> Look<'g> for Asking<'g, '_, '_> {
    fn wants(&self, rule: &Rule, token: &Expression) -> bool {
        (self.wanted)(&rule.name, token)
    }

    fn look(&mut self, place: TokenPlace<'g, '_>, next: &mut NextTokens<'g>) {
        for goes_on in [true, false] {
            self.questions.tokens.formulas.begin();
            let (is_split, states) = effort::with_states(|| self.ask(&place, &mut *next, goes_on));
            let rule = place.rule.name.clone();
            self.questions.asked.push((rule.clone(), states));
            let token = place.token;
            match is_split {
                Ok(Formulas::FALSE) => {}
                Ok(is_split) => {
                    let question = Question {
                        rule,
                        token: token.clone(),
                        goes_on,
                        is_split,
                    };
                    if !self.questions.list.contains(&question) {
                        self.questions.list.push(question);
                    }
                }
                // That it cannot be read is a finding about the terminal.
                Err(why) if why.is_unreadable() => {
                    let token = peg::print_expression(token);
                    self.questions.unread.push((rule, token, why));
                    return;
                }
                Err(why) => {
                    let token = peg::print_expression(token);
                    self.questions.open.push(Open { rule, token, why });
                    return;
                }
            }
        }
    }
}

impl<'g> Asking<'g, '_, '_> {
    /// Whether the token can be taken at a place out of a longer one, and the text goes on after it, or another way began
    /// with the longer one, by what is known of the text; `FALSE` if it cannot, whatever is known.
    fn ask(
        &mut self,
        place: &TokenPlace<'g, '_>,
        next: &mut NextTokens<'g>,
        goes_on: bool,
    ) -> Result<Formula, Undecided> {
        let ways = match goes_on {
            true => place.next,
            false => &place.known.others,
        };
        // Most are answered without what is known of the text, and that takes less time.
        let is_split = self.questions.tokens.split(place.token, goes_on, ways)?;
        if !self.questions.tokens.is_possible(is_split) {
            return Ok(Formulas::FALSE);
        }
        let facts = self.known(place, next)?;
        let tokens = &mut self.questions.tokens;
        let is_split = tokens.formulas.and(is_split, facts);
        if !goes_on || !tokens.is_possible(is_split) {
            return Ok(is_split);
        }
        let further = tokens.goes_on_up_to_the_end(place.token, ways, next)?;
        Ok(tokens.formulas.and(is_split, further))
    }

    /// What is known of the text; of what is recursive that is nothing.
    fn known(
        &mut self,
        place: &TokenPlace<'g, '_>,
        next: &mut NextTokens<'g>,
    ) -> Result<Formula, Undecided> {
        let mut facts: Vec<Fact<'g>> = Vec::new();
        for &fact in &place.known.facts {
            if !self.goes_without_saying(place.token, fact, next)? {
                facts.push(fact);
            }
        }
        let places = facts.iter();
        let places: FactPlaces = places
            .map(|&(holds, expression)| (holds, std::ptr::from_ref(expression)))
            .collect();
        if let Some(&known) = self.facts.get(&places) {
            return Ok(known);
        }
        let formulas = &mut self.questions.tokens.formulas;
        let mut known = Formulas::TRUE;
        for &(holds, expression) in &facts {
            let Ok(matches) = self.peg.matches(formulas, expression, true, Formulas::TRUE) else {
                continue;
            };
            let fact = match holds {
                true => matches,
                false => formulas.not(matches),
            };
            known = formulas.and(known, fact);
        }
        self.facts.insert(places, known);
        Ok(known)
    }

    /// Whether something does not match wherever the token does, since it begins with other tokens.
    fn goes_without_saying(
        &mut self,
        token: &Expression,
        (holds, expression): Fact<'g>,
        next: &mut NextTokens<'g>,
    ) -> Result<bool, Undecided> {
        let (begins, is_nullable) = next.beginning(expression);
        if holds || *is_nullable {
            return Ok(false);
        }
        for &first in begins.iter() {
            if self.questions.tokens.can_meet(token, first)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
