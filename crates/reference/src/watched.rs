//! pest's state, watched: whether a parser looked at the end of its text.
//!
//! pest does not say, and a statement may be taken from the beginning of a document only if nothing that could follow would
//! change it. The derived code calls `::pest::ParserState` for everything; in this crate that is [`ParserState`], which
//! hands every call on to pest's, and looks first at the text there.
//!
//! Invariant: watching does not change a parser's match.

use original::error::Error;
use original::iterators::Pairs;
use original::{Atomicity, ParseResult, RuleType};
use std::cell::Cell;
use std::ops::Range;

thread_local! {
    /// A derived parser has no place to answer this in.
    static LOOKED_AT_END: Cell<bool> = const { Cell::new(false) };
}

/// Runs parsers, and says whether one of them looked at the end of its text.
pub fn watched<T>(parse: impl FnOnce() -> T) -> (T, bool) {
    LOOKED_AT_END.set(false);
    (parse(), LOOKED_AT_END.get())
}

type Pest<'i, R> = Box<original::ParserState<'i, R>>;
type Watched<'i, R> = ParseResult<Box<ParserState<'i, R>>>;

/// The state of a parser: pest's, which is not in it while pest has it.
#[derive(Debug)]
pub struct ParserState<'i, R: RuleType>(Option<Pest<'i, R>>);

/// Runs a parser on a text, as [`original::state`] does.
pub fn state<'i, R: RuleType>(
    text: &'i str,
    parse: impl FnOnce(Box<ParserState<'i, R>>) -> Watched<'i, R>,
) -> Result<Pairs<'i, R>, Error<R>> {
    original::state(text, |pest| {
        let watched = parse(Box::new(ParserState(Some(pest))));
        let taken = |mut state: Box<ParserState<'i, R>>| state.take();
        watched.map(taken).map_err(taken)
    })
}

impl<'i, R: RuleType> ParserState<'i, R> {
    fn take(&mut self) -> Pest<'i, R> {
        self.0.take().expect("pest gives its state back")
    }

    fn with(mut self: Box<Self>, pest: Pest<'i, R>) -> Box<Self> {
        self.0 = Some(pest);
        self
    }

    /// Notes whether the parser looks at the end now, with the rest of the text.
    fn looking(self: Box<Self>, looks_at_end: impl FnOnce(&str) -> bool) -> Box<Self> {
        if let Some(pest) = &self.0 {
            let position = pest.position();
            let text = position.span(position).get_input();
            if looks_at_end(&text[position.pos()..]) {
                LOOKED_AT_END.set(true);
            }
        }
        self
    }

    /// Hands on a call that runs no part of the parser.
    fn hand_on(
        mut self: Box<Self>,
        call: impl FnOnce(Pest<'i, R>) -> ParseResult<Pest<'i, R>>,
    ) -> Watched<'i, R> {
        match call(self.take()) {
            Ok(pest) => Ok(self.with(pest)),
            Err(pest) => Err(self.with(pest)),
        }
    }

    /// Hands on a call that runs a part of the parser; `call` gets the part as pest knows it. That goes through a pointer, so
    /// that pest's functions are compiled once, and not once for each place of a grammar.
    fn run(
        mut self: Box<Self>,
        part: &mut dyn FnMut(Box<Self>) -> Watched<'i, R>,
        call: impl FnOnce(Pest<'i, R>, &mut ParserStep<'_, 'i, R>) -> ParseResult<Pest<'i, R>>,
    ) -> Watched<'i, R> {
        let pest = self.take();
        let mut own = Some(self);
        let result = call(pest, &mut |pest| {
            let state = own.take().expect("pest runs one part at a time");
            match part(state.with(pest)) {
                Ok(mut state) => {
                    let pest = state.take();
                    own = Some(state);
                    Ok(pest)
                }
                Err(mut state) => {
                    let pest = state.take();
                    own = Some(state);
                    Err(pest)
                }
            }
        });
        let own = own.expect("a part that was run has ended");
        match result {
            Ok(pest) => Ok(own.with(pest)),
            Err(pest) => Err(own.with(pest)),
        }
    }
}

/// A part of a parser, as pest runs it.
type ParserStep<'p, 'i, R> = dyn FnMut(Pest<'i, R>) -> ParseResult<Pest<'i, R>> + 'p;

/// The functions of pest's that the derived code calls.
#[allow(missing_docs, reason = "pest documents them")]
impl<'i, R: RuleType> ParserState<'i, R> {
    pub fn atomicity(&self) -> Atomicity {
        let pest = self.0.as_ref();
        pest.expect("pest gives its state back").atomicity()
    }

    pub fn check_stack_limit(self: Box<Self>) -> Watched<'i, R> {
        self.hand_on(|pest| pest.check_stack_limit())
    }

    pub fn start_of_input(self: Box<Self>) -> Watched<'i, R> {
        self.hand_on(|pest| pest.start_of_input())
    }

    pub fn end_of_input(self: Box<Self>) -> Watched<'i, R> {
        self.looking(str::is_empty)
            .hand_on(|pest| pest.end_of_input())
    }

    pub fn skip(self: Box<Self>, characters: usize) -> Watched<'i, R> {
        self.looking(|rest| rest.chars().take(characters).count() < characters)
            .hand_on(|pest| pest.skip(characters))
    }

    pub fn match_char_by(self: Box<Self>, is_right: impl FnOnce(char) -> bool) -> Watched<'i, R> {
        self.looking(str::is_empty)
            .hand_on(|pest| pest.match_char_by(is_right))
    }

    pub fn match_range(self: Box<Self>, range: Range<char>) -> Watched<'i, R> {
        self.looking(str::is_empty)
            .hand_on(|pest| pest.match_range(range))
    }

    pub fn match_string(self: Box<Self>, string: &str) -> Watched<'i, R> {
        self.looking(|rest| rest.len() < string.len() && string.starts_with(rest))
            .hand_on(|pest| pest.match_string(string))
    }

    pub fn match_insensitive(self: Box<Self>, string: &str) -> Watched<'i, R> {
        let begins = |rest: &str| {
            let beginning = string.as_bytes().get(..rest.len());
            beginning.is_some_and(|beginning| beginning.eq_ignore_ascii_case(rest.as_bytes()))
        };
        self.looking(|rest| rest.len() < string.len() && begins(rest))
            .hand_on(|pest| pest.match_insensitive(string))
    }

    pub fn skip_until(self: Box<Self>, strings: &[&str]) -> Watched<'i, R> {
        // It ends at the first place where one of them is: or may be, if more follows.
        let reaches_end = |rest: &str| {
            let begins = |rest: &str| strings.iter().any(|string| rest.starts_with(string));
            let may_stand = |rest: &str| strings.iter().any(|string| string.starts_with(rest));
            let places = rest.char_indices().map(|(start, _)| &rest[start..]);
            let first = places
                .into_iter()
                .find(|rest| begins(rest) || may_stand(rest));
            first.is_none_or(|rest| !begins(rest))
        };
        self.looking(reaches_end)
            .hand_on(|pest| pest.skip_until(strings))
    }

    pub fn rule(
        self: Box<Self>,
        rule: R,
        mut part: impl FnMut(Box<Self>) -> Watched<'i, R>,
    ) -> Watched<'i, R> {
        self.run(&mut part, |pest, part| pest.rule(rule, part))
    }

    pub fn sequence(
        self: Box<Self>,
        mut part: impl FnMut(Box<Self>) -> Watched<'i, R>,
    ) -> Watched<'i, R> {
        self.run(&mut part, |pest, part| pest.sequence(part))
    }

    pub fn repeat(
        self: Box<Self>,
        mut part: impl FnMut(Box<Self>) -> Watched<'i, R>,
    ) -> Watched<'i, R> {
        self.run(&mut part, |pest, part| pest.repeat(part))
    }

    pub fn optional(
        self: Box<Self>,
        mut part: impl FnMut(Box<Self>) -> Watched<'i, R>,
    ) -> Watched<'i, R> {
        self.run(&mut part, |pest, part| pest.optional(part))
    }

    pub fn lookahead(
        self: Box<Self>,
        is_positive: bool,
        mut part: impl FnMut(Box<Self>) -> Watched<'i, R>,
    ) -> Watched<'i, R> {
        self.run(&mut part, |pest, part| pest.lookahead(is_positive, part))
    }

    pub fn atomic(
        self: Box<Self>,
        atomicity: Atomicity,
        mut part: impl FnMut(Box<Self>) -> Watched<'i, R>,
    ) -> Watched<'i, R> {
        self.run(&mut part, |pest, part| pest.atomic(atomicity, part))
    }

    pub fn restore_on_err(
        self: Box<Self>,
        mut part: impl FnMut(Box<Self>) -> Watched<'i, R>,
    ) -> Watched<'i, R> {
        self.run(&mut part, |pest, part| pest.restore_on_err(part))
    }
}
