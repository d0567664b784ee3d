//! The connected components of two datasets, and which of them are in both.
//!
//! Invariant: to match two isomorphic components with each other costs nothing. For let some mapping share the most links, and let C
//! be a component of the left dataset that is isomorphic to D of the right one. Map C to D, and what was mapped to D to where the
//! nodes of C were mapped, by way of the isomorphism: a link that led into D is shared now if its counterpart in C was, so at most
//! as many are lost as C gains. So such components can be left out, and the others have all that the datasets differ in.

use super::matching::surroundings;
use super::search::IsomorphismSearch;
use super::structure::Structure;
use std::collections::BTreeMap;

/// How many components that look the same are tried for one.
const TRIALS: usize = 4;

/// The links of the components that have no counterpart in the other dataset, as far as that is found out in a few steps for
/// each; in their order.
pub(crate) fn unlike_components(structure: &Structure<'_>) -> Vec<usize> {
    let components = components(structure);
    let colours = surroundings(structure);
    let mut alike: BTreeMap<Vec<u64>, [Vec<&Component>; 2]> = BTreeMap::new();
    for component in &components {
        let mut look: Vec<u64> = component.nodes.iter().map(|&node| colours[node]).collect();
        look.sort_unstable();
        let side = usize::from(component.nodes[0] >= structure.left);
        alike.entry(look).or_default()[side].push(component);
    }
    let mut unlike = Vec::new();
    for [left, mut right] in alike.into_values() {
        right.reverse();
        for component in left {
            let mut candidates = right.iter().enumerate().rev().take(TRIALS);
            match candidates.find(|(_, other)| are_alike(structure, component, other)) {
                Some((place, _)) => drop(right.remove(place)),
                None => unlike.extend(&component.links),
            }
        }
        unlike.extend(right.into_iter().flat_map(|component| &component.links));
    }
    unlike.sort_unstable();
    unlike
}

#[derive(Default)]
struct Component {
    nodes: Vec<usize>,
    links: Vec<usize>,
}

/// The nodes that links connect, directly or by way of others, and these links; each in their order.
fn components(structure: &Structure<'_>) -> Vec<Component> {
    let mut component_of = vec![None; structure.links_of.len()];
    let mut count = 0;
    for start in 0..component_of.len() {
        if component_of[start].is_some() {
            continue;
        }
        component_of[start] = Some(count);
        let mut open = vec![start];
        while let Some(node) = open.pop() {
            for &link in &structure.links_of[node] {
                for &other in &structure.links[link].nodes {
                    if component_of[other].is_none() {
                        component_of[other] = Some(count);
                        open.push(other);
                    }
                }
            }
        }
        count += 1;
    }
    let mut components: Vec<Component> = Vec::new();
    components.resize_with(count, Component::default);
    for (node, component) in component_of.iter().enumerate() {
        if let Some(component) = *component {
            components[component].nodes.push(node);
        }
    }
    for (link, quad) in structure.links.iter().enumerate() {
        if let Some(component) = component_of[quad.nodes[0]] {
            components[component].links.push(link);
        }
    }
    components
}

fn are_alike(structure: &Structure<'_>, left: &Component, right: &Component) -> bool {
    if left.links.len() != right.links.len() {
        return false;
    }
    let links: Vec<usize> = left.links.iter().chain(&right.links).copied().collect();
    let both = structure.part(&links);
    both.has_counterparts_in_order()
        || (both.has_as_many_nodes() && IsomorphismSearch::in_few_steps(&both).run() == Ok(true))
}
