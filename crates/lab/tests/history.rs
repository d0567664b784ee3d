//! The history of Turtle's and TriG's grammars: every state goes through import, check and LL(1), and is compared with the next;
//! what is said of them is tried.
//!
//! `GRAMMAR_HISTORY` names a folder with a folder for each language, in which are the states, `NN.ebnf`.
use anyhow::{Context, Result, ensure};
use conformance::ManifestReader;
use interpreter::SpecifiedGrammar;
use pretty_assertions::assert_eq;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use testing::folders::{HISTORY, SUITES};
use toolkit::{Analyses, Comments, GrammarError, Standing, check, ebnf, import, peg};

/// The states of a language, in order.
fn states(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut states = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path
            .extension()
            .is_some_and(|extension| extension == "ebnf")
        {
            states.push(path);
        }
    }
    states.sort();
    ensure!(states.len() > 1, "{}: no history", folder.display());
    Ok(states)
}

/// The folders of each language's states, and of its tests.
fn languages() -> Vec<(&'static str, PathBuf)> {
    let Some(history) = &*HISTORY else {
        return Vec::new();
    };
    let languages = ["turtle", "trig"].map(|language| (language, history.join(language)));
    languages
        .into_iter()
        .filter(|(_, folder)| folder.is_dir())
        .collect()
}

/// The documents of the W3C's tests.
fn documents(language: &str) -> Result<Vec<Vec<u8>>> {
    let Some(suites) = &*SUITES else {
        return Ok(Vec::new());
    };
    let manifest = suites.join(format!("rdf12/rdf-{language}/manifest.ttl"));
    let manifest = ManifestReader::default()
        .with_allowed_folder(suites)
        .read(manifest)?;
    let actions = manifest.tests().iter().filter_map(|test| test.action());
    Ok(actions
        .map(|action| action.read())
        .collect::<Result<_, _>>()?)
}

/// A PEG that is imported of a state agrees with the state: by its check, by LL(1), and of documents of the W3C's tests, each of
/// which is read with every third state. A state that no PEG was found for is refused by production; one with a name that has no production, by all
/// alike.
#[test]
fn every_state_goes_through_the_toolkit() -> Result<()> {
    for (language, folder) in languages() {
        let documents = documents(language)?;
        let mut last = None;
        for (number, path) in states(&folder)?.into_iter().enumerate() {
            let at = || path.display().to_string();
            let text = std::fs::read_to_string(&path)?;
            let grammar = ebnf::read(&text).with_context(at)?;
            // A change of comments only gives an equal grammar.
            if last.as_ref() == Some(&grammar) {
                continue;
            }
            last = Some(grammar.clone());
            let running = SpecifiedGrammar::read_ebnf(&text);
            let analyses = Analyses::of(&grammar)?;
            let is_undefined = analyses.gaps().next().is_some();
            assert_eq!(running.is_err(), is_undefined, "{}", at());
            let imported = match import(&grammar, Comments::FromHash) {
                Ok(imported) => imported,
                Err(error) => {
                    let of_production = |fault: &GrammarError| matches!(fault, GrammarError::Production { name, .. } if grammar.rule(name).is_some());
                    ensure!(
                        error.faults().iter().all(of_production),
                        "{}: {error}",
                        at()
                    );
                    continue;
                }
            };
            let running = running.with_context(at)?;
            let literate = peg::read(&imported.text).with_context(at)?;
            let standing = check(&literate, Some(&grammar))?.overall();
            ensure!(standing != Standing::AtFault, "{}", at());
            let of_import = Analyses::of(&literate.specified()?)?;
            assert_eq!(of_import.ll1, analyses.ll1, "{}", at());
            let of_import = SpecifiedGrammar::read_pest(&imported.text).with_context(at)?;
            for document in documents.iter().skip(number % 3).step_by(3) {
                assert_eq!(
                    of_import.read_slice(document).is_ok(),
                    running.read_slice(document).is_ok(),
                    "{}: {}",
                    at(),
                    String::from_utf8_lossy(document)
                );
            }
        }
    }
    Ok(())
}

/// Each document of a difference is accepted by the one state and rejected by the other; where there is none, it is said how far
/// was searched.
#[test]
fn what_changed_from_state_to_state_is_so() -> Result<()> {
    for (_, folder) in languages() {
        for pair in states(&folder)?.windows(2) {
            let [before, after] = pair else { continue };
            let read = |path: &Path| -> Result<_> {
                Ok(SpecifiedGrammar::read_ebnf(&std::fs::read_to_string(path)?).ok())
            };
            let (earlier, later) = (read(before)?, read(after)?);
            let output = Command::new(env!("CARGO_BIN_EXE_turtle-lab"))
                .args(["diff", "--format", "json"])
                .args([before, after])
                .output()?;
            let pairs: Value = serde_json::from_slice(&output.stdout)?;
            let found = &pairs[0];
            let (Some(earlier), Some(later)) = (earlier, later) else {
                continue;
            };
            let accepts =
                |grammar: &SpecifiedGrammar, document: &str| grammar.read(document).is_ok();
            let productions = found["productions"].as_array().context("productions")?;
            for production in productions {
                let place = format!("{}: {production}", after.display());
                let documents = ["only_before", "only_after"].map(|side| production[side].as_str());
                if let Some(document) = documents[0] {
                    ensure!(
                        accepts(&earlier, document) && !accepts(&later, document),
                        "{place}"
                    );
                }
                if let Some(document) = documents[1] {
                    ensure!(
                        !accepts(&earlier, document) && accepts(&later, document),
                        "{place}"
                    );
                }
                let is_changed = ["added", "removed", "changed"]
                    .contains(&production["change"].as_str().unwrap_or_default());
                for (document, said) in documents.iter().zip(["searched_before", "searched_after"])
                {
                    let is_told = document.is_some() || production[said].is_string();
                    ensure!(is_told || !is_changed, "{place}");
                }
            }
        }
    }
    Ok(())
}
