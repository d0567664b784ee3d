"""Turtle, TriG, N-Triples and N-Quads, by parsers generated from the specifications' own grammars.

A *source* is a path, bytes, or a file object that reads bytes. A file whose name ends in ``.gz``, ``.bz2``, ``.xz`` or
``.zst`` is unpacked. All functions that take one have these ``options``:

- ``dialect``: as the program names it (``turtle-1.1``, ``trig-1.2``), or ``turtle``, ``ttl``, ``nt`` and so on for the newest; the
  name of a file tells it, bytes do not;
- ``base``: the base IRI; otherwise that of the file;
- ``lenient``: accept what the grammar accepts and RDF objects to;
- ``blank_node_prefix``: what blank node labels begin with. The rest is as the program has it: as written, and ``anon1``, ``anon2``
  … for those without a label. Without it, each call has a prefix of its own, so that the nodes of two documents stay two; with
  ``""``, labels are the same each time.

``on_error`` is ``"raise"``; or ``"skip"``, or a function that gets each fault, to go on after faults.

>>> import turtle_peg
>>> list(turtle_peg.parse(b"PREFIX : <http://example.org/> :s :p 1 .", dialect="turtle"))
[('<http://example.org/s>', '<http://example.org/p>', '"1"^^<http://www.w3.org/2001/XMLSchema#integer>')]
"""

from ._errors import ParseError
from ._native import (
    ArrowQuads,
    Checkpoint,
    Quads,
    canonical_labels,
    canonicalize,
    check,
    checkpoints,
    conformance,
    diff,
    fix,
    format,
    index,
    indexed_checkpoints,
    parse,
    parse_arrow,
    serialize,
)

__all__ = [
    "ArrowQuads",
    "Checkpoint",
    "ParseError",
    "Quads",
    "canonical_labels",
    "canonicalize",
    "check",
    "checkpoints",
    "conformance",
    "diff",
    "fix",
    "format",
    "index",
    "indexed_checkpoints",
    "parse",
    "parse_arrow",
    "serialize",
]
