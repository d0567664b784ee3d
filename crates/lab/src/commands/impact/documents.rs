//! The documents of tests.

use anyhow::Context;
use cli::arguments::ManifestArguments;
use conformance::{Expectation, Test, TestFile};
use std::path::PathBuf;

/// The tests of these manifests, in their order.
pub fn tests_of(manifests: &[PathBuf], files: &ManifestArguments) -> anyhow::Result<Vec<Test>> {
    let mut tests = Vec::new();
    for path in manifests {
        tests.extend(files.read(path)?.tests().to_vec());
    }
    Ok(tests)
}

/// A test's document.
pub struct SuiteDocument {
    pub name: String,
    pub iri: String,
    pub file: TestFile,
    pub text: Vec<u8>,
    expectation: Expectation,
}

impl SuiteDocument {
    /// The documents of the tests of a known kind that have one.
    pub fn all_of(tests: &[Test]) -> anyhow::Result<Vec<Self>> {
        let known = tests
            .iter()
            .filter_map(|test| Some((test, test.action()?, test.kind()?)));
        let documents = known.map(|(test, action, kind)| {
            let text = action.read();
            Ok(Self {
                name: test.name().to_owned(),
                iri: test.iri().as_str().to_owned(),
                file: action.clone(),
                text: text.with_context(|| action.path().display().to_string())?,
                expectation: kind.expectation(),
            })
        });
        documents.collect()
    }

    /// Whether its test asks for its acceptance.
    pub fn is_to_be_accepted(&self) -> bool {
        self.expectation != Expectation::Rejected
    }
}
