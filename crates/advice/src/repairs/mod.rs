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
mod slips;

use super::fault::FaultView;
pub(super) use certainty::{is_only, is_outdone};
pub(super) use edit::{Edit, MISTAKES};
pub(super) use near::{LeftFaults, keeps_tokens};
use near::{RepairReach, Vicinity};
use std::cell::LazyCell;

/// The most repairs that are offered as alternatives.
const MOST_OFFERED: usize = 5;
/// How much less likely than the first an alternative may be that is offered.
const MARGIN: u32 = 14;

/// How much less likely it has to be that a term is missing for the first to be likely: a whole word may well have been lost.
const UNLIKE_MISSING: u32 = 4;
/// How much less likely it has to be that a term is too much for the first to be likely.
const UNLIKE_STRAY: u32 = 1;

/// The repairs of a fault, the likeliest first.
pub(super) struct Repairs {
    pub(super) edits: Vec<Edit>,
    /// Whether the first is likelier than that a term is missing, or one too much.
    pub(super) is_likely: bool,
    /// That a term may be missing instead, which only the author can write.
    pub(super) missing: Option<String>,
    /// How many faults are left near them.
    pub(super) leaves: LeftFaults,
}

/// The least that is read after a repair, and the faults that are left then.
const REACHES: [(RepairReach, LeftFaults); 3] = [
    (RepairReach::Whole, LeftFaults::Nothing),
    (
        RepairReach::Following(LeftFaults::LEAST_FOLLOWING),
        LeftFaults::Next,
    ),
    (
        RepairReach::Within(LeftFaults::LEAST_BEYOND),
        LeftFaults::Same,
    ),
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
    let (best, _) = rated.first()?;
    let best = *best;
    let rated_of = |mut edits: Vec<Edit>| {
        edits.retain(|edit| near.reach(&edit.place, &edit.text) >= least);
        likelihood::rated(near, edits)
    };
    let terms = rated_of(edits::terms(near));
    let of_term = terms.first().map(|(cost, _)| *cost);
    let without_term = rated_of(edits::without_terms(near));
    let without_term = without_term.first().map(|(cost, _)| *cost);
    let is_likely = of_term.is_none_or(|cost| cost >= best + UNLIKE_MISSING)
        && without_term.is_none_or(|cost| cost >= best + UNLIKE_STRAY);
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
        is_likely,
        missing: missing.map(|(_, edit)| edit.words),
        leaves,
    })
}
