//! The part of a language beyond its grammar: which of a production's texts mean something.
//!
//! Invariant: samples are data, read from a text. No code here or elsewhere knows their meaning; a sample that its
//! production does not match is not used.

use notation::CharSet;
use notation::Expression;
use notation::GrammarError;
use notation::ebnf;

/// Texts that may stand for productions, and characters that may not occur in them.
///
/// A line that is not indented names productions, and may say in which others only this holds, and which characters
/// must not occur within; a name with `also` before it is that of a production for which other texts may be, too. The
/// indented lines below it are the texts, one a line; after a tab comes the declaration that a document needs at its
/// beginning for this text to mean something. The texts below `*` show any terminal that matches them; the first that
/// matches is taken. A line that begins with `//` is a comment.
///
/// [`changed_texts`](crate::changed_texts) take the text before a colon for the prefix that a declaration below `*` declares, and
/// declare the prefix of their own text in its place; for texts without a colon they declare nothing.
///
/// ```
/// use turtle_peg_toolkit::Samples;
///
/// Samples::read("
/// // Names are declared before they are used.
/// PNAME_NS in PNAME_LN PrefixedName
///     ex:\t@prefix ex: <http://example.org/ns#> .
/// PN_LOCAL without [#xFFF0-#xFFFD]
/// *
///     1.5
/// ")?;
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Samples {
    pub(crate) entries: Vec<SampleEntry>,
    /// Forms that people know. Of those that a terminal matches, the first is its sample.
    pub(crate) forms: Vec<Sample>,
}

/// The heading of the texts that show any terminal.
const ANY_TERMINAL: &str = "*";

/// The samples of some productions.
#[derive(Clone, Debug)]
pub(crate) struct SampleEntry {
    pub(crate) names: Vec<String>,
    /// The productions in which it holds; without any, all of them.
    pub(crate) parents: Vec<String>,
    pub(crate) without: CharSet,
    /// Whether other texts may stand for them, too.
    pub(crate) is_also: bool,
    pub(crate) texts: Vec<Sample>,
}

/// A text that may stand for a production.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sample {
    pub(crate) text: String,
    /// The text that the beginning of a document needs.
    pub(crate) need: Option<String>,
}

impl Samples {
    /// Reads samples.
    ///
    /// # Errors
    ///
    /// A text is before the first production, or a class of characters is malformed.
    pub fn read(text: &str) -> Result<Self, GrammarError> {
        let mut samples = Self::default();
        let mut is_form = false;
        for line in text.lines() {
            if line.trim().is_empty() || line.starts_with("//") {
                continue;
            }
            if !line.starts_with([' ', '\t']) {
                is_form = line.trim_end() == ANY_TERMINAL;
                if !is_form {
                    samples.entries.push(heading(line)?);
                }
                continue;
            }
            let texts = match samples.entries.last_mut() {
                _ if is_form => &mut samples.forms,
                Some(entry) => &mut entry.texts,
                None => {
                    let message = format!("`{}` is before the first production", line.trim());
                    return Err(GrammarError::Syntax(message));
                }
            };
            let (text, need) = match line.trim().split_once('\t') {
                Some((text, need)) => (text.trim_end(), Some(need.trim().to_owned())),
                None => (line.trim(), None),
            };
            let text = text.to_owned();
            texts.push(Sample { text, need });
        }
        Ok(samples)
    }

    /// The declaration that a document with this text in place of a form needs at its beginning: the form's, with
    /// the text's prefix.
    pub fn need_of(&self, text: &str, form: &str) -> Option<String> {
        let need = self
            .forms
            .iter()
            .find(|it| it.text == form)?
            .need
            .as_ref()?;
        let (prefix_of_form, (prefix, _)) = (form.split_once(':')?.0, text.split_once(':')?);
        Some(need.replacen(&format!("{prefix_of_form}:"), &format!("{prefix}:"), 1))
    }
}

/// `[also] NAME… [in NAME…] [without CLASS]`.
fn heading(line: &str) -> Result<SampleEntry, GrammarError> {
    let (line, without) = match line.split_once(" without ") {
        Some((line, class)) => (line, class_of(class)?),
        None => (line, CharSet::none()),
    };
    let (is_also, line) = match line.strip_prefix("also ") {
        Some(line) => (true, line),
        None => (false, line),
    };
    let (names, parents) = line.split_once(" in ").unwrap_or((line, ""));
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect();
    Ok(SampleEntry {
        names: words(names),
        parents: words(parents),
        without,
        is_also,
        texts: Vec::new(),
    })
}

fn class_of(text: &str) -> Result<CharSet, GrammarError> {
    let grammar = ebnf::read(&format!("characters ::= {text}"))?;
    match grammar.rules.first().map(|rule| &rule.expression) {
        Some(Expression::Class(class)) => Ok(class.set()),
        _ => Err(GrammarError::Syntax(format!(
            "`{text}` is not a class of characters"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_sample_is_an_error() {
        for (text, expected) in [
            ("  <x:>\n", "`<x:>` is before"),
            ("A without B\n", "`B` is not a class"),
            ("A without [\n", "1:"),
        ] {
            let error = Samples::read(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    #[test]
    fn forms_belong_to_no_production() {
        let samples = Samples::read("A\n  x\n*\n  1.5\n  p:\t@p p: .\nB\n  y").unwrap();
        let texts = |samples: &[Sample]| -> Vec<String> {
            samples.iter().map(|sample| sample.text.clone()).collect()
        };
        assert_eq!(texts(&samples.forms), ["1.5", "p:"]);
        assert_eq!(texts(&samples.entries[1].texts), ["y"]);
        assert_eq!(samples.forms[1].need.as_deref(), Some("@p p: ."));
    }

    #[test]
    fn a_text_may_have_a_need() {
        let samples = Samples::read("A B in C\n  x y \t needs  this \n\tz\n").unwrap();
        let entry = &samples.entries[0];
        assert_eq!((entry.names.len(), entry.parents.len()), (2, 1));
        assert_eq!(entry.texts[0].text, "x y");
        assert_eq!(entry.texts[0].need.as_deref(), Some("needs  this"));
        assert_eq!(entry.texts[1].text, "z");
    }
}
