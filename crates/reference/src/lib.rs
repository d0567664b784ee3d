//! The parsers that pest derives from the files in `grammar/`, one module each.
//!
//! Invariant: there is nothing here but what pest makes of the files. The crate stands alone so that it is compiled again
//! only when a grammar changes: eleven derived parsers take longer than the rest of the library.

macro_rules! derived {
    ($($module:ident $path:literal)*) => {
        $(
            #[doc = concat!("The parser of `", $path, "`.")]
            #[allow(missing_docs, reason = "pest documents no part of what it derives")]
            pub mod $module {
                /// What pest derives: [`pest::Parser`] for the grammar's rules.
                #[derive(Clone, Copy, Debug, pest_derive::Parser)]
                #[grammar = $path]
                pub struct Derived;
            }
        )*
    };
}

derived! {
    turtle_submission "grammar/turtle-submission.pest"
    turtle_wd2011 "grammar/turtle-wd2011.pest"
    turtle_1_1 "grammar/turtle-1.1.pest"
    turtle_1_2_wd2024 "grammar/turtle-1.2-wd2024.pest"
    turtle_1_2 "grammar/turtle-1.2.pest"
    n_triples_1_1 "grammar/n-triples-1.1.pest"
    n_triples_1_2 "grammar/n-triples-1.2.pest"
    trig_1_1 "grammar/trig-1.1.pest"
    trig_1_2 "grammar/trig-1.2.pest"
    n_quads_1_1 "grammar/n-quads-1.1.pest"
    n_quads_1_2 "grammar/n-quads-1.2.pest"
}
