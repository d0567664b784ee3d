//! Whether another dialect would accept the statement, by its parser: its grammar, and the rules of RDF after that.
//!
//! Declarations before the statement are not known here. A prefix counts as declared where a language has prefixes. An IRI
//! reference may be relative where the document can name a base IRI in either language; the words then say that it needs one.

use super::fault::{FaultView, is_iri};
use super::words::{self, short};
use super::{AdviceDraft, Setting};
use turtle_peg::diagnosis::is_of_directive;
use turtle_peg::diagnosis::{Scope, read_statements, token, tokens, walk};
use turtle_peg::{Dialect, Error, Parser};

/// The candidates, the newest of each language that the library has; the first that accepts is named.
const ASKED: [&str; 4] = ["n-triples-1.2", "turtle-1.2", "n-quads-1.2", "trig-1.2"];

fn asked() -> impl Iterator<Item = Dialect> {
    ASKED.iter().filter_map(|name| name.parse().ok())
}

/// Adds which other dialect accepts the statement at fault, if the text has all of it; in a graph, if the text has that.
pub(super) fn ask(draft: AdviceDraft, fault: &FaultView<'_>) -> AdviceDraft {
    match advice(fault) {
        Some((other, advice)) => draft.set(Setting::Dialect(other), advice),
        None => draft,
    }
}

fn advice(fault: &FaultView<'_>) -> Option<(Dialect, String)> {
    let around = fault.around;
    let start = around.statement?;
    let is_in_graph = fault.is_in_graph();
    let brace = fault.brace();
    let statement = [brace, &around.text[start..]].concat();
    let reaches = brace.len() + around.fault.end - start;
    // Another version of the same language comes first.
    let shape = |dialect: Dialect| (dialect.is_line_based(), dialect.has_named_graphs());
    let (same, others): (Vec<Dialect>, Vec<_>) =
        asked().partition(|&dialect| shape(dialect) == shape(fault.dialect));
    let (other, length, needs_base) = same.into_iter().chain(others).find_map(|dialect| {
        let is_asked =
            !is_within(dialect, fault.dialect) && (!is_in_graph || dialect.has_named_graphs());
        let length = is_asked.then(|| read(dialect, &statement, reaches).ok().flatten());
        let length = length.flatten()?;
        let may_have_base = !fault.dialect.is_line_based() && !dialect.is_line_based();
        let (read, rest) = statement.split_at(length);
        let accepts = |parser: Parser| with_prefixes(parser, read).parse_str(read).check().is_ok();
        let needs_base = !accepts(Parser::new(dialect));
        let is_accepted = !needs_base || (may_have_base && accepts(with_base(dialect)));
        (is_accepted && ends(dialect, read, rest)).then_some((dialect, length, needs_base))
    })?;
    let title = other.title();
    let what = if is_in_graph {
        "the graph from here on"
    } else {
        "this statement"
    };
    let is_of_lines = fault.dialect.is_line_based() && !other.is_line_based();
    if !is_of_lines {
        let condition = if needs_base {
            ", if there is a base IRI"
        } else {
            ""
        };
        let help = format!("this is {title}, which accepts {what}{condition}");
        return Some((other, help));
    }
    let accepts = match undeclared(other, &statement[..length]).as_slice() {
        [] => format!("accepts {what}"),
        [only] => format!("accepts {what} if {only} is declared"),
        all => format!("accepts {what} if {} are declared", words::all(all)),
    };
    let help = format!("this is not {}: {title} {accepts}", fault.dialect.title());
    Some((other, help))
}

/// Whether another of the newest dialects accepts all that one of them does: the languages without graphs are within each other, and
/// Turtle is within TriG.
fn is_within(dialect: Dialect, other: Dialect) -> bool {
    let is_newest = ASKED.contains(&other.name());
    let is_smaller =
        !dialect.has_named_graphs() && (dialect.is_line_based() || !other.is_line_based());
    dialect == other || (is_newest && is_smaller)
}

/// Whether statements that were read seem to end there: a directive without a full stop is over before the text that was to go on
/// with it, and a graph is over before a sign that cannot follow it.
fn ends(dialect: Dialect, read: &str, rest: &str) -> bool {
    let is_directive = read.ends_with(['"', '\'', '>']);
    let is_apart = rest.is_empty() || rest.starts_with([' ', '\t', '\n', '\r', '#']);
    (!is_directive || is_apart) && may_follow(dialect, rest)
}

/// Whether what follows in the same line, or begins the next with a sign, can begin a statement.
fn may_follow(dialect: Dialect, rest: &str) -> bool {
    let (place, numbers) = token(dialect, rest, 0);
    let text = &rest[place.start..];
    let is_next_line = rest[..place.start].contains(['\n', '\r']);
    if text.is_empty() || (is_next_line && !text.starts_with(['.', ';', ',', '^', ']', ')'])) {
        return true;
    }
    let is_token = !numbers.is_empty();
    is_token && walk(dialect, Scope::Outside).is_none_or(|mut walk| walk.take(numbers))
}

/// A base IRI, or a namespace, where it does not matter which.
const ANY: &str = "http://example.org/";

/// A parser with a base IRI, if its language can have one.
pub(super) fn with_base(dialect: Dialect) -> Parser {
    let parser = Parser::new(dialect);
    match dialect.is_line_based() {
        true => parser,
        false => parser.clone().with_base_iri(ANY).unwrap_or(parser),
    }
}

/// The parser with each prefix declared that a text uses, where its language has prefixes.
pub(super) fn with_prefixes(parser: Parser, text: &str) -> Parser {
    let dialect = parser.dialect();
    if dialect.is_line_based() {
        return parser;
    }
    let prefixes = prefixes_of(dialect, text).into_iter();
    prefixes.fold(parser, |parser, prefix| {
        parser.clone().with_prefix(prefix, ANY).unwrap_or(parser)
    })
}

/// A parser with a base IRI, and with each prefix that a text uses.
pub(crate) fn prefixes_declared(dialect: Dialect, text: &str) -> Parser {
    with_prefixes(with_base(dialect), text)
}

/// The prefixes that a statement uses, as they are shown; `None` if it is a directive.
fn undeclared(dialect: Dialect, statement: &str) -> Vec<String> {
    let mut tokens = tokens(dialect, statement, 0);
    let first = tokens.next().map_or("", |token| &statement[token]);
    match is_of_directive(first) {
        true => Vec::new(),
        false => {
            let prefixes = prefixes_of(dialect, statement).into_iter();
            prefixes
                .map(|prefix| format!("`{}:`", short(prefix)))
                .collect()
        }
    }
}

/// The prefixes that a text uses, each where it is first.
fn prefixes_of(dialect: Dialect, text: &str) -> Vec<&str> {
    let mut prefixes = Vec::new();
    let names = tokens(dialect, text, 0).map(|token| &text[token]);
    for name in names.filter(|token| is_iri(token) && !token.starts_with('<')) {
        let prefix = name.split_once(':').map_or("", |(prefix, _)| prefix);
        if !prefixes.contains(&prefix) {
            prefixes.push(prefix);
        }
    }
    prefixes
}

/// Whether a dialect's grammar allows the beginning of `text`: whole statements, and graphs, up to this byte at least.
pub(super) fn reads(dialect: Dialect, text: &str, reaches: usize) -> bool {
    matches!(read(dialect, text, reaches), Ok(Some(_)))
}

/// Reads whole statements, and graphs, up to this byte at least, and says where they end; `None` if the text ends before that.
fn read(dialect: Dialect, text: &str, reaches: usize) -> Result<Option<usize>, Error> {
    read_statements(dialect, text, &mut |end, scope| {
        end >= reaches && scope == Scope::Outside
    })
}

/// Reads whole statements, in graphs, too, up to this byte at least.
pub(super) fn read_in(dialect: Dialect, text: &str, reaches: usize) -> Result<(), Error> {
    read_statements(dialect, text, &mut |end, _| end >= reaches).map(|_| ())
}
