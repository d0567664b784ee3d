//! `turtle-lab diff`: the changes from one grammar to the next, and documents that show them.

use crate::analyses::sought::Sought;
use crate::analyses::{
    compared::ChangedRule, compared::ComparedGrammars, compared::NO_DOCUMENT, compared::REWRITTEN,
    compared::names, compared::start_names,
};
use crate::grammars::notes::tell_of_assumptions;
use crate::grammars::source::{GrammarSource, StartArguments};
use crate::pages::document::visible;
use crate::pages::json;
use crate::pages::section::{Fact, SectionPart, Words, words};
use cli::output::Output;
use cli::{Format, Status};
use serde_json::{Value, json};
use std::fmt::Write as _;
use toolkit::{ChangeKind, GrammarChange, Likeness, Rule, RuleKind, StartChange, ebnf};

/// Compare grammars production by production, with a document for each change that only one of the two accepts
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  turtle-lab diff turtle-1.1 turtle-1.2
  turtle-lab diff turtle-1.2 edited.ebnf
  turtle-lab diff --markdown turtle-wd2011 turtle-1.1 turtle-1.2    each with the next, in tables
  turtle-lab diff --start UpdateUnit sparql.bnf edited.bnf          from one start symbol alone
  turtle-lab diff --format json trig-1.1 trig-1.2 | jq '.[].productions[] | select(.change == \"changed\")'

Other notation is not a change: `[#x9]` is `[#x09]`, needless parentheses do not count, and `X | X Y` is `X Y?`. A renamed \
production is found by what it says, and by where it is used. Another start symbol is a change.

Each change has two answers: a document that only the first grammar accepts, and one that only the second accepts. All \
documents were run by the productions of both; their meaning does not count. First the productions are compared, with others in \
their places where that helps: that may prove that a side has no document, or that the change is a refactoring. Then \
sentences around each change are tried, however far from the start it is. The command looks through the sentences of \
both grammars, the shortest first, and follows all tokens that a text can be. Where a direction has no document, it says \"none\" if \
that was proved, else up to how many tokens none was found, or why it did not look. Of a grammar with several start symbols, each is \
compared with its counterpart, and a document is said to be from its start symbol. The rules of `.pest` files are compared, too, as they are written: the command names \
those that changed while their productions did not, with documents that the rules read differently.

Where productions leave white space to prose, spaces, tabs, line ends and comments that begin with `#` may be between terminals; a \
line `@pass ::= …` names another text.

In JSON, there is an object for each pair of grammars, with the keys before, after (names), is_same, is_refactoring (it was proved that both accept the same documents), start and productions; a \
production has the keys change (added, removed, renamed, changed or unchanged), likeness (of the two right sides: identical, \
notation, equivalent, different), before, after (name, number and ebnf), only_before, only_after (the documents), \
start_before, start_after (the start symbols that these are from, if there are several), \
searched_before and searched_after (the extent of the search, if there is no document); start has the last six of these, and before, after, the start symbols, \
or is null, if that is the same; rules (name, before, after); and \
rules_only_before, \
rules_only_after (documents that only those rules accept).

Exit status: 0 the grammars say the same under the same names, 1 they do not.")]
pub struct DiffArguments {
    /// Dialects, or files (NAME.pest, NAME.ebnf, NAME.html); each is compared with the next
    #[arg(value_name = "DIALECT|FILE", hide_possible_values = true, num_args = 2.., required = true)]
    grammars: Vec<GrammarSource>,

    #[command(flatten)]
    start: StartArguments,

    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text, conflicts_with = "markdown")]
    format: Format,

    /// Print Markdown tables of the documents that became invalid and of those that became valid
    #[arg(long)]
    markdown: bool,
}

pub fn run(arguments: &DiffArguments) -> anyhow::Result<Status> {
    tell_of_assumptions(&arguments.grammars);
    let mut output = Output::new();
    let mut status = Status::Fine;
    let mut compared = Vec::new();
    let grammars = arguments.grammars.iter();
    let grammars = grammars.map(|grammar| arguments.start.choose(grammar));
    let grammars: Vec<GrammarSource> = grammars.collect();
    for pair in grammars.windows(2) {
        if let [before, after] = pair {
            compared.push(ComparedGrammars::of(before, after)?);
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
        output.print(&json::text(
            &compared.iter().map(ComparedGrammars::json).collect(),
        ))?;
    }
    output.flush()?;
    Ok(status)
}

impl ComparedGrammars {
    fn text(&self) -> String {
        let mut text = format!("{} → {}: {}\n", self.before, self.after, self.counts());
        if let Some(said) = self.refactoring() {
            let _ = writeln!(text, "{said}");
        }
        let rewritten: Vec<String> = self.rewritten().map(names).collect();
        if !rewritten.is_empty() {
            let _ = writeln!(text, "{REWRITTEN}: {}.", rewritten.join(", "));
        }
        if let Some((start, sought)) = self.start() {
            let _ = writeln!(text, "\nchanged start symbol {}", start_names(start));
            for line in start_lines(start) {
                let _ = writeln!(text, "  {line}");
            }
            text.push_str(&self.sought_text(sought));
        }
        for (change, sought) in self.changes() {
            if change.kind() != ChangeKind::Unchanged {
                text.push('\n');
                text.push_str(&self.change_text(change, sought));
            }
        }
        for rule in &self.rules {
            let _ = writeln!(
                text,
                "\nrule changed, and not its production: {}",
                rule.name
            );
            for line in rule_lines(rule) {
                let _ = writeln!(text, "  {line}");
            }
        }
        if !self.rules.is_empty() {
            for (label, document) in self.labels().iter().zip(&self.of_rules) {
                let said = document.as_deref().map(visible);
                let said = said.unwrap_or_else(|| NO_DOCUMENT.to_owned());
                let _ = writeln!(text, "  {label}: {said}");
            }
        }
        text
    }

    fn change_text(&self, change: &GrammarChange, sought: &[Sought; 2]) -> String {
        let mut text = format!("{} {}\n", change.kind(), names(change));
        for line in lines(change) {
            let _ = writeln!(text, "  {line}");
        }
        if change.kind() != ChangeKind::Renamed {
            text.push_str(&self.sought_text(sought));
        }
        text
    }

    fn sought_text(&self, sought: &[Sought; 2]) -> String {
        let mut text = String::new();
        for (label, sought) in self.labels().iter().zip(sought) {
            let said = match sought {
                Sought::Document(found) => visible(&found.text) + &found.origin(),
                other => other.to_string(),
            };
            let _ = writeln!(text, "  {label}: {said}");
        }
        text
    }

    pub fn json(&self) -> Value {
        let side = |rule: &Option<Rule>| {
            rule.as_ref().map(|rule| {
                json!({ "name": rule.name, "number": rule.number, "ebnf": ebnf::print_rule(rule) })
            })
        };
        let productions = self.changes().map(|(change, sought)| {
            let mut searched = sought_json(sought);
            if change.is_renamed_or_unchanged() {
                (searched["searched_before"], searched["searched_after"]) =
                    (Value::Null, Value::Null);
            }
            with_keys(
                json!({
                    "change": change.kind().name(),
                    "likeness": likeness(change.likeness),
                    "before": side(&change.before),
                    "after": side(&change.after),
                }),
                searched,
            )
        });
        let start = self.start().map(|(start, sought)| {
            let symbols =
                json!({ "before": start.before.join(", "), "after": start.after.join(", ") });
            with_keys(symbols, sought_json(sought))
        });
        let rules = self
            .rules
            .iter()
            .map(|rule| json!({ "name": rule.name, "before": rule.before, "after": rule.after }));
        json!({
            "before": self.before,
            "after": self.after,
            "is_same": self.is_same(),
            "is_refactoring": self.refactoring().is_some(),
            "start": start,
            "productions": productions.collect::<Vec<_>>(),
            "rules": rules.collect::<Vec<_>>(),
            "rules_only_before": self.of_rules[0],
            "rules_only_after": self.of_rules[1],
        })
    }

    /// A chapter.
    fn markdown(&self) -> String {
        let parts: Vec<String> = self.parts().iter().map(SectionPart::markdown).collect();
        let title = format!("### {} → {}\n\n", self.before, self.after);
        title + &parts.join("\n") + "\n"
    }

    /// A table with a row for each change, and remarks on the other productions and on rules.
    pub fn parts(&self) -> Vec<SectionPart> {
        let mut parts = Vec::new();
        let changes = self.change_facts();
        if !changes.is_empty() {
            parts.push(SectionPart::facts(&CHANGES, changes));
        }
        parts.extend(
            self.refactoring()
                .map(|said| SectionPart::Words(words(said))),
        );
        let mut rewritten = self.rewritten().peekable();
        if rewritten.peek().is_some() {
            let names = rewritten.map(names);
            let said = words(format!("{REWRITTEN}: ")).all(names, ", ").text(".");
            parts.push(SectionPart::Words(said));
        }
        parts.extend(self.rule_parts());
        parts
    }

    /// A row for each change, and the documents that show it.
    pub fn change_facts(&self) -> Vec<Fact> {
        let start = self.start().map(|(start, sought)| {
            let name = words("start symbol: ").ebnf(start_names(start));
            let [before, after] = sought.each_ref().map(Words::sought);
            Fact::of([name, words("changed"), before, after])
        });
        let changes = self.changes();
        let changes = changes.filter(|(change, _)| change.kind() != ChangeKind::Unchanged);
        let changes = changes.map(|(change, sought)| {
            let [before, after] = match change.kind() {
                ChangeKind::Renamed => [Words::default(), Words::default()],
                _ => sought.each_ref().map(Words::sought),
            };
            let kind = words(change.kind().name());
            Fact::about(&[names(change)], [kind, before, after])
        });
        start.into_iter().chain(changes).collect()
    }

    /// The names of the rules that changed where no production did, and documents that they read differently; nothing without such
    /// rules.
    pub fn rule_parts(&self) -> Vec<SectionPart> {
        if self.rules.is_empty() {
            return Vec::new();
        }
        let names = self.rules.iter().map(|rule| &rule.name);
        let said = words("Rules that changed beside their productions: ");
        let labels = self.labels().into_iter().zip(&self.of_rules);
        let facts = labels.map(|(label, document)| {
            let document = match document {
                Some(document) => Words::default().document(document),
                None => words(NO_DOCUMENT),
            };
            Fact::of([words(label), document])
        });
        vec![
            SectionPart::Words(said.all(names, ", ").text(".")),
            SectionPart::facts(&["", "document"], facts.collect()),
        ]
    }
}

/// The titles of [`change_facts`](ComparedGrammars::change_facts).
pub const CHANGES: [&str; 4] = ["production", "change", "no longer valid", "newly valid"];

/// A change as diff(1) has it: `- [1] a ::= b`, `+ [1] a ::= c`. A production that became a terminal, or stopped being one, has
/// a comment that says so; so has one that was added or removed and that is a terminal, though its name is not in capitals.
pub fn lines(change: &GrammarChange) -> Vec<String> {
    let is_terminal = |rule: &Rule| rule.kind != RuleKind::Nonterminal;
    let both = change.before.as_ref().zip(change.after.as_ref());
    let has_changed = both.is_some_and(|(one, other)| is_terminal(one) != is_terminal(other));
    let is_unlikely = |rule: &Rule| {
        let has_small_letters = rule.name.contains(|c: char| c.is_ascii_lowercase());
        both.is_none() && rule.kind == RuleKind::Terminal && has_small_letters
    };
    let side = |rule: &Option<Rule>| {
        let rule = rule.as_ref()?;
        let printed = ebnf::print_rule(rule);
        Some(
            match (has_changed || is_unlikely(rule), is_terminal(rule)) {
                (false, _) => printed,
                (true, true) => printed + " /* a terminal */",
                (true, false) => printed + " /* not a terminal */",
            },
        )
    };
    signed([side(&change.before), side(&change.after)])
}

/// The lines of a change of the start symbol.
pub fn start_lines(start: &StartChange) -> Vec<String> {
    let lines = |sign: &'static str, names: &[String], others: &[String]| {
        let own = names.iter().filter(|name| !others.contains(name));
        own.map(|name| format!("{sign} @start {name}"))
            .collect::<Vec<_>>()
    };
    let StartChange { before, after } = start;
    [lines("-", before, after), lines("+", after, before)].concat()
}

/// The lines of a change of a rule.
pub fn rule_lines(rule: &ChangedRule) -> Vec<String> {
    signed([rule.before.clone(), rule.after.clone()])
}

fn signed(sides: [Option<String>; 2]) -> Vec<String> {
    let sides = ["-", "+"].into_iter().zip(sides);
    let lines = sides.filter_map(|(sign, side)| Some(format!("{sign} {}", side?)));
    lines.collect()
}

/// The documents that were found, and the extents of the searches without one.
fn sought_json(sought: &[Sought; 2]) -> Value {
    let documents = sought.each_ref().map(Sought::document);
    let searched = sought.each_ref().map(|it| match it.document() {
        Some(_) => None,
        None => Some(it.to_string()),
    });
    json!({
        "only_before": documents[0].map(|found| &found.text),
        "only_after": documents[1].map(|found| &found.text),
        "start_before": documents[0].and_then(|found| found.start.as_ref()),
        "start_after": documents[1].and_then(|found| found.start.as_ref()),
        "searched_before": searched[0],
        "searched_after": searched[1],
    })
}

/// An object with the keys of another one, too.
fn with_keys(mut object: Value, more: Value) -> Value {
    if let (Value::Object(object), Value::Object(more)) = (&mut object, more) {
        object.extend(more);
    }
    object
}

fn likeness(likeness: Likeness) -> &'static str {
    match likeness {
        Likeness::Identical => "identical",
        Likeness::Notation => "notation",
        Likeness::Equivalent => "equivalent",
        Likeness::Different => "different",
    }
}
