//! Random ways to judge a document: settings of a parser, and claims.

use crate::claim::DocumentClaim;
use crate::way::{Asked, PieceSizes, Way};
use testing::random::Random;
use turtle_peg::{Dialect, Engine, Parser};

/// A parser that gives equal labels each time that it reads a document.
pub fn stable_parser(dialect: Dialect) -> Parser {
    let parser = Parser::new(dialect).with_blank_node_prefix("");
    parser.expect("labels are as they are written")
}

/// A parser whose settings are chosen at random.
pub fn parser(dialect: Dialect, random: &mut Random) -> Parser {
    let mut parser = stable_parser(dialect).with_nesting_limit(200);
    if random.percent(50) {
        parser = parser.with_recovery();
    }
    if random.percent(80) {
        // It is absolute, so it is taken.
        let based = parser.clone().with_base_iri("http://example.org/a/b?c");
        parser = based.unwrap_or(parser);
    }
    if random.percent(40) {
        parser = parser.with_window(random.between(1, 60));
    }
    if random.percent(5) {
        parser = parser.with_nesting_limit(random.between(0, 3));
    }
    if random.percent(5) {
        parser = parser
            .with_iri_limit(24)
            .with_prefix_limit(500)
            .with_statement_limit(100);
    }
    parser
}

/// The claims about one document, chosen at random. The first claim is always that the generated parser sees the quads that
/// pest's parser sees.
pub fn claims(random: &mut Random) -> Vec<DocumentClaim> {
    let truth = Way::QUADS.by(Engine::Reference);
    let fast = Way::QUADS.by(Engine::Fast);
    let other = Way::QUADS.by(random.pick(&[Engine::Specification, Engine::Fast]));
    let mut claims = vec![DocumentClaim::Same(truth, fast)];
    if other != fast {
        claims.push(DocumentClaim::Same(truth, other));
    }
    if random.percent(30) {
        let [truth, other] = [truth, other].map(|way| way.asking(Asked::Trees));
        claims.push(DocumentClaim::Same(truth, other));
    }
    if random.percent(10) {
        let [truth, other] = [truth, other].map(|way| way.asking(Asked::WholeTree));
        claims.push(DocumentClaim::Same(truth, other));
    }
    let pieces = PieceSizes::Random(random.bits());
    let asked = random.pick(&[Asked::Quads, Asked::Quads, Asked::Trees, Asked::Messages]);
    let asking = fast.asking(asked);
    match random.below(100) {
        0..15 => claims.push(DocumentClaim::Same(asking, asking.in_pieces(pieces))),
        15..30 => claims.push(DocumentClaim::Same(asking, asking.pushed(pieces))),
        30..36 => {
            let [truth, other] = [truth, other].map(|way| way.in_pieces(pieces));
            claims.push(DocumentClaim::Same(truth, other));
        }
        36..42 if asked != Asked::Trees => {
            let (threads, size) = (random.between(1, 4), random.between(1, 700));
            let in_blocks = asking.in_blocks(pieces, threads, size);
            claims.push(DocumentClaim::Same(asking, in_blocks));
        }
        42..46 if asked != Asked::Trees => {
            let in_ranges = asking.in_ranges(random.between(1, 60) as u64);
            claims.push(DocumentClaim::Same(asking, in_ranges));
        }
        46..64 => claims.push(DocumentClaim::Written),
        64..82 => claims.push(DocumentClaim::Parts(random.between(1, 60))),
        82..90 => claims.push(DocumentClaim::Same(fast, fast.asking(Asked::Check))),
        90..94 => claims.push(DocumentClaim::Statements),
        94..96 => claims.push(DocumentClaim::Tokens),
        96..98 => claims.push(DocumentClaim::LaidOut),
        98..100 => claims.push(DocumentClaim::Fixed),
        _ => {}
    }
    claims
}
