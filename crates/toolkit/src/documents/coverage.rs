//! Which cases of a grammar texts exercise: productions, alternatives, optional parts and repetitions.
//!
//! Invariant: cases count as the grammar's parser reads a text. Each node of the parse tree is read once more, by its
//! production as the specification writes it, to see which ways that went; so the counts are EBNF's, not the PEG's.

use super::cases::{Case, CaseGrammar, Trace};
use super::interpreter::{Interpreter, Mismatch};
use super::trace::{CaseReader, ProductionNode};
use crate::matching::effort;
use foldhash::HashMap;
use notation::GrammarError;
use notation::peg;
use pest::iterators::Pairs;
use std::collections::BTreeSet;
use std::ops::Range;

/// The cases of a grammar that texts exercise.
///
/// ```
/// use turtle_peg_toolkit::Coverage;
///
/// let mut coverage = Coverage::of("
/// /// list ::= '(' item* ')'
/// list = { SOI ~ \"(\" ~ item* ~ \")\" ~ EOI }
/// /// item ::= 'a' | [0-9]
/// item = @{ \"a\" | '0'..'9' }")?;
/// coverage.add("(a)").unwrap();
/// coverage.add("(aa)").unwrap();
/// let unused: Vec<_> = coverage.unused().map(|case| coverage.cases()[case].to_string()).collect();
/// assert_eq!(unused, ["list: not taken: '(' ⟦item*⟧ ')'", "item: alternative: 'a' | ⟦[0-9]⟧"]);
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
#[derive(Debug)]
pub struct Coverage {
    parser: Interpreter,
    grammar: CaseGrammar,
    /// The rules that mirror a production.
    productions: HashMap<String, usize>,
    /// For each case, how many texts use it.
    counts: Vec<usize>,
    texts: usize,
    unread: BTreeSet<String>,
}

impl Coverage {
    /// The coverage by no text, so far; documents are read by pest's interpreter, and may be of any of the
    /// [start symbols](crate::Grammar::starts).
    ///
    /// # Errors
    ///
    /// The text is not a PEG, or its productions cannot be read.
    pub fn of(grammar: &str) -> Result<Self, GrammarError> {
        Self::from(grammar, &[])
    }

    /// The coverage by documents of these start symbols; if none is named, of the grammar's own.
    ///
    /// ```
    /// use turtle_peg_toolkit::Coverage;
    ///
    /// let text = "
    /// /// query ::= term
    /// query = { SOI ~ term ~ EOI }
    /// /// update ::= '+' term
    /// update = { \"+\" ~ term }
    /// /// term ::= 'x'
    /// term = { \"x\" }";
    /// let coverage = Coverage::of(text)?;
    /// assert!(coverage.cases_of("x").is_ok() && coverage.cases_of("+x").is_ok());
    /// let coverage = Coverage::from(text, &["update".to_owned()])?;
    /// assert!(coverage.cases_of("x").is_err() && coverage.cases_of("+x").is_ok());
    /// assert_eq!(coverage.unreached(), ["query"]);
    /// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The text is not a PEG, its productions cannot be read, or no nonterminal has such a name.
    pub fn from(text: &str, starts: &[String]) -> Result<Self, GrammarError> {
        let literate = peg::read(text)?;
        let grammar = CaseGrammar::of_literate(&literate, starts)?;
        let rules = &literate.written;
        let names = grammar.starts.iter();
        let mut names: Vec<&str> = names.map(|&at| grammar.rules[at].name.as_str()).collect();
        if let ([], Some(first)) = (starts, rules.rules.first()) {
            // It need not mirror a production.
            names[0] = &first.name;
        }
        let parser = Interpreter::new(text, rules, &names)?;
        let productions = literate.specified()?.rules.into_iter();
        let productions = productions.filter_map(|rule| {
            let place = grammar.place(&rule.name)?;
            Some((rule.name, place))
        });
        Ok(Self {
            parser,
            productions: productions.collect(),
            counts: vec![0; grammar.cases.len()],
            grammar,
            texts: 0,
            unread: BTreeSet::new(),
        })
    }

    /// Counts the cases that a text uses.
    ///
    /// # Errors
    ///
    /// The grammar rejects the text, which then counts for nothing.
    pub fn add(&mut self, text: &str) -> Result<(), Mismatch> {
        let (trace, unread) = self.trace(text, CaseReader::new(&self.grammar))?;
        for case in trace.cases() {
            self.counts[case] += 1;
        }
        self.texts += 1;
        self.unread.extend(unread);
        Ok(())
    }

    /// The cases that one text uses, by their places in [`cases`](Self::cases).
    ///
    /// # Errors
    ///
    /// The grammar rejects the text.
    pub fn cases_of(&self, text: &str) -> Result<Vec<usize>, Mismatch> {
        let (trace, _) = self.trace(text, CaseReader::new(&self.grammar))?;
        Ok(trace.cases().collect())
    }

    /// Where a text uses a case, in bytes: the first place, if there are several. Where a part is not there, the range is
    /// empty.
    ///
    /// ```
    /// use turtle_peg_toolkit::Coverage;
    ///
    /// let coverage = Coverage::of("/// list ::= 'x' 'y'?\nlist = { SOI ~ \"x\" ~ \"y\"? ~ EOI }")?;
    /// let [_, taken, not_taken] = [0, 1, 2];
    /// assert_eq!(coverage.place_of("xy", taken), Some(1..2));
    /// assert_eq!(coverage.place_of("x", not_taken), Some(1..1));
    /// assert_eq!(coverage.place_of("xy", not_taken), None);
    /// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
    /// ```
    pub fn place_of(&self, text: &str, case: usize) -> Option<Range<usize>> {
        let reader = CaseReader::new(&self.grammar).seeking(case);
        let (trace, _) = self.trace(text, reader).ok()?;
        trace.place
    }

    /// The cases of the grammar.
    pub fn cases(&self) -> &[Case] {
        &self.grammar.cases
    }

    /// How many of the texts use a case.
    pub fn count(&self, case: usize) -> usize {
        self.counts.get(case).copied().unwrap_or(0)
    }

    /// The cases that no text uses.
    pub fn unused(&self) -> impl Iterator<Item = usize> {
        (0..self.counts.len()).filter(|&case| self.counts[case] == 0)
    }

    /// How many texts were counted.
    pub fn texts(&self) -> usize {
        self.texts
    }

    /// The productions that no text can reach, and that therefore have no cases.
    pub fn unreached(&self) -> &[String] {
        &self.grammar.unreached
    }

    /// The productions that do not match somewhere where their rules do, so that cases of theirs may be missing.
    pub fn unread(&self) -> impl Iterator<Item = &str> {
        self.unread.iter().map(String::as_str)
    }

    /// The cases that a text uses, and the productions that could not be read.
    fn trace(&self, text: &str, reader: CaseReader<'_>) -> Result<(Trace, Vec<String>), Mismatch> {
        let nodes = self.parser.parse(text)?;
        let mut open: Vec<ProductionNode> = self.productions_in(nodes);
        let (mut all, mut unread) = (Trace::default(), Vec::new());
        while let Some(node) = open.pop() {
            // A text that takes too long is not read.
            let read = effort::shared(|| reader.node(text, &node).filter(|_| !effort::is_spent()));
            match read {
                Some(trace) => all.add(&trace),
                None => {
                    all.insert(self.grammar.used[node.rule]);
                    unread.push(self.grammar.rules[node.rule].name.clone());
                }
            }
            open.extend(node.children);
        }
        Ok((all, unread))
    }

    /// The nodes that mirror productions; any other leaves its children in its place.
    fn productions_in(&self, nodes: Pairs<'_, &str>) -> Vec<ProductionNode> {
        let mut found = Vec::new();
        for node in nodes {
            let rule = self.productions.get(node.as_rule()).copied();
            let span = node.as_span();
            let children = self.productions_in(node.into_inner());
            match rule {
                None => found.extend(children),
                Some(rule) => found.push(ProductionNode {
                    rule,
                    start: span.start(),
                    end: span.end(),
                    children,
                }),
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRAMMAR: &str = r#"
/// doc ::= (entry ';')* list?
doc = { SOI ~ (entry ~ ";")* ~ list? ~ EOI }
/// entry ::= name ('=' (name | NUMBER))?
entry = { name ~ ("=" ~ (NUMBER | name))? }
/// list ::= '(' (name ','?)+ ')'
list = { "(" ~ (name ~ ","?)+ ~ ")" }
/// name ::= NAME
name = { NAME }
/// NAME ::= [a-z] ([a-z] | '-')* | '_'
NAME = @{ 'a'..'z' ~ ('a'..'z' | "-")* | "_" }
/// NUMBER ::= [0-9]+
NUMBER = @{ ('0'..'9')+ }
WHITESPACE = _{ " " }
"#;

    fn unused(texts: &[&str]) -> Vec<String> {
        let mut coverage = Coverage::of(GRAMMAR).unwrap();
        for text in texts {
            coverage.add(text).unwrap();
        }
        assert_eq!(coverage.unread().count(), 0);
        let unused = coverage.unused();
        unused
            .map(|case| coverage.cases()[case].to_string())
            .collect()
    }

    #[test]
    fn what_no_text_uses_is_known_exactly() {
        assert_eq!(
            unused(&["a ; b = 12 ; (ab)"]),
            [
                "doc: not taken: ⟦(entry ';')*⟧ list?",
                "doc: not taken: (entry ';')* ⟦list?⟧",
                "entry: alternative: name ('=' (⟦name⟧ | NUMBER))?",
                "list: again: '(' ⟦(name ','?)+⟧ ')'",
                "list: taken: '(' (name ⟦','?⟧)+ ')'",
                "NAME: alternative: [a-z] ([a-z] | '-')* | ⟦'_'⟧",
                "NAME: alternative: [a-z] ([a-z] | ⟦'-'⟧)* | '_'",
                "NUMBER: once: ⟦[0-9]+⟧",
            ]
        );
        assert_eq!(unused(&["a-b=_;", "(_, b)", "a;c=1;b=22;(b)", ""]), [""; 0]);
    }

    #[test]
    fn a_text_of_another_grammar_counts_for_nothing() {
        let mut coverage = Coverage::of(GRAMMAR).unwrap();
        assert_eq!(coverage.add("a = ;").unwrap_err().column, 5);
        assert_eq!(coverage.texts(), 0);
        assert_eq!(coverage.unused().count(), coverage.cases().len());
    }
}
