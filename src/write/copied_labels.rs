//! The labels of blank nodes in a document that is a copy of another: writing a copy of the copy changes no label.
//!
//! Invariant: two labels of the parser never become one. The parser puts `_` before a written label that could be taken for a generated
//! one; here it is as it was written. A generated one, which few nodes need, has `_` at its end, and a written label of that form has one
//! more.

use crate::dialect::Features;
use crate::translate::Labels;
use std::borrow::Cow;

/// How the labels of a document are written in a copy of it.
#[derive(Clone, Debug, Default)]
pub(super) struct CopiedLabels {
    /// What is before every label; `None` if no label is changed.
    prefix: Option<String>,
    /// Whether no other copy has a part of the document.
    is_whole: bool,
}

impl CopiedLabels {
    /// Those of a document of a dialect with these features, or of a part of one. A dialect that generates no labels keeps all as they
    /// are written.
    pub(super) fn of(labels: &Labels, features: &Features, is_whole: bool) -> Self {
        let generates = features.generates_blank_nodes;
        let prefix = generates.then(|| labels.prefix.clone());
        Self { prefix, is_whole }
    }

    /// Whether a graph's name with this label was generated, so that nothing else mentions it.
    pub(super) fn is_only_of_graph(&self, label: &str) -> bool {
        let prefix = self.prefix.as_deref().filter(|_| self.is_whole);
        let own = prefix.and_then(|prefix| label.strip_prefix(prefix));
        own.is_some_and(|own| !own.starts_with('_') && Labels::is_reserved(own))
    }

    /// What is written for a label of the parser.
    pub(super) fn text<'l>(&self, label: &'l str) -> Cow<'l, str> {
        let prefix = self.prefix.as_deref();
        let Some((prefix, own)) = prefix.and_then(|it| Some((it, label.strip_prefix(it)?))) else {
            return label.into();
        };
        match own.strip_prefix('_') {
            Some(written) if Labels::is_reserved(own) => format!("{prefix}{written}").into(),
            None if Labels::is_reserved(own.trim_end_matches('_')) => format!("{label}_").into(),
            _ => label.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dialect;
    use pretty_assertions::assert_eq;

    #[test]
    fn copies_of_copies_have_the_labels_of_copies() {
        for prefix in ["", "d1-"] {
            let mut labels = Labels::default();
            labels.prefix.push_str(prefix);
            for (label, text) in [
                ("anon1", "anon1_"),
                ("anon1_", "anon1__"),
                ("_anon1", "anon1"),
                ("__anon1", "_anon1"),
                ("_anon1_", "_anon1_"),
                ("anon", "anon"),
                ("_b1", "_b1"),
            ] {
                let [label, text] = [label, text].map(|it| format!("{prefix}{it}"));
                let copied = CopiedLabels::of(&labels, Dialect::Turtle12.features(), true);
                assert_eq!(copied.text(&label), text);
                let copied = CopiedLabels::of(&labels, Dialect::NTriples12.features(), true);
                assert_eq!(copied.text(&label), label);
            }
        }
        let others = CopiedLabels::default();
        assert_eq!(others.text("anon1"), "anon1");
    }
}
