//! The places at which a rule looks for a token, and the facts known there.
//!
//! Each such place keeps the known facts of the text: the alternatives and the guards before it. It also keeps the beginnings of
//! the ways that are tried later, as long as nothing must follow the token in the way that was chosen by it.
//!
//! Invariant: every place at which a rule can look for a token is reported, with at least all tokens that can follow it.

use super::grammar_pair::Mirror;
use super::next_tokens::{NextTokens, TokenNumbers};
use foldhash::{HashMap, HashMapExt as _, HashSet, HashSetExt as _};
use notation::{Expression, Grammar, Rule, RuleKind};

/// A known fact of the text at a place: that an expression matches there, or that it does not.
pub(super) type PlaceFact<'g> = (bool, &'g Expression);

/// A place at which a rule looks for a token.
pub(super) struct TokenPlace<'g, 'p> {
    pub(super) rule: &'g Rule,
    pub(super) token: &'g Expression,
    pub(super) known: &'p Known<'g>,
    /// The tokens that may come after the token.
    pub(super) next: &'p TokenNumbers,
}

/// The known facts where a rule looks for a token.
#[derive(Clone, Default)]
pub(super) struct Known<'g> {
    /// The facts about places in the text.
    pub(super) facts: Vec<PlaceFact<'g>>,
    /// The beginnings of other ways, if nothing must follow the token in the way that it chooses.
    pub(super) others: TokenNumbers,
}

impl Known<'_> {
    /// These facts, and that another way begins with one of these tokens.
    fn or(&self, others: &TokenNumbers) -> Self {
        let mut known = self.clone();
        known.others.extend(others);
        known
    }
}

/// Whether a place in the rule of this name, with this token, is of interest.
pub(super) type PlaceFilter<'w> = &'w dyn Fn(&str, &Expression) -> bool;

/// Looks at all places of a grammar's rules that are of interest; the receiver also gets the tokens of the places' numbers.
pub(super) fn visit<'g>(
    mirror: &'g Mirror<'g>,
    grammar: &'g Grammar,
    wanted: PlaceFilter<'_>,
    look: &mut dyn FnMut(TokenPlace<'g, '_>, &mut NextTokens<'g>),
) {
    let mut next = NextTokens::of(grammar, &mirror.rule_tokens);
    let leading = leading(grammar, &mut next, wanted);
    let mut walk = PlaceWalk {
        mirror,
        grammar,
        next,
        wanted,
        look,
        leading,
        open: Vec::new(),
    };
    for rule in &grammar.rules {
        let names = rule.expression.names();
        if !walk.leading.contains(rule.name.as_str())
            && !names.into_iter().any(|name| walk.leading.contains(name))
        {
            continue;
        }
        // A rule that no rule names is one that reading begins with.
        let is_named = |other: &Rule| other.expression.names().contains(&rule.name.as_str());
        let is_begun = !grammar.rules.iter().any(is_named);
        let next = walk.next.behind(&rule.name);
        walk.inside(rule, &rule.expression, &next, is_begun);
    }
}

/// The rules that have a place of interest, or begin with such a rule.
fn leading<'g>(
    grammar: &'g Grammar,
    next: &mut NextTokens<'g>,
    wanted: PlaceFilter<'_>,
) -> HashSet<&'g str> {
    let rules = grammar.rules.iter();
    let interesting = rules.filter(|rule| {
        let is_wanted = |part: &Expression| wanted(&rule.name, part);
        rule.expression.has(&is_wanted)
    });
    let mut open: Vec<&str> = interesting.map(|rule| rule.name.as_str()).collect();
    let mut begin: HashMap<&str, Vec<&str>> = HashMap::new();
    for rule in &grammar.rules {
        let mut first = Vec::new();
        add_first_names(&rule.expression, next, &mut first);
        for name in first {
            begin.entry(name).or_default().push(&rule.name);
        }
    }
    let mut leading = HashSet::new();
    while let Some(name) = open.pop() {
        if leading.insert(name) {
            open.extend(begin.get(name).into_iter().flatten());
        }
    }
    leading
}

/// The names with which an expression can begin.
fn add_first_names<'g>(
    expression: &'g Expression,
    next: &mut NextTokens<'g>,
    names: &mut Vec<&'g str>,
) {
    match expression {
        Expression::Name(name) => names.push(name),
        Expression::Sequence(parts) => {
            for part in parts {
                add_first_names(part, next, names);
                if !next.is_nullable(part) {
                    break;
                }
            }
        }
        other => {
            for part in other.parts() {
                add_first_names(part, next, names);
            }
        }
    }
}

struct PlaceWalk<'g, 'w> {
    mirror: &'w Mirror<'w>,
    grammar: &'g Grammar,
    next: NextTokens<'g>,
    wanted: PlaceFilter<'w>,
    look: &'w mut dyn FnMut(TokenPlace<'g, '_>, &mut NextTokens<'g>),
    /// The rules to look into.
    leading: HashSet<&'g str>,
    /// The rules that are being looked into, from the outside in.
    open: Vec<&'g str>,
}

impl<'g> PlaceWalk<'g, '_> {
    fn look(
        &mut self,
        rule: &'g Rule,
        token: &'g Expression,
        known: &Known<'g>,
        next: &TokenNumbers,
    ) {
        if !(self.wanted)(&rule.name, token) {
            return;
        }
        let place = TokenPlace {
            rule,
            token,
            known,
            next,
        };
        (self.look)(place, &mut self.next);
    }

    /// Looks at all places of an expression that are not at its beginning, and if `is_begun` at those, too.
    fn inside(
        &mut self,
        rule: &'g Rule,
        expression: &'g Expression,
        next: &TokenNumbers,
        is_begun: bool,
    ) {
        let is_trivia = rule.kind == RuleKind::Silent && self.mirror.is_trivia(&rule.name);
        if rule.kind == RuleKind::Terminal || is_trivia {
            return;
        }
        match expression {
            Expression::Sequence(parts) => {
                let mut is_begun = is_begun;
                let mut known = Known::default();
                for (index, part) in parts.iter().enumerate() {
                    match part {
                        Expression::Start => is_begun = true,
                        Expression::Lookahead { is_positive, body } => {
                            known.facts.push((*is_positive, body))
                        }
                        part => {
                            let next = self.next.before(&parts[index + 1..], next);
                            if is_begun {
                                self.begin(rule, part, &known, &next);
                            }
                            self.inside(rule, part, &next, false);
                            is_begun = true;
                            known.facts.clear();
                        }
                    }
                }
            }
            Expression::ZeroOrMore(body) | Expression::OneOrMore(body) => {
                // After one of them the next one begins, or the part after them all.
                let known = Known {
                    facts: Vec::new(),
                    others: next.clone(),
                };
                let next = self.next.before(std::slice::from_ref(expression), next);
                self.begin(rule, body, &known, &next);
                self.inside(rule, body, &next, false);
            }
            other => {
                for part in other.parts() {
                    self.inside(rule, part, next, is_begun);
                }
            }
        }
    }

    /// Looks at all places at which an expression can begin, going into the rules that it names.
    fn begin(
        &mut self,
        rule: &'g Rule,
        expression: &'g Expression,
        known: &Known<'g>,
        next: &TokenNumbers,
    ) {
        match expression {
            Expression::Literal { .. } | Expression::Class(_) => {
                self.look(rule, expression, known, next);
            }
            Expression::Name(name) => match self.grammar.rule(name) {
                Some(named) if named.kind == RuleKind::Terminal => {
                    self.look(rule, expression, known, next);
                }
                Some(named)
                    if self.leading.contains(name.as_str())
                        && !self.open.contains(&named.name.as_str()) =>
                {
                    self.open.push(&named.name);
                    self.begin(named, &named.expression, known, next);
                    self.open.pop();
                }
                _ => {}
            },
            Expression::Sequence(parts) => {
                let mut known = known.clone();
                for (index, part) in parts.iter().enumerate() {
                    if let Expression::Lookahead { is_positive, body } = part {
                        known.facts.push((*is_positive, body));
                        continue;
                    }
                    let rest = &parts[index + 1..];
                    let mut here = known.clone();
                    if !rest.iter().all(|part| self.next.is_nullable(part)) {
                        // Something must follow the token; where it does not, the way is given up.
                        here.others.clear();
                    }
                    let next = self.next.before(rest, next);
                    self.begin(rule, part, &here, &next);
                    if !self.next.is_nullable(part) {
                        return;
                    }
                }
            }
            Expression::Choice(parts) => {
                let mut known = known.clone();
                for (index, part) in parts.iter().enumerate() {
                    let mut here = known.clone();
                    for later in &parts[index + 1..] {
                        here.others
                            .extend(self.next.before(std::slice::from_ref(later), next));
                    }
                    self.begin(rule, part, &here, next);
                    known.facts.push((false, part));
                }
            }
            Expression::Optional(body) => {
                self.begin(rule, body, &known.or(next), next);
            }
            Expression::ZeroOrMore(body) => {
                let known = known.or(next);
                let next = self.next.before(std::slice::from_ref(expression), next);
                self.begin(rule, body, &known, &next);
            }
            Expression::OneOrMore(body) => {
                let next = self.next.before(std::slice::from_ref(expression), next);
                self.begin(rule, body, known, &next);
            }
            _ => {}
        }
    }
}
