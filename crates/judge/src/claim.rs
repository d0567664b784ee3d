//! The claims about every document: which ways to read it agree, and on which events.

use crate::transcript::{Event, EventFault, EventNode, EventPlace, nodes};
use crate::way::{Arrival, Asked, PieceSizes, Way};
use advice::fix::{RepairChoice, fix_str};
use anyhow::{Result, bail, ensure};
use std::fmt::Debug;
use std::ops::Range;
use turtle_peg::format::{FormatError, Style};
use turtle_peg::input::Input;
use turtle_peg::oxrdf::{Quad, Triple};
use turtle_peg::tokens::{Sign, TokenKind};
use turtle_peg::tree::NodeRef;
use turtle_peg::write::BeyondRdf12;
use turtle_peg::{
    Dialect, Document, Engine, Error, NQuadsWriter, NTriplesWriter, Parser, Production,
};

/// A claim about a document and a parser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocumentClaim {
    /// Both ways see the same, as far as both can see it: who only checks sees no quads, and parts know neither positions nor
    /// the version.
    Same(Way, Way),
    /// Statements larger than this window, in bytes, are read part by part, with the quads of whole statements: only quads,
    /// and objections of RDF, may come before a fault of grammar.
    Parts(usize),
    /// The tree of the whole document has the trees of its statements; or it is refused both ways.
    Statements,
    /// The quads that RDF 1.2 has terms for are read from their written form, and written again as the same bytes.
    Written,
    /// All tokens, one after the other, are the document, if its trees can be read; also where a reader delivers few bytes at a time.
    Tokens,
    /// The document that is laid out has the same quads, and is laid out already.
    LaidOut,
    /// The document that is mended has no more faults than before, is mended already, and has the statements that no repair touches;
    /// one without faults stays as it is.
    Fixed,
}

/// The counts of a claim that holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ComparedCounts {
    /// How much was seen of the document: quads, statements, trees, faults.
    pub events: usize,
    /// Whether the document has a fault.
    pub has_fault: bool,
}

impl DocumentClaim {
    /// The kind of claim, in a word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Same(usual, other) if usual.engine != other.engine => match usual.asked {
                Asked::Trees | Asked::WholeTree => "trees",
                _ => "quads",
            },
            Self::Same(..) => "arrival",
            Self::Parts(_) => "parts",
            Self::Statements => "statements",
            Self::Written => "written",
            Self::Tokens => "tokens",
            Self::LaidOut => "laid out",
            Self::Fixed => "fixed",
        }
    }

    /// Reads the document in the ways that the claim speaks of.
    ///
    /// # Errors
    ///
    /// The claim does not hold: the first difference.
    pub fn check(self, parser: &Parser, bytes: &[u8]) -> Result<ComparedCounts> {
        match self {
            Self::Same(usual, other) => same(usual, other, parser, bytes),
            Self::Parts(window) => parts(window, parser, bytes),
            Self::Statements => statements(parser, &String::from_utf8_lossy(bytes)),
            Self::Written => written(parser, bytes),
            Self::Tokens => tokens(parser, &String::from_utf8_lossy(bytes)),
            Self::LaidOut => laid_out(parser, &String::from_utf8_lossy(bytes), &Style::default()),
            Self::Fixed => fixed(parser, &String::from_utf8_lossy(bytes)),
        }
    }
}

fn same(usual: Way, other: Way, parser: &Parser, bytes: &[u8]) -> Result<ComparedCounts> {
    let mut parser = parser.clone();
    if [usual, other]
        .iter()
        .any(|way| way.engine == Some(Engine::Reference))
    {
        // It reads the document as a whole: no statement of it by parts, and nothing after one that is too large.
        parser = parser
            .with_statement_limit(usize::MAX)
            .with_window(usize::MAX);
    }
    let mut both = [usual, other].map(|way| way.read(&parser, bytes));
    if usual.asked != other.asked {
        both.iter_mut().for_each(forget_quads);
    }
    let is_in_blocks = |way: Way| matches!(way.arrival, Arrival::Blocks { .. });
    if is_in_blocks(usual) != is_in_blocks(other) {
        both.iter_mut().for_each(forget_what_parts_lack);
    }
    let [expected, found] = both;
    agree(&expected, &found)?;
    Ok(ComparedCounts {
        events: expected.len(),
        has_fault: expected.iter().any(is_fault),
    })
}

fn is_fault(event: &Event) -> bool {
    matches!(event, Event::Fault(_))
}

fn forget_quads(events: &mut Vec<Event>) {
    events.retain(|event| !matches!(event, Event::Quad { .. }));
}

fn forget_what_parts_lack(events: &mut Vec<Event>) {
    for event in events {
        match event {
            Event::Statement(position) => *position = None,
            Event::End { version, .. } => *version = None,
            _ => {}
        }
    }
}

/// Both lists are equal.
fn agree<T: Debug + PartialEq>(expected: &[T], found: &[T]) -> Result<()> {
    let pairs = expected.iter().zip(found);
    let same = pairs.take_while(|(one, other)| one == other).count();
    ensure!(
        expected == found,
        "of {} and {}, {same} are the same; then comes\n{:#?}\nwhere there should be\n{:#?}",
        found.len(),
        expected.len(),
        found.get(same),
        expected.get(same),
    );
    Ok(())
}

/// The events of one statement.
struct EventStatement<'e> {
    quads: Vec<(Quad, [EventPlace; 3])>,
    fault: Option<&'e EventFault>,
}

impl<'e> EventStatement<'e> {
    fn of(events: &'e [Event]) -> Self {
        let quad = |event: &Event| match event {
            Event::Quad { quad, places } => {
                // A part tells nothing of the statement as a whole; and spans count from the beginning of the text that was read.
                let [_, subject, predicate, object] =
                    (**places).clone().map(EventPlace::in_document);
                Some(((**quad).clone(), [subject, predicate, object]))
            }
            _ => None,
        };
        Self {
            quads: events.iter().filter_map(quad).collect(),
            fault: match events.last() {
                Some(Event::Fault(fault)) => Some(fault),
                _ => None,
            },
        }
    }

    fn is_broken(&self) -> bool {
        self.fault.is_some_and(|fault| fault.ends_statement)
    }

    /// The message, and the text around the fault unless that depends on how much of the statement is read at once: if the
    /// statement does not break the grammar, the text around a fault ends with the text that was read.
    fn told(&self) -> Option<(&str, Option<&str>)> {
        let fault = self.fault?;
        Some((
            &fault.told,
            fault.is_of_grammar.then_some(fault.around.as_str()),
        ))
    }
}

/// The statements of a document; of one that is broken, with the quads before RDF's objections, but without these: those that are
/// told before the grammar's objection depend on how much of the statement is read at once.
fn statements_of(events: &[Event]) -> Vec<EventStatement<'_>> {
    let is_end = |event: &Event| matches!(event, Event::Statement(_) | Event::Fault(_));
    let mut statements: Vec<EventStatement<'_>> = Vec::new();
    for mut statement in events.split_inclusive(is_end).map(EventStatement::of) {
        while statement.is_broken()
            && let Some(objection) =
                statements.pop_if(|before| before.fault.is_some() && !before.is_broken())
        {
            statement.quads.splice(..0, objection.quads);
        }
        statements.push(statement);
    }
    statements
}

fn parts(window: usize, parser: &Parser, bytes: &[u8]) -> Result<ComparedCounts> {
    // A limit for statements is one for parts where statements are read by parts.
    // And a parser that stops at RDF's objection to a part does not tell whether the grammar objects to the statement, too.
    let parser = parser
        .clone()
        .with_statement_limit(usize::MAX)
        .with_recovery();
    let [whole, parts] = [usize::MAX, window]
        .map(|window| Way::QUADS.read(&parser.clone().with_window(window), bytes));
    let [expected, found] = [&whole, &parts].map(|events| statements_of(events));
    // Parts before a fault have generated labels, maybe for a term of no quad; these are not generated again.
    let mut has_labels_of_broken = false;
    let mut by_parts = found.iter();
    for statement in &expected {
        let Some(found) = by_parts.next() else {
            bail!("by parts, there is no {:#?}", statement.fault);
        };
        ensure!(
            statement.told() == found.told(),
            "by parts, there is\n{:#?}\nwhere there should be\n{:#?}",
            found.fault,
            statement.fault
        );
        let [usual, other] = [&statement.quads, &found.quads].map(|quads| {
            let shown = quads.iter().map(|(quad, places)| {
                let quad = quad.to_string();
                let quad = if has_labels_of_broken {
                    without_labels(&quad)
                } else {
                    quad
                };
                (quad, places)
            });
            shown.collect::<Vec<_>>()
        });
        let compared = match statement.is_broken() {
            true => &other[..usual.len().min(other.len())],
            false => &other,
        };
        agree(&usual, compared)?;
        has_labels_of_broken |= statement.is_broken();
    }
    ensure!(by_parts.next().is_none(), "there is more by parts");
    Ok(ComparedCounts {
        events: whole.len(),
        has_fault: whole.iter().any(is_fault),
    })
}

/// A quad, without the numbers of generated labels.
fn without_labels(quad: &str) -> String {
    const GENERATED: &str = "_:anon";
    let mut pieces = quad.split(GENERATED);
    let mut without = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        without.push_str(GENERATED);
        without.push_str(piece.trim_start_matches(|c: char| c.is_ascii_digit()));
    }
    without
}

/// The nodes of a statement: depth, production and text.
type Nodes = Vec<(usize, Production, String)>;

fn statements(parser: &Parser, text: &str) -> Result<ComparedCounts> {
    // Limits of statements do not hold for the whole document.
    let parser = &parser.clone().with_statement_limit(usize::MAX);
    let whole = parser.read_tree(text, |tree| {
        let mut statements = Vec::new();
        for node in tree.root().children() {
            add_statements(node, &mut statements);
        }
        statements
    });
    let single = one_by_one(parser, text);
    match (&whole, &single) {
        (Ok(whole), Ok(single)) => agree(whole, single)?,
        (Err(_), Err(_)) => {}
        (Ok(_), Err(error)) => bail!("refused only by statement: {error}"),
        (Err(error), Ok(_)) => bail!("refused only as a whole: {error}"),
    }
    Ok(ComparedCounts {
        events: single.as_ref().map_or(0, Vec::len),
        has_fault: single.is_err(),
    })
}

/// Adds the statements in a node of the whole document: of a graph there are its name, and each of its triples.
fn add_statements(node: NodeRef<'_>, statements: &mut Vec<Nodes>) {
    let is_graph = |child: NodeRef<'_>| child.production() == Production::wrappedGraph;
    let comes_in_parts = match node.production() {
        // Only the grammar of the whole document has nodes for the ends of lines.
        Production::EOL => return,
        Production::block | Production::wrappedGraph | Production::triplesBlock => true,
        Production::triplesOrGraph => node.children().any(is_graph),
        _ => false,
    };
    if comes_in_parts {
        for child in node.children() {
            add_statements(child, statements);
        }
    } else {
        statements.push(without_places(node));
    }
}

fn one_by_one(parser: &Parser, text: &str) -> Result<Vec<Nodes>, Error> {
    let mut document = parser.parse_str(text);
    let mut statements = Vec::new();
    while let Some(tree) = document.next_tree() {
        statements.push(without_places(tree?.root()));
    }
    Ok(statements)
}

fn without_places(root: NodeRef<'_>) -> Nodes {
    let nodes = nodes(root).into_iter();
    nodes
        .map(|(depth, production, text, _): EventNode| (depth, production, text))
        .collect()
}

fn tokens(parser: &Parser, text: &str) -> Result<ComparedCounts> {
    let parser = &parser.clone().with_statement_limit(usize::MAX);
    let has_fault = one_by_one(parser, text).is_err();
    let in_pieces = PieceSizes::Of(7).of(text.as_bytes());
    let [from_slice, from_reader] = [
        put_together(parser.parse_str(text)),
        put_together(parser.parse_reader(in_pieces)),
    ];
    let mut events = 0;
    for together in [from_slice, from_reader] {
        if has_fault {
            ensure!(
                together.is_err(),
                "the tokens have no fault, and the trees have one"
            );
            continue;
        }
        let (copy, count, misplaced) = together?;
        ensure!(copy == text, "the tokens make {copy:?}");
        ensure!(misplaced.is_none(), "{misplaced:?} is misplaced or unknown");
        events = count;
    }
    Ok(ComparedCounts { events, has_fault })
}

/// The text that tokens make, one after the other; how many they are; and one that is said to be elsewhere, or of no kind.
fn put_together(
    mut document: Document<impl Input>,
) -> Result<(String, usize, Option<String>), Error> {
    let (mut text, mut count, mut misplaced) = (String::new(), 0, None);
    while let Some(tokens) = document.next_tokens() {
        for token in tokens? {
            text += token.trivia().text();
            let start = text.len() as u64;
            text += token.text();
            let is_there = token.bytes() == (start..text.len() as u64);
            if !is_there || token.kind() == TokenKind::Other {
                misplaced = Some(token.text().to_owned());
            }
            count += 1;
        }
    }
    Ok((text, count, misplaced))
}

/// The document that is laid out in a style has the same tokens, comments and quads, and is laid out already.
///
/// # Errors
///
/// One of these is not so. A document that breaks the grammar is not laid out, and no error here: its counts have a fault.
pub fn laid_out(parser: &Parser, text: &str, style: &Style) -> Result<ComparedCounts> {
    let parser = &parser.clone().with_statement_limit(usize::MAX);
    let format = |text: &str| -> Result<String, FormatError> {
        let mut formatted = Vec::new();
        parser.format_str(text, style).write_to(&mut formatted)?;
        Ok(String::from_utf8_lossy(&formatted).into_owned())
    };
    let formatted = match format(text) {
        Err(FormatError::Read(Error::Syntax(_))) => {
            return Ok(ComparedCounts {
                events: 0,
                has_fault: true,
            });
        }
        formatted => formatted?,
    };
    ensure!(
        all_tokens(parser, text)? == all_tokens(parser, &formatted)?,
        "{formatted:?} has other tokens or comments"
    );
    let again = format(&formatted)?;
    ensure!(
        again == formatted,
        "laid out again, {formatted:?} is {again:?}"
    );
    let quads = |text: &str| {
        parser
            .parse_str(text)
            .quads()
            .collect::<Result<Vec<_>, _>>()
    };
    // RDF may object to both.
    if let Ok(quads_before) = quads(text) {
        agree(&quads_before, &quads(&formatted)?)?;
    }
    Ok(ComparedCounts {
        events: formatted.len(),
        has_fault: false,
    })
}

/// The statements that conform, each with where it begins and ends and its quads without labels; and the number of faults.
fn sound_statements(parser: &Parser, text: &str) -> (Vec<(Range<u64>, String)>, usize) {
    let parser = parser.clone().with_recovery();
    let mut document = parser.parse_str(text);
    let (mut statements, mut faults) = (Vec::new(), 0);
    let mut starts = Vec::new();
    loop {
        let mut quads = String::new();
        let Some(result) = document.next_statement(|quad, _| quads += &format!("{quad} .\n"))
        else {
            break;
        };
        starts.push(document.position().byte);
        match result {
            Ok(()) => statements.push((starts.len(), without_labels(&quads))),
            Err(_) => faults += 1,
        }
    }
    starts.push(text.len() as u64);
    let statements = statements.into_iter();
    let statements = statements.map(|(end, quads)| (starts[end - 1]..starts[end], quads));
    (statements.collect(), faults)
}

fn fixed(parser: &Parser, text: &str) -> Result<ComparedCounts> {
    let (before, faults) = sound_statements(parser, text);
    let has_fault = faults > 0;
    for choice in [RepairChoice::Certain, RepairChoice::Likely] {
        let fixed = fix_str(parser, text, choice);
        ensure!(
            has_fault || fixed.text == text,
            "it has no fault, and changes"
        );
        let (after, left) = sound_statements(parser, &fixed.text);
        ensure!(
            left == fixed.faults().count(),
            "{left} faults are left, and not {}",
            fixed.faults().count()
        );
        ensure!(left <= faults, "{left} faults are more than {faults}");
        let again = fix_str(parser, &fixed.text, choice);
        ensure!(
            again.text == fixed.text,
            "mended again, {:?} is {:?}",
            fixed.text,
            again.text
        );
        // Of several repairs, the places are those of the text in between.
        let [repair] = fixed.repairs.as_slice() else {
            continue;
        };
        let Some(replacement) = repair.help.replacement() else {
            bail!("a repair without a replacement");
        };
        let Range { start, end } = replacement.bytes.clone();
        let [head, tail] = [&text[..start as usize], &text[end as usize..]];
        let expected = [head, &replacement.text, tail].concat();
        ensure!(
            fixed.text == expected,
            "it is {:?}, and not {expected:?}",
            fixed.text
        );
        let untouched =
            |(place, _): &&(Range<u64>, String)| place.end <= start || place.start >= end;
        let mut left = after.iter();
        for (_, quads) in before.iter().filter(untouched) {
            ensure!(left.any(|(_, others)| others == quads), "lost: {quads}");
        }
    }
    Ok(ComparedCounts {
        events: before.len(),
        has_fault,
    })
}

/// The tokens and comments of a document; white space and semicolons are left out.
#[derive(PartialEq)]
struct KeptTokens {
    tokens: Vec<(TokenKind, String)>,
    comments: Vec<String>,
}

fn all_tokens(parser: &Parser, text: &str) -> Result<KeptTokens> {
    let (mut all, mut comments) = (Vec::new(), Vec::new());
    let mut document = parser.parse_str(text);
    while let Some(tokens) = document.next_tokens() {
        for token in tokens? {
            let trivia = token.trivia();
            comments.extend(trivia.comments().map(|it| it.text().trim_end().to_owned()));
            if token.kind() != TokenKind::Sign(Sign::Semicolon) {
                all.push((token.kind(), token.text().to_owned()));
            }
        }
    }
    Ok(KeptTokens {
        tokens: all,
        comments,
    })
}

fn written(parser: &Parser, bytes: &[u8]) -> Result<ComparedCounts> {
    let quads = parser.parse_slice(bytes).quads().filter_map(Result::ok);
    let quads = quads.filter(|quad| BeyondRdf12::in_quad(quad.as_ref()).is_none());
    let quads: Vec<_> = quads.collect();
    let lines = n_quads(&quads, NQuadsWriter::new(Vec::new()))?;
    let trusting = n_quads(&quads, NQuadsWriter::new(Vec::new()).with_valid_iris())?;
    ensure!(trusting == lines, "a valid IRI has an escape sequence");
    let read = read(Dialect::NQuads12, &lines)?;
    agree(&quads, &read)?;
    let again = n_quads(&read, NQuadsWriter::new(Vec::new()))?;
    ensure!(again == lines, "written again, it is something else");
    if !parser.dialect().has_named_graphs() {
        agree(
            &quads,
            &self::read(Dialect::NTriples12, &n_triples(&quads)?)?,
        )?;
    }
    Ok(ComparedCounts {
        events: quads.len(),
        has_fault: false,
    })
}

/// The quads as N-Quads, by this writer.
pub fn n_quads(quads: &[Quad], mut writer: NQuadsWriter<Vec<u8>>) -> Result<Vec<u8>> {
    for quad in quads {
        writer.write_quad(quad)?;
    }
    Ok(writer.into_inner())
}

fn n_triples(quads: &[Quad]) -> Result<Vec<u8>> {
    let mut writer = NTriplesWriter::new(Vec::new());
    for quad in quads {
        writer.write_triple(&Triple::from(quad.clone()))?;
    }
    Ok(writer.into_inner())
}

/// The quads that are read, where terms are nested as deep as in any document.
fn read(dialect: Dialect, lines: &[u8]) -> Result<Vec<Quad>> {
    const DEEP: usize = 10_000;
    let parser = crate::mutants::stable_parser(dialect).with_nesting_limit(DEEP);
    Ok(parser
        .parse_slice(lines)
        .quads()
        .collect::<Result<_, Error>>()?)
}
