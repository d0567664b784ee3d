//! The mistakes that people make: for each, the marks of its error and the words for it.
//!
//! The rows of the table are tried in their order. A row looks at the data of the error and at the text around it, and at
//! nothing else.

mod comments;
mod dates;
mod directives;
mod graphs;
mod lines;
mod misplaced;
mod missing;
mod numbers;
mod rdf;
mod separators;
mod signs;
mod strings;
mod terms;
mod within;

use super::AdviceDraft;
use super::fault::FaultView;
use super::prefixes;
use super::remedies;

type Diagnosis = fn(&FaultView<'_>) -> Option<AdviceDraft>;

/// Objections of RDF.
const OBJECTIONS: &[Diagnosis] = &[
    directives::keyword_as_prefix,
    graphs::colon_before_graph,
    separators::full_stop_in_prefix,
    prefixes::undeclared,
    rdf::relative_iri,
    rdf::surrogate,
    rdf::language_tag,
];

/// Faults of grammar: those within a token come first, then tokens in another's place, then missing tokens.
const ROWS: &[Diagnosis] = &[
    // Within a token, and text that is not a token.
    signs::leftover,
    signs::joined_files,
    within::white_space,
    signs::template,
    signs::look_alike,
    signs::entity,
    signs::backslash,
    signs::ellipsis,
    within::cut_off,
    within::escape,
    strings::backslash_before_end,
    within::string_not_closed,
    terms::doubled_brackets,
    terms::quoted_triple,
    terms::annotation,
    terms::direction,
    within::brackets_of_triple,
    within::iri_not_closed,
    within::percent_in_name,
    misplaced::sign_first_in_local_name,
    strings::at_before_datatype,
    within::empty_language_tag,
    directives::space_after_at,
    directives::colon_after_keyword,
    directives::version_without_marks,
    directives::prefix_ill_formed,
    within::colon_missing,
    directives::directive_of_newer_version,
    directives::iri_as_string,
    misplaced::address_without_brackets,
    numbers::date,
    numbers::value,
    terms::label_with_colon,
    lines::sign,
    lines::string,
    lines::two_in_a_line,
    lines::broken,
    terms::shorthand_in_lines,
    terms::label_missing,
    terms::circumflexes,
    terms::datatype,
    terms::word_with_language,
    terms::shorthand_with_language,
    within::sparql,
    within::sign_in_name,
    strings::quotation_marks,
    strings::suffix_without_sign,
    strings::quotation_mark_in_string,
    strings::quotation_mark_before_end,
    strings::quotation_mark_doubled,
    strings::datatype_before,
    strings::text_of_yaml,
    signs::arrow,
    signs::at_before_object,
    numbers::unit,
    numbers::exponent_alone,
    numbers::number_not_finished,
    numbers::null,
    misplaced::a_in_capitals,
    directives::misspelt,
    graphs::value_of_json,
    terms::brace_in_name,
    terms::annotation_without_bars,
    graphs::shape,
    graphs::graph,
    graphs::graph_within_graph,
    graphs::directive_in_graph,
    misplaced::directive_in_lines,
    missing::rest_before_keyword,
    graphs::default_graph,
    terms::language_of_string_before,
    within::bare_word,
    // A token in the place of another.
    comments::in_word,
    comments::object,
    misplaced::underscore_in_language_tag,
    terms::datatype_after_shorthand,
    numbers::number_joined,
    misplaced::directive_in_capitals,
    misplaced::full_stop_after_sparql_directive,
    misplaced::direction_apart,
    misplaced::comment_of_another_language,
    misplaced::path,
    misplaced::path_with_sign,
    misplaced::two_suffixes,
    misplaced::call,
    misplaced::sign_in_local_name,
    separators::object_in_comment,
    separators::comma_after_subject,
    separators::full_stop_in_name,
    missing::statement_read_on,
    misplaced::a_elsewhere,
    misplaced::variable,
    graphs::name_of_graph,
    misplaced::reifier,
    terms::brackets_in_triple,
    terms::fourth_term,
    misplaced::notation3,
    misplaced::annotation_elsewhere,
    misplaced::triple_term_elsewhere,
    misplaced::term_as_predicate,
    misplaced::literal_as_subject,
    misplaced::unknown_directive,
    misplaced::closes_nothing,
    // Something is missing.
    separators::full_stop_in_brackets,
    separators::comma_in_collection,
    missing::bracket_not_closed,
    graphs::graph_not_closed,
    missing::object_missing,
    missing::predicate_missing,
    missing::full_stop_missing,
];

/// The words of the first row that fits, and whose remedies hold.
pub(super) fn advice(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let rows = match fault.is_unexpected() {
        true => ROWS,
        false => OBJECTIONS,
    };
    let mut drafts = rows.iter().filter_map(|row| row(fault));
    drafts.find_map(|draft| remedies::checked(draft, fault))
}
