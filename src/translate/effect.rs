//! The changes that a statement makes for those after it, without translating it.
//!
//! Invariant: for a statement without a fault, these are the changes that translating it makes to the
//! [`DocumentState`](super::DocumentState).

use super::meaning::{Meaning, meaning};
use super::walk::is_a;
use crate::Production;
use crate::dialect::Features;
use crate::tree::NodeRef;
use crate::tree::Tree;

/// The changes that a statement makes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Effect {
    /// How many blank node labels it generates; 0 if it [declares](Self::declares), however many these are.
    pub(crate) generated: u64,
    /// Whether it changes more than how many labels are generated, or may do so: only translating it can tell how.
    pub(crate) declares: bool,
}

/// The effect of a statement, or of the name of a graph.
pub(crate) fn effect(tree: Tree<'_>, features: &Features) -> Effect {
    let mut effect = Effect::default();
    if tree.is_empty() {
        return effect;
    }
    // A declaration is the statement, or one of the first nodes in it: no triples hold one.
    const DECLARES: Effect = Effect {
        generated: 0,
        declares: true,
    };
    let mut first = tree.nodes().iter().take(4);
    if first.any(|node| is_declaration(node.production)) {
        return DECLARES;
    }
    if !features.generates_blank_nodes {
        return effect;
    }
    for (index, node) in tree.nodes().iter().enumerate() {
        if !may_generate(node.production) {
            continue;
        }
        let node = tree.subtree(index);
        // A label that cannot be kept is generated once, and remembered.
        if is_a(&node, Meaning::BlankNodeLabel) && node.text().contains('\\') {
            return DECLARES;
        }
        effect.generated += generated_by(&node);
    }
    effect
}

fn is_declaration(production: Production) -> bool {
    matches!(
        meaning(production),
        Meaning::PrefixDeclaration | Meaning::BaseDeclaration | Meaning::VersionAnnouncement
    )
}

/// Whether a node may have to do with labels that are generated; most have not, and are not looked at.
#[inline(always)]
fn may_generate(production: Production) -> bool {
    matches!(
        meaning(production),
        Meaning::Anonymous
            | Meaning::PropertyList
            | Meaning::Blank
            | Meaning::Collection
            | Meaning::ReifiedTriple
            | Meaning::Reifier
            | Meaning::Annotation
            | Meaning::BlankNodeLabel
    )
}

/// How many labels are generated for a node itself, not counting those for the nodes in it.
#[inline]
fn generated_by(node: &NodeRef<'_>) -> u64 {
    match meaning(node.production()) {
        Meaning::Anonymous | Meaning::PropertyList => 1,
        Meaning::Blank => match node.first_child() {
            None => 1,
            Some(child) => u64::from(is_a(&child, Meaning::PredicateObjectList)),
        },
        Meaning::Collection => match node.first_child() {
            Some(list) if is_a(&list, Meaning::ItemList) => list.children().count() as u64,
            _ => node.children().count() as u64,
        },
        Meaning::ReifiedTriple => u64::from(node.children().count() < 4),
        Meaning::Reifier => u64::from(node.is_leaf()),
        Meaning::Annotation => blocks_without_reifier(node),
        _ => 0,
    }
}

/// How many annotation blocks do not follow a reifier.
fn blocks_without_reifier(annotation: &NodeRef<'_>) -> u64 {
    let mut count = 0;
    let mut has_reifier = false;
    for child in annotation.children() {
        let is_block = is_a(&child, Meaning::AnnotationBlock);
        count += u64::from(is_block && !has_reifier);
        has_reifier = !is_block;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dialect;
    use crate::engine::Settings;
    use crate::input::Slice;
    use crate::statements::Statements;
    use crate::translate::{Discard, DocumentState, Translator};
    use crate::tree::Shape;

    /// The translator generates the labels that were counted; and a statement that declares nothing changes nothing else.
    #[test]
    fn it_is_what_translating_does() {
        let own = [
            (
                Dialect::Turtle12,
                "[] a [] . [ a 1 ] a () . ( 1 (2 [] ()) ) a 3 . [ a 1 ] .",
            ),
            (
                Dialect::Turtle12,
                "<< <x:s> a 1 >> . << <x:s> a 1 ~ >> . << <x:s> a 1 ~ _:b >> .",
            ),
            (
                Dialect::Turtle12,
                "_:s a 1 {| a 2 |} {| a 3 |} ~ ~ {| a 4 |} ~ _:b {| a 5 |} ~ _:c , [] ~ .",
            ),
            (
                Dialect::Turtle12,
                "_:s a << [] a << _:b a [] >> >> , <<( [] a <<( _:b a [] )>> )>> .",
            ),
            (
                Dialect::TurtleSubmission,
                "[] <x:p> [ <x:p> ( 1 [] ) ] . () <x:p> () . ",
            ),
            (
                Dialect::TurtleWd2011,
                "_:a\\u00E9 <x:p> _:a\\uD7FF , _:b , [] , ( 1 _:a\\u00E9 ) .",
            ),
            (
                Dialect::TriG12,
                "[] { [] a () . ( 1 ) a 2 } GRAPH [] { _:a a [ a 1 ] } _:b a 1 {| a 2 |} .",
            ),
        ];
        for (dialect, text) in own {
            let settings = Settings::new(dialect, 100);
            let features = dialect.features();
            let mut translator = Translator::new(&settings, DocumentState::default());
            let mut statements = Statements::new(Slice::from(text), settings);
            let mut count = 0;
            while let Some(step) = statements.advance(Shape::Compact).unwrap() {
                let tree = statements.tree();
                let mut expected = translator.state.clone();
                let effect = effect(tree, features);
                translator.step(step, tree, &mut Discard, None).unwrap();
                count += 1;
                if !effect.declares {
                    let generated = expected.labels.generated() + effect.generated;
                    expected.labels.set_generated(generated);
                    assert_eq!(
                        translator.state, expected,
                        "{dialect}, statement {count} of {text}"
                    );
                }
            }
            assert!(count > 0);
        }
    }
}
