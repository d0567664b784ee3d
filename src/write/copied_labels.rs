//! The labels of blank nodes in a document that is a copy of another: writing a copy of the copy changes no label.
//!
//! Invariant: two labels of the parser never become one. The parser puts `_` before a written label that could be taken for a generated
//! one; here it is as it was written. A generated one, which few nodes need, has as many `_` at its end as no written label of this form
//! had so far: one, nearly always. A written label changes only if it comes later, and would be taken for that. So nothing changes where
//! no label is generated, as in a copy.

use crate::dialect::Features;
use crate::translate::Labels;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

/// How the labels of a document are written in a copy of it.
#[derive(Clone, Debug, Default)]
pub(super) struct CopiedLabels {
    /// The text before every label; `None` if no label is changed.
    prefix: Option<String>,
    /// Whether no other copy has a part of the document.
    is_whole: bool,
    /// How many `_` labels of the form `anon1` have at their ends, for each origin that was there so far.
    ends: HashMap<LabelOrigin, usize>,
    /// The numbers of `_` that are taken.
    taken: HashSet<usize>,
}

/// Where a label of the form `anon1` is from, with `_` behind it or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum LabelOrigin {
    Generated,
    /// The document has it, with this many `_` at its end.
    Written(usize),
}

impl CopiedLabels {
    /// The labels for a copy of a document, or of a part of one, in a dialect with these features. A dialect that generates no labels keeps
    /// all as they are written.
    pub(super) fn of(labels: &Labels, features: &Features, is_whole: bool) -> Self {
        let generates = features.generates_blank_nodes;
        Self {
            prefix: generates.then(|| labels.prefix.clone()),
            is_whole,
            ..Self::default()
        }
    }

    /// Whether a graph's name with this label was generated, so that nothing else mentions it.
    pub(super) fn is_only_of_graph(&self, label: &str) -> bool {
        let prefix = self.prefix.as_deref().filter(|_| self.is_whole);
        let own = prefix.and_then(|prefix| label.strip_prefix(prefix));
        own.is_some_and(|own| !own.starts_with('_') && Labels::is_reserved(own))
    }

    /// The label to write for a label of the parser.
    pub(super) fn text<'l>(&mut self, label: &'l str) -> Cow<'l, str> {
        let prefix = self.prefix.as_deref();
        let Some((prefix, own)) = prefix.and_then(|it| Some((it, label.strip_prefix(it)?))) else {
            return label.into();
        };
        let (form, origin) = match own.strip_prefix('_') {
            Some(written) if Labels::is_reserved(own) => {
                if written.starts_with('_') {
                    return format!("{prefix}{written}").into();
                }
                (written, LabelOrigin::Written(0))
            }
            Some(_) => return label.into(),
            None => {
                let form = own.trim_end_matches('_');
                if !Labels::is_reserved(form) {
                    return label.into();
                }
                match own.len() - form.len() {
                    0 => (form, LabelOrigin::Generated),
                    ends => (form, LabelOrigin::Written(ends)),
                }
            }
        };
        let start = format!("{prefix}{form}");
        (start + &"_".repeat(self.ends_of(origin))).into()
    }

    /// How many `_` are at the end of a label of this origin.
    fn ends_of(&mut self, origin: LabelOrigin) -> usize {
        if !self.is_whole {
            // Copies of other parts have other labels: they agree without knowing each other's.
            return match origin {
                LabelOrigin::Generated => 1,
                LabelOrigin::Written(0) => 0,
                LabelOrigin::Written(ends) => ends + 1,
            };
        }
        let taken = &mut self.taken;
        *self.ends.entry(origin).or_insert_with(|| {
            let mut ends = match origin {
                LabelOrigin::Generated => 1,
                LabelOrigin::Written(ends) => ends,
            };
            while !taken.insert(ends) {
                ends += 1;
            }
            ends
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dialect;
    use pretty_assertions::assert_eq;

    fn texts(prefix: &str, dialect: Dialect, is_whole: bool, labels: &[&str]) -> Vec<String> {
        let mut parser = Labels::default();
        parser.prefix.push_str(prefix);
        let mut copied = CopiedLabels::of(&parser, dialect.features(), is_whole);
        let written = labels.iter().map(|label| {
            let text = copied.text(&format!("{prefix}{label}")).into_owned();
            text.strip_prefix(prefix).map(str::to_owned)
        });
        written.collect::<Option<_>>().unwrap_or_default()
    }

    const LABELS: [&str; 8] = [
        "_anon1", "__anon1", "_anon1_", "anon1_", "anon1__", "anon", "_b1", "_anon2",
    ];
    const AS_WRITTEN: [&str; 8] = [
        "anon1", "_anon1", "_anon1_", "anon1_", "anon1__", "anon", "_b1", "anon2",
    ];

    #[test]
    fn written_labels_stay() {
        for prefix in ["", "d1-"] {
            let whole = |dialect| texts(prefix, dialect, true, &LABELS);
            assert_eq!(whole(Dialect::Turtle12), AS_WRITTEN);
            assert_eq!(whole(Dialect::NTriples12), LABELS);
        }
        assert_eq!(CopiedLabels::default().text("anon1"), "anon1");
    }

    #[test]
    fn generated_labels_are_apart_from_written_ones_before_and_after_them() {
        for (labels, expected) in [
            (
                ["anon1", "anon2", "anon1", "b"],
                ["anon1_", "anon2_", "anon1_", "b"],
            ),
            (
                ["anon1", "anon1_", "anon1__", "anon1_"],
                ["anon1_", "anon1__", "anon1___", "anon1__"],
            ),
            (
                ["anon1_", "anon1", "anon2_", "anon1__"],
                ["anon1_", "anon1__", "anon2_", "anon1___"],
            ),
            (
                ["anon1__", "anon1", "anon1_", "_anon1"],
                ["anon1__", "anon1_", "anon1___", "anon1"],
            ),
        ] {
            assert_eq!(texts("", Dialect::Turtle12, true, &labels), expected);
        }
    }

    #[test]
    fn parts_agree_on_labels() {
        let part = |labels: &[&str]| texts("", Dialect::Turtle12, false, labels);
        assert_eq!(
            part(&["_anon1", "anon1_", "anon1"]),
            ["anon1", "anon1__", "anon1_"]
        );
        assert_eq!(
            part(&["anon1", "anon1_", "_anon1"]),
            ["anon1_", "anon1__", "anon1"]
        );
    }
}
