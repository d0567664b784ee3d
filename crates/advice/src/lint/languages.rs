//! Language tags that are the name of a language.

use super::lints::{LintDraft, LintHelp, Lints};
use turtle_peg::Production;
use turtle_peg::tree::Tree;

/// Names of languages, in English and in the language itself, with their tags. BCP 47 has no language of five letters or more.
const NAMES: &[(&str, &str)] = &[
    ("arabic", "ar"),
    ("chinese", "zh"),
    ("czech", "cs"),
    ("danish", "da"),
    ("deutsch", "de"),
    ("dutch", "nl"),
    ("english", "en"),
    ("espanol", "es"),
    ("finnish", "fi"),
    ("francais", "fr"),
    ("french", "fr"),
    ("german", "de"),
    ("greek", "el"),
    ("hebrew", "he"),
    ("hindi", "hi"),
    ("italian", "it"),
    ("italiano", "it"),
    ("japanese", "ja"),
    ("korean", "ko"),
    ("latin", "la"),
    ("norwegian", "no"),
    ("polish", "pl"),
    ("polski", "pl"),
    ("russian", "ru"),
    ("spanish", "es"),
    ("swedish", "sv"),
    ("turkish", "tr"),
];

/// Looks at the language tags that are in a statement.
pub fn add(tree: Tree<'_>, lints: &mut Lints) {
    for (_, node) in tree.root().descendants() {
        let is_tag = matches!(
            node.production(),
            Production::LANGTAG | Production::LANG_DIR
        );
        let written = node.text().trim_start_matches('@');
        let name = written.split('-').next().unwrap_or_default();
        let found = NAMES
            .iter()
            .find(|(known, _)| name.eq_ignore_ascii_case(known));
        if let Some((_, tag)) = found.filter(|_| is_tag) {
            let tag = format!("@{tag}{}", &written[name.len()..]);
            let words = format!("write `{tag}`");
            lints.add(LintDraft {
                kind: "language-name",
                bytes: tree.bytes(node.trimmed_span()),
                title: format!("`{name}` is the name of a language, and not its tag"),
                help: vec![LintHelp::Write(tag, words)],
            });
        }
    }
}
