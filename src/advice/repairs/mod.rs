//! Repairs: the smallest changes of the tokens near a fault after which the statement is read, and what follows it.
//!
//! Invariant: each repair was tried. The productions read the statement with it from its beginning to its end, and a few tokens of
//! what follows, as far as the error keeps the text. The number of changes that are tried depends on nothing but
//! [how many tokens are near](near::BEFORE), and each reads [so many tokens](near::MOST) at most.

mod certainty;
mod edit;
mod edits;
mod likelihood;
mod marks;
mod near;
mod neighbours;
mod roles;

use super::fault::FaultView;
pub(super) use edit::{Edit, MISTAKES};
pub(super) use near::LeftFaults;
use near::{RepairReach, Vicinity};
use std::cell::LazyCell;

/// The most repairs that are offered as alternatives.
const MOST_OFFERED: usize = 5;
/// How much less likely than the first an alternative may be that is offered.
const MARGIN: u32 = 14;
/// How much less likely the next repair has to be for the first to be certain.
const CERTAINTY: u32 = 22;

/// The repairs of a fault, the likeliest first.
pub(super) struct Repairs {
    pub(super) edits: Vec<Edit>,
    /// Whether the first is the only one that comes into question.
    pub(super) is_certain: bool,
    /// That a term may be missing instead, which only the author can write.
    pub(super) missing: Option<String>,
    /// How many faults are left near them.
    pub(super) leaves: LeftFaults,
}

/// What is read at least, and what is left then.
const REACHES: [(RepairReach, LeftFaults); 3] = [
    (RepairReach::Whole, LeftFaults::Nothing),
    (RepairReach::Following(2), LeftFaults::Next),
    (RepairReach::Within(3), LeftFaults::Same),
];

/// Finds the repairs that reach as far as any change does; none, if the error keeps too little of the text. Each change is tried once.
pub(super) fn find(fault: &FaultView<'_>) -> Option<Repairs> {
    let near = &Vicinity::new(fault)?;
    let tried = |edits: Vec<Edit>| -> Vec<(Edit, RepairReach)> {
        let tried = edits.into_iter().map(|edit| {
            let reach = near.reach(&edit.place, &edit.text);
            (edit, reach)
        });
        tried.collect()
    };
    let single = tried(edits::single(near));
    let double = LazyCell::new(|| tried(edits::double(near)));
    REACHES.into_iter().find_map(|(least, leaves)| {
        let mut edits = reaching(&single, least);
        if edits.is_empty() {
            edits = reaching(&double, least);
        }
        of_edits(near, edits, least, leaves)
    })
}

fn reaching(tried: &[(Edit, RepairReach)], least: RepairReach) -> Vec<Edit> {
    let reaching = tried.iter().filter(|(_, reach)| *reach >= least);
    reaching.map(|(edit, _)| edit.clone()).collect()
}

fn of_edits(
    near: &Vicinity<'_>,
    edits: Vec<Edit>,
    least: RepairReach,
    leaves: LeftFaults,
) -> Option<Repairs> {
    let mut rated = likelihood::rated(near, edits);
    let (best, first) = rated.first()?;
    let is_sure = certainty::can_be(near, first, leaves);
    let best = *best;
    let mut terms = edits::terms(near);
    terms.retain(|edit| near.reach(&edit.place, &edit.text) >= least);
    let terms = likelihood::rated(near, terms);
    let of_term = terms.first().map(|(cost, _)| *cost);
    let others = rated
        .get(1)
        .map(|(cost, _)| *cost)
        .into_iter()
        .chain(of_term);
    let is_certain = is_sure && others.min().is_none_or(|cost| cost > best + CERTAINTY);
    let most = of_term.map_or(best, |cost| best.min(cost)) + MARGIN;
    rated.retain(|(cost, _)| *cost <= most);
    let missing = terms.into_iter().next();
    let missing = missing.filter(|(cost, _)| *cost <= best + MARGIN);
    if rated.is_empty() && missing.is_none() {
        return None;
    }
    rated.truncate(MOST_OFFERED);
    Some(Repairs {
        edits: rated.into_iter().map(|(_, edit)| edit).collect(),
        is_certain,
        missing: missing.map(|(_, edit)| edit.words),
        leaves,
    })
}
