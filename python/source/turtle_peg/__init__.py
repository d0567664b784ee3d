"""Turtle, TriG, N-Triples and N-Quads, by parsers generated from the specifications' own grammars.

A *source* is a path, bytes, or a file object that reads bytes. A file whose name ends in ``.gz``, ``.bz2`` or ``.xz`` is
unpacked. A *dialect* is named as the program names it (``turtle-1.1``, ``trig-1.2``), or ``turtle``, ``ttl``, ``nt`` and so
on for the newest; the name of a file tells it, bytes do not. The base IRI is that of the file, or ``base``. Blank node labels
are those of the program: as written, and ``anon1``, ``anon2`` … for those without a label.

>>> import turtle_peg
>>> list(turtle_peg.parse(b"PREFIX : <http://example.org/> :s :p 1 .", dialect="turtle"))
[('<http://example.org/s>', '<http://example.org/p>', '"1"^^<http://www.w3.org/2001/XMLSchema#integer>')]
"""

from ._errors import ParseError
from ._native import (
    ArrowQuads,
    Checkpoint,
    Quads,
    check,
    checkpoints,
    conformance,
    diff,
    fix,
    format,
    parse,
    parse_arrow,
    serialize,
)

__all__ = [
    "ArrowQuads",
    "Checkpoint",
    "ParseError",
    "Quads",
    "check",
    "checkpoints",
    "conformance",
    "diff",
    "fix",
    "format",
    "parse",
    "parse_arrow",
    "serialize",
]
