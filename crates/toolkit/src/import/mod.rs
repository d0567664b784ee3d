//! From a specification's EBNF to a `.pest` file in the literate form of `grammar/README.md`.
//!
//! Each production becomes the rule that says the same in the same way, as far as a PEG can: the specification's order
//! and its repetitions are kept, and given up only where the mirror check shows that they do not do. What is departed
//! by is then read off the result, by the rules that check it.
//!
//! Invariant: what is not declared and not in a [`Note`] was shown: the file passes [`check`](crate::check()), or the
//! notes say where it does not.

mod draft;
mod entry;
mod guards;
mod kinds;
mod lookahead;
mod order;
mod parts;
mod possible;
mod rewrite;
mod text;

use crate::matching::effort;
use crate::mirror::check::check;
use crate::mirror::finding::{Finding, FindingKind};
use crate::mirror::sides::Mirror;
use crate::mirror::terminals;
use draft::Draft;
use kinds::Trivia;
use notation::GrammarError;
use notation::ebnf;
use notation::peg::{self, Literate};
use notation::{Grammar, RuleKind};
use parts::{Drafted, Helper, Variants, flat};
use std::collections::{BTreeMap, BTreeSet};

pub use parts::Note;

/// So often what the check finds is taken into account.
const ROUNDS: usize = 4;

/// A grammar that was made from a specification's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// The `.pest` file.
    pub text: String,
    /// What somebody has to look at.
    pub notes: Vec<Note>,
}

/// Makes a `.pest` file of a specification's productions.
///
/// ```
/// use turtle_peg_toolkit::{check, ebnf, import, peg};
///
/// let specified = ebnf::read("doc ::= number*\nnumber ::= INT | DEC\n@terminals\nINT ::= [0-9]+\nDEC ::= [0-9]+ '.' [0-9]+")?;
/// let imported = import(&specified)?;
/// assert!(imported.text.contains("number = { DEC | INT }"));
/// assert_eq!(check(&peg::read(&imported.text)?, Some(&specified))?.findings, []);
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
///
/// # Errors
///
/// No PEG can say it: it uses names that are not defined, recurses on the left, or repeats what can be nothing.
pub fn import(published: &Grammar) -> Result<Import, GrammarError> {
    effort::shared(|| imported(published))
}

fn imported(published: &Grammar) -> Result<Import, GrammarError> {
    let mut productions = published.clone();
    productions.rules.retain(|rule| rule.name != ebnf::PASS);
    let published_pass = published.rule(ebnf::PASS).map(|rule| &rule.expression);
    let published = &productions;
    possible::check(published)?;
    let (specified, mut notes) = kinds::with_kinds(published);
    let trivia = Trivia::of(&specified, published_pass);
    notes.extend(trivia.notes());
    let mut draft = Draft::of(specified, trivia);
    let of_entry = draft.enter();
    let knows_start = of_entry.is_empty();
    notes.extend(of_entry);
    draft.settle_terminals()?;
    notes.extend(draft.order_nonterminals());
    notes.extend(draft.guard());
    if draft.trivia.is_implied() {
        // How a document of a known form goes on is known, too.
        let known = draft.specified.rules.first().filter(|_| knows_start);
        notes.extend(lookahead::notes(&draft.specified, known));
    }
    draft.declare()?;
    let literate = draft.literate()?;
    let findings = check(&literate, Some(published))?.findings;
    notes.extend(findings.into_iter().map(|finding| Note {
        production: Some(finding.rule.clone()),
        message: said(&finding),
    }));
    Ok(Import {
        text: text::print(&draft),
        notes,
    })
}

/// A finding without the place, which a reader does not have in front of him yet.
fn said(finding: &Finding) -> String {
    let witness = finding.witness.as_ref();
    let witness = witness.map(|witness| format!(", as in {witness:?}"));
    format!("{}{}", finding.message, witness.unwrap_or_default())
}

impl Draft {
    fn of(specified: Grammar, trivia: Trivia) -> Self {
        let rules = specified.rules.iter().map(|production| Drafted {
            production: production.clone(),
            rule: production.clone(),
            reasons: BTreeMap::new(),
            declared: Vec::new(),
            helpers: Vec::new(),
            variants: Variants::default(),
        });
        let mut draft = Self {
            rules: rules.collect(),
            entries: Vec::new(),
            specified,
            trivia,
        };
        for index in 0..draft.rules.len() {
            draft.rewrite(index);
        }
        draft
    }

    /// Writes a rule anew, in the specification's order.
    fn rewrite(&mut self, index: usize) {
        let is_start = index == 0;
        let drafted = &mut self.rules[index];
        let production = &drafted.production;
        let rewriting = rewrite::Rewriting {
            trivia: &self.trivia,
            production,
            is_start,
            variants: drafted.variants,
        };
        drafted.rule.expression = rewriting.of(&production.expression, &mut drafted.reasons);
    }

    /// The rules as they stand, trivia included, as a PEG.
    fn grammar(&self) -> Grammar {
        let drafted = self.rules.iter();
        let rules = drafted.flat_map(|drafted| {
            let helpers = drafted.helpers.iter().map(|helper| &helper.rule);
            [&drafted.rule].into_iter().chain(helpers).cloned()
        });
        let trivia = self.trivia.rules().into_iter().map(|helper| helper.rule);
        Grammar {
            rules: rules.chain(trivia).collect(),
        }
    }

    /// The file as it would be read.
    fn literate(&self) -> Result<Literate, GrammarError> {
        peg::read(&text::print(self)).map_err(|error| {
            GrammarError::Syntax(format!("in the PEG that would be made of it:\n{error}"))
        })
    }

    /// Writes terminals in other ways until each matches what it is to match, or there are no more ways.
    fn settle_terminals(&mut self) -> Result<(), GrammarError> {
        for _ in 0..ROUNDS {
            self.declare()?;
            let literate = self.literate()?;
            if !self.learn(&terminals::findings(&Mirror::of(&literate)?)) {
                break;
            }
        }
        Ok(())
    }

    /// Puts alternatives of nonterminals in an order in which the first match is the longest.
    fn order_nonterminals(&mut self) -> Vec<Note> {
        let mut notes = Vec::new();
        let grammar = self.grammar();
        for drafted in &mut self.rules {
            if drafted.rule.kind == RuleKind::Nonterminal {
                notes.extend(order::apply(&grammar, drafted, self.trivia.is_implied()));
            }
        }
        notes
    }

    fn guard(&mut self) -> Vec<Note> {
        if !self.trivia.is_implied() {
            return Vec::new();
        }
        let grammar = self.grammar();
        guards::apply(&self.specified, &grammar, &mut self.rules)
    }

    fn enter(&mut self) -> Vec<Note> {
        let entered = entry::of(&self.specified, &self.trivia);
        self.entries = entered.rules;
        entered.notes
    }

    /// Declares the departures that explain what the rules say.
    fn declare(&mut self) -> Result<(), GrammarError> {
        for drafted in &mut self.rules {
            drafted.declared.clear();
        }
        let literate = self.literate()?;
        let mirror = Mirror::of(&literate)?;
        for (drafted, pair) in self.rules.iter_mut().zip(mirror.pairs()) {
            let specified = &pair.production.expression;
            let kinds = mirror.explaining(pair, specified, &BTreeSet::new());
            drafted.declared = kinds.unwrap_or_default();
        }
        Ok(())
    }

    /// Takes what the check found into account; whether anything changed.
    fn learn(&mut self, findings: &[Finding]) -> bool {
        let grammar = self.grammar();
        let mut changed = BTreeSet::new();
        for (index, drafted) in self.rules.iter_mut().enumerate() {
            let mut own = findings
                .iter()
                .filter(|finding| finding.rule == drafted.rule.name);
            let is_terminal = drafted.rule.kind != RuleKind::Nonterminal;
            let before = drafted.variants;
            let variants = &mut drafted.variants;
            if own
                .clone()
                .any(|finding| finding.kind == FindingKind::OtherMatch)
            {
                match variants.is_ordered {
                    false => variants.is_ordered = true,
                    true => variants.ends_at_the_first = true,
                }
            } else if own.any(|finding| finding.kind == FindingKind::Unneeded) && is_terminal {
                match variants.is_ordered {
                    true => variants.is_ordered = false,
                    false => variants.keeps_repetitions = true,
                }
            }
            if *variants != before && is_terminal {
                changed.insert(index);
            }
        }
        let has_changed = !changed.is_empty();
        for index in changed {
            self.rewrite(index);
            let drafted = &mut self.rules[index];
            if drafted.variants.is_ordered {
                // What cannot be ordered is a finding of the next round.
                order::apply(&grammar, drafted, false);
            }
        }
        has_changed
    }
}
