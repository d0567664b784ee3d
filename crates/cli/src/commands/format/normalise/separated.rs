//! Lists of predicates or of objects.

use super::commented::{Atom, CommentedToken};
use std::mem;
use turtle_peg::tokens::Sign;

/// Groups of atoms with a sign between them.
pub struct SeparatedList<'t> {
    /// None is empty.
    pub groups: Vec<Vec<Atom<'t>>>,
    sign: Sign,
    /// Whether the sign comes after the last group, too.
    is_ended: bool,
}

impl<'t> SeparatedList<'t> {
    pub fn of(atoms: Vec<Atom<'t>>, sign: Sign) -> Self {
        let mut groups: Vec<Vec<Atom<'t>>> = Vec::new();
        let mut begins = true;
        for atom in atoms {
            if atom[0].is(sign) {
                begins = true;
                // Its comments belong to what it ends.
                let last = groups.last_mut().and_then(|group| group.last_mut());
                if let Some(last) = last.and_then(|atom| atom.back_mut()) {
                    last.take_comments(&atom[0]);
                }
            } else if mem::take(&mut begins) {
                groups.push(vec![atom]);
            } else if let Some(group) = groups.last_mut() {
                group.push(atom);
            }
        }
        Self {
            groups,
            sign,
            is_ended: begins,
        }
    }

    pub fn joined(self) -> Vec<Atom<'t>> {
        let mut atoms = Vec::new();
        let count = self.groups.len();
        for (index, mut group) in self.groups.into_iter().enumerate() {
            group[0][0].keep_apart();
            atoms.append(&mut group);
            if index + 1 < count || self.is_ended && self.sign == Sign::Semicolon {
                atoms.push(Atom::from([CommentedToken::of(self.sign)]));
            }
        }
        atoms
    }
}
