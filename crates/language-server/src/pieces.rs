//! A document in pieces, of which an edit changes few: the others are kept, and moved.
//!
//! Invariant: what is said of a document does not depend on how it came to be. A piece is kept only if its text is the same, and
//! that of the piece after it, and all that it depends on before it, which its checkpoint has. One with faults is read anew.

use crate::reading::{DocumentTokens, PieceTokens};
use crate::text::{OpenDocument, TextChange};
use std::rc::Rc;
use turtle_peg::input::{Input, Slice};
use turtle_peg::{Checkpoint, Document, Error, Parser, SyntaxError};

/// About how many bytes a piece has, unless its checkpoint is large.
const SIZE: u64 = 64 * 1024;

/// The most faults of a document that are explained: nobody reads more at once, and each takes time.
pub const MOST_FAULTS: usize = 100;

/// The pieces of a document.
pub struct DocumentPieces {
    parser: Parser,
    /// That of the document.
    edition: u64,
    /// About how many bytes a piece has.
    size: u64,
    pieces: Vec<TextPiece>,
    /// How many of them are known to begin as they say; none of a text that was changed and not read.
    known: usize,
    /// The tokens of the whole document, once somebody asked for them.
    tokens: Option<Rc<DocumentTokens>>,
}

/// The text from a checkpoint on, up to the next piece's.
struct TextPiece {
    from: Checkpoint,
    /// Whether it is known that it conforms.
    is_clean: bool,
    tokens: Option<Rc<PieceTokens>>,
}

impl TextPiece {
    fn start(&self) -> u64 {
        self.from.position().byte
    }
}

impl DocumentPieces {
    /// The pieces of a document that this parser reads; the kept ones, if they are of this edition of it, and of this dialect.
    pub fn of<'k>(
        kept: &'k mut Option<Self>,
        document: &OpenDocument,
        parser: Parser,
    ) -> &'k mut Self {
        let own = kept.take();
        let dialect = parser.dialect();
        let own =
            own.filter(|it| it.edition == document.edition() && it.parser.dialect() == dialect);
        let mut own = own.unwrap_or_else(|| Self {
            parser: parser.with_recovery(),
            edition: document.edition(),
            size: SIZE,
            pieces: Vec::new(),
            known: 0,
            tokens: None,
        });
        if own.known == 0 {
            own.read(document.text());
        }
        kept.insert(own)
    }

    pub fn parser(&self) -> &Parser {
        &self.parser
    }

    /// Takes over that a document was changed, if it is this one.
    pub fn change(&mut self, change: &TextChange) {
        let (before, after) = change.editions;
        if self.edition != before {
            return;
        }
        (self.edition, self.known) = (after, 0);
        self.tokens = None;
        let (start, end) = (change.bytes.start as u64, change.bytes.end as u64);
        let changed = self.pieces.partition_point(|it| it.start() <= start);
        let is_behind =
            |it: &TextPiece| it.start() > end && it.from.position().line > change.last_line;
        let behind = self.pieces.partition_point(|it| !is_behind(it));
        for piece in &mut self.pieces[behind..] {
            piece.from.shift(end, change.more_bytes, change.more_lines);
        }
        self.pieces.drain(changed..behind);
        // Where the last statement of a piece ends can depend on what the next piece begins with.
        for piece in &mut self.pieces[changed.saturating_sub(3)..changed] {
            piece.is_clean = false;
            piece.tokens = None;
        }
    }

    /// Reads what is not known of the text, until there are many faults.
    fn read(&mut self, text: &str) {
        let mut old = std::mem::take(&mut self.pieces).into_iter().peekable();
        let mut faults = 0;
        let mut next = Some(self.parser.start());
        while let Some(from) = next.take().filter(|_| faults < MOST_FAULTS) {
            let byte = from.position().byte;
            while old.next_if(|it| it.start() < byte).is_some() {}
            let before = old.next_if(|it| it.start() == byte);
            let before = before.filter(|it| it.from.is_in_graph() == from.is_in_graph());
            let kept = before.as_ref().and_then(|it| it.kept(&from, old.peek()));
            let mut tokens = before.and_then(|it| it.tokens);
            let is_clean;
            match kept {
                Some(end) => (is_clean, next) = (true, end),
                None => {
                    let apart = self.size.max(16 * from.size() as u64);
                    let end = old.peek().map(TextPiece::start);
                    let near = end.filter(|end| (byte..byte + 2 * apart).contains(end));
                    let found;
                    (found, next) = self.check(
                        text,
                        &from,
                        near.unwrap_or(byte + apart),
                        MOST_FAULTS - faults,
                    );
                    tokens = tokens.filter(|_| next.as_ref().map(|it| it.position().byte) == end);
                    is_clean = found == 0;
                    faults += found;
                }
            }
            self.pieces.push(TextPiece {
                from,
                is_clean,
                tokens,
            });
        }
        self.known = self.pieces.len();
        self.pieces.extend(old);
    }

    /// Reads a piece that begins here and ends at this byte or after it: how many faults it has, up to a number, and where the next
    /// piece begins, if there is one.
    fn check(
        &self,
        text: &str,
        from: &Checkpoint,
        until: u64,
        most: usize,
    ) -> (usize, Option<Checkpoint>) {
        let mut document = self.document(text, from);
        let mut faults = 0;
        while let Some(result) = document.check_statement() {
            faults += usize::from(result.is_err());
            if faults >= most {
                break;
            }
            if let Some(next) = checkpoint_from(&document, until) {
                return (faults, Some(next));
            }
        }
        (faults, None)
    }

    /// Goes through the faults of the text that was read, until the visitor has seen enough.
    pub fn each_fault(&self, text: &str, mut visit: impl FnMut(&SyntaxError) -> bool) {
        let known = &self.pieces[..self.known];
        for (number, piece) in known.iter().enumerate().filter(|(_, it)| !it.is_clean) {
            let end = known.get(number + 1).map_or(u64::MAX, TextPiece::start);
            let mut document = self.document(text, &piece.from).until(end);
            while let Some(result) = document.check_statement() {
                if let Err(Error::Syntax(error)) = result
                    && !visit(&error)
                {
                    return;
                }
            }
        }
    }

    /// The last checkpoint before a byte of the text that was read; the document's beginning, if none is.
    pub fn checkpoint(&self, byte: usize) -> Checkpoint {
        let known = &self.pieces[..self.known];
        let before = known.partition_point(|it| it.start() < byte as u64);
        let piece = before.checked_sub(1).and_then(|last| known.get(last));
        piece.map_or_else(|| self.parser.start(), |it| it.from.clone())
    }

    /// A parser with the prefixes and the base IRI that hold where a statement begins.
    pub fn parser_at(&self, text: &str, byte: usize) -> Option<Parser> {
        let from = self.checkpoint(byte);
        let mut document = self.document(&text[..byte], &from);
        while document.check_statement().is_some() {}
        parser_after(&document, &self.parser)
    }

    /// The tokens of the text that was read.
    pub fn tokens(&mut self, text: &str) -> Rc<DocumentTokens> {
        let tokens = self.tokens.take();
        let tokens = tokens.unwrap_or_else(|| Rc::new(self.read_tokens(text)));
        Rc::clone(self.tokens.insert(tokens))
    }

    /// Reads the tokens of the pieces that are not known to be the same.
    fn read_tokens(&mut self, text: &str) -> DocumentTokens {
        let mut read = DocumentTokens::default();
        let mut number = 0;
        let mut next = Some(self.parser.start());
        while let Some(from) = next.take() {
            let byte = from.position().byte;
            let behind = self.pieces[number..].iter();
            number += behind.take_while(|it| it.start() < byte).count();
            let here = self.pieces.get(number);
            let is_here = here.is_some_and(|it| {
                it.start() == byte && it.from.is_in_graph() == from.is_in_graph()
            });
            let here = here.filter(|_| is_here);
            let behind = self.pieces.get(number + usize::from(is_here));
            let tokens = match here.and_then(|it| it.tokens.clone()) {
                Some(known) => {
                    next = behind.map(|it| it.from.clone());
                    known
                }
                None => {
                    let end = behind.map(TextPiece::start);
                    let mut document = self.document(text, &from);
                    let tokens = PieceTokens::read(
                        &mut document,
                        self.parser.dialect(),
                        text,
                        byte,
                        |document| {
                            next = end.and_then(|end| checkpoint_from(document, end));
                            next.is_some()
                        },
                    );
                    let tokens = Rc::new(tokens);
                    let is_whole = next.as_ref().map(|it| it.position().byte) == end;
                    if is_here && is_whole && !tokens.has_fault() {
                        self.pieces[number].tokens = Some(Rc::clone(&tokens));
                    }
                    tokens
                }
            };
            read.add(byte as usize, tokens);
        }
        read
    }

    fn document<'t>(&self, text: &'t str, from: &Checkpoint) -> Document<Slice<'t>> {
        let resumed = self.parser.resume_str(from, text);
        resumed.expect("the checkpoint is the parser's")
    }
}

impl TextPiece {
    /// Where the next piece begins, if this one conforms as it did, after all that is before it now.
    fn kept(&self, from: &Checkpoint, next: Option<&Self>) -> Option<Option<Checkpoint>> {
        let generated = |it: &Checkpoint| it.generated_labels() as i64;
        let more = generated(from) - generated(&self.from);
        let is_same = self.is_clean && self.from.renumbered(more).as_ref() == Some(from);
        match (is_same, next) {
            (false, _) => None,
            (true, None) => Some(None),
            (true, Some(next)) => next.from.renumbered(more).map(Some),
        }
    }
}

/// The place after the latest statement, if it is at this byte or after it, and one from which the rest can be read.
fn checkpoint_from(document: &Document<Slice<'_>>, byte: u64) -> Option<Checkpoint> {
    match document.next_byte() >= byte {
        true => document.checkpoint(),
        false => None,
    }
}

/// A parser for the text after what was read of a document.
pub fn parser_after<I: Input>(document: &Document<I>, parser: &Parser) -> Option<Parser> {
    let mut after = Parser::new(parser.dialect()).with_labels_as_written();
    if let Some(base) = document.base_iri() {
        after = after.with_base_iri(base).ok()?;
    }
    let mut prefixes = document.prefixes();
    let after = prefixes.try_fold(after, |after, (prefix, namespace)| {
        after.with_prefix(prefix, namespace)
    });
    after.ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::NameRole;
    use lsp_types::TextDocumentContentChangePartial;
    use pretty_assertions::assert_eq;
    use std::ops::Range;
    use testing::random::Random;
    use turtle_peg::tokens::TokenKind;
    use turtle_peg::{Dialect, Position};

    /// The answers about a document.
    #[derive(Debug, PartialEq)]
    struct Said {
        /// With the text around them.
        faults: Vec<(String, String)>,
        tokens: Vec<Result<(TokenKind, Range<u64>), Position>>,
        roles: Vec<(Range<usize>, NameRole)>,
    }

    fn said(pieces: &mut DocumentPieces, text: &str) -> Said {
        let mut faults = Vec::new();
        pieces.each_fault(text, |error| {
            faults.push((error.to_string(), error.surroundings().text.clone()));
            faults.len() < MOST_FAULTS
        });
        let read = pieces.tokens(text);
        let mut tokens = Vec::new();
        for unit in read.units(text) {
            match unit {
                Ok(unit) => tokens.extend(unit.map(|token| Ok((token.kind(), token.bytes())))),
                Err(faulty) => {
                    tokens.push(Err(faulty.position));
                    tokens.extend(
                        faulty
                            .tokens()
                            .map(|token| Ok((token.kind(), token.bytes()))),
                    );
                }
            }
        }
        Said {
            faults,
            tokens,
            roles: read.roles().collect(),
        }
    }

    /// Makes sure that who reads all of the text before a piece comes to its checkpoint.
    fn assert_checkpoints(pieces: &DocumentPieces, text: &str) {
        let mut document = pieces.parser.parse_str(text);
        for piece in &pieces.pieces[1..pieces.known] {
            while document.next_byte() < piece.start() {
                assert!(document.check_statement().is_some(), "{text}");
            }
            assert_eq!(document.checkpoint().as_ref(), Some(&piece.from), "{text}");
        }
    }

    /// The pieces of a document, of this size at least.
    fn of_size(size: u64, document: &OpenDocument) -> DocumentPieces {
        let mut kept = None;
        let parser = Parser::new(Dialect::TriG12).with_labels_as_written();
        let pieces = DocumentPieces::of(&mut kept, document, parser);
        pieces.size = size;
        pieces.pieces.clear();
        pieces.read(document.text());
        kept.unwrap()
    }

    /// Replaces a few characters.
    fn edit_at_random(document: &mut OpenDocument, random: &mut Random) -> TextChange {
        const PIECES: [&str; 20] = [
            "", "", "", " ", "\n", "\r\n", ".", ";", "[", "]", "[]", "\"\"\"", "<x:o>", "e:n",
            "_:b", "# ", "{", "}", "𝄞", "f:x",
        ];
        let text = document.text();
        let boundary = |from: usize| (from..).find(|&at| text.is_char_boundary(at)).unwrap();
        let start = boundary(random.below(text.len() + 1));
        let end = boundary((start + random.below(4)).min(text.len()));
        let range = document.range(start..end);
        let text = random.pick(&PIECES).to_owned();
        document.apply(TextDocumentContentChangePartial::new(range, None, text).into())
    }

    #[test]
    fn after_random_edits_all_is_said_that_is_said_of_a_new_document() {
        let graph = "e:s a e:T ; e:p \"ä𝄞\", [ e:q 1 ] .\n\
            <x:g> {\n  [] e:p ( 1.5 e:o ) .\n  _:b e:q '''a\nb''' # c\n}\n";
        let whole = format!("PREFIX e: <x:>\n{}", graph.repeat(120));
        let mut random = Random::new(5);
        let mut kept = 0;
        for _ in 0..4 {
            let text = whole.clone();
            let mut document = OpenDocument::new("file:///x".into(), "trig".into(), 1, text);
            let mut pieces = of_size(1, &document);
            for _ in 0..8 {
                for _ in 0..random.between(1, 3) {
                    pieces.change(&edit_at_random(&mut document, &mut random));
                }
                let text = document.text();
                kept += pieces.pieces.iter().filter(|it| it.is_clean).count();
                pieces.read(text);
                let mut fresh = of_size(1 << 20, &document);
                assert_eq!(said(&mut pieces, text), said(&mut fresh, text), "{text}");
                assert_checkpoints(&pieces, text);
            }
        }
        assert!(kept > 20, "{kept}");
    }
}
