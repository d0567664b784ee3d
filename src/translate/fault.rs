//! RDF's objections to a tree, with their places.

use crate::tree::{NodeRef, Plain};
use crate::{Production, SyntaxError, SyntaxErrorKind};
use runtime::Span;

/// Why a tree could not be translated, and which part of it is at fault.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) kind: SyntaxErrorKind,
    pub(crate) span: Span,
    pub(crate) production: Production,
}

pub(super) type Result<T> = std::result::Result<T, Box<Fault>>;

/// Gets RDF's objections to terms that can be kept all the same; without it, they are errors.
pub(crate) type Lenience<'l> = Option<&'l dyn Fn(Fault)>;

/// Gets the faults that a lenient parser let pass, if the caller wants them.
pub(crate) type OnWarning<'w> = Option<&'w mut dyn FnMut(SyntaxError)>;

/// A node's production and place, without its tree: enough to read a terminal, and to report a fault of any node.
#[derive(Clone, Copy, Debug)]
pub(super) struct FaultSite {
    pub(super) production: Production,
    pub(super) span: Span,
    /// The end of its last leaf.
    pub(super) end: u32,
    /// How an engine marked it, if it is a leaf.
    pub(super) plain: Plain,
}

impl FaultSite {
    #[inline(always)]
    pub(super) fn of_leaf(node: &NodeRef<'_>) -> Self {
        let span = node.span();
        Self {
            production: node.production(),
            span,
            end: span.end,
            plain: node.plain(),
        }
    }
}

impl From<&NodeRef<'_>> for FaultSite {
    #[inline]
    fn from(node: &NodeRef<'_>) -> Self {
        Self {
            production: node.production(),
            span: node.span(),
            end: node.trimmed_span().end,
            plain: Plain::No,
        }
    }
}

#[cold]
pub(super) fn fault(site: impl Into<FaultSite>, kind: SyntaxErrorKind) -> Box<Fault> {
    let FaultSite {
        production,
        span: Span { start, .. },
        end,
        ..
    } = site.into();
    Box::new(Fault {
        kind,
        span: Span { start, end },
        production,
    })
}

/// Hands it to a lenient parser's caller, or makes an error of it.
#[cold]
pub(super) fn object(lenience: Lenience<'_>, fault: Box<Fault>) -> Result<()> {
    match lenience {
        Some(hear) => {
            hear(*fault);
            Ok(())
        }
        None => Err(fault),
    }
}

#[cold]
pub(super) fn untranslatable(site: impl Into<FaultSite>) -> Box<Fault> {
    fault(site, SyntaxErrorKind::Untranslatable)
}
