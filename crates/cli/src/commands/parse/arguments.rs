//! The arguments of `turtle-peg parse`, and the outputs and formats that they choose together.

use super::canonical::CanonicalArguments;
use super::labels::LabelPrefix;
use super::pretty::PrettyArguments;
use super::quad_format::QuadFormat;
use crate::arguments::{DialectArguments, InputArguments, LenienceArguments, ThreadArguments};
use crate::files::names;
use crate::files::whole::WholeFile;
use crate::output::{Failed, Output, is_standard_output};
use crate::ranges::RangeArgument;
use crate::reporting::{ErrorFormat, ReportSink};
use anyhow::Context;
use clap::ValueEnum;
use std::convert::Infallible;
use std::path::{Path, PathBuf};
use turtle_peg::Dialect;
use turtle_peg::oxrdf::NamedNode;
use turtle_peg::write::VersionDue;

/// Write documents as N-Triples, N-Quads, Turtle or TriG
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  turtle-peg parse data.ttl > data.nt
  turtle-peg parse data.trig > data.nq
  turtle-peg parse --to turtle data.nt > data.ttl
  turtle-peg parse --to turtle --long-strings data.nt > data.ttl
  turtle-peg parse --pretty data.nt > data.ttl
  turtle-peg parse --pretty --sort -o data.ttl data.nt
  turtle-peg parse -o data.ttl.gz data.nt
  turtle-peg parse --count *.ttl
  turtle-peg parse --provenance data.ttl | grep Spiderman
  turtle-peg parse -o data.nq data
  turtle-peg parse --merge -o all.ttl people.ttl places.ttl
  turtle-peg parse --blank-node-prefix content people.ttl >> all.nt
  turtle-peg parse --to turtle --relative http://example.org/ data.nt
  turtle-peg parse --graph http://example.org/people -o people.nq people.ttl
  turtle-peg parse --canonical data.ttl | sha256sum
  turtle-peg parse --prefix ex=http://example.org/ fragment.ttl.gz
  turtle-peg parse --lenient data.ttl > data.nt
  turtle-peg parse --keep-going --errors=errors.json --format json -o data.nt data.ttl
  turtle-peg parse --threads 1 large.nt > copy.nt
  curl -s https://example.org/data.ttl | turtle-peg parse --base https://example.org/data.ttl

Blank node labels stay as they are written, but for those that look generated: `_:anon1` in Turtle becomes `_:_anon1`. With several \
files, a prefix keeps those of each file apart: d1-, d2- and so on. Two runs may give labels that are equal: before their outputs are \
joined, give each run its own --blank-node-prefix. A statement at fault gives no triple, unless it is larger than 512 KiB: such a statement is read part by part, and its \
triples before the fault are written. The output is the same with any number of threads.

--canonical gives isomorphic documents the same bytes: RDFC-1.0 labels the blank nodes, language tags are in lower case, and \
each line is once, in the order of code points. It holds all triples in memory, and writes nothing after a fault, unless with \
--keep-going. Its answer may be \"not decided\", with exit status 3: where blank nodes come with triple terms or base directions, \
which RDFC-1.0 does not have, or are so much alike that labels take too many steps. It is made to sign and to hash data, and not for \
version control: one more triple may change the labels of all blank nodes. `turtle-peg diff` shows what two documents differ in.

Turtle and TriG keep the documents' bases, prefixes, collections, property lists and annotations, but in statements that are read part by part; neighbours with one subject become one statement. One thread writes them. \
A prefix is declared where its document declares it, or before all statements with --merge; one that has several namespaces is declared anew \
before the statements of each further one.

--pretty gives readable Turtle, or TriG, of any triples, and loses none: a blank node has its label if several places mention it, if it \
is on a circle, or if it is more than 30 levels deep; a list that is not well-formed is written with rdf:first and rdf:rest. Triples that \
are equal are written once; comments are not kept (`turtle-peg format` keeps them). With --sort, the result depends on the triples, the bases, the \
prefixes, and the labels that are left; for exports whose labels differ each time, make these canonical first: \
`turtle-peg parse --canonical -o data.nq export.nt && turtle-peg parse --pretty --sort data.nq`. A prefix of --prefix counts more than \
the documents'; of several namespaces, the first counts, or, with --sort, the first by its text.")]
pub struct ParseArguments {
    #[command(flatten)]
    pub input: InputArguments,

    #[command(flatten)]
    pub(super) dialect: DialectArguments,

    /// Output format [default: by the output's extension, such as .nt, .nq, .ttl or .trig; without one, n-quads for TriG and N-Quads,
    /// n-triples for other dialects]
    #[arg(
        short,
        long,
        alias = "output-format",
        value_enum,
        value_name = "FORMAT"
    )]
    pub(super) to: Option<QuadFormat>,

    /// Write FILE atomically; on any error, without --keep-going, leave it unchanged. A name that ends in .gz, .bz2,
    /// .zst or .xz compresses it. FILE must not be an input
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,

    /// Write errors to FILE; without FILE, to standard output, and write no triples there
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    pub(super) errors: Option<Option<PathBuf>>,

    /// Format of faults and warnings
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    pub(super) format: ErrorFormat,

    /// Print the number of triples instead of the triples
    #[arg(long, conflicts_with_all = ["provenance", "canonical", "graph", "merge", "to"])]
    pub(super) count: bool,

    /// Add a comment to each triple, with the line:column of its subject, predicate and object; for n-triples and n-quads
    #[arg(long)]
    pub(super) provenance: bool,

    /// Write the canonical form of all the triples together, as n-triples or n-quads: blank node labels by RDFC-1.0,
    /// sorted lines. To compare versions of a document, use `turtle-peg diff`
    #[arg(long, conflicts_with = "provenance")]
    pub(super) canonical: bool,

    #[command(flatten)]
    pub(super) canonical_form: CanonicalArguments,

    #[command(flatten)]
    pub(super) pretty: PrettyArguments,

    /// Put the triples of the default graph into this graph; those of named graphs stay where they are
    #[arg(long, value_name = "IRI", value_parser = graph_name)]
    pub(super) graph: Option<NamedNode>,

    /// In turtle and trig, declare the prefixes of all documents once, before all statements, which are held until the end
    #[arg(long)]
    pub(super) merge: bool,

    /// Put this before all labels of blank nodes, so that the outputs of several runs can be joined: letters, digits, `_` and `-`, for
    /// each run as many, such as a- and b-; or `content` for a hash of each file's bytes, so that equal files get equal labels
    #[arg(long, value_name = "TEXT", value_parser = LabelPrefix::read, conflicts_with = "canonical")]
    pub(super) blank_node_prefix: Option<LabelPrefix>,

    /// In turtle and trig, declare this base in place of those of documents, and write IRIs of its document and below its folder
    /// relative to it, where they have no name; or `document`, to declare none for references to the document and below its
    /// folder, which stay relative and mean the place where the output is kept
    #[arg(long, value_name = "IRI", value_parser = RelativeTo::read)]
    pub(super) relative: Option<RelativeTo>,

    /// In turtle and trig, write literals with line ends between """, over several lines
    #[arg(long)]
    pub(super) long_strings: bool,

    /// In turtle and trig, also make names that need escape sequences, such as ex:a\/b, which some readers do not know
    #[arg(long)]
    pub(super) escaped_names: bool,

    /// Where VERSION "1.2" is written, which readers of RDF 1.1 refuse
    #[arg(long, value_name = "WHERE", value_enum, default_value_t)]
    pub(super) announce: AnnouncePlace,

    /// Read one of several parts of the document, such as 2/5, with the labels and places of the whole; one that is not
    /// N-Triples or N-Quads needs an index: see `turtle-peg index`
    #[arg(long, value_name = "NUMBER/PARTS", conflicts_with = "labels_after")]
    pub(super) range: Option<RangeArgument>,

    /// Count generated blank node labels from here on: the document is a part of one that had this many before it
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(..1 << 62))]
    pub(super) labels_after: Option<u64>,

    /// Continue after faults; report each and exit with 1
    #[arg(short, long)]
    pub(super) keep_going: bool,

    #[command(flatten)]
    pub(super) lenience: LenienceArguments,

    #[command(flatten)]
    pub(super) threads: ThreadArguments,
}

/// Where the version is announced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum AnnouncePlace {
    /// Before the first statement with a triple term or a base direction
    #[default]
    Needed,
    /// Before all statements
    First,
    Nowhere,
}

impl AnnouncePlace {
    pub(super) fn version(self) -> VersionDue {
        match self {
            Self::Needed => VersionDue::WhereNeeded,
            Self::First => VersionDue::First,
            Self::Nowhere => VersionDue::Never,
        }
    }
}

/// The base that references are relative to.
#[derive(Clone, Debug)]
pub(super) enum RelativeTo {
    Iri(String),
    /// The place of the document, which is not declared.
    Document,
}

impl RelativeTo {
    fn read(text: &str) -> Result<Self, Infallible> {
        Ok(match text {
            "document" => Self::Document,
            iri => Self::Iri(iri.to_owned()),
        })
    }
}

fn graph_name(text: &str) -> anyhow::Result<NamedNode> {
    NamedNode::new(text).with_context(|| format!("<{text}> is not an absolute IRI"))
}

impl ParseArguments {
    /// Where errors go.
    pub(super) fn sink(&self) -> anyhow::Result<ReportSink> {
        Ok(match &self.errors {
            None => ReportSink::StandardError,
            Some(None) => ReportSink::StandardOutput,
            Some(Some(path)) if is_standard_output(path) => ReportSink::StandardOutput,
            Some(Some(path)) if path == Path::new("/dev/stderr") => ReportSink::StandardError,
            Some(Some(path)) => {
                let file = WholeFile::create(path, &["json", "jsonl", "sarif"]);
                ReportSink::File(Box::new(file.with_context(|| path.display().to_string())?))
            }
        })
    }

    /// Where triples go.
    ///
    /// # Errors
    ///
    /// The file's name says that something is there that is not written; or the file cannot be written.
    pub(super) fn output(&self) -> anyhow::Result<Output> {
        let Some(path) = &self.output else {
            return Ok(Output::new());
        };
        let is_known = self.count || self.canonical_form.map || self.format_of_output().is_some();
        if !is_known && names::format_extension(path).is_some() {
            return Err(Failed::of_file(path, names::not_written(path)).into());
        }
        Ok(Output::to(path, &self.extensions())?)
    }

    /// How messages call the output.
    pub(super) fn output_name(&self) -> String {
        match &self.output {
            Some(path) if !is_standard_output(path) => path.display().to_string(),
            _ => "<stdout>".to_owned(),
        }
    }

    /// The extensions that the output's name may have.
    fn extensions(&self) -> Vec<&'static str> {
        match self.format_of_output() {
            _ if self.count => Vec::new(),
            _ if self.canonical_form.map => vec!["json"],
            Some(format) => format.extensions(),
            None => Vec::new(),
        }
    }

    /// The format to write, if the arguments say so: by its name, or by that of the output.
    pub(super) fn format_of_output(&self) -> Option<QuadFormat> {
        self.to
            .or_else(|| QuadFormat::of_file(self.output.as_deref()?))
            // Without named graphs, it is Turtle.
            .or_else(|| self.pretty.pretty.then_some(QuadFormat::TriG))
    }

    /// The format that this dialect's triples are written in.
    pub(super) fn format_for(&self, dialect: Dialect) -> QuadFormat {
        let format = self.format_of_output();
        format.unwrap_or(match self.graph {
            Some(_) => QuadFormat::NQuads,
            None => QuadFormat::of(dialect),
        })
    }

    /// Whether references stay relative to the place of the document.
    pub(super) fn is_relative_to_document(&self) -> bool {
        matches!(self.relative, Some(RelativeTo::Document))
    }

    /// Whether triples are written: not amid errors.
    pub(super) fn writes_triples(&self) -> bool {
        !self.count && (self.output.is_some() || self.errors != Some(None))
    }
}
