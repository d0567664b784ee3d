//! Recipes: texts that say how a document is made.
//!
//! A recipe is a list of rules. Below a rule's name and colon, each line is an alternative, after its weight and a space; `-`
//! means the weight 1, `*` makes each word of the line an alternative, and lines that begin with `>` are one alternative
//! together, each with a line feed at its end. A text has these signs in it:
//!
//! | sign | writes |
//! |---|---|
//! | `{name}` | one of the rule's alternatives |
//! | `{name*2..5\|, }` | 2 to 5 of them, with `, ` between |
//! | `{name^3\|other}` | the rule within at most two others that are written so, else the other rule |
//! | `{0..99:02}` | a number from 0 to 99, with two digits at least; `:x` and `:X` make it hexadecimal |
//! | `{variable=…}` | nothing: the variable becomes what `{…}` would write; `"` encloses a text |
//! | `{$variable}` | the variable's text, `{$variable:03}` with three digits at least |
//! | `{keep name*2..5}` | 2 to 5 of them; the variables of each time are kept |
//! | `{each name: other}` | the other rule for each time that was kept, with the variables of that time |
//! | `•` | nothing: here is a triple |
//! | `\n`, `\t`, `\\`, `\{`, `\}` | a line feed, a tabulator, the sign after the backslash |
//!
//! Invariant: a recipe is refused when it is read if a rule is missing, not when it is used.

use anyhow::{Context, Result, bail, ensure};
use std::collections::HashMap;
use testing::random::Random;

/// A recipe's rules. A document is `open`, `piece` any number of times, and `close`.
#[derive(Debug)]
pub struct Recipe {
    rules: Vec<Vec<Alternative>>,
    names: HashMap<String, usize>,
}

#[derive(Debug)]
struct Alternative {
    weight: usize,
    parts: Vec<Part>,
}

type RuleIndex = usize;

#[derive(Debug)]
enum Part {
    Text(String),
    Triple,
    Rule(RuleIndex),
    Repeat(Repeat),
    Nested {
        levels: usize,
        rule: RuleIndex,
        otherwise: RuleIndex,
    },
    Number {
        least: usize,
        most: usize,
        format: Format,
    },
    Set(String, Box<Part>),
    Variable(String, Format),
    Each {
        kept: RuleIndex,
        rule: RuleIndex,
    },
}

#[derive(Debug)]
struct Repeat {
    rule: RuleIndex,
    least: usize,
    most: usize,
    separator: String,
    is_kept: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct Format {
    digits: usize,
    notation: Notation,
}

#[derive(Clone, Copy, Debug, Default)]
enum Notation {
    #[default]
    Decimal,
    LowerHexadecimal,
    UpperHexadecimal,
}

impl Recipe {
    /// Reads the rules of some texts. A rule that is in several of them is that of the last.
    ///
    /// # Errors
    ///
    /// A line or a sign breaks the module's notation, or names a missing rule.
    pub fn read(texts: &[&str]) -> Result<Self> {
        let mut rules: HashMap<&str, Vec<(usize, String)>> = HashMap::new();
        for text in texts {
            let mut rule = None;
            for line in text.lines().filter(|line| !line.starts_with('#')) {
                if let Some(alternative) = line.strip_prefix("  ") {
                    let rule = rule.and_then(|name| rules.get_mut(name));
                    add_alternative(alternative, rule.context("an alternative without a rule")?)?;
                } else if !line.is_empty() {
                    let name = line.strip_suffix(':').with_context(|| line.to_owned())?;
                    rules.insert(name, Vec::new());
                    rule = Some(name);
                }
            }
        }
        for name in ["open", "close"] {
            rules.entry(name).or_default();
        }
        let names = rules.keys().enumerate();
        let names: HashMap<String, usize> = names
            .map(|(index, name)| ((*name).to_owned(), index))
            .collect();
        let alternatives = |(name, texts): (&&str, &Vec<(usize, String)>)| {
            texts
                .iter()
                .map(|(weight, text)| {
                    let parts = Reader {
                        names: &names,
                        text,
                    }
                    .parts();
                    Ok(Alternative {
                        weight: *weight,
                        parts: parts.with_context(|| format!("{name}: {text}"))?,
                    })
                })
                .collect()
        };
        let rules = rules.iter().map(alternatives).collect::<Result<_>>()?;
        Ok(Self { rules, names })
    }

    /// Writes a rule's text to the draft.
    pub fn write(&self, rule: &str, draft: &mut Draft) {
        draft.rule(self, self.names[rule]);
    }
}

/// Adds the alternative of a line below a rule's name. Texts that begin with `>` go on with that of the line above.
fn add_alternative(line: &str, rule: &mut Vec<(usize, String)>) -> Result<()> {
    let (sign, text) = line.split_once(' ').unwrap_or((line, ""));
    match sign {
        "-" => rule.push((1, text.to_owned())),
        "*" => rule.extend(text.split(' ').map(|word| (1, word.to_owned()))),
        ">" => {
            if rule.is_empty() {
                rule.push((1, String::new()));
            }
            let (_, lines) = rule.last_mut().expect("one was added");
            lines.push_str(text);
            lines.push_str("\\n");
        }
        _ => rule.push((
            sign.parse().with_context(|| format!("{line}: no weight"))?,
            text.to_owned(),
        )),
    }
    Ok(())
}

/// Reads the text of an alternative.
struct Reader<'a> {
    names: &'a HashMap<String, usize>,
    text: &'a str,
}

impl Reader<'_> {
    fn parts(&self) -> Result<Vec<Part>> {
        let mut parts = Vec::new();
        let mut plain = String::new();
        let mut rest = self.text;
        while let Some(sign) = rest.chars().next() {
            rest = &rest[sign.len_utf8()..];
            if sign == '\\' {
                let escaped = rest.chars().next().context("nothing after a backslash")?;
                rest = &rest[escaped.len_utf8()..];
                plain.push(match escaped {
                    'n' => '\n',
                    't' => '\t',
                    sign => sign,
                });
                continue;
            }
            let part = match sign {
                '•' => Part::Triple,
                '{' => {
                    let (inner, after) = rest.split_once('}').context("`{` is not closed")?;
                    rest = after;
                    self.part(inner)?
                }
                _ => {
                    plain.push(sign);
                    continue;
                }
            };
            if !plain.is_empty() {
                parts.push(Part::Text(std::mem::take(&mut plain)));
            }
            parts.push(part);
        }
        if !plain.is_empty() {
            parts.push(Part::Text(plain));
        }
        Ok(parts)
    }

    /// Reads the text between braces.
    fn part(&self, text: &str) -> Result<Part> {
        if let Some(name) = text.strip_prefix('$') {
            let (name, format) = name.split_once(':').unwrap_or((name, ""));
            return Ok(Part::Variable(name.to_owned(), Format::read(format)?));
        }
        if let Some((kept, rule)) = text
            .strip_prefix("each ")
            .and_then(|text| text.split_once(": "))
        {
            return Ok(Part::Each {
                kept: self.rule(kept)?,
                rule: self.rule(rule)?,
            });
        }
        if let Some((variable, text)) = text.split_once('=') {
            let part = match text
                .strip_prefix('"')
                .and_then(|text| text.strip_suffix('"'))
            {
                Some(text) => Part::Text(text.to_owned()),
                None => self.part(text)?,
            };
            return Ok(Part::Set(variable.to_owned(), Box::new(part)));
        }
        let (text, is_kept) = match text.strip_prefix("keep ") {
            Some(text) => (text, true),
            None => (text, false),
        };
        if let Some((rule, times)) = text.split_once('*') {
            let (times, separator) = times.split_once('|').unwrap_or((times, ""));
            let (least, most) = range(times)?;
            let separator = separator.replace("\\n", "\n");
            let rule = self.rule(rule)?;
            return Ok(Part::Repeat(Repeat {
                rule,
                least,
                most,
                separator,
                is_kept,
            }));
        }
        if let Some((rule, otherwise)) = text.split_once('^') {
            let (levels, otherwise) = otherwise
                .split_once('|')
                .context("no rule for deeper levels")?;
            let (levels, rule, otherwise) =
                (levels.parse()?, self.rule(rule)?, self.rule(otherwise)?);
            return Ok(Part::Nested {
                levels,
                rule,
                otherwise,
            });
        }
        if text.contains("..") {
            let (numbers, format) = text.split_once(':').unwrap_or((text, ""));
            let (least, most) = range(numbers)?;
            return Ok(Part::Number {
                least,
                most,
                format: Format::read(format)?,
            });
        }
        Ok(Part::Rule(self.rule(text)?))
    }

    fn rule(&self, name: &str) -> Result<RuleIndex> {
        let rule = self.names.get(name).copied();
        rule.with_context(|| format!("there is no rule {name}"))
    }
}

/// Two numbers with two full stops between them.
fn range(text: &str) -> Result<(usize, usize)> {
    let (least, most) = text.split_once("..").context("no range of numbers")?;
    let (least, most) = (least.parse()?, most.parse()?);
    ensure!(least <= most, "{text} has no number");
    Ok((least, most))
}

impl Format {
    fn read(text: &str) -> Result<Self> {
        let digits = text.trim_end_matches(['x', 'X']);
        let notation = match &text[digits.len()..] {
            "" => Notation::Decimal,
            "x" => Notation::LowerHexadecimal,
            "X" => Notation::UpperHexadecimal,
            other => bail!("{other} is not a notation of numbers"),
        };
        let digits = if digits.is_empty() {
            0
        } else {
            digits.parse()?
        };
        Ok(Self { digits, notation })
    }
}

/// The piece of a document that is being written.
#[derive(Debug)]
pub struct Draft {
    random: Random,
    pub text: String,
    /// How many triples the document has so far, all of its pieces together.
    pub triples: u64,
    variables: HashMap<String, String>,
    /// The variables of each time that a rule was repeated, for rules that are kept.
    kept: HashMap<RuleIndex, Vec<HashMap<String, String>>>,
    /// How many rules that may nest are being written.
    depth: usize,
}

impl Draft {
    pub fn new(seed: u64) -> Self {
        Self {
            random: Random::new(seed),
            text: String::new(),
            triples: 0,
            variables: HashMap::new(),
            kept: HashMap::new(),
            depth: 0,
        }
    }

    fn rule(&mut self, recipe: &Recipe, rule: RuleIndex) {
        let alternatives = &recipe.rules[rule];
        let chosen = match alternatives.as_slice() {
            [] => return,
            [only] => only,
            several => {
                let sum = several.iter().map(|alternative| alternative.weight).sum();
                let mut place = self.random.below(sum);
                let is_chosen =
                    |alternative: &&Alternative| match place.checked_sub(alternative.weight) {
                        Some(rest) => {
                            place = rest;
                            false
                        }
                        None => true,
                    };
                several
                    .iter()
                    .find(is_chosen)
                    .expect("the place is below the sum")
            }
        };
        for part in &chosen.parts {
            self.part(recipe, part);
        }
    }

    fn part(&mut self, recipe: &Recipe, part: &Part) {
        match part {
            Part::Text(text) => self.text.push_str(text),
            Part::Triple => self.triples += 1,
            Part::Rule(rule) => self.rule(recipe, *rule),
            Part::Repeat(repeat) => self.repeat(recipe, repeat),
            Part::Nested {
                levels,
                rule,
                otherwise,
            } => {
                if self.depth < *levels {
                    self.depth += 1;
                    self.rule(recipe, *rule);
                    self.depth -= 1;
                } else {
                    self.rule(recipe, *otherwise);
                }
            }
            Part::Number {
                least,
                most,
                format,
            } => {
                let number = self.random.between(*least, *most);
                let digits = format.digits;
                self.text.push_str(&match format.notation {
                    Notation::Decimal => format!("{number:0digits$}"),
                    Notation::LowerHexadecimal => format!("{number:0digits$x}"),
                    Notation::UpperHexadecimal => format!("{number:0digits$X}"),
                });
            }
            Part::Set(variable, part) => {
                let start = self.text.len();
                self.part(recipe, part);
                let text = self.text.split_off(start);
                self.variables.insert(variable.clone(), text);
            }
            Part::Variable(variable, format) => {
                let text = self.variables.get(variable).map_or("", String::as_str);
                let zeros = format.digits.saturating_sub(text.len());
                self.text.extend(std::iter::repeat_n('0', zeros));
                self.text.push_str(text);
            }
            Part::Each { kept, rule } => {
                for variables in self.kept.remove(kept).unwrap_or_default() {
                    self.variables = variables;
                    self.rule(recipe, *rule);
                }
            }
        }
    }

    fn repeat(&mut self, recipe: &Recipe, repeat: &Repeat) {
        for index in 0..self.random.between(repeat.least, repeat.most) {
            if index > 0 {
                self.text.push_str(&repeat.separator);
            }
            self.rule(recipe, repeat.rule);
            if repeat.is_kept {
                let variables = self.variables.clone();
                self.kept.entry(repeat.rule).or_default().push(variables);
            }
        }
    }
}
