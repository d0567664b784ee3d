//! An interpreted grammar of a dialect reports as the compiled engines do.

use anyhow::{Result, ensure};
use interpreter::LoadedGrammar;
use judge::mutants::stable_parser;
use judge::way::{Asked, PieceSizes, Way};
use std::fs;
use testing::documents::corpus;
use turtle_peg::Dialect;

testing::for_each_dialect!(check);

/// The interpreter takes its time: each dialect runs some of the documents.
const SHARE: usize = 40;

fn check(dialect: Dialect) -> Result<()> {
    let grammar = LoadedGrammar::read(dialect.grammar())?;
    for path in corpus().iter().skip(dialect as usize).step_by(SHARE) {
        let bytes = fs::read(path)?;
        // Of a grammar of one's own it is not known what white space is, in which such bytes cost no statement.
        let parser = match str::from_utf8(&bytes) {
            Ok(_) => stable_parser(dialect).with_recovery(),
            Err(_) => stable_parser(dialect),
        };
        let interpreter = parser.clone().with_grammar(grammar.clone());
        for asked in [Asked::Quads, Asked::Trees, Asked::WholeTree] {
            let way = Way::QUADS.asking(asked);
            let expected = way.read(&parser, &bytes);
            for way in [way, way.in_pieces(PieceSizes::Of(1))] {
                let found = way.read(&interpreter, &bytes);
                ensure!(found == expected, "{dialect}: {}", path.display());
            }
        }
    }
    Ok(())
}
