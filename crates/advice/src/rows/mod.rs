//! The mistakes that people make: for each, the marks of its error and the words for it.
//!
//! The rows of the table are tried in their order. A row looks at the data of the error and at the text around it, and at
//! nothing else.

mod around;
mod brackets;
mod comments;
mod dates;
mod directives;
mod foreign;
mod graphs;
mod lines;
mod lists;
mod misplaced;
mod missing;
mod names;
mod numbers;
mod rdf;
mod separators;
mod shacl;
mod signs;
mod strings;
mod terms;
mod within;

use super::AdviceDraft;
use super::fault::FaultView;
use super::mistake::{Mistake, NO_BRACKET, NO_FULL_STOP};
use super::prefixes;
use super::remedies;

type Diagnosis = fn(&FaultView<'_>) -> Option<AdviceDraft>;

macro_rules! rows {
    ($(#[$about:meta])* $list:ident $($module:ident::$row:ident $name:tt $($description:literal)?;)*) => {
        $(#[$about])*
        const $list: &[(Mistake, Diagnosis)] =
            &[$((rows!(@ $name $($description)?), $module::$row)),*];
    };
    (@ $name:literal $description:literal) => { Mistake::new($name, $description) };
    (@ $mistake:ident) => { $mistake };
}

rows! {
    /// Objections of RDF.
    OBJECTIONS
    directives::keyword_as_prefix "colon-after-keyword" "A colon follows the keyword of a directive: `BASE: <…>`.";
    graphs::colon_before_graph "colon-before-graph" "A colon is between a graph and its name: `ex:g : { … }`.";
    separators::full_stop_in_prefix "full-stop-in-prefix" "The full stop of a statement is read as part of a prefix: `true.ex:c`.";
    directives::keyword_missing "missing-keyword" "The keyword of a directive is missing: `foaf: <…>` in a line of its own.";
    around::level_as_prefix "line-of-log" "A line of a log is in the document.";
    prefixes::undeclared "undeclared-prefix" "A prefix is used that is not declared before.";
    rdf::relative_iri "relative-iri" "A relative IRI reference has no base IRI.";
    rdf::surrogate "surrogate" "An escape sequence does not stand for a character: `\\uD800`.";
    rdf::language_tag "language-tag" "A language tag is not well-formed by BCP 47.";
    rdf::base_direction "unknown-base-direction" "A base direction is neither `ltr` nor `rtl`: `\"x\"@ar--RTL`.";
    rdf::invalid_iri "ill-formed-iri" "An IRI has a character that is not allowed at its place: `<http://example.org/#a#b>`.";
}

rows! {
    /// Faults of grammar: those within a token come first, then tokens in another's place, then missing tokens.
    ROWS
    // Within a token, and text that is not a token.
    signs::leftover "leftover-lines" "Lines are left that another tool has written: of a merge conflict, of a diff, line numbers, sentences, fences of Markdown.";
    within::white_space "white-space" "A space is of another kind, or invisible: a no-break space, a byte order mark.";
    signs::template "template" "A placeholder of a template is left: `${name}`, `{{name}}`, `<%= name %>`.";
    signs::look_alike "look-alike" "A character looks like a sign of the grammar and is another: `；` for `;`.";
    signs::entity "entity" "An entity of HTML or XML stands for a character: `&quot;`.";
    signs::escaped_document "escaped-document" "Line ends are `\\n` in a document, and quotation marks `\\\"`: it was taken from JSON.";
    signs::backslash "backslash" "A backslash is outside of strings, IRIs and names: `\\;`.";
    signs::ellipsis "ellipsis" "An ellipsis stands for terms that are left out: `( 1 ... 5 )`.";
    signs::full_stops "full-stops" "Three full stops stand for statements that are left out.";
    around::of_log "line-of-log" "A line of a log is in the document.";
    around::of_table "line-of-table" "A row of a table is in the document: `| a | b |`.";
    around::of_program "line-of-program" "A line of a program is in the document: of a shell, Python or JavaScript.";
    names::sign_of_another_token "unescaped-sign" "A parenthesis or an apostrophe in a local name has no backslash: `ex:spouse(s)`, `ex:O'Brien`.";
    shacl::path "path-in-shape" "A path of SPARQL is in a shape: `sh:path ex:a/ex:b`.";
    lists::item "item-of-list" "A line begins as an item of a list in YAML or Markdown: `- ex:a`.";
    within::cut_off "cut-off" "The document ends within a string or an IRI.";
    within::escape "escape-sequence" "A backslash begins no escape sequence: `\"C:\\Users\"`.";
    strings::backslash_before_end "backslash-before-end" "A backslash takes the quotation mark that was to close a string: `\"C:\\\"`.";
    within::string_not_closed "string-not-closed" "A string is not closed.";
    terms::doubled_brackets "doubled-brackets" "An IRI is between two brackets on each side: `<<http://example.org/>>`.";
    terms::of_newer_version "rdf-1.2" "The language, or its version, has no triple terms, reified triples, annotations or reifiers: `<<`, `{|`, `~`.";
    terms::direction "base-direction" "The language, or its version, has no base directions: `\"x\"@en--ltr`.";
    within::brackets_of_triple "brackets-of-triple" "The brackets of a triple have a sign too few or too many: `<( ex:a ex:p ex:b )>`.";
    within::iri_not_closed "iri-not-closed" "An IRI is not closed, or has a character that none can have.";
    within::percent_in_name "percent-in-name" "Two hexadecimal digits are missing after `%` in a name: `ex:100%`.";
    misplaced::sign_first_in_local_name "sign-before-local-name" "A local name begins with a sign: `ex:-a`, `ex:.a`.";
    strings::at_before_datatype "at-before-datatype" "`@` is before a datatype: `\"x\"@xsd:string`.";
    within::empty_language_tag "empty-language-tag" "A language tag is missing after `@`.";
    directives::space_after_at "space-after-at" "A space follows the `@` of a directive: `@ prefix`.";
    directives::colon_after_keyword "colon-after-at-keyword" "A colon follows the keyword of a directive with `@`: `@prefix: ex: <…>`.";
    directives::version_without_marks "version-without-marks" "A version has no quotation marks: `VERSION 1.2`.";
    directives::prefix_ill_formed "ill-formed-prefix" "A directive declares no prefix, or an ill-formed one: `@prefix <…>`, `@prefix :ex <…>`.";
    within::colon_missing "missing-colon" "A prefix is declared without its colon: `@prefix ex <…> .`";
    directives::directive_of_newer_version "newer-directive" "The language, or its version, has no such directive: `PREFIX` in N-Triples, `VERSION` before RDF 1.2.";
    directives::iri_as_string "iri-as-string" "An IRI is between quotation marks.";
    directives::keyword_missing "missing-keyword" "The keyword of a directive is missing: `foaf: <…>` in a line of its own.";
    directives::iri_missing "missing-iri" "A directive has no IRI: `PREFIX foaf:`.";
    names::prefix_before_iri "prefix-before-iri" "A prefix is before an IRI between `<` and `>`: `ex:<http://example.org/>`.";
    names::prefix_before_address "prefix-before-address" "A prefix is before an IRI without brackets: `ex:http://example.org/`.";
    misplaced::address_without_brackets "address-without-brackets" "An IRI has no `<` before it: `http://example.org/`.";
    numbers::date "date" "A date or a time has no quotation marks: `1990-01-02`, `12:30`.";
    numbers::value "value" "A value is written in another form: `NaN`, `-INF`, `P1Y2M`, `True`, `１２`.";
    terms::label_with_colon "label-with-colon" "A blank node label has a second colon: `_:b:c`.";
    lines::sign "sign-in-lines" "A language of lines has no such sign: `;`, `,`, `[ … ]`, `( … )`, `{ … }`.";
    lines::string "string-in-lines" "A language of lines has no such string: `'x'`, `\"\"\"x\"\"\"`.";
    lines::two_in_a_line "two-in-a-line" "Two statements are in a line, in a language of lines.";
    lines::broken "broken-line" "A statement goes on in the next line, in a language of lines.";
    lines::term_too_many "term-too-many" "A statement has a term too many: a fifth in N-Quads, a fourth elsewhere.";
    terms::shorthand_in_lines "shorthand-in-lines" "A language of lines has no prefixed names, `a`, numbers and booleans.";
    terms::label_missing "missing-label" "A label is missing after `_:`.";
    terms::circumflexes "circumflexes" "A datatype follows other signs than `^^`: `\"x\"^xsd:string`.";
    terms::datatype "missing-datatype" "No IRI follows `^^`.";
    terms::word_with_suffix "word-with-suffix" "A word with a language tag or a datatype has no quotation marks: `x@en`, `P3D^^xsd:duration`.";
    terms::shorthand_with_suffix "shorthand-with-suffix" "A number or a boolean has a language tag or a datatype: `5@en`, `5^^xsd:int`.";
    within::sparql "query" "A query of SPARQL is where a statement has to begin.";
    within::sign_in_name "sign-in-name" "A name has a sign that none can have, not even escaped: `ex:Children’s`, `ex:foo{bar}`.";
    strings::quotation_marks "quotation-marks" "A string is between marks of another kind: “x”, «x», `x`.";
    strings::suffix_without_sign "missing-sign-of-literal" "The sign between a literal and its language or datatype is missing: `\"x\"en`.";
    strings::quotation_mark_in_string "quotation-mark-in-string" "A quotation mark within a string ends it: `\"say \"hello\" to me\"`, `'it''s'`.";
    strings::words_after_string "words-after-string" "A quotation mark within a string ends it, and words follow: `\"15\" wide\"`.";
    strings::letter_before_mark "letter-before-mark" "A letter is before a quotation mark, as in Python: `f\"x\"`.";
    strings::datatype_before "datatype-before-string" "A datatype is before its string: `xsd:integer \"42\"`.";
    strings::text_of_yaml "text-of-yaml" "A text of several lines begins as in YAML, with `|`.";
    signs::arrow "arrow" "An arrow is in a statement: `-->`, `->`, `-[…]->`.";
    signs::at_before_object "at-before-object" "`@` is before an object: `@\"x\"`.";
    foreign::query_as_object "query-as-object" "A query of SPARQL is an object, and has no quotation marks.";
    foreign::verb_of_notation3 "verb-of-notation3" "A verb of Notation3 is in a statement: `is ex:p of`, `has ex:p`.";
    foreign::directive_of_notation3 "directive-of-notation3" "A directive of Notation3: `@forAll`, `@forSome`, `@keywords`.";
    numbers::currency "currency" "A number has the sign of a currency: `$5`.";
    lists::bar "bar-between-objects" "`|` is between two objects.";
    numbers::unit "unit" "A number has a unit: `5 kg`.";
    numbers::exponent_alone "exponent-without-digits" "The full stop before an exponent ends the statement: `1.e`.";
    numbers::number_not_finished "unfinished-number" "A number has begun and does not go on as one: `1e`, `- 5`.";
    numbers::null "null" "RDF has no sign for an absent value: `null`, `None`.";
    misplaced::a_in_capitals "misspelt-a" "Another word stands for `a`: `ex:a is a ex:C`.";
    names::space "space-in-name" "A space ends a name: `ex:John Smith`.";
    directives::misspelt "misspelt-directive" "A directive is misspelt: `@prefx`, `@prefixex:`.";
    graphs::value_of_json "object-of-json" "An object of JSON is in a statement: `{ \"@value\": \"x\" }`.";
    terms::annotation_without_bars "annotation-without-bars" "An annotation has no bars: `ex:c { ex:p 1 }`.";
    graphs::shape "shape" "A shape of ShEx is where a statement has to begin.";
    graphs::graph "graph" "The language has no graphs between braces.";
    graphs::graph_within_graph "graph-within-graph" "A graph begins within a graph, which is not closed.";
    graphs::directive_in_graph "directive-in-graph" "A directive is in a graph.";
    missing::rest_before_keyword "unfinished-statement" "A statement has not ended where `PREFIX` or `GRAPH` begins another.";
    graphs::default_graph "named-default-graph" "The default graph has a name: `DEFAULT { … }`.";
    terms::language_of_string_before "language-without-string" "A language tag has no string of its own: `\"colour\"@en, en-GB`.";
    within::bare_word "bare-word" "A word is not a name, since it has no colon.";
    // A token in the place of another.
    comments::in_word "comment-in-word" "`#` ends a word, and begins a comment: `ex:a#b`.";
    comments::object "commented-object" "The object is part of a comment: `ex:color #ff0000 .`";
    misplaced::underscore_in_language_tag "underscore-in-language-tag" "The parts of a language tag are joined by `_`: `\"x\"@en_US`.";
    numbers::number_joined "ill-formed-number" "A text directly after a number belongs to none: `0x1F`, `50%`.";
    misplaced::full_stop_after_sparql_directive "full-stop-after-directive" "A directive without `@` ends with a full stop: `PREFIX ex: <x:> .`";
    misplaced::direction_apart "base-direction-apart" "A base direction does not follow its language tag at once: `\"x\"@en --ltr`.";
    misplaced::comment_of_another_language "comment-of-another-language" "A comment begins as in another language: `//`, `/*`, `--`.";
    foreign::path "property-path" "A path of SPARQL or Notation3 is in a statement: `ex:p/ex:q`, `!ex:p`, `^ex:p`.";
    foreign::function "function" "A function of SPARQL is in a statement: `xsd:date(\"…\")`.";
    foreign::variable "variable" "A variable of SPARQL is in a statement: `?x`.";
    foreign::notation3 "notation3" "A sign of Notation3 is in the place of a predicate: `=>`, `=`.";
    misplaced::two_suffixes "two-suffixes" "A literal has two language tags or datatypes: `\"x\"@en^^xsd:string`.";
    misplaced::sign_in_local_name "sign-in-local-name" "A sign in a local name has no backslash: `ex:people/alice`.";
    separators::comma_after_subject "comma-after-subject" "`,` lists subjects: `ex:a, ex:b a ex:C .`";
    separators::full_stop_in_name "full-stop-in-name" "The full stop of a statement is read as part of a name: `ex:b.ex:c`.";
    missing::statement_read_on "statement-read-on" "A statement has no object or full stop, and the next one is read as its rest.";
    lists::without_parentheses "list-without-parentheses" "A list has no parentheses: `owl:unionOf ex:A ex:B`.";
    terms::type_twice "type-twice" "`a` and `rdf:type` follow one another.";
    names::full_stop_at_end "full-stop-after-name" "A full stop at the end of a name ends the statement: `ex:Inc. ex:p 1`.";
    misplaced::a_elsewhere "a-elsewhere" "`a` is not a predicate there.";
    graphs::name_of_graph "name-of-graph" "A graph's name is missing, or not an IRI or a blank node: `GRAPH \"g\" {`.";
    misplaced::reifier "reifier" "A reifier is not an IRI or a blank node: `~ \"r\"`.";
    terms::within_triple "within-triple" "A triple term or a reified triple has a fourth term, or brackets with triples of their own.";
    misplaced::annotation_elsewhere "misplaced-annotation" "An annotation or a reifier does not follow an object.";
    misplaced::triple_term_elsewhere "misplaced-triple-term" "A triple term is not an object.";
    brackets::list_in_brackets "list-in-brackets" "A list is between square brackets: `[ 1, 2 ]`.";
    brackets::predicates_in_parentheses "predicates-in-parentheses" "Predicates with objects are between parentheses: `( ex:p 1 ; ex:q 2 )`.";
    misplaced::term_as_predicate "term-as-predicate" "A literal or a blank node is in the place of a predicate.";
    misplaced::literal_as_subject "literal-as-subject" "A literal is in the place of a subject.";
    misplaced::unknown_directive "unknown-directive" "A directive is not known, or in capitals: `@import`, `@PREFIX`.";
    misplaced::closes_nothing "closes-nothing" "A bracket closes nothing.";
    // Something is missing.
    brackets::full_stop_in_brackets "full-stop-in-brackets" "A full stop is between brackets: `[ ex:q 1 . ]`.";
    lists::triple_in_parentheses "triple-in-parentheses" "A triple is between parentheses: `(ex:a ex:p ex:b)`.";
    lists::tuple "tuple" "A tuple of Python is in the place of a statement: `(\"a\", \"b\")`.";
    brackets::comma_in_collection "comma-in-collection" "`,` is between the members of a collection: `( 1, 2, 3 )`.";
    missing::bracket_not_closed NO_BRACKET;
    graphs::graph_not_closed "graph-not-closed" "The document ends in a graph.";
    missing::term_missing "missing-term" "An object is missing, or a predicate and an object.";
    missing::full_stop_missing NO_FULL_STOP;
}

/// The mistakes of the table.
pub(super) fn mistakes() -> impl Iterator<Item = Mistake> {
    OBJECTIONS.iter().chain(ROWS).map(|(mistake, _)| *mistake)
}

/// The words of the first row that fits, and whose remedies hold.
pub(super) fn advice(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let rows = match fault.is_unexpected() {
        true => ROWS,
        false => OBJECTIONS,
    };
    rows.iter().find_map(|(mistake, row)| {
        let draft = remedies::checked(row(fault)?, fault)?;
        Some(draft.of(*mistake))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};
    use std::fs;
    use std::path::Path;
    use turtle_peg::{Dialect, Error, Parser, SyntaxError};

    /// The dialect of a document: its first line may have options for `check`.
    fn dialect(path: &Path, text: &str) -> Option<Dialect> {
        let options = text.lines().next().unwrap_or_default();
        let told = options
            .split_once("--dialect ")
            .and_then(|(_, rest)| rest.split_whitespace().next());
        let named = |name| Dialect::all().find(|dialect| dialect.name() == name);
        told.and_then(named).or_else(|| Dialect::from_path(path))
    }

    /// The faults of a document.
    fn faults(dialect: Dialect, text: &str) -> Vec<SyntaxError> {
        let mut document = Parser::new(dialect).with_recovery().parse_str(text);
        let results = std::iter::from_fn(|| document.check_statement());
        let faults = results.filter_map(|result| match result {
            Err(Error::Syntax(fault)) => Some(*fault),
            _ => None,
        });
        faults.collect()
    }

    /// The names of all rows that fit a fault, in their order.
    fn fitting(fault: &FaultView<'_>) -> Vec<&'static str> {
        let rows = match fault.is_unexpected() {
            true => ROWS,
            false => OBJECTIONS,
        };
        let is_known = fault.has_start && fault.around.statement.is_some();
        let rows = rows.iter().filter(|(_, row)| {
            is_known
                && row(fault)
                    .and_then(|draft| remedies::checked(draft, fault))
                    .is_some()
        });
        rows.map(|(mistake, _)| mistake.name()).collect()
    }

    /// Each row speaks of a document. With `-- --nocapture`, this prints which rows each row shadows, and where.
    #[test]
    fn each_row_speaks() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/messages");
        let (mut speaks, mut shadowed) = (BTreeSet::new(), BTreeMap::<_, BTreeSet<String>>::new());
        for entry in fs::read_dir(folder).expect("documents") {
            let path = entry.expect("a document").path();
            let Ok(text) = fs::read_to_string(&path) else {
                continue;
            };
            let Some(dialect) = dialect(&path, &text) else {
                continue;
            };
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            for error in faults(dialect, &text) {
                let rows = fitting(&FaultView::new(&error));
                for silent in rows.iter().skip(1) {
                    let pair = (rows[0], *silent);
                    shadowed
                        .entry(pair)
                        .or_default()
                        .insert(name.clone().into_owned());
                }
                speaks.extend(rows.first().copied());
            }
        }
        for ((row, silent), documents) in &shadowed {
            println!("{row} shadows {silent}: {documents:?}");
        }
        let silent = OBJECTIONS
            .iter()
            .chain(ROWS)
            .map(|(mistake, _)| mistake.name());
        let silent: Vec<_> = silent.filter(|row| !speaks.contains(row)).collect();
        assert!(
            silent.is_empty(),
            "no document in tests/messages has {silent:?}"
        );
    }
}
