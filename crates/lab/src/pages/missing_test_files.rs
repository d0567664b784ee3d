//! The files of tests that a suite lacks: a document for each, a manifest in the form of the W3C's, and a page that says why each
//! is there.
//!
//! Invariant: nothing is written over; the folder is new, or empty.

use crate::analyses::suite::SuiteCoverage;
use crate::analyses::{missing_tests::MissingTest, missing_tests::MissingTests};
use crate::grammars::source::GrammarSource;
use crate::pages::section::{Fact, SectionTable, Words, words};
use advice::visible::message;
use anyhow::{Context as _, bail};
use cli::output::write_file;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;
use toolkit::Case;
use turtle_peg::oxrdf::Literal;

/// Refuses a folder with files.
pub fn check_folder(folder: &Path) -> anyhow::Result<()> {
    let in_folder = || folder.display().to_string();
    let mut files = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        files => files.with_context(in_folder)?,
    };
    if files.next().is_some() {
        bail!(
            "{}: the folder is not empty, and nothing is written over; name another one",
            folder.display()
        );
    }
    Ok(())
}

/// Missing tests as files, with the grammar and the suite that they are for.
pub struct MissingTestFiles<'p> {
    pub grammar: &'p GrammarSource,
    pub measured: &'p SuiteCoverage,
    pub missing: &'p MissingTests,
}

impl MissingTestFiles<'_> {
    pub fn write(&self, folder: &Path) -> anyhow::Result<()> {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        for test in &self.missing.tests {
            let extension = test.kind.dialect().extension();
            write_file(&folder.join(test.file()), &[extension], &test.text)?;
        }
        write_file(&folder.join("manifest.ttl"), &["ttl"], &self.manifest())?;
        write_file(&folder.join("README.md"), &["md"], &self.page())?;
        Ok(())
    }

    fn case(&self, case: usize) -> &Case {
        &self.measured.coverage.cases()[case]
    }

    fn manifest(&self) -> String {
        let tests = &self.missing.tests;
        let mut text = format!(
            "\
PREFIX mf: <http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
PREFIX rdft: <http://www.w3.org/ns/rdftest#>

<> a mf:Manifest ;
    rdfs:label {} ;
    mf:entries (
",
            Literal::from(self.title())
        );
        for test in tests {
            let _ = writeln!(text, "        <#{}>", test.name);
        }
        text += "    ) .\n";
        for test in tests {
            let name = &test.name;
            let _ = write!(
                text,
                "
<#{name}> a rdft:{} ;
    mf:name {} ;
    rdfs:comment {} ;
    rdft:approval rdft:Proposed ;
    mf:action <{}> .
",
                test.kind,
                Literal::from(name.as_str()),
                Literal::from(self.comment(test)),
                test.file(),
            );
        }
        text
    }

    fn title(&self) -> String {
        format!(
            "Tests of {} for what its suite does not use",
            self.grammar.name()
        )
    }

    /// The productions and the parts that it tests; of a near miss, the change.
    fn comment(&self, test: &MissingTest) -> String {
        let cases = test.cases.iter().map(|&case| self.case(case).to_string());
        let cases: Vec<String> = cases.collect();
        let remark = test.remark.iter().map(|remark| format!("; {remark}"));
        cases.join("; ") + &remark.collect::<String>()
    }

    /// The command that runs the tests.
    fn command(&self) -> String {
        let program = match self.grammar {
            GrammarSource::Dialect(dialect) => {
                format!("turtle-peg conformance --dialect {dialect}")
            }
            GrammarSource::Peg(file) | GrammarSource::Ebnf(file) => {
                let file = file.path.display();
                let engine = match self.grammar.parser() {
                    Some(_) => "",
                    // Not all productions have a meaning.
                    None => " --engine specification",
                };
                format!("turtle-lab conformance --grammar {file}{engine}")
            }
        };
        format!("{program} FOLDER/manifest.ttl")
    }

    /// A table for each production, and one of what has no test.
    fn page(&self) -> String {
        let mut text = format!(
            "# {}\n\n{}. Each test here is for a part of a production that none of them uses, between `⟦` and `⟧`. All engines agree on \
             each document. A document that is rejected is the accepted one beside it, with one change where that uses the part. To \
             run them, where FOLDER is this folder:\n\n    {}\n",
            self.title(),
            self.measured.total(),
            self.command(),
        );
        let tested: Vec<(&str, Fact)> = (self.measured.unused.iter())
            .filter_map(|&case| Some((self.case(case).production.as_str(), self.tested(case)?)))
            .collect();
        for of_production in tested.chunk_by(|(one, _), (next, _)| one == next) {
            let facts = of_production.iter().map(|(_, fact)| fact.clone());
            let table = SectionTable::new(&["part", "accepted", "rejected"], facts.collect());
            let production = of_production[0].0;
            text += &format!("\n## {production}\n\n{}", table.markdown());
        }
        let without: Vec<Fact> = self.without().collect();
        if !without.is_empty() {
            let table = SectionTable::new(&["production", "part", "why"], without);
            text += &format!("\n## Without a test\n\n{}", table.markdown());
        }
        for (production, remark) in self.measured.remarks() {
            text += &format!("\n{production} {remark}.\n");
        }
        text
    }

    /// A case with its tests; none, if it has none.
    fn tested(&self, case: usize) -> Option<Fact> {
        let tests = self.missing.tests.iter();
        let tests = tests.filter(|test| test.cases.contains(&case));
        let (accepted, rejected): (Vec<_>, Vec<_>) = tests.partition(|test| test.is_positive());
        let cell = |tests: Vec<&MissingTest>| tests.into_iter().fold(Words::default(), linked);
        let part = part(self.case(case));
        (!accepted.is_empty()).then(|| Fact::of([part, cell(accepted), cell(rejected)]))
    }

    fn without(&self) -> impl Iterator<Item = Fact> {
        let why_not = |&case: &usize| {
            let (why, document) = self.measured.why_not(case);
            let document = document.into_iter();
            let why = document.fold(words(why), |why, it| why.text(" ").document(it));
            (case, why)
        };
        let near_miss = |&case: &usize| (case, words("not decided: no near miss was found"));
        let without = self.missing.without_document.iter().map(why_not);
        let all = without.chain(self.missing.without_near_miss.iter().map(near_miss));
        all.map(|(case, why)| {
            let case = self.case(case);
            Fact::about(&[&case.production], [part(case), why])
        })
    }
}

/// `alternative: [7] sign ::= '+' | ⟦'-'⟧`.
fn part(case: &Case) -> Words {
    let number = case.number.iter().map(|number| format!("[{number}] "));
    let number: String = number.collect();
    let production = format!("{number}{} ::= {}", case.production, case.place);
    words(format!("{}: ", case.way)).code(production)
}

/// A link to the file, its document, and the remark.
fn linked(before: Words, test: &MissingTest) -> Words {
    let linked = before.link(test.file(), test.file()).text(": ");
    let document = linked.document(&test.text);
    let remark = test.remark.iter();
    remark.fold(document, |all, remark| {
        all.text("; ").document(message(remark))
    })
}
