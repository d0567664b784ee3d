//! IRI references and prefixed names that are valid, and look like something else.

use super::lints::{Lint, LintHelp, Lints};
use crate::{Production, Tree};

/// Looks at the IRIs that stand in a statement.
pub fn add(tree: Tree<'_>, lints: &mut Lints) {
    for (_, node) in tree.root().descendants() {
        let (kind, title, help) = match node.production() {
            Production::IRIREF => {
                let iri = node.text().trim_matches(['<', '>']);
                if !iri.starts_with("www.") {
                    continue;
                }
                let title =
                    format!("<{iri}> is a relative reference, resolved against the base IRI");
                (
                    "HostName",
                    title,
                    format!("if it is an address, write <http://{iri}>"),
                )
            }
            Production::PNAME_LN => {
                let Some(name) = node.text().strip_suffix(':') else {
                    continue;
                };
                let title = format!("the name `{name}:` ends with a colon");
                (
                    "ColonInName",
                    title,
                    format!("if the colon is too much, write `{name}`"),
                )
            }
            _ => continue,
        };
        lints.add(Lint {
            kind,
            bytes: tree.bytes(node.trimmed_span()),
            title,
            help: Some(LintHelp::Words(help)),
        });
    }
}
