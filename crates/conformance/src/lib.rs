//! Running the W3C's test suites, and reporting on them.
//!
//! A [`Manifest`] lists [`Test`]s. To [`run()`] it parses the files that they name, compares, and gives a
//! [`Report`]: of every test the [`Outcome`], which has the reason where it failed. The report can be written
//! in [EARL](write_earl). A [`Change`] is a test's other outcome under another dialect or an edited grammar.
//!
//! Invariant: every test that a manifest lists is run and counted. There are no exceptions, by name or
//! otherwise: a test that cannot be run, or of a kind that is not [known](TestKind), has failed; a test whose graphs take too
//! long to compare is counted as [not decided](comparison::Undecided), never as passed. The grammar rejects a document, RDF objects to it, or
//! it has no meaning: these are three [`Verdict`]s, and none is counted as another.
//!
//! ```
//! use turtle_peg_conformance::{Manifest, Options, Totals, run, write_earl};
//! use std::{env, fs, process};
//!
//! let directory = env::temp_dir().join(format!("turtle-peg-example-{}", process::id()));
//! fs::create_dir_all(&directory)?;
//! let path = directory.join("manifest.ttl");
//! fs::write(&path, r#"
//!     PREFIX mf: <http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#>
//!     PREFIX rdft: <http://www.w3.org/ns/rdftest#>
//!     <> a mf:Manifest ;
//!         mf:assumedTestBase <http://example.org/tests/> ;
//!         mf:entries ( <#collection> <#no-stop> ) .
//!     <#collection> a rdft:TestTurtleEval ;
//!         mf:action <collection.ttl> ;
//!         mf:result <collection.nt> .
//!     <#no-stop> a rdft:TestTurtlePositiveSyntax ;
//!         mf:action <no-stop.ttl> .
//! "#)?;
//! fs::write(directory.join("collection.ttl"), "<a> <p> () .")?;
//! fs::write(directory.join("collection.nt"), "<http://example.org/tests/a> \
//!     <http://example.org/tests/p> <http://www.w3.org/1999/02/22-rdf-syntax-ns#nil> .")?;
//! fs::write(directory.join("no-stop.ttl"), "<a> <p> <o>")?;
//!
//! let manifest = Manifest::read(&path)?;
//! let report = run(&manifest, &Options::default());
//! assert_eq!(report.totals(), Totals { passed: 1, failed: 1, ..Totals::default() });
//! for (test, failure) in report.failures() {
//!     assert_eq!(test.iri().as_str(), "http://example.org/tests/manifest.ttl#no-stop");
//!     assert!(failure.to_string().contains("no-stop.ttl:1:12: unexpected end"), "{failure}");
//! }
//! let mut earl = Vec::new();
//! write_earl(&report, std::time::SystemTime::now(), &mut earl)?;
//! # fs::remove_dir_all(directory)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod change;
mod earl;
mod error;
mod files;
mod kind;
mod location;
mod manifest;
mod outcome;
mod report;
mod run;
mod verdict;

pub use change::{Change, Observation};
pub use earl::write_earl;
pub use error::{ManifestError, ManifestErrorKind};
pub use kind::{Expectation, TestKind};
pub use manifest::{Manifest, ManifestReader, Test, TestFile};
pub use outcome::{Failure, Outcome};
pub use report::{Report, TestResult, Totals};
pub use run::{Options, run, run_test};
pub use verdict::Verdict;

#[cfg(test)]
mod tests;
