//! The public face: a builder, and a document that is parsed statement by statement.

use crate::checkpoint::Checkpoint;
use crate::document::Document;
use crate::engine::Settings;
use crate::input::{Input, Pushed, Slice, Stream};
use crate::limits::Limits;
use crate::setting::{self, SettingError};
use crate::statements::{Statements, read_whole};
use crate::surroundings::Following;
use crate::translate::{Base, DeclarationCounts, DocumentState, Translator, unique_prefix};
use crate::tree::Tree;
use crate::{CheckpointError, Dialect, Engine, Error, Position};
use std::io::Read;

/// How to parse: the dialect, the base IRI and the prefixes before the document begins, the limits.
///
/// It is a builder, and can be used for any number of documents.
///
/// ```
/// use turtle_peg::{Dialect, Parser};
///
/// let parser = Parser::new(Dialect::Turtle12)
///     .with_base_iri("http://example.org/")?
///     .with_prefix("ex", "http://example.org/ns#")?;
/// let triples = parser.parse_str("<a> ex:p 1 .").triples().collect::<Result<Vec<_>, _>>()?;
/// assert_eq!(
///     triples[0].to_string(),
///     "<http://example.org/a> <http://example.org/ns#p> \"1\"^^<http://www.w3.org/2001/XMLSchema#integer>"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Parser {
    pub(crate) settings: Settings,
    /// The base IRI and the prefixes before a document begins, and how many labels were generated.
    /// Its table of prefixes is large: the builder hands on a pointer.
    state: Box<DocumentState>,
    /// The text before every label; each document gets one of its own if it is not set.
    blank_node_prefix: Option<String>,
    pub(crate) continues_after_errors: bool,
    pub(crate) is_lenient: bool,
}

impl Parser {
    /// How many levels of nesting a parser allows by default.
    pub const DEFAULT_NESTING_LIMIT: usize = Settings::NESTING_LIMIT;

    /// How many bytes a statement may have that a parser reads as a whole, by default.
    pub const DEFAULT_WINDOW: usize = Settings::WINDOW;

    /// How many bytes a base IRI, a namespace, or an IRI made with one may have by default.
    pub const DEFAULT_IRI_LIMIT: usize = Limits::DEFAULT.iri;

    /// How many bytes of memory prefixes may take by default.
    pub const DEFAULT_PREFIX_LIMIT: usize = Limits::DEFAULT.prefixes;

    /// A parser with no base IRI and no prefix declared, which stops at the first error.
    pub fn new(dialect: Dialect) -> Self {
        Self {
            settings: Settings::new(dialect, Self::DEFAULT_NESTING_LIMIT),
            state: Box::default(),
            blank_node_prefix: None,
            continues_after_errors: false,
            is_lenient: false,
        }
    }

    /// Sets the base IRI that relative IRI references are resolved against, until the document sets its own.
    ///
    /// # Errors
    ///
    /// `base` is not an absolute IRI.
    pub fn with_base_iri(mut self, base: impl Into<String>) -> Result<Self, SettingError> {
        self.state.base = Some(Base::new(setting::absolute_iri(base.into())?));
        Ok(self)
    }

    /// Declares a prefix, given without its colon, until the document declares it otherwise.
    ///
    /// # Errors
    ///
    /// No document of the dialect could write the prefix, or `namespace` is not an absolute IRI.
    pub fn with_prefix(
        mut self,
        prefix: impl Into<String>,
        namespace: impl Into<String>,
    ) -> Result<Self, SettingError> {
        let prefix = setting::prefix(self.settings.dialect, prefix.into())?;
        let namespace = setting::absolute_iri(namespace.into())?.into_inner();
        self.state.namespaces.insert(prefix, namespace);
        Ok(self)
    }

    /// Sets how many levels deep collections, property lists, annotation blocks, reified triples and triple terms
    /// may nest; [`Self::DEFAULT_NESTING_LIMIT`] if it is not set. Without the feature `deep-nesting` that is 64, and a larger
    /// limit is taken for 64.
    ///
    /// With that feature, the parser takes more stack from the heap where it needs more: the fast engine runs in a thread with
    /// 64 KiB of stack, or with 256 KiB if it is compiled without optimization, whatever the limit. The reference engine reads
    /// 20,000 levels at most.
    ///
    /// But oxrdf compares, copies and drops triple terms recursively, those that the [iterators](Document::quads) made, too. In a
    /// thread with 2 MiB of stack, as Rust makes them, 2,000 levels are safe, without optimization as well; so the default limit
    /// is. With a larger limit than that, do not keep triple terms, or give the thread a larger stack.
    pub fn with_nesting_limit(mut self, levels: usize) -> Self {
        self.settings.nesting_limit = Settings::nesting(levels);
        self
    }

    /// Sets how many bytes a statement may have, from its first character to the end of its last; 4 GiB less one if it is not
    /// set, and at most. In a graph of TriG, each of its triples counts for itself; and so does each part of a statement that is
    /// [read part by part](Self::with_window).
    ///
    /// The parser's memory grows with the largest statement: a limit bounds that for documents that you do not
    /// trust. One smaller than the window refuses every larger statement; with another, a list of objects may have any length:
    /// only its parts have to be within the limit.
    ///
    /// ```
    /// use turtle_peg::{Dialect, Parser};
    ///
    /// let parser = Parser::new(Dialect::Turtle12).with_statement_limit(1_000_000);
    /// let text = format!("<x:s> <x:p> '{}' .", "long ".repeat(1_000_000));
    /// let error = parser.parse_reader(text.as_bytes()).triples().next().unwrap().unwrap_err();
    /// assert_eq!(error.to_string(), "1:1: the statement has more than 1000000 bytes, which is the limit");
    /// ```
    pub fn with_statement_limit(mut self, bytes: usize) -> Self {
        self.settings.statement_limit = bytes.min(Settings::LARGEST_STATEMENT);
        self
    }

    /// Sets how many bytes a statement may have that is read as a whole; [`Self::DEFAULT_WINDOW`] if it is not set. The
    /// objects of a larger one are read one after the other, in batches of a sixteenth of the window: memory follows the largest
    /// batch, or the largest object if that is larger.
    ///
    /// Quads, their order, labels and places are the same. But the quads of a part come before the next part is read, and so
    /// before an error in that, in the [iterators](Document::quads), too, and the labels that were generated for them are not
    /// generated again; and an objection of RDF to a part comes before a grammar error in a later one.
    ///
    /// Reading by parts takes 1.2 to 1.6 times the instructions of reading the same statement whole, and no more time where that
    /// is large, since no tree of its size has to find room (docs/BENCHMARKS.md).
    ///
    /// Some statements are read whole, however large they are: those with one object, those of [trees](Document::next_tree),
    /// those of dialects that have no lists of objects, those of [`Dialect::TurtleSubmission`], whose specification names no
    /// tokens, and those of grammars that were just edited. And so is each if the [limit](Self::with_statement_limit) for statements
    /// is smaller than the window.
    ///
    /// ```
    /// use turtle_peg::{Dialect, Parser};
    ///
    /// let text = "<x:s> <x:p> 1, 2, 3, .";
    /// let triples = |parser: Parser| parser.parse_str(text).triples().filter_map(Result::ok).count();
    /// assert_eq!(triples(Parser::new(Dialect::Turtle12)), 0);
    /// assert_eq!(triples(Parser::new(Dialect::Turtle12).with_window(10)), 3);
    /// ```
    pub fn with_window(mut self, bytes: usize) -> Self {
        self.settings.window = bytes;
        self
    }

    /// Sets how many bytes a base IRI or a namespace of the document may have, and an IRI that is made with one: of a relative
    /// reference, or of a prefixed name; [`Self::DEFAULT_IRI_LIMIT`] if it is not set.
    ///
    /// Such an IRI may be longer than its text in the document: with a namespace of a million bytes, each `p:a` stands for a
    /// million bytes. An IRI that is written in full may be as long as its statement, unless it is a base or a namespace.
    ///
    /// ```
    /// use turtle_peg::{Dialect, Parser, SyntaxErrorKind};
    ///
    /// let parser = Parser::new(Dialect::Turtle12).with_iri_limit(20);
    /// let text = "BASE <http://example.org/>\n<a> <x:p> <x:a-long-one-that-is-written-out>, <b/c> .";
    /// let error = parser.parse_str(text).triples().next().unwrap().unwrap_err();
    /// assert_eq!(error.to_string(), "2:47: the IRI has more than 20 bytes, which is the limit");
    /// assert!(matches!(error.as_syntax().unwrap().kind(), SyntaxErrorKind::IriTooLong { limit: 20, .. }));
    /// ```
    pub fn with_iri_limit(mut self, bytes: usize) -> Self {
        self.settings.limits.iri = bytes;
        self
    }

    /// Sets how many bytes of memory the prefixes that a document declares may take, about, with their namespaces;
    /// [`Self::DEFAULT_PREFIX_LIMIT`] if it is not set.
    ///
    /// They are kept to the end of the document, so without this memory would follow the document, and not its largest
    /// statement.
    ///
    /// ```
    /// use turtle_peg::{Dialect, Parser};
    ///
    /// let parser = Parser::new(Dialect::Turtle12).with_prefix_limit(1000);
    /// let text: String = (0..1000).map(|n| format!("PREFIX p{n}: <http://example.org/{n}/>\n")).collect();
    /// let error = parser.parse_str(&text).triples().next().unwrap().unwrap_err();
    /// assert!(error.to_string().ends_with("the prefixes take more than 1000 bytes, which is the limit"));
    /// ```
    pub fn with_prefix_limit(mut self, bytes: usize) -> Self {
        self.settings.limits.prefixes = bytes;
        self
    }

    /// Chooses the engine; [`Engine::Fast`] if it is not chosen. Results do not depend on it, but
    /// [when they come](Self::reads_whole_documents).
    pub fn with_engine(mut self, engine: Engine) -> Self {
        self.settings.engine = engine;
        self
    }

    /// Whether it reads documents as a whole, as the reference engine does, and grammars of your own are run: then all of a document
    /// has to be there before the first statement is handed over, memory follows the document, and a document of more than 16 MiB is
    /// refused. If the reader fails, nothing is handed over but its error. One thread reads, and from the beginning.
    ///
    /// A document that pest rejects, or that is not UTF-8, is read by the specification's productions, statement by statement, which
    /// explain the fault; so is the rest after it, if the parser [goes on](Self::with_recovery). Of a document that the rules of an edited
    /// grammar reject, where its productions do not, there is the error alone.
    ///
    /// ```
    /// use turtle_peg::{Dialect, Parser};
    ///
    /// assert!(!Parser::new(Dialect::Turtle12).reads_whole_documents());
    /// ```
    pub fn reads_whole_documents(&self) -> bool {
        self.settings.reads_whole()
    }

    /// Parses by this grammar instead of the dialect's own, without any engine, and [as a whole](Self::reads_whole_documents).
    ///
    /// The dialect still decides what a grammar cannot: the syntax of IRIs between `<` and `>`, whether there are named graphs,
    /// which datatypes belong to language tags. So it has to be the dialect that the grammar is written for.
    ///
    /// It is there with the feature `reference`. [`OwnGrammar`](crate::grammars::OwnGrammar) has an example.
    #[cfg(feature = "reference")]
    pub fn with_grammar(mut self, grammar: impl crate::grammars::OwnGrammar) -> Self {
        self.settings.grammar = Some(std::sync::Arc::new(grammar));
        self
    }

    /// Puts `prefix` before every blank node label, written or generated; with an empty one, labels are as they are written, and
    /// those that are generated are `anon1`, `anon2` and so on, the same each time that the document is read.
    ///
    /// Labels are local to their document. So without this, each document that is read gets 17 characters of its own, at random,
    /// and the triples of any number of documents can be put together. Choose a prefix where labels are to be the same each time,
    /// or are written into a copy of the document; and for several documents prefixes of one form: `a-`, `b-`, or with a number,
    /// `d1-`, `d2-`.
    ///
    /// Letters, digits, `_` and, not in front, `-` make a prefix that every syntax can write.
    ///
    /// # Errors
    ///
    /// No label begins so.
    ///
    /// ```
    /// use turtle_peg::{Dialect, Parser};
    ///
    /// let text = "_:b <x:p> [] .";
    /// let triple = |parser: &Parser| parser.parse_str(text).triples().next().unwrap().unwrap();
    /// let parser = Parser::new(Dialect::Turtle12);
    /// assert_ne!(triple(&parser).subject, triple(&parser).subject);
    /// let parser = parser.with_blank_node_prefix("d1-")?;
    /// assert_eq!(triple(&parser).to_string(), "_:d1-b <x:p> _:d1-anon1");
    /// let parser = parser.with_blank_node_prefix("")?;
    /// assert_eq!(triple(&parser).to_string(), "_:b <x:p> _:anon1");
    /// # Ok::<(), turtle_peg::SettingError>(())
    /// ```
    pub fn with_blank_node_prefix(
        mut self,
        prefix: impl Into<String>,
    ) -> Result<Self, SettingError> {
        let prefix = setting::blank_node_prefix(self.settings.dialect, prefix.into())?;
        self.blank_node_prefix = Some(prefix);
        Ok(self)
    }

    /// Keeps the labels of blank nodes as documents have them: [`with_blank_node_prefix`](Self::with_blank_node_prefix), with an empty
    /// one. It is for one document at a time: nodes of several documents with one label would become one.
    ///
    /// ```
    /// use turtle_peg::{Dialect, Parser};
    ///
    /// let parser = Parser::new(Dialect::Turtle12).with_labels_as_written();
    /// let triple = parser.parse_str("_:b <x:p> [] .").triples().next().unwrap()?;
    /// assert_eq!(triple.to_string(), "_:b <x:p> _:anon1");
    /// # Ok::<(), turtle_peg::Error>(())
    /// ```
    pub fn with_labels_as_written(mut self) -> Self {
        self.blank_node_prefix = Some(String::new());
        self
    }

    /// Counts the blank node labels that it generates from this number on, as if so many had been generated before: for a part of a
    /// document that became a document of its own. [`Checkpoint::generated_labels`] tells the number.
    ///
    /// ```
    /// use turtle_peg::{Dialect, Parser};
    ///
    /// let parser = Parser::new(Dialect::Turtle12).with_labels_as_written().with_labels_after(7);
    /// let triple = parser.parse_str("[] <x:p> <x:o> .").triples().next().unwrap()?;
    /// assert_eq!(triple.to_string(), "_:anon8 <x:p> <x:o>");
    /// # Ok::<(), turtle_peg::Error>(())
    /// ```
    pub fn with_labels_after(mut self, generated: u64) -> Self {
        self.state.labels.set_generated(generated);
        self
    }

    /// Goes on with the next statement after an error in the document, instead of stopping.
    ///
    /// For each statement at fault you get the first thing that RDF objects to, and where it breaks the grammar, if it does; but
    /// not every error. After a grammar error, the parser guesses where the next statement begins:
    ///
    /// - In N-Triples and N-Quads on the next line; if a string, or a triple, goes on over several lines, after the last of
    ///   them. Of a line at fault nothing is kept, a whole triple before the fault neither.
    /// - In the others after the next full stop, if that is a token: one in a string, an IRI or a comment is not, and
    ///   where brackets are open, the tokens after it show whether it ends the statement. Where the full stop is missing, on
    ///   the next line that begins as a statement does, unless the line before asks for more, with `;`, say.
    /// - In a graph of TriG at the brace that closes it, if that comes first. A graph that follows the fault,
    ///   outside of graphs, is passed over with it. Where a graph begins within a graph, the rest may be in either: nothing
    ///   more is read, and [`Document::is_cut_short`] says so.
    /// - After a string between delimiters of three characters, if the fault seems to be in one, because a delimiter is missing
    ///   or broken: up to 64 KiB after the fault are looked at. Where a string is never closed, nothing more is read.
    ///
    /// A directive of Turtle or TriG that is at fault takes effect all the same if its name and its IRI stand there: one that lacks its
    /// full stop, say, or has a slip in its keyword. Otherwise the prefix or the base that it was to declare is not declared any
    /// more: names that use it are faults, and have no earlier meaning.
    ///
    /// Bytes that are not UTF-8 are a fault of the statement that has them, which is left out; in white space and comments they cost no
    /// statement. Errors of the reader end every document.
    ///
    /// ```
    /// use turtle_peg::{Dialect, Parser};
    ///
    /// let parser = Parser::new(Dialect::Turtle12).with_recovery();
    /// let text = "<x:s> <x:p> . <x:s> <x:p> 2 . <x:s> <x:p> 3\n<x:s> <x:p> 4 . <x:s> ex:p ex:o ; .";
    /// let results: Vec<bool> = parser.parse_str(text).triples().map(|result| result.is_ok()).collect();
    /// assert_eq!(results, [false, true, false, true, false]);
    /// ```
    pub fn with_recovery(mut self) -> Self {
        self.continues_after_errors = true;
        self
    }

    /// Keeps a triple that the grammar accepts and RDF has no term for, if it can be written all the same: one with an
    /// ill-formed language tag, with an IRI that RFC 3987 forbids, with the datatype `rdf:langString` and no language
    /// tag ([`RdfRule::can_be_kept`](crate::RdfRule::can_be_kept)).
    ///
    /// Where bytes are not UTF-8, it reads U+FFFD in their place, with a warning: in strings and comments, and in IRIs, which RFC 3987
    /// forbids then. From there to the end of the statement, bytes are counted as if it stood in the document. In a statement that is
    /// read [part by part](Self::with_window), and in names, they are faults all the same.
    ///
    /// It is for data that is not yours to mend. [`Document::next_statement_with_warnings`] reports the faults that were let
    /// pass. The terms of such a triple are as they are written: oxrdf, and other readers, may not take them for terms.
    ///
    /// ```
    /// use turtle_peg::{Dialect, Parser};
    ///
    /// let parser = Parser::new(Dialect::Turtle11).with_lenience();
    /// let mut document = parser.parse_str("<x:s> <x:p> 'cat'@abcdefghij .");
    /// let mut quads = Vec::new();
    /// let mut warnings = Vec::new();
    /// while let Some(result) = document.next_statement_with_warnings(
    ///     |quad, _| quads.push(quad.to_string()),
    ///     |warning| warnings.push(warning.to_string()),
    /// ) {
    ///     result?;
    /// }
    /// assert_eq!(quads, ["<x:s> <x:p> \"cat\"@abcdefghij"]);
    /// assert!(warnings[0].starts_with("1:18: `abcdefghij` is not a well-formed language tag"));
    /// # Ok::<(), turtle_peg::Error>(())
    /// ```
    pub fn with_lenience(mut self) -> Self {
        self.is_lenient = true;
        self
    }

    /// Delivers results before waiting for more input, and reports an error as soon as its line is there: for terminals and
    /// request–response streams.
    ///
    /// Without this, the parser reads up to 2 KiB after a fault, though the reader may make it wait: an error is the same, to the last
    /// word of its advice, from a slice or a reader, in whatever pieces that delivers. With it, errors know no more
    /// than the rest of the line, and a parser that [goes on](Self::with_recovery) after a fault does not look
    /// whether it would do so within a string.
    ///
    /// ```
    /// use turtle_peg::{Dialect, Error, Parser};
    ///
    /// let surroundings = |parser: Parser| {
    ///     let text = "<x:s> <x:p> .\n<x:s> <x:p> <x:o> .\n";
    ///     let error = parser.parse_reader(text.as_bytes()).triples().find_map(Result::err);
    ///     error.and_then(|error| Some(error.as_syntax()?.surroundings().text.clone()))
    /// };
    /// let parser = Parser::new(Dialect::Turtle12);
    /// assert_eq!(surroundings(parser.clone()).unwrap().lines().count(), 2);
    /// assert_eq!(surroundings(parser.with_early_results()).unwrap().lines().count(), 1);
    /// ```
    pub fn with_early_results(mut self) -> Self {
        self.settings.following = Following::Line;
        self
    }

    pub(crate) fn is_interactive(&self) -> bool {
        self.settings.following == Following::Line
    }

    /// The dialect it parses.
    pub fn dialect(&self) -> Dialect {
        self.settings.dialect
    }

    /// Parses a text.
    pub fn parse_str<'i>(&self, text: &'i str) -> Document<Slice<'i>> {
        self.parse(Slice::from(text))
    }

    /// Parses bytes in memory, which have to be UTF-8.
    pub fn parse_slice<'i>(&self, bytes: &'i [u8]) -> Document<Slice<'i>> {
        self.parse(Slice::new(bytes))
    }

    /// Parses the bytes of a reader as they arrive. They have to be UTF-8.
    ///
    /// A byte order mark, U+FEFF, at the very beginning is not part of the document: it is passed over, and has no column.
    ///
    /// It keeps a buffer of its own: do not wrap the reader in another. Memory holds the largest
    /// statement, or the largest [part](Self::with_window) of one, or 64 KiB, several times over. It passes over white space and
    /// comments between statements as it reads them.
    ///
    /// When the reader fails, the whole statements that it delivered before are parsed; then comes the reader's error,
    /// and the document ends, though the parser [goes on](Self::with_recovery) after errors. Two errors do not end it:
    /// after [`Interrupted`](std::io::ErrorKind::Interrupted) the parser reads again at once; and after
    /// [`WouldBlock`](std::io::ErrorKind::WouldBlock), which it returns, when it is called again. Nothing is lost then, or
    /// handed out twice.
    ///
    /// ```
    /// use turtle_peg::{Dialect, Parser};
    ///
    /// let bytes: &[u8] = b"<x:s> <x:p> 1, 2 .";
    /// let mut document = Parser::new(Dialect::Turtle11).parse_reader(bytes);
    /// let mut count = 0;
    /// document.for_each_quad(|_, _| count += 1)?;
    /// assert_eq!(count, 2);
    /// # Ok::<(), turtle_peg::Error>(())
    /// ```
    pub fn parse_reader<R: Read>(&self, reader: R) -> Document<Stream<R>> {
        self.parse(Stream::new(reader))
    }

    /// Parses bytes that you [push](Document::push) as they come, until you [end](Document::end) the document: nothing waits
    /// for bytes, and no thread is needed. They have to be UTF-8.
    ///
    /// [`next_statement`](Document::next_statement) returns `None`, and [`for_each_quad`](Document::for_each_quad) returns, where
    /// the bytes end that were pushed so far: push more, and call it again. Quads, errors and their places are those of
    /// [`parse_slice`](Self::parse_slice), however the bytes are cut.
    ///
    /// A statement is handed over when 2 KiB after it have been pushed, or the end has come: so much an error in it may show. An
    /// [interactive](Self::with_early_results) parser hands it over when its line is whole. While a statement of more than 4 KiB is not
    /// whole, it is looked at again each time that the text is four times as long, twice above 16 MiB; so the time is linear,
    /// and such a statement may wait for the bytes after it, or for the end.
    ///
    /// Memory holds the bytes that were pushed and not read yet, beside what [`parse_reader`](Self::parse_reader) takes: read
    /// after each push.
    ///
    /// ```
    /// use turtle_peg::{Dialect, Parser};
    ///
    /// let mut document = Parser::new(Dialect::Turtle12).with_early_results().parse_pushed();
    /// let mut objects = Vec::new();
    /// for piece in ["<x:s> <x:p> 1, ", "2 .\n<x:s> <x:p", "> 3 ."] {
    ///     document.push(piece.as_bytes());
    ///     document.for_each_quad(|quad, _| objects.push(quad.object.to_string()))?;
    ///     println!("{} objects so far", objects.len());
    /// }
    /// assert_eq!(objects.len(), 2);
    /// document.end();
    /// document.for_each_quad(|quad, _| objects.push(quad.object.to_string()))?;
    /// assert_eq!(objects.len(), 3);
    /// # Ok::<(), turtle_peg::Error>(())
    /// ```
    pub fn parse_pushed(&self) -> Document<Pushed> {
        self.parse(Pushed::new())
    }

    /// Parses the rest of a document, from a checkpoint on: `reader` delivers the bytes from its
    /// [position](Checkpoint::position) on. Quads, labels, places and errors are those of a document that is read from its
    /// beginning.
    ///
    /// [`Document::until`] ends it where the next range begins. The reader should have the bytes after that, too, at least 2 KiB:
    /// faults show them.
    ///
    /// # Errors
    ///
    /// [`CheckpointError::Dialect`] or [`CheckpointError::WholeDocuments`].
    pub fn resume<R: Read>(
        &self,
        from: &Checkpoint,
        reader: R,
    ) -> Result<Document<Stream<R>>, CheckpointError> {
        self.check_resumable(from)?;
        let input = Stream::after(from.line.clone(), reader);
        Ok(self.parse_from(from.clone(), input))
    }

    /// [`resume`](Self::resume) for a text that is at hand, `whole`, from its beginning on: faults show the text before the checkpoint,
    /// too, as far as they show any. An editor reads so again what comes after a change.
    ///
    /// ```
    /// use turtle_peg::{Dialect, Parser};
    ///
    /// let text = "PREFIX : <x:> :s :p 1 .\n:s :p .";
    /// let parser = Parser::new(Dialect::Turtle12).with_recovery();
    /// let mut document = parser.parse_str(text).until(20);
    /// document.check()?;
    /// let checkpoint = document.checkpoint().unwrap();
    /// let error = parser.resume_str(&checkpoint, text)?.check().unwrap_err();
    /// assert_eq!(error.as_syntax().unwrap().position().to_string(), "2:7");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`CheckpointError::Dialect`] or [`CheckpointError::WholeDocuments`].
    ///
    /// # Panics
    ///
    /// If the text ends before the checkpoint, or has no character that begins there.
    pub fn resume_str<'t>(
        &self,
        from: &Checkpoint,
        whole: &'t str,
    ) -> Result<Document<Slice<'t>>, CheckpointError> {
        self.check_resumable(from)?;
        let rest = Slice::after(whole, from.position.byte as usize);
        Ok(self.parse_from(from.clone(), rest))
    }

    /// The beginning of a line of N-Triples or N-Quads, with the number of bytes and of lines before it: nothing else has to be
    /// known there, so it needs no pass over the document.
    ///
    /// `lines` only numbers the places to come; count the LF before `byte`, and each CR that no LF follows. A fault that goes on
    /// over several lines is another one to a reader that begins within it.
    ///
    /// ```
    /// use turtle_peg::{Dialect, Parser};
    ///
    /// let text = "<x:s> <x:p> 'no' .\n<x:s> <x:p> \"yes\" .\n<x:s> <x:p> .\n";
    /// let parser = Parser::new(Dialect::NTriples12).with_blank_node_prefix("d1-")?;
    /// let checkpoint = parser.checkpoint_at_line(19, 1)?;
    /// let mut document = parser.resume(&checkpoint, &text.as_bytes()[19..])?;
    /// assert!(document.check_statement().unwrap().is_ok());
    /// let error = document.check_statement().unwrap().unwrap_err();
    /// assert_eq!(error.as_syntax().unwrap().position().line, 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`CheckpointError::NotLineBased`]; or [`CheckpointError::NoBlankNodePrefix`], since a label is that of one node in all ranges of
    /// a document.
    // For Python's module, whose data source for Spark counts bytes itself. `DocumentRange::of_lines` is for others.
    #[doc(hidden)]
    pub fn checkpoint_at_line(&self, byte: u64, lines: u64) -> Result<Checkpoint, CheckpointError> {
        let dialect = self.dialect();
        if !dialect.is_line_based() {
            return Err(CheckpointError::NotLineBased { dialect });
        }
        if self.blank_node_prefix.is_none() {
            return Err(CheckpointError::NoBlankNodePrefix);
        }
        let position = Position::of_line(byte, lines);
        let state = self.state_before_document();
        Ok(Checkpoint::between_graphs(dialect, position, state))
    }

    /// The checkpoint at the beginning of a document, where all is as the parser's settings say. Who [resumes](Self::resume) there
    /// several times gets the same labels each time.
    ///
    /// ```
    /// use turtle_peg::{Dialect, Parser};
    ///
    /// let parser = Parser::new(Dialect::Turtle12).with_prefix("ex", "http://example.org/")?;
    /// let start = parser.start();
    /// assert_eq!(start.prefixes().next(), Some(("ex", "http://example.org/")));
    /// let triple = || parser.resume_str(&start, "[] a ex:T .").unwrap().triples().next().unwrap();
    /// assert_eq!(triple()?, triple()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn start(&self) -> Checkpoint {
        let state = self.state_before_document();
        Checkpoint::between_graphs(self.dialect(), Position::START, state)
    }

    /// The state that a document begins with. Each gets a prefix of labels of its own here, if none was chosen.
    pub(crate) fn state_before_document(&self) -> DocumentState {
        let mut state = DocumentState::clone(&self.state);
        let chosen = self.blank_node_prefix.clone();
        state.labels.prefix = chosen.unwrap_or_else(unique_prefix);
        state
    }

    /// Makes sure that this parser reads a document from the checkpoint on, as [`resume`](Self::resume) does.
    ///
    /// # Errors
    ///
    /// [`CheckpointError::Dialect`] or [`CheckpointError::WholeDocuments`].
    pub fn check_resumable(&self, from: &Checkpoint) -> Result<(), CheckpointError> {
        let (dialect, parser) = (from.dialect, self.dialect());
        if dialect != parser {
            return Err(CheckpointError::Dialect { dialect, parser });
        }
        match self.settings.reads_whole() && from.position != Position::START {
            true => Err(CheckpointError::WholeDocuments),
            false => Ok(()),
        }
    }

    /// Parses the rest of a document, from this checkpoint on.
    pub(crate) fn parse_from<I: Input>(&self, from: Checkpoint, input: I) -> Document<I> {
        let Checkpoint {
            dialect: _,
            position,
            scope,
            opened,
            state,
            graph,
            line: _,
        } = from;
        let settings = self.settings.clone();
        let translator = Translator::in_graph(&settings, state, graph);
        let statements = match position == Position::START {
            true => Statements::new(input, settings),
            false => Statements::at(input, settings, position, scope, opened),
        };
        self.unread(statements, translator)
    }

    fn parse<I: Input>(&self, input: I) -> Document<I> {
        let settings = self.settings.clone();
        let translator = Translator::new(&settings, self.state_before_document());
        self.unread(Statements::new(input, settings), translator)
    }

    /// A document of which nothing was read: what the translator knows, it has from before.
    fn unread<I: Input>(
        &self,
        mut statements: Statements<I>,
        translator: Translator,
    ) -> Document<I> {
        if self.is_lenient {
            statements.let_replace();
        }
        Document {
            statements: statements.by_parts(),
            continues_after_errors: self.continues_after_errors,
            is_lenient: self.is_lenient,
            pending: None,
            generated: translator.state.labels.generated(),
            declared: DeclarationCounts::of(&translator),
            translator,
        }
    }

    /// Parses `text` as one document, by the grammar's start rule, and hands its whole tree to `read`.
    ///
    /// This needs many times the memory of going by statements, and stops at the first place that breaks the
    /// grammar. It checks no more than the grammar: no prefixes, no IRIs. Of the limits, only
    /// that for nesting holds: a statement may be as large as the text.
    ///
    /// ```
    /// use turtle_peg::{Dialect, Parser, Production};
    ///
    /// let parser = Parser::new(Dialect::NTriples11);
    /// let names: Vec<_> = parser.read_tree("<x:s> <x:p> <x:o> .\n", |tree| {
    ///     tree.root().children().map(|node| node.production()).collect()
    /// })?;
    /// assert_eq!(names, [Production::triple, Production::EOL]);
    /// # Ok::<(), turtle_peg::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The text is not in the language that the grammar defines.
    pub fn read_tree<T>(&self, text: &str, read: impl FnOnce(Tree<'_>) -> T) -> Result<T, Error> {
        read_whole(text, &self.settings, read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each step of the builder moves it.
    #[test]
    fn a_parser_is_small() {
        assert!(size_of::<Parser>() <= 256, "{}", size_of::<Parser>());
    }

    /// Where the stack does not grow, half of the stack that Rust gives a thread is enough, without any optimization, too.
    #[test]
    fn the_least_limit_fits_into_a_small_stack() {
        const LEVELS: usize = 64;
        const STACK: usize = 1024 * 1024;
        let nested = |open: &str, close: &str| {
            let (open, close) = (open.repeat(LEVELS), close.repeat(LEVELS));
            format!("<x:s> <x:p> {open}<x:o>{close} .")
        };
        let documents = [
            nested("(", ")"),
            nested("[<x:p> ", "]"),
            nested("<< <x:s> <x:p> ", " >>"),
            nested("<<( <x:s> <x:p> ", " )>>"),
            nested("<x:o> {| <x:p> ", " |}"),
        ];
        let parse = |dialect: Dialect, document: &str| {
            let parser = Parser::new(dialect).with_nesting_limit(LEVELS);
            let result = parser.parse_str(document).check();
            assert!(result.is_ok(), "{dialect} {document}: {result:?}");
        };
        let run = move || {
            #[cfg(feature = "turtle")]
            documents
                .iter()
                .for_each(|document| parse(Dialect::Turtle12, document));
            #[cfg(feature = "n-triples")]
            parse(Dialect::NTriples12, &documents[3]);
        };
        let thread = std::thread::Builder::new().stack_size(STACK);
        thread.spawn(run).unwrap().join().unwrap();
    }
}
