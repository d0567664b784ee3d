//! From a specification's EBNF to a `.pest` file in the literate form of `grammar/README.md`.
//!
//! Each production becomes the rule that says the same in the same way, as far as a PEG can: the specification's order
//! and its repetitions are kept, and given up only where the mirror check shows that they fail. The departures are then
//! read off the result, by the rules that check it.
//!
//! Invariant: pest reads the file, and [`check`](crate::check()) calls nothing in it at fault: a production of which no such rule
//! was found is refused by name, in words of EBNF. Undecided questions, and matters of prose, are a [`Note`].

mod draft;
mod guards;
mod keywords;
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
use crate::mirror::grammar_pair::{Mirror, RulePair};
use crate::mirror::obligation::Obligation;
use crate::mirror::standing::Standing;
use crate::mirror::terminals;
use crate::mirror::tie;
use crate::mirror::token_splits::Splits;
use crate::mirror::white_space;
use draft::Draft;
use kinds::TriviaRules;
use notation::GrammarError;
use notation::ebnf;
use notation::peg::{self, DepartureKind, Literate};
use notation::{CanBeNothing, DocumentForm, Expression, Grammar, RuleKind};
use parts::{Drafted, Helper, Variants};
use std::collections::BTreeMap;

pub use kinds::Comments;
pub use parts::Note;

/// How often the check's findings are taken into account.
const ROUNDS: usize = 4;

/// A grammar that was made from a specification's.
///
/// ```
/// use turtle_peg_toolkit::{Comments, ebnf, import};
///
/// let specified = ebnf::read("[1] doc ::= NAME\n@terminals\n[2] NAME ::= [a-z]+")?;
/// let imported = import(&specified, Comments::AsTold)?;
/// assert!(imported.text.contains("doc = { SOI ~ NAME ~ EOI }"));
/// let note = &imported.notes[0];
/// assert_eq!(note.production, None);
/// assert!(note.message.starts_with("white space is a matter of prose"));
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// The `.pest` file.
    pub text: String,
    /// The places that an editor has to look at.
    pub notes: Vec<Note>,
}

/// Makes a `.pest` file of a specification's productions.
///
/// A specification often speaks of white space and comments in prose only. If its terminals and [`ebnf::PASS`] do not say which
/// there are, the file has spaces, tabs and line ends, and the `comments` that the caller has read of; a [`Note`] says so.
///
/// ```
/// use turtle_peg_toolkit::{Comments, check, ebnf, import, peg};
///
/// let specified = ebnf::read("doc ::= number*\nnumber ::= INT | DEC\n@terminals\nINT ::= [0-9]+\nDEC ::= [0-9]+ '.' [0-9]+")?;
/// let imported = import(&specified, Comments::AsTold)?;
/// assert!(imported.text.contains("number = { DEC | INT }"));
/// assert_eq!(check(&peg::read(&imported.text)?, Some(&specified))?.findings, []);
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
///
/// # Errors
///
/// No PEG can say it: it uses names that are not defined, recurses on the left, or repeats empty matches; or no rule was
/// found that reads as a production does.
pub fn import(published: &Grammar, comments: Comments) -> Result<Import, GrammarError> {
    effort::shared(|| imported(published, comments))
}

fn imported(published: &Grammar, comments: Comments) -> Result<Import, GrammarError> {
    let mut productions = published.clone();
    productions.rules.retain(|rule| rule.name != ebnf::PASS);
    let published_pass = published.rule(ebnf::PASS).map(|rule| &rule.expression);
    possible::check(published)?;
    let published = &productions;
    let (specified, mut notes) = kinds::with_kinds(published);
    let trivia = TriviaRules::of(&specified, published_pass, comments);
    possible::check_trivia(&specified, &trivia)?;
    notes.extend(trivia.notes());
    let mut draft = Draft::of(specified, trivia);
    possible::check_start(&draft.rules)?;
    let repeats = DocumentForm::of(&draft.grammar()).is_some();
    if !repeats {
        notes.extend(read_whole(&draft.specified));
    }
    draft.declare()?;
    refuse(published, &draft.ties()?, REST_AFTER_TIES)?;
    draft.settle_terminals()?;
    refuse(
        published,
        &draft.faults_of_terminals()?,
        REST_AFTER_TERMINALS,
    )?;
    let mut of_order = draft.order_nonterminals()?;
    if draft.trivia.is_implied() {
        of_order = draft.guard(of_order)?;
        // How a document goes on that repeats a statement is known, too.
        let known = draft.specified.rules.first().filter(|_| repeats);
        notes.extend(lookahead::notes(&draft.specified, known));
    }
    notes.extend(of_order);
    draft.declare()?;
    let (faults, open): (Vec<Finding>, Vec<Finding>) = draft
        .findings(published)?
        .into_iter()
        .partition(|finding| finding.standing() == Standing::AtFault);
    if !faults.is_empty() {
        // Open questions about a faulty production may be the cause.
        let is_faulty = |one: &&Finding| faults.iter().any(|fault| fault.rule == one.rule);
        let open = open.iter().filter(is_faulty).cloned();
        let refused: Vec<Finding> = faults.iter().cloned().chain(open).collect();
        refuse(published, &refused, None)?;
    }
    notes.extend(open.iter().map(|finding| Note {
        production: Some(finding.rule.clone()),
        message: said(finding),
    }));
    notes.extend(draft.notes_of_shorter()?);
    Ok(Import {
        text: text::print(&draft),
        notes,
    })
}

/// The note on what is left where tokens tie: no rule of a PEG tells them apart, and to look for one takes long.
const REST_AFTER_TIES: Option<&str> = Some(
    "as long as tokens tie, it is not asked whether rules can be found for the other productions",
);

/// The note on what is left where a terminal is at fault: the rules of productions depend on which tokens there are.
const REST_AFTER_TERMINALS: Option<&str> = Some(
    "as long as terminals are at fault, it is not asked whether rules can be found for the productions that use them",
);

/// Refuses the productions that have these findings, if there are some, and says what was not looked at.
fn refuse(
    published: &Grammar,
    findings: &[Finding],
    rest: Option<&str>,
) -> Result<(), GrammarError> {
    if findings.is_empty() {
        return Ok(());
    }
    let refused = findings
        .iter()
        .map(|finding| refused_for(published, finding));
    let mut refused: Vec<GrammarError> = refused.collect();
    // Each error names a production: what is left is said with the last.
    if let (Some(rest), Some(GrammarError::Production { message, .. })) = (rest, refused.last_mut())
    {
        *message += &format!("; {rest}");
    }
    Err(GrammarError::Several(refused))
}

/// The note that documents are read whole.
fn read_whole(grammar: &Grammar) -> Option<Note> {
    Some(Note {
        production: Some(grammar.rules.first()?.name.clone()),
        message:
            "it is neither `S*` nor lines of S: a generated parser would hold a whole document"
                .to_owned(),
    })
}

/// The error that no faultless rule was found for the production, or for the document.
fn refused_for(published: &Grammar, fault: &Finding) -> GrammarError {
    use FindingKind::{Differs, Undeclared, Unneeded, WrongKind};
    let production = published.rule(&fault.rule).or(published.rules.first());
    let message = match production {
        Some(rule) if [Differs, Undeclared, Unneeded, WrongKind].contains(&fault.kind) => format!(
            "no rule of a PEG was found that says {}",
            ebnf::print_expression(&rule.expression)
        ),
        Some(_) if fault.kind == FindingKind::OtherMatch => {
            format!(
                "no rule of a PEG was found that matches the same: {}",
                said(fault)
            )
        }
        Some(rule) => in_ebnf(said(fault), &rule.expression),
        None => said(fault),
    };
    GrammarError::Production {
        name: production.map_or(String::new(), |rule| rule.name.clone()),
        message,
    }
}

/// The words with the parts of the production that they have as a PEG's as it has them.
fn in_ebnf(words: String, expression: &Expression) -> String {
    let written = peg::print_expression(expression);
    match words.contains(&written) {
        true => words.replace(&written, &ebnf::print_expression(expression)),
        false => expression.parts().into_iter().fold(words, in_ebnf),
    }
}

/// A finding without its line: the file is not written yet.
fn said(finding: &Finding) -> String {
    let witness = finding.witness.as_ref();
    let witness = witness.map(|witness| format!(", as in {witness:?}"));
    format!("{}{}", finding.message, witness.unwrap_or_default())
}

impl Draft {
    fn of(specified: Grammar, trivia: TriviaRules) -> Self {
        let folded = keywords::folded(&specified);
        let both = specified.rules.iter().zip(&folded.rules);
        let rules = both.map(|(production, rule)| Drafted {
            production: production.clone(),
            rule: rule.clone(),
            reasons: match production == rule {
                true => BTreeMap::new(),
                false => {
                    let erratum = keywords::erratum(&rule.expression);
                    BTreeMap::from([(DepartureKind::Erratum, erratum)])
                }
            },
            declared: Vec::new(),
            helpers: Vec::new(),
            variants: Variants::default(),
        });
        let mut draft = Self {
            rules: rules.collect(),
            nothing: CanBeNothing::of(&folded),
            specified: folded,
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
        let production = &self.specified.rules[index];
        let rewriting = rewrite::Rewriting {
            trivia: &self.trivia,
            production,
            is_start,
            variants: drafted.variants,
            nothing: &self.nothing,
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
        rules.chain(trivia).collect::<Vec<_>>().into()
    }

    /// The check's findings in the current file.
    fn findings(&self, published: &Grammar) -> Result<Vec<Finding>, GrammarError> {
        Ok(check(&self.literate()?, Some(published))?.findings)
    }

    /// Where a terminal ends at the first of its ends: the production alone says that the longest text is meant.
    fn notes_of_shorter(&self) -> Result<Vec<Note>, GrammarError> {
        if !self.rules.iter().any(|one| one.variants.ends_at_the_first) {
            return Ok(Vec::new());
        }
        let literate = self.literate()?;
        let mirror = Mirror::of(&literate)?;
        let notes = mirror.pairs().into_iter().filter_map(|pair| {
            let longer = effort::alone(|| terminals::longer_text(&mirror, pair)).0;
            let text = longer.ok().flatten()?;
            let message = format!(
                "the rule ends at the first of its ends, and matches less than all of {text:?}; where the longest text is meant, \
                 the production has to say what is before its end and does not end it"
            );
            Some(Note {
                production: Some(pair.rule.name.clone()),
                message,
            })
        });
        Ok(notes.collect())
    }

    /// The tokens that tie where the grammar is to decide between them.
    fn ties(&self) -> Result<Vec<Finding>, GrammarError> {
        self.faults(tie::obligations)
    }

    /// The terminals for which no rule was found that matches the same, or of which it is not clear where they begin.
    fn faults_of_terminals(&self) -> Result<Vec<Finding>, GrammarError> {
        self.faults(|mirror| {
            let mut obligations = terminals::obligations(mirror);
            obligations.extend(white_space::obligations(mirror));
            obligations
        })
    }

    /// The faults that these obligations of the current file find.
    fn faults(
        &self,
        obligations: impl FnOnce(&Mirror<'_>) -> Vec<Obligation>,
    ) -> Result<Vec<Finding>, GrammarError> {
        let literate = self.literate()?;
        let obligations = obligations(&Mirror::of(&literate)?);
        let findings = obligations.iter().flat_map(Obligation::findings);
        let faults = findings.filter(|finding| finding.standing() == Standing::AtFault);
        Ok(faults.cloned().collect())
    }

    /// The file as it would be read.
    fn literate(&self) -> Result<Literate, GrammarError> {
        let text = text::print(self);
        // Nobody has the file yet: an error in a line of it is reported for the production above that.
        let said = |fault: &GrammarError| {
            let line = fault.place().map_or(0, |(line, _)| line);
            let above = text
                .lines()
                .take(line)
                .filter(|line| line.starts_with("///"));
            let production = self.rules.get(above.count().saturating_sub(1));
            GrammarError::Production {
                name: production.map_or(String::new(), |one| one.production.name.clone()),
                message: format!("no rule of a PEG can say it: {}", fault.message()),
            }
        };
        let read = peg::read(&text);
        read.map_err(|error| GrammarError::Several(error.faults().iter().map(said).collect()))
    }

    /// Writes terminals in other ways until each matches its production, or there are no more ways.
    fn settle_terminals(&mut self) -> Result<(), GrammarError> {
        for _ in 0..ROUNDS {
            self.declare()?;
            let literate = self.literate()?;
            let mirror = Mirror::of(&literate)?;
            let pairs = mirror.pairs().into_iter();
            let found: Vec<Option<Learned>> = pairs.map(|pair| learned(&mirror, pair)).collect();
            if !self.learn(&found) {
                break;
            }
        }
        Ok(())
    }

    /// Puts alternatives of nonterminals in an order in which the first match is the longest.
    fn order_nonterminals(&mut self) -> Result<Vec<Note>, GrammarError> {
        let mut notes = Vec::new();
        self.declare()?;
        let literate = self.literate()?;
        let mirror = Mirror::of(&literate)?;
        let cut = Some(&mirror).filter(|_| self.trivia.is_implied());
        let grammar = self.grammar();
        for drafted in &mut self.rules {
            if drafted.rule.kind == RuleKind::Nonterminal {
                notes.extend(order::apply(&grammar, drafted, cut));
            }
        }
        Ok(notes)
    }

    /// Guards the tokens of nonterminals, and gives up each order that is not needed with guards, and then each guard that is
    /// not needed without the order; the notes on orders that stay.
    fn guard(&mut self, of_order: Vec<Note>) -> Result<Vec<Note>, GrammarError> {
        self.declare()?;
        let guards = guards::apply(self)?;
        let literate = self.literate()?;
        let mirror = Mirror::of(&literate)?;
        let mut notes = of_order;
        let mut changed = Vec::new();
        for index in 0..self.rules.len() {
            let drafted = &mut self.rules[index];
            let is_nonterminal = drafted.rule.kind == RuleKind::Nonterminal;
            if !is_nonterminal || drafted.reasons.remove(&DepartureKind::Order).is_none() {
                continue;
            }
            let name = drafted.rule.name.clone();
            notes.retain(|note| note.production.as_ref() != Some(&name));
            self.rewrite(index);
            let unguarded = self.grammar();
            guards.write_rule(&mut self.rules[index], &unguarded);
            let grammar = self.grammar();
            let drafted = &mut self.rules[index];
            notes.extend(order::apply(&grammar, drafted, Some(&mirror)));
            let kinds = [DepartureKind::Order, DepartureKind::Guard];
            if kinds.map(|kind| drafted.reasons.contains_key(&kind)) == [false, true] {
                changed.push(index);
            }
        }
        self.give_up_guards(&changed)?;
        Ok(notes)
    }

    /// Writes those of these rules without guards that need none.
    fn give_up_guards(&mut self, indices: &[usize]) -> Result<(), GrammarError> {
        if indices.is_empty() {
            return Ok(());
        }
        self.declare()?;
        let literate = self.literate()?;
        let mirror = Mirror::of(&literate)?;
        let mut splits = Splits::of(&mirror);
        let pairs = mirror.pairs();
        for &index in indices {
            if splits.unneeded_guard(pairs[index]).is_some() {
                self.rules[index].reasons.remove(&DepartureKind::Guard);
                self.rules[index].helpers.clear();
                self.rewrite(index);
            }
        }
        Ok(())
    }

    /// Declares the departures that explain the rules.
    fn declare(&mut self) -> Result<(), GrammarError> {
        for drafted in &mut self.rules {
            // The corrected production is known before it is compared.
            let kinds = drafted.reasons.keys().copied();
            let errata = kinds.filter(|&kind| kind == DepartureKind::Erratum);
            drafted.declared = errata.collect();
        }
        let literate = self.literate()?;
        let mirror = Mirror::of(&literate)?;
        for (drafted, pair) in self.rules.iter_mut().zip(mirror.pairs()) {
            let correction = mirror.correction(pair);
            let production = correction.unwrap_or_else(|| pair.production.expression.clone());
            let declared = drafted.declared.iter().copied().collect();
            let kinds = mirror.explaining(pair, &production, &declared);
            drafted.declared.extend(kinds.unwrap_or_default());
            drafted.declared.sort();
        }
        Ok(())
    }

    /// Writes each terminal that matches something else in the next way, and gives up the ways that change nothing; whether
    /// anything changed.
    fn learn(&mut self, found: &[Option<Learned>]) -> bool {
        let grammar = self.grammar();
        let mut has_changed = false;
        for (index, learned) in found.iter().enumerate() {
            let variants = &mut self.rules[index].variants;
            let before = *variants;
            match (learned, variants.is_ordered) {
                (Some(Learned::OtherMatch), false) => variants.is_ordered = true,
                (Some(Learned::OtherMatch), true) => variants.ends_at_the_first = true,
                (Some(Learned::DoesWithout), true) => variants.is_ordered = false,
                (Some(Learned::DoesWithout), false) => variants.keeps_repetitions = true,
                (None, _) => {}
            }
            if *variants == before {
                continue;
            }
            has_changed = true;
            self.rewrite(index);
            let drafted = &mut self.rules[index];
            if drafted.variants.is_ordered {
                // A choice that cannot be ordered is a finding of the next round.
                order::apply(&grammar, drafted, None);
            }
        }
        has_changed
    }
}

/// The result of a round for a terminal as it is written.
enum Learned {
    OtherMatch,
    /// It would match the same in the specification's order, or with its repetitions.
    DoesWithout,
}

fn learned(mirror: &Mirror<'_>, pair: RulePair<'_>) -> Option<Learned> {
    if pair.rule.kind == RuleKind::Nonterminal {
        return None;
    }
    match effort::alone(|| terminals::mismatch(mirror, pair)).0 {
        Ok(Some(_)) => Some(Learned::OtherMatch),
        Ok(None) => {
            let mut declared = pair.declared().into_iter();
            let is_needless =
                declared.any(|kind| terminals::does_without(mirror, pair, kind).is_some());
            is_needless.then_some(Learned::DoesWithout)
        }
        Err(_) => None,
    }
}
