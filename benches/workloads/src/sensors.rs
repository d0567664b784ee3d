//! Observations of sensors: the same few predicates again and again, times, and numbers.

use super::Recipe;
use super::draft::Draft;

pub const RECIPE: Recipe = Recipe {
    open: |draft| draft.push(PREFIXES),
    add: observation,
    close: |_| {},
};

const PREFIXES: &str = "\
@prefix sosa: <http://www.w3.org/ns/sosa/> .
@prefix qudt: <http://qudt.org/schema/qudt/> .
@prefix unit: <http://qudt.org/vocab/unit/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix sensor: <https://data.example.org/sensors/> .
@prefix room: <https://data.example.org/rooms/> .
@base <https://data.example.org/observations/> .

";

const QUANTITIES: &[(&str, &str)] = &[
    ("temperature", "unit:DEG_C"),
    ("humidity", "unit:PERCENT_RH"),
    ("pressure", "unit:HectoPA"),
    ("illuminance", "unit:LUX"),
    ("co2", "unit:PPM"),
];

fn observation(draft: &mut Draft) {
    let (quantity, unit) = draft.random.pick(QUANTITIES);
    let [number, room] = [1 << 40, 400].map(|limit| draft.random.below(limit));
    draft.push(&format!(
        "<{number}> a sosa:Observation ;\n  sosa:madeBySensor sensor:{quantity}-{room} ;\n  \
         sosa:hasFeatureOfInterest room:{room} ;\n  sosa:observedProperty <../properties/{quantity}> ;\n  \
         sosa:resultTime \""
    ));
    draft.date();
    let [hour, minute, second, fraction] =
        [24, 60, 60, 1000].map(|limit| draft.random.below(limit));
    draft.push(&format!(
        "T{hour:02}:{minute:02}:{second:02}.{fraction:03}Z\"^^xsd:dateTime ;\n"
    ));
    draft.triples += 5;
    match draft.random.percent(50) {
        true => {
            draft.push("  sosa:hasSimpleResult ");
            measured(draft);
            draft.triples += 1;
        }
        false => {
            draft.push("  sosa:hasResult [\n    a qudt:QuantityValue ;\n    qudt:numericValue ");
            measured(draft);
            draft.push(&format!(" ;\n    qudt:unit {unit}\n  ]"));
            draft.triples += 4;
        }
    }
    draft.push(" .\n");
}

/// What was measured, in each way to write a number.
fn measured(draft: &mut Draft) {
    let [whole, fraction] = [2000, 100].map(|limit| draft.random.below(limit));
    let text = match draft.random.below(100) {
        0..60 => format!("{whole}.{fraction:02}"),
        60..75 => format!("-{whole}.{fraction:02}"),
        75..85 => format!("{whole}"),
        85..92 => format!("{whole}.{fraction:02}E0"),
        _ => format!("\"{whole}.{fraction:02}\"^^xsd:double"),
    };
    draft.push(&text);
}
