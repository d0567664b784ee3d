//! The arguments of `turtle-peg diff`.

use crate::arguments::{DialectArguments, Format, InputArguments, LenienceArguments};

/// Show the triples that two documents differ in, whatever their order, prefixes and blank node labels
#[derive(Debug, clap::Args)]
#[command(
    mut_arg("files", |files| files
        .required(true)
        .num_args(2)
        .help("The two documents, or two folders; `-` is standard input. Documents compressed by gzip, bzip2, zstd or xz are \
               unpacked, whatever their names")),
    after_help = "\
Examples:
  turtle-peg diff old.ttl new.ttl
  turtle-peg diff --base http://example.org/ old.ttl new/old.nt.gz
  turtle-peg diff old-folder new-folder
  turtle-peg diff --format json old.ttl new.ttl | jq .only_second
  curl -s https://example.org/data.ttl | turtle-peg diff data.ttl -

A line has `-` and a triple that only the first document has, or `+` and one that only the second has, each with its line in the \
document, and with the prefixes that the documents declare. Blank nodes are matched by what they have in common: two that are matched have one label, that of the first document, \
and a line with `=` has it, what the second document calls it if that is another, and where the node is. A node that only \
one document has is on lines with its sign alone. No other match gives fewer lines, or a warning says that it may. Relative IRIs are those of each file, unless --base sets one for \
both. Both documents are held in memory.

In two folders, documents are compared that have the same path there; lines with `---` and `+++` name those that differ, and those \
that only one of the folders has.

Exit status: 0 alike, 1 different, 2 a document cannot be read or is at fault (with --keep-going, its other statements are compared), \
3 not decided: to compare the blank nodes takes too many steps, and nothing else differs."
)]
pub struct DifferenceArguments {
    #[command(flatten)]
    pub(super) input: InputArguments,

    #[command(flatten)]
    pub(super) dialect: DialectArguments,

    /// Continue after faults; report each, compare the other statements, and exit with 2
    #[arg(short, long)]
    pub(super) keep_going: bool,

    #[command(flatten)]
    pub(super) lenience: LenienceArguments,

    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(super) format: Format,
}
