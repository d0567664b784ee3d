//! Repairs: the smallest changes of the tokens near a fault after which the statement is read, and what follows it.
//!
//! Invariant: each repair was tried. The productions read the statement with it from its beginning to its end, and a few tokens of
//! what follows, as far as the error keeps the text. The number of changes that are tried depends on nothing but
//! [how many tokens are near](near::BEFORE), and each reads [so many tokens](near::MOST) at most.

mod edits;
mod likelihood;
mod near;
mod roles;

use super::fault::FaultView;
use edits::Edit;
use near::Vicinity;

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
}

/// Finds them; none, if the error keeps too little of the text, or one change is not enough.
pub(super) fn find(fault: &FaultView<'_>) -> Option<Repairs> {
    let near = Vicinity::new(fault)?;
    let mut tried = edits::single(&near);
    tried.retain(|edit| near.reads(&edit.place, &edit.text));
    if tried.is_empty() {
        tried = edits::double(&near);
        tried.retain(|edit| near.reads(&edit.place, &edit.text));
    }
    let mut terms = edits::terms(&near);
    terms.retain(|edit| near.reads(&edit.place, &edit.text));
    let terms = likelihood::rated(&near, terms);
    let mut rated = likelihood::rated(&near, tried);
    let best = rated.first()?.0;
    let of_term = terms.first().map(|(cost, _)| *cost);
    let others = rated
        .get(1)
        .map(|(cost, _)| *cost)
        .into_iter()
        .chain(of_term);
    let is_certain = others.min().is_none_or(|cost| cost > best + CERTAINTY);
    let most = of_term.map_or(best, |cost| best.min(cost)) + MARGIN;
    rated.retain(|(cost, _)| *cost <= most);
    if rated.is_empty() {
        return None;
    }
    let missing = terms.into_iter().next();
    let missing = missing.filter(|(cost, _)| *cost <= best + MARGIN);
    rated.truncate(MOST_OFFERED);
    Some(Repairs {
        edits: rated.into_iter().map(|(_, edit)| edit).collect(),
        is_certain,
        missing: missing.map(|(_, edit)| edit.words),
    })
}
