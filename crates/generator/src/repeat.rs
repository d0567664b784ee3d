//! Emission of repetitions.
//!
//! Side conditions: the nodes of the last round are taken back, and so is the trivia before it; and a run passes over
//! only the characters that [`runs`] allows.

use super::dispatch::Fallback;
use super::emit::Emitter;
use super::matcher::{FunctionId, Matcher};
use super::runs;
use super::sets::{InBytes as _, NextSet};
use super::tokens::byte;
use super::two_runs::TwoRunsMatcher;
use notation::CharSet;
use proc_macro2::TokenStream;
use quote::quote;

/// A class with more members than this in ASCII matches names and strings, which are passed over by blocks; others
/// match spaces and digits, which come in few.
///
/// The classes that the dialects' grammars repeat have at most 10 members, `[a-z]` in one place, or at least 36: each limit
/// from 26 to 35 makes the same parsers, and each from 10 to 25 differs in that one place.
const LONG_RUNS: usize = 30;

impl Emitter<'_> {
    /// A repetition with nothing between: single runs, and the body where it may go on without.
    pub(crate) fn repeat(&mut self, body: &Matcher) -> TokenStream {
        let facts = self.facts.of(body);
        let certain = runs::certain(body, self.program, self.facts);
        let rest = facts.first.difference(&certain).lead_bytes();
        let run = (!certain.is_empty()).then(|| self.run(&certain));
        if rest == NextSet::none()
            && let Some(run) = run
        {
            return run;
        }
        let run = run.map(|run| quote!(position = #run;));
        let next = self.maybe(body, &rest);
        let next = self.guarded(&rest, next, quote!(None));
        let (mark, restore) = match facts.litters {
            true => (
                Some(quote!(let mark = parser.mark();)),
                Some(quote!(parser.restore(mark);)),
            ),
            false => (None, None),
        };
        quote! {{
            let mut position = position;
            loop {
                #run
                #mark
                let next = #next;
                match next {
                    Some(next) => position = next,
                    None => { #restore break position; }
                }
            }
        }}
    }

    fn run(&mut self, class: &CharSet) -> TokenStream {
        if class.count_ascii() <= LONG_RUNS {
            let class = self.class_name(class);
            return quote!(parser.run(position, &#class));
        }
        let beyond_ascii = CharSet::non_ascii();
        let has_all_or_none =
            beyond_ascii.is_subset(class) || class.intersection(&beyond_ascii).is_empty();
        if has_all_or_none {
            let stops = self.stops_name(class);
            return quote!(parser.run_long(position, #stops));
        }
        let ascii = class.intersection(&beyond_ascii.complement());
        let stops = self.stops_name(&ascii);
        let class = self.class_name(class);
        quote!(parser.run_mixed(position, &#class, #stops))
    }

    /// A repetition that skips trivia between two rounds, and gives it back after the last one.
    pub(crate) fn repeat_with_trivia(
        &mut self,
        body: &Matcher,
        between: FunctionId,
    ) -> TokenStream {
        let between = Matcher::Call(between);
        let litters = self.facts.of(body).litters || self.facts.of(&between).emits;
        let round = self.dispatch(&[body], &NextSet::all(), Fallback::None);
        let trivia = self.sure(&between, &NextSet::all());
        let (begin, renew, restore) = match litters {
            true => (
                Some(quote!(let mut mark = parser.mark();)),
                Some(quote!(mark = parser.mark();)),
                Some(quote!(parser.restore(mark);)),
            ),
            false => (None, None, None),
        };
        quote! {{
            #begin
            let mut behind = position;
            let mut position = position;
            loop {
                let next = #round;
                match next {
                    Some(next) => {
                        #renew
                        behind = next;
                        position = { let position = next; #trivia };
                    }
                    None => { #restore break behind; }
                }
            }
        }}
    }

    /// Statements that leave `position` after the two runs, or leave the function; `otherwise` does the same where one look is
    /// not enough.
    pub(crate) fn two_runs(
        &mut self,
        runs: &TwoRunsMatcher<'_>,
        otherwise: &TokenStream,
    ) -> TokenStream {
        let between = byte(runs.between);
        let stops = self.stops_name(runs.run);
        let first = self.class(runs.first, &NextSet::all());
        let second = self.class(runs.second, &NextSet::all());
        quote! {
            let position = match parser.two_runs(position, #between, #stops) {
                TwoRuns::Found { second, end } => {
                    if second > position + 1 {
                        #first?;
                    }
                    let position = second;
                    #second?;
                    end
                }
                TwoRuns::None => return None,
                TwoRuns::Unsure => {
                    #otherwise
                    position
                }
            };
        }
    }
}
