//! A grammar as an editor has it, read once for each text.

use language_server::text::OpenDocument;
use lsp_types::Position;
use std::ops::Range;
use toolkit::peg::Literate;
use toolkit::{Grammar, GrammarError, GrammarPlaces, NamePlace, Summary, ebnf, peg};

/// The notation of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GrammarNotation {
    Ebnf,
    Peg,
}

impl GrammarNotation {
    pub fn of(document: &OpenDocument) -> Self {
        let is_peg = document.language == "pest" || document.uri.0.as_str().ends_with(".pest");
        match is_peg {
            true => Self::Peg,
            false => Self::Ebnf,
        }
    }
}

/// A grammar that can be read.
#[derive(Clone, Debug)]
pub struct ReadGrammar {
    /// The productions; none if a PEG quotes none.
    pub specified: Grammar,
    /// The file of a PEG.
    pub literate: Option<Literate>,
    pub places: GrammarPlaces,
}

impl ReadGrammar {
    /// Reads a text.
    ///
    /// # Errors
    ///
    /// It is not in this notation.
    pub fn of(text: &str, notation: GrammarNotation) -> Result<Self, GrammarError> {
        if notation == GrammarNotation::Ebnf {
            return Ok(Self {
                specified: ebnf::read(text)?,
                literate: None,
                places: ebnf::places(text)?,
            });
        }
        let literate = peg::read(text)?;
        let specified = match literate.specified() {
            // A PEG need not mirror anything.
            Err(GrammarError::Empty) => Grammar::default(),
            specified => specified?,
        };
        Ok(Self {
            specified,
            literate: Some(literate),
            places: peg::places(text)?,
        })
    }

    pub fn summary(&self) -> Result<Summary, GrammarError> {
        match &self.literate {
            Some(literate) => Summary::of_literate(literate),
            None => Ok(Summary::of_ebnf(&self.specified)),
        }
    }

    /// The name at this byte, or that ends there.
    pub fn name_at(&self, byte: usize) -> Option<&NamePlace> {
        let names = &self.places.names;
        let after = names.partition_point(|place| place.bytes.start <= byte);
        let place = &names[after.checked_sub(1)?];
        (byte <= place.bytes.end).then_some(place)
    }

    /// Where a name is written.
    pub fn places_of(&self, name: &str) -> impl Iterator<Item = &NamePlace> {
        self.places.names.iter().filter(move |it| it.name == name)
    }

    /// Where a production or a rule of this name begins: the last place, which in a PEG is its rule.
    pub fn definition(&self, name: &str) -> Option<Range<usize>> {
        let definitions = self.places_of(name).filter(|place| place.is_definition);
        definitions.last().map(|place| place.bytes.clone())
    }
}

/// The byte of a line and a column in characters, both counted from 1.
pub fn byte(document: &OpenDocument, (line, column): (usize, usize)) -> usize {
    let begin = Position {
        line: line.saturating_sub(1) as u32,
        character: 0,
    };
    let start = document.byte(begin);
    let characters = document.text()[start..].char_indices();
    let at = characters.map(|(at, _)| start + at).nth(column - 1);
    at.unwrap_or(document.text().len())
}
