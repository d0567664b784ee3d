//! `turtle-lab check`: does a grammar mirror its specification?

use crate::commands::{certificate, proof_file};
use crate::commands::{survey::Answer, survey::SurveyArguments};
use crate::grammars::notes::tell_of_assumptions;
use crate::grammars::published::Publication;
use crate::grammars::source::GrammarSource;
use crate::pages::json;
use anyhow::bail;
use cli::Status;
use cli::counted::counted;
use cli::output::write_file;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::PathBuf;
use toolkit::peg::DepartureKind;
use toolkit::{
    Check, CheckedProduction, DocumentForm, Expression, Finding, Grammar, Proof, Standing, check,
};

/// Check that grammars mirror their specifications, production by production, but for declared departures
#[derive(Debug, clap::Args)]
#[command(mut_arg("grammars", |grammars| grammars.help(GRAMMARS)))]
#[command(after_help = "\
Examples:
  turtle-lab check                               every dialect
  turtle-lab check edited.pest                   each rule, and the production above it
  turtle-lab check edited.pest --ebnf new.ebnf   also the /// lines against the specification's own text
  turtle-lab check --verbose turtle-1.2          every production, and why it departs
  turtle-lab check --certificate turtle-1.2      each obligation, and the argument that meets it
  turtle-lab check --certificate turtle-1.2 -o turtle.json   for crates/lab/certificate/check.py, a checker of its own
  turtle-lab check --format json | jq '.[].findings[]'

The check asks of each rule: does it say what its production says, or depart by just the kinds that are declared? Of each \
terminal: does it match the longest text that its production matches? It also makes sure that no alternative and no repetition \
takes what another part needs, that no token is taken out of a longer one, and that the rules that read a text part by \
part read \
what the start rule reads. Its results hold for every text, not just for samples. \
grammar/README.md lists the kinds of departure.

`as published` means that the /// lines are the productions of the specification, word for word: the program has a fingerprint \
of these for every dialect. For a file, it goes by the address in the file's head. A production that is not as published \
does not change the exit status; --ebnf shows which productions differ.

The certificate lists the obligations under which the grammar accepts exactly the texts whose longest tokens form \
sentences of the productions. Each item names the argument by which it holds: an equal expression; automata, with the \
number of their states; LL(1) (Mascarenhas, Medeiros and Ierusalimschy 2014); ways that part further on; a declaration. An \
item without an argument is open, and says why.

A production is `identical` to its rule, `departs` from it as declared, is `at fault`, or is `not decided`: nothing is \
known to \
be wrong with it, and the search for a proof ended without one. Each question has its own limit of steps, so other \
questions change no answer.

In JSON: an array with an object for each grammar: grammar, standing (identical, departs, not-decided, at-fault), published \
(as_published, address and text, or null), productions (name, number, standing, departures with kind and reason), findings \
(kind, rule, line, message, specified, written, consequences, witness; a finding that was not decided has the kind \
not-decided). With \
--certificate obligations, too (claim, rule, standing, arguments, why, findings).

Exit status: 0 every rule says what its production says, or departs as declared; 1 something is at fault, or a file is no \
grammar; 2 wrong usage, or reading or writing failed; 3 nothing is at fault, and something is not decided.")]
pub struct MirrorArguments {
    #[command(flatten)]
    survey: SurveyArguments,

    /// Compare the productions above the rules with this EBNF; needs exactly one grammar
    #[arg(long, value_name = "FILE")]
    ebnf: Option<PathBuf>,

    /// Show the standing of each production, and the reasons for its departures
    #[arg(short, long)]
    verbose: bool,

    /// List each obligation, with the argument that meets it
    #[arg(long)]
    certificate: bool,

    /// Write the certificate with its automata and tables, which another program can check; needs exactly one grammar
    #[arg(short, long, value_name = "FILE.json", requires = "certificate")]
    output: Option<PathBuf>,
}

/// An EBNF alone mirrors nothing.
const GRAMMARS: &str = "Dialects, or files: NAME.pest [default: every dialect]";

pub fn run(arguments: &MirrorArguments) -> anyhow::Result<Status> {
    if arguments.ebnf.is_some() && arguments.survey.grammars.len() != 1 {
        bail!("--ebnf is the text of one specification, and takes exactly one grammar to compare");
    }
    if arguments.output.is_some() && arguments.survey.grammars.len() != 1 {
        bail!("--output is the certificate of one grammar, and takes exactly one");
    }
    let published = arguments.ebnf.clone();
    let published = published.map(|path| GrammarSource::Ebnf(path.into()));
    tell_of_assumptions(&published);
    let published = published.map(|file| file.specified()).transpose()?;
    arguments
        .survey
        .run(|grammar| answer(grammar, published.as_ref(), arguments))
}

fn answer(
    grammar: &GrammarSource,
    published: Option<&Grammar>,
    arguments: &MirrorArguments,
) -> anyhow::Result<Answer> {
    let literate = grammar.literate()?;
    let check = check(&literate, published).map_err(|error| grammar.fault(error))?;
    let name = grammar.name();
    let quoted = match Publication::of(grammar)? {
        None => None,
        Some(of) => {
            let specified = literate.specified();
            let specified = specified.map_err(|error| grammar.fault(error))?;
            let is_as_published = of.has(&specified);
            Some(QuotedProductions {
                is_as_published,
                of,
            })
        }
    };
    let mut text = text(&name, &check, quoted.as_ref(), arguments);
    if is_read_whole(&literate.written) {
        text += "  the start rule is neither `S*` nor lines of S: a generated parser would hold a whole document\n";
    }
    let mut json = to_json(&name, &check, quoted.as_ref());
    if arguments.certificate {
        text += &certificate::text(&name, &check);
        json["obligations"] = certificate::to_json(&check);
    }
    if let Some(path) = &arguments.output {
        match check.findings.as_slice() {
            [] => {
                let proof = Proof::of(&literate).map_err(|error| grammar.fault(error))?;
                write_file(path, &["json"], &proof_file::text(&name, &proof))?;
            }
            _ => text += "  no certificate was written: there are findings\n",
        }
    }
    Ok(Answer {
        text,
        json,
        status: match check.overall() {
            Standing::Identical | Standing::Departs => Status::Fine,
            Standing::NotDecided => Status::NotDecided,
            Standing::AtFault => Status::InputAtFault,
        },
    })
}

/// Whether a document can only be read at once: the start rule is a document's, and has no pieces.
fn is_read_whole(rules: &Grammar) -> bool {
    let start = rules.rules.first();
    let is_document = start
        .is_some_and(|start| start.expression.in_sequence().first() == Some(&Expression::Start));
    is_document && DocumentForm::of(rules).is_none()
}

/// The productions that a grammar quotes, beside the text that it mirrors.
struct QuotedProductions {
    is_as_published: bool,
    of: Publication,
}

fn text(
    name: &str,
    check: &Check,
    quoted: Option<&QuotedProductions>,
    arguments: &MirrorArguments,
) -> String {
    let mut text = format!("{name}: {}\n", verdict(check));
    if let Some(QuotedProductions {
        is_as_published,
        of,
    }) = quoted
    {
        let _ = match (is_as_published, &arguments.ebnf) {
            (true, _) => writeln!(text, "  as published: {of}"),
            (false, None) => writeln!(
                text,
                "  not as published: {of} (--ebnf FILE shows which productions differ)"
            ),
            (false, Some(_)) => writeln!(text, "  not as published: {of}"),
        };
    }
    if arguments.verbose {
        text.extend(check.productions.iter().map(|one| line(check, one)));
    }
    for finding in &check.findings {
        let _ = writeln!(text, "{name}: {finding}");
    }
    text
}

/// `60 productions, 41 identical, 19 depart (order 4, class 7), no findings`.
fn verdict(check: &Check) -> String {
    let of = |standing: Standing| -> Vec<&CheckedProduction> {
        let productions = check.productions.iter();
        productions
            .filter(|production| check.standing(production) == standing)
            .collect()
    };
    let mut parts = vec![
        counted(check.productions.len(), "production"),
        format!("{} identical", of(Standing::Identical).len()),
        format!(
            "{} depart{}",
            of(Standing::Departs).len(),
            kinds(&of(Standing::Departs))
        ),
    ];
    for (standing, words) in [
        (Standing::AtFault, "at fault"),
        (Standing::NotDecided, "not decided"),
    ] {
        let count = of(standing).len();
        if count > 0 {
            parts.push(format!("{count} {words}"));
        }
    }
    parts.push(match check.findings.len() {
        0 => "no findings".to_owned(),
        count => counted(count, "finding"),
    });
    parts.join(", ")
}

/// ` (order 4, class 7)`: how many of these depart by each kind.
fn kinds(productions: &[&CheckedProduction]) -> String {
    let count = |kind: DepartureKind| {
        let departs = |production: &&&CheckedProduction| {
            let mut departures = production.departures.iter();
            departures.any(|departure| departure.kind == kind)
        };
        productions.iter().filter(departs).count()
    };
    let kinds = DepartureKind::ALL.map(|kind| (kind, count(kind)));
    let kinds = kinds.iter().filter(|(_, count)| *count > 0);
    let kinds: Vec<String> = kinds
        .map(|(kind, count)| format!("{kind} {count}"))
        .collect();
    match kinds.is_empty() {
        true => String::new(),
        false => format!(" ({})", kinds.join(", ")),
    }
}

/// The standing of a production, and its reasons.
fn line(check: &Check, production: &CheckedProduction) -> String {
    let number = production.number.iter();
    let number: String = number.map(|number| format!("[{number}] ")).collect();
    let mut kinds: Vec<&str> = Vec::new();
    for departure in &production.departures {
        if !kinds.contains(&departure.kind.name()) {
            kinds.push(departure.kind.name());
        }
    }
    let standing = match check.standing(production) {
        Standing::Identical => "identical".to_owned(),
        Standing::Departs => format!("departs by {}", kinds.join(", ")),
        Standing::NotDecided => "not decided".to_owned(),
        Standing::AtFault => "at fault".to_owned(),
    };
    let mut line = format!("  {number}{}: {standing}\n", production.name);
    for departure in &production.departures {
        let _ = writeln!(line, "    {}: {}", departure.kind, departure.reason);
    }
    line
}

fn to_json(name: &str, check: &Check, quoted: Option<&QuotedProductions>) -> Value {
    let published = quoted.map(|quoted| {
        json!({
            "as_published": quoted.is_as_published,
            "address": quoted.of.address,
            "text": quoted.of.text,
        })
    });
    let production = |one: &CheckedProduction| {
        json!({
            "name": one.name,
            "number": one.number,
            "standing": check.standing(one).name(),
            "departures": json::departures(&one.departures),
        })
    };
    let finding = |one: &Finding| {
        json!({
            "kind": one.kind.name(),
            "rule": one.rule,
            "line": one.line,
            "message": one.message,
            "specified": one.specified,
            "written": one.written,
            "consequences": one.consequences,
            "witness": one.witness,
        })
    };
    let productions = check.productions.iter().map(production);
    let findings = check.findings.iter().map(finding);
    json!({
        "grammar": name,
        "standing": check.overall().name(),
        "published": published,
        "productions": productions.collect::<Vec<_>>(),
        "findings": findings.collect::<Vec<_>>(),
    })
}
