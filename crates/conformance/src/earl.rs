//! EARL reports: test results as RDF, in the form that the W3C collects them in for implementation reports.
//!
//! Invariant: the report is Turtle 1.1, whatever the tests are called and however they failed.

use super::{Report, TestResult};
use oxrdf::LiteralRef;
use std::io::{self, Write};
use std::time::{SystemTime, UNIX_EPOCH};

/// The IRI of this crate in a report.
const PROJECT: &str = concat!("https://crates.io/crates/", env!("CARGO_PKG_NAME"));

/// Writes a report in Turtle, in the vocabulary [EARL](https://www.w3.org/TR/EARL10-Schema/).
///
/// It says of `turtle-peg`, at this version, which tests it passed and which it failed, and of these why, where
/// files are named by the IRIs that they are [published under](super::Manifest). `date` is the time at which
/// the tests were run; it is written to the second, in UTC. It does not buffer: give it a writer that does.
///
/// # Errors
///
/// The writer's errors.
pub fn write_earl(
    report: &Report<'_>,
    date: SystemTime,
    output: &mut impl Write,
) -> io::Result<()> {
    write_header(output)?;
    let date = date_time(date);
    for result in report.results() {
        write_assertion(result, &date, output)?;
    }
    Ok(())
}

fn write_header(output: &mut impl Write) -> io::Result<()> {
    let name = LiteralRef::new_simple_literal(env!("CARGO_PKG_NAME"));
    let description = LiteralRef::new_simple_literal(env!("CARGO_PKG_DESCRIPTION"));
    let version = LiteralRef::new_simple_literal(env!("CARGO_PKG_VERSION"));
    write!(
        output,
        r#"@prefix dc: <http://purl.org/dc/terms/> .
@prefix doap: <http://usefulinc.com/ns/doap#> .
@prefix earl: <http://www.w3.org/ns/earl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

<{PROJECT}> a doap:Project, earl:TestSubject, earl:Software, earl:Assertor ;
    doap:name {name} ;
    doap:description {description} ;
    doap:homepage <{PROJECT}> ;
    doap:programming-language "Rust" ;
    doap:release [ a doap:Version ; doap:revision {version} ] .
"#
    )
}

fn write_assertion(result: &TestResult<'_>, date: &str, output: &mut impl Write) -> io::Result<()> {
    let outcome = match result.outcome.failure() {
        None => "passed",
        Some(failure) if failure.is_undecided() => "cantTell",
        Some(_) => "failed",
    };
    write!(
        output,
        r#"
[] a earl:Assertion ;
    earl:assertedBy <{PROJECT}> ;
    earl:subject <{PROJECT}> ;
    earl:test {test} ;
    earl:result [
        a earl:TestResult ;
        earl:outcome earl:{outcome} ;
"#,
        test = result.test.iri(),
    )?;
    if let Some(failure) = result.outcome.failure() {
        let reason = failure.published_message();
        let reason = LiteralRef::new_simple_literal(&reason);
        writeln!(output, "        earl:info {reason} ;")?;
    }
    write!(
        output,
        r#"        dc:date "{date}"^^xsd:dateTime
    ] ;
    earl:mode earl:automatic .
"#
    )
}

/// A time as `xsd:dateTime`, in UTC.
fn date_time(time: SystemTime) -> String {
    let seconds = match time.duration_since(UNIX_EPOCH) {
        Ok(after) => i128::from(after.as_secs()),
        Err(before) => -i128::from(before.duration().as_secs()),
    };
    let (days, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let (year, month, day) = date(days);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// Year, month and day of the Gregorian calendar, from the days since 1970-01-01.
///
/// It counts in years that begin in March, so that a leap day is the last day of its year, and in eras of
/// 400 years, which all have 146,097 days.
fn date(days: i128) -> (i128, i128, i128) {
    let days = days + 719_468; // since 0000-03-01
    let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = (month_from_march + 2) % 12 + 1;
    let year = 400 * era + year_of_era + i128::from(month <= 2);
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;
    use std::time::Duration;

    #[test]
    fn times_are_dated_by_the_gregorian_calendar() {
        for (seconds, expected) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_800, "2000-03-01T00:00:00Z"),
            (1_709_251_199, "2024-02-29T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            let time = UNIX_EPOCH + Duration::from_secs(seconds);
            assert_eq!(date_time(time), expected);
        }
        let time = UNIX_EPOCH - Duration::from_secs(1);
        assert_eq!(date_time(time), "1969-12-31T23:59:59Z");
    }
}
