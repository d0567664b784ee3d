//! Emission: each function of the program becomes a function in Rust.
//!
//! A function takes the parser and a position, and returns the position after its match, or `None`. Positions are
//! values: a failed function has moved nothing, so only nodes have to be taken back. Side conditions:
//!
//! - nodes are taken back wherever something fails that may leave some and something else is tried: before
//!   another alternative, after an optional part, after the last round of a repetition, which gives back the trivia
//!   before it, too;
//! - where the next byte is known to be one of a set, tests of it are left out; that holds for the first part of a
//!   sequence and on, as long as nothing has been consumed.

use super::depth;
use super::dispatch::Fallback;
use super::facts::FactTable;
use super::matcher::{Function, FunctionId, Matcher, MatcherProgram};
use super::needed::{Callers, Needed, Used, number_of};
use super::sets::{InBytes as _, NextSet};
use super::tokens::{
    byte, byte_ranges, bytes_that_stop, class_identifier, comment, expression_in_rust, identifier,
    pattern, stops_identifier,
};
use super::two_runs::{self, TwoRunsMatcher};
use notation::CharSet;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// The source of all functions that can be called from outside, and of the items that they need, an item a line; each item
/// is compiled where a feature is on that needs it.
pub(crate) fn emit(program: &MatcherProgram, facts: &FactTable, callers: &[Callers<'_>]) -> String {
    let mut emitter = Emitter {
        program,
        facts,
        counted: depth::counted(program),
        classes: Vec::new(),
        stops: Vec::new(),
        items: Vec::new(),
        calls: vec![Vec::new(); program.functions.len()],
        function: 0,
        parts: 0,
        nodes: 0,
    };
    let functions: Vec<Vec<TokenStream>> = (0..program.functions.len())
        .map(|id| emitter.function(id))
        .collect();
    let needed = Needed::new(&emitter.calls, callers);
    let mut items = emitter.class_items(&needed);
    items.extend(emitter.stop_items(&needed));
    for (id, function) in functions.iter().enumerate() {
        items.extend(needed.for_any_of(&[id], function));
    }
    items.iter().map(|item| format!("{item}\n")).collect()
}

pub(crate) struct Emitter<'p> {
    pub(crate) program: &'p MatcherProgram,
    pub(crate) facts: &'p FactTable,
    counted: Vec<bool>,
    classes: Vec<Used<CharSet>>,
    /// The expressions that find the bytes that stop a run, one for each set.
    stops: Vec<Used<String>>,
    /// The functions that each emitted function calls; they may be fewer than in the program.
    calls: Vec<Vec<FunctionId>>,
    /// The function that is being emitted.
    function: FunctionId,
    /// Its items so far, and how many of its parts became functions of their own.
    items: Vec<TokenStream>,
    parts: usize,
    /// How many variables for nodes there are in the function so far.
    nodes: usize,
}

impl Emitter<'_> {
    fn function(&mut self, id: FunctionId) -> Vec<TokenStream> {
        let function: &Function = &self.program.functions[id];
        self.function = id;
        self.parts = 0;
        let name = identifier(&function.name);
        let within = identifier(&format!("{}__within", function.name));
        let comment = comment(&function.comment);
        let visibility = function.entry.as_ref().map(|_| quote!(pub));
        let mut items = match self.way_in(id, &name, &within) {
            None => {
                let item = self.item(&name, &function.body, &NextSet::all());
                let apart = self
                    .is_tried_after_plain(id)
                    .then(|| quote!(#[inline(never)]));
                vec![quote!(#comment #apart #visibility #item)]
            }
            Some(way_in) => {
                let item = self.item(&within, &function.body, &NextSet::all());
                let way_in = quote!(#comment #[inline(always)] #visibility #way_in);
                vec![way_in, item]
            }
        };
        items.append(&mut self.items);
        items
    }

    /// Whether a function is called where no plain rule matches: it is not inlined into the function that tries those.
    fn is_tried_after_plain(&self, id: FunctionId) -> bool {
        let mut functions = self.program.functions.iter();
        functions.any(|function| match &function.body {
            Matcher::Plain { body, .. } => **body == Matcher::Call(id),
            _ => false,
        })
    }

    fn call(&mut self, id: FunctionId) -> TokenStream {
        self.calls[self.function].push(id);
        let name = identifier(&self.program.functions[id].name);
        quote!(#name(parser, position))
    }

    /// The function that is called instead of some others: it counts their depth, or checks whether they would do anything.
    fn way_in(&self, id: FunctionId, name: &Ident, within: &Ident) -> Option<TokenStream> {
        let body = &self.program.functions[id].body;
        let facts = self.facts.of(body);
        if self.counted[id] && facts.is_sure {
            return Some(quote! {
                fn #name(parser: &mut Parser<'_>, position: usize) -> usize {
                    parser
                        .nested(position, |parser, position| Some(#within(parser, position)))
                        .unwrap_or(position)
                }
            });
        }
        if self.counted[id] {
            return Some(quote! {
                fn #name(parser: &mut Parser<'_>, position: usize) -> Option<usize> {
                    parser.nested(position, #within)
                }
            });
        }
        if let Matcher::Node { kind, body } = body
            && self.is_idle_without_first(body)
        {
            return Some(self.way_into_optional(name, within, kind, body));
        }
        let is_idle = self.is_idle_without_first(body);
        is_idle.then(|| self.way_into_idle(name, within, body))
    }

    /// A compact tree may leave out a node with nothing in it: then the function proper is not called.
    fn way_into_optional(
        &self,
        name: &Ident,
        within: &Ident,
        kind: &str,
        body: &Matcher,
    ) -> TokenStream {
        let kind = expression_in_rust(kind);
        let first = pattern(&self.facts.of(body).first.lead_bytes());
        quote! {
            fn #name(parser: &mut Parser<'_>, position: usize) -> usize {
                if parser.needs_empty(#kind) {
                    return #within(parser, position);
                }
                match parser.peek(position) {
                    #first => #within(parser, position),
                    _ => position,
                }
            }
        }
    }

    /// Trivia is mostly empty or a single space: the caller decides these cases, without a call of the function proper.
    ///
    /// Where the first part passes over a class and one character of it is next, it is all of the trivia unless a
    /// character follows that any part may begin with.
    fn way_into_idle(&self, name: &Ident, within: &Ident, body: &Matcher) -> TokenStream {
        let first = self.facts.of(body).first.lead_bytes();
        let single = match body {
            Matcher::Sequence(parts) => parts.first().and_then(ascii_run),
            body => ascii_run(body),
        };
        let call = quote!(#within(parser, position));
        let code = match single.map(|class| class.lead_bytes()) {
            None => self.guarded(&first, call, quote!(position)),
            Some(single) => {
                let next = self.guarded(&first, call.clone(), quote!(position));
                let one = pattern(&single);
                let others = first.difference(&single);
                let others = (others != NextSet::none()).then(|| {
                    let others = pattern(&others);
                    quote!(#others => #call,)
                });
                quote! {
                    match parser.peek(position) {
                        #one => { let position = position + 1; #next }
                        #others
                        _ => position,
                    }
                }
            }
        };
        quote! {
            fn #name(parser: &mut Parser<'_>, position: usize) -> usize { #code }
        }
    }

    /// A function for an expression.
    fn item(&mut self, name: &Ident, body: &Matcher, known: &NextSet) -> TokenStream {
        self.nodes = 0;
        if let Matcher::Plain { rules, body } = body {
            return self.marked(name, rules, body);
        }
        if self.facts.of(body).is_sure {
            let body = self.sure(body, known);
            quote!(fn #name(parser: &mut Parser<'_>, position: usize) -> usize { #body })
        } else {
            let body = self.tail(body, known);
            quote!(fn #name(parser: &mut Parser<'_>, position: usize) -> Option<usize> { #body })
        }
    }

    /// A call of a function made for this part of another.
    fn part(&mut self, part: &Matcher, known: &NextSet) -> TokenStream {
        self.parts += 1;
        let function = &self.program.functions[self.function].name;
        let name = identifier(&format!("{function}__{}", self.parts));
        let nodes = self.nodes;
        let place = self.items.len();
        let item = self.item(&name, part, known);
        self.nodes = nodes;
        self.items.insert(place, quote!(#[inline(always)] #item));
        quote!(#name(parser, position))
    }

    /// The end of a function that can fail: statements, and an `Option` of the position.
    fn tail(&mut self, expression: &Matcher, known: &NextSet) -> TokenStream {
        match expression {
            Matcher::Sequence(_)
            | Matcher::Node { .. }
            | Matcher::Leaf { .. }
            | Matcher::Outcome { .. } => {
                let statements = self.statements(expression, known);
                quote!(#statements Some(position))
            }
            _ => self.maybe(expression, known),
        }
    }

    /// Statements that leave `position` after the expression, or leave the function.
    fn statements(&mut self, expression: &Matcher, known: &NextSet) -> TokenStream {
        match expression {
            Matcher::Sequence(parts) => match TwoRunsMatcher::at_start(parts) {
                Some(runs) => {
                    let (one_by_one, rest) = parts.split_at(two_runs::PARTS);
                    let one_by_one = self.in_sequence(one_by_one, known);
                    let runs = self.two_runs(&runs, &one_by_one);
                    let rest = self.in_sequence(rest, &NextSet::all());
                    quote!(#runs #rest)
                }
                None => self.in_sequence(parts, known),
            },
            Matcher::Node { kind, body } => {
                let kind = expression_in_rust(kind);
                let node = self.node_variable();
                let statements = self.statements(body, known);
                quote! {
                    let #node = parser.begin(#kind, position);
                    #statements
                    parser.end(#kind, #node, position);
                }
            }
            Matcher::Leaf { kinds, body } => {
                let kinds = kinds.iter().map(|kind| expression_in_rust(kind));
                let start = self.node_variable();
                let (statements, plain) = match body.as_ref() {
                    Matcher::Call(id) if self.is_marked(*id) => {
                        let call = self.call(*id);
                        (quote!(let (position, plain) = #call?;), quote!(plain))
                    }
                    body => (self.statements(body, known), quote!(Default::default())),
                };
                quote! {
                    let #start = position;
                    #statements
                    parser.leaf([#(#kinds),*], #start, position, #plain);
                }
            }
            Matcher::Outcome { outcome, body } => {
                let outcome = expression_in_rust(outcome);
                let statements = self.statements(body, known);
                quote!(#statements parser.note(#outcome);)
            }
            Matcher::Class(class) if is_certain(class, known) => {
                quote!(let position = position + 1;)
            }
            other if self.facts.of(other).is_sure => {
                let sure = self.sure(other, known);
                quote!(let position = #sure;)
            }
            other => {
                let maybe = self.maybe(other, known);
                quote!(let position = #maybe?;)
            }
        }
    }

    fn in_sequence(&mut self, parts: &[Matcher], known: &NextSet) -> TokenStream {
        let mut known = known.clone();
        let mut statements = TokenStream::new();
        let mut rest = parts;
        while let [part, others @ ..] = rest {
            rest = others;
            if self.is_void(part, &known) {
                continue;
            }
            if let Some((class, count)) = class_in_a_row(part, others) {
                let class = self.class_name(class);
                statements.extend(quote! {
                    let position = parser.row::<#count>(position, &#class)?;
                });
                rest = &others[count - 1..];
            } else {
                statements.extend(self.statements(part, &known));
            }
            if !matches!(part, Matcher::Lookahead { .. } | Matcher::Start) {
                known = NextSet::all();
            }
        }
        statements
    }

    /// Whether a function says how to mark the leaf that it is the text of.
    fn is_marked(&self, id: FunctionId) -> bool {
        matches!(self.program.functions[id].body, Matcher::Plain { .. })
    }

    /// A function for the match of the first of these rules that matches, or of the body, and how to mark the leaf.
    fn marked(
        &mut self,
        name: &Ident,
        rules: &[(FunctionId, String)],
        body: &Matcher,
    ) -> TokenStream {
        let plain = rules.iter().map(|(rule, mark)| {
            let call = self.call(*rule);
            let mark = expression_in_rust(mark);
            quote! {
                if let Some(position) = #call {
                    return Some((position, #mark));
                }
            }
        });
        let plain: TokenStream = plain.collect();
        let statements = self.statements(body, &NextSet::all());
        quote! {
            fn #name(parser: &mut Parser<'_>, position: usize) -> Option<(usize, Plain)> {
                #plain
                #statements
                Some((position, Plain::default()))
            }
        }
    }

    fn node_variable(&mut self) -> Ident {
        self.nodes += 1;
        match self.nodes {
            1 => identifier("node"),
            number => identifier(&format!("node_{number}")),
        }
    }

    /// Whether the known set of next bytes rules out that an optional part or a repetition matches anything.
    fn is_void(&self, expression: &Matcher, known: &NextSet) -> bool {
        match expression {
            Matcher::Optional(body) | Matcher::Repeat { body, .. } => {
                self.facts.of(body).next().is_disjoint(known)
            }
            _ => false,
        }
    }

    /// An expression that never fails: a position.
    pub(crate) fn sure(&mut self, expression: &Matcher, known: &NextSet) -> TokenStream {
        match expression {
            _ if self.is_void(expression, known) => quote!(position),
            Matcher::Optional(body) => match body.as_ref() {
                Matcher::Choice(parts) => {
                    let parts: Vec<&Matcher> = parts.iter().collect();
                    self.dispatch(&parts, known, Fallback::Position)
                }
                body => self.dispatch(&[body], known, Fallback::Position),
            },
            Matcher::Repeat {
                body,
                between: Some(between),
            } => self.repeat_with_trivia(body, *between),
            Matcher::Repeat {
                body,
                between: None,
            } => self.repeat(body),
            Matcher::Skip(needles) => quote!(parser.skip(position, &[#(#needles),*])),
            Matcher::Call(id) => self.call(*id),
            Matcher::Sequence(_)
            | Matcher::Node { .. }
            | Matcher::Leaf { .. }
            | Matcher::Outcome { .. } => {
                let statements = self.statements(expression, known);
                quote!({ #statements position })
            }
            other => unreachable!("may fail: {other:?}"),
        }
    }

    /// Whether the expression does nothing unless the next byte is in its first set.
    fn is_idle_without_first(&self, expression: &Matcher) -> bool {
        match expression {
            Matcher::Optional(body) | Matcher::Repeat { body, .. } => {
                !self.facts.of(body).is_nullable
            }
            Matcher::Sequence(parts) => parts.iter().all(|part| self.is_idle_without_first(part)),
            _ => false,
        }
    }

    /// An expression that can fail: an `Option` of a position.
    pub(crate) fn maybe(&mut self, expression: &Matcher, known: &NextSet) -> TokenStream {
        match expression {
            _ if self.facts.of(expression).is_sure => {
                let sure = self.sure(expression, known);
                quote!(Some(#sure))
            }
            Matcher::Class(class) => self.class(class, known),
            Matcher::Literal(text) => quote!(parser.literal(position, #text)),
            Matcher::Insensitive(text) => quote!(parser.insensitive(position, #text)),
            Matcher::Start => quote!(parser.at_start(position)),
            Matcher::End => quote!(parser.at_end(position)),
            Matcher::Lookahead { is_positive, body } => {
                let body = self.maybe(body, known);
                match is_positive {
                    true => quote!(#body.map(|_: usize| position)),
                    false => quote!(parser.unless(position, |parser, position| #body)),
                }
            }
            Matcher::Call(id) if self.is_forwarding(*id, known) => {
                let body = self.program.functions[*id].body.clone();
                self.part(&body, known)
            }
            Matcher::Call(id) => self.call(*id),
            Matcher::Choice(parts) => {
                let parts: Vec<&Matcher> = parts.iter().collect();
                self.dispatch(&parts, known, Fallback::None)
            }
            Matcher::Sequence(_)
            | Matcher::Node { .. }
            | Matcher::Leaf { .. }
            | Matcher::Outcome { .. }
            | Matcher::Optional(_)
            | Matcher::Repeat { .. }
            | Matcher::Skip(_) => self.part(expression, known),
            Matcher::Plain { .. } => unreachable!("is a function of its own"),
        }
    }

    /// Whether a function does nothing but choose, so that the caller's known set decides.
    fn is_forwarding(&self, id: FunctionId, known: &NextSet) -> bool {
        fn forwards(expression: &Matcher) -> bool {
            match expression {
                Matcher::Call(_) | Matcher::Class(_) => true,
                Matcher::Choice(parts) => parts.iter().all(forwards),
                Matcher::Node { body, .. } => forwards(body),
                _ => false,
            }
        }
        *known != NextSet::all() && !self.counted[id] && forwards(&self.program.functions[id].body)
    }

    pub(crate) fn class(&mut self, class: &CharSet, known: &NextSet) -> TokenStream {
        if is_certain(class, known) {
            return quote!(Some(position + 1));
        }
        if class.is_empty() {
            return quote!(None);
        }
        let next = class.lead_bytes();
        if let Some(character) = class.single().filter(char::is_ascii) {
            let byte = byte(character as u8);
            return quote!(parser.byte(position, #byte));
        }
        if class.is_subset(&CharSet::non_ascii().complement()) {
            return self.guarded(&next, quote!(Some(position + 1)), quote!(None));
        }
        let is_sure_of_ascii = known.is_subset(&class.lead_bytes());
        let class = self.class_name(class);
        match is_sure_of_ascii {
            true => quote!(parser.known_class(position, &#class)),
            false => quote!(parser.class(position, &#class)),
        }
    }

    pub(crate) fn guarded(
        &self,
        next: &NextSet,
        then: TokenStream,
        otherwise: TokenStream,
    ) -> TokenStream {
        if *next == NextSet::none() {
            return otherwise;
        }
        if let Some(test) = table_test(next) {
            return quote!(match #test { true => #then, false => #otherwise });
        }
        let pattern = pattern(next);
        quote! {
            match parser.peek(position) {
                #pattern => #then,
                _ => #otherwise,
            }
        }
    }

    pub(crate) fn class_name(&mut self, class: &CharSet) -> Ident {
        class_identifier(number_of(&mut self.classes, class.clone(), self.function))
    }

    fn class_items(&self, needed: &Needed<'_>) -> Vec<TokenStream> {
        let classes = self.classes.iter().enumerate();
        let items = classes.flat_map(|(number, class)| {
            let name = class_identifier(number);
            let ranges = class.what.ranges().map(|range| {
                let (first, last) = range.into_inner();
                quote!((#first, #last))
            });
            let item = quote!(static #name: Class = Class::new(&[#(#ranges),*]););
            needed.for_any_of(&class.by, &[item])
        });
        items.collect()
    }

    /// The function that tells which bytes of a block are not in a class: one for all runs of it.
    pub(crate) fn stops_name(&mut self, class: &CharSet) -> Ident {
        let stops = bytes_that_stop(&class.complement().all_bytes()).to_string();
        stops_identifier(number_of(&mut self.stops, stops, self.function))
    }

    fn stop_items(&self, needed: &Needed<'_>) -> Vec<TokenStream> {
        let stops = self.stops.iter().enumerate();
        let items = stops.flat_map(|(number, stops)| {
            let name = stops_identifier(number);
            let code = expression_in_rust(&stops.what);
            let item = quote!(#[inline(always)] fn #name(bytes: Block) -> Block { #code });
            needed.for_any_of(&stops.by, &[item])
        });
        items.collect()
    }
}

/// The class that a part and the parts after it are, and their number, if they are enough for a loop to be less code.
fn class_in_a_row<'e>(part: &'e Matcher, others: &[Matcher]) -> Option<(&'e CharSet, usize)> {
    const FEWEST: usize = 4;
    let Matcher::Class(class) = part else {
        return None;
    };
    let more = others.iter().take_while(|&other| other == part).count();
    (more + 1 >= FEWEST).then_some((class, more + 1))
}

/// The class that a repetition passes over, if it is one of ASCII.
fn ascii_run(expression: &Matcher) -> Option<&CharSet> {
    match expression {
        Matcher::Repeat {
            body,
            between: None,
        } => match body.as_ref() {
            Matcher::Class(class) if class.is_subset(&CharSet::non_ascii().complement()) => {
                Some(class)
            }
            _ => None,
        },
        _ => None,
    }
}

/// Whether the next character is known to be in the class and to be one byte.
pub(crate) fn is_certain(class: &CharSet, known: &NextSet) -> bool {
    known.is_ascii() && known.is_subset(&class.lead_bytes())
}

/// A look into a table whether the next byte is one of many, where that takes fewer steps than to compare it with each
/// range.
pub(crate) fn table_test(next: &NextSet) -> Option<TokenStream> {
    const MOST_COMPARED: usize = 3;
    let is_long = next.byte_ranges().len() > MOST_COMPARED && !next.contains(NextSet::END);
    is_long.then(|| {
        let ranges = byte_ranges(next);
        quote!({
            static NEXT: Bytes = Bytes::new(&[#ranges]);
            parser.is_next(position, &NEXT)
        })
    })
}
