//! `turtle-peg fix`: documents whose faults are mended.
//!
//! Invariant: a file is replaced only by a text that was read again, and in which nothing but the places that are mended differs.
//! A document without faults is read once, as `check` reads it, unless lints are asked for.

mod encoding;

use crate::arguments::{DialectArguments, InputArguments};
use crate::changed::{self, ChangeArguments, ChangeTally, Original, Revision};
use crate::input::{self, InputSource, Strange};
use crate::output::Output;
use crate::status::Status;
use crate::{diagnostics, reporting};
use advice::Help;
use advice::fix::{AppliedRepair, FixedText, RepairChoice, fix_str};
use encoding::from_utf16;
use std::io::Write;
use turtle_peg::tokens::Tokens;
use turtle_peg::{Dialect, Error, Parser};

/// Mend faults, and touch nothing else
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  turtle-peg fix data.ttl                       mend the file, in its place
  turtle-peg fix ontologies                     each document in a folder
  turtle-peg fix --diff data.ttl                show the changes, and change nothing
  turtle-peg fix --check *.ttl                  which files would be mended? exits with 1 if any
  turtle-peg fix --unsafe --diff data.ttl       what would the likeliest repairs change?
  turtle-peg fix --lint data.ttl                leave out the prefixes that are not used, too
  turtle-peg fix - < data.ttl                   from standard input to standard output
  turtle-peg fix --stdin-filepath data.trig     the same, for editors: the name tells the dialect

A fault is mended if only one repair comes into question; with --unsafe, by the repair that `check` names first, unless it is as likely \
that a term is missing, or that something is too much; a document in UTF-16 is converted then, too. Each repair is tried: it is taken back if it changes the triples of another \
statement. What is mended is told \
at standard error, and then the faults that are left, as `check` reports them: the exit status is 1 if there are any.")]
pub struct FixArguments {
    #[command(flatten)]
    input: InputArguments,

    #[command(flatten)]
    dialect: DialectArguments,

    #[command(flatten)]
    change: ChangeArguments,

    /// Also apply repairs that are likely: the first that is offered, though others come into question
    #[arg(long = "unsafe")]
    takes_likely: bool,

    /// Also leave out what `check --lint` warns of and no quad depends on: prefixes that are not used. The comment `# lint: allow
    /// unused-prefix` keeps the next one, or, before the first one, all
    #[arg(long)]
    lint: bool,
}

pub fn run(arguments: &FixArguments) -> anyhow::Result<Status> {
    let (input, change) = (&arguments.input, &arguments.change);
    changed::each(input, change, "mended", |source, tally, output| {
        mend(arguments, source, tally, output)
    })
}

fn mend(
    arguments: &FixArguments,
    source: &InputSource,
    tally: &mut ChangeTally,
    output: &mut Output,
) -> anyhow::Result<Status> {
    let change = &arguments.change;
    let settings = change.settings(source, &arguments.input)?;
    let takes_likely = arguments.takes_likely || settings.fix.takes_likely;
    let dialect = change.dialect(source, arguments.dialect.dialect, &arguments.input)?;
    let parser = change.parser(source, dialect, &arguments.input)?;
    reporting::dialect(dialect.name());
    let before = Original::of(source)?;
    before.refuse_packed("mend that")?;
    let takes_lints = arguments.lint || settings.fix.lint;
    if !takes_lints && is_sound(&parser, &before)? {
        before.stay(change, tally, output)?;
        return Ok(Status::Fine);
    }
    let mut bytes = Vec::new();
    let mut reader = before.read().map_err(Strange::from)?;
    reader.read_to_end(&mut bytes).map_err(Strange::from)?;
    let name = change.name(source);
    let converted = match takes_likely {
        true => from_utf16(&bytes),
        false => None,
    };
    let encoding = converted.map(|(encoding, text)| {
        bytes = text.into_bytes();
        encoding
    });
    let (mut repairs, mut has_faults) = (Vec::new(), true);
    // Bytes that are no text have no repairs.
    if let Ok(text) = str::from_utf8(&bytes) {
        let mut fixed = repaired(&parser, text, takes_likely, tally);
        has_faults = fixed.faults().next().is_some();
        if takes_lints && !has_faults {
            leave_out_needless(&parser, &mut fixed, &settings.check.lint_off);
        }
        bytes = fixed.text.into_bytes();
        repairs = fixed.repairs;
    }
    let mut after = Revision::of(&before, change)?;
    after.write_all(&bytes)?;
    after.settle(&name, tally, output)?;
    let done = match change.only_looks() {
        true => "would be mended",
        false => "mended",
    };
    if let Some(encoding) = encoding {
        let place = format!("{name}:1:1: {done}");
        diagnostics::note(&format_args!(
            "{place}: the document is in {encoding}: convert it to UTF-8"
        ));
    }
    for repair in &repairs {
        tell(&name, done, repair);
    }
    Ok(match has_faults {
        true => report_left(&parser, source, &bytes),
        false => Status::Fine,
    })
}

/// Whether a document can be read and has no fault.
fn is_sound(parser: &Parser, document: &Original<'_>) -> Result<bool, Strange> {
    Ok(parser.parse_reader(document.read()?).check().is_ok())
}

/// A text with its repairs. Where faults are left that `--unsafe` would mend, the tally says how many.
fn repaired(parser: &Parser, text: &str, takes_likely: bool, tally: &mut ChangeTally) -> FixedText {
    if takes_likely {
        return fix_str(parser, text, RepairChoice::Likely);
    }
    let fixed = fix_str(parser, text, RepairChoice::Certain);
    if fixed.faults().next().is_some() {
        let likely = fix_str(parser, &fixed.text, RepairChoice::Likely);
        tally.add_more(likely.repairs.len() as u64, "--unsafe");
    }
    fixed
}

/// Leaves out what no quad depends on. A part may be needless only once another is left out.
fn leave_out_needless(parser: &Parser, fixed: &mut FixedText, off: &[String]) {
    while let Some((text, more)) = without_needless(parser, &fixed.text, off) {
        fixed.repairs.extend(more);
        fixed.text = text;
    }
}

/// A document that conforms without the parts that lints which are not off warn of and no quad depends on, and the repairs that leave them out; `None` if
/// there are none. A part with comments stays.
fn without_needless(
    parser: &Parser,
    text: &str,
    off: &[String],
) -> Option<(String, Vec<AppliedRepair>)> {
    let (mut kept, mut at) = (String::new(), 0);
    let mut repairs = Vec::new();
    for lint in advice::lint::find(parser, text, off) {
        let certain = lint.advice.help().iter().find(|help| help.is_certain());
        let Some((help, it)) = certain.and_then(|help| Some((help, help.replacement()?))) else {
            continue;
        };
        let place = it.bytes.start as usize..it.bytes.end as usize;
        if place.start < at || has_comment(parser.dialect(), &text[place.clone()]) {
            continue;
        }
        kept += &text[at..place.start];
        kept += &it.text;
        at = place.end;
        repairs.push(AppliedRepair::new(lint.advice.title(), Help::clone(help)));
    }
    kept += &text[at..];
    let quads = |text| parser.parse_str(text).quads().map(Result::ok);
    let is_sound = !repairs.is_empty() && quads(text).eq(quads(&kept));
    is_sound.then_some((kept, repairs))
}

/// Whether a comment is between the tokens of a directive, or before or after them.
fn has_comment(dialect: Dialect, text: &str) -> bool {
    let mut document = Parser::new(dialect).parse_str(text);
    while let Some(result) = document.next_tokens() {
        let has_comment =
            |mut tokens: Tokens<'_>| tokens.any(|token| token.trivia().comments().next().is_some());
        if result.map_or(true, has_comment) {
            return true;
        }
    }
    false
}

fn tell(name: &str, done: &str, repair: &AppliedRepair) {
    let Some(replacement) = repair.help.replacement() else {
        return;
    };
    let (place, title, help) = (replacement.position, &repair.title, &repair.help);
    diagnostics::note(&format_args!("{name}:{place}: {done}: {title}: {help}"));
}

/// Reports each fault that is left.
fn report_left(parser: &Parser, source: &InputSource, bytes: &[u8]) -> Status {
    let mut document = parser.clone().with_recovery().parse_slice(bytes);
    let mut status = Status::Fine;
    while let Some(result) = document.check_statement() {
        if let Err(error) = result {
            status = status.max(input::fault(source, &error));
            if matches!(error, Error::Io(_)) {
                break;
            }
        }
    }
    if document.is_cut_short() {
        reporting::cut_short(true);
    }
    status
}
