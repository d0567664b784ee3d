//! The specification engine against the others, on every document there is, in every dialect.

mod common;

use anyhow::{Result, ensure};
use common::{check_all, corpus, w3c_documents};
use turtle_peg::{Dialect, Engine, Error, Parser, Tree};

/// A tree, node by node.
fn nodes(tree: Tree<'_>) -> String {
    let nodes = tree.root().descendants();
    nodes
        .map(|(depth, node)| format!("{depth} {node:?}\n"))
        .collect()
}

/// The tree of a whole document, or that it is rejected.
fn whole(dialect: Dialect, engine: Engine, text: &str) -> Option<String> {
    let parser = Parser::new(dialect).engine(engine);
    parser.read_tree(text, nodes).ok()
}

/// The trees of a document's statements, or that it is rejected. How much is read before the fault is not the same: of
/// `VERSION """1.2"""` the PEGs take `VERSION ""` for a statement, and find the fault in the next.
fn statements(dialect: Dialect, engine: Engine, text: &str) -> Option<Vec<String>> {
    let mut document = Parser::new(dialect).engine(engine).parse_str(text);
    let mut trees = Vec::new();
    while let Some(result) = document.next_tree() {
        match result {
            Ok(tree) => trees.push(format!("{:?}\n{}", tree.origin(), nodes(tree))),
            Err(Error::Syntax(_)) => return None,
            Err(error) => panic!("{error}"),
        }
    }
    Some(trees)
}

fn ensure_same(dialect: Dialect, text: &str) -> Result<()> {
    let [fast, specification] =
        [Engine::Fast, Engine::Specification].map(|engine| whole(dialect, engine, text));
    ensure!(
        fast == specification,
        "{dialect}, as a whole:\n{fast:?}\n{specification:?}"
    );
    let [fast, specification] =
        [Engine::Fast, Engine::Specification].map(|engine| statements(dialect, engine, text));
    ensure!(
        fast == specification,
        "{dialect}, by statement:\n{fast:?}\n{specification:?}"
    );
    Ok(())
}

#[test]
fn the_same_documents_are_accepted_with_the_same_trees() {
    let mut documents = w3c_documents();
    documents.extend(corpus().into_iter().map(|case| (case.path, case.bytes)));
    check_all(
        &documents,
        |(path, _)| path,
        |(_, bytes)| match std::str::from_utf8(bytes) {
            Ok(text) => Dialect::all().try_for_each(|dialect| ensure_same(dialect, text)),
            Err(_) => Ok(()),
        },
    );
}
