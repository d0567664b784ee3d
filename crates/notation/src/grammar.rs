//! A grammar: its productions, in the order in which they are written.

use crate::{Expression, Keywords};
use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};

/// The productions of a specification, or the rules of a PEG.
///
/// ```
/// use turtle_peg_notation::{RuleKind, ebnf};
///
/// let grammar = ebnf::read("[1] list ::= NAME*\n@terminals\n[2] NAME ::= [a-z]+")?;
/// assert_eq!(grammar.rules[0].name, "list");
/// let name = grammar.rule("NAME").unwrap();
/// assert_eq!((name.number.as_deref(), name.kind), (Some("2"), RuleKind::Terminal));
/// assert_eq!(grammar.rule("item"), None);
/// # Ok::<(), turtle_peg_notation::GrammarError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grammar {
    /// In the order in which they are written; the first is the start symbol, and others may be start symbols, too.
    pub rules: Vec<Rule>,
    /// Its declaration about the letters in literals. It decides how these are printed: that they ignore case, they say themselves.
    pub keywords: Option<Keywords>,
    /// How many of the first are declared to be the start symbols; 0, if none is.
    pub declared_starts: usize,
}

/// A production, or a rule of a PEG.
///
/// See [`Grammar`] for an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its name; a space in it is an underscore here (`PASSED TOKENS`).
    pub name: String,
    /// In an EBNF, the label in brackets before it: `128s`.
    pub number: Option<String>,
    /// Whether white space may be between its parts.
    pub kind: RuleKind,
    /// Its right side.
    pub expression: Expression,
}

/// How a production relates to tokens.
///
/// See [`Grammar`] for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RuleKind {
    /// Made of terminals, with white space between them.
    Nonterminal,
    /// One token: no white space between its parts.
    Terminal,
    /// In a PEG, makes no node: white space, and rules that serve others.
    Silent,
}

impl Rule {
    /// A rule without a number.
    pub fn new(name: impl Into<String>, kind: RuleKind, expression: Expression) -> Self {
        Self {
            name: name.into(),
            number: None,
            kind,
            expression,
        }
    }
}

impl From<Vec<Rule>> for Grammar {
    fn from(rules: Vec<Rule>) -> Self {
        Self {
            rules,
            ..Self::default()
        }
    }
}

impl Grammar {
    /// The rule of this name; the first, if there are several.
    pub fn rule(&self, name: &str) -> Option<&Rule> {
        self.rules.iter().find(|rule| rule.name == name)
    }

    /// The names of the start symbols: the nonterminals that are declared to be these; else the first, and each that no other
    /// rule uses.
    ///
    /// ```
    /// use turtle_peg_notation::ebnf;
    ///
    /// let text = "query ::= term\nupdate ::= '+' term\nterm ::= NAME\nNAME ::= [a-z]+";
    /// assert_eq!(ebnf::read(text)?.starts(), ["query", "update"]);
    /// assert_eq!(ebnf::read(&format!("@start update {text}"))?.starts(), ["update"]);
    /// # Ok::<(), turtle_peg_notation::GrammarError>(())
    /// ```
    pub fn starts(&self) -> Vec<&str> {
        let users = self.rules.iter().flat_map(|rule| {
            let names = rule.expression.names().into_iter();
            names.filter(|name| *name != rule.name)
        });
        let used: BTreeSet<&str> = users.collect();
        let mut known = BTreeSet::new();
        let mut starts: Vec<&str> = Vec::new();
        for (at, rule) in self.rules.iter().enumerate() {
            let is_first = known.insert(rule.name.as_str());
            let is_start = match self.declared_starts {
                0 => !used.contains(rule.name.as_str()),
                declared => at < declared,
            };
            if rule.kind == RuleKind::Nonterminal && is_first && (is_start || starts.is_empty()) {
                starts.push(&rule.name);
            }
        }
        starts
    }

    /// The grammar with these nonterminals as its start symbols, in place of its own.
    ///
    /// ```
    /// use turtle_peg_notation::ebnf;
    ///
    /// let grammar = ebnf::read("a ::= 'x'\nb ::= a\nc ::= b")?.starting_at(["c", "b"]).unwrap();
    /// assert_eq!((grammar.starts(), grammar.rules.len()), (vec!["c", "b"], 3));
    /// assert_eq!(grammar.starting_at(["d"]), Err("d"));
    /// # Ok::<(), turtle_peg_notation::GrammarError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// It has no nonterminal of such a name: of this one.
    pub fn starting_at<'n>(
        mut self,
        names: impl IntoIterator<Item = &'n str>,
    ) -> Result<Self, &'n str> {
        self.declared_starts = 0;
        for name in names {
            let is_it = |rule: &Rule| rule.name == name && rule.kind == RuleKind::Nonterminal;
            let place = self.rules.iter().position(is_it);
            let place = place.ok_or(name)?;
            // A name that comes twice is at its place.
            if place >= self.declared_starts {
                self.rules[self.declared_starts..=place].rotate_right(1);
                self.declared_starts += 1;
            }
        }
        Ok(self)
    }

    /// Adds rules behind the start symbols that are declared, or behind the first rule, so that terminals stay last.
    ///
    /// ```
    /// use turtle_peg_notation::ebnf;
    ///
    /// let mut grammar = ebnf::read("@start b\na ::= 'x'\nb ::= a c")?;
    /// grammar.add_behind_starts(ebnf::read("c ::= 'y'")?.rules);
    /// assert_eq!(ebnf::print(&grammar), "@start b\nb ::= a c\nc ::= 'y'\na ::= 'x'\n");
    /// # Ok::<(), turtle_peg_notation::GrammarError>(())
    /// ```
    pub fn add_behind_starts(&mut self, rules: impl IntoIterator<Item = Rule>) {
        let behind = self.rules.len().min(self.declared_starts.max(1));
        self.rules.splice(behind..behind, rules);
    }

    /// The smallest set of names with those of all rules for whose expressions, given the set, `holds` holds.
    ///
    /// ```
    /// use turtle_peg_notation::ebnf;
    ///
    /// let grammar = ebnf::read("a ::= b\nb ::= 'x'\nc ::= c")?;
    /// let ends = grammar.closed(|expression, ends| expression.names().iter().all(|name| ends.contains(*name)));
    /// assert!(ends.iter().eq(["a", "b"]));
    /// # Ok::<(), turtle_peg_notation::GrammarError>(())
    /// ```
    pub fn closed(
        &self,
        holds: impl Fn(&Expression, &BTreeSet<String>) -> bool,
    ) -> BTreeSet<String> {
        let mut users: HashMap<&str, Vec<&Rule>> = HashMap::new();
        for rule in &self.rules {
            for name in rule.expression.names() {
                users.entry(name).or_default().push(rule);
            }
        }
        let mut names = BTreeSet::new();
        let mut open: Vec<&Rule> = self.rules.iter().collect();
        while let Some(rule) = open.pop() {
            if !names.contains(&rule.name) && holds(&rule.expression, &names) {
                names.insert(rule.name.clone());
                open.extend(users.get(rule.name.as_str()).into_iter().flatten());
            }
        }
        names
    }

    /// The names of the rules that these rules use, at any depth, and their own.
    ///
    /// ```
    /// use turtle_peg_notation::ebnf;
    ///
    /// let grammar = ebnf::read("a ::= b\nb ::= c 'x'\nc ::= a?\nd ::= a")?;
    /// assert_eq!(Vec::from_iter(grammar.reached(["b"])), ["a", "b", "c"]);
    /// # Ok::<(), turtle_peg_notation::GrammarError>(())
    /// ```
    pub fn reached<'n>(&self, from: impl IntoIterator<Item = &'n str>) -> BTreeSet<&str> {
        let reached = RuleUses::of(self).reached(from).into_iter();
        reached.map(|at| self.rules[at].name.as_str()).collect()
    }

    /// The names that several rules have, in the order of the first of each, and how many those are.
    ///
    /// ```
    /// let grammar = turtle_peg_notation::ebnf::read("a ::= 'x'\nb ::= 'y'\na ::= 'z'")?;
    /// assert_eq!(grammar.doubled_names(), [("a", 2)]);
    /// # Ok::<(), turtle_peg_notation::GrammarError>(())
    /// ```
    pub fn doubled_names(&self) -> Vec<(&str, usize)> {
        let mut times: HashMap<&str, usize> = HashMap::new();
        for rule in &self.rules {
            *times.entry(&rule.name).or_default() += 1;
        }
        let names = self.rules.iter().map(|rule| rule.name.as_str());
        let mut doubled = Vec::new();
        for name in names {
            // Each once.
            if let Some(times) = times.remove(name).filter(|&times| times > 1) {
                doubled.push((name, times));
            }
        }
        doubled
    }
}

/// The places of a grammar's rules by their names, for going from rules to the rules that they use, again and again.
///
/// ```
/// use turtle_peg_notation::{RuleUses, ebnf};
///
/// let grammar = ebnf::read("a ::= b 'x'\nc ::= a\nb ::= 'y'")?;
/// assert!(RuleUses::of(&grammar).reached(["a"]).into_iter().eq([0, 2]));
/// # Ok::<(), turtle_peg_notation::GrammarError>(())
/// ```
#[derive(Clone, Debug)]
pub struct RuleUses<'g> {
    rules: &'g [Rule],
    first: HashMap<&'g str, usize>,
    /// Rules whose names other rules have before them. They are few, and looked at one by one.
    further: Vec<usize>,
}

impl<'g> RuleUses<'g> {
    /// Reads the names of all rules, once.
    pub fn of(grammar: &'g Grammar) -> Self {
        let rules = &grammar.rules;
        let mut first = HashMap::with_capacity(rules.len());
        let mut further = Vec::new();
        for (at, rule) in rules.iter().enumerate() {
            match first.entry(rule.name.as_str()) {
                Entry::Vacant(place) => drop(place.insert(at)),
                Entry::Occupied(_) => further.push(at),
            }
        }
        Self {
            rules,
            first,
            further,
        }
    }

    /// The places, in the grammar's list, of the rules of these names and of the rules that they use, at any depth. Takes time
    /// for these rules alone.
    pub fn reached<'n>(&self, from: impl IntoIterator<Item = &'n str>) -> BTreeSet<usize> {
        let mut open: Vec<usize> = from.into_iter().flat_map(|name| self.named(name)).collect();
        let mut reached = BTreeSet::new();
        while let Some(at) = open.pop() {
            if reached.insert(at) {
                let names = self.rules[at].expression.names().into_iter();
                open.extend(names.flat_map(|name| self.named(name)));
            }
        }
        reached
    }

    fn named(&self, name: &str) -> impl Iterator<Item = usize> {
        let first = self.first.get(name).copied();
        let others = self.further.iter().copied();
        let is_so_named = move |at: &usize| {
            first.is_some_and(|first| self.rules[*at].name == self.rules[first].name)
        };
        first.into_iter().chain(others.filter(is_so_named))
    }
}
