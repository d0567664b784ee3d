//! The analyses of several grammars, as chapters of a page in Markdown.
//!
//! Invariant: the same grammars give the same page, to the letter, so that a stale page shows.

use super::analyses::Analyses;
use crate::mirror::check::check;
use crate::mirror::obligation::{Claim, Obligation, ObligationOutcome};
use crate::tokens::overlap::Overlaps;
use notation::GrammarError;
use notation::ebnf;
use notation::peg::{Departure, Literate};
use notation::{Grammar, Rule};
use std::fmt::Write as _;

/// The toolkit's analyses of one grammar.
///
/// ```
/// use turtle_peg_toolkit::page::{Remarks, Survey, markdown};
/// use turtle_peg_toolkit::peg;
///
/// let survey = Survey::of(&peg::read("/// a ::= 'x'\na = { \"x\" }")?)?;
/// let page = markdown(&[("letters".to_owned(), survey)], &Remarks::default());
/// assert!(page.contains("\nNone in `letters`.\n"));
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survey {
    specified: Grammar,
    /// The names of rules, and the departures that are declared for them.
    departures: Vec<(String, Departure)>,
    analyses: Analyses,
    obligations: Vec<Obligation>,
}

impl Survey {
    /// Runs all analyses.
    ///
    /// # Errors
    ///
    /// The productions above the rules cannot be read, or all are terminals.
    pub fn of(literate: &Literate) -> Result<Self, GrammarError> {
        let specified = literate.specified()?;
        let rules = literate.written.rules.iter().zip(&literate.above);
        let departures = rules.flat_map(|(rule, above)| {
            let departures = above.departures.iter();
            departures.map(|departure| (rule.name.clone(), departure.clone()))
        });
        Ok(Self {
            departures: departures.collect(),
            analyses: Analyses::of(&specified)?,
            obligations: check(literate, None)?.obligations,
            specified,
        })
    }
}

/// Sentences in Markdown that lead from a page to where its readers find more.
///
/// ```
/// use turtle_peg_toolkit::page::{Remarks, markdown};
///
/// let remarks = Remarks { departures: "See [LEGEND.md](LEGEND.md).", ..Remarks::default() };
/// let page = markdown(&[], &remarks);
/// assert!(page.contains("and in which grammars. See [LEGEND.md](LEGEND.md).\n"));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Remarks<'a> {
    /// Where the kinds of departure are explained; left out, if it is empty.
    pub departures: &'a str,
    /// Where the obligations are listed one by one; left out, if it is empty.
    pub certificates: &'a str,
}

/// The chapters of a page about these grammars: departures, obligations that hold or are open, LL(1) and LALR(1), untidy
/// productions, terminals that overlap. With each grammar comes its name.
///
/// ```
/// use turtle_peg_toolkit::page::{Remarks, Survey, markdown};
/// use turtle_peg_toolkit::peg;
///
/// let grammar = peg::read("
/// /// [1] number ::= INTEGER | DOUBLE
/// // order: the longest match is chosen
/// number = { DOUBLE | INTEGER }
/// /// [2] INTEGER ::= [0-9]+
/// INTEGER = @{ '0'..'9'+ }
/// /// [3] DOUBLE ::= [0-9]+ 'e'
/// DOUBLE = @{ '0'..'9'+ ~ \"e\" }")?;
/// let page = markdown(&[("numbers".to_owned(), Survey::of(&grammar)?)], &Remarks::default());
/// assert!(page.contains("| `number` | order | the longest match is chosen | `numbers` |\n"));
/// assert!(page.contains("| `numbers` | none | yes | yes |\n"));
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
pub fn markdown(grammars: &[(String, Survey)], remarks: &Remarks<'_>) -> String {
    let chapters = [
        departures(grammars, remarks.departures),
        certificates(grammars, remarks.certificates),
        lookahead(grammars),
        untidy(grammars),
        overlapping(grammars),
    ];
    chapters.join("\n")
}

/// The remark, and the separator before it.
fn also(remark: &str) -> String {
    match remark.is_empty() {
        true => String::new(),
        false => format!(" {remark}"),
    }
}

/// One row for a departure, however many grammars declare it with equal words.
fn departures(grammars: &[(String, Survey)], remark: &str) -> String {
    let mut chapter = format!(
        "\
## Departures

Where the rule of a grammar does not say the same as its production in the same way, why, and in which grammars.{}

| rule | kind | reason | grammars |
|---|---|---|---|
",
        also(remark)
    );
    let mut rows: Vec<([String; 3], Vec<String>)> = Vec::new();
    let mut errata: Vec<String> = Vec::new();
    for (name, survey) in grammars {
        for (rule, departure) in &survey.departures {
            let (reason, kind) = (departure.correction().0, departure.kind.to_string());
            let declared = [code(rule), kind, prose(reason)];
            match rows.iter_mut().find(|(row, _)| *row == declared) {
                Some((_, names)) if names.last() == Some(&code(name)) => {}
                Some((_, names)) => names.push(code(name)),
                None => rows.push((declared, vec![code(name)])),
            }
            let production = survey.specified.rule(rule);
            let erratum = production.and_then(|production| erratum(production, departure));
            errata.extend(erratum.filter(|erratum| !errata.contains(erratum)));
        }
    }
    for ([rule, kind, reason], names) in rows {
        chapter.push_str(&row(&[rule, kind, reason, names.join(", ")]));
    }
    chapter + &errata.concat()
}

/// The production as it was published, and as it was meant.
fn erratum(production: &Rule, departure: &Departure) -> Option<String> {
    let corrected = departure.correction().1?;
    let name = &production.name;
    let published = ebnf::print_expression(&production.expression);
    Some(format!(
        "\n{}, as published and as corrected:\n\n```ebnf\n{name} ::= {published}\n{name} ::= {corrected}\n```\n",
        code(name)
    ))
}

fn certificates(grammars: &[(String, Survey)], remark: &str) -> String {
    let mut chapter = format!(
        "\
## Certificates

What has to hold so that a grammar accepts just the texts that can be cut into tokens, each as long as can be, with white \
space and comments between them as declared, and are then sentences of the productions. Each is held against every text there \
is, or is declared.{}

| grammar | obligations | hold | open |
|---|---|---|---|
",
        also(remark)
    );
    let mut open = String::new();
    for (name, survey) in grammars {
        let obligations = &survey.obligations;
        let count = |is_so: fn(&Obligation) -> bool| {
            let count = obligations.iter().filter(|one| is_so(one)).count();
            count.to_string()
        };
        chapter.push_str(&row(&[
            code(name),
            obligations.len().to_string(),
            count(Obligation::is_met),
            count(Obligation::is_open),
        ]));
        for (why, places) in open_obligations(obligations) {
            let places: Vec<String> = places
                .iter()
                .map(|(claim, rule)| format!("{claim} of {}", code(rule)))
                .collect();
            let (name, why, places) = (code(name), prose(&why), places.join(", "));
            let _ = write!(open, "\nOpen in {name}, since {why}: {places}.\n");
        }
    }
    chapter + &open
}

/// The reasons why obligations are open, and for which claims and rules.
fn open_obligations(obligations: &[Obligation]) -> Vec<(String, Vec<(Claim, String)>)> {
    let mut open: Vec<(String, Vec<(Claim, String)>)> = Vec::new();
    for obligation in obligations {
        let ObligationOutcome::Open(why) = &obligation.outcome else {
            continue;
        };
        let place = (obligation.claim, obligation.rule.clone());
        match open.iter_mut().find(|(known, _)| known == why) {
            Some((_, places)) => places.push(place),
            None => open.push((why.clone(), vec![place])),
        }
    }
    open
}

fn lookahead(grammars: &[(String, Survey)]) -> String {
    let mut chapter = "\
## LL(1), LALR(1)

Whether one token of lookahead is enough. Terminals count as tokens, after the longest match was chosen.

| grammar | LL(1) conflicts | LR(1) | LALR(1) |
|---|---|---|---|
"
    .to_owned();
    let mut explained = String::new();
    for (name, survey) in grammars {
        chapter.push_str(&row(&[
            code(name),
            match survey.analyses.ll1.len() {
                0 => "none".to_owned(),
                count => count.to_string(),
            },
            survey.analyses.lr.lr1().to_string(),
            survey.analyses.lr.lalr1().to_string(),
        ]));
        explained.push_str(&explanations(name, survey));
    }
    chapter + &explained
}

fn explanations(name: &str, survey: &Survey) -> String {
    let ll1 = survey.analyses.ll1.iter().map(ToString::to_string);
    let lr = survey.analyses.lr.conflicts.iter();
    let conflicts: Vec<String> = ll1.chain(lr.map(ToString::to_string)).collect();
    match conflicts.is_empty() {
        true => String::new(),
        false => format!("\n### {name}\n\n```text\n{}\n```\n", conflicts.join("\n\n")),
    }
}

fn untidy(grammars: &[(String, Survey)]) -> String {
    let mut chapter = "\
## Untidy productions

Productions that cannot be reached, are not defined, are there twice, or begin with themselves.

"
    .to_owned();
    let mut tidy = Vec::new();
    for (name, survey) in grammars {
        if survey.analyses.flaws.is_empty() {
            tidy.push(code(name));
        }
        for flaw in &survey.analyses.flaws {
            let _ = writeln!(chapter, "- {}: {}", code(name), prose(&flaw.to_string()));
        }
    }
    chapter + &none_in(&tidy)
}

fn overlapping(grammars: &[(String, Survey)]) -> String {
    let mut chapter = "\
## Terminals that overlap

Pairs that can match the same characters, and the shortest of these. The longest match does not tell which of the two it \
is. If the place where they are does not either, the text can be read in two ways.

| grammar | terminal | terminal | example |
|---|---|---|---|
"
    .to_owned();
    let mut unknown = String::new();
    let mut distinct = Vec::new();
    for (name, survey) in grammars {
        let Overlaps {
            pairs,
            unknown: untold,
            undecided,
        } = &survey.analyses.overlaps;
        if pairs.is_empty() && untold.is_empty() && undecided.is_empty() {
            distinct.push(code(name));
        }
        for pair in pairs {
            chapter.push_str(&row(&[
                code(name),
                code(&pair.first.to_string()),
                code(&pair.second.to_string()),
                code(&pair.example.escape_debug().to_string()),
            ]));
        }
        for ([first, second], why) in undecided {
            let (first, second) = (code(&first.to_string()), code(&second.to_string()));
            let name = code(name);
            let _ = writeln!(
                unknown,
                "- {name}: whether {first} and {second} overlap is {why}"
            );
        }
        for token in untold {
            let (name, token) = (code(name), code(&token.to_string()));
            let _ = writeln!(unknown, "- {name}: what {token} matches cannot be told");
        }
    }
    if !unknown.is_empty() {
        unknown.insert(0, '\n');
    }
    chapter + &unknown + &none_in(&distinct)
}

fn none_in(names: &[String]) -> String {
    match names.is_empty() {
        true => String::new(),
        false => format!("\nNone in {}.\n", names.join(", ")),
    }
}

/// A line of a table. A bar would end a cell even in code.
fn row(cells: &[String]) -> String {
    let cells = cells.iter().map(|cell| cell.replace('|', "\\|"));
    let cells: Vec<String> = cells.collect();
    format!("| {} |\n", cells.join(" | "))
}

/// In Markdown's quotes for code, more of them if the text has some.
fn code(text: &str) -> String {
    match text.contains('`') {
        true => format!("`` {text} ``"),
        false => format!("`{text}`"),
    }
}

/// A sentence, whose parts between backticks are code.
fn prose(text: &str) -> String {
    let parts = text.split('`').enumerate();
    let parts = parts.map(|(index, part)| match index % 2 {
        0 => escaped(part),
        _ => part.to_owned(),
    });
    parts.collect::<Vec<_>>().join("`")
}

/// Characters with a meaning in Markdown, escaped.
fn escaped(text: &str) -> String {
    let mut result = String::new();
    for character in text.chars() {
        if matches!(character, '\\' | '*' | '<' | '[') {
            result.push('\\');
        }
        result.push(character);
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backticks_are_code_too() {
        assert_eq!(code("[^`]"), "`` [^`] ``");
        assert_eq!(prose("a * `b * c` [d] <e>"), "a \\* `b * c` \\[d] \\<e>");
    }
}
