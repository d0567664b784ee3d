//! IRI references and prefixed names that are valid, and look like something else.

use super::lints::{LintDraft, LintHelp, Lints};
use turtle_peg::Production;
use turtle_peg::tree::Tree;

/// Looks at the IRIs that are in a statement.
pub fn add(tree: Tree<'_>, lints: &mut Lints) {
    for (_, node) in tree.root().descendants() {
        let (kind, title, meant, words) = match node.production() {
            Production::IRIREF => {
                let iri = node.text().trim_matches(['<', '>']);
                if !iri.starts_with("www.") {
                    continue;
                }
                let title =
                    format!("<{iri}> is a relative reference, resolved against the base IRI");
                let meant = format!("<http://{iri}>");
                let words = format!("if it is an address, write {meant}");
                ("host-name", title, meant, words)
            }
            Production::PNAME_LN => {
                let Some(name) = node.text().strip_suffix(':') else {
                    continue;
                };
                let title = format!("the name `{name}:` ends with a colon");
                let words = format!("if the colon is too much, write `{name}`");
                ("colon-in-name", title, name.to_owned(), words)
            }
            _ => continue,
        };
        lints.add(LintDraft {
            kind,
            bytes: tree.bytes(node.trimmed_span()),
            title,
            help: vec![LintHelp::Write(meant, words)],
        });
    }
}
