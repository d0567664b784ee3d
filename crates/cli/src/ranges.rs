//! Ranges of documents in files: which one is asked for, and where it is.

use crate::files::compression::is_packed;
use crate::input::{InputSource, Strange};
use crate::trouble::explained;
use anyhow::{Context, bail};
use std::fs::{self, File};
use std::io::{self, Seek as _};
use std::path::Path;
use std::str::FromStr;
use turtle_peg::Parser;
use turtle_peg::index::{CheckpointIndex, DocumentRange, IndexError};

/// One of several parts of a document, as `--range 2/5` names it.
#[derive(Clone, Copy, Debug)]
pub struct RangeArgument {
    number: u64,
    of: u64,
}

impl FromStr for RangeArgument {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        let numbers = text.split_once('/');
        let numbers =
            numbers.and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match numbers {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Self { number, of }),
            _ => {
                bail!("write NUMBER/PARTS, such as 2/5: the number is from 1 to that of the parts")
            }
        }
    }
}

impl RangeArgument {
    /// The range of a document, and its file, which begins there; `None` if no statement begins in it. An index has to be of the base
    /// IRI that is given, if one is.
    ///
    /// # Errors
    ///
    /// The range cannot be found, or the document was changed since its index was made.
    pub fn find(
        self,
        parser: &Parser,
        source: &InputSource,
        base: Option<&str>,
    ) -> anyhow::Result<Option<(DocumentRange, File)>> {
        let (path, mut file) = whole_file(source)?;
        let index_path = CheckpointIndex::path(path);
        let found = match fs::read(&index_path) {
            Ok(bytes) => {
                let index = CheckpointIndex::from_bytes(&bytes);
                let index = index.with_context(|| index_path.display().to_string());
                let index = index.map_err(Strange::from)?;
                check_base(base, &index)?;
                match index.part(self.number, self.of) {
                    Some(range) => index.open(&range, &mut file).map(|()| range),
                    None if file.metadata()?.len() == index.size() => return Ok(None),
                    None => Err(IndexError::Changed),
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                if !parser.dialect().is_line_based() {
                    bail!(Strange(format!(
                        "only lines can be read without those before them; `turtle-peg index {}` finds out what a range needs",
                        path.display()
                    )));
                }
                let range = DocumentRange::of_lines(parser, &mut file, self.number, self.of);
                range.and_then(|range| {
                    file.seek(io::SeekFrom::Start(range.from.position().byte))?;
                    Ok(range)
                })
            }
            Err(error) => Err(error.into()),
        };
        let range = match found {
            Err(IndexError::Changed) => bail!(Strange(format!(
                "{} is of another document, or of this one before it was changed; `turtle-peg index` makes it anew",
                index_path.display()
            ))),
            found => found.map_err(anyhow::Error::from).map_err(Strange::from)?,
        };
        let is_for_it = parser.check_resumable(&range.from);
        is_for_it.map_err(|error| Strange::from(anyhow::Error::from(error)))?;
        // An index knows nothing of the other documents of this run.
        let from = range
            .from
            .with_blank_node_prefix(parser.start().blank_node_prefix())?;
        Ok(Some((DocumentRange { from, ..range }, file)))
    }
}

/// Makes sure that an index was made with the base IRI that is given, if one is.
fn check_base(given: Option<&str>, index: &CheckpointIndex) -> anyhow::Result<()> {
    let Some(given) = given else { return Ok(()) };
    let first = index.ranges().next();
    let indexed = first.as_ref().and_then(|(first, _)| first.base_iri());
    if indexed == Some(given) {
        return Ok(());
    }
    let indexed = indexed.map_or("no base IRI".to_owned(), |base| {
        format!("the base IRI <{base}>")
    });
    bail!(Strange(format!(
        "the index was made with {indexed}, not <{given}>; `turtle-peg index` makes it anew"
    )))
}

/// The file of a document, which is not compressed, and its path.
pub fn whole_file(source: &InputSource) -> anyhow::Result<(&Path, File)> {
    let open = || {
        let path = source
            .file()
            .context("ranges are those of a file: name one")?;
        // What keeps it from being read is told in the words of other commands.
        source.open()?;
        let mut file = File::open(path).map_err(explained)?;
        if !file.metadata()?.is_file() {
            bail!("ranges are those of a file, and this is none");
        }
        if is_packed(&mut file)? {
            bail!("it is compressed, so that nothing can be read from its middle; unpack it first");
        }
        file.rewind()?;
        Ok((path, file))
    };
    open().map_err(|error: anyhow::Error| Strange::from(error).into())
}
