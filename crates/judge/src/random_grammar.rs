//! Random pest grammars, biased towards constructs that are easily compiled wrongly.
//!
//! Invariant: the same random numbers make the same grammar; every grammar is valid by pest's own validator;
//! and none has a `!` trivia rule, in which `pest_vm`, the reference for random grammars, differs from
//! `pest_derive`. Those are left to the torture grammars.

use std::fmt::Write as _;
use testing::random::Random;

/// The characters of texts: those that matter to some loop or string, with neighbours, and some of more bytes.
const ALPHABET: &[char] = &[
    'a', 'b', 'c', 'd', 'x', 'A', 'B', '0', '1', '.', '"', '\\', '#', ' ', '\n', 'é', 'λ', '→',
    '😀',
];
const MODIFIERS: &[&str] = &["", "", "", "_", "_", "@", "$", "$", "!"];
const TRIVIA_MODIFIERS: &[&str] = &["_", "_", "_", "", "@", "$"];
const BUILT_INS: &[&str] = &[
    "ANY",
    "ANY",
    "ASCII_DIGIT",
    "ASCII_NONZERO_DIGIT",
    "ASCII_BIN_DIGIT",
    "ASCII_OCT_DIGIT",
    "ASCII_HEX_DIGIT",
    "ASCII_ALPHA_LOWER",
    "ASCII_ALPHA_UPPER",
    "ASCII_ALPHA",
    "ASCII_ALPHANUMERIC",
    "ASCII",
    "NEWLINE",
    "NEWLINE",
    "SOI",
    "EOI",
];
/// Ranges beyond pairs of the alphabet's characters: of all lengths in bytes, around the surrogates, and empty.
const RANGES: &[&str] = &[
    r"'\u{00}'..'\u{7f}'",
    r"'\u{00}'..'\u{10ffff}'",
    r"'\u{80}'..'\u{10ffff}'",
    r"'\u{7f}'..'\u{800}'",
    r"'\u{d7ff}'..'\u{e000}'",
    r"'\u{e9}'..'\u{3bb}'",
    r"'!'..'['",
    r"'z'..'a'",
];

/// Makes a grammar.
pub fn random_grammar(random: &mut Random) -> String {
    loop {
        let grammar = Maker::new(random).grammar();
        // A rule can be fine alone and not with those that it recurs through.
        if pest_meta::parse_and_optimize(&grammar).is_ok() {
            return grammar;
        }
    }
}

struct Maker<'r> {
    random: &'r mut Random,
    alphabet: Vec<char>,
    /// How many rules there are; they are named `r0`, `r1` and so on.
    count: usize,
    /// The rule that is being made. It may refer to later ones everywhere, to others after its beginning.
    current: usize,
}

impl<'r> Maker<'r> {
    fn new(random: &'r mut Random) -> Self {
        let size = random.between(4, 10);
        let alphabet = (0..size).map(|_| *random.choose(ALPHABET)).collect();
        let count = random.between(3, 8);
        Self {
            random,
            alphabet,
            count,
            current: count,
        }
    }

    /// From the last rule to the first, so that each is tried with all those that it may begin with.
    fn grammar(mut self) -> String {
        let trivia = self.trivia();
        let mut rules = trivia;
        while self.current > 0 {
            self.current -= 1;
            let rule = self.rule(&rules);
            rules.insert_str(0, &rule);
        }
        rules
    }

    /// A rule that is valid together with `rules`, those after it.
    fn rule(&mut self, rules: &str) -> String {
        let current = self.current;
        let stubs: String = (0..current)
            .map(|n| format!("r{n} = {{ \"a\" }}\n"))
            .collect();
        loop {
            let modifier = self.random.pick(MODIFIERS);
            let depth = self.random.between(1, 3);
            let body = match self.random.below(8) {
                // A rule that is one loop, and perhaps not a node of its own.
                0 => format!("{}*", self.expression(depth - 1, false)),
                _ => self.expression(depth, false),
            };
            let rule = format!("r{current} = {modifier}{{ {body} }}\n");
            if body.len() < 400
                && pest_meta::parse_and_optimize(&format!("{stubs}{rule}{rules}")).is_ok()
            {
                return rule;
            }
        }
    }

    fn trivia(&mut self) -> String {
        let mut trivia = String::new();
        let with_white_space = self.random.percent(60);
        let with_comment = self.random.percent(40);
        if with_white_space {
            let modifier = self.random.pick(TRIVIA_MODIFIERS);
            let body = self.random.pick(&[
                r#"" ""#,
                r#"" ""#,
                r#"" " | "\n""#,
                r#"" "+"#,
                r#"" " ~ "."?"#,
                r#"" " | "." ~ "b""#,
                r#"" " | t"#,
            ]);
            let _ = writeln!(trivia, "WHITESPACE = {modifier}{{ {body} }}");
        }
        if with_comment {
            let modifier = self.random.pick(TRIVIA_MODIFIERS);
            let body = self.random.pick(&[
                r##""#" ~ (!"\n" ~ ANY)*"##,
                r##""#" ~ (!NEWLINE ~ ANY)* ~ NEWLINE?"##,
                r##""#" ~ t* ~ "\n""##,
                r##""#" ~ t?"##,
                r##""a" ~ "#" | "#""##,
                r#"t ~ "b""#,
            ]);
            let _ = writeln!(trivia, "COMMENT = {modifier}{{ {body} }}");
        }
        // The rules that trivia call: they have nodes inside, or not.
        let modifier = self.random.pick(&["", "_", "@", "$"]);
        let body = self
            .random
            .pick(&[r#""x" | "." ~ "a""#, r#"("." | "0")+"#, r#""é" ~ "x"?"#]);
        let _ = writeln!(trivia, "t = {modifier}{{ {body} }}");
        trivia
    }

    /// An expression that binds as tightly as a term. `behind` is whether something surely is before it, so
    /// that recursion is allowed.
    fn expression(&mut self, depth: usize, behind: bool) -> String {
        if depth == 0 {
            return self.terminal(behind);
        }
        let inner = depth - 1;
        match self.random.below(100) {
            0..12 => self.terminal(behind),
            12..30 => self.choice(inner, behind),
            30..52 => self.sequence(inner, behind),
            52..60 => format!("{}?", self.expression(inner, behind)),
            60..66 => format!("{}*", self.expression(inner, behind)),
            66..71 => format!("{}+", self.expression(inner, behind)),
            71..75 => self.counted(inner, behind),
            75..81 => self.lookahead(inner, behind),
            _ => format!("({})", self.template(inner, behind)),
        }
    }

    fn choice(&mut self, depth: usize, behind: bool) -> String {
        let count = self.random.between(2, 5);
        let alternatives: Vec<_> = (0..count).map(|_| self.expression(depth, behind)).collect();
        format!("({})", alternatives.join(" | "))
    }

    fn sequence(&mut self, depth: usize, behind: bool) -> String {
        let count = self.random.between(2, 4);
        let parts: Vec<_> = (0..count)
            .map(|index| self.expression(depth, behind || index > 0))
            .collect();
        format!("({})", parts.join(" ~ "))
    }

    fn counted(&mut self, depth: usize, behind: bool) -> String {
        let part = self.expression(depth, behind);
        let least = self.random.between(1, 3);
        let most = least + self.random.below(3);
        match self.random.below(4) {
            0 => format!("{part}{{{least}}}"),
            1 => format!("{part}{{{least},}}"),
            2 => format!("{part}{{,{most}}}"),
            _ => format!("{part}{{{least},{most}}}"),
        }
    }

    fn lookahead(&mut self, depth: usize, behind: bool) -> String {
        let sign = self.random.pick(&["!", "!", "&", "!!", "!&", "&!", "&&"]);
        let tested = self.expression(depth, behind);
        let part = self.expression(depth, behind);
        match self.random.below(4) {
            0 => format!("({sign}{tested})"),
            1 => format!("({part} ~ {sign}{tested})"),
            _ => format!("({sign}{tested} ~ {part})"),
        }
    }

    /// Templates that optimizers rewrite, and that engines take as a whole: string bodies, runs, scans.
    fn template(&mut self, depth: usize, behind: bool) -> String {
        let (c, d, e) = (self.class(), self.class(), self.class());
        let (s, t) = (self.string(), self.string());
        let a = self.expression(depth.min(1), behind);
        let b = self.expression(depth.min(1), true);
        match self.random.below(35) {
            0 => format!("{s} ~ ({c} | \"\\\\\" ~ ANY)* ~ {s}"),
            1 => format!("({t}* ~ {c})*"),
            2 => format!("(!({s} | {t}) ~ ANY)* ~ {s}"),
            3 => format!("(!{s} ~ ANY)* ~ {b}"),
            4 => format!("(!{c} ~ ANY)*"),
            5 => format!("(!{c} ~ {d})+"),
            6 => format!("!{c} ~ {d}"),
            7 => format!("&{c} ~ {d}"),
            8 => format!("{c} | {a} | {d}"),
            9 => format!("({c} | {a} | {d})+ ~ {e}"),
            10 => format!("{c}* ~ {d} ~ {e}?"),
            11 => format!("{c}? ~ {d}"),
            12 => format!("({c}? ~ {d})* ~ {e}"),
            13 => format!("{a} | {a} ~ {b}"),
            14 => format!("{a} ~ {b} | {a}"),
            15 => format!("{a} ~ {b} | {a} ~ {c}"),
            16 => format!("({a} ~ {b})* ~ {a}"),
            17 => format!("{s} ~ {t}"),
            18 => format!("({s} | {t} | {c})*"),
            19 => format!("({c}* ~ {s})* ~ {d}"),
            20 => format!("!({a}) ~ {c}+"),
            21 => format!("({c} ~ !{d} | {e})*"),
            22 => format!("({c} ~ &{d} | {e})+"),
            23 => format!("(({c} | {s}){{1,2}} ~ {d})*"),
            24 => format!("(!{a} ~ {c} | {d})*"),
            25 => format!("(&{a} ~ {c} | {s} ~ {t})*"),
            26 => format!("({c} | ({d} | {s})? ~ {e})*"),
            27 => format!("(!(&{d} ~ {s}?) ~ {c})* ~ {b}"),
            28 => format!("(!!{s} ~ {c} | {d})* ~ {b}?"),
            29 => format!("({s} | {t} | {c} ~ {d}?)+ ~ {b}?"),
            30 => format!("{c}+ ~ {s} ~ {c}* ~ {e} | {s} ~ {c}+ ~ {e} | {c}+ ~ {e}"),
            31 => format!("{c} ~ {s} ~ {e} | {d}* ~ {t} ~ {s} ~ {e} | {s} ~ {e}"),
            32 => format!("{c}* ~ {d} ~ {s} | {t} ~ {s} | {c}* ~ {e}? ~ {s}"),
            33 => format!("{s} ~ {c}{{2}} | {t} ~ {c}{{4}} | {d} ~ {c}* | {e}"),
            _ => format!("{s} ~ {b}? ~ {t}"),
        }
    }

    fn terminal(&mut self, behind: bool) -> String {
        match self.random.below(20) {
            0..6 => self.string(),
            6..10 => self.class(),
            10 => format!("^{}", self.string()),
            11 => self.random.pick(BUILT_INS).to_owned(),
            12 if self.random.percent(20) => "\"\"".to_owned(),
            _ => self.reference(behind),
        }
    }

    fn reference(&mut self, behind: bool) -> String {
        let first = if behind { 0 } else { self.current + 1 };
        if first < self.count {
            format!("r{}", self.random.between(first, self.count - 1))
        } else {
            self.string()
        }
    }

    fn string(&mut self) -> String {
        let length = *self.random.choose(&[1, 1, 1, 2, 2, 3]);
        let mut literal = String::from("\"");
        for _ in 0..length {
            let character = *self.random.choose(&self.alphabet);
            literal.push_str(&escaped(character));
        }
        literal.push('"');
        literal
    }

    /// One character out of a set.
    fn class(&mut self) -> String {
        let count = *self.random.choose(&[1, 1, 2, 2, 3]);
        let parts: Vec<_> = (0..count).map(|_| self.range()).collect();
        match parts.as_slice() {
            [part] => part.clone(),
            parts => format!("({})", parts.join(" | ")),
        }
    }

    fn range(&mut self) -> String {
        let first = *self.random.choose(&self.alphabet);
        let last = *self.random.choose(&self.alphabet);
        match self.random.below(12) {
            0..5 => format!("\"{}\"", escaped(first)),
            5..9 => {
                let (least, most) = (first.min(last), first.max(last));
                format!("'{}'..'{}'", escaped(least), escaped(most))
            }
            9 => self.random.pick(RANGES).to_owned(),
            10 => self.random.pick(&BUILT_INS[..12]).to_owned(),
            _ => format!(
                "(!\"{}\" ~ '{}'..'\\u{{10ffff}}')",
                escaped(first),
                escaped(last)
            ),
        }
    }
}

fn escaped(character: char) -> String {
    match character {
        '"' => "\\\"".to_owned(),
        '\\' => "\\\\".to_owned(),
        '\n' => "\\n".to_owned(),
        _ => character.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grammars_are_valid_and_repeatable() {
        for seed in 0..50 {
            let grammar = random_grammar(&mut Random::new(seed));
            assert_eq!(grammar, random_grammar(&mut Random::new(seed)));
            assert!(pest_meta::parse_and_optimize(&grammar).is_ok(), "{grammar}");
        }
    }

    #[test]
    fn together_they_have_every_construct() {
        let grammars: String = (0..200)
            .map(|seed| random_grammar(&mut Random::new(seed)))
            .collect();
        let constructs = [
            "= {",
            "= _{",
            "= @{",
            "= ${",
            "= !{",
            "WHITESPACE = $",
            "COMMENT = {",
            " | ",
            " ~ ",
            ")*",
            ")+",
            ")?",
            "{,",
            ",}",
            "!",
            "&",
            "^\"",
            "..",
            "ANY",
            "SOI",
            "EOI",
            "NEWLINE",
            "ASCII_DIGIT",
            "\"\"",
        ];
        for construct in constructs {
            assert!(grammars.contains(construct), "{construct}");
        }
    }
}
