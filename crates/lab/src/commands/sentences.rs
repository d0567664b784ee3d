//! `turtle-lab sentences`: documents made from a grammar.

use crate::analyses::reference::Reference;
use crate::grammars::loaded;
use crate::grammars::notes::tell_of_assumptions;
use crate::grammars::samples::samples;
use crate::grammars::source::{GrammarSource, StartArguments};
use anyhow::{Context, bail};
use cli::output::{Output, write_file};
use cli::{AtFault, Status, diagnostics};
use std::fs;
use std::path::{Path, PathBuf};
use toolkit::effort;
use toolkit::{Covering, Generator, GrammarError, Samples, Sentence};

/// Make documents that together use the alternatives of a grammar; standard error lists the unused ones
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  turtle-lab sentences turtle-1.2
  turtle-lab sentences turtle-1.2 --count 100 --seed 7 -o documents
  turtle-lab sentences trig-1.2 --size 1000000 --syntax-only
  turtle-lab sentences n-triples-1.2 --mutate      near misses, each with its verdict

First come short documents that together use the alternatives of every production, each optional part and each \
repetition, there and not there; then, as --count or --size asks, random ones. The same seed gives the same documents, on \
every machine. Standard error lists the parts left out because the parser does not accept them. EBNF is run by its \
productions; if these cannot be run, standard error says why the documents were not tried.

Before each document comes a line of per cent signs, the document's number and, with --mutate, the change and the reference \
engine's verdict. No document has a line that begins with as many per cent signs as the first line has. The last line break \
before such a line, and before the end, does not belong to the document. With -o, each document is a file, and these lines are \
in the file index.txt.")]
pub struct SentencesArguments {
    /// A dialect, or a file: NAME.pest, NAME.ebnf, NAME.html
    #[arg(value_name = "DIALECT|FILE", hide_possible_values = true)]
    grammar: GrammarSource,

    #[command(flatten)]
    start: StartArguments,

    /// Seed of the random documents
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    seed: u64,

    /// Number of random documents
    #[arg(long, value_name = "NUMBER", conflicts_with = "size")]
    count: Option<u64>,

    /// Make random documents up to this many bytes in total
    #[arg(long, value_name = "BYTES")]
    size: Option<usize>,

    /// Follow only the grammar: prefixes may be undeclared, and IRIs invalid
    #[arg(long)]
    syntax_only: bool,

    /// Change each document a little, and show the reference engine's verdict
    #[arg(long)]
    mutate: bool,

    /// Sample texts by production, instead of the program's own
    #[arg(long, value_name = "FILE", conflicts_with = "syntax_only")]
    samples: Option<PathBuf>,

    /// Write each document to a file in this folder
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

/// A document, and the notes on it.
struct NamedSentence {
    text: String,
    label: String,
}

pub fn run(arguments: &SentencesArguments) -> anyhow::Result<Status> {
    tell_of_assumptions([&arguments.grammar]);
    let grammar = arguments.start.choose(&arguments.grammar);
    let reference = Reference::of(&grammar)?;
    let samples = match (&arguments.samples, arguments.syntax_only) {
        (_, true) => Samples::default(),
        (None, false) => samples()?,
        (Some(path), false) => read_samples(path)?,
    };
    let generator = grammar.generator(&samples)?;
    if !generator.has_text() {
        let message = "no text of a start symbol comes to an end, or none within 20000 characters";
        return Err(grammar.fault(GrammarError::Syntax(message.to_owned())));
    }
    if let Some(why) = reference.why_not_run() {
        let name = arguments.grammar.name();
        diagnostics::note(&format_args!("{name}: the documents were not run: {why}"));
    }
    let read = |sentence: &Sentence| reference.read(sentence, arguments.syntax_only);
    let covering = generator.covering(read);
    report(&generator, &covering);
    let sentences = sentences(arguments, &generator, covering, &reference);
    let documents = match arguments.mutate {
        true => mutants(arguments, &generator, &sentences, &reference)?,
        false => sentences.into_iter().map(NamedSentence::from).collect(),
    };
    match &arguments.output {
        Some(folder) => write_files(folder, &documents, arguments.grammar.extension())?,
        None => print(&documents)?,
    }
    Ok(Status::Fine)
}

fn read_samples(path: &Path) -> anyhow::Result<Samples> {
    let text = loaded::text(path)?;
    let samples = Samples::read(&text);
    samples.map_err(|error| {
        AtFault {
            name: path.display().to_string(),
            error,
        }
        .into()
    })
}

impl From<Sentence> for NamedSentence {
    fn from(sentence: Sentence) -> Self {
        Self {
            text: sentence.text,
            label: String::new(),
        }
    }
}

/// The covering ones, and as many random ones as are asked for.
fn sentences(
    arguments: &SentencesArguments,
    generator: &Generator,
    covering: Covering,
    reference: &Reference,
) -> Vec<Sentence> {
    let mut sentences = covering.sentences;
    let bytes = sentences.iter().map(|sentence| sentence.text.len());
    let (mut size, mut count, mut dropped) = (bytes.sum::<usize>(), 0, 0_u64);
    let mut index = 0;
    while arguments.count.is_some_and(|wanted| count < wanted)
        || arguments.size.is_some_and(|wanted| size < wanted)
    {
        let Some(sentence) = generator.random(arguments.seed, index) else {
            break;
        };
        index += 1;
        let check = reference.check(&sentence.text, arguments.syntax_only);
        if check.is_err() {
            dropped += 1;
            // A grammar that says hardly anything that its parser accepts would keep this going for ever.
            if dropped > 1000 + 10 * count {
                break;
            }
            continue;
        }
        count += 1;
        size += sentence.text.len();
        sentences.push(sentence);
    }
    if dropped > 0 {
        diagnostics::note(&format_args!(
            "{dropped} of {index} random documents were not accepted, and left out"
        ));
    }
    sentences
}

/// Lists the alternatives that could not be used, and the reasons.
fn report(generator: &Generator, covering: &Covering) {
    if covering.dropped > 0 {
        let dropped = covering.dropped;
        diagnostics::note(&format_args!(
            "{dropped} documents made for a case were not accepted, and left out"
        ));
    }
    for &case in &covering.missed {
        diagnostics::note(&format_args!(
            "no document was found that uses {}",
            generator.cases()[case]
        ));
    }
    if !covering.untried.is_empty() {
        diagnostics::note(&format_args!(
            "not decided, after {} steps: whether a document uses {} more cases",
            effort::limit(),
            covering.untried.len()
        ));
    }
    for production in generator.unreached() {
        diagnostics::note(&format_args!("no document reaches {production}"));
    }
}

fn mutants(
    arguments: &SentencesArguments,
    generator: &Generator,
    sentences: &[Sentence],
    reference: &Reference,
) -> anyhow::Result<Vec<NamedSentence>> {
    if let Some(why) = reference.why_not_run() {
        bail!("{}: there are no verdicts: {why}", arguments.grammar.name());
    }
    let mutant = |(index, sentence): (u64, &Sentence)| {
        let mutant = generator.mutant(sentence, arguments.seed, index)?;
        let verdict = match reference.check(&mutant.text, arguments.syntax_only) {
            Ok(()) => "accepted".to_owned(),
            Err(error) => format!("rejected at {error}"),
        };
        Some(NamedSentence {
            text: mutant.text,
            label: format!("{}: {verdict}", mutant.change),
        })
    };
    Ok((0..).zip(sentences).filter_map(mutant).collect())
}

fn print(documents: &[NamedSentence]) -> anyhow::Result<()> {
    let mut output = Output::new();
    let separator = separator(documents);
    for (index, document) in documents.iter().enumerate() {
        let head = head(index, document);
        output.show_file(&format!("{separator} {head}\n{}\n", document.text))?;
    }
    output.flush()?;
    Ok(())
}

/// More per cent signs than any line of a document begins with.
fn separator(documents: &[NamedSentence]) -> String {
    let mut separator = "%%%%".to_owned();
    let begins = |separator: &str| {
        let lines = |document: &NamedSentence| {
            document
                .text
                .split('\n')
                .any(|line| line.starts_with(separator))
        };
        documents.iter().any(lines)
    };
    while begins(&separator) {
        separator.push('%');
    }
    separator
}

/// The number, and the notes on the document, on one line.
fn head(index: usize, document: &NamedSentence) -> String {
    let label = document.label.replace(['\n', '\r'], " ");
    format!("{} {label}", index + 1).trim_end().to_owned()
}

fn write_files(folder: &Path, documents: &[NamedSentence], extension: &str) -> anyhow::Result<()> {
    let in_folder = || folder.display().to_string();
    fs::create_dir_all(folder).with_context(in_folder)?;
    let mut index_file = String::new();
    for (index, document) in documents.iter().enumerate() {
        let name = format!("{:05}.{extension}", index + 1);
        write_file(&folder.join(&name), &[extension], &document.text)?;
        index_file += &format!("{name} {}\n", document.label.replace(['\n', '\r'], " "));
    }
    write_file(&folder.join("index.txt"), &[], &index_file)?;
    Ok(())
}
