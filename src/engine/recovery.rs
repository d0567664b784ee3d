//! Where the next part of a document begins after one that breaks the grammar: by its tokens.
//!
//! A full stop that is a token ends what is at fault; it is none within a string, an IRI or a comment, and where brackets are
//! open, what follows tells whether it [stands in them](Stray). Where it is missing, a line that begins with what can only begin
//! a statement tells as much. In a document of graphs, the braces tell which graph the rest belongs to.
//!
//! Invariant: it guesses where reading goes on, and never what is read there; and where that may be in more than one graph,
//! nothing more is read.

use super::brackets::{self, Shown, Stray, is_of_directive};
use super::reading::Scope;
use super::specification;
use crate::Dialect;
use specification::Specification;

/// A search for the next part; it goes on where the text becomes longer.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    /// Braces that were opened since it began.
    braces: usize,
    /// Other brackets that are open.
    brackets: usize,
    /// Whether what is at fault has ended, with the brace that closes those that were opened, or with a full stop that ends
    /// nothing: more full stops belong to it.
    is_closed: bool,
    /// Whether the next token is the first of what is at fault: then it does not begin another part.
    is_first: bool,
    /// Whether the last token asks for something after it, so that a statement cannot begin there.
    is_open: bool,
}

/// The result of a search. Offsets are bytes of the text that it was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// The next part begins here.
    At(usize),
    /// Not before this byte; what stands there may go on after the text.
    After(usize),
    /// Not in this document: what follows may be in more than one graph.
    Lost,
}

impl Search {
    /// A search that begins at the first token of what is at fault, or at a later one; `before` is the token before it, and so
    /// many brackets are open.
    pub(crate) fn new(is_first: bool, before: &str, brackets: usize) -> Self {
        Self {
            braces: 0,
            brackets,
            is_closed: false,
            is_first,
            is_open: asks_for_more(before),
        }
    }

    /// Looks for the next part in a text that begins where the search is. `begins_line` says whether a line does, too; unless
    /// the text `is_whole`, something may follow it.
    pub(crate) fn next(
        &mut self,
        dialect: Dialect,
        scope: Scope,
        text: &str,
        begins_line: bool,
        is_whole: bool,
    ) -> Next {
        let specification = specification::with_tokens(dialect);
        // After the last token.
        let mut last = 0;
        loop {
            let (at, hits_end) = specification.tables.skip_trivia(text, last);
            if hits_end && !is_whole {
                return Next::After(last);
            }
            if at == text.len() {
                return Next::After(at);
            }
            let is_at_line = match text[..at].chars().next_back() {
                Some(before) => matches!(before, '\n' | '\r'),
                None => begins_line,
            };
            let scan = specification.tables.scanner.scan(text, at);
            if scan.hits_end && !is_whole {
                return Next::After(last);
            }
            let token = &text[at..scan.end];
            if token == "." && !self.is_first {
                match is_ellipsis(&text[scan.end..], is_whole) {
                    Some(true) => {
                        last = scan.end + 1;
                        continue;
                    }
                    Some(false) => {}
                    None => return Next::After(last),
                }
            }
            if self.is_closed && token != "." {
                return Next::At(at);
            }
            if self.is_closed || (token == "." && self.is_first) {
                (self.is_closed, self.is_first) = (true, false);
                last = scan.end;
                continue;
            }
            if token == "." && self.braces == 0 && self.brackets > 0 {
                match after_stray(specification, text, scan.end, is_whole) {
                    Ahead::ClosedAt(end) => {
                        (self.brackets, self.is_first) = (self.brackets - 1, false);
                        self.is_open = false;
                        last = end;
                        continue;
                    }
                    Ahead::NotClosed => return Next::At(scan.end),
                    Ahead::Unknown => return Next::After(last),
                }
            }
            if token == "." {
                match goes_on(specification, text, scan.end, is_whole) {
                    Some(true) => {
                        self.is_first = false;
                        last = scan.end;
                        continue;
                    }
                    Some(false) => {}
                    None => return Next::After(last),
                }
            }
            let is_first = std::mem::take(&mut self.is_first);
            // `a` in `and` is no token.
            let is_within_word = scan.end < at + word(&text[at..scan.reach]).len();
            if scan.tokens.is_empty() || is_within_word {
                match after_no_token(text, at, scan.reach) {
                    Ok(next) => last = next,
                    Err(next) => return Next::At(next),
                }
                self.is_open = false;
                continue;
            }
            match token {
                "." if self.braces == 0 => return Next::At(scan.end),
                "{" if self.braces == 0 && scope == Scope::InGraph => return Next::Lost,
                "{" => self.braces += 1,
                // If a grammar that was just edited cannot read it, it is passed over.
                "}" if self.braces == 0 && scope == Scope::InGraph && !is_first => {
                    return Next::At(at);
                }
                "}" if self.braces == 1 => (self.braces, self.is_closed) = (0, true),
                "}" => self.braces = self.braces.saturating_sub(1),
                token if brackets::closing(token).is_some() => self.brackets += 1,
                token if brackets::closes(token) => {
                    self.brackets = self.brackets.saturating_sub(1);
                }
                token
                    if is_at_line
                        && !is_first
                        && (!self.is_open || is_of_directive(token))
                        && self.braces == 0
                        && scope == Scope::Outside
                        && begins_statement(specification, scan.tokens) =>
                {
                    return Next::At(at);
                }
                _ => {}
            }
            self.is_open = asks_for_more(token);
            last = scan.end;
        }
    }
}

/// Where the next line begins, in a language of lines; after a string that was left open, the next that can begin a statement.
pub(crate) fn next_line(
    dialect: Dialect,
    text: &str,
    leaves_string_open: bool,
    is_whole: bool,
) -> Next {
    let specification = specification::with_tokens(dialect);
    let line_end = |from: usize| text[from..].find(['\n', '\r']).map(|end| from + end);
    let mut from = 0;
    while let Some(end) = line_end(from) {
        let line = text[end..].trim_start();
        let at = text.len() - line.len();
        if !leaves_string_open || line.starts_with('#') {
            return Next::At(end);
        }
        let scan = specification.tables.scanner.scan(text, at);
        if scan.hits_end && !is_whole {
            return Next::After(end);
        }
        if line.is_empty() || begins_statement(specification, scan.tokens) {
            return Next::At(end);
        }
        from = at;
    }
    Next::After(if leaves_string_open { from } else { text.len() })
}

/// What comes after a full stop while brackets are open.
enum Ahead {
    /// The full stop stands in them: they are closed up to here.
    ClosedAt(usize),
    NotClosed,
    /// The text ends before that shows, and something may follow it.
    Unknown,
}

fn after_stray(
    specification: &Specification,
    text: &str,
    mut last: usize,
    is_whole: bool,
) -> Ahead {
    let mut stray = Stray::default();
    loop {
        let (at, hits_end) = specification.tables.skip_trivia(text, last);
        let scan = specification.tables.scanner.scan(text, at);
        if (hits_end || scan.hits_end) && !is_whole {
            return Ahead::Unknown;
        }
        if scan.tokens.is_empty() {
            return Ahead::NotClosed;
        }
        match stray.read(&text[at..scan.end]) {
            Shown::Stray => return Ahead::ClosedAt(scan.end),
            Shown::End => return Ahead::NotClosed,
            Shown::Nothing => last = scan.end,
        }
    }
}

/// Whether a word follows a full stop at once with which nothing can begin: `.org` in `@example.org`. None, if the text ends
/// before that shows, and something may follow it.
fn goes_on(
    specification: &Specification,
    text: &str,
    behind: usize,
    is_whole: bool,
) -> Option<bool> {
    if !text[behind..].starts_with(char::is_alphabetic) {
        return Some(false);
    }
    let scan = specification.tables.scanner.scan(text, behind);
    if scan.hits_end && !is_whole {
        return None;
    }
    let is_within_word = scan.end < behind + word(&text[behind..scan.reach]).len();
    Some(scan.tokens.is_empty() || is_within_word)
}

/// Whether two more full stops follow one at once, before this text: such a row ends nothing. None, if the text ends before that
/// shows, and something may follow it.
fn is_ellipsis(behind: &str, is_whole: bool) -> Option<bool> {
    let more = "..";
    match behind.len() < more.len() && more.starts_with(behind) && !is_whole {
        true => None,
        false => Some(behind.starts_with(more)),
    }
}

/// Where to go on if no token begins at a place: after the word there, or at the next character. But a string that its line,
/// or the document, does not close takes the line with it; if that ends with a full stop, so did the statement, most likely, and
/// the next part begins there.
///
/// A word is passed over whole, since the automaton has read it whole: to look for tokens at each of its characters would take
/// time for all of the word each time.
fn after_no_token(text: &str, at: usize, reach: usize) -> Result<usize, usize> {
    let rest = &text[at..];
    let behind = &text[reach..];
    let is_string =
        rest.starts_with(['"', '\'']) && (behind.is_empty() || behind.starts_with(['\n', '\r']));
    if is_string {
        return match text[at..reach].trim_end().ends_with('.') {
            true => Err(reach),
            false => Ok(reach),
        };
    }
    let length = word(&text[at..reach]).len();
    let first = rest.chars().next().map_or(1, char::len_utf8);
    let end = at + length.max(first);
    // The full stop in `ex.:a` ends nothing.
    let is_in_name = length > 0 && text[end..].starts_with(".:");
    Ok(end + usize::from(is_in_name))
}

/// The word that a text begins with. A full stop at its end is a full stop.
fn word(text: &str) -> &str {
    let is_of_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '%' | '\\');
    let end = text.find(|c| !is_of_word(c)).unwrap_or(text.len());
    text[..end].trim_end_matches('.')
}

/// Whether something has to stand after this token that is no beginning of a statement.
fn asks_for_more(token: &str) -> bool {
    matches!(
        token,
        ";" | "," | "(" | "[" | "{|" | "<<" | "<<(" | "^^" | "a" | "~"
    )
}

fn begins_statement(specification: &Specification, tokens: &[u16]) -> bool {
    let first = specification.tables.first(0);
    tokens.iter().any(|&token| first.contains(token.into()))
}
