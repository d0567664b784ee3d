//! Formats of files, by their names.
//!
//! Invariant: case does not matter, and neither does an extension that says how a file is compressed: whether it is, its
//! first bytes tell. The library knows each dialect's own extension.

use crate::files::compression::Compression;
use crate::files::refusal;
use std::borrow::Cow;
use std::io;
use std::path::Path;
use turtle_peg::Dialect;

/// The meaning of an extension.
pub struct Named {
    pub dialect: Dialect,
    /// A doubt about the dialect.
    pub warning: Option<&'static str>,
}

/// More extensions that are read: the dialect's extension, and a doubt about the dialect, if there is one.
const ALSO_READ: [(&str, &str, Option<&str>); 3] = [
    ("turtle", "ttl", None),
    (
        "ttls",
        "ttl",
        Some(
            "read as RDF 1.2 Turtle; what .ttls stood for, Turtle-star, means something else by `<< >>`",
        ),
    ),
    (
        "n3",
        "ttl",
        Some("read as Turtle; Notation3 has more, such as formulas and rules"),
    ),
];

/// Compression formats, by extension.
const COMPRESSED: [(&str, Compression); 4] = [
    ("gz", Compression::Gzip),
    ("bz2", Compression::Bzip2),
    ("zst", Compression::Zstd),
    ("xz", Compression::Xz),
];

/// Formats that are not read, by their extensions, and advice for their files.
const NOT_READ: [(&[&str], &str); 7] = [
    (
        &["rdf", "owl", "rdfs", "xml"],
        "this is RDF/XML by its name, which no dialect reads; convert it to Turtle first, as `riot --output=turtle` or \
         `rapper -i rdfxml -o turtle` do",
    ),
    (
        &["jsonld", "json"],
        "this is JSON-LD by its name, which no dialect reads; convert it to Turtle first, as `riot --output=turtle` does",
    ),
    (
        &["hdt"],
        "this is HDT by its name, which no dialect reads; convert it to N-Triples first, as `hdt2rdf` does",
    ),
    (
        &COLUMNS,
        "these are columns by their name, which no dialect reads",
    ),
    (
        &["csv", "tsv", "ods", "xls", "xlsx"],
        "this is a table by its name, which no dialect reads",
    ),
    (
        &["html", "htm", "xhtml"],
        "this is a page by its name, which no dialect reads; name the data that it describes, in Turtle or the like",
    ),
    (
        &["zip", "tar", "tgz", "tbz2", "txz", "7z"],
        "this is an archive by its name; unpack it first (gzip, bzip2, zstd and xz are unpacked here)",
    ),
];

/// Files of columns.
const COLUMNS: [&str; 4] = ["parquet", "arrow", "feather", "orc"];

/// Extensions of compression that is neither unpacked nor written.
const OTHERWISE_COMPRESSED: [&str; 8] = ["br", "lz", "lz4", "lzma", "lzo", "sz", "z", "zlib"];

/// Formats that only outputs have.
const GRAMMARS: [&str; 2] = ["pest", "ebnf"];

/// The meaning of a file's extension; none if it is not known.
pub fn named(path: &Path) -> Option<Named> {
    if let Some(dialect) = Dialect::from_path(path) {
        let warning = None;
        return Some(Named { dialect, warning });
    }
    let extension = format_extension(path)?;
    let also_read = ALSO_READ.iter().find(|(other, ..)| *other == extension);
    let &(_, extension, warning) = also_read?;
    let dialect = Dialect::from_extension(extension)?;
    Some(Named { dialect, warning })
}

/// The extensions, with their dots, of the files that are read as a dialect unless they are said to be of another.
pub fn extensions(dialect: Dialect) -> Vec<String> {
    let own = dialect.extension();
    if Dialect::from_extension(own) != Some(dialect) {
        return Vec::new();
    }
    let all = same_language(own);
    all.map(|extension| format!(".{extension}")).collect()
}

/// The extensions of files that are read as those with this one are.
pub fn same_language(own: &'static str) -> impl Iterator<Item = &'static str> {
    let others = ALSO_READ
        .iter()
        .filter(move |&&(_, read_as, _)| read_as == own);
    [own].into_iter().chain(others.map(|&(other, ..)| other))
}

/// All extensions that are read, for messages: `.ttl, .nt or .nq`.
pub fn all_extensions() -> String {
    let all: Vec<_> = Dialect::all().flat_map(extensions).collect();
    either(&all)
}

/// The reason why a file with this name is not read, and advice.
pub fn not_read(path: &Path) -> Cow<'static, str> {
    let extension = format_extension(path).unwrap_or_default();
    match why_not_read(&extension) {
        Some(why) => why.into(),
        None => match otherwise_compressed(&extension, "unpacked") {
            Some(why) => why.into(),
            None => {
                let all = all_extensions();
                format!("its name does not end in {all}; say what it is with --dialect").into()
            }
        },
    }
}

/// Why nothing with this extension is unpacked, or written, if it names another compression.
fn otherwise_compressed(extension: &str, done: &str) -> Option<String> {
    OTHERWISE_COMPRESSED.contains(&extension).then(|| {
        format!(
            "its name says .{extension}, which is not a compression that is {done}; .gz, .bz2, .xz and .zst are"
        )
    })
}

/// The extensions of a file's name, in lower case and without their dots.
struct Extensions {
    format: Option<String>,
    /// One of [`COMPRESSED`]; it is behind the other.
    compression: Option<(&'static str, Compression)>,
}

impl Extensions {
    fn of(path: &Path) -> Self {
        let lower_case = |path: &Path| Some(path.extension()?.to_str()?.to_ascii_lowercase());
        let last = lower_case(path);
        let compression = COMPRESSED.iter().find(|it| Some(it.0) == last.as_deref());
        Self {
            format: match compression {
                Some(_) => lower_case(&path.with_extension("")),
                None => last,
            },
            compression: compression.copied(),
        }
    }
}

/// One of several things: `a, b or c`.
fn either(things: &[String]) -> String {
    match things.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

/// Why no file with this extension is read, if it names a format that no dialect reads.
fn why_not_read(extension: &str) -> Option<&'static str> {
    let format = NOT_READ
        .iter()
        .find(|(names, _)| names.contains(&extension));
    format.map(|(_, why)| *why)
}

/// How a file with this name is compressed.
pub fn compression(path: &Path) -> Option<Compression> {
    Extensions::of(path).compression.map(|(_, format)| format)
}

/// Makes sure that the name of a file that is to be written names no format but that of these extensions.
pub fn check_format(path: &Path, extensions: &[&str]) -> io::Result<()> {
    let Some(extension) = format_extension(path) else {
        return Ok(());
    };
    if let Some(message) = otherwise_compressed(&extension, "written") {
        return Err(refusal(&message));
    }
    let is_grammar = || GRAMMARS.contains(&extension.as_str());
    let names_a_format =
        named(path).is_some() || why_not_read(&extension).is_some() || is_grammar();
    if !names_a_format || extensions.contains(&extension.as_str()) {
        return Ok(());
    }
    let written = match extensions {
        [] => "no such thing is written there".to_owned(),
        extensions => {
            let dotted: Vec<_> = extensions.iter().map(|it| format!(".{it}")).collect();
            format!("what is written there would be {}", either(&dotted))
        }
    };
    let message = format!("its name says .{extension}, but {written}; name another file");
    Err(refusal(&message))
}

/// The error of a file that is to be written, whose extension names no format that is written.
pub fn not_written(path: &Path) -> io::Error {
    let extension = format_extension(path).unwrap_or_default();
    if let Some(message) = otherwise_compressed(&extension, "written") {
        return refusal(&message);
    }
    let columns = match COLUMNS.contains(&extension.as_str()) {
        true => {
            "files of columns are written by a program that `cargo install --path crates/cli --profile dist --features columns` makes; "
        }
        false => "",
    };
    let all = all_extensions();
    refusal(&format!(
        "its name says .{extension}, which is not written: {columns}name it {all}, or say what to write with --to"
    ))
}

/// The extension that tells the format: behind it may be one that tells how the file is compressed.
pub fn format_extension(path: &Path) -> Option<String> {
    Extensions::of(path).format
}

/// The extension of a file's name in lower case, without the dot, and with that of compression behind it.
pub fn extension(path: &Path) -> Option<String> {
    let Extensions {
        format,
        compression,
    } = Extensions::of(path);
    match compression {
        Some((last, _)) => {
            Some(format.map_or(last.to_owned(), |format| format!("{format}.{last}")))
        }
        None => format,
    }
}
