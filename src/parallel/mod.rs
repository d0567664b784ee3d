//! One document, read by several threads.
//!
//! Invariant: the results are those of one thread, to the byte: quads, order, labels, places, errors.
//!
//! The document is cut into blocks (`source`), at ends of statements that a pass without a parser finds (`ends`). Each block
//! then takes two steps:
//!
//! 1. **Trees** (`syntax`). A thread parses the block's statements. That needs nothing of the text before, but where the
//!    block begins, and whether that is between the braces of a graph.
//! 2. **Quads** (`part`). When the blocks before it have taken their first step, it is known which declarations are in force
//!    where the block begins, which graph is open there, and how many labels were generated: the declarations are
//!    translated, in order, by the thread that coordinates, and labels are counted in the trees. So a thread can translate
//!    the block, and do the caller's work on it, while others translate others.
//!
//! Nothing of this is believed without a check. A [`Checkpoint`] is all that the rest of a document depends on: a place in it, and
//! the state there. The result of a block is handed over only if the checkpoint that it was begun with is the very
//! one that was reached before it, by parsing and translating all before it. By induction, each block that
//! is handed over is the result of one thread. Where they differ (the pass found an end where there is not one, a statement
//! breaks the grammar, a fault changed the count of labels), and where no end was found, the document is read
//! by one thread from the checkpoint that was reached (`sequential`), as [`Document`](crate::Document) reads it, up to where a block
//! begins. So each byte is parsed twice at most.
//!
//! Checkpoints are copied, a few for each block. From where one is large, since the document has very many prefixes, say, one thread
//! reads the rest.
//!
//! How large a part is that the caller's work sees, and where it begins, is not defined.

mod checkpoints;
mod ends;
mod feed;
mod part;
mod pieces;
mod sequential;
mod source;
mod syntax;
mod workers;

#[cfg(test)]
mod tests;

pub use part::Part;
pub use pieces::Pieces;

use crate::Parser;
use crate::checkpoint::Checkpoint;
use crate::statements::Step;
use crate::surroundings::{last_line, line_of_both};
use crate::translate::{Discard, Lenience, Recipient, Translator};
use ends::Syntax;
use feed::{BlockResult, BlockStage, Blocks, Task};
use part::Parsed;
use sequential::SequentialRest;
use source::BlockSource;
use std::any::Any;
use std::cell::Cell;
use std::io::Read;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use syntax::{Trees, text_of};
use workers::Tasks;

impl Parser {
    /// Parses the bytes of a reader, by several threads: `work` makes something of each part of the document, and `deliver`
    /// gets it, in the order of the document, in the thread that calls this. That thread is one of them: it reads and cuts the
    /// document, and works when there is nothing to deliver.
    ///
    /// All is as with one thread: quads, their order, blank node labels, places, errors. A part has a hundred
    /// kilobytes or so, and is whole statements, but for a statement so large that it is
    /// [read part by part](Parser::with_window), which may go on in the next. `deliver` adds facts that no part can know,
    /// of earlier parts, say. A slice is a reader, too.
    ///
    /// Errors of the document and of the reader go to `work`, which has to hand them on: this returns nothing but the result of
    /// `deliver`, and is `Ok` if `work` does not ask for a statement, or takes no notice of its error. After an error nothing
    /// more is read, unless the parser [goes on](Parser::with_recovery); an error of the reader ends each document.
    ///
    /// `work` may run on parts that come after an error that ends the document, or that have to be read again: its
    /// results for these are dropped. So only its result may matter. `work` and `deliver` may take their time:
    /// there are never more than a few parts a thread at hand, and memory follows them, and the largest statement.
    ///
    /// Parts can be large only if the reader is ahead. The bytes of a slow reader do not wait for the rest.
    ///
    /// One thread reads a document for an engine that reads [documents as a whole](crate::Parser::reads_whole_documents).
    ///
    /// Threads are started when there is work for them: no more than 1,024, and no more than the system allows. If it allows
    /// none, the thread that calls this does all.
    ///
    /// ```
    /// use std::thread::available_parallelism;
    /// use std::io;
    /// use turtle_peg::{Dialect, NTriplesWriter, Parser};
    ///
    /// let file: &[u8] = b"PREFIX : <http://example.org/> :s :p 1, 2 . [] :q 3 .";
    /// let mut lines = Vec::new();
    /// Parser::new(Dialect::Turtle12).parse_parallel(
    ///     file,
    ///     available_parallelism()?,
    ///     |part| {
    ///         let mut writer = NTriplesWriter::new(Vec::new());
    ///         part.try_for_each_quad(|quad, _| writer.write_triple(quad))?;
    ///         Ok(writer.into_inner())
    ///     },
    ///     |result: io::Result<Vec<u8>>| {
    ///         lines.extend(result?);
    ///         Ok::<(), io::Error>(())
    ///     },
    /// )?;
    /// assert_eq!(String::from_utf8(lines)?.lines().count(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The first of `deliver`. Those of the reader and of the document are the part's: see
    /// [`Part::next_statement`].
    ///
    /// # Panics
    ///
    /// If `work`, `deliver` or the reader does. A panic of `work` on a part that would be dropped is one, too.
    pub fn parse_parallel<R, T, E>(
        &self,
        reader: R,
        threads: NonZeroUsize,
        work: impl Fn(&mut Part<'_>) -> T + Sync,
        deliver: impl FnMut(T) -> Result<(), E>,
    ) -> Result<(), E>
    where
        R: Read,
        T: Send,
    {
        self.parse_in_blocks(reader, threads, source::SIZE, work, deliver)
    }

    /// [`parse_parallel`](Self::parse_parallel) with blocks of `size` bytes, for tests.
    #[doc(hidden)]
    pub fn parse_in_blocks<R, T, E>(
        &self,
        reader: R,
        threads: NonZeroUsize,
        size: usize,
        work: impl Fn(&mut Part<'_>) -> T + Sync,
        deliver: impl FnMut(T) -> Result<(), E>,
    ) -> Result<(), E>
    where
        R: Read,
        T: Send,
    {
        self.parse_blocks_from(self.start(), reader, threads, size, work, deliver)
    }

    /// [`parse_in_blocks`](Self::parse_in_blocks), from the beginning that is at hand.
    fn parse_blocks_from<R, T, E>(
        &self,
        beginning: Checkpoint,
        reader: R,
        threads: NonZeroUsize,
        size: usize,
        work: impl Fn(&mut Part<'_>) -> T + Sync,
        deliver: impl FnMut(T) -> Result<(), E>,
    ) -> Result<(), E>
    where
        R: Read,
        T: Send,
    {
        if threads.get() == 1 || self.settings.reads_whole() {
            return self.parse_one_by_one(beginning, u64::MAX, reader, size, work, deliver);
        }
        let is_interactive = self.is_interactive();
        let threads = threads.get().min(MOST_THREADS);
        let syntax = Syntax::of(self.dialect());
        let tasks = Tasks::new();
        let (sender, receiver) = channel();
        thread::scope(|scope| {
            let _closing = tasks.close_later();
            let start = || {
                let (tasks, work, sender) = (&tasks, &work, sender.clone());
                let run = move || run_tasks(self, tasks, work, &sender);
                thread::Builder::new().spawn_scoped(scope, run).is_ok()
            };
            let source = BlockSource::new(reader, Some(syntax), size, is_interactive);
            let most = 2 * threads + 1;
            let blocks = Blocks::new(source, Some(&tasks), most);
            Coordinator::new(self, &work, deliver, blocks, beginning, size, most).run(Some(
                &Others {
                    tasks: &tasks,
                    receiver,
                    start: &start,
                    count: Cell::new(0),
                    // This thread is one of them.
                    most: Cell::new(threads - 1),
                },
            ))
        })
    }
}

impl Parser {
    /// [`parse_parallel`](Self::parse_parallel) by one thread, for a range of a document: `reader` delivers the bytes from the range's
    /// beginning on, and some after its end, which faults show. So what makes something of whole documents makes it of a range.
    ///
    /// ```
    /// use std::io::Cursor;
    /// use turtle_peg::index::DocumentRange;
    /// use turtle_peg::parallel::Part;
    /// use turtle_peg::{Dialect, Error, Parser};
    ///
    /// let text = "<x:s> <x:p> <x:a> .\n<x:s> <x:p> <x:b> .\n";
    /// let parser = Parser::new(Dialect::NTriples12).with_labels_as_written();
    /// let second = DocumentRange::of_lines(&parser, &mut Cursor::new(text), 2, 2)?;
    /// let rest = &text.as_bytes()[second.from.position().byte as usize..];
    /// let work = |part: &mut Part<'_>| {
    ///     let mut objects = Vec::new();
    ///     part.for_each_quad(|quad, _| objects.push(quad.object.to_string()))?;
    ///     Ok::<_, Error>(objects)
    /// };
    /// let mut objects = Vec::new();
    /// parser.parse_range(second, rest, work, |found| found.map(|found| objects.extend(found)))?;
    /// assert_eq!(objects, ["<x:b>"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The first of `deliver`.
    #[cfg(feature = "index")]
    pub fn parse_range<R: Read, T, E>(
        &self,
        range: crate::index::DocumentRange,
        reader: R,
        work: impl Fn(&mut Part<'_>) -> T,
        deliver: impl FnMut(T) -> Result<(), E>,
    ) -> Result<(), E> {
        let crate::index::DocumentRange { from, until } = range;
        self.parse_one_by_one(from, until, reader, source::SIZE, work, deliver)
    }

    /// [`parse_in_blocks`](Self::parse_in_blocks) by one thread, from a checkpoint on, where the reader begins, and
    /// [until](crate::Document::until) this byte.
    fn parse_one_by_one<R: Read, T, E>(
        &self,
        from: Checkpoint,
        until: u64,
        reader: R,
        size: usize,
        work: impl Fn(&mut Part<'_>) -> T,
        deliver: impl FnMut(T) -> Result<(), E>,
    ) -> Result<(), E> {
        let source = BlockSource::new(reader, None, size, self.is_interactive());
        let blocks = Blocks::new(source.from(from.position.byte), None, 0);
        let coordinator = Coordinator::new(self, &work, deliver, blocks, from, size, 0);
        Coordinator {
            until,
            ..coordinator
        }
        .run(None)
    }
}

/// No machine would be faster with more threads, and each thread has blocks at hand.
const MOST_THREADS: usize = 1024;

/// A thread's report about the block of this number.
enum News<T> {
    Parsed(u64, Trees),
    Translated(u64, BlockResult<T>, Trees),
    Panicked(Box<dyn Any + Send>),
}

/// The threads that take tasks, too, for the one that coordinates.
struct Others<'t, T> {
    tasks: &'t Tasks<Task>,
    receiver: Receiver<News<T>>,
    /// Starts one, if the system allows it.
    start: &'t dyn Fn() -> bool,
    /// How many there are.
    count: Cell<usize>,
    /// How many there may be.
    most: Cell<usize>,
}

impl<T> Others<'_, T> {
    /// Starts threads until there are `wanted` of them, or the most that the system allows. Without any, the coordinator does
    /// all tasks.
    fn have(&self, wanted: usize) {
        while self.count.get() < wanted.min(self.most.get()) {
            match (self.start)() {
                true => self.count.set(self.count.get() + 1),
                false => self.most.set(self.count.get()),
            }
        }
    }
}

/// The work of each of the other threads.
fn run_tasks<T>(
    parser: &Parser,
    tasks: &Tasks<Task>,
    work: &impl Fn(&mut Part<'_>) -> T,
    sender: &Sender<News<T>>,
) {
    while let Some(task) = tasks.next() {
        let news = catch_unwind(AssertUnwindSafe(|| run_task(parser, task, work)));
        // After an error the receiver may be gone.
        let _ = sender.send(news.unwrap_or_else(News::Panicked));
    }
}

fn run_task<T>(parser: &Parser, task: Task, work: &impl Fn(&mut Part<'_>) -> T) -> News<T> {
    match task {
        Task::Parse(number, block, mut trees) => {
            trees.refill(&block, &parser.settings);
            News::Parsed(number, trees)
        }
        Task::Translate(number, block, trees, start) => {
            let mut part = Part::parsed(Parsed::new(parser, &block, &trees, *start));
            let output = work(&mut part);
            let end = part.finish().map(Box::new);
            // The coordinator must be the only owner of the block.
            drop(block);
            News::Translated(number, BlockResult { output, end }, trees)
        }
    }
}

/// The thread that cuts the document, and puts together the results of the others.
struct Coordinator<'c, R, T, W, D> {
    parser: &'c Parser,
    work: &'c W,
    deliver: D,
    blocks: Blocks<'c, R, T>,
    /// How large a part becomes that this thread reads alone.
    size: usize,
    /// How many blocks may be at hand.
    most: usize,
    /// The number of the next block to be translated, and the checkpoint where it begins; `None` if that is not known before the
    /// blocks before it are delivered.
    next: Option<(u64, Box<Checkpoint>)>,
    /// Where the delivered blocks end.
    reached: Box<Checkpoint>,
    /// The byte at which, or after which, no statement is read.
    until: u64,
    /// The end of the document is reached, or an error that ends it.
    is_over: bool,
}

impl<'c, R, T, E, W, D> Coordinator<'c, R, T, W, D>
where
    R: Read,
    W: Fn(&mut Part<'_>) -> T,
    D: FnMut(T) -> Result<(), E>,
{
    fn new(
        parser: &'c Parser,
        work: &'c W,
        deliver: D,
        blocks: Blocks<'c, R, T>,
        start: Checkpoint,
        size: usize,
        most: usize,
    ) -> Self {
        let start = Box::new(start);
        Self {
            parser,
            work,
            deliver,
            blocks,
            size,
            most,
            next: Some((0, start.clone())),
            reached: start,
            until: u64::MAX,
            is_over: false,
        }
    }

    /// Reads all; with one thread if no others report.
    fn run(mut self, others: Option<&Others<'_, T>>) -> Result<(), E> {
        while !self.is_over {
            // While this thread read alone, nobody took note of the others' reports.
            while let Some(news) = others.and_then(|others| others.receiver.try_recv().ok()) {
                self.note(news);
            }
            self.cut(others);
            self.translate();
            match (self.blocks.get_mut(self.blocks.first), others) {
                (Some(slot), Some(others)) => match &slot.stage {
                    BlockStage::Done(start, _) if *start == self.reached => self.deliver_block()?,
                    BlockStage::Translating(start) if *start == self.reached => self.help(others),
                    BlockStage::Parsing => self.help(others),
                    _ => self.read_on()?,
                },
                _ => self.read_on()?,
            }
        }
        Ok(())
    }

    /// Cuts blocks, as long as that is all there is to do.
    fn cut(&mut self, others: Option<&Others<'_, T>>) {
        while self.blocks.len() < self.most && !(self.blocks.len() > 0 && self.blocks.is_slow()) {
            if !self.blocks.extend() {
                return;
            }
            // There is one task for each block at a time, and this thread takes one.
            if let Some(others) = others {
                others.have(self.blocks.len() - 1);
            }
        }
    }

    /// Has blocks translated of which it is known how they begin.
    fn translate(&mut self) {
        while let Some((number, start)) = self.next.take() {
            // Each block needs a few copies of it.
            if start.is_large() {
                return self.blocks.stop_sharing();
            }
            let Some(slot) = self.blocks.get_mut(number) else {
                self.next = Some((number, start));
                return;
            };
            let block = &slot.block;
            let begins_here = start.position.byte == block.start
                && start.scope == block.scope
                && !start
                    .position
                    .is_within_line_end(block.bytes.first().copied());
            match std::mem::replace(&mut slot.stage, BlockStage::Translating(start.clone())) {
                BlockStage::Parsed(trees) if begins_here => {
                    if trees.end.byte == block.length as u64 {
                        let end = end_of(self.parser, block, &trees, &start);
                        self.next = Some((number + 1, Box::new(end)));
                    }
                    let block = block.clone();
                    self.blocks
                        .add_urgent(Task::Translate(number, block, trees, start));
                }
                stage => {
                    let is_coming = begins_here && matches!(stage, BlockStage::Parsing);
                    slot.stage = stage;
                    self.next = is_coming.then_some((number, start));
                    return;
                }
            }
        }
    }

    /// Takes note of news; without news, does a task; without a task, waits for news.
    fn help(&mut self, others: &Others<'_, T>) {
        let news = match others.receiver.try_recv() {
            Ok(news) => news,
            Err(_) => match others.tasks.take() {
                Some(task) => run_task(self.parser, task, self.work),
                None => match others.receiver.recv() {
                    Ok(news) => news,
                    // They run for as long as there may be tasks.
                    Err(_) => unreachable!("a thread has ended before its time"),
                },
            },
        };
        self.note(news);
    }

    fn note(&mut self, news: News<T>) {
        match news {
            News::Parsed(number, trees) => match self.blocks.get_mut(number) {
                Some(slot) => slot.stage = BlockStage::Parsed(trees),
                None => self.blocks.recycle(trees),
            },
            News::Translated(number, done, trees) => {
                self.blocks.recycle(trees);
                if let Some(slot) = self.blocks.get_mut(number)
                    && let BlockStage::Translating(start) =
                        std::mem::replace(&mut slot.stage, BlockStage::Unparsed)
                {
                    slot.stage = BlockStage::Done(start, done);
                }
            }
            News::Panicked(payload) => resume_unwind(payload),
        }
    }

    /// Delivers the first block, which is done.
    fn deliver_block(&mut self) -> Result<(), E> {
        let Some(slot) = self.blocks.get_mut(self.blocks.first) else {
            return Ok(());
        };
        if let BlockStage::Done(_, BlockResult { output, end }) =
            std::mem::replace(&mut slot.stage, BlockStage::Unparsed)
        {
            match end {
                Some(end) => {
                    // A part of the block may have to be read again.
                    self.blocks.forget_before(end.position.byte);
                    self.reached = end;
                }
                None => self.is_over = true,
            }
            (self.deliver)(output)?;
        }
        Ok(())
    }

    /// Reads on with this thread alone, up to where a block begins that is parsed, or to the end.
    fn read_on(&mut self) -> Result<(), E> {
        // The predictions about blocks that are not delivered were wrong.
        self.next = None;
        let reached = (*self.reached).clone();
        let mut rest = SequentialRest::new(
            self.parser,
            reached,
            self.until,
            &mut self.blocks,
            self.size as u64,
        );
        while rest.next_part() {
            let mut part = Part::sequential(&mut rest);
            let output = (self.work)(&mut part);
            part.finish();
            (self.deliver)(output)?;
        }
        self.is_over = rest.is_over;
        *self.reached = rest.into_checkpoint();
        self.blocks.forget_before(self.reached.position.byte);
        self.next = Some((self.blocks.first, self.reached.clone()));
        Ok(())
    }
}

/// Where a block ends that begins at `start`, and how things stand there, if no statement in it is at fault.
fn end_of(
    parser: &Parser,
    block: &source::TextBlock,
    trees: &Trees,
    start: &Checkpoint,
) -> Checkpoint {
    let mut labels_of_declarations = 0;
    let state = start.state.clone();
    let before = state.labels.generated();
    let mut translator = Translator::in_graph(&parser.settings, state, start.graph.clone());
    let mut declarations = trees.lasting_declarations().peekable();
    let text = match declarations.peek() {
        Some(_) => text_of(&block.bytes),
        None => "",
    };
    for declaration in declarations {
        let generated = before + declaration.generated_before + labels_of_declarations;
        translator.state.labels.set_generated(generated);
        if let Some((statement, tree)) = trees.get(declaration.index, text) {
            // The translation of the block reports faults, those let pass among them.
            let lenience: Lenience<'_> = match parser.is_lenient {
                true => Some(&|_| ()),
                false => None,
            };
            let _ = Discard.step(&mut translator, statement.step, tree, lenience);
            if statement.step == Step::Statement {
                labels_of_declarations += translator.state.labels.generated() - generated;
            }
        }
    }
    let generated = before + trees.generated + labels_of_declarations;
    translator.state.labels.set_generated(generated);
    Checkpoint {
        dialect: start.dialect,
        position: start.position.of_part(trees.end),
        line: line_of_both(&start.line, last_line(&block.bytes[..trees.length()])),
        scope: trees.end_scope,
        opened: trees.opened(start.position, start.opened),
        graph: match trees.end_scope {
            crate::engine::Scope::InGraph => translator.graph().cloned(),
            crate::engine::Scope::Outside => Some(oxrdf::GraphName::DefaultGraph),
        },
        state: translator.state,
    }
}
