"""Turtle, TriG, N-Triples and N-Quads, by parsers generated from the specifications' own grammars.

A *source* is a path, bytes, or a file object. A ``str`` is a path: the text of a document is given by keyword, as ``text=``, or as
``io.StringIO``. What begins as gzip, bzip2, xz or Zstandard do is unpacked. All functions that take one have these ``options``:

- ``dialect``: one of ``dialects`` (``turtle-1.1``, ``trig-1.2``), or ``turtle``, ``ttl``, ``text/turtle``, ``ntriples`` and so on for
  the newest; the name of a file tells it, bytes and texts do not;
- ``base``: the base IRI; otherwise that of the file at a path;
- ``lenient``: accept what the grammar accepts and RDF objects to;
- ``blank_node_prefix``: what blank node labels begin with. The rest is as the program has it: as written, and ``anon1``, ``anon2``
  … for those without a label. Without it, each call has a prefix of its own, so that the nodes of two documents stay two; with
  ``""``, labels are the same each time.

``on_error`` is ``"raise"``; or ``"skip"``, or a function that gets each fault, to go on after faults.

>>> import turtle_peg
>>> list(turtle_peg.parse(text="PREFIX : <http://example.org/> :s :p 1 .", dialect="turtle"))
[('<http://example.org/s>', '<http://example.org/p>', '"1"^^<http://www.w3.org/2001/XMLSchema#integer>')]
"""

from ._difference import Difference
from ._errors import ParseError
from ._native import (
    ArrowQuads,
    Checkpoint,
    Quads,
    __version__,
    canonical_labels,
    canonicalize,
    check,
    checkpoints,
    conformance,
    dialects,
    diff,
    fix,
    format,
    index,
    indexed_checkpoints,
    parse,
    parse_arrow,
)
from ._serialize import serialize
from ._term import Term

__all__ = [
    "ArrowQuads",
    "Checkpoint",
    "Difference",
    "ParseError",
    "Quads",
    "Term",
    "__version__",
    "canonical_labels",
    "canonicalize",
    "check",
    "checkpoints",
    "conformance",
    "dialects",
    "diff",
    "fix",
    "format",
    "index",
    "indexed_checkpoints",
    "parse",
    "parse_arrow",
    "serialize",
]
