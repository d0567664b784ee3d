//! PEG, the notation of the files in `grammar/`: reading it, with the comments above each rule, and printing it.
//!
//! Invariant: a rule is read twice: as it is written, which readers of the file see and the toolkit compares with the
//! specification; and as pest's optimizer leaves it, which runs.

mod conversion;
mod print;

pub use print::{print, print_expression, print_rule};

use crate::pest_file;
use crate::{Grammar, GrammarError, GrammarPlaces, Keywords, NamePlace, ProductionPlace, ebnf};
use conversion::{Conversion, unoptimized};
use std::collections::HashSet;
use std::fmt;
use std::ops::Range;

/// The lines of a file's head, which begin with `//!`: the text after that, without the white space around it.
///
/// ```
/// use turtle_peg_notation::peg;
///
/// let text = "//! My language\n//! https://example.org/\n\na = { \"x\" }";
/// assert_eq!(peg::head(text).collect::<Vec<_>>(), ["My language", "https://example.org/"]);
/// ```
pub fn head(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("//!"));
    lines.map(str::trim)
}

/// A `.pest` file in the literate form that `grammar/README.md` describes.
///
/// ```
/// use turtle_peg_notation::peg;
///
/// let file = peg::read("/// [1] a ::= 'x' 'y'\n// why\na = @{ \"x\" ~ \"y\" }")?;
/// assert_eq!(peg::print(&file.written), "a = @{ \"x\" ~ \"y\" }\n");
/// assert_eq!(peg::print(&file.optimized), "a = @{ \"xy\" }\n");
/// assert_eq!(file.above[0].production.as_deref(), Some("[1] a ::= 'x' 'y'"));
/// assert_eq!((file.above[0].first_line, file.above[0].line), (1, 3));
/// assert_eq!(file.above[0].comments, ["why"]);
/// # Ok::<(), turtle_peg_notation::GrammarError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Literate {
    /// The rules as they are written.
    pub written: Grammar,
    /// The rules in the order of the file, after pest's optimizer.
    pub optimized: Grammar,
    /// The comments above each rule, in the same order.
    pub above: Vec<Above>,
    /// The declaration in the head about the letters in the productions' literals: `//! @keywords any-case except 'a'`.
    pub keywords: Option<Keywords>,
}

/// The comments directly above a rule.
///
/// See [`Literate`] for an example.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Above {
    /// The line of the rule's name, counted from 1.
    pub line: usize,
    /// The first line of the comments above it; without comments, the rule's own.
    pub first_line: usize,
    /// The line where the rule ends.
    pub last_line: usize,
    /// The modifier before the rule's opening brace: `_`, `@`, `$` or `!`, or nothing.
    pub modifier: Option<char>,
    /// After `///`: the production as the specification writes it.
    pub production: Option<String>,
    /// The line and the column where that begins, counted from 1.
    pub production_place: Option<(usize, usize)>,
    /// After `//`: the declared departures.
    pub departures: Vec<Departure>,
    /// Comments after `//` that declare no departure of a known kind.
    pub comments: Vec<String>,
}

/// A declared difference between a rule and its production, in meaning or in form.
///
/// ```
/// use turtle_peg_notation::peg::{self, DepartureKind};
///
/// let file = peg::read("/// a ::= 'x'\n// guard: not in xy\na = { !\"xy\" ~ \"x\" }")?;
/// let departure = &file.above[0].departures[0];
/// assert_eq!((departure.kind, departure.reason.as_str()), (DepartureKind::Guard, "not in xy"));
/// # Ok::<(), turtle_peg_notation::GrammarError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Departure {
    /// Its kind.
    pub kind: DepartureKind,
    /// Why.
    pub reason: String,
}

/// The kinds of departure; the toolkit's mirror check defines the effect of each.
///
/// ```
/// use turtle_peg_notation::peg::DepartureKind;
///
/// assert_eq!(DepartureKind::from_name("guard"), Some(DepartureKind::Guard));
/// assert_eq!(DepartureKind::from_name("typo"), None);
/// assert_eq!(DepartureKind::ALL[0].to_string(), "order");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum DepartureKind {
    /// Alternatives in another order.
    Order,
    /// A repetition that gives back its tail.
    Repeat,
    /// A lookahead before or after a token.
    Guard,
    /// Right recursion written as a repetition.
    Loop,
    /// White space and comments that prose allows.
    Trivia,
    /// A difference or a complement written with `!`.
    Class,
    /// The published production is in error.
    Erratum,
}

impl DepartureKind {
    /// All kinds, in the order of the table in `grammar/README.md`.
    pub const ALL: [Self; 7] = [
        Self::Order,
        Self::Repeat,
        Self::Guard,
        Self::Loop,
        Self::Trivia,
        Self::Class,
        Self::Erratum,
    ];

    /// As it is written above a rule.
    pub fn name(self) -> &'static str {
        match self {
            Self::Order => "order",
            Self::Repeat => "repeat",
            Self::Guard => "guard",
            Self::Loop => "loop",
            Self::Trivia => "trivia",
            Self::Class => "class",
            Self::Erratum => "erratum",
        }
    }

    /// The kind of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// The words before the expression that an erratum puts in place of the published one.
pub const CORRECTED: &str = "; corrected: ";

impl Departure {
    /// The reason without the corrected production; and that production's right side, as EBNF, if this is an erratum that has
    /// one.
    ///
    /// ```
    /// use turtle_peg_notation::peg;
    ///
    /// let file = peg::read("
    /// /// a ::= 'x'
    /// // erratum: a slip; corrected: 'y'
    /// a = { \"y\" }")?;
    /// assert_eq!(file.above[0].departures[0].correction(), ("a slip", Some("'y'")));
    /// # Ok::<(), turtle_peg_notation::GrammarError>(())
    /// ```
    pub fn correction(&self) -> (&str, Option<&str>) {
        let parts = self.reason.rsplit_once(CORRECTED);
        match parts.filter(|_| self.kind == DepartureKind::Erratum) {
            Some((reason, corrected)) => (reason, Some(corrected)),
            None => (&self.reason, None),
        }
    }
}

impl fmt::Display for DepartureKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reads a `.pest` file.
///
/// ```
/// use turtle_peg_notation::peg;
///
/// let file = peg::read("
/// /// [16] NumericLiteral ::= INTEGER | DOUBLE
/// // order: INTEGER matches a prefix of what DOUBLE matches
/// NumericLiteral = { DOUBLE | INTEGER }
/// DOUBLE = @{ '0'..'9'+ ~ \"e\" }
/// INTEGER = @{ '0'..'9'+ }")?;
/// assert_eq!(file.written.rules[0].name, "NumericLiteral");
/// assert_eq!(file.above[0].departures[0].kind, peg::DepartureKind::Order);
/// assert_eq!(file.specified()?.rules[0].number.as_deref(), Some("16"));
/// # Ok::<(), turtle_peg_notation::GrammarError>(())
/// ```
///
/// # Errors
///
/// pest does not accept the grammar, or it uses pest's stack, which no specification's grammar has.
pub fn read(text: &str) -> Result<Literate, GrammarError> {
    let file = pest_file::read(text)?;
    let lines: Vec<&str> = text.lines().collect();
    let above = file.heads.iter().map(|head| Above {
        last_line: head.last_line,
        modifier: head.modifier,
        ..read_above(&lines, head.first_line)
    });
    let above = above.collect();
    let rules = &file.rules;
    let names: HashSet<&str> = rules.iter().map(|rule| rule.name.as_str()).collect();
    let conversion = Conversion { names };
    let as_written = rules
        .iter()
        .zip(&file.heads)
        .map(|(rule, head)| {
            let converted = conversion.rule(rule, &rule.expr);
            converted.map_err(|error| GrammarError::At {
                line: head.first_line,
                column: 1 + indentation(lines[head.first_line - 1]),
                message: error.message(),
            })
        })
        .collect::<Result<Vec<_>, _>>()?;
    let as_optimized = rules
        .iter()
        .zip(file.optimized())
        .map(|(rule, optimized)| conversion.rule(rule, &unoptimized(optimized.expr)))
        .collect::<Result<Vec<_>, _>>()?;
    Ok(Literate {
        written: Grammar::from(as_written),
        optimized: Grammar::from(as_optimized),
        above,
        keywords: declared_keywords(text)?,
    })
}

fn declared_keywords(text: &str) -> Result<Option<Keywords>, GrammarError> {
    let mut declared = head(text).filter_map(|line| line.strip_prefix("@keywords"));
    declared.next().map(str::parse).transpose()
}

impl Literate {
    /// The productions in the lines with three slashes: the specification's grammar, as this file quotes it.
    ///
    /// A production is a terminal, or trivia, if its rule is: not every text lists its terminals.
    ///
    /// # Errors
    ///
    /// A line is not a production.
    pub fn specified(&self) -> Result<Grammar, GrammarError> {
        let (mut lines, mut places) = (Vec::new(), Vec::new());
        let keywords = self.keywords.as_ref();
        let declared = keywords.map(|keywords| format!("@keywords {keywords}"));
        for above in &self.above {
            if let (Some(line), Some(place)) = (&above.production, above.production_place) {
                one_production(line).map_err(|error| in_file(error, &[place]))?;
                lines.push(line.as_str());
                places.push(place);
            }
        }
        lines.extend(declared.as_deref());
        // All together, since one of them may decide the accent of all.
        let read = ebnf::read(&lines.join("\n"));
        let mut grammar = read.map_err(|error| in_file(error, &places))?;
        for rule in &mut grammar.rules {
            if let Some(mirrored) = self.written.rule(&rule.name) {
                rule.kind = mirrored.kind;
            }
        }
        Ok(grammar)
    }
}

/// Where a file has the names of its rules and productions, in its order; and the productions that it quotes. Departures name
/// rules, too: in backticks, in a corrected production, and where a name does not look like a word of English (`Prefix`, `base`).
///
/// ```
/// use turtle_peg_notation::peg;
///
/// let text = "/// a ::= B\n// guard: `B` is no b\na = { !b ~ B }\nB = @{ \"B\" }\nb = @{ \"b\" }";
/// let places = peg::places(text)?;
/// let uses = places.names.iter().filter(|place| place.name == "B" && !place.is_definition);
/// assert_eq!(uses.map(|place| place.bytes.start).collect::<Vec<_>>(), [10, 23, 45]);
/// assert_eq!(&text[places.productions[0].bytes.clone()], "a ::= B");
/// # Ok::<(), turtle_peg_notation::GrammarError>(())
/// ```
///
/// # Errors
///
/// pest does not accept the grammar, or a line with three slashes is not a production.
pub fn places(text: &str) -> Result<GrammarPlaces, GrammarError> {
    let file = read(text)?;
    let starts: Vec<usize> = line_starts(text).collect();
    let lines: Vec<&str> = text.lines().collect();
    let mut places = GrammarPlaces {
        names: pest_file::name_places(text)?,
        productions: Vec::new(),
    };
    let mut quoted = String::new();
    // Where each quoted line begins in the file, and among all of them.
    let mut begins: Vec<(usize, usize)> = Vec::new();
    for above in &file.above {
        if let (Some(production), Some((line, column))) =
            (&above.production, above.production_place)
        {
            let before: usize = lines[line - 1]
                .chars()
                .take(column - 1)
                .map(char::len_utf8)
                .sum();
            begins.push((starts[line - 1] + before, quoted.len()));
            quoted += production;
            quoted.push('\n');
        }
    }
    if !begins.is_empty() {
        let of_quoted = ebnf::places(&quoted)?;
        let moved = |bytes: Range<usize>| {
            let line = begins.partition_point(|&(_, within)| within <= bytes.start) - 1;
            let (begin, within) = begins[line];
            begin + bytes.start - within..begin + bytes.end - within
        };
        places
            .names
            .extend(of_quoted.names.into_iter().map(|place| NamePlace {
                bytes: moved(place.bytes),
                ..place
            }));
        let productions = of_quoted.productions.into_iter();
        places.productions = productions
            .map(|place| ProductionPlace {
                bytes: moved(place.bytes),
                ..place
            })
            .collect();
    }
    let known: HashSet<&str> = places
        .names
        .iter()
        .map(|place| place.name.as_str())
        .collect();
    let mut named = Vec::new();
    for above in &file.above {
        for line in above.first_line..above.line {
            named.extend(names_in_departure(
                lines[line - 1],
                starts[line - 1],
                &known,
            ));
        }
    }
    places.names.extend(named);
    places.names.sort_by_key(|place| place.bytes.start);
    Ok(places)
}

/// The byte at which each line begins.
fn line_starts(text: &str) -> impl Iterator<Item = usize> {
    let ends = text.match_indices('\n');
    std::iter::once(0).chain(ends.map(|(at, _)| at + 1))
}

/// The names in a comment that declares a departure; none in others.
fn names_in_departure(line: &str, start: usize, known: &HashSet<&str>) -> Vec<NamePlace> {
    let Some(departure) = departure(line.trim_start_matches('/').trim()) else {
        return Vec::new();
    };
    if line.starts_with("///") {
        return Vec::new();
    }
    let reason = line.len() - line.trim_end().len() + departure.reason.len();
    let begin = line.len() - reason;
    let corrected = departure.correction().1.map_or(line.len(), |corrected| {
        begin + departure.reason.len() - corrected.len()
    });
    let is_in_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut found = Vec::new();
    let mut at = begin;
    while let Some(first) = line[at..].find(is_in_word) {
        let first = at + first;
        let rest = &line[first..];
        at = first + rest.find(|c| !is_in_word(c)).unwrap_or(rest.len());
        let name = &line[first..at];
        let is_in_backticks = line[..first].ends_with('`') && line[at..].starts_with('`');
        let is_plain_word = name.chars().skip(1).all(|c| c.is_ascii_lowercase());
        let is_literal = first > corrected && !is_outside_of_quotes(&line[corrected..first]);
        let is_meant = first >= corrected || is_in_backticks || !is_plain_word;
        if known.contains(name) && is_meant && !is_literal {
            found.push(NamePlace {
                name: name.to_owned(),
                bytes: start + first..start + at,
                is_definition: false,
            });
        }
    }
    found
}

/// Whether all quotes are closed at the end of a piece of EBNF.
fn is_outside_of_quotes(text: &str) -> bool {
    let mut open = None;
    for c in text.chars().filter(|c| matches!(c, '\'' | '"')) {
        match open {
            None => open = Some(c),
            Some(quote) if quote == c => open = None,
            Some(_) => {}
        }
    }
    open.is_none()
}

/// Checks that a line is one production, and nothing else.
fn one_production(text: &str) -> Result<(), GrammarError> {
    match ebnf::read(text) {
        Ok(grammar) if grammar.rules.len() == 1 && ebnf::has_no_title(text) => Ok(()),
        Ok(_) | Err(GrammarError::Empty) => {
            let message = format!("`{text}` is not one production");
            Err(GrammarError::at(text, 0, &message))
        }
        Err(error) => Err(error),
    }
}

/// A fault of lines that begin at these places of a file, at its own place in the file.
fn in_file(error: GrammarError, places: &[(usize, usize)]) -> GrammarError {
    let place = error.place();
    let begins = place.and_then(|(line, _)| places.get(line - 1));
    match (place, begins) {
        (Some((_, within)), Some(&(line, column))) => GrammarError::At {
            line,
            column: column + within - 1,
            message: error.message(),
        },
        _ => error,
    }
}

/// How many characters of white space a line begins with.
fn indentation(line: &str) -> usize {
    line.chars().take_while(|c| c.is_whitespace()).count()
}

/// The comments directly above a line, counted from 1, where a rule begins.
fn read_above(lines: &[&str], line: usize) -> Above {
    let first = lines[..line - 1]
        .iter()
        .rposition(|line| !line.starts_with("//"))
        .map_or(0, |before| before + 1);
    let mut above = Above {
        line,
        first_line: first + 1,
        ..Above::default()
    };
    for (index, comment) in lines.iter().enumerate().take(line - 1).skip(first) {
        // A second line with three slashes is an ordinary comment.
        if let (Some(production), None) = (comment.strip_prefix("///"), &above.production) {
            above.production = Some(production.trim().to_owned());
            let column = "///".len() + indentation(production) + 1;
            above.production_place = Some((index + 1, column));
            continue;
        }
        let comment = comment.trim_start_matches('/').trim();
        match departure(comment) {
            Some(departure) => above.departures.push(departure),
            None => above.comments.push(comment.to_owned()),
        }
    }
    above
}

/// The departure that a comment declares, without its slashes; none if it names no known kind.
fn departure(comment: &str) -> Option<Departure> {
    let (kind, reason) = comment.split_once(": ")?;
    Some(Departure {
        kind: DepartureKind::from_name(kind)?,
        reason: reason.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RuleKind;

    #[test]
    fn rules_come_with_what_stands_above_them() {
        let file = read(
            "\
// A heading

/// [1] a ::= 'x'
// order: a reason: with a colon
// whatever
a = { \"x\" }
b = @{
    a
}
",
        )
        .unwrap();
        assert_eq!(
            file.above,
            [
                Above {
                    line: 6,
                    first_line: 3,
                    last_line: 6,
                    modifier: None,
                    production: Some("[1] a ::= 'x'".to_owned()),
                    production_place: Some((3, 5)),
                    departures: vec![Departure {
                        kind: DepartureKind::Order,
                        reason: "a reason: with a colon".to_owned(),
                    }],
                    comments: vec!["whatever".to_owned()],
                },
                Above {
                    line: 7,
                    first_line: 7,
                    last_line: 9,
                    modifier: Some('@'),
                    ..Above::default()
                }
            ]
        );
        assert_eq!(file.written.rules[1].kind, RuleKind::Terminal);
    }

    #[test]
    fn what_is_printed_reads_the_same() {
        for text in [
            "a = { (\"x\" | b ~ c)* ~ (!b ~ c)+ ~ &b? }\nb = _{ SOI }\nc = @{ ^\"x1\" ~ '0'..'9' ~ EOI }",
            "a = { !(\"\\\\\" | \"\\u{0A}\" | \"\\'\" | \"\\\"\" | 'a'..'\\u{10FFFF}') ~ ANY }",
        ] {
            let file = read(text).unwrap_or_else(|error| panic!("{error}"));
            let printed = print(&file.written);
            assert_eq!(printed.trim(), text);
            assert_eq!(read(&printed).unwrap().written, file.written);
        }
    }

    #[test]
    fn a_specification_s_expression_is_printed_as_the_peg_that_means_it() {
        let grammar = ebnf::read("a ::= [^#x00-#x20'] (b - '_')* [+-]? #xB7").unwrap();
        assert_eq!(
            print_rule(&grammar.rules[0]),
            "a = { (!('\\u{00}'..'\\u{20}' | \"\\'\") ~ ANY) ~ (!\"_\" ~ b)* ~ (\"+\" | \"-\")? ~ \"\\u{B7}\" }"
        );
    }

    /// At the place in the file, and not in the line alone.
    #[test]
    fn a_fault_of_a_production_has_its_place() {
        for (text, expected) in [
            (
                "\n/// [1] a ::= 'x\n// why\na = { \"x\" }",
                "2:15: expected an expression",
            ),
            ("///  a\na = { \"x\" }", "1:6: `a` is not one production"),
            (
                "/// a ::= 'x'\na = { \"x\" }\n///b ::= 'y' c ::= 'z'\nb = { \"y\" }",
                "3:4: `b ::= 'y' c ::= 'z'` is not one production",
            ),
            (
                "a = { \"x\" }\n  b = { PUSH(\"x\") ~ POP }",
                "2:3: b uses pest's stack, which cannot be inspected",
            ),
        ] {
            let error = read(text).and_then(|file| file.specified()).unwrap_err();
            let error = error.to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }

    #[test]
    fn what_no_specification_can_say_is_an_error() {
        for (text, expected) in [
            ("a = { PUSH(\"x\") ~ POP }", "pest's stack"),
            ("a = { LETTER }", "LETTER"),
            ("a = {", "1:"),
            ("a = { b }", "b"),
            ("a = { a }", "left-recursive"),
            ("a = { \"x\"{4294967295} }", "1000 repetitions"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
