//! Directives that break the grammar: which prefix one was to declare, or that it was the base, and as what.
//!
//! Invariant: where its name or its IRI is in doubt, nothing is declared, and what it was to declare anew is lost: the names that
//! use it have no meaning that is known.

use std::borrow::Cow;

/// A directive that breaks the grammar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BrokenDirective {
    /// The prefix or the base IRI that it may have been to declare: one, unless that is in doubt.
    pub(crate) declared: Vec<Declared>,
    /// The directive as the language writes it; `None`, if that is in doubt.
    pub(crate) meant: Option<String>,
    /// Where it ends, if it is not in doubt, in bytes of the text.
    pub(crate) end: usize,
    /// Whether it has no keyword.
    pub(crate) is_bare: bool,
}

/// The object of a directive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Declared {
    /// A prefix, without its colon.
    Prefix(String),
    Base,
}

/// The directive in a statement that breaks the grammar, if there was to be one. The statement begins with the text; `finished` is
/// where the last token before the fault begins, `found` where the fault is, in bytes of the text.
pub(crate) fn broken_directive(
    text: &str,
    finished: Option<usize>,
    found: usize,
) -> Option<BrokenDirective> {
    if let Some(directive) = directive(text) {
        return Some(directive);
    }
    // After a string, its keyword is taken for a language tag; elsewhere it is at fault itself.
    let is_keyword = |&at: &usize| {
        let rest = text.get(at..).unwrap_or_default();
        at > 0 && ["@prefix", "@base"].iter().any(|it| rest.starts_with(it))
    };
    let within = [finished, Some(found)]
        .into_iter()
        .flatten()
        .find(is_keyword);
    let (begin, is_in_doubt) = match within {
        Some(at) => {
            let is_tag = finished == Some(at) && text[..at].ends_with(['\n', '\r']);
            (at, !is_tag)
        }
        // A quotation mark too much may be before it.
        None => (
            text.len() - text.trim_start_matches(['"', '\'', ' ']).len(),
            true,
        ),
    };
    let found = directive(&text[begin..])?;
    Some(BrokenDirective {
        meant: found.meant.filter(|_| !is_in_doubt),
        end: found.end + begin,
        ..found
    })
}

/// The declarations of directives in a string, which may have run on over them.
pub(crate) fn declared_in(string: &str) -> Vec<Declared> {
    let lines = string.lines().skip(1).map(str::trim_start);
    let directives = lines.filter_map(directive);
    directives
        .flat_map(|directive| directive.declared)
        .collect()
}

/// The directive at the beginning of a text that breaks the grammar, if it was to be one.
fn directive(text: &str) -> Option<BrokenDirective> {
    let (is_marked, after_mark) = match text.strip_prefix('@') {
        Some(rest) => (true, blanks(rest)),
        None => (false, text),
    };
    let length = after_mark.find(|c: char| !c.is_ascii_alphabetic());
    let (word, rest) = after_mark.split_at(length.unwrap_or(after_mark.len()));
    let word = word.to_ascii_lowercase();
    // `prefix1:` is a prefix.
    let goes_on = rest.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '-'));
    let keyword = match word.as_str() {
        _ if goes_on && !is_marked => None,
        "prefix" | "base" if rest.starts_with(':') && !is_marked => None,
        _ => ["prefix", "base"]
            .into_iter()
            .find(|keyword| word == *keyword || (rest.starts_with(' ') && is_slip(&word, keyword))),
    };
    // A word with a slip is the keyword only if the rest has none: without `@`, a full stop would be a second one.
    let is_keyword = is_marked || keyword == Some(word.as_str());
    // `PREFIX: ex: <…>`, `BASE: <…>`
    if let Some(rest) = rest.strip_prefix(':').filter(|_| !is_marked) {
        let with_colon = match word.as_str() {
            "prefix" => prefix(text, rest).filter(|it| it.meant.is_some()),
            "base" => iri(rest).map(|_| base_or_prefix(word.clone())),
            _ => None,
        };
        if let Some(directive) = with_colon {
            return Some(BrokenDirective {
                is_bare: true,
                ..directive
            });
        }
    }
    let is_directive = |it: &BrokenDirective| {
        is_keyword || (it.meant.is_some() && !text[..it.end].trim_end().ends_with(['.', ';', ',']))
    };
    match keyword {
        Some("prefix") => prefix(text, rest).filter(is_directive),
        Some(_) => Some(base(text, rest)).filter(is_directive),
        // `@prefixex:`
        None if is_marked && word.starts_with("prefix") && rest.starts_with(':') => {
            prefix(text, &after_mark["prefix".len()..])
        }
        // `@namespace ex: <…>`
        None if is_marked => {
            let declares = prefix(text, rest).filter(|it| it.meant.is_some())?;
            Some(BrokenDirective {
                meant: None,
                ..declares
            })
        }
        None => bare(text),
    }
}

/// `base: <…>` may declare the base, or a prefix of that name.
fn base_or_prefix(name: String) -> BrokenDirective {
    BrokenDirective {
        declared: vec![Declared::Base, Declared::Prefix(name)],
        meant: None,
        end: 0,
        is_bare: true,
    }
}

/// The directive of a prefix, from the text after its keyword to the end of the text.
fn prefix(text: &str, rest: &str) -> Option<BrokenDirective> {
    let rest = rest.trim_start();
    let end = rest.find(|c: char| c.is_whitespace() || matches!(c, ':' | '<' | '>' | '"' | '\''));
    let (name, after) = rest.split_at(end.unwrap_or(rest.len()));
    let after = blanks(after);
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    let is_name = name.chars().all(is_plain) && !name.ends_with('.');
    let iri = match after.strip_prefix(':') {
        Some(after) => iri(after),
        // The colon is missing.
        None if !name.is_empty() => iri(after),
        None => None,
    };
    let iri = iri.filter(|_| is_name);
    let iri = iri.and_then(|(iri, after)| Some((iri, end_of_line_or_more(after)?)));
    Some(BrokenDirective {
        declared: match iri {
            Some(_) => vec![Declared::Prefix(name.to_owned())],
            None => mentioned(rest),
        },
        meant: iri.map(|(iri, _)| format!("@prefix {name}: {iri} .")),
        end: iri.map_or(0, |(_, after)| text.len() - after.len()),
        is_bare: false,
    })
}

/// The prefixes that the rest of a directive's line has before the IRI, or the base.
fn mentioned(rest: &str) -> Vec<Declared> {
    let end = rest.find(['<', '\n', '\r']).unwrap_or(rest.len());
    let words = rest[..end].split_whitespace();
    let mentioned = words.map(|word| match word.trim_start_matches('@') {
        word if word.eq_ignore_ascii_case("base") => Declared::Base,
        word => {
            let name = word.split(':').next().unwrap_or(word);
            Declared::Prefix(name.trim_matches(|c| ".;,()[]{}\"'".contains(c)).to_owned())
        }
    });
    let mentioned: Vec<_> = mentioned.collect();
    match mentioned.is_empty() {
        true => vec![Declared::Prefix(String::new())],
        false => mentioned,
    }
}

fn base(text: &str, rest: &str) -> BrokenDirective {
    let iri = iri(rest).and_then(|(iri, after)| Some((iri, end_of_line_or_more(after)?)));
    BrokenDirective {
        declared: vec![Declared::Base],
        meant: iri.map(|(iri, _)| format!("@base {iri} .")),
        end: iri.map_or(0, |(_, after)| text.len() - after.len()),
        is_bare: false,
    }
}

/// A prefix and an IRI alone in a line: as a statement it would lack its object.
fn bare(text: &str) -> Option<BrokenDirective> {
    if let Some((iri, after)) = iri(text) {
        // It may be a base without its keyword; others are subjects without anything.
        let is_namespace = iri.contains(':') && (iri.ends_with("/>") || iri.ends_with("#>"));
        let is_alone = is_namespace && blanks(after).starts_with('.');
        return is_alone.then(|| BrokenDirective {
            declared: vec![Declared::Base],
            meant: None,
            end: 0,
            is_bare: true,
        });
    }
    let end =
        text.find(|c: char| c.is_whitespace() || matches!(c, ':' | '<' | '>' | '"' | '\'' | '['))?;
    let (name, after) = text.split_at(end);
    let (iri, after) = iri(after.strip_prefix(':')?)?;
    let after = end_of_line_or_more(after)?;
    let is_absolute = iri.contains(':');
    let is_alone = after.is_empty() || after.starts_with(['\n', '\r', '#']);
    (is_absolute && is_alone && !name.starts_with('_')).then(|| BrokenDirective {
        declared: vec![Declared::Prefix(name.to_owned())],
        meant: Some(format!("@prefix {name}: {iri} .")),
        end: text.len() - after.len(),
        is_bare: true,
    })
}

/// The IRI in the same line, and the text after it.
fn iri(text: &str) -> Option<(&str, &str)> {
    let text = blanks(text);
    let within = text.strip_prefix('<')?;
    let end =
        within.find(|c: char| c.is_whitespace() || c.is_control() || "<>\"{}|^`".contains(c))?;
    within[end..]
        .starts_with('>')
        .then(|| text.split_at(end + 2))
}

/// The text after a full stop, or a sign in its place, if no term follows the IRI in its line that would have to be a part of the
/// directive.
fn end_of_line_or_more(text: &str) -> Option<&str> {
    let text = blanks(text);
    let after = blanks(text.strip_prefix(['.', ';', ',']).unwrap_or(text));
    (!after.starts_with(['<', '>', '"', '\''])).then_some(after)
}

fn blanks(text: &str) -> &str {
    text.trim_start_matches([' ', '\t'])
}

/// Whether a word is another one with a slip of the pen: a letter too much or too little, another letter, or two in the other order.
fn is_slip(word: &str, meant: &str) -> bool {
    let [word, meant] = [word.as_bytes(), meant.as_bytes()];
    let equal = word.iter().zip(meant).take_while(|(a, b)| a == b).count();
    let (word, meant) = (&word[equal..], &meant[equal..]);
    let swapped: Cow<'_, [u8]> = match *meant {
        [first, second, ref rest @ ..] => Cow::Owned([&[second, first], rest].concat()),
        _ => Cow::Borrowed(meant),
    };
    let rest = |bytes: &'_ [u8]| bytes.get(1..).unwrap_or_default().to_vec();
    rest(word) == meant || word == rest(meant) || rest(word) == rest(meant) || word == &*swapped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Option<(Declared, Option<String>, &str)> {
        let directive = broken_directive(text, None, 0)?;
        let declared = directive.declared.first()?.clone();
        Some((declared, directive.meant, &text[directive.end..]))
    }

    #[test]
    fn a_slip_leaves_no_doubt() {
        for text in [
            "@prefix ex: <x:/>\n",
            "@PREFIX ex: <x:/> .\n",
            "@prefx ex: <x:/> .\n",
            "perfix ex: <x:/>\n",
            "@prefix ex <x:/> .\n",
            "@prefix ex : <x:/> .\n",
            "@ prefix ex: <x:/> .\n",
            "@prefixex: <x:/> .\n",
            "@prefix ex: <x:/> ;\n",
            "ex: <x:/>\n",
            "ex: <x:/> .\n",
            "PREFIX: ex: <x:/>\n",
        ] {
            let meant = Some("@prefix ex: <x:/> .".to_owned());
            let prefix = Declared::Prefix("ex".to_owned());
            assert_eq!(of(text), Some((prefix, meant, "\n")), "{text}");
        }
        for text in [
            "@base <x:/>\n",
            "@Base <x:/> .\n",
            "bsae <x:/>\n",
            "@bas <x:/> .\n",
        ] {
            let meant = Some("@base <x:/> .".to_owned());
            assert_eq!(of(text), Some((Declared::Base, meant, "\n")), "{text}");
        }
    }

    #[test]
    fn what_is_in_doubt_is_not_declared() {
        for text in [
            "@prefix ex: x:/ .\n",
            "@prefix ex: <x:/ .\n",
            "PREFIX ex:\n<x:s> ex:p 1 .\n",
            "@prefix ex:\n<x:s> ex:p 1 .\n",
            "@prefix ex: <x:/a b> .\n",
            "@prefix ex: <x:/> <x:b> .\n",
            "@prefix ex: \"x:/\" .\n",
            "@prefix ex:a <x:/> .\n",
            "@prefix ex: ex: <x:/> .\n",
            "@prefix ex; <x:/> .\n",
            "@prefix ex. <x:/> .\n",
            "@namespace ex: <x:/> .\n",
        ] {
            let (declared, meant, _) = of(text).unwrap();
            assert_eq!(
                (declared, meant),
                (Declared::Prefix("ex".to_owned()), None),
                "{text}"
            );
        }
        for text in [
            "@base x:/ .\n",
            "BASE\n<x:s> ex:p 1 .\n",
            "@base <x:/> <x:y> .\n",
            "base: <x:/> .\n",
        ] {
            let (declared, meant, _) = of(text).unwrap();
            assert_eq!((declared, meant), (Declared::Base, None), "{text}");
        }
    }

    #[test]
    fn a_statement_is_no_directive() {
        for text in [
            "ex: <x:p> 1 .\n",
            "ex: <p> .\n",
            "ex:a <x:p> .\n",
            "@import <x:/> .\n",
            "@forAll :x .\n",
            "based <x> .\n",
            "_: <x:p> .\n",
            "<x:s> <x:p> .\n",
            "<x:s> .\n",
            "prefer ex: 1 .\n",
            "prefixé: <x:p> 1 .\n",
            "prefix1:a <x:p> .\n",
        ] {
            assert_eq!(of(text), None, "{text}");
        }
    }
}
