//! The grammar in a specification's page: from HTML to EBNF.
//!
//! A production is a row of a table with a cell `::=`, or a line of a `pre`. The definitions are in a table or a `pre` of the class
//! `grammar`, or have an anchor; if none has, all productions are definitions. The others repeat them, and so do tables whose
//! productions are all in larger ones or further down. Terminals are below a heading `Terminal Symbols`, if the page has one.
//!
//! Invariant: each `::=` in a table or a `pre` is read, but for a `pre` without any production, and productions that are neither
//! definitions nor repeat one. A production that repeats a definition says the same, or the page is refused. What is not read is told
//! of, unless it is in a sentence. Every character of the EBNF knows its place in the page.

use super::blocks::{PageBlock, read_blocks};
use super::placed_text::PlacedText;
use std::collections::{BTreeMap, BTreeSet};
use std::mem;
use std::ops::Range;
use toolkit::{Grammar, GrammarError, NamePlace, ebnf};

/// A page's grammar.
#[derive(Debug)]
pub struct GrammarPage {
    /// The productions, each from a line of its own on.
    pub ebnf: String,
    /// Where each character of these is in the page, in bytes.
    places: Vec<usize>,
    /// The anchor of each production, by its name.
    pub anchors: BTreeMap<String, String>,
    /// The productions that the page defines more than once, word for word: the first counts.
    pub repeated: Vec<String>,
    /// Says of productions beside the definitions that they repeat none, and are not read.
    pub undefined: Vec<GrammarError>,
}

/// The productions and the includes of a page, before they are read.
pub struct PageContents {
    /// Whether it has productions of its own, in tables or `pre`s.
    pub has_productions: bool,
    /// Productions that are in no table and no `pre`.
    pub outside: Vec<OutsideProduction>,
    /// Says of the rows between productions that are no part of any that they are not read, at the first of them.
    pub remarks: Option<GrammarError>,
    /// The files that it includes, as it names them.
    pub includes: Vec<String>,
}

/// A production that is not read, because it is in no table and no `pre`.
pub struct OutsideProduction {
    /// That says so, with its place.
    pub error: GrammarError,
    text: String,
}

impl OutsideProduction {
    /// Whether a grammar has it, word for word: then nothing is missing.
    pub fn is_in(&self, grammar: &Grammar) -> bool {
        let read = ebnf::read(&self.text).map(|read| read.rules);
        read.is_ok_and(|rules| {
            let mut rules = rules.iter();
            rules.all(|rule| {
                let defined = grammar.rule(&rule.name);
                defined.is_some_and(|defined| defined.expression == rule.expression)
            })
        })
    }
}

impl PageContents {
    pub fn of(html: &str) -> Self {
        let reader = read_blocks(html);
        Self {
            has_productions: !reader.blocks.is_empty(),
            outside: reader
                .outside
                .iter()
                .map(|text| OutsideProduction {
                    error: outside(html, text),
                    text: text.string(),
                })
                .collect(),
            remarks: reader.remarks.first().map(|&first| {
                let message = match reader.remarks.len() {
                    1 => REMARK.to_owned(),
                    count => format!("{count} rows, {REMARKS}"),
                };
                error_at(html, first, &message)
            }),
            includes: reader.includes,
        }
    }
}

impl GrammarPage {
    /// Reads a page.
    ///
    /// Errors: the page has no productions where they are read; or one that contradicts a definition, or is none.
    pub fn read(html: &str) -> Result<Self, GrammarError> {
        let reader = read_blocks(html);
        let (definitions, repetitions) = definitions_and_repetitions(&reader.blocks);
        let mut text = PlacedText::default();
        let mut anchors = BTreeMap::new();
        let mut are_terminals = false;
        for block in definitions {
            if block.is_of_terminals && !mem::replace(&mut are_terminals, true) {
                let place = block.lines[0].text.place();
                text.push_line(&PlacedText::of("@terminals", place));
            }
            for line in &block.lines {
                if let Some(anchor) = &line.anchor
                    && let Some(name) = line.text.name()
                {
                    anchors.entry(name).or_insert_with(|| anchor.clone());
                }
                text.push_line(&line.text);
            }
        }
        if text.0.is_empty() {
            let message = match (reader.outside.first(), reader.includes.first()) {
                (Some(text), _) => return Err(outside(html, text)),
                (None, Some(file)) => {
                    format!("the page has no productions of its own, and includes {file}: name a file that has some")
                }
                (None, None) => {
                    "the page has no productions: no table has a cell `::=`, and no `pre` has a line `name ::=`"
                        .to_owned()
                }
            };
            return Err(GrammarError::Syntax(message));
        }
        let mut page = Self::of(&text, anchors);
        page.check_definitions(html)?;
        page.undefined = page.check_repetitions(html, &repetitions)?;
        Ok(page)
    }

    fn of(text: &PlacedText, anchors: BTreeMap<String, String>) -> Self {
        Self {
            ebnf: text.string(),
            places: text.0.iter().map(|(_, place)| *place).collect(),
            anchors,
            repeated: Vec::new(),
            undefined: Vec::new(),
        }
    }

    /// The names of its productions, at their places in the page.
    pub fn names(&self) -> Vec<NamePlace> {
        let bytes = self.ebnf.char_indices().zip(&self.places);
        let by_byte: BTreeMap<usize, Range<usize>> = bytes
            .map(|((byte, character), &place)| (byte, place..place + character.len_utf8()))
            .collect();
        // The page was read: so is its EBNF.
        let names = ebnf::places(&self.ebnf).map_or(Vec::new(), |places| places.names);
        let in_page = |name: NamePlace| {
            let (_, first) = by_byte.range(name.bytes.clone()).next()?;
            let (_, last) = by_byte.range(name.bytes.clone()).next_back()?;
            let bytes = first.start..last.end;
            Some(NamePlace { bytes, ..name })
        };
        names.into_iter().filter_map(in_page).collect()
    }

    /// The error, with its places in the page instead of those in the EBNF.
    pub fn placed(&self, html: &str, error: GrammarError) -> GrammarError {
        match error {
            GrammarError::Several(faults) => {
                let placed = faults.into_iter().map(|fault| self.placed(html, fault));
                GrammarError::Several(placed.collect())
            }
            GrammarError::At {
                line,
                column,
                message,
            } => {
                let before = self.ebnf.split_inclusive('\n').take(line - 1);
                let before: usize = before.map(|line| line.chars().count()).sum();
                let place = self.places.get(before + column - 1);
                let place = place.or(self.places.last()).copied().unwrap_or_default();
                error_at(html, place, &message)
            }
            other => other,
        }
    }

    /// Refuses definitions that contradict one another, and leaves out those that repeat one.
    fn check_definitions(&mut self, html: &str) -> Result<(), GrammarError> {
        let places = ebnf::places(&self.ebnf).map_err(|error| self.placed(html, error))?;
        let mut known = BTreeMap::new();
        let mut repeated = Vec::new();
        for production in &places.productions {
            let (rule, start) = (&production.rule, production.bytes.start);
            let Some(first) = known.insert(&rule.name, &rule.expression) else {
                continue;
            };
            if *first != rule.expression {
                let place = self.places[self.ebnf[..start].chars().count()];
                let message = format!("{} {CONTRADICTS}", rule.name);
                return Err(error_at(html, place, &message));
            }
            repeated.push((rule.name.clone(), production.bytes.clone()));
        }
        // From the last, so that the places of those before stay as they are.
        for (name, bytes) in repeated.into_iter().rev() {
            let first = self.ebnf[..bytes.start].chars().count();
            let count = self.ebnf[bytes.clone()].chars().count();
            self.places.drain(first..first + count);
            self.ebnf.replace_range(bytes, "");
            self.repeated.insert(0, name);
        }
        Ok(())
    }

    /// Refuses what repeats a definition and contradicts it; says of what repeats none that it is not read.
    fn check_repetitions(
        &self,
        html: &str,
        blocks: &[&PageBlock],
    ) -> Result<Vec<GrammarError>, GrammarError> {
        let defined = ebnf::read(&self.ebnf).map_err(|error| self.placed(html, error))?;
        let mut undefined = Vec::new();
        for block in blocks {
            let mut text = PlacedText::default();
            block
                .lines
                .iter()
                .for_each(|line| text.push_line(&line.text));
            let repeated = Self::of(&text, BTreeMap::new());
            let read = ebnf::read(&repeated.ebnf);
            for rule in read.map_err(|error| repeated.placed(html, error))?.rules {
                let about = |message: String| {
                    let (line, column) =
                        ebnf::place_of(&repeated.ebnf, &rule.name).unwrap_or((1, 1));
                    let at = GrammarError::At {
                        line,
                        column,
                        message,
                    };
                    repeated.placed(html, at)
                };
                match defined.rule(&rule.name) {
                    Some(definition) if definition.expression == rule.expression => {}
                    Some(_) => return Err(about(format!("{} {CONTRADICTS}", rule.name))),
                    None => undefined.push(about(format!("{} {UNDEFINED}", rule.name))),
                }
            }
        }
        Ok(undefined)
    }
}

/// The tables and `pre`s that define, and those that repeat. One whose productions are all in larger ones, or further down, repeats
/// these: sections show a part of what an appendix has.
fn definitions_and_repetitions(blocks: &[PageBlock]) -> (Vec<&PageBlock>, Vec<&PageBlock>) {
    if !blocks.iter().any(PageBlock::is_definition) {
        return (blocks.iter().collect(), Vec::new());
    }
    // Of each that defines, the names.
    let marked = blocks.iter().map(|block| match block.is_definition() {
        true => block.names(),
        false => BTreeSet::new(),
    });
    let mut defined: Vec<BTreeSet<String>> = marked.collect();
    let mut by_size: Vec<usize> = (0..blocks.len()).collect();
    by_size.sort_by_key(|&at| defined[at].len());
    for at in by_size {
        let own = mem::take(&mut defined[at]);
        let is_repeated = own.iter().all(|name| {
            let mut others = defined.iter().enumerate();
            others.any(|(other, names)| {
                (other > at || names.len() > own.len()) && names.contains(name)
            })
        });
        if !is_repeated {
            defined[at] = own;
        }
    }
    let both = blocks.iter().zip(&defined);
    let defining = both.clone().filter(|(_, names)| !names.is_empty());
    let repeating = both.filter(|(_, names)| names.is_empty());
    (
        defining.map(|(block, _)| block).collect(),
        repeating.map(|(block, _)| block).collect(),
    )
}

const CONTRADICTS: &str = "does not say here what its definition in this page says";

const UNDEFINED: &str = "is not among the definitions, which have an anchor or are in a table or a `pre` of the class grammar: it is not \
                         read";

const OUTSIDE: &str = "this production is in no table and no `pre`: it is not read";

const NAMELESS: &str = "no name of a production is before `::=` here: it is not read";

const REMARK: &str = "this row has no production, and does not continue one: it is not read";

const REMARKS: &str =
    "of which this is the first, have no production, and do not continue one: they are not read";

/// Says of text beside the blocks that it is not read.
fn outside(html: &str, text: &PlacedText) -> GrammarError {
    let message = match text.begins_with_production() {
        true => OUTSIDE,
        false => NAMELESS,
    };
    error_at(html, text.place(), message)
}

fn error_at(html: &str, place: usize, message: &str) -> GrammarError {
    let before = &html[..place];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    GrammarError::At {
        line: before.matches('\n').count() + 1,
        column: before[line_start..].chars().count() + 1,
        message: message.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    fn read(html: &str) -> String {
        let page = GrammarPage::read(html).unwrap_or_else(|error| panic!("{error}: {html}"));
        ebnf::print(&ebnf::read(&page.ebnf).unwrap_or_else(|error| panic!("{error}: {html}")))
    }

    fn refused(html: &str) -> String {
        GrammarPage::read(html).unwrap_err().to_string()
    }

    /// The forms of pages of other specifications.
    #[test]
    fn each_form_is_read() {
        for html in [
            // Numbers and names in cells without end tags, and what goes on in the next row.
            "<table class=grammar><tr><th>No<th>Name<tr><td>[1]<td>a<td>::=<td>'x'<tr><td><td><td>|<td>b /* note */<tr><td>[2]<td>b<td>::=<td>[x-y]</table>",
            // Signs in spans, spaces that do not break, anchors in a cell.
            "<table><tr><td><code>[1]&nbsp;&nbsp;</code></td><td><code><a id='ra' name='ra'>a</a></code></td><td><code>&nbsp;::=&nbsp;</code></td>\
             <td><code>'x'<br>| <span class=\"prod\"><a href='#rb'>b</a></span></code></td></tr>\
             <tr><td>[2]</td><td><a id='rb'>b</a></td><td>::=</td><td>[x-y]</td></tr></table>",
            "<p>Each production is <code>symbol ::= expression</code>.</p><pre class='grammar'>[1] a ::= 'x'\n      | <a href='#b'>b</a>\n[2] b ::= [x-y]</pre>",
            // A production that the text repeats, before its definition.
            "<pre>b ::= [x-y]</pre><table class=\"grammar\"><tr><td>[1]<td>a<td>::=<td>'x' | b<tr><td>[2]<td>b<td>::=<td>[x-y]</table>",
            // A correction.
            "<table class=grammar><tr><td>[1]<td>a<td>::=<td>'x' | <del>'y'</del> <ins>b</ins><tr><td>[2]<td>b<td>::=<td>[x-y]</table>",
            // Rows that say what is made of what is read.
            "<table><tr><td>[1]<td>a<td>::=<td>'x'<tr><td><td><td>| b\
             <tr><td><td colspan=3>If 'x' matches, a returns a Stem with an empty stem:<tr><td><td>Stem<td>{<td>stem: \"\" }\
             <tr><td>[2]<td>b<td>::=<td>[x-y]<tr><td colspan=4>Then comes \"\".</table>",
            // Sections that show a part of what an appendix has, and an equation.
            "<table><tr><td><a id=b1></a>[2]<td>b<td>::=<td>[x-y]</table><pre>E1/E2 ::= let $x := E1 return $x</pre>\
             <table><tr><td><a id=a></a>[1]<td>a<td>::=<td>'x' | b<tr><td><a id=b></a>[2]<td>b<td>::=<td>[x-y]</table>",
            "<!-- <table><tr><td>c<td>::=<td>a</table> --><script>c ::= '<pre>'</script><pre>[1] a ::= 'x' | b\n[2] b ::= [x-y]</pre>",
        ] {
            assert_eq!(read(html), "[1] a ::= 'x' | b\n[2] b ::= [x-y]\n", "{html}");
        }
    }

    #[test]
    fn terminals_are_below_their_heading() {
        let html = "<table><tr><td>a<td>::=<td>'x' b</table><h4><a id=t></a>A.2 Terminal Symbols\n</h4><table><tr><td>b<td>::=<td>[x-y]</table>";
        assert_eq!(read(html), "a ::= 'x' b\n@terminals\nb ::= [x-y]\n");
    }

    #[test]
    fn what_is_not_understood_is_refused_with_its_place() {
        let table =
            "<table class='grammar'>\n<tr><td>a</td><td>::=</td><td>'x'</td></tr>\n</table>\n";
        for (more, message) in [
            ("<pre>a ::= 'y'</pre>", "4:6: a does not say here"),
            ("<pre>b ::= </pre>", "4:11: expected an expression"),
        ] {
            let refused = refused(&format!("{table}{more}"));
            assert!(refused.starts_with(message), "{more}: {refused}");
        }
        let contradiction = refused("<table><tr><td>a<td>::=<td>'a'</table>\n<pre>a ::= 'b'</pre>");
        assert!(
            contradiction.starts_with("2:6: a does not say here"),
            "{contradiction}"
        );
        let includes = refused("<div data-include='a-bnf.html'></div>");
        assert!(
            includes.ends_with("and includes a-bnf.html: name a file that has some"),
            "{includes}"
        );
    }

    #[test]
    fn what_is_beside_tables_is_told_of() {
        let table = "<table><tr><td>a<td>::=<td>'x'</table>\n";
        for (more, expected) in [
            (
                "<div><code>b ::= 'y'</code></div>",
                Some("2:12: this production is in no table"),
            ),
            (
                "<ul><li>b ::= 'y'</li></ul>",
                Some("2:9: this production is in no table"),
            ),
            ("<p>a ::= 'y'</p>", Some("2:4: this production")),
            ("<p>a ::= 'x'</p>", None),
            ("<p>It is written a ::= 'x'.</p>", None),
        ] {
            let html = format!("{table}{more}");
            assert_eq!(read(&html), "a ::= 'x'\n");
            let grammar = ebnf::read("a ::= 'x'").unwrap();
            let mut outside = PageContents::of(&html).outside.into_iter();
            let told = outside.find(|production| !production.is_in(&grammar));
            let told = told.map(|production| production.error.to_string());
            assert_eq!(told.is_some(), expected.is_some(), "{more}");
            assert!(
                told.unwrap_or_default()
                    .starts_with(expected.unwrap_or_default()),
                "{more}"
            );
        }
        let table = "<table class=grammar><tr><td>a<td>::=<td>'x'</table>\n";
        let other = format!("{table}<pre>b ::= 'y'</pre>");
        let page = GrammarPage::read(&other).unwrap();
        let told: Vec<String> = page.undefined.iter().map(ToString::to_string).collect();
        let [told] = told.as_slice() else {
            panic!("one: {told:?}")
        };
        assert!(
            told.starts_with("2:6: b is not among the definitions"),
            "{told}"
        );
        let equation = format!("{table}<pre>E1/E2 ::= let $a := E1 return $a</pre>");
        let outside = PageContents::of(&equation).outside;
        assert_eq!(read(&equation), "a ::= 'x'\n");
        assert!(
            outside[0]
                .error
                .to_string()
                .starts_with("2:6: no name of a production")
        );
        let alone = refused("<p>a ::= 'x'</p>");
        assert!(alone.starts_with("1:4: this production is in no table"));
    }

    #[test]
    fn a_definition_may_be_repeated() {
        let html = "<table><tr id=a><td>[1]<td>a<td>::=<td>b<tr id=b><td>[2]<td>b<td>::=<td>'ä'<tr id=b2><td>[3]<td>b<td>::=<td>'ä'<tr id=c><td>[4]<td>c<td>::=<td>a</table>";
        assert_eq!(read(html), "[1] a ::= b\n[2] b ::= 'ä'\n[4] c ::= a\n");
        let page = GrammarPage::read(html).unwrap();
        assert_eq!(page.repeated, ["b"]);
        let place = page.ebnf.chars().take_while(|&c| c != 'c').count();
        assert_eq!(&html[page.places[place]..][..1], "c");
    }

    #[test]
    fn a_fault_has_its_place_in_the_page() {
        let html = "<table>\n<tr><td>a</td><td>::=</td>\n<td>'&lt;' | ]</td></tr></table>";
        let placed = GrammarPage::read(html).unwrap_err().place();
        assert_eq!(placed, Some((3, 14)));
    }
}
