//! The text of changed directives and statements.

use super::changes::ChangedUnit;
use super::commented::CommentedToken;
use crate::settings::changes::{Normalisation, Sorted};
use std::collections::HashSet;
use std::mem;
use turtle_peg::Production;
use turtle_peg::tokens::{Keyword, TokenKind};

/// The prefixes of all names but those that declare them.
fn used_prefixes<'w>(words: impl Iterator<Item = &'w CommentedToken>) -> HashSet<String> {
    let mut used = HashSet::new();
    let mut is_declared = false;
    for word in words {
        let is_name = matches!(
            word.kind,
            TokenKind::Terminal(Production::PNAME_NS | Production::PNAME_LN | Production::qname)
        );
        if is_name && !is_declared {
            used.extend(
                word.text
                    .split_once(':')
                    .map(|(prefix, _)| prefix.to_owned()),
            );
        }
        is_declared = matches!(
            word.kind,
            TokenKind::Keyword(Keyword::Prefix | Keyword::AtPrefix)
        );
    }
    used
}

/// The text of a document's units, with its prefixes in order.
pub fn rewritten(units: Vec<ChangedUnit>, normalisation: &Normalisation) -> String {
    let used = normalisation
        .removes_unused_prefixes()
        .then(|| used_prefixes(units.iter().flat_map(ChangedUnit::words)));
    let mut rewriting = RewrittenText::default();
    let mut declared = HashSet::new();
    for unit in units {
        match unit {
            ChangedUnit::Other(words) => {
                rewriting.leave_run();
                rewriting.write(words);
            }
            ChangedUnit::Prefix { prefix, words, .. }
                if used.as_ref().is_some_and(|used| !used.contains(&prefix)) =>
            {
                rewriting.leave_out(words);
            }
            ChangedUnit::Prefix {
                prefix,
                namespace,
                words,
            } => {
                // A prefix that is declared again is where it is, after all before it, and before all after it.
                let is_fixed = !declared.insert(prefix) || !namespace.contains(':');
                if is_fixed {
                    rewriting.leave_run();
                }
                rewriting.prefix(words);
                if is_fixed || !normalisation.sorts(Sorted::Prefixes) {
                    rewriting.leave_run();
                }
            }
        }
    }
    rewriting.leave_run();
    rewriting.written
}

#[derive(Default)]
struct RewrittenText {
    written: String,
    /// Whether a comment was written last, and not the end of its line.
    is_after_remark: bool,
    /// Directives that declare prefixes, to be put in order.
    run: Vec<Vec<CommentedToken>>,
}

impl RewrittenText {
    /// Keeps a declaration to be put in order.
    fn prefix(&mut self, mut words: Vec<CommentedToken>) {
        if let Some(blank_line) = words[0].blank_line() {
            self.leave_run();
            // What comes before it is about all of them.
            let rest = words[0].before.split_off(blank_line);
            let head = mem::replace(&mut words[0].before, rest);
            self.written.push_str(&head);
            self.is_after_remark = false;
        }
        self.run.push(words);
    }

    /// Keeps the comments of words that are left out, and a blank line before them.
    fn leave_out(&mut self, words: Vec<CommentedToken>) {
        let has_comments =
            |word: &CommentedToken| word.before.contains('#') || !word.remark.is_empty();
        if !words.iter().any(has_comments) {
            if words[0].blank_line().is_some() {
                self.leave_run();
                self.written.push('\n');
            }
            return;
        }
        self.leave_run();
        for word in words {
            let has_comment = word.before.contains('#');
            self.written
                .push_str(if has_comment { &word.before } else { "\n" });
            self.is_after_remark = !word.remark.is_empty();
            self.written.push_str(&word.remark);
        }
    }

    /// Writes the declarations that were kept to be put in order.
    fn leave_run(&mut self) {
        let mut run = mem::take(&mut self.run);
        run.sort_by(|one, other| one[1].text.cmp(&other[1].text));
        for words in run {
            self.write(words);
        }
    }

    fn write(&mut self, mut words: Vec<CommentedToken>) {
        if !self.written.is_empty() {
            words[0].keep_apart();
        }
        for word in words {
            let space = word.before.trim_start_matches([' ', '\t']);
            let ends_line = space.starts_with(['\n', '\r']);
            let is_after_remark = mem::take(&mut self.is_after_remark);
            let begins_line = self.written.is_empty() || self.written.ends_with(['\n', '\r']);
            // A comment would end the line of what it does not belong to.
            let would_be_remark = space.starts_with('#') && !begins_line;
            if is_after_remark && !ends_line || would_be_remark {
                self.written.push('\n');
            }
            self.written.push_str(&word.before);
            self.written.push_str(&word.text);
            if !word.remark.is_empty() {
                self.written.push(' ');
                self.written.push_str(&word.remark);
                self.is_after_remark = true;
            }
        }
    }
}
