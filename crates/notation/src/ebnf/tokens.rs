//! The words of EBNF, once comments are left out.
//!
//! Labels and notes look like classes of characters (`[28*]`, `[VC: Root Element Type]`), and comments like code points
//! (`# a comment`, `#xB7`). The text after them, and whether they begin a line, distinguish them; this module knows both, and a
//! grammar would not.
//!
//! Invariant: every character of the text belongs to a word, to a comment or to white space. Anything else is an error with
//! its place.

use crate::GrammarError;
use crate::limits::{MOST_IN_NAME, too_large};

/// A word, and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word<'t> {
    pub(super) kind: WordKind<'t>,
    /// Where it begins and ends in the text, in bytes.
    pub(super) start: usize,
    pub(super) end: usize,
    /// Whether only white space and comments are before it in its line.
    pub(super) starts_line: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WordKind<'t> {
    /// `name`.
    Name(&'t str),
    /// `<name>`.
    Bracketed(&'t str),
    /// The text between single quotes.
    Single(&'t str),
    /// The text between double quotes.
    Double(&'t str),
    /// The text between `[` and `]`: a class or a label.
    Square(&'t str),
    /// `[http://www.w3.org/TR/REC-xml#NT-S]XML`: the address of a production in another specification, whose short name follows.
    External(&'t str),
    /// `#xB7`, without `#` and `x`.
    Code(&'t str),
    /// `@terminals` and the like, without `@`.
    Directive(&'t str),
    /// `::=`
    Defines,
    /// `(`, `)`, `|`, `?`, `*`, `+`, `-`.
    Sign(char),
    /// No word of EBNF, up to the next white space; a title may have such.
    Other(&'t str),
}

/// The words of a text, and the comments that say something of its productions.
pub(super) struct EbnfWords<'t> {
    pub(super) words: Vec<Word<'t>>,
    pub(super) remarks: Vec<Remark<'t>>,
}

/// A comment of the form `/* ws: explicit */` or `/* xgc: leading-lone-slash */`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Remark<'t> {
    /// The text before the colon.
    pub(super) key: &'t str,
    /// The text after it.
    pub(super) value: &'t str,
    /// Where the comment begins, in bytes.
    pub(super) start: usize,
}

/// The words of a text. In a class, a backslash may escape the `]` that would end it, as in C; or it is a character like others.
pub(super) fn words(text: &str, escapes: bool) -> Result<EbnfWords<'_>, GrammarError> {
    let mut reader = Reader {
        text,
        escapes,
        at: 0,
        starts_line: true,
        remarks: Vec::new(),
    };
    let mut words = Vec::new();
    while reader.skip()? {
        let start = reader.at;
        let kind = reader.word()?;
        words.push(Word {
            kind,
            start,
            end: reader.at,
            starts_line: reader.starts_line,
        });
        reader.starts_line = false;
    }
    Ok(EbnfWords {
        words,
        remarks: reader.remarks,
    })
}

struct Reader<'t> {
    text: &'t str,
    escapes: bool,
    at: usize,
    starts_line: bool,
    remarks: Vec<Remark<'t>>,
}

/// A character of white space: the W3C's pages have non-breaking spaces, too.
fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\r' | '\n' | '\u{A0}')
}

fn is_line_end(character: char) -> bool {
    matches!(character, '\r' | '\n')
}

fn is_name_start(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Passes over white space and comments; returns whether a word follows.
    fn skip(&mut self) -> Result<bool, GrammarError> {
        loop {
            let rest = self.rest();
            match rest.chars().next() {
                None => return Ok(false),
                Some(blank) if is_blank(blank) => {
                    self.starts_line |= is_line_end(blank);
                    self.at += blank.len_utf8();
                }
                _ if rest.starts_with("/*") => self.skip_between("/*", "*/")?,
                _ if rest.starts_with("(*") => self.skip_between("(*", "*)")?,
                _ if rest.starts_with("//") => self.at += line(rest).len(),
                Some('#') if self.is_broken_code() => {
                    return Err(self.error("this is not a code point, and no comment begins so"));
                }
                Some('#') if self.code().is_none() => self.at += line(rest).len(),
                _ => return Ok(true),
            }
        }
    }

    fn skip_between(&mut self, open: &str, close: &str) -> Result<(), GrammarError> {
        let rest = self.rest();
        match rest[open.len()..].find(close) {
            Some(within) => {
                let length = open.len() + within + close.len();
                self.add_remark(&rest[open.len()..open.len() + within]);
                self.starts_line |= rest[..length].contains(is_line_end);
                self.at += length;
                Ok(())
            }
            None => {
                let message = format!("the comment is not closed: expected `{close}`");
                Err(self.error(&message))
            }
        }
    }

    /// Notes what a comment says that begins here, if it is a remark.
    fn add_remark(&mut self, comment: &'t str) {
        if let Some((key, value)) = comment.split_once(':')
            && let key = key.trim()
            && matches!(key, "ws" | "xgc" | "xgs")
        {
            self.remarks.push(Remark {
                key,
                value: value.trim(),
                start: self.at,
            });
        }
    }

    /// The digits of a code point that begins here. Without an `x`, as some texts write it, it has four to six, in upper
    /// case, and not all letters; at the beginning of a line that would be a comment.
    fn code(&self) -> Option<&'t str> {
        let after = self.rest().strip_prefix('#')?;
        let (digits, is_plain) = match after.strip_prefix('x') {
            Some(digits) => (digits, true),
            None => (after, false),
        };
        let length = digits
            .find(|c: char| !c.is_ascii_hexdigit())
            .unwrap_or(digits.len());
        let (digits, after) = digits.split_at(length);
        let ends = !after.starts_with(is_name_start);
        let is_padded = (4..=6).contains(&length)
            && digits.contains(|c: char| c.is_ascii_digit())
            && !digits.contains(|c: char| c.is_ascii_lowercase())
            && !self.starts_line;
        (length > 0 && ends && (is_plain || is_padded)).then_some(digits)
    }

    /// Whether a code point begins here, and goes on with something else than a digit.
    fn is_broken_code(&self) -> bool {
        let digits = self.rest().strip_prefix("#x").unwrap_or_default();
        let begins = digits.starts_with(|c: char| c.is_ascii_hexdigit());
        begins && self.code().is_none()
    }

    fn word(&mut self) -> Result<WordKind<'t>, GrammarError> {
        let rest = self.rest();
        let first = rest.chars().next().unwrap_or(' ');
        let (kind, length) = match first {
            '#' => {
                let digits = self.code().unwrap_or_default();
                let length = rest.find(digits).unwrap_or(0) + digits.len();
                (WordKind::Code(digits), length)
            }
            '\'' => self.enclosed('\'', WordKind::Single)?,
            '"' => self.enclosed('"', WordKind::Double)?,
            '[' => self.square()?,
            '(' | ')' | '|' | '?' | '*' | '+' | '-' => (WordKind::Sign(first), 1),
            _ if rest.starts_with("::=") => (WordKind::Defines, 3),
            '<' if rest.starts_with("<?TOKENS?>") => (WordKind::Directive("terminals"), 10),
            '<' => match bracketed(rest) {
                Some(name) => (WordKind::Bracketed(name), name.len() + 2),
                None => self.other(),
            },
            '@' => match name(&rest[1..]) {
                "" => self.other(),
                name => (WordKind::Directive(name), name.len() + 1),
            },
            _ => match name(rest) {
                "" => self.other(),
                name => (WordKind::Name(name), name.len()),
            },
        };
        if let WordKind::Name(name) | WordKind::Bracketed(name) | WordKind::Directive(name) = kind
            && name.len() > MOST_IN_NAME
        {
            let message = too_large(MOST_IN_NAME, "characters in a name");
            return Err(self.error(&message));
        }
        self.at += length;
        Ok(kind)
    }

    /// A class, a label, or the address of a production with the short name of its document.
    fn square(&self) -> Result<(WordKind<'t>, usize), GrammarError> {
        let (kind, length) = self.enclosed(']', WordKind::Square)?;
        Ok(match kind {
            WordKind::Square(within) if is_address(within) => {
                let document = name(&self.rest()[length..]);
                (WordKind::External(within), length + document.len())
            }
            kind => (kind, length),
        })
    }

    /// The text between this character and the next `close` in the same line. Three single quotes enclose one, as `&apos;` does in the
    /// source of a page.
    fn enclosed(
        &self,
        close: char,
        kind: fn(&'t str) -> WordKind<'t>,
    ) -> Result<(WordKind<'t>, usize), GrammarError> {
        // Not the whole line: a long one has many of these words.
        let within = &self.rest()[1..];
        let mut is_escaped = false;
        let end = within.find(|c| {
            let is_end = !is_escaped && c == close || is_line_end(c);
            is_escaped = self.escapes && close == ']' && c == '\\' && !is_escaped;
            is_end
        });
        match end.filter(|&end| within[end..].starts_with(close)) {
            Some(0) if close == ']' => Err(self.error("expected a character")),
            Some(0) if within[1..].starts_with(close) => Ok((kind(&within[..1]), 3)),
            Some(0) => Err(self.error("expected what the quotes enclose: `''` is nothing, and what may be absent is written `A?`")),
            Some(length) => Ok((kind(&within[..length]), length + 2)),
            None => {
                let message = format!("expected an expression: no `{close}` follows in this line");
                Err(self.error(&message))
            }
        }
    }

    fn other(&self) -> (WordKind<'t>, usize) {
        let rest = self.rest();
        let length = rest.find(is_blank).unwrap_or(rest.len());
        (WordKind::Other(&rest[..length]), length)
    }

    fn error(&self, message: &str) -> GrammarError {
        GrammarError::at(self.text, self.at, message)
    }
}

fn is_address(within: &str) -> bool {
    within.starts_with("http://") || within.starts_with("https://")
}

/// Up to the end of the line.
fn line(text: &str) -> &str {
    &text[..text.find(is_line_end).unwrap_or(text.len())]
}

/// The name at the beginning of a text: hyphens and dots are within it, not at its end.
fn name(text: &str) -> &str {
    let mut length = 0;
    for (place, character) in text.char_indices() {
        if is_name_start(character) {
            length = place + 1;
        } else if place == 0 || !matches!(character, '-' | '.') {
            break;
        }
    }
    &text[..length]
}

/// The name between `<` and `>`; it may have several words.
fn bracketed(text: &str) -> Option<&str> {
    let within = text.strip_prefix('<')?;
    let end = within.find(|c| c == '>' || is_line_end(c))?;
    let (within, rest) = within.split_at(end);
    let is_name = |c: char| is_name_start(c) || matches!(c, '-' | '.' | ' ' | '\t' | '\u{A0}');
    let is_some = within.starts_with(is_name_start) && within.chars().all(is_name);
    (is_some && rest.starts_with('>')).then_some(within)
}
