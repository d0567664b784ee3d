//! A test for each dialect, so that they run side by side and fail by name.

/// Makes the tests: each calls the function with its dialect, and fails with the error that it returns.
#[macro_export]
macro_rules! for_each_dialect {
    ($check:ident) => {
        $crate::for_each_dialect! {
            $check:
            turtle_submission: TurtleSubmission;
            turtle_wd2011: TurtleWd2011;
            turtle_11: Turtle11;
            turtle_12_wd2024: Turtle12Wd2024;
            turtle_12: Turtle12;
            n_triples_11: NTriples11;
            n_triples_12: NTriples12;
            trig_11: TriG11;
            trig_12: TriG12;
            n_quads_11: NQuads11;
            n_quads_12: NQuads12;
        }
    };
    ($check:ident: $($name:ident: $dialect:ident;)*) => {$(
        #[test]
        fn $name() {
            $check(turtle_peg::Dialect::$dialect).unwrap_or_else(|error| panic!("{error:?}"));
        }
    )*};
}
