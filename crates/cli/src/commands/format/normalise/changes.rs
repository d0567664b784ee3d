//! The changes within directives and statements.

use super::commented::{Atom, CommentedToken, by_text, joined};
use super::separated::SeparatedList;
use crate::settings::changes::{DirectiveForm, Normalisation, Sorted};
use std::collections::HashMap;
use std::mem;
use turtle_peg::Production;
use turtle_peg::tokens::{Keyword, Sign, TokenKind};

/// A directive, triples, or a graph's beginning or end.
pub enum ChangedUnit<'t> {
    /// The declaration of a prefix, given without its colon, for a namespace as it is written.
    Prefix {
        prefix: String,
        namespace: &'t str,
        words: Vec<CommentedToken<'t>>,
    },
    Other(Vec<CommentedToken<'t>>),
}

/// The units of a document, each changed in itself, and handed over once it is whole.
pub struct UnitChanges<'t, 'n, H> {
    normalisation: &'n Normalisation,
    /// The namespaces of the prefixes declared so far, as they are written.
    namespaces: HashMap<String, &'t str>,
    /// What the unit at hand has so far, since the last bracket that is open.
    unit: Vec<Atom<'t>>,
    /// The atoms before each bracket that is open.
    open: Vec<Vec<Atom<'t>>>,
    hand_over: H,
}

impl<'t, 'n, H: FnMut(ChangedUnit<'t>)> UnitChanges<'t, 'n, H> {
    pub fn new(normalisation: &'n Normalisation, hand_over: H) -> Self {
        Self {
            normalisation,
            namespaces: HashMap::new(),
            unit: Vec::new(),
            open: Vec::new(),
            hand_over,
        }
    }

    /// Adds the next word of the document.
    pub fn add(&mut self, word: CommentedToken<'t>) {
        match word.kind {
            TokenKind::Sign(sign) if sign.opens_bracket() => {
                let before = mem::replace(&mut self.unit, vec![Atom::from([word])]);
                self.open.push(before);
            }
            TokenKind::Sign(sign) if sign.closes_bracket() => {
                self.unit.push(Atom::from([word]));
                let atoms = mem::take(&mut self.unit);
                let whole = self.between_brackets(atoms);
                self.unit = self.open.pop().unwrap_or_default();
                self.unit.push(whole);
            }
            _ => {
                let ends = self.open.is_empty() && ends_unit(&self.unit, &word);
                let is_closing = word.is(Sign::BraceEnd) || word.kind == TokenKind::End;
                if is_closing && !self.unit.is_empty() {
                    self.end_unit();
                }
                self.unit.push(Atom::from([word]));
                if ends {
                    self.end_unit();
                }
            }
        }
    }

    /// Brackets and all between them as one atom.
    fn between_brackets(&self, mut atoms: Vec<Atom<'t>>) -> Atom<'t> {
        let begin = atoms[0][0].kind;
        let verb = match begin {
            TokenKind::Sign(Sign::BracketBegin | Sign::AnnotationBegin) => {
                let end = atoms.len() - 1;
                self.predicates(&mut atoms, 1, end);
                None
            }
            TokenKind::Sign(Sign::ReifiedTripleBegin | Sign::TripleTermBegin) => atoms.get_mut(2),
            _ => None,
        };
        if let Some(verb) = verb {
            self.verb(verb);
        }
        joined(atoms)
    }

    /// Makes the changes to a directive, to triples, or to a graph's beginning or end.
    fn end_unit(&mut self) {
        let mut atoms = mem::take(&mut self.unit);
        let unit = match atoms[0][0].kind {
            TokenKind::Keyword(Keyword::Prefix | Keyword::AtPrefix) => {
                self.prefix(joined(atoms).into())
            }
            TokenKind::Keyword(
                Keyword::Base | Keyword::AtBase | Keyword::Version | Keyword::AtVersion,
            ) => {
                let mut words = joined(atoms).into();
                self.change_form(&mut words);
                ChangedUnit::Other(words)
            }
            _ => {
                let last = atoms.last().map(|last| last[0].kind);
                // The name of a graph is not a predicate.
                if last != Some(TokenKind::Sign(Sign::BraceBegin)) {
                    let is_ended = last == Some(TokenKind::Sign(Sign::FullStop));
                    let end = atoms.len() - usize::from(is_ended);
                    self.predicates(&mut atoms, 1, end);
                }
                ChangedUnit::Other(joined(atoms).into())
            }
        };
        (self.hand_over)(unit);
    }

    fn prefix(&mut self, mut words: Vec<CommentedToken<'t>>) -> ChangedUnit<'t> {
        let name = words.iter().skip(1).map_while(|word| match word.kind {
            TokenKind::Terminal(Production::IRIREF | Production::IRI_REF | Production::uriref) => {
                None
            }
            _ => Some(word.text),
        });
        let prefix = name.collect::<String>().trim_end_matches(':').to_owned();
        let namespace = words.iter().find(|word| word.text.starts_with('<'));
        let namespace = namespace.map_or("", |word| word.text);
        self.namespaces.insert(prefix.clone(), namespace);
        self.change_form(&mut words);
        ChangedUnit::Prefix {
            prefix,
            namespace,
            words,
        }
    }

    /// Gives a directive the form that is asked for.
    fn change_form(&self, words: &mut Vec<CommentedToken<'t>>) {
        let Some(form) = self.normalisation.directives else {
            return;
        };
        let TokenKind::Keyword(keyword) = words[0].kind else {
            return;
        };
        let changed = match (keyword, form) {
            (Keyword::AtPrefix, DirectiveForm::Sparql) => Keyword::Prefix,
            (Keyword::AtBase, DirectiveForm::Sparql) => Keyword::Base,
            (Keyword::AtVersion, DirectiveForm::Sparql) => Keyword::Version,
            (Keyword::Prefix, DirectiveForm::At) => Keyword::AtPrefix,
            (Keyword::Base, DirectiveForm::At) => Keyword::AtBase,
            (Keyword::Version, DirectiveForm::At) => Keyword::AtVersion,
            _ => return,
        };
        // `PREFIX:` would be a name.
        words[1].keep_apart();
        words[0].kind = TokenKind::Keyword(changed);
        words[0].text = changed.text();
        if form == DirectiveForm::At {
            words.push(CommentedToken::of(Sign::FullStop));
        } else if let Some(full_stop) = words.pop()
            && let Some(last) = words.last_mut()
        {
            last.take_comments(&full_stop);
        }
    }

    /// Puts the predicates among these atoms in order, each with its objects, and writes `a` where that is asked for.
    fn predicates(&self, atoms: &mut Vec<Atom<'t>>, begin: usize, end: usize) {
        if begin >= end {
            return;
        }
        let mut list = SeparatedList::of(atoms.drain(begin..end).collect(), Sign::Semicolon);
        for group in &mut list.groups {
            self.verb(&mut group[0]);
            if self.normalisation.sorts(Sorted::Objects) {
                let mut objects = SeparatedList::of(group.drain(1..).collect(), Sign::Comma);
                objects.groups.sort_by(|one, other| by_text(one, other));
                group.extend(objects.joined());
            }
        }
        if self.normalisation.sorts(Sorted::Predicates) {
            list.groups.sort_by_cached_key(|group| {
                let verb = group[0][0].text;
                (!self.is_type(verb), verb)
            });
        }
        let list = list.joined();
        let after = begin + list.len();
        atoms.splice(begin..begin, list);
        if let Some(next) = atoms.get_mut(after) {
            next[0].keep_apart();
        }
    }

    /// Writes `a` where it is asked for.
    fn verb(&self, verb: &mut Atom<'t>) {
        if self.normalisation.writes_a && self.is_type(verb[0].text) {
            verb[0].text = "a";
        }
    }

    /// Whether this is `rdf:type`.
    fn is_type(&self, verb: &str) -> bool {
        const RDF: &str = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#";
        if verb == "a" || verb.strip_prefix(RDF) == Some("type>") {
            return true;
        }
        verb.split_once(':').is_some_and(|(prefix, local)| {
            let namespace = self.namespaces.get(prefix);
            local == "type" && namespace.is_some_and(|it| it.strip_suffix('>') == Some(RDF))
        })
    }
}

/// Whether a directive, triples, or a graph's beginning or end is over with this word.
fn ends_unit(unit: &[Atom<'_>], word: &CommentedToken<'_>) -> bool {
    let ends_directive = match unit.first().map(|first| first[0].kind) {
        Some(TokenKind::Keyword(Keyword::Prefix)) => unit.len() == 2,
        Some(TokenKind::Keyword(Keyword::Base | Keyword::Version)) => unit.len() == 1,
        _ => false,
    };
    ends_directive
        || matches!(
            word.kind,
            TokenKind::Sign(Sign::FullStop | Sign::BraceBegin | Sign::BraceEnd)
                | TokenKind::ByteOrderMark
                | TokenKind::End
        )
}
