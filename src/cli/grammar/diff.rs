//! `turtle-peg grammar diff`: what changed from one grammar to the next, and documents that show it.

use super::GrammarSource;
use super::cells::{code, visible};
use super::compared::{CANDIDATES, Compared, RENAMED, REWRITTEN, is_rewritten, names};
use crate::cli::output::Output;
use crate::cli::{Format, Status};
use serde_json::{Value, json};
use std::fmt::Write as _;
use turtle_peg::inspect::{Change, ChangeKind, Evidence, Likeness, Rule, ebnf};

/// Compare grammars production by production, with a document for each change that only one of the two accepts
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  turtle-peg grammar diff turtle-1.1 turtle-1.2
  turtle-peg grammar diff turtle-1.2 edited.ebnf
  turtle-peg grammar diff --markdown turtle-wd2011 turtle-1.1 turtle-1.2    each with the next, in tables
  turtle-peg grammar diff --format json trig-1.1 trig-1.2 | jq '.[].productions[] | select(.change == \"changed\")'

Other notation is no change: `[#x9]` is `[#x09]`, needless parentheses do not count, and `X | X Y` is `X Y?`. A renamed \
production is found by what it says, and by where it is used.

The documents come from the grammars, the shortest first, and are run by the productions of both; what a document means does \
not count. A change of a nonterminal is shown by a document that the other grammar rejects at that very change: the command \
looks through all sentences up to a length, and says which length if none shows the change. Where productions cannot be run, \
the documents are only candidates. The rules of `.pest` files are compared, too, as they are written: the command names those \
that changed while their productions did not.

In JSON, there is an object for each pair of grammars, with the keys before, after (names), is_same, is_run (whether \
documents were run) and productions; a production has the keys change (added, removed, renamed, changed or unchanged), \
likeness (of the two right sides: identical, notation, equivalent, different), before, after (name, number and ebnf), \
only_before, only_after (the documents), tried (how many documents were suggested and run) and searched (how far was \
searched, where there is no document); and rules (name, before, after).

Exit status: 0 the grammars say the same under the same names, 1 they do not.")]
pub struct Arguments {
    /// Dialects, or files (NAME.pest, NAME.ebnf); each is compared with the next
    #[arg(value_name = "DIALECT|FILE", hide_possible_values = true, num_args = 2.., required = true)]
    grammars: Vec<GrammarSource>,

    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text, conflicts_with = "markdown")]
    format: Format,

    /// Print tables of what broke and of what became valid, in Markdown
    #[arg(long)]
    markdown: bool,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<Status> {
    let mut output = Output::new();
    let mut status = Status::Fine;
    let mut compared = Vec::new();
    for pair in arguments.grammars.windows(2) {
        if let [before, after] = pair {
            compared.push(Compared::of(before, after)?);
        }
    }
    for comparison in &compared {
        if !comparison.is_same() {
            // As diff(1) has it.
            status = Status::InputAtFault;
        }
        if arguments.markdown {
            output.show_file(&comparison.markdown())?;
        } else if arguments.format == Format::Text {
            output.show(&comparison.text())?;
        }
    }
    if arguments.format == Format::Json {
        let values: Vec<Value> = compared.iter().map(Compared::json).collect();
        output.print(&(serde_json::to_string_pretty(&values)? + "\n"))?;
    }
    output.flush()?;
    Ok(status)
}

impl Compared {
    fn text(&self) -> String {
        let mut text = format!("{} → {}: {}\n", self.before, self.after, self.counts());
        if !self.is_run && !self.diff.is_same() {
            let _ = writeln!(text, "{CANDIDATES}");
        }
        for (change, evidence) in self.changes() {
            if change.kind() != ChangeKind::Unchanged {
                text.push('\n');
                text.push_str(&self.change_text(change, evidence));
            }
        }
        for rule in &self.rules {
            let _ = writeln!(
                text,
                "\nrule changed, and not its production: {}",
                rule.name
            );
            for (sign, side) in [('-', &rule.before), ('+', &rule.after)] {
                if let Some(side) = side {
                    let _ = writeln!(text, "  {sign} {side}");
                }
            }
        }
        text
    }

    fn change_text(&self, change: &Change, evidence: &Evidence) -> String {
        let mut text = format!("{} {}\n", change.kind(), names(change));
        let mut line = |sign: char, rule: &Option<Rule>| {
            if let Some(rule) = rule {
                let _ = writeln!(text, "  {sign} {}", ebnf::print_rule(rule));
            }
        };
        line('-', &change.before);
        line('+', &change.after);
        if change.kind() == ChangeKind::Renamed {
            return text;
        }
        for (label, document) in self.documents(evidence) {
            let _ = writeln!(text, "  {label}: {}", visible(document));
        }
        if evidence.is_empty() {
            let searched = self.searched(change, evidence);
            let _ = match self.search_time(change) {
                Some(time) => writeln!(
                    text,
                    "  no document: {searched} ({:.1} s)",
                    time.as_secs_f64()
                ),
                None => writeln!(text, "  no document: {searched}"),
            };
        }
        text
    }

    fn json(&self) -> Value {
        let side = |rule: &Option<Rule>| {
            rule.as_ref().map(|rule| {
                json!({ "name": rule.name, "number": rule.number, "ebnf": ebnf::print_rule(rule) })
            })
        };
        let productions = self.changes().map(|(change, evidence)| {
            json!({
                "change": change.kind().name(),
                "likeness": likeness(change.likeness),
                "before": side(&change.before),
                "after": side(&change.after),
                "only_before": evidence.only_before,
                "only_after": evidence.only_after,
                "tried": evidence.tried,
                "searched": evidence.is_empty().then(|| self.searched(change, evidence)),
            })
        });
        let rules = self
            .rules
            .iter()
            .map(|rule| json!({ "name": rule.name, "before": rule.before, "after": rule.after }));
        json!({
            "before": self.before,
            "after": self.after,
            "is_same": self.is_same(),
            "is_run": self.is_run,
            "productions": productions.collect::<Vec<_>>(),
            "rules": rules.collect::<Vec<_>>(),
        })
    }

    /// A section with a table, a row for each change that a document shows, and what no document shows below.
    fn markdown(&self) -> String {
        let mut text = format!("### {} → {}\n\n", self.before, self.after);
        let shown = |(change, evidence): &(&Change, &Evidence)| {
            change.kind() != ChangeKind::Unchanged && !evidence.is_empty()
        };
        let rows: Vec<_> = self.changes().filter(shown).collect();
        if !rows.is_empty() {
            text.push_str(
                "| production | change | no longer valid | newly valid |\n|---|---|---|---|\n",
            );
        }
        for (change, evidence) in rows {
            let cell =
                |document: &Option<String>| document.as_deref().map(code).unwrap_or_default();
            let _ = writeln!(
                text,
                "| {} | {} | {} | {} |",
                names(change),
                change.kind(),
                cell(&evidence.only_before),
                cell(&evidence.only_after)
            );
        }
        let named = |is_named: &dyn Fn(&Change, &Evidence) -> bool| -> Vec<String> {
            let changes = self.changes();
            let named = changes.filter(|(change, evidence)| is_named(change, evidence));
            named.map(|(change, _)| names(change)).collect()
        };
        let renamed = named(&|change, _| change.kind() == ChangeKind::Renamed);
        let unshown = named(&|change, evidence| {
            let is_change = !matches!(change.kind(), ChangeKind::Renamed | ChangeKind::Unchanged);
            is_change && evidence.is_empty()
        });
        let rewritten = named(&|change, _| is_rewritten(change));
        for (label, names) in [
            (RENAMED, renamed),
            (REWRITTEN, rewritten),
            (
                "Changed without a document found that one accepts and the other does not",
                unshown,
            ),
        ] {
            if !names.is_empty() {
                let _ = write!(text, "\n{label}: {}.\n", names.join(", "));
            }
        }
        if !self.rules.is_empty() {
            let names: Vec<&str> = self.rules.iter().map(|rule| rule.name.as_str()).collect();
            let _ = write!(
                text,
                "\nRules that changed beside their productions: {}.\n",
                names.join(", ")
            );
        }
        if !self.is_run {
            let _ = write!(text, "\n{CANDIDATES}\n");
        }
        text.push('\n');
        text
    }
}

fn likeness(likeness: Likeness) -> &'static str {
    match likeness {
        Likeness::Identical => "identical",
        Likeness::Notation => "notation",
        Likeness::Equivalent => "equivalent",
        Likeness::Different => "different",
    }
}
