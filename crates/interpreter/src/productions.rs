//! Grammars that are run by their productions alone: they need no PEG, and no meaning in RDF.
//!
//! Invariant: a grammar accepts a text or rejects it. Nothing here gives a text a meaning.

use crate::distinguish::{self, Divergence, Extent, SentenceTexts};
use notation::{ebnf, peg};
use specification::compile::{CompileError, Productions, compile};
use specification::{EarleyRefusal, Open, Tables, TokenSet, TreeSink};
use std::cmp::Reverse;
use std::fmt;
use std::sync::Arc;
use turtle_peg::Error;
use turtle_peg::grammars::Specification;

/// The productions of any grammar, ready to run: of a specification's EBNF, or of the lines with three slashes of a `.pest`
/// file.
///
/// A text is cut into tokens, each the longest that any terminal or literal of the grammar matches, whatever the context.
/// Unless the grammar declares other trivia, white space and comments from `#` to the end of a line may be between tokens.
///
/// ```
/// use turtle_peg_interpreter::SpecifiedGrammar;
///
/// let grammar = SpecifiedGrammar::read_ebnf("sum ::= sum '+' NUMBER | NUMBER\n@terminals\nNUMBER ::= [0-9]+")?;
/// let reading = grammar.read("1 + 2")?;
/// assert!(!reading.is_ambiguous());
/// let nodes: Vec<_> = reading.nodes().iter().map(|node| (node.depth, grammar.name(node))).collect();
/// assert_eq!(nodes, [(0, "sum"), (1, "sum"), (2, "NUMBER"), (1, "NUMBER")]);
/// assert_eq!(grammar.read("1 + +").unwrap_err().to_string(), "1:5: unexpected `+`, expected NUMBER");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A grammar has several start symbols if [`starts`](Self::starts) lists several: it accepts what one of them accepts.
///
/// ```
/// use turtle_peg_interpreter::SpecifiedGrammar;
///
/// let grammar = SpecifiedGrammar::read_ebnf("query ::= 'ask'\nupdate ::= 'add'")?;
/// assert!(grammar.read("ask").is_ok() && grammar.read("add").is_ok());
/// let query = grammar.starting_at(&["query"])?;
/// assert!(query.read("ask").is_ok() && query.read("add").is_err());
/// # Ok::<(), turtle_peg_interpreter::SpecifiedGrammarError>(())
/// ```
#[derive(Clone, Debug)]
pub struct SpecifiedGrammar {
    productions: Arc<Productions>,
    /// The start symbols, of which there is one at least, with the tables that begin with each.
    first: StartTables,
    others: Vec<StartTables>,
}

/// How many start symbols are run at most.
const MOST_STARTS: usize = 16;

#[derive(Clone, Debug)]
struct StartTables {
    name: String,
    /// Makes errors of rejections.
    specification: Arc<Specification>,
}

impl StartTables {
    fn of(productions: &Productions) -> Result<Self, CompileError> {
        let tables = compile(productions)?.tables;
        Ok(Self {
            name: tables
                .rules
                .first()
                .map_or_else(String::new, |rule| rule.name.to_string()),
            specification: Arc::new(Specification::new(tables)),
        })
    }

    fn tables(&self) -> &Tables {
        self.specification.tables()
    }

    /// The error of the rejection, if a text is not read.
    fn read(&self, text: &str, sink: &mut impl TreeSink) -> Result<bool, Error> {
        self.tables()
            .read_document(text, sink)
            .map_err(|refusal| match refusal {
                EarleyRefusal::GivenUp { at } => Specification::given_up(text, at).into(),
                EarleyRefusal::Rejected(rejection) => {
                    self.specification.rejected(text, &rejection).into()
                }
            })
    }
}

impl StartTables {
    /// The answer of [`SpecifiedGrammar::continuation`] for one start symbol.
    fn continuation(&self, text: &str) -> Option<Continuation<'_>> {
        /// Hardly a token begins with it; if one does, it is as well at fault there, or nothing is said.
        const NOTHING: char = '\u{1}';
        let tables = self.tables();
        let probe = format!("{text}{NOTHING}");
        let Err(EarleyRefusal::Rejected(rejection)) = tables.read_document(&probe, &mut ()) else {
            return None;
        };
        if rejection.found.start() != text.len() {
            return None;
        }
        let end = tables.end_of_text();
        let tokens = rejection.expected.iter().filter(|&token| token != end);
        let name = |open: &Open| {
            (
                &*tables.rules[usize::from(open.rule)].name,
                open.start.unwrap_or_default(),
            )
        };
        Some(Continuation {
            tokens: tokens
                .filter_map(|token| Some(&*tables.tokens.get(token)?.name))
                .collect(),
            can_end: rejection.expected.contains(end),
            open: rejection.open.iter().map(name).collect(),
        })
    }
}

/// The byte where an error is.
fn place(error: &Error) -> Option<u64> {
    error.as_syntax().map(|error| error.bytes().start)
}

impl SpecifiedGrammar {
    /// Reads a specification's EBNF.
    ///
    /// # Errors
    ///
    /// It is not in the notation of the W3C's specifications, uses a name without a production, or has a terminal that is not
    /// regular.
    pub fn read_ebnf(text: &str) -> Result<Self, SpecifiedGrammarError> {
        let grammar = ebnf::read(text).map_err(CompileError::from);
        Self::of(grammar.map(|grammar| Productions::of_ebnf(&grammar)))
    }

    /// Reads the lines with three slashes of a `.pest` file, with the errata, white space and comments that it declares. Its
    /// rules have no say.
    ///
    /// # Errors
    ///
    /// The errors of [`read_ebnf`](Self::read_ebnf), or the file is not a PEG.
    pub fn read_pest(text: &str) -> Result<Self, SpecifiedGrammarError> {
        let literate = peg::read(text).map_err(CompileError::from);
        Self::of(literate.and_then(|literate| Productions::of_literate(&literate)))
    }

    fn of(productions: Result<Productions, CompileError>) -> Result<Self, SpecifiedGrammarError> {
        let run = productions.and_then(|productions| {
            let grammar = &productions.grammar;
            let others = grammar.starts().into_iter().take(MOST_STARTS).skip(1);
            let others =
                others.map(|name| StartTables::of(&productions.clone().starting_at([name])?));
            Ok(Self {
                first: StartTables::of(&productions)?,
                others: others.collect::<Result<_, CompileError>>()?,
                productions: Arc::new(productions),
            })
        });
        run.map_err(SpecifiedGrammarError)
    }

    /// The grammar with these nonterminals as its start symbols.
    ///
    /// # Errors
    ///
    /// No nonterminal has such a name.
    pub fn starting_at(&self, names: &[&str]) -> Result<Self, SpecifiedGrammarError> {
        let known = |name: &&str| {
            self.all_tables()
                .find(|start| start.name == **name)
                .cloned()
        };
        let known: Option<Vec<StartTables>> = names.iter().map(known).collect();
        if let Some([first, others @ ..]) = known.as_deref() {
            return Ok(Self {
                productions: Arc::clone(&self.productions),
                first: first.clone(),
                others: others.to_vec(),
            });
        }
        let names = names.iter().copied();
        Self::of(Productions::clone(&self.productions).starting_at(names))
    }

    /// The names of the start symbols.
    pub fn starts(&self) -> impl Iterator<Item = &str> {
        self.all_tables().map(|start| start.name.as_str())
    }

    fn all_tables(&self) -> impl Iterator<Item = &StartTables> {
        [&self.first].into_iter().chain(&self.others)
    }

    /// Makes errors of rejections, from the first start symbol.
    pub(crate) fn specification(&self) -> &Specification {
        &self.first.specification
    }

    /// The tables that begin with the first start symbol.
    pub(crate) fn tables(&self) -> &Tables {
        self.first.tables()
    }

    /// Whether one token of lookahead always tells how to go on, so that no text has two trees.
    pub fn is_deterministic(&self) -> bool {
        self.all_tables()
            .all(|start| start.tables().are_deterministic())
    }

    /// Reads a whole text, from the first start symbol that accepts it.
    ///
    /// # Errors
    ///
    /// The grammar rejects it, or is ambiguous and takes [too many steps](turtle_peg::SyntaxErrorKind::TooManySteps). Of several
    /// start symbols, the error is that which comes last in the text.
    pub fn read(&self, text: &str) -> Result<ReadText, Error> {
        let mut first = self.read_from(0, &self.first, text);
        for (start, tables) in self.others.iter().enumerate() {
            let Err(error) = &first else { break };
            match self.read_from(start + 1, tables, text) {
                Err(other) if place(&other) <= place(error) => {}
                better => first = better,
            }
        }
        first
    }

    fn read_from(&self, start: usize, tables: &StartTables, text: &str) -> Result<ReadText, Error> {
        let mut nodes = NodeList {
            start,
            ..NodeList::default()
        };
        let is_ambiguous = tables.read(text, &mut nodes)?;
        Ok(ReadText {
            nodes: nodes.list,
            is_ambiguous,
        })
    }

    /// The tokens that can come after a text, and the productions that are open there. `None` if the text is at fault, or ends within a
    /// token that did not come to its end.
    ///
    /// ```
    /// use turtle_peg_interpreter::SpecifiedGrammar;
    ///
    /// let grammar = SpecifiedGrammar::read_ebnf("doc ::= list*\nlist ::= '(' NAME* ')'\n@terminals\nNAME ::= [a-z]+")?;
    /// let inside = grammar.continuation("(a) (b").unwrap();
    /// assert_eq!(inside.tokens, ["NAME", "')'"]);
    /// assert_eq!(inside.open, [("doc", 0), ("list", 4)]);
    /// assert!(!inside.can_end && grammar.continuation("(a)").unwrap().can_end);
    /// assert_eq!(grammar.continuation("a"), None);
    /// # Ok::<(), turtle_peg_interpreter::SpecifiedGrammarError>(())
    /// ```
    pub fn continuation(&self, text: &str) -> Option<Continuation<'_>> {
        let mut all = self
            .all_tables()
            .filter_map(|start| start.continuation(text));
        let mut first = all.next()?;
        for other in all {
            let new = other
                .tokens
                .into_iter()
                .filter(|token| !first.tokens.contains(token));
            let new: Vec<&str> = new.collect();
            first.tokens.extend(new);
            first.can_end |= other.can_end;
        }
        Some(first)
    }

    /// Reads a whole text, which has to be UTF-8.
    ///
    /// # Errors
    ///
    /// It is not, or the grammar rejects it.
    pub fn read_slice(&self, bytes: &[u8]) -> Result<ReadText, Error> {
        match std::str::from_utf8(bytes) {
            Ok(text) => self.read(text),
            Err(_) => Err(Specification::not_text(bytes).into()),
        }
    }

    /// Looks for sentences that one of two grammars accepts from its first start symbol and the other rejects from its own, the
    /// shortest first, and hands each to `take`, until that returns true, or until it has taken `most` steps. Returns how far it came; `None`, if a production begins
    /// with itself by way of another one, or after one that can match nothing.
    ///
    /// Sentences are made of these texts, with white space between them if grammars [have it](Self::has_white_space). All
    /// tokens that a text can be are followed. On each way only the first place counts where the grammars differ.
    ///
    /// ```
    /// use turtle_peg_interpreter::{Extent, SpecifiedGrammar};
    ///
    /// let grammars = ["list ::= '(' word* ')'", "list ::= '(' (word (',' word)*)? ')'"];
    /// let [first, second] = grammars.map(|grammar| {
    ///     SpecifiedGrammar::read_ebnf(&format!("{grammar}\n@terminals\nword ::= [a-z]+")).unwrap()
    /// });
    /// let texts = ["(", ")", ",", "a"].map(str::to_owned);
    /// let mut found = Vec::new();
    /// let extent = SpecifiedGrammar::partings([&first, &second], &texts, 1000, |parting| {
    ///     let words: Vec<&str> = parting.sentence.iter().map(|&text| texts[text].as_str()).collect();
    ///     found.push((parting.side, words.join(" ")));
    ///     false
    /// });
    /// assert_eq!(extent, Some(Extent::All));
    /// assert_eq!(found, [(1, "( a , a )".to_owned()), (0, "( a a )".to_owned())]);
    /// ```
    pub fn partings(
        grammars: [&Self; 2],
        texts: &[String],
        most: usize,
        take: impl FnMut(Divergence<'_>) -> bool,
    ) -> Option<Extent> {
        let tables = grammars.map(|grammar| grammar.tables());
        distinguish::divergences(tables, texts, most, take)
    }

    /// Texts that stand for all tokens of two grammars: those given where they do, and others.
    pub fn texts(grammars: [&Self; 2], given: &[String]) -> SentenceTexts {
        SentenceTexts::of(grammars.map(|grammar| grammar.tables()), given)
    }

    /// Whether white space may be between any two tokens, without a production that says so.
    pub fn has_white_space(&self) -> bool {
        self.tables().trivia.is_some()
    }

    /// Cuts a text into tokens, each the longest that matches at its place, up to the first place where none does.
    ///
    /// ```
    /// use turtle_peg_interpreter::SpecifiedGrammar;
    ///
    /// let grammar = SpecifiedGrammar::read_ebnf("doc ::= ('if' | NAME)*\n@terminals\nNAME ::= [a-z]+")?;
    /// let tokens: Vec<_> = grammar.cut("if iffy ?").collect();
    /// assert_eq!(tokens[0].matches, [("'if'", 2), ("NAME", 2)]);
    /// assert_eq!((tokens[1].span.clone(), tokens[1].matches.as_slice()), (3..7, &[("NAME", 7), ("'if'", 5)][..]));
    /// assert_eq!(tokens.len(), 2);
    /// # Ok::<(), turtle_peg_interpreter::SpecifiedGrammarError>(())
    /// ```
    pub fn cut<'t>(&'t self, text: &'t str) -> impl Iterator<Item = CutToken<'t>> {
        let tables = self.tables();
        let each: Vec<(&str, TokenSet)> = tables
            .tokens
            .iter()
            .enumerate()
            .map(|(token, named)| {
                let mut only = TokenSet::new();
                only.insert(token);
                (&*named.name, only)
            })
            .collect();
        let mut at = 0;
        std::iter::from_fn(move || {
            let (start, _) = tables.skip_trivia(text, at);
            let scan = |only| tables.scanner.scan_among(text, start, only).end;
            let ends = each.iter().map(|(name, only)| (*name, scan(only)));
            let mut matches: Vec<_> = ends.filter(|&(_, end)| end > start).collect();
            matches.sort_by_key(|&(_, end)| Reverse(end));
            at = matches.first()?.1;
            Some(CutToken {
                span: start..at,
                matches,
            })
        })
    }

    /// The name of a node's production.
    pub fn name(&self, node: &ReadNode) -> &str {
        let others = node
            .start
            .checked_sub(1)
            .and_then(|other| self.others.get(other));
        let tables = others.unwrap_or(&self.first).tables();
        match node.symbol {
            ReadSymbol::Rule(rule) => &tables.rules[rule].name,
            ReadSymbol::Token(token) => &tables.tokens[token].name,
        }
    }
}

/// The tokens that can come after a text, and the productions that are open there.
///
/// [`SpecifiedGrammar::continuation`] has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Continuation<'g> {
    /// The terminals and literals, as the grammar writes them.
    pub tokens: Vec<&'g str>,
    /// Whether the text could also end.
    pub can_end: bool,
    /// The productions that have begun and not ended, outermost first, each with the byte where it began.
    pub open: Vec<(&'g str, usize)>,
}

/// A token as the longest match cuts it out of a text.
///
/// [`SpecifiedGrammar::cut`] has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CutToken<'t> {
    /// The bytes that it matches, half open.
    pub span: std::ops::Range<usize>,
    /// The terminals and literals that match at its place, each with the byte where its longest match ends: the longest first, and
    /// of equally long ones that which the grammar has first. Several that end with the token tie.
    pub matches: Vec<(&'t str, usize)>,
}

/// How a grammar reads a text.
///
/// ```
/// use turtle_peg_interpreter::SpecifiedGrammar;
///
/// let grammar = SpecifiedGrammar::read_ebnf("sum ::= sum '+' sum | DIGIT\n@terminals\nDIGIT ::= [0-9]")?;
/// assert!(!grammar.read("1 + 2")?.is_ambiguous());
/// let reading = grammar.read("1 + 2 + 3")?;
/// assert!(reading.is_ambiguous());
/// assert_eq!(reading.nodes().iter().filter(|node| node.is_terminal()).count(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadText {
    nodes: Vec<ReadNode>,
    is_ambiguous: bool,
}

impl ReadText {
    /// The nodes of the tree, in document order: each before those within it.
    pub fn nodes(&self) -> &[ReadNode] {
        &self.nodes
    }

    /// Whether the grammar has another tree for the same text. The one that is here takes the first of several tokens, in the
    /// order in which the grammar has them.
    pub fn is_ambiguous(&self) -> bool {
        self.is_ambiguous
    }
}

/// A production that matched.
///
/// ```
/// use turtle_peg_interpreter::SpecifiedGrammar;
///
/// let grammar = SpecifiedGrammar::read_ebnf("pair ::= WORD '=' WORD\n@terminals\nWORD ::= [a-z]+")?;
/// let reading = grammar.read("key = value")?;
/// let last = reading.nodes().last().unwrap();
/// assert_eq!((grammar.name(last), last.depth, last.span.clone()), ("WORD", 1, 6..11));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadNode {
    /// How many nodes it is within.
    pub depth: usize,
    /// The bytes that it matched, half open.
    pub span: std::ops::Range<usize>,
    symbol: ReadSymbol,
    /// The place of the start symbol that the text was read from.
    start: usize,
}

impl ReadNode {
    /// Whether it is a terminal.
    pub fn is_terminal(&self) -> bool {
        matches!(self.symbol, ReadSymbol::Token(_))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ReadSymbol {
    Rule(usize),
    Token(usize),
}

#[derive(Default)]
struct NodeList {
    list: Vec<ReadNode>,
    open: Vec<usize>,
    /// The place of the start symbol.
    start: usize,
}

impl NodeList {
    fn add(&mut self, symbol: ReadSymbol, start: usize, end: usize) {
        self.list.push(ReadNode {
            depth: self.open.len(),
            span: start..end,
            symbol,
            start: self.start,
        });
    }
}

impl TreeSink for NodeList {
    fn begin(&mut self, rule: usize, start: usize) {
        self.add(ReadSymbol::Rule(rule), start, start);
        self.open.push(self.list.len() - 1);
    }

    fn end(&mut self, end: usize) {
        if let Some(index) = self.open.pop() {
            self.list[index].span.end = end;
        }
    }

    fn leaf(&mut self, token: usize, start: usize, end: usize) {
        self.add(ReadSymbol::Token(token), start, end);
    }
}

/// Why productions cannot be run.
///
/// ```
/// use turtle_peg_interpreter::{SpecifiedGrammar, SpecifiedGrammarError};
///
/// let error: SpecifiedGrammarError = SpecifiedGrammar::read_ebnf("list ::= item*").unwrap_err();
/// assert!(error.to_string().contains("item"), "{error}");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecifiedGrammarError(CompileError);

impl SpecifiedGrammarError {
    /// The error with the file before it, and the line and the column if it is at a place.
    pub fn in_file(&self, file: &str) -> String {
        match &self.0 {
            CompileError::Grammar(error) => error.in_file(file),
            other => format!("{file}: {other}"),
        }
    }
}

impl fmt::Display for SpecifiedGrammarError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for SpecifiedGrammarError {}
