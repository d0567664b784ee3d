//! Recursion at the end of a production, as a repetition.

use crate::Expression;

impl Expression {
    /// The right side of a production of this name that ends with itself, as a repetition: `A (B R?)?` as `A (B A)* B?`,
    /// `A (B R)?` as `A (B A)*`, `A R?` as `A+`, and `(A R)?` as `A*`, R being the production. None, if it is of another form.
    ///
    /// ```
    /// use turtle_peg_notation::ebnf;
    ///
    /// let grammar = ebnf::read("list ::= item (',' list?)?")?;
    /// let unrolled = grammar.rules[0].expression.unrolled("list").unwrap();
    /// assert_eq!(unrolled.to_string(), "item (',' item)* ','?");
    /// # Ok::<(), turtle_peg_notation::GrammarError>(())
    /// ```
    pub fn unrolled(&self, name: &str) -> Option<Self> {
        let itself = Self::name(name);
        let optionally_itself = Self::Optional(Box::new(itself.clone()));
        if let Self::Optional(body) = self {
            let (last, first) = body.in_sequence().split_last()?;
            let first = Self::sequence(first.to_vec());
            return (*last == itself).then(|| Self::ZeroOrMore(Box::new(first)));
        }
        let (last, first) = self.in_sequence().split_last()?;
        if *last == optionally_itself {
            let first = Self::sequence(first.to_vec());
            return Some(Self::OneOrMore(Box::new(first)));
        }
        let Self::Optional(tail) = last else {
            return None;
        };
        let (end, between) = tail.in_sequence().split_last()?;
        let again = Self::sequence([between, first].concat());
        let mut unrolled = first.to_vec();
        unrolled.push(Self::ZeroOrMore(Box::new(again)));
        if *end == optionally_itself {
            let between = Self::sequence(between.to_vec());
            unrolled.push(Self::Optional(Box::new(between)));
        } else if *end != itself {
            return None;
        }
        Some(Self::Sequence(unrolled))
    }
}
