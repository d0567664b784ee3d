//! A document's tokens, by its pieces.
//!
//! Invariant: these are the tokens that the parser reads, in order; and those of statements at fault, as far as each can be told
//! from the others without the grammar of statements. 24 bytes are kept for each, and those of one document only.

use crate::text::bytes_of;
use std::ops::Range;
use std::rc::Rc;
use turtle_peg::diagnosis;
use turtle_peg::input::Input;
use turtle_peg::tokens::{Keyword, Sign, Token, TokenKind, TokenSort};
use turtle_peg::{Dialect, Document, Error, Parser, Position, Production};

/// The byte order mark, which is none of the tokens of a statement at fault.
const MARK: char = '\u{FEFF}';

/// The tokens of a document, by statements.
#[derive(Default)]
pub struct DocumentTokens {
    /// With the byte at which each begins.
    pieces: Vec<(usize, Rc<PieceTokens>)>,
}

/// The tokens of a piece of a document. Their places count from its beginning, so that it can be moved.
pub struct PieceTokens {
    units: Vec<TokenUnit>,
    tokens: Vec<PlacedToken>,
    roles: Vec<(Range<usize>, NameRole)>,
}

/// The role of a name that the signs before it tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameRole {
    Predicate,
    /// The object of `a`.
    Class,
}

/// A statement, a directive, or a part of a large statement.
enum TokenUnit {
    Read {
        /// Where the white space and the comments before it begin.
        start: usize,
        /// Which tokens are its own.
        tokens: Range<usize>,
    },
    /// It is at fault here. Others that are at fault may follow; all of them have these bytes and these tokens.
    Fault {
        position: Position,
        bytes: Range<usize>,
        tokens: Range<usize>,
    },
}

/// Statements at fault that follow one another.
pub struct FaultyText<'t> {
    /// Where the first of them is at fault.
    pub position: Position,
    /// Their text, with the white space and the comments around them, and its place.
    pub text: &'t str,
    pub bytes: Range<usize>,
    tokens: PlacedTokens<'t>,
}

/// Tokens by their places.
struct PlacedTokens<'t> {
    /// The text of the document.
    text: &'t str,
    /// Where the piece begins.
    piece: usize,
    /// Where the white space and the comments before the first one begin.
    start: usize,
    tokens: &'t [PlacedToken],
}

impl<'t> PlacedTokens<'t> {
    fn read(&self) -> impl Iterator<Item = Token<'t>> + use<'t> {
        let (text, piece, mut end) = (self.text, self.piece, self.start);
        self.tokens.iter().map(move |token| {
            let bytes = piece + token.bytes.start..piece + token.bytes.end;
            let before = std::mem::replace(&mut end, bytes.end);
            Token::within(text, before, token.kind, bytes)
        })
    }
}

impl<'t> FaultyText<'t> {
    /// The tokens that can be told from one another, in order. Text that no token begins with is one of the kind
    /// [`TokenKind::Other`], up to the end of its line; up to the end of all, if it may be a string that does not end.
    pub fn tokens(&self) -> impl Iterator<Item = Token<'t>> + use<'t> {
        self.tokens.read()
    }
}

/// Whether a directive begins with a token of this kind.
pub fn begins_directive(kind: TokenKind) -> bool {
    use Keyword as K;
    declares_prefix(kind)
        || matches!(
            kind,
            TokenKind::Keyword(K::AtBase | K::Base | K::AtVersion | K::Version)
        )
}

/// Whether the declaration of a prefix begins with a token of this kind.
pub fn declares_prefix(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Keyword(Keyword::AtPrefix | Keyword::Prefix)
    )
}

struct PlacedToken {
    kind: TokenKind,
    bytes: Range<usize>,
}

impl DocumentTokens {
    /// The tokens of a text that is not kept.
    pub fn of_text(text: &str, parser: &Parser) -> Self {
        let mut document = parser.clone().with_recovery().parse_str(text);
        let mut read = Self::default();
        let tokens = PieceTokens::read(&mut document, parser.dialect(), text, 0, |_| false);
        read.add(0, Rc::new(tokens));
        read
    }

    /// Adds those of the next piece, which begins at this byte.
    pub fn add(&mut self, start: usize, tokens: Rc<PieceTokens>) {
        self.pieces.push((start, tokens));
    }

    /// The tokens of the pieces that have some of these bytes.
    pub fn around(&self, bytes: Range<usize>) -> Self {
        let begun = self.pieces.partition_point(|(start, _)| *start < bytes.end);
        let ended = self.pieces[..begun].partition_point(|(start, _)| *start <= bytes.start);
        let pieces = &self.pieces[ended.saturating_sub(1)..begun];
        Self {
            pieces: pieces.to_vec(),
        }
    }

    /// The tokens of each statement, or of each part of a large one; or what is at fault. The text is the one that was read.
    pub fn units<'t>(
        &'t self,
        text: &'t str,
    ) -> impl Iterator<Item = Result<impl Iterator<Item = Token<'t>>, FaultyText<'t>>> {
        let units = |(start, piece): &'t (usize, Rc<PieceTokens>)| piece.units(*start, text);
        self.pieces.iter().flat_map(units)
    }

    /// Where the predicates and the classes are, in order.
    pub fn roles(&self) -> impl Iterator<Item = (Range<usize>, NameRole)> {
        self.pieces.iter().flat_map(|(start, piece)| {
            let roles = piece.roles.iter();
            roles.map(move |(it, role)| (it.start + start..it.end + start, *role))
        })
    }
}

impl PieceTokens {
    /// The tokens of a document of this text that is read from this byte on, up to where it is enough.
    pub fn read<I: Input>(
        document: &mut Document<I>,
        dialect: Dialect,
        text: &str,
        start: u64,
        mut is_enough: impl FnMut(&Document<I>) -> bool,
    ) -> Self {
        let mut read = Self {
            units: Vec::new(),
            tokens: Vec::new(),
            roles: Vec::new(),
        };
        let mut roles = TokenRoles::default();
        // The end of the last statement, and the first fault after it.
        let (mut end, mut fault) = (start as usize, None);
        if start == 0 && text.starts_with(MARK) {
            end = MARK.len_utf8();
        }
        while let Some(result) = document.next_tokens() {
            match result {
                Ok(tokens) => {
                    let mut tokens = tokens.peekable();
                    if let (Some(position), Some(first)) = (fault.take(), tokens.peek()) {
                        let before = bytes_of(first).start - first.trivia().text().len();
                        let bytes = end..before.max(end);
                        let roles = (dialect, &mut roles);
                        read.add_fault(position, text, bytes, start as usize, roles);
                    }
                    let last = read.add_unit(tokens, start as usize, &mut roles);
                    end = last.unwrap_or(end);
                }
                Err(Error::Syntax(error)) => {
                    fault.get_or_insert(error.position());
                }
                // A text in memory can be read.
                Err(_) => break,
            }
            if is_enough(document) {
                break;
            }
        }
        if let Some(position) = fault {
            let roles = (dialect, &mut roles);
            read.add_fault(position, text, end..text.len(), start as usize, roles);
        }
        read
    }

    /// Adds the tokens of a statement; returns where the last one ends.
    fn add_unit<'t>(
        &mut self,
        tokens: impl Iterator<Item = Token<'t>>,
        piece: usize,
        roles: &mut TokenRoles,
    ) -> Option<usize> {
        let first = self.tokens.len();
        let mut start = None;
        for token in tokens {
            let bytes = bytes_of(&token);
            let bytes = bytes.start - piece..bytes.end - piece;
            start.get_or_insert(bytes.start - token.trivia().text().len());
            let role = roles.role(token.kind());
            self.roles.extend(role.map(|role| (bytes.clone(), role)));
            let kind = token.kind();
            self.tokens.push(PlacedToken { kind, bytes });
        }
        let tokens = first..self.tokens.len();
        self.units.push(TokenUnit::Read {
            start: start?,
            tokens,
        });
        Some(piece + self.tokens.last()?.bytes.end)
    }

    /// Adds the tokens of statements at fault, which have these bytes of the text.
    fn add_fault(
        &mut self,
        position: Position,
        text: &str,
        bytes: Range<usize>,
        piece: usize,
        (dialect, roles): (Dialect, &mut TokenRoles),
    ) {
        let first = self.tokens.len();
        let tokens = tokens_at_fault(dialect, &text[..bytes.end], bytes.start, roles);
        for token in tokens {
            let bytes = token.bytes.start - piece..token.bytes.end - piece;
            let role = token.role;
            self.roles.extend(role.map(|role| (bytes.clone(), role)));
            let kind = token.kind;
            self.tokens.push(PlacedToken { kind, bytes });
        }
        *roles = TokenRoles::default();
        let bytes = bytes.start - piece..bytes.end - piece;
        self.units.push(TokenUnit::Fault {
            position,
            bytes,
            tokens: first..self.tokens.len(),
        });
    }

    /// Whether a statement is at fault; the place of a fault counts from the document's beginning.
    pub fn has_fault(&self) -> bool {
        let mut units = self.units.iter();
        units.any(|unit| matches!(unit, TokenUnit::Fault { .. }))
    }

    fn units<'t>(
        &'t self,
        piece: usize,
        text: &'t str,
    ) -> impl Iterator<Item = Result<impl Iterator<Item = Token<'t>>, FaultyText<'t>>> {
        let placed = move |start: usize, tokens: &Range<usize>| PlacedTokens {
            text,
            piece,
            start: piece + start,
            tokens: &self.tokens[tokens.clone()],
        };
        self.units.iter().map(move |unit| match unit {
            TokenUnit::Read { start, tokens } => Ok(placed(*start, tokens).read()),
            TokenUnit::Fault {
                position,
                bytes,
                tokens,
            } => {
                let place = piece + bytes.start..piece + bytes.end;
                Err(FaultyText {
                    position: *position,
                    text: &text[place.clone()],
                    bytes: place,
                    tokens: placed(bytes.start, tokens),
                })
            }
        })
    }
}

/// A token in a statement at fault.
#[derive(Debug)]
struct TokenAtFault {
    kind: TokenKind,
    bytes: Range<usize>,
    role: Option<NameRole>,
}

/// The tokens of a text at fault, from a byte on; none in dialects whose tokens cannot be told from one another everywhere.
fn tokens_at_fault(
    dialect: Dialect,
    text: &str,
    from: usize,
    roles: &mut TokenRoles,
) -> Vec<TokenAtFault> {
    let tables = diagnosis::tables(dialect);
    let mut tokens = Vec::new();
    if !tables.are_deterministic() || tables.trivia.is_none() {
        return tokens;
    }
    let mut at = from;
    loop {
        let (mut bytes, numbers) = diagnosis::token(dialect, text, at);
        let rest = &text[bytes.start..];
        if rest.is_empty() {
            return tokens;
        }
        let kind = match numbers {
            [] => {
                let line = rest.find(['\n', '\r']).unwrap_or(rest.len());
                bytes.end = match rest.starts_with(['"', '\'']) {
                    true => text.len(),
                    // Not to stay where it is.
                    false => bytes.start + line.max(1),
                };
                TokenKind::Other
            }
            numbers => roles.kind_of(dialect, numbers, &text[bytes.clone()]),
        };
        at = bytes.end;
        let parts = match kind {
            // It is two signs.
            TokenKind::Terminal(Production::ANON) => vec![
                (Sign::BracketBegin.into(), bytes.start..bytes.start + 1),
                (Sign::BracketEnd.into(), bytes.end - 1..bytes.end),
            ],
            TokenKind::Terminal(Production::EOL) => Vec::new(),
            kind => vec![(kind, bytes)],
        };
        tokens.extend(parts.into_iter().map(|(kind, bytes)| TokenAtFault {
            kind,
            bytes,
            role: roles.role(kind),
        }));
    }
}

/// The roles of tokens, by the signs before them: in a document that conforms, those of the grammar.
#[derive(Default)]
struct TokenRoles {
    /// For each bracket that is open, how many terms come before it since the last sign that a subject follows, and whether
    /// it is an object of `a`.
    outer: Vec<(usize, bool)>,
    /// How many terms came since the last sign that a subject follows.
    terms: usize,
    /// Whether the last predicate is `a`.
    is_after_a: bool,
    /// How many tokens of a directive come yet that ends without a sign.
    of_directive: usize,
    last: Option<TokenKind>,
}

impl TokenRoles {
    /// More terms than a subject: no predicate follows.
    const MANY: usize = 3;

    /// Takes the next token; the role of a name.
    fn role(&mut self, kind: TokenKind) -> Option<NameRole> {
        self.last = Some(kind);
        if self.of_directive > 0 {
            self.of_directive -= 1;
            if self.of_directive == 0 {
                self.last = None;
            }
            return None;
        }
        let (terms, is_after_a) = (self.terms, self.is_after_a);
        if terms == 1 {
            self.is_after_a = kind == TokenKind::Keyword(Keyword::A);
        }
        match kind {
            TokenKind::Sign(Sign::Semicolon) => self.terms = 1,
            TokenKind::Sign(Sign::FullStop | Sign::BraceBegin | Sign::BraceEnd) => {
                *self = Self::default();
            }
            TokenKind::Sign(sign) if sign.opens_bracket() => {
                self.outer.push((terms, is_after_a));
                self.is_after_a = false;
                self.terms = match sign {
                    Sign::BracketBegin | Sign::AnnotationBegin => 1,
                    Sign::ParenthesisBegin => Self::MANY,
                    _ => 0,
                };
            }
            TokenKind::Sign(sign) if sign.closes_bracket() => {
                let (terms, is_after_a) = self.outer.pop().unwrap_or((terms, false));
                (self.terms, self.is_after_a) = (terms + 1, is_after_a);
            }
            TokenKind::Keyword(Keyword::Prefix) => self.of_directive = 2,
            TokenKind::Keyword(Keyword::Base | Keyword::Version) => self.of_directive = 1,
            TokenKind::Keyword(Keyword::AtPrefix | Keyword::AtBase | Keyword::AtVersion) => {
                self.terms = Self::MANY;
            }
            // A reifier follows.
            TokenKind::Sign(Sign::Tilde) => self.is_after_a = false,
            TokenKind::Sign(_) | TokenKind::Keyword(Keyword::Graph) | TokenKind::ByteOrderMark => {}
            _ => self.terms += 1,
        }
        match kind.sort() {
            Some(TokenSort::Name | TokenSort::Iri) if terms == 1 => Some(NameRole::Predicate),
            Some(TokenSort::Name | TokenSort::Iri) if is_after_a => Some(NameRole::Class),
            _ => None,
        }
    }

    /// The kind of the next token, which has these numbers and this text.
    fn kind_of(&self, dialect: Dialect, numbers: &[u16], text: &str) -> TokenKind {
        let tokens = &diagnosis::tables(dialect).tokens;
        let names = numbers
            .iter()
            .map(|&number| &tokens[usize::from(number)].name);
        let mut terminals = names.filter_map(|name| Production::from_name(name));
        let terminal = terminals.next().map(TokenKind::Terminal);
        // `@prefix` is a language tag after a string.
        let is_after_string = matches!(
            self.last.and_then(TokenKind::sort),
            Some(TokenSort::String | TokenSort::LongString)
        );
        let is_it = |keyword: &&Keyword| text.eq_ignore_ascii_case(keyword.text());
        let keyword = || Keyword::ALL.iter().find(is_it).map(|&it| it.into());
        let sign = || Sign::of(text).map(TokenKind::Sign);
        let first = terminal.filter(|_| numbers.len() == 1 || is_after_string);
        let found = first.or_else(sign).or_else(keyword);
        found.or(terminal).unwrap_or(TokenKind::Other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;
    use std::fs;
    use std::path::Path;
    use testing::documents::documents_in;

    #[test]
    fn tokens_without_a_fault_are_the_same_as_if_there_were_one() {
        let package = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut compared = 0;
        for path in documents_in(&package.join("../../tests/corpus")) {
            let dialect = path.to_str().and_then(Dialect::from_path);
            let (Some(dialect), Ok(text)) = (dialect, fs::read_to_string(&path)) else {
                continue;
            };
            let read = DocumentTokens::of_text(&text, &Parser::new(dialect));
            let read_roles: Vec<_> = read.roles().collect();
            let mut expected = Vec::new();
            for unit in read.units(&text) {
                let Ok(tokens) = unit else {
                    expected.clear();
                    break;
                };
                let tokens = tokens.map(|token| (token.kind(), bytes_of(&token)));
                expected.extend(tokens.filter(|(kind, _)| {
                    !matches!(kind, TokenKind::End | TokenKind::ByteOrderMark)
                }));
            }
            if expected.is_empty() || text.starts_with(MARK) {
                continue;
            }
            let found = tokens_at_fault(dialect, &text, 0, &mut TokenRoles::default());
            if found.is_empty() {
                continue;
            }
            let mut roles = Vec::new();
            let mut document = Parser::new(dialect).parse_str(&text);
            let mut conforms = true;
            while let Some(result) = document.next_statement(|_, provenance| {
                let [predicate, object] = [provenance.predicate, provenance.object].map(|span| {
                    let bytes = provenance.bytes(span);
                    bytes.start as usize..bytes.end as usize
                });
                roles.push(match text[predicate.clone()] == *"a" {
                    true => (object, NameRole::Class),
                    false => (predicate, NameRole::Predicate),
                });
            }) {
                conforms &= result.is_ok();
            }
            // Others are made of signs, or are no names.
            roles.retain(|(bytes, _)| {
                let is_name = |kind: &TokenKind| {
                    matches!(kind.sort(), Some(TokenSort::Name | TokenSort::Iri))
                };
                let mut tokens = expected.iter();
                tokens.any(|(kind, it)| is_name(kind) && it == bytes)
            });
            roles.sort_by_key(|(it, _)| it.start);
            roles.dedup();
            // Those of triple terms have no quads of their own.
            if conforms && !text.contains("<<") {
                compared += 1;
                assert_eq!(read_roles, roles, "{path:?}: {text}");
            }
            let found = found.into_iter().map(|it| (it.kind, it.bytes));
            assert_eq!(found.collect::<Vec<_>>(), expected, "{path:?}: {text}");
        }
        assert!(compared > 300, "{compared}");
    }

    /// The tokens of a Turtle document with one faulty text; predicates begin with `=`.
    fn at_fault(text: &str) -> Vec<String> {
        let read = DocumentTokens::of_text(text, &Parser::new(Dialect::Turtle12));
        let predicates: Vec<_> = read
            .roles()
            .filter(|(_, role)| *role == NameRole::Predicate)
            .map(|(it, _)| it)
            .collect();
        let faulty = read.units(text).find_map(Result::err).expect("a fault");
        let shown = |token: Token<'_>| {
            let is_predicate = predicates.contains(&bytes_of(&token));
            let mark = if is_predicate { "=" } else { "" };
            format!("{mark}{}", token.text())
        };
        faulty.tokens().map(shown).collect()
    }

    #[test]
    fn tokens_of_a_statement_at_fault_are_told_one_from_another() {
        for (text, expected) in [
            ("e:s e:p 1 e:q 2 .", "e:s =e:p 1 e:q 2 ."),
            ("e:s e:p ; e:q 2 .", "e:s =e:p ; =e:q 2 ."),
            (
                "e:s e:p e:o e:r ; e:q [ e:r ] .",
                "e:s =e:p e:o e:r ; =e:q [ =e:r ] .",
            ),
            ("e:s e:p ) 1 ; e:q 2 .", "e:s =e:p ) 1 ; =e:q 2 ."),
            ("e:s e:p <a b> ;\n e:q 2 ..", "e:s =e:p <a b> ; e:q 2 . ."),
        ] {
            let found = at_fault(text).join(" ");
            assert_eq!(found, expected, "{text}");
        }
        // It may be a string over several lines.
        assert_eq!(
            at_fault("e:s e:p \"a ;\n e:q e:o ."),
            ["e:s", "=e:p", "\"a ;\n e:q e:o ."]
        );
    }
}
