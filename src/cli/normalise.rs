//! Changes to a document's tokens that keep its triples: `format --sort`, `--directives`, `--a` and `--unused-prefixes`.
//!
//! Invariant: comments stay with what they stand before, or behind on its line. Nobody gets a text before its quads were compared
//! with those of the document ([`verified`]).

use crate::conformance::{Undecided, are_isomorphic_datasets};
use crate::oxrdf::Dataset;
use crate::{Error, Keyword, Parser, Production, Sign, Token, TokenKind};
use anyhow::{anyhow, bail};
use clap::ValueEnum;
use std::collections::{HashMap, HashSet};
use std::mem;

/// What to change.
#[derive(Clone, Debug, Default)]
pub struct Normalisation {
    pub sort: Vec<Sorted>,
    pub directives: Option<DirectiveForm>,
    pub writes_a: bool,
    pub removes_unused_prefixes: bool,
}

/// What is put in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Sorted {
    Prefixes,
    Predicates,
    Objects,
}

/// How directives are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DirectiveForm {
    /// `PREFIX ex: <http://example.org/>`
    Sparql,
    /// `@prefix ex: <http://example.org/> .`
    At,
}

impl Normalisation {
    pub fn changes_anything(&self) -> bool {
        !self.sort.is_empty()
            || self.directives.is_some()
            || self.writes_a
            || self.removes_unused_prefixes
    }

    fn sorts(&self, what: Sorted) -> bool {
        self.sort.contains(&what)
    }
}

/// The document with these changes, after its quads were compared.
///
/// # Errors
///
/// The document is at fault, or the changed one is: its dialect may not have what was asked for. Or it is not decided whether the
/// two have the same quads.
pub fn verified(
    parser: &Parser,
    text: &str,
    normalisation: &Normalisation,
) -> anyhow::Result<Result<String, Error>> {
    if text.contains("# format: off") {
        bail!(
            "it has a part with `# format: off`, which --sort, --directives, --a and --unused-prefixes would change, too"
        );
    }
    let once = match changed(parser, text, normalisation) {
        Ok(once) => once,
        Err(error) => return Ok(Err(error)),
    };
    let refused = |error| anyhow!("the changed document would not be read: {error}");
    // Once more, since a prefix may have been used by what was changed.
    let changed = changed(parser, &once, normalisation).map_err(refused)?;
    let dataset = |text: &str| {
        parser
            .parse_str(text)
            .quads()
            .collect::<Result<Dataset, _>>()
    };
    let before = match dataset(text) {
        Ok(before) => before,
        Err(error) => return Ok(Err(error)),
    };
    match dataset(&changed).map(|after| are_isomorphic_datasets(&before, &after)) {
        Ok(Ok(true)) => Ok(Ok(changed)),
        Ok(Ok(false)) => bail!(
            "the changed document would have other triples: this is a fault of turtle-peg, please report it"
        ),
        Ok(Err(Undecided { .. })) => {
            bail!("it was not decided whether the changed document has the same triples")
        }
        Err(error) => Err(refused(error)),
    }
}

/// A token with its comments.
#[derive(Clone, Debug)]
struct CommentedToken {
    kind: TokenKind,
    text: String,
    /// The white space and the comments before it.
    before: String,
    /// A comment behind it, on its line; more of them where words were left out.
    remark: String,
}

impl CommentedToken {
    fn of(sign: Sign) -> Self {
        Self {
            kind: TokenKind::Sign(sign),
            text: sign.text().to_owned(),
            before: " ".to_owned(),
            remark: String::new(),
        }
    }

    /// Makes sure that white space is before it, where other words may have come to stand.
    fn keep_apart(&mut self) {
        if self.before.is_empty() {
            self.before.push(' ');
        }
    }

    /// Takes the comments of a word that is left out or moved.
    fn take_comments(&mut self, other: &Self) {
        let before = other.before.lines().map(str::trim);
        let comments = before
            .chain(other.remark.lines())
            .filter(|line| line.starts_with('#'));
        for comment in comments {
            if !self.remark.is_empty() {
                self.remark.push('\n');
            }
            self.remark.push_str(comment);
        }
    }

    fn is(&self, sign: Sign) -> bool {
        self.kind == TokenKind::Sign(sign)
    }

    /// How many of the bytes before it come before the last blank line, or the end of that; none, if there is none.
    fn blank_line(&self) -> Option<usize> {
        let lines = self.before.split_inclusive('\n');
        let mut at = 0;
        let mut blank = None;
        for (index, line) in lines.enumerate() {
            at += line.len();
            // The first of them ends the line of the word before.
            if index > 0 && line.trim().is_empty() && line.ends_with('\n') {
                blank = Some(at);
            }
        }
        blank
    }
}

/// A token, or all between two brackets with the brackets.
type Atom = Vec<CommentedToken>;

/// A document whose tokens are changed.
struct Normaliser<'n> {
    normalisation: &'n Normalisation,
    /// The namespaces of the prefixes declared so far, as they are written.
    namespaces: HashMap<String, String>,
    /// Which prefixes are used anywhere.
    used: HashSet<String>,
    written: String,
    /// Whether a comment was written last, and not the end of its line.
    is_after_remark: bool,
    /// Directives that declare prefixes, to be put in order.
    run: Vec<Vec<CommentedToken>>,
}

fn changed(parser: &Parser, text: &str, normalisation: &Normalisation) -> Result<String, Error> {
    let mut words = Vec::new();
    let mut document = parser.parse_str(text);
    while let Some(tokens) = document.next_tokens() {
        for token in tokens? {
            add(&mut words, &token);
        }
    }
    let mut normaliser = Normaliser {
        normalisation,
        namespaces: HashMap::new(),
        used: used_prefixes(&words),
        written: String::with_capacity(text.len()),
        is_after_remark: false,
        run: Vec::new(),
    };
    normaliser.document(words);
    Ok(normaliser.written)
}

/// Adds a token; a comment on the line of the token before it belongs to that.
fn add(words: &mut Vec<CommentedToken>, token: &Token<'_>) {
    let trivia = token.trivia();
    let mut before = trivia.text();
    if let Some(comment) = trivia.comments().next()
        && comment.line_ends() == 0
        && let Some(last) = words.last_mut()
    {
        comment.text().clone_into(&mut last.remark);
        before = &before[comment.start() + comment.text().len()..];
    }
    words.push(CommentedToken {
        kind: token.kind(),
        text: token.text().to_owned(),
        before: before.to_owned(),
        remark: String::new(),
    });
}

/// The prefixes of all names but those that declare them.
fn used_prefixes(words: &[CommentedToken]) -> HashSet<String> {
    let mut used = HashSet::new();
    let mut is_declared = false;
    for word in words {
        let is_name = matches!(
            word.kind,
            TokenKind::Terminal(Production::PNAME_NS | Production::PNAME_LN | Production::qname)
        );
        if is_name && !is_declared {
            used.extend(
                word.text
                    .split_once(':')
                    .map(|(prefix, _)| prefix.to_owned()),
            );
        }
        is_declared = matches!(
            word.kind,
            TokenKind::Keyword(Keyword::Prefix | Keyword::AtPrefix)
        );
    }
    used
}

impl Normaliser<'_> {
    fn document(&mut self, words: Vec<CommentedToken>) {
        let mut unit: Vec<Atom> = Vec::new();
        // The atoms before each bracket that is open.
        let mut open: Vec<Vec<Atom>> = Vec::new();
        for word in words {
            match word.kind {
                TokenKind::Sign(sign) if sign.opens_bracket() => {
                    open.push(mem::replace(&mut unit, vec![vec![word]]));
                }
                TokenKind::Sign(sign) if sign.closes_bracket() => {
                    unit.push(vec![word]);
                    let whole = self.between_brackets(mem::take(&mut unit));
                    unit = open.pop().unwrap_or_default();
                    unit.push(whole);
                }
                _ => {
                    let ends = open.is_empty() && ends_unit(&unit, &word);
                    let is_closing = word.is(Sign::BraceEnd) || word.kind == TokenKind::End;
                    if is_closing && !unit.is_empty() {
                        self.unit(mem::take(&mut unit));
                    }
                    unit.push(vec![word]);
                    if ends {
                        self.unit(mem::take(&mut unit));
                    }
                }
            }
        }
        self.leave_run();
    }

    /// What is between two brackets, with these, as one atom.
    fn between_brackets(&mut self, mut atoms: Vec<Atom>) -> Atom {
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
        atoms.concat()
    }

    /// Writes a directive, triples, or a graph's beginning or end, with the changes.
    fn unit(&mut self, mut atoms: Vec<Atom>) {
        let keyword = atoms[0][0].kind;
        let is_prefix = matches!(
            keyword,
            TokenKind::Keyword(Keyword::Prefix | Keyword::AtPrefix)
        );
        if is_prefix {
            self.prefix(atoms.concat());
            return;
        }
        self.leave_run();
        match keyword {
            TokenKind::Keyword(
                Keyword::Base | Keyword::AtBase | Keyword::Version | Keyword::AtVersion,
            ) => {
                let mut words = atoms.concat();
                self.change_form(&mut words);
                self.write(words);
            }
            // The name of a graph is no predicate.
            _ if atoms
                .last()
                .is_some_and(|last| last[0].is(Sign::BraceBegin)) =>
            {
                self.write(atoms.concat());
            }
            _ => {
                let last = atoms
                    .last()
                    .map_or(0, |last| usize::from(last[0].is(Sign::FullStop)));
                let end = atoms.len() - last;
                self.predicates(&mut atoms, 1, end);
                self.write(atoms.concat());
            }
        }
    }

    fn prefix(&mut self, mut words: Vec<CommentedToken>) {
        let name = words.iter().skip(1).map_while(|word| match word.kind {
            TokenKind::Terminal(Production::IRIREF | Production::IRI_REF | Production::uriref) => {
                None
            }
            _ => Some(word.text.as_str()),
        });
        let name = name.collect::<String>().trim_end_matches(':').to_owned();
        let namespace = words.iter().find(|word| word.text.starts_with('<'));
        let namespace = namespace.map_or("", |word| word.text.as_str()).to_owned();
        if self.normalisation.removes_unused_prefixes && !self.used.contains(&name) {
            self.leave_out(words);
            return;
        }
        self.change_form(&mut words);
        // A prefix that is declared twice stays where it is, and so does all before it.
        let is_relative = !namespace.contains(':');
        let blank_line = words[0].blank_line();
        let is_repeated = self.namespaces.insert(name, namespace).is_some();
        if is_repeated || is_relative || blank_line.is_some() {
            self.leave_run();
        }
        if let Some(blank_line) = blank_line {
            // What comes before it is about all of them.
            let rest = words[0].before.split_off(blank_line);
            let head = mem::replace(&mut words[0].before, rest);
            self.written.push_str(&head);
            self.is_after_remark = false;
        }
        self.run.push(words);
        if is_relative || !self.normalisation.sorts(Sorted::Prefixes) {
            self.leave_run();
        }
    }

    /// Keeps the comments of words that are left out.
    fn leave_out(&mut self, words: Vec<CommentedToken>) {
        self.leave_run();
        for word in words {
            let has_comment = word.before.contains('#');
            self.written
                .push_str(if has_comment { &word.before } else { "\n" });
            self.is_after_remark = !word.remark.is_empty();
            self.written.push_str(&word.remark);
        }
    }

    /// Writes the declarations that were kept to be put in order.
    fn leave_run(&mut self) {
        let mut run = mem::take(&mut self.run);
        run.sort_by(|one, other| one[1].text.cmp(&other[1].text));
        for words in run {
            self.write(words);
        }
    }

    /// Gives a directive the form that is asked for.
    fn change_form(&self, words: &mut Vec<CommentedToken>) {
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
        changed.text().clone_into(&mut words[0].text);
        if form == DirectiveForm::At {
            words.push(CommentedToken::of(Sign::FullStop));
        } else if let Some(full_stop) = words.pop()
            && let Some(last) = words.last_mut()
        {
            last.take_comments(&full_stop);
        }
    }

    /// Puts the predicates among these atoms in order, each with its objects, and writes `a` where that is asked for.
    fn predicates(&mut self, atoms: &mut Vec<Atom>, begin: usize, end: usize) {
        if begin >= end {
            return;
        }
        let mut list = SeparatedList::of(atoms.drain(begin..end).collect(), Sign::Semicolon);
        for group in &mut list.groups {
            self.verb(&mut group[0]);
            if self.normalisation.sorts(Sorted::Objects) {
                let mut objects = SeparatedList::of(group.drain(1..).collect(), Sign::Comma);
                objects.groups.sort_by_cached_key(|object| text_of(object));
                group.extend(objects.joined());
            }
        }
        if self.normalisation.sorts(Sorted::Predicates) {
            list.groups.sort_by_cached_key(|group| {
                let verb = group[0][0].text.clone();
                (!self.is_type(&verb), verb)
            });
        }
        let joined = list.joined();
        let after = begin + joined.len();
        atoms.splice(begin..begin, joined);
        if let Some(next) = atoms.get_mut(after) {
            next[0].keep_apart();
        }
    }

    /// Writes `a` where it is asked for.
    fn verb(&self, verb: &mut Atom) {
        if self.normalisation.writes_a && self.is_type(&verb[0].text) {
            "a".clone_into(&mut verb[0].text);
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

    fn write(&mut self, mut words: Vec<CommentedToken>) {
        if !self.written.is_empty() {
            words[0].keep_apart();
        }
        for word in words {
            let space = word.before.trim_start_matches([' ', '\t']);
            let ends_line = space.starts_with(['\n', '\r']);
            let is_after_remark = mem::take(&mut self.is_after_remark);
            let begins_line = self.written.is_empty() || self.written.ends_with(['\n', '\r']);
            // A comment would end the line of what it does not belong to.
            let would_be_remark = space.starts_with('#') && !begins_line;
            if is_after_remark && !ends_line || would_be_remark {
                self.written.push('\n');
            }
            self.written.push_str(&word.before);
            self.written.push_str(&word.text);
            if !word.remark.is_empty() {
                self.written.push(' ');
                self.written.push_str(&word.remark);
                self.is_after_remark = true;
            }
        }
    }
}

/// What a sign separates.
struct SeparatedList {
    /// None is empty.
    groups: Vec<Vec<Atom>>,
    sign: Sign,
    /// Whether the sign comes after the last group, too.
    is_ended: bool,
}

impl SeparatedList {
    fn of(atoms: Vec<Atom>, sign: Sign) -> Self {
        let mut groups: Vec<Vec<Atom>> = Vec::new();
        let mut begins = true;
        for atom in atoms {
            if atom[0].is(sign) {
                begins = true;
                // Its comments belong to what it ends.
                let last = groups.last_mut().and_then(|group| group.last_mut());
                if let Some(last) = last.and_then(|atom| atom.last_mut()) {
                    last.take_comments(&atom[0]);
                }
            } else if mem::take(&mut begins) {
                groups.push(vec![atom]);
            } else if let Some(group) = groups.last_mut() {
                group.push(atom);
            }
        }
        Self {
            groups,
            sign,
            is_ended: begins,
        }
    }

    fn joined(self) -> Vec<Atom> {
        let mut atoms = Vec::new();
        let count = self.groups.len();
        for (index, mut group) in self.groups.into_iter().enumerate() {
            group[0][0].keep_apart();
            atoms.append(&mut group);
            if index + 1 < count || self.is_ended && self.sign == Sign::Semicolon {
                atoms.push(vec![CommentedToken::of(self.sign)]);
            }
        }
        atoms
    }
}

fn text_of(atoms: &[Atom]) -> String {
    let words = atoms.iter().flatten();
    words
        .map(|word| word.text.as_str())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Whether a directive, triples, or a graph's beginning or end is over with this word.
fn ends_unit(unit: &[Atom], word: &CommentedToken) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dialect, Style};
    use pretty_assertions::assert_eq;
    use std::fs;

    /// The comments of a document, in the order of their texts.
    fn comments(text: &str, parser: &Parser) -> Vec<String> {
        let mut comments = Vec::new();
        let mut document = parser.parse_str(text);
        while let Some(Ok(tokens)) = document.next_tokens() {
            let of_token = |token: Token<'_>| {
                let texts = token
                    .trivia()
                    .comments()
                    .map(|it| it.text().trim_end().to_owned());
                texts.collect::<Vec<_>>()
            };
            comments.extend(tokens.flat_map(of_token));
        }
        comments.sort();
        comments
    }

    #[test]
    fn the_corpus_keeps_its_triples_and_its_comments() {
        let all = Normalisation {
            sort: vec![Sorted::Prefixes, Sorted::Predicates, Sorted::Objects],
            directives: Some(DirectiveForm::Sparql),
            writes_a: true,
            removes_unused_prefixes: true,
        };
        let at = Normalisation {
            directives: Some(DirectiveForm::At),
            ..all.clone()
        };
        let mut count = 0;
        for path in testing::documents::corpus() {
            let extension = path.extension().unwrap().to_str().unwrap();
            let dialect = Dialect::from_extension(extension).unwrap();
            let Ok(text) = fs::read_to_string(&path) else {
                continue;
            };
            if dialect.is_line_based() || text.contains("# format: off") {
                continue;
            }
            let parser = Parser::new(dialect)
                .with_base_iri("http://example.org/")
                .unwrap();
            for normalisation in [&all, &at] {
                let Ok(changed) = verified(&parser, &text, normalisation).unwrap() else {
                    continue;
                };
                count += 1;
                let before = comments(&text, &parser);
                assert_eq!(comments(&changed, &parser), before, "{}", path.display());
                let laid_out =
                    |text: &str| crate::format(text, dialect, &Style::default()).unwrap();
                let once = laid_out(&changed);
                let again = verified(&parser, &once, normalisation).unwrap().unwrap();
                assert_eq!(laid_out(&again), once, "{}", path.display());
            }
        }
        assert!(count > 200, "{count}");
    }
}
