//! The words of a grammar's documents: its tokens, and a text for each.

use crate::matching::forms;
use crate::matching::samples::Samples;
use crate::tokens::symbols::{GrammarToken, TokenGrammar};
use notation::{Grammar, RuleKind};

/// A text for each token of a grammar; for a literal that is written in any case, also one in the other case. Those that
/// need no declaration, in the order of the samples' forms, come first.
pub fn texts(grammar: &Grammar, samples: &Samples) -> Vec<String> {
    let mut texts = Vec::new();
    for token in &tokens(grammar) {
        texts.extend(text_of(grammar, token, samples));
        if let GrammarToken::Literal {
            text,
            ignores_case: true,
        } = token
        {
            texts.extend([text.to_uppercase(), text.to_lowercase()]);
        }
    }
    let rank = |text: &String| {
        let mut forms = samples.forms.iter();
        let form = forms.position(|form| form.text == *text);
        let needs = form.is_some_and(|form| samples.forms[form].need.is_some());
        (needs, form.unwrap_or(samples.forms.len()))
    };
    texts.sort_by_cached_key(rank);
    texts.dedup();
    texts
}

/// The tokens that the nonterminals which documents use are made of. White space that they write out is a token like others.
pub(crate) fn tokens(grammar: &Grammar) -> Vec<GrammarToken> {
    let mut spelled = grammar.clone();
    for rule in &mut spelled.rules {
        if rule.kind == RuleKind::Silent {
            rule.kind = RuleKind::Terminal;
        }
    }
    let starts = grammar.starts().into_iter().map(str::to_owned);
    let starts: Vec<String> = starts.collect();
    let used = TokenGrammar::of_all(&spelled).from(&starts);
    used.tokens().into_iter().collect()
}

/// A text of this token; none, if none is found.
pub fn text_of(grammar: &Grammar, token: &GrammarToken, samples: &Samples) -> Option<String> {
    match token {
        GrammarToken::Literal { text, .. } => Some(text.clone()),
        GrammarToken::Terminal(name) => match grammar.rule(name).map(|rule| &rule.expression) {
            // White space that is written out is a space, if it can be.
            Some(_) if forms::matches(grammar, name, " ") => Some(" ".to_owned()),
            _ => forms::of_terminal(samples, grammar, name),
        },
        GrammarToken::Class(class) => forms::shortest(grammar, class),
    }
}
