//! `turtle-lab ll1`: is one token of lookahead enough for a parser?

use crate::analyses::conflict_documents::conflict_documents;
use crate::commands::{survey::Answer, survey::SurveyArguments};
use crate::grammars::source::{GrammarSource, StartArguments};
use crate::pages::document::visible;
use crate::pages::json::printed;
use cli::Status;
use cli::counted::counted;
use serde_json::{Value, json};
use std::fmt::Write as _;
use toolkit::Analyses;
use toolkit::hygiene::Flaw;
use toolkit::ll1::{Ll1Conflict, MOST_CONFLICTS};
use toolkit::lr::{LrConflict, LrVerdict};
use toolkit::overlap::Overlap;
use toolkit::symbols::GrammarToken;
use toolkit::ties::Tie;

/// Check whether specifications' grammars are LL(1), LR(1) and LALR(1), and show the conflicts
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  turtle-lab ll1                         every dialect
  turtle-lab ll1 turtle-1.1 edited.ebnf
  turtle-lab ll1 --format json trig-1.2 | jq '.[].ll1_conflicts[].place'

Every production is checked that a start symbol leads to, which is every one unless --start or `@start` names start symbols. A name without a production, or with several, is an error, and so is a production that no text matches. Tokens \
that tie, because they can be the same characters where the grammar has to decide, are part of the verdict.

Turtle's section on its grammar says in note 4 that it is LL(1) and LALR(1) when the rules with uppercased names are used as \
terminals. This command checks that claim for the specification's productions, as they are written, without white space and \
comments. Each conflict comes with the place, the two ways to go, the tokens that do not decide between them, the shortest \
sequence of tokens that leads there, and a document that begins so and whose tree has the place there, if one is found.

In JSON: an array with an object for each grammar: grammar, starts, ll1, lr1, lalr1 (null if that was not decided), states (of \
the LALR(1) automaton), ll1_conflicts (kind, production, place, sides, shared, prefix, document), lr_conflicts (kind, items, lookaheads, \
prefix, merged_with), ties (first, second, example, production, place), undefined, defined_twice, unproductive (names), \
left_recursion (the \
productions of each).

Exit status: 0 no conflicts and no ties, 1 conflicts, ties, names without a production or with several, productions that \
no text matches, or a file that is not a grammar, 2 wrong usage, or reading or writing failed.")]
pub struct Ll1Arguments {
    #[command(flatten)]
    survey: SurveyArguments,

    #[command(flatten)]
    start: StartArguments,
}

pub fn run(arguments: &Ll1Arguments) -> anyhow::Result<Status> {
    arguments
        .survey
        .run(|grammar| answer(&arguments.start.choose(grammar)))
}

fn answer(grammar: &GrammarSource) -> anyhow::Result<Answer> {
    let found = Analyses::of(&grammar.specified()?);
    let found = found.map_err(|error| grammar.fault(error))?;
    let Ll1Answer { text, json, .. } = Ll1Answer::from(&grammar.name(), grammar, &found)?;
    Ok(Answer {
        text,
        json,
        status: Status::of(found.is_ll1() && found.lr.is_lalr1() && found.ties.is_empty()),
    })
}

fn is_whole(found: &Analyses) -> bool {
    found.gaps().next().is_none()
}

/// The verdict on a kind of grammar: no for a grammar with undefined or unproductive names.
fn verdict(found: &Analyses, verdict: LrVerdict) -> LrVerdict {
    match is_whole(found) {
        true => verdict,
        false => LrVerdict::No,
    }
}

fn text(name: &str, found: &Analyses, documents: &[Option<String>]) -> String {
    let mut text = format!(
        "{name}: LL(1) {}, LR(1) {}, LALR(1) {}{}\n",
        if found.is_ll1() { "yes" } else { "no" },
        verdict(found, found.lr.lr1()),
        verdict(found, found.lr.lalr1()),
        but(found)
    );
    if found.starts.len() > 1 {
        let _ = writeln!(text, "{name}: start symbols {}", found.starts.join(", "));
    }
    for flaw in found.gaps().chain(found.left_recursion()) {
        let _ = writeln!(text, "{name}: {flaw}");
    }
    for (conflict, document) in found.ll1.iter().zip(documents) {
        let _ = writeln!(text, "{name}: {conflict}");
        let _ = match document {
            Some(document) => writeln!(text, "  as in {}", visible(document)),
            None => writeln!(text, "  no document was found that gets there"),
        };
    }
    if found.ll1.len() == MOST_CONFLICTS {
        let _ = writeln!(
            text,
            "{name}: there may be more than these {MOST_CONFLICTS} LL(1) conflicts"
        );
    }
    for conflict in &found.lr.conflicts {
        let _ = writeln!(text, "{name}: {conflict}");
    }
    for tie in &found.ties {
        let _ = writeln!(text, "{name}: {tie}");
    }
    for ([first, second], why) in &found.overlaps.undecided {
        let _ = writeln!(
            text,
            "{name}: whether {first} and {second} can tie is {why}"
        );
    }
    text
}

/// Whether a grammar is LL(1), as this command says it.
#[derive(Clone)]
pub struct Ll1Answer {
    /// `yes`, `no, 2 conflicts`, or the error in the grammar.
    pub words: String,
    /// The output of the command, a line for each conflict.
    pub text: String,
    pub json: Value,
    /// The terminals that can be the same characters, if the grammar can be read.
    pub overlaps: Option<Vec<Overlap>>,
}

impl Ll1Answer {
    pub fn of(grammar: &GrammarSource) -> Self {
        let found = grammar.specified();
        let found = found
            .and_then(|specified| Self::from(&grammar.name(), grammar, &Analyses::of(&specified)?));
        match found {
            Ok(answer) => answer,
            Err(error) => Self {
                words: error.to_string(),
                text: format!("{error}\n"),
                json: json!({ "grammar": grammar.name(), "error": error.to_string() }),
                overlaps: None,
            },
        }
    }

    /// Says what was found of a grammar, under this name, with documents.
    pub fn from(name: &str, grammar: &GrammarSource, found: &Analyses) -> anyhow::Result<Self> {
        let documents = conflict_documents(grammar, &found.ll1)?;
        Ok(Self {
            words: in_words(found),
            text: text(name, found, &documents),
            json: to_json(name, found, &documents),
            overlaps: Some(found.overlaps.pairs.clone()),
        })
    }
}

/// `yes`, `no, 2 conflicts`, or what the grammar lacks; with the tokens that tie.
fn in_words(found: &Analyses) -> String {
    let gaps: Vec<String> = found.gaps().map(ToString::to_string).collect();
    if !gaps.is_empty() {
        return gaps.join(", ");
    }
    let mut words = match found.is_ll1() {
        true => "yes".to_owned(),
        false => "no".to_owned(),
    };
    let recursions = found.left_recursion().count();
    for (count, noun) in [
        (found.ll1.len(), "conflict"),
        (recursions, "left recursion"),
    ] {
        if count > 0 {
            let _ = write!(words, ", {}", counted(count, noun));
        }
    }
    words + &but(found)
}

/// A remark on the verdict on tokens: `, but LANG_DIR and '@base' tie`.
fn but(found: &Analyses) -> String {
    let pairs: Vec<String> = found
        .ties
        .iter()
        .map(|tie| format!("{} and {}", tie.overlap.first, tie.overlap.second))
        .collect();
    match pairs.is_empty() {
        true => String::new(),
        false => format!(", but {} tie", pairs.join("; ")),
    }
}

fn to_json(name: &str, found: &Analyses, documents: &[Option<String>]) -> Value {
    let (conflicts, report) = (&found.ll1, &found.lr);
    let is = |verdict: LrVerdict| match verdict {
        LrVerdict::Yes => Some(true),
        LrVerdict::No => Some(false),
        LrVerdict::NotDecided(_) => None,
    };
    let tie = |tie: &Tie| {
        json!({
            "first": tie.overlap.first.to_string(),
            "second": tie.overlap.second.to_string(),
            "example": tie.overlap.example,
            "production": tie.production,
            "place": tie.place,
        })
    };
    let undefined = found.gaps().filter_map(|flaw| match flaw {
        Flaw::Undefined { name, .. } => Some(name),
        _ => None,
    });
    let defined_twice = found.gaps().filter_map(|flaw| match flaw {
        Flaw::DefinedTwice { production, .. } => Some(production),
        _ => None,
    });
    let unproductive = found.gaps().filter_map(|flaw| match flaw {
        Flaw::Unproductive { production } | Flaw::MatchesNothing { production } => Some(production),
        _ => None,
    });
    let left_recursion = found.left_recursion().map(Flaw::productions);
    let tokens = |tokens: &Option<Vec<GrammarToken>>| tokens.as_ref().map(printed);
    let ll1_conflict = |(one, document): (&Ll1Conflict, &Option<String>)| {
        json!({
            "kind": one.kind.to_string(),
            "production": one.production,
            "place": one.place,
            "sides": one.sides,
            "shared": printed(&one.shared),
            "prefix": tokens(&one.prefix),
            "document": document,
        })
    };
    let lr_conflict = |one: &LrConflict| {
        json!({
            "kind": one.kind.to_string(),
            "items": one.items,
            "lookaheads": printed(&one.lookaheads),
            "prefix": tokens(&one.prefix),
            "merged_with": tokens(&one.merged_with),
        })
    };
    let lr_conflicts = report.conflicts.iter().map(lr_conflict);
    json!({
        "grammar": name,
        "starts": found.starts,
        "ll1": found.is_ll1(),
        "lr1": is(verdict(found, report.lr1())),
        "lalr1": is(verdict(found, report.lalr1())),
        "states": report.states,
        "ll1_conflicts": conflicts.iter().zip(documents).map(ll1_conflict).collect::<Vec<_>>(),
        "lr_conflicts": lr_conflicts.collect::<Vec<_>>(),
        "ties": found.ties.iter().map(tie).collect::<Vec<_>>(),
        "undefined": undefined.collect::<Vec<_>>(),
        "defined_twice": defined_twice.collect::<Vec<_>>(),
        "unproductive": unproductive.collect::<Vec<_>>(),
        "left_recursion": left_recursion.collect::<Vec<_>>(),
    })
}
