//! From the words of EBNF to productions.
//!
//! Invariants: every word is used, or is an error with its place. Recursion here is bounded by the number of operators and
//! parentheses that a production may have.

use super::external;
use super::keywords::DIRECTIVE as KEYWORDS;
use super::tokens::{EbnfWords, Remark, Word, WordKind, words};
use super::values::{Accent, character, class, literal};
use crate::limits::{
    MOST_BYTES, MOST_OPERATORS, MOST_PARTS, MOST_PARTS_TOGETHER, MOST_RULES, TO_A_PART, too_large,
};
use crate::places::{GrammarPlaces, NamePlace, ProductionPlace};
use crate::{
    CharacterClass, Expression, GrammarError, KeywordCase, Keywords, Rule, RuleKind, with_stack,
};
use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

/// The name of the rule that `@pass` stands for: the text between tokens. No production can have it.
pub const PASS: &str = "@pass";

/// The productions of a text.
pub(super) struct ParsedText {
    pub(super) rules: Vec<Rule>,
    pub(super) places: GrammarPlaces,
    /// Whether anything is above the first production.
    pub(super) has_title: bool,
    /// Whether it says where its terminals begin.
    pub(super) lists_terminals: bool,
    /// Its declaration about the letters in literals.
    pub(super) keywords: Option<Keywords>,
    /// The names of the rules beside the grammar that it mentions: `leading-lone-slash` of `/* xgc: leading-lone-slash */`.
    pub(super) constraints: Vec<String>,
    /// How many start symbols it declares, which are then the first rules.
    pub(super) declared_starts: usize,
}

pub(super) fn parse(text: &str) -> Result<ParsedText, GrammarError> {
    with_stack(|| parsed(text))
}

fn parsed(text: &str) -> Result<ParsedText, GrammarError> {
    if text.len() > MOST_BYTES {
        let message = too_large(MOST_BYTES, "bytes");
        return Err(GrammarError::at(text, 0, &message));
    }
    let (EbnfWords { words, remarks }, accent) = words_and_accent(text)?;
    let mut parser = EbnfParser {
        text,
        heads: BTreeMap::new(),
        defined: HashSet::new(),
        accent,
        keywords: Keywords {
            case: match accent {
                Accent::Plain => KeywordCase::ByQuote,
                Accent::JavaCc => KeywordCase::AsWritten,
            },
            reason: None,
        },
        words,
        remarks,
        at: 0,
        operators: 0,
        places: GrammarPlaces::default(),
    };
    parser.find_heads();
    let declared = parser.declared_keywords()?;
    parser.keywords = declared.clone().unwrap_or(parser.keywords);
    let mut parsed = parser.text()?;
    parsed.keywords = declared;
    Ok(parsed)
}

/// The words of a text in the accent that they show. Where classes may escape `]`, only the words that were read so are sure to be right.
fn words_and_accent(text: &str) -> Result<(EbnfWords<'_>, Accent), GrammarError> {
    let plain = words(text, false);
    if plain
        .as_ref()
        .is_ok_and(|words| Accent::of(&words.words) == Accent::Plain)
    {
        return plain.map(|words| (words, Accent::Plain));
    }
    match words(text, true) {
        Ok(words) if Accent::of(&words.words) == Accent::JavaCc => Ok((words, Accent::JavaCc)),
        _ => plain.map(|words| (words, Accent::Plain)),
    }
}

/// The head of a production, before `::=`.
#[derive(Clone, Copy)]
struct ProductionHead {
    /// The places of its first word, and of the word after `::=`.
    first: usize,
    body: usize,
    has_label: bool,
}

struct EbnfParser<'t> {
    text: &'t str,
    words: Vec<Word<'t>>,
    at: usize,
    /// By the places of their first words.
    heads: BTreeMap<usize, ProductionHead>,
    /// The names that have a production.
    defined: HashSet<String>,
    accent: Accent,
    /// In which case the letters of literals match.
    keywords: Keywords,
    /// The comments that say something of productions, in the order of the text.
    remarks: Vec<Remark<'t>>,
    /// How many operators and parentheses the production has so far.
    operators: usize,
    /// The places of what was read so far.
    places: GrammarPlaces,
}

impl<'t> EbnfParser<'t> {
    /// A head ends with `::=`; before it is a name, and before that may be a label.
    fn find_heads(&mut self) {
        for defines in 0..self.words.len() {
            if self.words[defines].kind != WordKind::Defines {
                continue;
            }
            let Some(head) = self.head_before(defines) else {
                continue;
            };
            self.heads.insert(head.first, head);
            self.defined.insert(self.name_of(head));
        }
    }

    fn head_before(&self, defines: usize) -> Option<ProductionHead> {
        let mut first = defines.checked_sub(1)?;
        let is_words = match self.words[first].kind {
            WordKind::Name(_) => true,
            WordKind::Bracketed(_) => false,
            _ => return None,
        };
        if self.is_label(first) {
            first -= 1;
            return Some(self.head(first, defines, true));
        }
        // A name may have several words only after a label: `[59] PASSED TOKENS ::=`.
        let mut word = first;
        while is_words && !self.words[word].starts_line && word > 0 {
            word -= 1;
            if !matches!(self.words[word].kind, WordKind::Name(_)) {
                break;
            }
            if self.is_label(word) {
                return Some(self.head(word - 1, defines, true));
            }
        }
        Some(self.head(first, defines, false))
    }

    fn head(&self, first: usize, defines: usize, has_label: bool) -> ProductionHead {
        ProductionHead {
            first,
            body: defines + 1,
            has_label,
        }
    }

    /// Whether a label is before the name that begins at this word. A class could be there, too, as the end of the
    /// production before; but no class begins a line and has a name after it in that line, and one that looks like a
    /// number has no name after it in its line.
    fn is_label(&self, name: usize) -> bool {
        let Some(before) = name.checked_sub(1) else {
            return false;
        };
        let WordKind::Square(label) = self.words[before].kind else {
            return false;
        };
        let is_number = label.starts_with(|c: char| c.is_ascii_digit())
            && label.trim_start_matches(|c: char| c.is_ascii_digit()).len() <= 2
            && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '*');
        let is_in_line = !self.words[name].starts_line;
        match self.words[before].starts_line {
            true => is_number || is_in_line,
            false => is_number && is_in_line,
        }
    }

    fn name_of(&self, head: ProductionHead) -> String {
        let first = head.first + usize::from(head.has_label);
        let words = self.words[first..head.body].iter();
        let names = words.filter_map(|word| match word.kind {
            WordKind::Name(name) | WordKind::Bracketed(name) => Some(name),
            _ => None,
        });
        let names: Vec<&str> = names.flat_map(split_at_blanks).collect();
        names.join("_")
    }

    fn text(&mut self) -> Result<ParsedText, GrammarError> {
        let mut kind = RuleKind::Nonterminal;
        let mut starts: Vec<(String, Word<'t>)> = Vec::new();
        let mut parsed = ParsedText {
            rules: Vec::new(),
            places: GrammarPlaces::default(),
            has_title: false,
            lists_terminals: false,
            keywords: None,
            constraints: self.constraints(),
            declared_starts: 0,
        };
        // The names of productions in which white space is what they say, if all that they use are tokens.
        let mut explicit: Vec<String> = Vec::new();
        let mut parts = 0;
        while let Some(word) = self.words.get(self.at).cloned() {
            if let Some(&head) = self.heads.get(&self.at) {
                if self.is_elsewhere(head) {
                    self.at = head.body + 1;
                    continue;
                }
                let rule = self.production(head, &mut kind)?;
                if self.has_explicit_white_space(word.start) {
                    explicit.push(rule.name.clone());
                }
                parts += size(&rule.expression);
                self.check_sizes(&word, parsed.rules.len(), parts)?;
                self.add_place(&word, &rule);
                parsed.rules.push(rule);
                continue;
            }
            match word.kind {
                WordKind::Directive("terminals") => {
                    kind = RuleKind::Terminal;
                    self.at += 1;
                }
                // It was read before all else.
                WordKind::Directive(KEYWORDS) => self.at += 1 + self.keywords_from(self.at)?.1,
                WordKind::Directive("start") => {
                    self.at += 1;
                    let name = self.named("start")?;
                    if starts.iter().any(|(known, _)| *known == name) {
                        return Err(self.error(&word, "this start symbol is declared above"));
                    }
                    starts.push((name, word));
                }
                WordKind::Directive("pass") => {
                    self.at += 1;
                    // ShExC writes it as a production.
                    self.at += usize::from(self.kind() == Some(WordKind::Defines));
                    let expression = self.right_side()?;
                    parts += size(&expression);
                    self.check_sizes(&word, parsed.rules.len(), parts)?;
                    let rule = Rule::new(PASS, RuleKind::Silent, expression);
                    self.add_place(&word, &rule);
                    parsed.rules.push(rule);
                }
                WordKind::Name("Productions") if self.is_heading() => {
                    kind = RuleKind::Terminal;
                }
                _ if parsed.rules.is_empty() => {
                    parsed.has_title = true;
                    self.title()?;
                }
                WordKind::Directive(other) => {
                    let message = format!(
                        "no directive is called `@{other}`; there are @terminals, @pass, @start and @keywords"
                    );
                    return Err(self.error(&word, &message));
                }
                _ => return Err(self.error(&word, "expected a production, `name ::=`")),
            }
        }
        parsed.declared_starts = starts.len();
        for (at, (name, word)) in starts.into_iter().enumerate() {
            let place = parsed.rules.iter().position(|rule| rule.name == name);
            match place {
                Some(place) => parsed.rules[at..=place].rotate_right(1),
                None => return Err(self.error(&word, "this start symbol has no production")),
            }
        }
        parsed.lists_terminals = kind == RuleKind::Terminal;
        if !parsed.lists_terminals {
            for rule in &mut parsed.rules {
                if is_in_capitals(&rule.name) {
                    rule.kind = RuleKind::Terminal;
                }
            }
        }
        mark_explicit(&mut parsed.rules, &explicit);
        parsed.places = std::mem::take(&mut self.places);
        Ok(parsed)
    }

    /// The declaration `@keywords`, wherever it is.
    fn declared_keywords(&self) -> Result<Option<Keywords>, GrammarError> {
        let mut declared = None;
        for (at, word) in self.words.iter().enumerate() {
            if word.kind == WordKind::Directive(KEYWORDS) {
                if declared.is_some() {
                    return Err(self.error(word, "another `@keywords` is before this one"));
                }
                declared = Some(self.keywords_from(at)?.0);
            }
        }
        Ok(declared)
    }

    /// The declaration of the directive at this word, and how many words after it say so.
    fn keywords_from(&self, at: usize) -> Result<(Keywords, usize), GrammarError> {
        let words = &self.words[at + 1..];
        let head = self.heads.range(at + 1..).next().map(|(&head, _)| head);
        let own = head.map_or(words.len(), |head| head - at - 1);
        Keywords::of(&words[..own]).map_err(|message| self.error(&self.words[at], message))
    }

    /// The names that `/* xgc: … */` gives, each once.
    fn constraints(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for remark in self.remarks.iter().filter(|remark| remark.key != "ws") {
            for name in remark
                .value
                .split([' ', ','])
                .filter(|name| !name.is_empty())
            {
                if !names.iter().any(|known| known == name) {
                    names.push(name.to_owned());
                }
            }
        }
        names
    }

    /// Whether `/* ws: explicit */` stands in or after the production that was just read, which begins here.
    fn has_explicit_white_space(&self, start: usize) -> bool {
        let end = self
            .words
            .get(self.at)
            .map_or(self.text.len(), |word| word.start);
        let mut remarks = self.remarks.iter();
        remarks.any(|remark| {
            (remark.key, remark.value) == ("ws", "explicit") && (start..end).contains(&remark.start)
        })
    }

    /// Whether a production is nothing but a reference to another specification, which is not known.
    fn is_elsewhere(&self, head: ProductionHead) -> bool {
        let Some(WordKind::External(address)) = self.words.get(head.body).map(|word| word.kind)
        else {
            return false;
        };
        let is_all = match self.words.get(head.body + 1).map(|word| word.kind) {
            None | Some(WordKind::Directive(_)) => true,
            Some(_) => self.heads.contains_key(&(head.body + 1)),
        };
        is_all && external::right_side(address).is_none()
    }

    /// Notes where a production is, from its first word to the last one read.
    fn add_place(&mut self, first: &Word<'t>, rule: &Rule) {
        let last = &self.words[self.at - 1];
        let begin = self.words.partition_point(|word| word.start < first.start);
        let words = &self.words[begin..self.at];
        let blank = |gap: &str| gap.chars().all(|c| c.is_whitespace());
        let has_comments = words
            .windows(2)
            .any(|pair| !blank(&self.text[pair[0].end..pair[1].start]));
        // The label is the first word.
        let has_notes = words[1..]
            .iter()
            .any(|word| matches!(word.kind, WordKind::Square(within) if is_note(within)));
        self.places.productions.push(ProductionPlace {
            rule: rule.clone(),
            bytes: first.start..last.end,
            has_remarks: has_comments || has_notes,
        });
    }

    fn add_name(&mut self, name: &str, start: usize, end: usize, is_definition: bool) {
        self.places.names.push(NamePlace {
            name: underscored(name),
            bytes: start..end,
            is_definition,
        });
    }

    /// The name after a directive.
    fn named(&mut self, directive: &str) -> Result<String, GrammarError> {
        match self.kind() {
            Some(kind @ (WordKind::Name(name) | WordKind::Bracketed(name))) => {
                let bytes = name_within(kind, &self.words[self.at]);
                self.add_name(name, bytes.start, bytes.end, false);
                self.at += 1;
                Ok(underscored(name))
            }
            _ => Err(self.error_here(&format!("expected a name after `@{directive}`"))),
        }
    }

    /// `Productions for terminals`, and a colon after it if there is one; passes over it.
    fn is_heading(&mut self) -> bool {
        let following = self.words[self.at..].iter().map(|word| word.kind);
        let following: Vec<WordKind<'_>> = following.take(4).collect();
        let [first, second, third, ..] = following.as_slice() else {
            return false;
        };
        let expected = [WordKind::Name("for"), WordKind::Name("terminals")];
        if [*second, *third] != expected || !matches!(first, WordKind::Name(_)) {
            return false;
        }
        self.at += 3 + usize::from(following.get(3) == Some(&WordKind::Other(":")));
        true
    }

    /// A line of words above the first production.
    fn title(&mut self) -> Result<(), GrammarError> {
        loop {
            if self.kind() == Some(WordKind::Defines) {
                return Err(self.error_here("expected a production, `name ::=`"));
            }
            self.at += 1;
            match self.words.get(self.at) {
                Some(word) if !word.starts_line => {
                    // A production that begins within a line of words is an error.
                    if self.heads.contains_key(&self.at) {
                        return Err(self.error_here("expected a production, `name ::=`"));
                    }
                }
                _ => return Ok(()),
            }
        }
    }

    fn production(
        &mut self,
        head: ProductionHead,
        kind: &mut RuleKind,
    ) -> Result<Rule, GrammarError> {
        let number = match self.words[head.first].kind {
            WordKind::Square(label) if head.has_label => Some(label.trim()),
            _ => None,
        };
        // White space alone is not a number.
        let number = number.filter(|label| !label.is_empty());
        let name_word = self.words[head.body - 2].kind;
        // After the first terminal all are terminals.
        if self.accent == Accent::JavaCc && matches!(name_word, WordKind::Bracketed(_)) {
            *kind = RuleKind::Terminal;
        }
        self.at = head.body;
        let name = self.name_of(head);
        let first = &self.words[head.first + usize::from(head.has_label)];
        let (first, last) = (
            name_within(first.kind, first),
            name_within(name_word, &self.words[head.body - 2]),
        );
        self.add_name(&name, first.start, last.end, true);
        Ok(Rule {
            name,
            number: number.map(str::to_owned),
            kind: *kind,
            expression: self.right_side()?,
        })
    }

    fn check_sizes(
        &self,
        word: &Word<'_>,
        rules: usize,
        together: usize,
    ) -> Result<(), GrammarError> {
        let message = if rules >= MOST_RULES {
            too_large(MOST_RULES, "productions")
        } else if together > MOST_PARTS_TOGETHER {
            too_large(MOST_PARTS_TOGETHER, "parts in all productions together")
        } else {
            return Ok(());
        };
        Err(self.error(word, &message))
    }

    fn right_side(&mut self) -> Result<Expression, GrammarError> {
        let begin = self.at;
        self.operators = 0;
        let expression = self.choice()?;
        if size(&expression) > MOST_PARTS {
            let message = too_large(
                MOST_PARTS,
                "parts in one production; it had better be several",
            );
            return Err(self.error(&self.words[begin], &message));
        }
        Ok(expression)
    }

    fn choice(&mut self) -> Result<Expression, GrammarError> {
        let mut parts = vec![self.sequence()?];
        while self.takes('|') {
            parts.push(self.sequence()?);
        }
        Ok(Expression::choice(parts))
    }

    fn sequence(&mut self) -> Result<Expression, GrammarError> {
        let mut parts = vec![self.difference()?];
        while self.is_at_item()? {
            parts.push(self.difference()?);
        }
        Ok(Expression::sequence(parts))
    }

    fn difference(&mut self) -> Result<Expression, GrammarError> {
        let mut expression = self.repetition()?;
        while self.takes('-') {
            self.count_operator()?;
            let excluded = self.repetition()?;
            expression = Expression::Difference(Box::new(expression), Box::new(excluded));
        }
        Ok(expression)
    }

    fn repetition(&mut self) -> Result<Expression, GrammarError> {
        let mut expression = self.item()?;
        loop {
            let operator: fn(Box<Expression>) -> Expression = if self.takes('?') {
                Expression::Optional
            } else if self.takes('*') {
                Expression::ZeroOrMore
            } else if self.takes('+') {
                Expression::OneOrMore
            } else {
                return Ok(expression);
            };
            self.count_operator()?;
            expression = operator(Box::new(expression));
        }
    }

    /// The kind of the next word, if there is one.
    fn kind(&self) -> Option<WordKind<'t>> {
        self.words.get(self.at).map(|word| word.kind)
    }

    /// The kind of the next word, if no head begins there.
    fn kind_within(&self) -> Option<WordKind<'t>> {
        self.kind().filter(|_| !self.heads.contains_key(&self.at))
    }

    /// Passes over this sign, if it is next.
    fn takes(&mut self, sign: char) -> bool {
        let is_next = self.kind_within() == Some(WordKind::Sign(sign));
        self.at += usize::from(is_next);
        is_next
    }

    fn count_operator(&mut self) -> Result<(), GrammarError> {
        self.operators += 1;
        if self.operators > MOST_OPERATORS {
            let message = too_large(
                MOST_OPERATORS,
                "operators and parentheses in one production; it had better be several",
            );
            return Err(self.error(&self.words[self.at - 1], &message));
        }
        Ok(())
    }

    /// Whether another part of a sequence follows. Notes in brackets are passed over.
    fn is_at_item(&mut self) -> Result<bool, GrammarError> {
        while let Some(WordKind::Square(within)) = self.kind_within()
            && is_note(within)
        {
            self.at += 1;
        }
        let Some(kind) = self.kind_within() else {
            return Ok(false);
        };
        match kind {
            WordKind::Name("Productions") => {
                let before = self.at;
                let is_heading = self.is_heading();
                self.at = before;
                Ok(!is_heading)
            }
            WordKind::Name(_)
            | WordKind::Bracketed(_)
            | WordKind::Single(_)
            | WordKind::Double(_)
            | WordKind::Square(_)
            | WordKind::External(_)
            | WordKind::Code(_)
            | WordKind::Sign('(') => Ok(true),
            WordKind::Sign(_) | WordKind::Directive(_) => Ok(false),
            WordKind::Defines | WordKind::Other(_) => Err(self.error_here(
                "expected an expression or `?`, `*`, `+`, or a production, `name ::=`",
            )),
        }
    }

    fn item(&mut self) -> Result<Expression, GrammarError> {
        let Some(kind) = self.kind_within() else {
            return Err(self.error_here("expected an expression"));
        };
        let word = self.words[self.at].clone();
        let before = self.at.checked_sub(1).map(|at| self.words[at].kind);
        let is_empty_group = before == Some(WordKind::Sign('('));
        self.at += 1;
        Ok(match kind {
            WordKind::Name(name) => self.name(name, &word)?,
            WordKind::Bracketed(name) => {
                let bytes = name_within(kind, &word);
                self.add_name(name, bytes.start, bytes.end, false);
                Expression::name(underscored(name))
            }
            WordKind::Single(text) => {
                literal(text, self.keywords.case.ignores(text, false), self.accent)
            }
            WordKind::Double(text) => {
                literal(text, self.keywords.case.ignores(text, true), self.accent)
            }
            WordKind::External(address) => self.external(address, &word)?,
            WordKind::Square(within) if is_note(within) => {
                self.at -= 1;
                return Err(self.error_here("expected an expression; this is a note"));
            }
            WordKind::Square(within) => {
                let says = |message: &str| self.error(&word, message);
                Expression::Class(class(within, self.accent).map_err(says)?)
            }
            WordKind::Code(digits) => match character(digits) {
                Some(character) => Expression::Class(CharacterClass::one(character)),
                None => return Err(self.error(&word, "no character has this code point")),
            },
            WordKind::Sign('(') => {
                self.count_operator()?;
                let expression = self.choice()?;
                if !self.takes(')') {
                    return Err(self.error_here(
                        "expected an expression or `?`, `*`, `+`, or the `)` of this group",
                    ));
                }
                expression
            }
            WordKind::Sign(')') if is_empty_group => {
                let message = "expected an expression: `()` is nothing, and what may be absent is written `A?`";
                return Err(self.error(&word, message));
            }
            _ => {
                self.at -= 1;
                return Err(self.error_here("expected an expression"));
            }
        })
    }

    /// A production of another specification: what it says, if that is known, or else its name.
    fn external(&self, address: &str, word: &Word<'t>) -> Result<Expression, GrammarError> {
        if let Some(right_side) = external::right_side(address) {
            let text = format!("external ::= {right_side}");
            let mut parsed = parsed(&text)?;
            return Ok(parsed.rules.remove(0).expression);
        }
        match external::name(address) {
            Some(name) => Ok(Expression::name(name)),
            None => {
                let message = "expected the address of a production, as `[http://www.w3.org/TR/REC-xml#NT-S]`";
                Err(self.error(word, message))
            }
        }
    }

    /// A name; or the difference of two, if the whole has no production and these have: `Char-Digit`.
    fn name(&mut self, name: &str, word: &Word<'_>) -> Result<Expression, GrammarError> {
        if self.defined.contains(name) {
            self.add_name(name, word.start, word.end, false);
            return Ok(Expression::name(name));
        }
        let hyphens = name.match_indices('-').map(|(place, _)| place);
        let mut differences = hyphens
            .map(|hyphen| (&name[..hyphen], &name[hyphen + 1..]))
            .filter(|(first, second)| {
                self.defined.contains(*first) && self.defined.contains(*second)
            });
        match (differences.next(), differences.next()) {
            (None, _) => {
                self.add_name(name, word.start, word.end, false);
                Ok(Expression::name(name))
            }
            (Some((first, second)), None) => {
                self.add_name(first, word.start, word.start + first.len(), false);
                self.add_name(second, word.end - second.len(), word.end, false);
                Ok(Expression::Difference(
                    Box::new(Expression::name(first)),
                    Box::new(Expression::name(second)),
                ))
            }
            (Some(_), Some(_)) => {
                Err(self.error(word, "this could be several differences: write spaces"))
            }
        }
    }

    /// At the next word; or, if that is in another line or there is none, where the word before it ends.
    fn error_here(&self, message: &str) -> GrammarError {
        let last = self.at.checked_sub(1).map(|last| self.words[last].end);
        let next = self.words.get(self.at).map(|word| word.start);
        let place = match (last, next) {
            (Some(last), Some(next)) if self.text[last..next].contains(['\n', '\r']) => last,
            (last, next) => next.or(last).unwrap_or(self.text.len()),
        };
        GrammarError::at(self.text, place, message)
    }

    fn error(&self, word: &Word<'_>, message: &str) -> GrammarError {
        GrammarError::at(self.text, word.start, message)
    }
}

/// Makes terminals of the productions of these names that use nothing but terminals, at any depth, and one another.
fn mark_explicit(rules: &mut [Rule], explicit: &[String]) {
    let is_explicit = |name: &str| explicit.iter().any(|it| it == name);
    let mut refused: HashSet<String> = HashSet::new();
    loop {
        let is_token = |name: &str| {
            let mut named = rules.iter().filter(|rule| rule.name == name);
            named.all(|rule| {
                rule.kind == RuleKind::Terminal || is_explicit(name) && !refused.contains(name)
            })
        };
        let is_wrong = |rule: &&Rule| {
            is_explicit(&rule.name)
                && !refused.contains(&rule.name)
                && !rule.expression.names().into_iter().all(is_token)
        };
        match rules.iter().find(is_wrong) {
            Some(rule) => refused.insert(rule.name.clone()),
            None => break,
        };
    }
    for rule in rules.iter_mut().filter(|rule| is_explicit(&rule.name)) {
        if !refused.contains(&rule.name) {
            rule.kind = RuleKind::Terminal;
        }
    }
}

/// The bytes of a name, without the brackets of `<name>`.
fn name_within(kind: WordKind<'_>, word: &Word<'_>) -> Range<usize> {
    match kind {
        WordKind::Bracketed(_) => word.start + 1..word.end - 1,
        _ => word.start..word.end,
    }
}

impl Accent {
    /// A text with terminals in `<>` that uses no name in `<>` is JavaCC's.
    fn of(words: &[Word<'_>]) -> Self {
        let is_bracketed = |word: &Word<'_>| matches!(word.kind, WordKind::Bracketed(_));
        let is_head = |place: usize| {
            let next = words.get(place + 1);
            next.is_some_and(|next| next.kind == WordKind::Defines)
        };
        let places = || (0..words.len()).filter(|&place| is_bracketed(&words[place]));
        match places().any(is_head) && places().all(is_head) {
            true => Self::JavaCc,
            false => Self::Plain,
        }
    }
}

/// `VC: Root Element Type`: a note of XML's grammar beside a production.
fn is_note(within: &str) -> bool {
    let Some((kind, note)) = within.trim_start().split_once(':') else {
        return false;
    };
    (2..=4).contains(&kind.len())
        && kind.chars().all(|c| c.is_ascii_uppercase())
        && note.starts_with(' ')
        && note
            .trim_start()
            .starts_with(|c: char| c.is_ascii_alphabetic())
}

/// Whether a name is in capitals: so are those of terminals, in a text that does not say where they begin.
///
/// ```
/// use turtle_peg_notation::ebnf::is_in_capitals;
///
/// assert!(is_in_capitals("PN_LOCAL") && !is_in_capitals("prefixID"));
/// ```
pub fn is_in_capitals(name: &str) -> bool {
    name.chars().any(|c| c.is_ascii_uppercase()) && !name.chars().any(|c| c.is_ascii_lowercase())
}

/// `PASSED TOKENS` as one word.
fn underscored(name: &str) -> String {
    split_at_blanks(name).collect::<Vec<_>>().join("_")
}

fn split_at_blanks(name: &str) -> impl Iterator<Item = &str> {
    name.split([' ', '\t', '\u{A0}'])
        .filter(|word| !word.is_empty())
}

/// How many parts an expression has.
fn size(expression: &Expression) -> usize {
    let within = match expression {
        Expression::Literal { text, .. } => text.chars().count() / TO_A_PART,
        Expression::Class(class) => class.ranges.len() / TO_A_PART,
        _ => 0,
    };
    let parts = expression.parts().into_iter().map(size);
    1 + within + parts.sum::<usize>()
}
