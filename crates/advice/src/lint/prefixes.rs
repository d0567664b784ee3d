//! Prefixes that are declared and not used, or declared with two IRIs.

use super::lints::{LintDraft, LintHelp, Lints};
use std::collections::HashMap;
use std::ops::Range;
use turtle_peg::tree::Tree;
use turtle_peg::{Parser, Production};

/// The prefixes of a document, as they are declared and used.
pub struct PrefixLints<'p> {
    parser: &'p Parser,
    /// The namespaces that prefixes stand for before the document begins.
    before: HashMap<String, String>,
    /// The base IRI, once the document has set it.
    base: Option<String>,
    declared: HashMap<String, DeclaredPrefix>,
}

struct DeclaredPrefix {
    namespace: String,
    bytes: Range<u64>,
    /// Where it ends, with its full stop.
    end: u64,
    is_used: bool,
}

impl<'p> PrefixLints<'p> {
    /// Before the document, only the parser's own prefixes are declared.
    pub fn new(parser: &'p Parser) -> Self {
        Self {
            parser,
            before: parser.parse_str("").prefixes().map(owned).collect(),
            base: None,
            declared: HashMap::new(),
        }
    }

    /// Looks at a statement.
    pub fn add(&mut self, tree: Tree<'_>, lints: &mut Lints) {
        let mut within = None;
        for (depth, node) in tree.root().descendants() {
            if within.is_some_and(|outer| depth > outer) {
                continue;
            }
            within = None;
            match node.production() {
                Production::prefixID
                | Production::sparqlPrefix
                | Production::base
                | Production::sparqlBase => {
                    within = Some(depth);
                    let bytes = tree.bytes(node.trimmed_span());
                    let end = tree.bytes(node.span()).end;
                    self.declare(tree.root().text(), bytes, end, lints);
                }
                Production::PNAME_LN | Production::PNAME_NS | Production::qname => {
                    let prefix = node.text().split(':').next().unwrap_or_default();
                    if let Some(declaration) = self.declared.get_mut(prefix) {
                        declaration.is_used = true;
                    }
                }
                _ => {}
            }
        }
    }

    /// Takes a statement that is a directive, and ends there, as a document of its own.
    fn declare(&mut self, directive: &str, bytes: Range<u64>, end: u64, lints: &mut Lints) {
        let mut parser = self.parser.clone();
        if let Some(base) = &self.base
            && let Ok(with_base) = parser.clone().with_base_iri(base.clone())
        {
            parser = with_base;
        }
        let mut document = parser.parse_str(directive);
        if document.check().is_err() {
            return;
        }
        self.base = document.base_iri().map(str::to_owned);
        let declared = document.prefixes().map(owned);
        let new = declared.filter(|(prefix, namespace)| self.before.get(prefix) != Some(namespace));
        for (prefix, namespace) in new {
            let declaration = DeclaredPrefix {
                namespace,
                bytes: bytes.clone(),
                end,
                is_used: false,
            };
            match self.declared.get_mut(&prefix) {
                None => {
                    self.declared.insert(prefix, declaration);
                }
                // It is said again, as it is in documents that were put together.
                Some(known) if known.namespace == declaration.namespace => {}
                Some(known) => {
                    lints.add(LintDraft {
                        kind: "prefix-with-two-iris",
                        bytes: bytes.clone(),
                        title: format!(
                            "the prefix `{prefix}:` stood for <{}> before",
                            known.namespace
                        ),
                        help: vec![LintHelp::AlsoAt("it was declared", known.bytes.start)],
                    });
                    let last = std::mem::replace(known, declaration);
                    unused(&prefix, &last, lints);
                }
            }
        }
    }

    /// At the end of the document: the unused prefixes.
    pub fn finish(self, lints: &mut Lints) {
        for (prefix, declaration) in &self.declared {
            unused(prefix, declaration, lints);
        }
    }
}

fn owned((prefix, namespace): (&str, &str)) -> (String, String) {
    (prefix.to_owned(), namespace.to_owned())
}

fn unused(prefix: &str, declaration: &DeclaredPrefix, lints: &mut Lints) {
    if !declaration.is_used {
        lints.add(LintDraft {
            kind: "unused-prefix",
            bytes: declaration.bytes.clone(),
            title: format!("the prefix `{prefix}:` is not used"),
            help: vec![LintHelp::LeaveOut(declaration.bytes.start..declaration.end)],
        });
    }
}
