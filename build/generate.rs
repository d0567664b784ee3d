//! Generates engines from each file in `grammar/`: the fast engine's parsers, and the specification engine's tables.

use crate::FAMILIES;
use generator::notation::pest_file::{self, Head};
use generator::notation::{EntryRule, entry_rules, peg};
use generator::{CallableRule, MarkedRule, NodeKind, Parsers, Source, Target, generate};
use specification::compile::{CompileError, Compiled, Productions, compile, to_rust};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// No dialect's grammar: these rules are tried before the terminals' own.
const PLAIN: &str = "plain";

/// The feature of the dialects that are drafts: that of all dialects.
const DRAFTS: &str = "dialects";

/// The dialect whose specification names no tokens, and whose grammar needs more than one of lookahead.
const WITHOUT_TOKENS: &str = "turtle-submission";

/// Writes the engines into a folder.
pub(crate) fn generate_into(output: &Path) {
    let plain = PlainRules::read();
    let grammars = grammars();
    write_parsers(&grammars, &plain, output);
    for grammar in &grammars {
        write_tables(grammar, output);
    }
}

/// A dialect's grammar.
struct Grammar {
    /// The name of the dialect, and of the file.
    name: String,
    text: String,
    /// The rules that read its documents piece by piece.
    entry_rules: String,
    heads: Vec<Head>,
}

fn grammars() -> Vec<Grammar> {
    let entries = fs::read_dir("grammar").expect("the folder of the grammars");
    let names = entries.filter_map(|entry| {
        let name = entry.expect("an entry of the folder").file_name();
        let name = name.to_str()?.strip_suffix(".pest")?;
        (name != PLAIN).then(|| name.to_owned())
    });
    let mut names: Vec<String> = names.collect();
    names.sort();
    let grammars = names.into_iter().map(|name| {
        let path = format!("grammar/{name}.pest");
        let text = fs::read_to_string(path).expect("a grammar is a text");
        let heads = pest_file::read(&text).map_or_else(|_| Vec::new(), |file| file.heads);
        let rules = peg::read(&text).map_or_else(|_| Vec::new(), |file| entry_rules(&file.written));
        let entry_rules = rules
            .iter()
            .flat_map(|rule| [peg::print_rule(rule), "\n".to_owned()]);
        Grammar {
            name,
            entry_rules: entry_rules.collect(),
            text,
            heads,
        }
    });
    grammars.collect()
}

impl Grammar {
    /// The rule of a whole document: the first that mirrors a production.
    fn document(&self) -> &str {
        let mut heads = self.heads.iter();
        let document = heads.find(|head| !head.documentation.is_empty());
        document.map_or("", |head| &head.name)
    }

    /// The kind of node that a rule makes: a node if it mirrors a production, and so has a line of EBNF above it (the library has to
    /// know the production's name); an outcome if it is the beginning or end of a graph, or the end of a statement that is read part
    /// by part.
    fn kind(&self, rule: &str) -> NodeKind {
        let head = self.heads.iter().find(|head| head.name == rule);
        if head.is_some_and(|head| !head.documentation.is_empty()) {
            NodeKind::Node(format!("Production::{rule}"))
        } else if rule == EntryRule::GraphBegin.name() {
            NodeKind::Outcome("|consumed| Found::GraphBegin { consumed }".to_owned())
        } else if rule == EntryRule::GraphEnd.name() {
            NodeKind::Outcome("|consumed| Found::GraphEnd { consumed }".to_owned())
        } else if [EntryRule::TriplesEnd, EntryRule::TriplesEndInGraph]
            .iter()
            .any(|end| rule == end.name())
        {
            NodeKind::Outcome("|consumed| Found::PartsEnd { consumed }".to_owned())
        } else {
            NodeKind::Nothing
        }
    }

    fn is_entry(&self, rule: &str) -> bool {
        let mut called = EntryRule::CALLED.iter();
        rule == self.document() || called.any(|entry| entry.name() == rule)
    }

    /// The feature that it is compiled with: its family, which is how the dialect's name begins (`n-quads` of `n-quads-1.2`), or that of all
    /// dialects for drafts, whose names have more behind that than a version's number.
    fn feature(&self) -> &str {
        let mut families = FAMILIES.iter();
        let found = families.find_map(|family| Some((*family, self.name.strip_prefix(family)?)));
        let (family, version) =
            found.unwrap_or_else(|| panic!("grammar/{}.pest is of no family", self.name));
        let is_number = !version.contains(|it: char| it.is_ascii_alphabetic());
        if is_number { family } else { DRAFTS }
    }

    /// The name of the grammar's module in the library.
    fn module(&self) -> String {
        self.name.replace(['-', '.'], "_")
    }

    /// The source of its parser's `Entries`, made of these.
    fn entries(&self, entries: &[CallableRule]) -> Result<String, String> {
        let function = |rule: &str| entries.iter().find(|entry| entry.rule == rule);
        let find = |rule: &str| match function(rule) {
            Some(entry) => Ok(&entry.function),
            None => Err(format!(
                "its form tells no rule `{rule}`: see crates/notation/src/pieces"
            )),
        };
        // A grammar without graphs between braces, or without statements that are read part by part, lacks their rules; the
        // rule for whole statements fills their places, where no engine calls it.
        let first = |rules: [EntryRule; 3]| {
            let there = rules
                .into_iter()
                .find(|rule| function(rule.name()).is_some());
            find(there.unwrap_or(EntryRule::NextStatement).name())
        };
        let [statement, next, in_graph] = [
            EntryRule::NextStatement,
            EntryRule::NextPart,
            EntryRule::NextPartInGraph,
        ];
        Ok(format!(
            "#[cfg(feature = \"{}\")] pub(super) static {}: Entries = Entries {{ document: {}, next_statement: {}, next_in_graph: {}, \
             first_part: {}, next_part: {}, next_part_in_graph: {}, \
             leading_trivia: {}, open_comment: {}, comment_rest: {} }};\n",
            self.feature(),
            self.module(),
            find(self.document())?,
            find(statement.name())?,
            first([EntryRule::NextInGraph, statement, statement])?,
            first([EntryRule::FirstPart, statement, statement])?,
            first([next, statement, statement])?,
            first([in_graph, next, statement])?,
            find(EntryRule::LeadingTrivia.name())?,
            find(EntryRule::OpenComment.name())?,
            find(EntryRule::CommentRest.name())?,
        ))
    }
}

/// The rules of [`PLAIN`].
struct PlainRules {
    /// It is appended to a dialect's grammar.
    text: String,
    rules: Vec<PlainRule>,
}

struct PlainRule {
    name: String,
    /// The terminals that it is tried for.
    terminals: Vec<String>,
    /// The mark of a leaf that it matches: the name of a variant of `Plain`.
    mark: String,
}

impl PlainRules {
    fn read() -> Self {
        let path = format!("grammar/{PLAIN}.pest");
        let text = fs::read_to_string(&path).expect("the plain rules are a text");
        let file = pest_file::read(&text).unwrap_or_else(|refusal| panic!("{path}: {refusal}"));
        let rules = file.heads.into_iter().filter_map(|head| {
            let line = |name| {
                let mut lines = head.documentation.iter();
                lines.find_map(|line| line.strip_prefix(name))
            };
            Some(PlainRule {
                terminals: line("of: ")?.split(", ").map(str::to_owned).collect(),
                mark: format!("Plain::{}", line("as: ")?),
                name: head.name.clone(),
            })
        });
        let rules = rules.collect();
        let is_of_file = |line: &&str| line.starts_with("//!");
        let lines = text.lines().filter(|line| !is_of_file(line));
        let text = lines.flat_map(|line| [line, "\n"]).collect();
        Self { text, rules }
    }

    /// The rules that are tried for a terminal.
    fn tried_for(&self, terminal: &str) -> Vec<MarkedRule> {
        let is_of = |rule: &&PlainRule| rule.terminals.iter().any(|name| name == terminal);
        let rules = self.rules.iter().filter(is_of);
        let plain = rules.map(|rule| MarkedRule {
            rule: rule.name.clone(),
            mark: rule.mark.clone(),
        });
        plain.collect()
    }
}

fn write_parsers(grammars: &[Grammar], plain: &PlainRules, output: &Path) {
    let texts = grammars.iter().map(|grammar| {
        let text = [&grammar.text, &grammar.entry_rules, &plain.text]
            .map(String::as_str)
            .concat();
        (grammar.module(), text)
    });
    let texts: Vec<(String, String)> = texts.collect();
    let functions = grammars.iter().map(|grammar| {
        (
            |rule: &str| grammar.kind(rule),
            |rule: &str| plain.tried_for(rule),
            |rule: &str| grammar.is_entry(rule),
        )
    });
    let functions: Vec<_> = functions.collect();
    let sources = grammars.iter().zip(&texts).zip(&functions);
    let sources = sources.map(|((of, (name, grammar)), (kind, plain, is_entry))| Source {
        name,
        grammar,
        feature: of.feature(),
        target: Target {
            kind,
            plain,
            is_entry,
        },
    });
    let sources: Vec<Source<'_>> = sources.collect();
    match generate(&sources) {
        Ok(Parsers { mut code, entries }) => {
            for (grammar, entries) in grammars.iter().zip(entries) {
                match grammar.entries(&entries) {
                    Ok(entries) => write!(code, "{entries}").expect("a text takes what is written"),
                    Err(error) => complain(grammar, &error),
                }
            }
            fs::write(output.join("parsers.rs"), code).expect("OUT_DIR can be written");
        }
        Err((number, error)) => complain(&grammars[number], &error.to_string()),
    }
}

fn complain(grammar: &Grammar, error: &str) {
    println!("cargo::error=grammar/{}.pest: {error}", grammar.name);
}

/// Writes the tables of the productions that a file mirrors.
fn write_tables(grammar: &Grammar, output: &Path) {
    match tables(&grammar.text) {
        Ok(Compiled { tables, conflicts }) => {
            if !conflicts.is_empty() && grammar.name != WITHOUT_TOKENS {
                let rules = conflicts.iter().map(|conflict| {
                    let rule = &tables.rules[usize::from(conflict.rule)];
                    rule.name.to_string()
                });
                let rules: Vec<String> = rules.collect();
                let error = "one token of lookahead does not tell how to go on in";
                complain(grammar, &format!("{error} {}", rules.join(", ")));
            }
            let file = output.join(format!("{}.tables.rs", grammar.name));
            fs::write(file, to_rust(&tables)).expect("OUT_DIR can be written");
        }
        Err(error) => complain(grammar, &error.to_string()),
    }
}

fn tables(grammar: &str) -> Result<Compiled, CompileError> {
    let literate = peg::read(grammar)?;
    compile(&Productions::of_literate(&literate)?)
}
