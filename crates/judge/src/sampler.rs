//! Texts that a grammar matches, or nearly matches, found by walking it.
//!
//! Mutants of real documents seldom reach the rare corners of a grammar. A walk through its expressions does: it
//! takes each alternative as often as the others, and breaks a rule here and there.

use anyhow::{Result, anyhow};
use pest_meta::ast::{Expr, Rule, RuleType};
use pest_meta::parser::{self, consume_rules};
use std::collections::HashMap;
use testing::random::Random;

/// Makes texts from one grammar.
pub struct Sampler {
    rules: Vec<Rule>,
    indices: HashMap<String, usize>,
    /// Literals, ends of ranges with their neighbours, and texts that are always worth a try.
    tokens: Vec<String>,
    trivia: Vec<usize>,
    /// How long, in bytes, a text becomes before the walk takes the shortest way to its end.
    length: usize,
    /// How often in a hundred times a step of the walk goes wrong on purpose.
    slips: usize,
}

/// How many rules deep a walk goes.
const DEPTH: usize = 24;

impl Sampler {
    /// One for this grammar.
    ///
    /// # Errors
    ///
    /// The grammar is not valid.
    pub fn new(grammar: &str, length: usize, slips: usize) -> Result<Self> {
        let pairs = parser::parse(parser::Rule::grammar_rules, grammar)
            .map_err(|error| anyhow!("{error}"))?;
        let rules = consume_rules(pairs).map_err(|errors| anyhow!("{errors:?}"))?;
        let mut tokens: Vec<String> = [
            "a", "b", "0", ".", " ", "\n", "\r\n", "#", "é", "😀", "\u{0}",
        ]
        .map(str::to_owned)
        .to_vec();
        for rule in &rules {
            rule.expr
                .iter_top_down()
                .for_each(|expression| add_tokens(&expression, &mut tokens));
        }
        tokens.sort();
        tokens.dedup();
        let indices: HashMap<_, _> = rules
            .iter()
            .enumerate()
            .map(|(index, rule)| (rule.name.clone(), index))
            .collect();
        let trivia = ["WHITESPACE", "COMMENT"];
        Ok(Self {
            trivia: trivia
                .iter()
                .filter_map(|&name| indices.get(name).copied())
                .collect(),
            rules,
            indices,
            tokens,
            length,
            slips,
        })
    }

    /// The pieces that texts of this grammar are made of.
    pub fn tokens(&self) -> &[String] {
        &self.tokens
    }

    /// A piece that texts of this grammar are made of.
    pub fn token<'a>(&'a self, random: &mut Random) -> &'a str {
        random.choose::<String>(&self.tokens)
    }

    /// A text for the rule of this name.
    pub fn sample(&self, rule: &str, random: &mut Random) -> String {
        let mut walk = Walk {
            sampler: self,
            random,
            text: String::new(),
            depth: 0,
        };
        walk.identifier(rule, false);
        walk.text
    }
}

fn add_tokens(expression: &Expr, tokens: &mut Vec<String>) {
    match expression {
        Expr::Str(text) | Expr::Insens(text) if !text.is_empty() => tokens.push(text.clone()),
        Expr::Range(first, last) => {
            for text in [first, last] {
                let Some(character) = text.chars().next() else {
                    continue;
                };
                let code = u32::from(character);
                let neighbours = [code.checked_sub(1), Some(code), code.checked_add(1)];
                let characters = neighbours.into_iter().flatten().filter_map(char::from_u32);
                tokens.extend(characters.map(String::from));
            }
        }
        _ => {}
    }
}

struct Walk<'s, 'r> {
    sampler: &'s Sampler,
    random: &'r mut Random,
    text: String,
    depth: usize,
}

impl Walk<'_, '_> {
    fn is_tired(&self) -> bool {
        self.depth > DEPTH || self.text.len() > self.sampler.length
    }

    fn slips(&mut self) -> bool {
        self.random.percent(self.sampler.slips)
    }

    fn identifier(&mut self, name: &str, atomic: bool) {
        if let Some(&index) = self.sampler.indices.get(name) {
            self.rule(index, atomic);
        } else {
            let text = self.built_in(name);
            self.text.push_str(&text);
        }
    }

    fn rule(&mut self, index: usize, atomic: bool) {
        if self.depth > 2 * DEPTH || self.text.len() > 2 * self.sampler.length {
            return;
        }
        let sampler = self.sampler;
        let rule = &sampler.rules[index];
        let is_trivia = sampler.trivia.contains(&index);
        let atomic = match rule.ty {
            RuleType::Atomic | RuleType::CompoundAtomic => true,
            RuleType::NonAtomic => false,
            RuleType::Normal | RuleType::Silent => atomic || is_trivia,
        };
        self.depth += 1;
        self.expression(&rule.expr, atomic);
        self.depth -= 1;
    }

    fn built_in(&mut self, name: &str) -> String {
        let ranges = match name {
            "ANY" => return self.sampler.token(self.random).chars().take(1).collect(),
            "NEWLINE" => return self.random.pick(&["\n", "\r\n", "\r"]).to_owned(),
            "SOI" | "EOI" => return String::new(),
            "ASCII_DIGIT" => "09",
            "ASCII_NONZERO_DIGIT" => "19",
            "ASCII_BIN_DIGIT" => "01",
            "ASCII_OCT_DIGIT" => "07",
            "ASCII_HEX_DIGIT" => "09afAF",
            "ASCII_ALPHA_LOWER" => "az",
            "ASCII_ALPHA_UPPER" => "AZ",
            "ASCII_ALPHA" => "azAZ",
            "ASCII_ALPHANUMERIC" => "09azAZ",
            _ => "\u{0}\u{7f}",
        };
        let ends: Vec<char> = ranges.chars().collect();
        let range = 2 * self.random.below(ends.len() / 2);
        self.character(ends[range], ends[range + 1]).to_string()
    }

    /// One of a range: an end, or one of the grammar's own characters that it has, or any.
    fn character(&mut self, first: char, last: char) -> char {
        match self.random.below(4) {
            0 => first,
            1 => last,
            2 => {
                let token = self.sampler.token(self.random).chars().next();
                token
                    .filter(|character| (first..=last).contains(character))
                    .unwrap_or(last)
            }
            _ => {
                let (least, most) = (u32::from(first), u32::from(last).max(u32::from(first)));
                // At most the number of all characters, which fits in both.
                let code = least + self.random.below((most - least + 1) as usize) as u32;
                char::from_u32(code).unwrap_or(first)
            }
        }
    }

    fn expression(&mut self, expression: &Expr, atomic: bool) {
        if self.slips() {
            match self.random.below(3) {
                0 => return,
                1 => {
                    let token = self.sampler.token(self.random);
                    self.text.push_str(token);
                }
                _ => self.trivia(),
            }
        }
        match expression {
            Expr::Str(text) => self.text.push_str(text),
            Expr::Insens(text) => {
                for character in text.chars() {
                    let character = match self.random.below(3) {
                        0 => character.to_ascii_uppercase(),
                        1 => character.to_ascii_lowercase(),
                        _ => character,
                    };
                    self.text.push(character);
                }
            }
            Expr::Range(first, last) => {
                if let (Some(first), Some(last)) = (first.chars().next(), last.chars().next()) {
                    let character = self.character(first, last);
                    self.text.push(character);
                }
            }
            Expr::Ident(name) => self.identifier(name, atomic),
            // The tested text is mostly written by the part after it; sometimes it is the whole text.
            Expr::PosPred(inner) if self.random.percent(20) => self.expression(inner, atomic),
            Expr::NegPred(inner) if self.random.percent(6) => self.expression(inner, atomic),
            Expr::Seq(left, right) => {
                self.expression(left, atomic);
                self.between(atomic);
                self.expression(right, atomic);
            }
            Expr::Choice(..) => {
                let chosen = self.alternative(expression);
                self.expression(chosen, atomic);
            }
            Expr::Opt(inner) => self.repeat(inner, 0, 1, atomic),
            Expr::Rep(inner) => {
                // Long runs are passed over by blocks.
                let most = if self.random.percent(4) { 40 } else { 4 };
                self.repeat(inner, 0, most, atomic);
            }
            Expr::RepOnce(inner) => self.repeat(inner, 1, 4, atomic),
            Expr::RepExact(inner, count) => self.repeat(inner, *count, *count, atomic),
            Expr::RepMin(inner, least) => self.repeat(inner, *least, *least + 2, atomic),
            Expr::RepMax(inner, most) => self.repeat(inner, 0, *most, atomic),
            Expr::RepMinMax(inner, least, most) => self.repeat(inner, *least, *most, atomic),
            _ => {}
        }
    }

    /// One of a choice's alternatives, each as often as the others. A tired walk takes a terminal, if there is one.
    fn alternative<'e>(&mut self, choice: &'e Expr) -> &'e Expr {
        let mut alternatives = Vec::new();
        flatten(choice, &mut alternatives);
        if self.is_tired() {
            let is_terminal = |expression: &&&Expr| {
                matches!(expression, Expr::Str(_) | Expr::Insens(_) | Expr::Range(..))
            };
            if let Some(terminal) = alternatives.iter().find(is_terminal) {
                return terminal;
            }
        }
        alternatives[self.random.below(alternatives.len())]
    }

    fn repeat(&mut self, inner: &Expr, least: u32, most: u32, atomic: bool) {
        let mut count = least;
        if !self.is_tired() {
            count += self.random.below((most.saturating_sub(least) + 1) as usize) as u32;
        }
        if self.slips() {
            count = if self.random.percent(50) {
                count + 1
            } else {
                count.saturating_sub(1)
            };
        }
        for index in 0..count {
            if index > 0 {
                self.between(atomic);
            }
            self.expression(inner, atomic);
        }
    }

    fn between(&mut self, atomic: bool) {
        let percent = if atomic { 1 } else { 22 };
        if self.random.percent(percent) {
            self.trivia();
        }
    }

    fn trivia(&mut self) {
        for _ in 0..self.random.between(1, 2) {
            if !self.sampler.trivia.is_empty() && !self.is_tired() {
                let index = *self.random.choose(&self.sampler.trivia);
                self.rule(index, true);
            }
        }
    }
}

fn flatten<'e>(choice: &'e Expr, alternatives: &mut Vec<&'e Expr>) {
    match choice {
        Expr::Choice(left, right) => {
            flatten(left, alternatives);
            flatten(right, alternatives);
        }
        _ => alternatives.push(choice),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_slips_samples_match() {
        let grammar = "WHITESPACE = _{ \" \" }\n a = { \"x\"{2,3} ~ b* ~ ^\"end\" }\n b = @{ 'a'..'c' ~ ASCII_DIGIT? }";
        let sampler = Sampler::new(grammar, 60, 0).unwrap();
        let (_, rules) = pest_meta::parse_and_optimize(grammar).unwrap();
        let reference = pest_vm::Vm::new(rules);
        let random = &mut Random::new(1);
        let samples = (0..200).map(|_| sampler.sample("a", random));
        let accepted = samples
            .filter(|text| reference.parse("a", text).is_ok())
            .count();
        // Not all: a letter may be tried where trivia separate it from the digit in an atomic rule.
        assert!(accepted > 180, "{accepted}");
    }
}
