//! The files of tests that a suite lacks: a document for each, a manifest in the form of the W3C's, and a page that says why each
//! is there.
//!
//! Invariant: nothing is written over; the folder is new, or empty.

use crate::analyses::suite::SuiteCoverage;
use crate::analyses::{missing_tests::MissingTest, missing_tests::MissingTests};
use crate::grammars::source::GrammarSource;
use crate::pages::cells::code;
use anyhow::{Context as _, bail};
use cli::output::write_file;
use cli::visible::message;
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
        let mut production = "";
        for &case in &self.measured.unused {
            let tests = self.missing.tests.iter();
            let tests = tests.filter(|test| test.cases.contains(&case));
            let (accepted, rejected): (Vec<_>, Vec<_>) = tests.partition(|test| test.is_positive());
            if accepted.is_empty() {
                continue;
            }
            let it = self.case(case);
            if it.production != production {
                production = &it.production;
                let _ = write!(
                    text,
                    "\n## {production}\n\n| part | accepted | rejected |\n|---|---|---|\n"
                );
            }
            let cell = |tests: Vec<&MissingTest>| tests.into_iter().map(linked).collect::<String>();
            let (accepted, rejected) = (cell(accepted), cell(rejected));
            let _ = writeln!(text, "| {} | {accepted} | {rejected} |", part(it));
        }
        let why_not = |&case: &usize| (case, self.measured.why_not(case, code));
        let no_near_miss = |&case: &usize| (case, "not decided: no near miss was found".to_owned());
        let mut without: Vec<(usize, String)> = Vec::new();
        without.extend(self.missing.without_document.iter().map(why_not));
        without.extend(self.missing.without_near_miss.iter().map(no_near_miss));
        if !without.is_empty() {
            text += "\n## Without a test\n\n| production | part | why |\n|---|---|---|\n";
        }
        for (case, why) in without {
            let it = self.case(case);
            let _ = writeln!(text, "| {} | {} | {why} |", it.production, part(it));
        }
        for (production, remark) in self.measured.remarks() {
            let _ = write!(text, "\n{production} {remark}.\n");
        }
        text
    }
}

/// `alternative: [7] sign ::= '+' | ⟦'-'⟧`.
fn part(case: &Case) -> String {
    let number = case.number.iter().map(|number| format!("[{number}] "));
    let number: String = number.collect();
    let production = format!("{number}{} ::= {}", case.production, case.place);
    format!("{}: {}", case.way, code(&production))
}

/// A link to the file, its document, and the remark.
fn linked(test: &MissingTest) -> String {
    let file = test.file();
    let document = code(&test.text);
    let remark = test.remark.iter();
    let remark = remark.map(|remark| format!("; {}", code(&message(remark))));
    let remark: String = remark.collect();
    format!("[{file}]({file}): {document}{remark}")
}
