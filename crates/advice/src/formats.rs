//! Documents in another language altogether, recognised by how they begin.
//!
//! Invariant: the search runs only after a fault in the first statement, or in the first bytes.

use super::AdviceDraft;
use super::fault::FaultView;
use super::words::BYTE_ORDER_MARK;
use turtle_peg::SyntaxErrorKind;

/// Beginnings of documents, in lower case, each with the name of the format and the remedy. No document of RDF begins so.
const BEGINNINGS: &[(&str, &str, &str)] = &[
    ("<!doctype html", "HTML", SAVE_DATA),
    ("<!doctype", "XML", CONVERT),
    ("<rdf:rdf", "RDF/XML", CONVERT_RDF_XML),
    ("\u{1F}", "compressed data", "decompress it first"),
    ("pk\u{3}\u{4}", "a ZIP archive", "unpack it first"),
    ("%pdf-", "PDF", SAVE_TEXT),
    ("{\\rtf", "RTF", "save it as plain text, in UTF-8"),
    ("sqlite format 3", "a database of SQLite", EXPORT),
    ("$hdt", "HDT", "convert it, for example with `hdt2rdf`"),
    ("par1\u{15}", "Parquet", CONVERT),
    ("version https://git-lfs", GIT_LFS, FETCH),
    ("http/1.", ANSWER, "save the body only"),
    ("http/2", ANSWER, "save the body only"),
    ("%yaml", "YAML", CONVERT),
    ("sep=", "CSV", CONVERT_CSV),
    ("format-version:", "OBO", CONVERT_OBO),
    ("ontology(", "OWL in functional syntax", CONVERT_OWL),
    ("prefix(", "OWL in functional syntax", CONVERT_OWL),
    ("create table", "SQL", EXPORT_TABLE),
    ("create database", "SQL", EXPORT_TABLE),
    ("create index", "SQL", EXPORT_TABLE),
    ("create view", "SQL", EXPORT_TABLE),
    ("insert into", "SQL", EXPORT_TABLE),
    ("drop table", "SQL", EXPORT_TABLE),
    ("alter table", "SQL", EXPORT_TABLE),
    ("begin transaction", "SQL", EXPORT_TABLE),
    ("set statement", "SQL", EXPORT_TABLE),
];

const GIT_LFS: &str = "a pointer of Git LFS, in the place of the file";
const ANSWER: &str = "an answer of a server, with its header";
const EXPORT: &str = "export the data first";
const FETCH: &str = "fetch the file: `git lfs pull`";
const CONVERT_OBO: &str = "convert it, for example with `robot convert`";
const SAVE_TEXT: &str =
    "save the data itself; text that is copied from a page has other signs in it";
const CONVERT: &str = "convert it to Turtle first";
const CONVERT_RDF_XML: &str =
    "convert it, for example with `rapper --output turtle` or `riot --output=turtle`";
const CONVERT_CSV: &str = "convert it to Turtle first, for example with CSV on the Web";
const CONVERT_OWL: &str = "convert it, for example with `robot convert` or Protégé";
const EXPORT_TABLE: &str = "a table becomes RDF by a mapping, such as R2RML has them";
const SAVE_DATA: &str = "save the data itself, not the page that shows it; a server may send Turtle for `Accept: text/turtle`";

pub(super) fn advice(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    if let SyntaxErrorKind::InvalidUtf8 { .. } = fault.error.kind() {
        return Some(not_text(fault, &fault.around.not_text));
    }
    if fault.around.start.byte > 3 {
        return None;
    }
    let text = fault.around.text.trim_start();
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    // Their beginning may be taken for a prefix that is not declared.
    if is_yaml_document(text) {
        return Some(other(fault, text, "YAML", CONVERT));
    }
    if is_manchester(text) {
        return Some(other(fault, text, "OWL in Manchester syntax", CONVERT_OWL));
    }
    if !fault.is_unexpected() {
        return None;
    }
    if let Some(encoding) = wide_encoding(fault.around.start.byte, &fault.around.text) {
        return Some(
            AdviceDraft::new(format!(
                "this is {encoding}, and the document has to be UTF-8"
            ))
            .help(format!("convert it: `iconv -f {encoding} -t UTF-8 FILE`"))
            .other_language(),
        );
    }
    if text.starts_with('\0') {
        return Some(
            AdviceDraft::new(
                "the document begins with bytes that are zero, so it is not text in UTF-8",
            )
            .help("if it is text in UTF-32, convert it: `iconv -f UTF-32 -t UTF-8 FILE`")
            .other_language(),
        );
    }
    // A graph without triples is TriG.
    if fault.dialect.has_named_graphs() && is_empty_object(text) {
        return None;
    }
    let (what, remedy) = by_first_bytes(text).or_else(|| by_first_lines(text))?;
    Some(other(fault, text, what, remedy))
}

/// A text in another language.
fn other(fault: &FaultView<'_>, text: &str, what: &str, remedy: &str) -> AdviceDraft {
    let title = format!(
        "this looks like {what}, and the document is read as {}",
        fault.dialect.title()
    );
    let start = fault.around.text.len() - text.len();
    let line = text.lines().next().map_or(0, |line| line.trim_end().len());
    AdviceDraft::new(title)
        .at(start..start + line)
        .help(remedy)
        .other_language()
}

fn by_first_bytes(text: &str) -> Option<(&'static str, &'static str)> {
    let lower: String = text
        .chars()
        .take(200)
        .collect::<String>()
        .to_ascii_lowercase();
    let begins = |with: &str| lower.starts_with(with);
    let known = BEGINNINGS.iter().find(|(beginning, ..)| begins(beginning));
    if let Some(&(_, what, remedy)) = known {
        return Some((what, remedy));
    }
    let is_page = begins("<html") && (lower.contains("<head") || lower.contains("<body"));
    if is_page {
        return Some(("HTML", SAVE_DATA));
    }
    if begins("<?xml") {
        return Some(match text.contains("rdf:RDF") {
            true => ("RDF/XML", CONVERT_RDF_XML),
            false => ("XML", CONVERT),
        });
    }
    if let Some(comment) = text.strip_prefix("<!--") {
        // It may be a comment in Turtle.
        let (_, after) = comment.split_once("-->")?;
        return by_first_bytes(after.trim_start());
    }
    if element(text).is_some() {
        return Some(("XML", CONVERT));
    }
    if is_string_of_json(text) {
        return Some((
            "a string of JSON",
            "take the text out of it first, for example with `jq --raw-output`",
        ));
    }
    if is_json(text) {
        return Some(
            match text.contains("\"@context\"") || text.contains("\"@id\"") {
                true => (
                    "JSON-LD",
                    "convert it, for example with `riot --output=turtle`",
                ),
                false => ("JSON", CONVERT),
            },
        );
    }
    None
}

/// By lines: those of comments, as Turtle has them, left out at the beginning.
fn by_first_lines(text: &str) -> Option<(&'static str, &'static str)> {
    let is_comment = |line: &&str| line.starts_with('#') || line.trim().is_empty();
    let mut lines = text.lines().skip_while(is_comment);
    let first = lines.next()?;
    if is_csv(text) {
        return Some(("CSV", CONVERT_CSV));
    }
    if let Some(language) = language_of_program(first) {
        return Some((
            language,
            "run it, if it writes the data; or take out the lines before and after the document",
        ));
    }
    if is_of_log(first) {
        return Some((
            "a log file",
            "look for the data elsewhere, or take out the lines of the log",
        ));
    }
    if is_table_row(first) {
        return Some((
            "a table",
            "write each row as statements: `subject predicate object .`",
        ));
    }
    if is_sql_query(first) {
        return Some(("SQL", EXPORT_TABLE));
    }
    is_markdown(first).then_some((
        "Markdown",
        "take out what is Turtle in it, which is between ``` and ```, most likely",
    ))
}

/// The name of an element of XML with attributes that a text begins with, and the bracket before it: an IRI has no space.
pub(super) fn element(text: &str) -> Option<&str> {
    let is_name = |name: &str| {
        let is_of_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, ':' | '-' | '_' | '.');
        name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.chars().all(is_of_name)
    };
    let (element, attributes) = text.split_once([' ', '\t'])?;
    let (attribute, value) = attributes.trim_start().split_once('=')?;
    let is_attribute = is_name(attribute.trim_end()) && value.trim_start().starts_with(['"', '\'']);
    (is_name(element.strip_prefix('<')?) && is_attribute).then_some(element)
}

/// A line that begins a document, or keys; and among the first lines a list, or a bare word as a value, which cannot be in
/// Turtle.
fn is_yaml_document(text: &str) -> bool {
    const LINES: usize = 4;
    let is_text = |line: &&str| !line.trim().is_empty() && !line.starts_with('#');
    let lines = || text.lines().filter(is_text).take(LINES);
    let is_item = |line: &str| {
        let item = line.trim_start().strip_prefix("- ");
        item.is_some_and(|item| item.starts_with(char::is_alphabetic))
    };
    let has_bare_word = |line: &str| {
        let value = line.split_once(": ").map_or("", |(_, value)| value.trim());
        let is_word =
            value.starts_with(char::is_alphabetic) && value.chars().all(char::is_alphanumeric);
        is_word && !matches!(value, "a" | "true" | "false")
    };
    if lines()
        .next()
        .is_some_and(|first| first.trim_end() == "---")
    {
        return true;
    }
    let is_of_keys = lines().count() > 1 && lines().all(|line| is_yaml(line) || is_item(line));
    is_of_keys && lines().any(|line| is_item(line) || has_bare_word(line))
}

/// `key: value`, or a key alone; no name of Turtle is followed by a word, or by nothing.
fn is_yaml(line: &str) -> bool {
    let Some((key, value)) = line.trim_start_matches(['-', ' ']).split_once(':') else {
        return false;
    };
    let value = value.trim_end();
    let is_key = key.starts_with(|c: char| c.is_ascii_alphabetic())
        && key
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    let word = value.trim_start().split(' ').next().unwrap_or_default();
    let is_value = value.starts_with(' ') && !word.contains([':', '<', '[', '(']);
    is_key && (value.is_empty() || is_value) && !value.ends_with(['.', ';', ','])
}

/// The language of programs that a line is written in, where a statement would begin.
pub(super) fn language_of_program(line: &str) -> Option<&'static str> {
    match () {
        () if is_python(line) => Some("Python"),
        () if is_javascript(line) => Some("JavaScript"),
        () if is_of_shell(line) => Some("a script of a shell"),
        () => None,
    }
}

/// Whether a text is a name of a programming language, with full stops perhaps.
fn is_identifier(text: &str) -> bool {
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && text.chars().all(is_of_name)
}

/// Whether a text begins as a value does in the place of which a statement has nothing: a string, or a call.
fn is_assigned(value: &str) -> bool {
    let value = value.trim_start();
    let is_call = value
        .split_once('(')
        .is_some_and(|(name, _)| is_identifier(name));
    let string = value.trim_start_matches(['f', 'r', 'b', 'u']);
    is_call || string.starts_with(['"', '\'', '`'])
}

fn is_python(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let is_name = |name: Option<&str>| {
        name.is_some_and(|name| {
            name.split(',')
                .all(|name| name.is_empty() || is_identifier(name))
        })
    };
    let is_assignment = || {
        let sides = line.split_once('=');
        sides.is_some_and(|(name, value)| is_identifier(name.trim_end()) && is_assigned(value))
    };
    let is_call = || {
        line.split_once('(')
            .is_some_and(|(name, _)| is_identifier(name))
    };
    match words.next() {
        Some("import") => is_name(words.next()),
        Some("from") => is_name(words.next()) && words.next() == Some("import"),
        Some("def" | "class" | "with" | "for" | "if") => line.trim_end().ends_with(':'),
        _ => is_assignment() || is_call(),
    }
}

/// `const text = "…"`.
fn is_javascript(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let is_keyword = matches!(words.next(), Some("const" | "let" | "var"));
    let is_assignment = words.next().is_some_and(is_identifier) && words.next() == Some("=");
    is_keyword && is_assignment
}

/// A prompt, or a command that people feed documents to, with an argument.
fn is_of_shell(line: &str) -> bool {
    const COMMANDS: [&str; 12] = [
        "cat", "curl", "echo", "export", "printf", "rapper", "riot", "sudo", "tee", "wget", "http",
        "docker",
    ];
    if line.starts_with("#!/") || line.starts_with("$ ") {
        return true;
    }
    let mut words = line.split_whitespace();
    words.next().is_some_and(|word| COMMANDS.contains(&word)) && words.next().is_some()
}

/// A row of a table in Markdown, or as programs print tables.
pub(super) fn is_table_row(line: &str) -> bool {
    let line = line.trim();
    let inner = line
        .strip_prefix('|')
        .and_then(|rest| rest.strip_suffix('|'));
    inner.is_some_and(|inner| !inner.is_empty()) || (line.starts_with("+-") && line.ends_with("-+"))
}

/// A date and a time, perhaps in brackets, or the address of a client, or how grave it is.
pub(super) fn is_of_log(line: &str) -> bool {
    const LEVELS: [&str; 9] = [
        "DEBUG", "ERROR", "FATAL", "INFO", "NOTICE", "SEVERE", "TRACE", "WARN", "WARNING",
    ];
    let first = line.trim_start_matches('[');
    let letters = first
        .find(|c: char| !c.is_ascii_uppercase())
        .unwrap_or(first.len());
    let (level, after) = first.split_at(letters);
    let is_level = LEVELS.contains(&level)
        && after.starts_with([']', ':', ' '])
        && after.trim_start_matches([']', ':', ' ']).contains(' ');
    if is_level {
        return true;
    }
    let shape: String = line
        .trim_start_matches('[')
        .chars()
        .take(16)
        .map(|c| if c.is_ascii_digit() { '0' } else { c })
        .collect();
    let is_time = matches!(
        shape.as_str(),
        "0000-00-00 00:00" | "0000-00-00T00:00" | "0000/00/00 00:00"
    ) || shape.starts_with("00:00:00");
    is_time || (shape.starts_with('0') && line.contains(" - - ["))
}

/// `SELECT name FROM people`: SPARQL has variables, and a pattern between braces.
fn is_sql_query(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    line.starts_with("select ") && line.contains(" from ") && !line.contains(['?', '{', '$', '<'])
}

/// A block of code, a heading with a line below it, a list, a quotation, a link or bold letters.
fn is_markdown(line: &str) -> bool {
    let is_item = |mark: &str| {
        let item = line.trim_start().strip_prefix(mark);
        item.is_some_and(|item| item.starts_with(char::is_alphabetic))
    };
    // In a document that may be Turtle, such signs are in strings and comments.
    let is_prose = |mark: &str| {
        let before = line.split_once(mark).map(|(before, _)| before);
        before.is_some_and(|before| !before.contains([':', '"', '\'', '<', '@', '#']))
    };
    line.starts_with("```")
        || ["* ", "- ", "> "].into_iter().any(is_item)
        || ["](", "**"].into_iter().any(is_prose)
}

/// Two lines that begin as no line of Turtle does.
fn is_manchester(text: &str) -> bool {
    let begins = |line: &str| line.starts_with("Prefix: ") || line.starts_with("Ontology: ");
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    lines.next().is_some_and(begins) && lines.next().is_some_and(begins)
}

/// The encoding of several bytes a character in which a text of ASCII is, which begins at this byte of the document: its bytes
/// that are zero tell.
fn wide_encoding(start: u64, text: &str) -> Option<&'static str> {
    const ENOUGH: usize = 64;
    let (start, text) = match text.strip_prefix(BYTE_ORDER_MARK) {
        Some(text) => (0, text),
        None => (start, text),
    };
    let mut zeros = [false; 4];
    let mut others = [false; 4];
    let bytes = (start..).zip(text.bytes()).take(ENOUGH);
    for (at, byte) in bytes.take_while(|(_, byte)| byte.is_ascii()) {
        match byte {
            0 => zeros[(at % 4) as usize] = true,
            _ => others[(at % 4) as usize] = true,
        }
    }
    match (zeros, others) {
        ([false, true, true, true], [true, false, false, false]) => Some("UTF-32LE"),
        ([true, true, true, false], [false, false, false, true]) => Some("UTF-32BE"),
        ([false, true, false, true], [true, false, true, false]) => Some("UTF-16LE"),
        ([true, false, true, false], [false, true, false, true]) => Some("UTF-16BE"),
        _ => None,
    }
}

/// Bytes that are not UTF-8.
fn not_text(fault: &FaultView<'_>, bytes: &[u8]) -> AdviceDraft {
    let is_first = fault.around.fault.start == 0 && fault.around.start.byte == 0;
    let before = &fault.around.text[..fault.around.fault.start];
    let byte = bytes
        .first()
        .map(|byte| format!("{byte:02X}"))
        .unwrap_or_default();
    if let Some(encoding) = wide_encoding(fault.around.start.byte, before) {
        return AdviceDraft::new(format!(
            "this is {encoding}, and the document has to be UTF-8"
        ))
        .help(format!("convert it: `iconv -f {encoding} -t UTF-8 FILE`"));
    }
    match bytes {
        [0xFF, 0xFE, 0, 0] if is_first => AdviceDraft::new(
            "this begins with a byte order mark of UTF-32, and the document has to be UTF-8",
        )
        .help("convert it: `iconv -f UTF-32 -t UTF-8 FILE`"),
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] if is_first => AdviceDraft::new(
            "this begins with a byte order mark of UTF-16, and the document has to be UTF-8",
        )
        .help("convert it: `iconv -f UTF-16 -t UTF-8 FILE`"),
        [0xB5, 0x2F, 0xFD, ..] | [0xFD, b'7', ..] if fault.around.start.byte == 0 => {
            AdviceDraft::new("this is compressed").help("decompress it first")
        }
        _ if before.contains('\0') => AdviceDraft::new(format!("the byte {byte} is not UTF-8"))
            .help("this looks like a binary file, or like UTF-16 without a mark"),
        [0xED, 0xA0..=0xBF, 0x80..=0xBF, ..] => AdviceDraft::new(format!(
            "the byte {byte} begins one half of a surrogate pair, which is not UTF-8"
        ))
        .help(WRITTEN_AS_CESU_8),
        [0xC0 | 0xC1, 0x80..=0xBF, ..] => AdviceDraft::new(format!(
            "the byte {byte} begins a character in more bytes than UTF-8 has for it"
        ))
        .help(WRITTEN_AS_CESU_8),
        bytes if is_cut_off(bytes) => {
            let title =
                format!("the byte {byte} is not UTF-8: it begins a character, and more is missing");
            let draft = AdviceDraft::new(title)
                .help("if the document ends here, it may be cut off: get all of it");
            match bytes {
                // Letters that words end with.
                &[letter @ 0xE0..=0xFF] if before.is_ascii() => draft.help(from_latin_1(letter)),
                _ => draft,
            }
        }
        _ if !before.is_ascii() => AdviceDraft::new(format!("the byte {byte} is not UTF-8")).help(
            "the text before it is: it may be damaged, or come from a text in another encoding",
        ),
        &[first @ 0x80..=0xFF, ..] => {
            AdviceDraft::new(format!("the byte {byte} is not UTF-8")).help(from_latin_1(first))
        }
        _ => AdviceDraft::new("these bytes are not UTF-8"),
    }
}

const WRITTEN_AS_CESU_8: &str =
    "the program that wrote it may write CESU-8 or Java's modified UTF-8: let it write UTF-8";

/// Whether these bytes, which end with their line or with the document, are the beginning of a character.
fn is_cut_off(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes)
        .is_err_and(|error| error.valid_up_to() == 0 && error.error_len().is_none())
}

fn from_latin_1(byte: u8) -> String {
    format!(
        "if the document is in Windows-1252 or Latin-1{}, convert it: `iconv -f WINDOWS-1252 -t UTF-8 FILE`",
        in_latin_1(byte)
    )
}

/// The character of a byte in both of the encodings that are named, if people write it.
fn in_latin_1(byte: u8) -> String {
    match char::from(byte) {
        letter if letter.is_alphabetic() => format!(", where it is `{letter}`"),
        _ => String::new(),
    }
}

/// Whether a text begins with `{}`.
fn is_empty_object(text: &str) -> bool {
    let inner = text.strip_prefix('{').map(str::trim_start);
    inner.is_some_and(|inner| inner.starts_with('}'))
}

/// A string in which a document is, with `\n` for its line ends.
fn is_string_of_json(text: &str) -> bool {
    const BEGINNINGS: [&str; 5] = ["@prefix", "@base", "PREFIX", "BASE", "<"];
    let inner = text.strip_prefix('"');
    inner.is_some_and(|inner| {
        BEGINNINGS.iter().any(|begin| inner.starts_with(begin)) && inner.contains("\\n")
    })
}

/// An object or an array of JSON, and no list or property list of Turtle.
fn is_json(text: &str) -> bool {
    let Some(inner) = text.strip_prefix(['{', '[']) else {
        return false;
    };
    let inner = inner.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '[' | '{'));
    let Some(name) = inner.strip_prefix('"') else {
        return inner.starts_with(['}', ']']) && text.starts_with('{');
    };
    let behind = name
        .find('"')
        .map_or("", |end| name[end + 1..].trim_start());
    behind.starts_with([':', ','])
}

/// Lines with equal numbers of commas, semicolons or tabs: two lines with several, or three with one. The first has no sign of
/// Turtle.
fn is_csv(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim_end);
    let [Some(first), Some(second), third] = [lines.next(), lines.next(), lines.next()] else {
        return false;
    };
    let is_header = !first.contains(['<', '>', '@', ':', '#', '{', '[', '(']);
    let count = |line: &str, separator| line.matches(separator).count();
    let is_separator = |&separator: &char| {
        let columns = count(first, separator);
        let is_in_third = third.is_some_and(|third| count(third, separator) == columns);
        columns == count(second, separator) && (columns > 1 || (columns == 1 && is_in_third))
    };
    is_header && [',', ';', '\t'].iter().any(is_separator)
}
