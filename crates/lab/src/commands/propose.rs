//! `turtle-lab propose`: a change of a grammar on one page, for a pull request.
//!
//! Invariant: a document on the page was run by both grammars, by their productions, and the page says which of the two accept it.

use crate::analyses::{suite::SuiteCoverage, suite::measure_visibly};
use crate::commands::impact::{Impact, JudgedGrammar, SuiteDocument, tests_of};
use crate::grammars::notes::tell_of_assumptions;
use crate::grammars::source::{GrammarSource, StartArguments};
use crate::pages::json;
use crate::pages::section::{Fact, Section, SectionPart, SectionTable, Words, folded, words};
use anyhow::Context;
use cli::arguments::ManifestArguments;
use cli::output::{Output, write_file};
use cli::{Format, Status, diagnostics};
use conformance::Test;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use toolkit::{Case, CaseWay, GrammarChange, Rule, railroad};

/// Make one page of a change of a grammar, ready to paste into a pull request
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  turtle-lab propose spec/turtle.bnf edited.bnf --allow rdf-tests \\
      --tests rdf-tests/rdf12/rdf-turtle/manifest.ttl > pull-request.md
  turtle-lab propose turtle-1.2 my.pest -o proposal        with railroad diagrams, before and after
  turtle-lab propose --format json turtle-1.2 edited.ebnf | jq '.tests.turned[].name'

The page is Markdown. On top it says which document is no longer valid, which is newly valid, the shortest that were found; what \
became of LL(1), with the tokens that tie; which terminals overlap that did not before; how many tests change their verdict; and how \
many parts of the new grammar no test uses. Folded \
below is what this rests on: the productions as they were and are, documents for each change, conflicts, tests, and a document for \
each test that a changed production lacks.

Productions decide, of both grammars: all documents were run by them, and those of the tests, too. The rules of a dialect, or of a \
`.pest` file, judge the documents of the tests as well, and the page names the tests on which rules and productions differ; `turtle-lab \
check` looks for the reason. RDF may object to a document \
that they accept, and `turtle-lab conformance --against` compares results. Parts that no test uses are found by the rules of a \
`.pest` file, or by those that `import` makes of an EBNF.

A page in a pull request shows a picture only if that is a file: -o writes the page, proposal.md, and an SVG for each changed \
production as it was and as it is. Commit the folder, and the page shows them.

In JSON, the keys are those of an object of `diff --format json`; ll1, an object as in `ll1 --format json` for each of the two; \
tests (count, turned, not_run, rules; null without --tests), where a test that turned has iri, name, is_accepted and \
is_to_be_accepted, and rules has an object for each grammar with rules: grammar, not_run, and differing, the tests that these judge \
otherwise (iri, name, is_accepted_by_productions, is_accepted_by_rules, which is null where the rules gave up); and missing \
(null without --tests; else not_found, the reason why they were not looked for, and cases: production, way, part, is_changed, \
document and accepted_by).

Exit status: 0 the grammars say the same under the same names, 1 they do not.")]
pub struct ProposalArguments {
    /// The grammar as it is: a dialect, or a file (NAME.pest, NAME.ebnf, NAME.bnf, NAME.html)
    #[arg(value_name = "OLD", hide_possible_values = true)]
    old: GrammarSource,

    /// The grammar as it is to be
    #[arg(value_name = "NEW", hide_possible_values = true)]
    new: GrammarSource,

    #[command(flatten)]
    start: StartArguments,

    /// Test manifests
    #[arg(long = "tests", value_name = "MANIFEST")]
    manifests: Vec<PathBuf>,

    #[command(flatten)]
    files: ManifestArguments,

    /// Output format: text is the page, in Markdown
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Folder for the page and the diagrams, instead of standard output
    #[arg(short, long, value_name = "DIR", conflicts_with = "format")]
    output: Option<PathBuf>,
}

pub fn run(arguments: &ProposalArguments) -> anyhow::Result<Status> {
    tell_of_assumptions([&arguments.old, &arguments.new]);
    let tests = tests_of(&arguments.manifests, &arguments.files)?;
    let [old, new] = [&arguments.old, &arguments.new].map(|it| arguments.start.choose(it));
    let proposal = Proposal::of(&old, &new, &tests)?;
    match &arguments.output {
        Some(folder) => proposal.write(folder)?,
        None => {
            let mut output = Output::new();
            match arguments.format {
                Format::Text => output.show_file(&proposal.markdown(&[]))?,
                Format::Json => output.print(&json::text(&proposal.json()))?,
            }
            output.flush()?;
        }
    }
    // As diff(1) has it.
    Ok(Status::of(proposal.impact.compared.is_same()))
}

/// The title for parts of the grammar that no test uses.
const UNTESTED: &str = "parts that no test uses";

/// A change of a grammar, and the tests that it lacks.
struct Proposal {
    impact: Impact,
    /// The parts of the new grammar that no test uses, or the reason why they were not looked for; none without tests.
    missing: Option<Result<Vec<UntestedPart>, String>>,
}

/// A part of the new grammar that no positive test uses.
struct UntestedPart {
    case: Case,
    /// Whether the production changed, or is new.
    is_changed: bool,
    /// A document that uses it, if one was found, and whether each of the grammars accepts it.
    document: Option<(String, [bool; 2])>,
}

impl Proposal {
    fn of(old: &GrammarSource, new: &GrammarSource, tests: &[Test]) -> anyhow::Result<Self> {
        let documents = SuiteDocument::all_of(tests)?;
        let [before, after] = JudgedGrammar::both([old, new], &documents)?;
        let impact = Impact::between(&before, &after, &documents)?;
        let missing = (!tests.is_empty()).then(|| {
            let measured = measure_visibly(new, tests, &[]);
            let measured = measured.map_err(|error| format!("{error:#}"));
            measured.map(|measured| UntestedPart::all_of(&measured, &impact, [&before, &after]))
        });
        Ok(Self { impact, missing })
    }

    fn rows(&self) -> Vec<Fact> {
        let mut rows = self.impact.summary();
        let said = match &self.missing {
            None => return rows,
            Some(Err(reason)) => format!("not looked for: {reason}"),
            Some(Ok(missing)) => {
                let changed = missing.iter().filter(|test| test.is_changed).count();
                let others = missing.len() - changed;
                format!("{changed} in productions that changed, {others} in others")
            }
        };
        rows.push(Fact::of([words(UNTESTED), words(said)]));
        rows
    }

    /// The page; with diagrams, if there are files of them.
    fn markdown(&self, diagrams: &[ProductionDiagram]) -> String {
        let compared = &self.impact.compared;
        let mut text = format!(
            "### {} → {}\n\n{}\n\n{}\n",
            compared.before,
            compared.after,
            self.introduction(),
            SectionTable::new(&["", ""], self.rows()).markdown()
        );
        let sections = self.impact.sections().into_iter();
        for section in sections.chain(self.missing_section()) {
            text += &section.folded();
        }
        text + &ProductionDiagram::folded(diagrams)
    }

    /// What is compared, for who sees such a page for the first time.
    fn introduction(&self) -> String {
        let compared = &self.impact.compared;
        let mut text = format!("Productions: {}", compared.counts());
        match compared.rewritten().count() {
            0 => text += ".",
            count => text += &format!(" ({count} of these written in another way)."),
        }
        match compared.refactoring() {
            Some(said) => text + " " + said,
            None if compared.sought().next().is_none() => text,
            None => {
                text + " Both grammars have read each document that is no longer or newly valid; “none” is proved."
            }
        }
    }

    /// The parts of productions that changed; of the others only how many those are, since they have nothing to do with the change.
    fn missing_section(&self) -> Option<Section> {
        const HEAD: [&str; 4] = [
            "production",
            "part that no test uses",
            "a document that would",
            "accepted by",
        ];
        let missing = self.missing.as_ref()?.as_ref().ok()?;
        let changed = missing.iter().filter(|part| part.is_changed);
        let facts: Vec<Fact> = changed.map(UntestedPart::fact).collect();
        let others = missing.len() - facts.len();
        let told = SectionPart::Words(words(format!(
            "Of productions that did not change, {others} parts are used by no test; `turtle-lab coverage` lists them."
        )));
        (!facts.is_empty()).then(|| Section {
            id: "missing-tests",
            title: format!("Changed productions: {} {UNTESTED}", facts.len()),
            parts: { [SectionPart::facts(&HEAD, facts)].into_iter() }
                .chain((others > 0).then_some(told))
                .collect(),
        })
    }

    fn json(&self) -> Value {
        let mut json = self.impact.json();
        json["missing"] = self.missing.as_ref().map_or(Value::Null, |missing| {
            let cases = missing.as_ref().ok();
            json!({
                "not_found": missing.as_ref().err(),
                "cases": cases.map(|cases| cases.iter().map(UntestedPart::json).collect::<Vec<_>>()),
            })
        });
        json
    }

    /// Writes the page, and the diagrams beside it.
    fn write(&self, folder: &Path) -> anyhow::Result<()> {
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        let changes = self.impact.compared.diff.changes.iter();
        let diagrams: Vec<ProductionDiagram> = changes.flat_map(ProductionDiagram::of).collect();
        for diagram in &diagrams {
            write_file(&folder.join(&diagram.file), &["svg"], &diagram.svg)?;
        }
        let page = folder.join("proposal.md");
        write_file(&page, &["md"], &self.markdown(&diagrams))?;
        diagnostics::note(&format_args!(
            "{} files written; the page is {}",
            diagrams.len() + 1,
            page.display()
        ));
        Ok(())
    }
}

impl UntestedPart {
    /// First those of productions that changed; their documents are run by both grammars.
    fn all_of(
        measured: &SuiteCoverage,
        impact: &Impact,
        grammars: [&JudgedGrammar; 2],
    ) -> Vec<Self> {
        let changes = impact.compared.diff.changes.iter();
        let changed = changes.filter(|change| !change.is_renamed_or_unchanged());
        let changed: BTreeSet<&str> = changed.map(GrammarChange::name).collect();
        let accepts = |document: &str| {
            grammars.map(|grammar| {
                let running = grammar.running.as_ref();
                running.is_ok_and(|running| running.read(document).is_ok())
            })
        };
        let missing = measured.unused.iter().map(|number| {
            let case = &measured.coverage.cases()[*number];
            let document = measured.sentences.get(number);
            let document = document.or_else(|| measured.of_grammar_alone.get(number));
            Self {
                case: case.clone(),
                is_changed: changed.contains(case.production.as_str()),
                document: document.map(|document| (document.clone(), accepts(document))),
            }
        });
        let mut missing: Vec<Self> = missing.collect();
        missing.sort_by_key(|test| !test.is_changed);
        missing
    }

    fn fact(&self) -> Fact {
        let (document, accepted_by) = match &self.document {
            Some((document, accepted)) => {
                (Words::default().document(document), accepted_by(*accepted))
            }
            None => (words("none was found"), ""),
        };
        let way = match self.case.way {
            CaseWay::Taken => "there",
            CaseWay::NotTaken => "left out",
            CaseWay::Again => "more than once",
            CaseWay::Once => "only once",
            other => other.name(),
        };
        Fact::of([
            Words::default().ebnf(&self.case.production),
            words(format!("{way}: ")).code(self.case.place.to_string()),
            document,
            words(accepted_by),
        ])
    }

    fn json(&self) -> Value {
        let accepted = self
            .document
            .as_ref()
            .map(|(_, accepted)| accepted_by(*accepted));
        json!({
            "production": self.case.production,
            "way": self.case.way.name(),
            "part": self.case.part,
            "is_changed": self.is_changed,
            "document": self.document.as_ref().map(|(document, _)| document),
            "accepted_by": accepted,
        })
    }
}

fn accepted_by(accepted: [bool; 2]) -> &'static str {
    match accepted {
        [true, true] => "both",
        [false, true] => "the new grammar alone",
        [true, false] => "the old grammar alone",
        [false, false] => "neither",
    }
}

/// The railroad diagram of a changed production on one side, and its file.
struct ProductionDiagram {
    name: String,
    side: &'static str,
    file: String,
    svg: String,
}

impl ProductionDiagram {
    /// The diagrams of a change: before, after, or both.
    fn of(change: &GrammarChange) -> Vec<Self> {
        if change.is_renamed_or_unchanged() {
            return Vec::new();
        }
        let of = |side: &'static str, rule: &Option<Rule>| {
            let rule = rule.as_ref()?;
            Some(Self {
                name: rule.name.clone(),
                side,
                file: format!("{}-{side}.svg", rule.name),
                svg: railroad::picture(&rule.expression),
            })
        };
        let sides = [of("before", &change.before), of("after", &change.after)];
        sides.into_iter().flatten().collect()
    }

    fn folded(diagrams: &[Self]) -> String {
        let pictures = diagrams.iter().map(|it| {
            let caption = format!("{} {}", it.name, it.side);
            format!("{caption}:\n\n![{caption}]({})\n\n", it.file)
        });
        match diagrams.is_empty() {
            true => String::new(),
            false => folded(
                "Railroad diagrams, before and after",
                &pictures.collect::<String>(),
            ),
        }
    }
}
