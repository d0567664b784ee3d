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
use crate::{Dialect, Production};
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
    /// Whether it begins directly after the colon of a name: `.a` in `ex:.a` ends nothing.
    is_in_name: bool,
    /// Whether it has met a brace that is no token of the language.
    has_met_brace: bool,
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
    /// many brackets are open. `is_joined` says whether it begins where that token ends.
    pub(crate) fn new(is_first: bool, before: &str, is_joined: bool, brackets: usize) -> Self {
        Self {
            braces: 0,
            brackets,
            is_closed: false,
            is_first,
            is_open: asks_for_more(before),
            is_in_name: is_joined && before.ends_with(':'),
            has_met_brace: false,
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
            if std::mem::take(&mut self.is_in_name) && token == "." {
                let rest = &text[scan.end..];
                if rest.chars().all(is_of_word) && !is_whole {
                    self.is_in_name = true;
                    return Next::After(last);
                }
                if rest.starts_with(|c: char| c.is_alphanumeric() || c == '_') {
                    last = scan.end + word(rest).len();
                    continue;
                }
            }
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
            if opens_stray_brace(scan.tokens, text, at) && !self.has_met_brace {
                match after_braces(specification, text, at, is_whole) {
                    Ahead::ClosedAt(end) => {
                        (self.has_met_brace, self.is_open) = (true, false);
                        last = end;
                        continue;
                    }
                    Ahead::NotClosed => self.has_met_brace = true,
                    Ahead::Unknown => {
                        self.is_first = is_first;
                        return Next::After(last);
                    }
                }
            }
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
                "}" if self.braces == 0 && scope == Scope::InGraph && self.brackets > 0 => {
                    match closes_bracket(specification, text, scan.end, is_whole) {
                        Some(true) => self.brackets -= 1,
                        Some(false) => return Next::At(at),
                        None => {
                            self.is_first = is_first;
                            return Next::After(last);
                        }
                    }
                }
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
            // A separator that separates nothing asks for nothing.
            self.is_open = asks_for_more(token) && !(is_first && matches!(token, ";" | ","));
            last = scan.end;
        }
    }
}

/// What a fault leaves unfinished, in a language of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leaves {
    /// What ends with its line.
    Nothing,
    /// A string that its line does not close: the next lines may belong to it.
    String,
    /// A statement that its line does not finish, and what of it stands there.
    Statement(Terms),
}

/// Where the next line begins, in a language of lines; after a string that was left open, the next that can begin a statement;
/// after a statement in several lines, what follows the last of them.
pub(crate) fn next_line(dialect: Dialect, text: &str, leaves: Leaves, is_whole: bool) -> Next {
    if let Leaves::Statement(terms) = leaves {
        match rest_in_lines(dialect, terms, text, is_whole) {
            Ahead::ClosedAt(end) => return Next::At(end),
            Ahead::Unknown => return Next::After(0),
            Ahead::NotClosed => {}
        }
    }
    let specification = specification::with_tokens(dialect);
    let leaves_string_open = leaves == Leaves::String;
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

/// How many terms of a statement were read, in a language of lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Terms {
    count: usize,
    /// Triple terms that are not closed.
    open: usize,
    /// Whether the IRI of a datatype has to follow.
    is_before_datatype: bool,
}

impl Terms {
    const OF_TRIPLE: usize = 3;

    /// The terms of a text; which tokens can follow it, the caller knows. If a full stop can, they need not be read to be counted.
    pub(crate) fn of(dialect: Dialect, text: &str, can_follow: impl Fn(&str) -> bool) -> Self {
        if can_follow("'.'") {
            let has_graph = dialect.has_named_graphs() && !can_follow(Production::IRIREF.name());
            return Self {
                count: Self::OF_TRIPLE + usize::from(has_graph),
                ..Self::default()
            };
        }
        let mut terms = Self::default();
        specification::tokens(dialect, text, 0).for_each(|token| terms.read(&text[token]));
        terms
    }

    fn read(&mut self, token: &str) {
        let is_datatype = std::mem::take(&mut self.is_before_datatype);
        match token {
            ")>>" => self.open = self.open.saturating_sub(1),
            "^^" => self.is_before_datatype = true,
            token if token.starts_with(['@', '\n', '\r']) => {}
            token => {
                self.count += usize::from(self.open == 0 && !is_datatype);
                self.open += usize::from(token == "<<(");
            }
        }
    }

    /// Whether they are all that a statement has.
    fn are_whole(self, dialect: Dialect) -> bool {
        self.count >= Self::OF_TRIPLE && !self.are_too_many(dialect) && self.open == 0
    }

    fn are_too_many(self, dialect: Dialect) -> bool {
        self.count > Self::OF_TRIPLE + usize::from(dialect.has_named_graphs())
    }
}

/// Where a statement ends that its line did not finish: with a full stop in a later line, if none of the lines up to there is a
/// statement of its own, and all of them together are one. The text begins where the first line ends.
pub(crate) fn rest_in_lines(
    dialect: Dialect,
    mut terms: Terms,
    text: &str,
    is_whole: bool,
) -> Ahead {
    let ahead = beginning(text);
    // Most faults of this kind are full stops that are missing: another statement begins in the next line.
    let next = ahead.trim_start();
    let has_room = !terms.are_whole(dialect) || dialect.has_named_graphs();
    if !has_room && !next.is_empty() && !next.starts_with(['.', '#', '@', '^']) {
        return Ahead::NotClosed;
    }
    let is_cut = ahead.len() < text.len();
    let at_end = match is_whole || is_cut {
        true => Ahead::NotClosed,
        false => Ahead::Unknown,
    };
    let tables = &specification::with_tokens(dialect).tables;
    let (mut last, mut before_line, mut has_ended) = (0, terms.count, false);
    loop {
        let (at, _) = tables.skip_trivia(ahead, last);
        let scan = tables.scanner.scan(ahead, at);
        let token = &ahead[at..scan.end];
        let ends_line = token.starts_with(['\n', '\r']);
        let is_at_end = at == ahead.len() && is_whole && !is_cut;
        if has_ended && (ends_line || is_at_end) {
            return Ahead::ClosedAt(at);
        }
        if at == ahead.len() || (scan.hits_end && at_end == Ahead::Unknown) {
            return at_end;
        }
        match token {
            _ if has_ended => return Ahead::NotClosed,
            "." if terms.are_whole(dialect) => has_ended = true,
            _ if ends_line => before_line = terms.count,
            _ if token.starts_with(['<', '"', '_', '@', '^', ')']) => terms.read(token),
            _ => return Ahead::NotClosed,
        }
        let is_statement = terms.count - before_line >= Terms::OF_TRIPLE;
        if before_line == 0 || is_statement || terms.are_too_many(dialect) {
            return Ahead::NotClosed;
        }
        last = scan.end;
    }
}

/// As much of a text as an error keeps.
fn beginning(text: &str) -> &str {
    const MOST: usize = 2 * 1024;
    let mut end = text.len().min(MOST);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// What the text ahead shows of something that is not finished: brackets with a full stop in them, or a statement in several lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ahead {
    /// It goes on up to here.
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

/// Whether a brace begins at a place, in a language whose tokens it is none of.
fn opens_stray_brace(tokens: &[u16], text: &str, at: usize) -> bool {
    tokens.is_empty() && text[at..].starts_with('{')
}

/// Where a brace is closed that is no token of the language, if that is near: full stops between the two end nothing.
fn after_braces(specification: &Specification, text: &str, open: usize, is_whole: bool) -> Ahead {
    /// So many tokens are looked at, at most.
    const MOST: usize = 256;
    let (mut braces, mut last) = (0_usize, open);
    for _ in 0..MOST {
        let (at, hits_end) = specification.tables.skip_trivia(text, last);
        let scan = specification.tables.scanner.scan(text, at);
        if (hits_end || scan.hits_end) && !is_whole {
            return Ahead::Unknown;
        }
        let Some(first) = text[at..].chars().next() else {
            return Ahead::NotClosed;
        };
        last = match scan.tokens.is_empty() {
            true => at + first.len_utf8(),
            false => scan.end,
        };
        match first {
            '{' if scan.tokens.is_empty() => braces += 1,
            '}' if scan.tokens.is_empty() && braces == 1 => return Ahead::ClosedAt(last),
            '}' if scan.tokens.is_empty() => braces -= 1,
            _ => {}
        }
    }
    Ahead::NotClosed
}

/// Whether a brace, in a graph and where a bracket is open, stands for what closes the bracket: the statement goes on after it,
/// or ends. None, if the text ends before that shows, and something may follow it.
fn closes_bracket(
    specification: &Specification,
    text: &str,
    behind: usize,
    is_whole: bool,
) -> Option<bool> {
    let (at, hits_end) = specification.tables.skip_trivia(text, behind);
    let scan = specification.tables.scanner.scan(text, at);
    if (hits_end || scan.hits_end) && !is_whole {
        return None;
    }
    Some(brackets::follows_bracket(&text[at..scan.end]))
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
    let end = text.find(|c| !is_of_word(c)).unwrap_or(text.len());
    text[..end].trim_end_matches('.')
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '%' | '\\')
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
