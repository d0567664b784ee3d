"""The parts of terms."""

from __future__ import annotations

from typing import Literal

from ._native import literal_parts, parse


class Term(str):
    """A term as ``parse`` yields it, with its parts. Tuples of texts are faster: so it is made where the parts are needed.

    ``kind`` is ``"iri"``, ``"blank"``, ``"literal"`` or ``"triple"``. ``value`` is the IRI, the label, or the lexical form; of a triple
    term its text, whose terms are in ``triple``. ``datatype``, ``language`` and ``direction`` are ``None`` where there is none.

    >>> from turtle_peg import Term
    >>> term = Term('"Grüße"@de')
    >>> term.kind, term.value, term.language, term.datatype
    ('literal', 'Grüße', 'de', 'http://www.w3.org/1999/02/22-rdf-syntax-ns#langString')
    >>> Term("<http://example.org/s>").value
    'http://example.org/s'
    """

    __slots__ = ()

    @property
    def kind(self) -> Literal["iri", "blank", "literal", "triple"]:
        if self.startswith("<<("):
            return "triple"
        if self.startswith("<") and self.endswith(">"):
            return "iri"
        if self.startswith("_:"):
            return "blank"
        if self.startswith('"'):
            return "literal"
        raise ValueError(f"{str(self)!r} is not a term as N-Triples has it")

    @property
    def value(self) -> str:
        match self.kind:
            case "iri":
                return self[1:-1]
            case "blank":
                return self[2:]
            case "literal":
                return literal_parts(self)[0]
            case "triple":
                return str(self)

    @property
    def datatype(self) -> str | None:
        return literal_parts(self)[1] if self.kind == "literal" else None

    @property
    def language(self) -> str | None:
        return literal_parts(self)[2] if self.kind == "literal" else None

    @property
    def direction(self) -> Literal["ltr", "rtl"] | None:
        return literal_parts(self)[3] if self.kind == "literal" else None

    @property
    def triple(self) -> tuple[Term, Term, Term] | None:
        if self.kind != "triple":
            return None
        ((_, _, text),) = parse(text=f"<x:s> <x:p> {self} .", dialect="nt", blank_node_prefix="")
        # Neither IRIs nor labels have spaces.
        subject, predicate, object = text.removeprefix("<<( ").removesuffix(" )>>").split(" ", 2)
        return Term(subject), Term(predicate), Term(object)


# How tracebacks and reprs call it.
Term.__module__ = "turtle_peg"
