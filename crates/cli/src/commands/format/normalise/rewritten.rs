//! The text of changed directives and statements.

use super::changes::ChangedUnit;
use super::commented::CommentedToken;
use super::line_ends::{LINE_ENDS, blank_line};
use crate::settings::changes::{Normalisation, Sorted};
use std::collections::HashSet;
use std::mem;
use turtle_peg::Production;
use turtle_peg::tokens::{Keyword, Sign, TokenKind};

/// The prefixes of a unit's names, but of that which it declares.
pub fn used_prefixes<'t>(unit: &ChangedUnit<'t>) -> impl Iterator<Item = &'t str> {
    let words = match unit {
        ChangedUnit::Other(words) => words.as_slice(),
        ChangedUnit::Prefix { .. } => &[],
    };
    let names = words.iter().filter(|word| {
        matches!(
            word.kind,
            TokenKind::Terminal(Production::PNAME_NS | Production::PNAME_LN | Production::qname)
        )
    });
    names.filter_map(|word| Some(word.text.split_once(':')?.0))
}

const BYTE_ORDER_MARK: char = '\u{FEFF}';

/// The text of a document's units, with its prefixes in order.
pub struct RewrittenText<'t, 'n> {
    normalisation: &'n Normalisation,
    /// The prefixes that stay; none, if all do.
    used: Option<&'n HashSet<&'t str>>,
    declared: HashSet<String>,
    written: String,
    /// Whether a comment was written last, and not the end of its line.
    is_after_remark: bool,
    /// Directives that declare prefixes, or statements, to be put in order.
    run: Vec<Vec<CommentedToken<'t>>>,
    /// Whether a comment behind the latest statement is about the next one.
    holds_next: bool,
}

impl<'t, 'n> RewrittenText<'t, 'n> {
    pub fn new(normalisation: &'n Normalisation, used: Option<&'n HashSet<&'t str>>) -> Self {
        Self {
            normalisation,
            used,
            declared: HashSet::new(),
            written: String::new(),
            is_after_remark: false,
            run: Vec::new(),
            holds_next: false,
        }
    }

    /// Adds the next unit of the document.
    pub fn add(&mut self, unit: ChangedUnit<'t>) {
        match unit {
            ChangedUnit::Other(words)
                if self.sorts_statements()
                    && is_statement(&words)
                    && !self.is_held_by_comments(&words) =>
            {
                self.keep(words);
            }
            ChangedUnit::Other(words) => {
                self.leave_run();
                self.write(words);
            }
            ChangedUnit::Prefix { prefix, words, .. }
                if self
                    .used
                    .is_some_and(|used| !used.contains(prefix.as_str())) =>
            {
                self.leave_out(words);
            }
            ChangedUnit::Prefix {
                prefix,
                namespace,
                words,
            } => {
                // A prefix that is declared again is where it is, after all before it, and before all after it.
                let is_fixed = !self.declared.insert(prefix) || !namespace.contains(':');
                if is_fixed || self.sorts_statements() {
                    self.leave_run();
                }
                self.keep(words);
                if is_fixed || !self.normalisation.sorts(Sorted::Prefixes) {
                    self.leave_run();
                }
            }
        }
    }

    pub fn finish(mut self) -> String {
        self.leave_run();
        self.written
    }

    /// Whether the run is of statements: no changes put both these and prefixes in order.
    fn sorts_statements(&self) -> bool {
        self.normalisation.sorts(Sorted::Statements)
    }

    /// Keeps a declaration or a statement to be put in order.
    fn keep(&mut self, mut words: Vec<CommentedToken<'t>>) {
        if let Some(blank_line) = blank_line(words[0].before)
            && (!self.sorts_statements() || words[0].before[..blank_line].contains('#'))
        {
            self.leave_run();
            // What comes before it is about all of them. Empty lines alone set off statements.
            let (head, rest) = words[0].before.split_at(blank_line);
            words[0].before = rest;
            self.written.push_str(head);
            self.is_after_remark = false;
        }
        self.run.push(words);
    }

    /// Keeps the comments of words that are left out, and a blank line before them.
    fn leave_out(&mut self, words: Vec<CommentedToken<'t>>) {
        let has_comments =
            |word: &CommentedToken<'_>| word.before.contains('#') || !word.remark.is_empty();
        if !words.iter().any(has_comments) {
            if blank_line(words[0].before).is_some() {
                self.leave_run();
                self.written.push('\n');
            }
            return;
        }
        self.leave_run();
        for word in words {
            let has_comment = word.before.contains('#');
            self.written
                .push_str(if has_comment { word.before } else { "\n" });
            self.is_after_remark = !word.remark.is_empty();
            self.written.push_str(&word.remark);
        }
    }

    /// Whether a statement has to stay where it is, for a comment before it, or on the last line of the statement before.
    fn is_held_by_comments(&mut self, words: &[CommentedToken<'_>]) -> bool {
        let before = mem::replace(
            &mut self.holds_next,
            words.iter().any(|word| holds_by_place(&word.remark)),
        );
        before || self.holds_next || words.iter().any(|word| holds_by_place(word.before))
    }

    /// Writes what was kept to be put in order.
    fn leave_run(&mut self) {
        let mut run = mem::take(&mut self.run);
        if self.sorts_statements() {
            return self.write_statements(run);
        }
        run.sort_by_key(|words| words[1].text);
        for words in run {
            self.write(words);
        }
    }

    /// Writes statements in order. Each takes the empty lines before it along; but those before the first stay, since they set off all.
    fn write_statements(&mut self, run: Vec<Vec<CommentedToken<'t>>>) {
        let mut spaced: Vec<(&'t str, Vec<CommentedToken<'t>>)> = Vec::with_capacity(run.len());
        for mut words in run {
            let (space, rest) = leading_lines(words[0].before);
            words[0].before = rest;
            spaced.push((space, words));
        }
        let mut order: Vec<usize> = (0..spaced.len()).collect();
        order.sort_by(|&one, &other| texts(&spaced[one].1).cmp(texts(&spaced[other].1)));
        if let Some(&first) = order.first()
            && first > 0
        {
            let [space, other] = [spaced[0].0, spaced[first].0];
            (spaced[0].0, spaced[first].0) = (other, space);
        }
        let last = order.last().copied();
        for place in order {
            let (space, mut words) = mem::take(&mut spaced[place]);
            // The last one of a graph may have none.
            if last != Some(place) && !words.last().is_some_and(|word| word.is(Sign::FullStop)) {
                words.push(CommentedToken::of(Sign::FullStop));
            }
            if space.contains(LINE_ENDS) {
                self.is_after_remark = false;
            }
            self.written.push_str(space);
            self.write(words);
        }
    }

    fn write(&mut self, mut words: Vec<CommentedToken<'t>>) {
        if !self.written.is_empty() {
            words[0].keep_apart();
        }
        for word in words {
            let space = word.before.trim_start_matches([' ', '\t']);
            let ends_line = space.starts_with(LINE_ENDS);
            let is_after_remark = mem::take(&mut self.is_after_remark);
            let begins_line =
                self.written.is_empty() || self.written.ends_with(['\n', '\r', BYTE_ORDER_MARK]);
            // A comment would end the line of what it does not belong to.
            let would_be_remark = space.starts_with('#') && !begins_line;
            if is_after_remark && !ends_line || would_be_remark {
                self.written.push('\n');
            }
            self.written.push_str(word.before);
            self.written.push_str(word.text);
            if !word.remark.is_empty() {
                self.written.push(' ');
                self.written.push_str(&word.remark);
                self.is_after_remark = true;
            }
        }
    }
}

/// Whether comments say something of a statement by its place, as `# lint: allow` does.
pub fn holds_by_place(comments: &str) -> bool {
    comments.contains("lint:")
}

/// The line ends that white space and comments begin with, and the rest: the indentation of a comment stays before it.
pub fn leading_lines(before: &str) -> (&str, &str) {
    let space = &before[..before.len() - before.trim_start().len()];
    before.split_at(space.rfind(LINE_ENDS).map_or(0, |end| end + 1))
}

/// Whether a unit that declares no prefix is a statement with triples: no directive, and no beginning or end of a graph or of the document.
fn is_statement(words: &[CommentedToken<'_>]) -> bool {
    let begins_otherwise = match words.first().map(|word| word.kind) {
        Some(TokenKind::Keyword(
            Keyword::Base | Keyword::AtBase | Keyword::Version | Keyword::AtVersion,
        )) => true,
        kind => matches!(
            kind,
            None | Some(
                TokenKind::ByteOrderMark | TokenKind::End | TokenKind::Sign(Sign::BraceEnd)
            )
        ),
    };
    let last = words.last();
    !begins_otherwise && !last.is_some_and(|word| word.is(Sign::BraceBegin))
}

/// The texts of a unit's words but for its full stop, which may be missing.
fn texts<'w>(words: &'w [CommentedToken<'_>]) -> impl Iterator<Item = &'w str> {
    let words = words.iter().filter(|word| !word.is(Sign::FullStop));
    words.map(|word| word.text)
}
