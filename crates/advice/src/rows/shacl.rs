//! Paths of SPARQL as objects of SHACL's `sh:path`, and how SHACL writes them.
//!
//! Invariant: the path that is offered has the meaning that SPARQL 1.1, section 9.1, gives to the one that was written, by the table in
//! SHACL, section 2.3.1.

use crate::fault::FaultView;
use crate::{AdviceDraft, words};

/// The namespace of SHACL.
const SHACL: &str = "<http://www.w3.org/ns/shacl#";

pub(super) fn path(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    /// How many tokens the path has before the fault, at most.
    const FAR: usize = 32;
    let sign = fault.rest().chars().next()?;
    let is_sign = "/|^*+?!".contains(sign);
    let mut last = fault.before.iter().rev().take(FAR);
    let predicate = last.find(|token| is_path(fault.text(token)))?;
    let written = fault.text(predicate);
    let line = fault.line_from(predicate.end);
    let blanks = line.len() - line.trim_start().len();
    let start = predicate.end + blanks;
    let is_near = is_sign && start <= fault.start && start + line.len() > fault.start;
    let name = |local: &str| match written.strip_suffix("path>") {
        Some(namespace) => format!("{namespace}{local}>"),
        None => written.replace("path", local),
    };
    let mut path = Path {
        text: line.trim_start(),
        depth: 0,
        name: &name,
    };
    let length = |path: &Path<'_>| line.len() - blanks - path.text.len();
    let shape = path.alternatives().filter(|_| is_near)?;
    let place = start..start + length(&path);
    let place = start..start + fault.text(&place).trim_end().len();
    let shown = words::short(&shape);
    Some(
        AdviceDraft::new("this is a path of SPARQL, and SHACL has its own")
            .guess()
            .at(place.clone())
            .also(Some(predicate.clone()), "of this predicate")
            .replace(place, shape.clone(), format!("write `{shown}`")),
    )
}

/// Whether a predicate is `sh:path`.
fn is_path(token: &str) -> bool {
    let iri = token.strip_prefix(SHACL);
    token == "sh:path" || iri == Some("path>")
}

/// A path of SPARQL that is being read.
struct Path<'t> {
    /// The text that is left.
    text: &'t str,
    /// How many parentheses are open.
    depth: usize,
    /// The name that a local name of SHACL has in the document.
    name: &'t dyn Fn(&str) -> String,
}

impl<'t> Path<'t> {
    const DEEPEST: usize = 8;

    /// `PathAlternative`, in the words of SHACL.
    fn alternatives(&mut self) -> Option<String> {
        let mut all = vec![self.sequence()?];
        while self.takes('|') {
            all.push(self.sequence()?);
        }
        Some(match all.as_slice() {
            [only] => only.clone(),
            _ => self.node("alternativePath", &format!("( {} )", all.join(" "))),
        })
    }

    fn sequence(&mut self) -> Option<String> {
        let mut all = vec![self.element()?];
        while self.takes('/') {
            all.push(self.element()?);
        }
        Some(match all.as_slice() {
            [only] => only.clone(),
            _ => format!("( {} )", all.join(" ")),
        })
    }

    /// `PathEltOrInverse`: `^` holds for the element with its modifier.
    fn element(&mut self) -> Option<String> {
        let is_inverse = self.takes('^');
        let primary = self.primary()?;
        let kinds = [
            ('*', "zeroOrMorePath"),
            ('+', "oneOrMorePath"),
            ('?', "zeroOrOnePath"),
        ];
        let modifier = kinds
            .into_iter()
            .find(|(sign, _)| self.text.starts_with(*sign));
        let element = match modifier {
            Some((_, kind)) => {
                self.text = &self.text[1..];
                self.node(kind, &primary)
            }
            None => primary,
        };
        Some(match is_inverse {
            true => self.node("inversePath", &element),
            false => element,
        })
    }

    fn primary(&mut self) -> Option<String> {
        if self.depth < Self::DEEPEST && self.takes('(') {
            self.depth += 1;
            let inner = self.alternatives()?;
            self.depth -= 1;
            return self.takes(')').then_some(inner);
        }
        self.text = self.text.trim_start_matches(' ');
        let is_of_name = |c: char| c.is_alphanumeric() || matches!(c, ':' | '_' | '-' | '.' | '%');
        let length = match self.text.strip_prefix('<') {
            Some(iri) => iri.find('>')? + 2,
            None => self
                .text
                .find(|c| !is_of_name(c))
                .unwrap_or(self.text.len()),
        };
        let name = self.text.get(..length)?.trim_end_matches('.');
        self.text = &self.text[name.len()..];
        let is_iri = name.ends_with('>') || name.contains(':');
        is_iri.then(|| name.to_owned())
    }

    fn takes(&mut self, sign: char) -> bool {
        let rest = self.text.trim_start_matches(' ').strip_prefix(sign);
        self.text = rest.unwrap_or(self.text);
        rest.is_some()
    }

    /// A node that stands for a path.
    fn node(&self, kind: &str, of: &str) -> String {
        format!("[ {} {of} ]", (self.name)(kind))
    }
}

#[cfg(test)]
mod tests {
    use super::Path;

    #[test]
    fn paths_are_those_of_shacl() {
        let name = |local: &str| format!("sh:{local}");
        for (text, shape) in [
            ("ex:a/ex:b ;", "( ex:a ex:b )"),
            ("^ex:a ;", "[ sh:inversePath ex:a ]"),
            ("ex:a | ex:b]", "[ sh:alternativePath ( ex:a ex:b ) ]"),
            ("ex:a* ;", "[ sh:zeroOrMorePath ex:a ]"),
            ("^ex:a+", "[ sh:inversePath [ sh:oneOrMorePath ex:a ] ]"),
            (
                "(ex:a/<x:b>)?/ex:c.",
                "( [ sh:zeroOrOnePath ( ex:a <x:b> ) ] ex:c )",
            ),
        ] {
            let mut path = Path {
                text,
                depth: 0,
                name: &name,
            };
            assert_eq!(path.alternatives().as_deref(), Some(shape), "{text}");
        }
    }

    #[test]
    fn other_text_is_no_path() {
        let name = |local: &str| format!("sh:{local}");
        let nested = ["(".repeat(100), "ex:a".to_owned(), ")".repeat(100)].concat();
        for text in ["!ex:a", "ex:a/", "ex:a|\"x\"", "(ex:a", "", nested.as_str()] {
            let mut path = Path {
                text,
                depth: 0,
                name: &name,
            };
            assert_eq!(path.alternatives(), None, "{text}");
        }
    }
}
