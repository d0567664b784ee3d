//! Faults and repairs as plain objects, as `lib/tools.ts` describes them.

use super::places::{Count, Place, Places};
use advice::fix::{AppliedRepair, FixedText};
use advice::{Advise, Help, Label, Mistake};
use serde::Serialize;
use turtle_peg::{Position, SyntaxError};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Fault {
    title: String,
    detail: String,
    kind: &'static str,
    mistake: Option<&'static str>,
    production: Option<&'static str>,
    #[serde(flatten)]
    place: Place,
    help: Vec<String>,
    labels: Vec<Marked>,
    replacements: Vec<Replacement>,
}

/// A place with words about it.
#[derive(Serialize)]
struct Marked {
    #[serde(flatten)]
    place: Place,
    text: String,
}

/// A text for a place.
#[derive(Serialize)]
struct Replacement {
    #[serde(flatten)]
    place: Place,
    text: String,
    help: String,
    certain: bool,
}

impl Fault {
    pub fn new(error: &SyntaxError, places: &dyn Count) -> Self {
        let advice = error.advice();
        let marked = |label: &Label| Marked {
            place: Place::new(label.position, label.end, places),
            text: label.text.clone(),
        };
        let labels: Vec<_> = advice.labels().iter().map(marked).collect();
        let first = &advice.labels()[0];
        Self {
            title: advice.title().to_owned(),
            detail: error.to_string(),
            kind: error.kind().name(),
            mistake: advice.mistake().map(Mistake::name),
            production: error.production().map(|production| production.name()),
            place: Place::new(first.position, first.end, places),
            help: advice.help().iter().map(ToString::to_string).collect(),
            labels,
            replacements: replacements(advice.help(), places).collect(),
        }
    }
}

fn replacements(help: &[Help], places: &dyn Count) -> impl Iterator<Item = Replacement> {
    help.iter().filter_map(|help| {
        let replacement = help.replacement()?;
        Some(Replacement {
            place: Place::new(replacement.position, replacement.end, places),
            text: replacement.text.clone(),
            help: help.to_string(),
            certain: help.is_certain(),
        })
    })
}

/// A document with its repairs.
#[derive(Serialize)]
pub struct Mended {
    text: String,
    repairs: Vec<Repair>,
    faults: Vec<Fault>,
}

#[derive(Serialize)]
struct Repair {
    title: String,
    help: String,
    line: u64,
    column: u64,
}

impl Mended {
    pub fn new(fixed: FixedText) -> Self {
        let places = Places::new(&fixed.text);
        let repair = |repair: &AppliedRepair| {
            let place = repair.help.replacement().map(|it| it.position);
            let place = place.unwrap_or(Position::START);
            Repair {
                title: repair.title.clone(),
                help: repair.help.to_string(),
                line: place.line,
                column: place.utf16_column(),
            }
        };
        let repairs = fixed.repairs.iter().map(repair).collect();
        let faults = fixed.faults().map(|error| Fault::new(&error, &places));
        let faults = faults.collect();
        Self {
            text: fixed.text,
            repairs,
            faults,
        }
    }
}
