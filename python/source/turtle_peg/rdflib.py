"""rdflib's plugins: ``Graph().parse(source, format="turtle-peg")``, and ``serialize(format="turtle-peg")``.

The parser takes the dialect from ``dialect=``, or else from the name of the file; without either it reads Turtle, or TriG into a
dataset. rdflib's store takes most of the time, so a graph is there at most twice as fast. rdflib has no triple terms and no base
directions: they are an error.

>>> from rdflib import Graph
>>> graph = Graph().parse(data="PREFIX : <http://example.org/> :s :p 'o' .", format="turtle-peg")
>>> print(graph.serialize(format="turtle-peg", dialect="nt"), end="")
<http://example.org/s> <http://example.org/p> "o" .
"""

from __future__ import annotations

import codecs
import io
from pathlib import Path
from urllib.parse import urlparse

from rdflib import BNode, ConjunctiveGraph, Dataset, Graph, Literal, URIRef
from rdflib.graph import DATASET_DEFAULT_GRAPH_ID
from rdflib.parser import Parser
from rdflib.serializer import Serializer

from . import parse, serialize
from ._native import literal_parts

_STRING = "http://www.w3.org/2001/XMLSchema#string"
_BY_SUFFIX = {".nt": "nt", ".nq": "nq", ".trig": "trig", ".ttl": "turtle", ".turtle": "turtle"}
_ESCAPES = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r"})


class TurtlePegParser(Parser):
    """Reads any dialect into a graph or a dataset."""

    def parse(self, source, sink, dialect=None, lenient=False):
        has_graphs = isinstance(sink, Dataset) or sink.identifier == DATASET_DEFAULT_GRAPH_ID
        default = sink.default_graph if isinstance(sink, Dataset) else sink
        stream = _stream(source)
        if dialect is None:
            name = source.getSystemId() or source.getPublicId() or ""
            suffix = Path(urlparse(name).path).suffix.lower()
            dialect = _BY_SUFFIX.get(suffix, "trig" if has_graphs else "turtle")
        base = sink.absolutize(source.getPublicId() or source.getSystemId() or "")
        nodes: dict[str, URIRef | BNode] = {}

        def node(text):
            found = nodes.get(text)
            if found is None:
                if text.startswith("<<"):
                    raise ValueError(f"rdflib has no triple terms: {text}")
                found = URIRef(text[1:-1]) if text[0] == "<" else BNode()
                nodes[text] = found
            return found

        def quads():
            for subject, predicate, term, *graph in parse(stream, dialect=dialect, base=base, lenient=lenient):
                name = graph[0] if graph else None
                if name is None:
                    context = default
                elif has_graphs:
                    context = Graph(store=sink.store, identifier=node(name))
                else:
                    raise ValueError(f"a Graph has no place for the graph {name}: use a Dataset")
                value = _literal(term) if term[0] == '"' else node(term)
                yield node(subject), node(predicate), value, context

        sink.store.addN(quads())


def _stream(source):
    """The bytes, unless their encoding is not UTF-8: a stream of text changes the line ends within literals."""
    binary, characters = source.getByteStream(), source.getCharacterStream()
    is_utf8 = codecs.lookup(source.getEncoding() or "utf-8").name == "utf-8"
    if characters is None or (binary is not None and not isinstance(binary, io.TextIOBase) and is_utf8):
        return binary
    return characters.read().encode()


def _literal(text):
    lexical, datatype, language, direction = literal_parts(text)
    if direction is not None:
        raise ValueError(f"rdflib has no base directions: {text}")
    if language is not None:
        return Literal(lexical, lang=language)
    return Literal(lexical) if datatype == _STRING else Literal(lexical, datatype=URIRef(datatype))


class TurtlePegSerializer(Serializer):
    """Writes a graph as Turtle, a dataset as TriG; ``dialect=`` names another language."""

    def serialize(self, stream, base=None, encoding=None, dialect=None):
        has_graphs = isinstance(self.store, ConjunctiveGraph)
        if dialect is None:
            dialect = "trig-1.1" if has_graphs else "turtle-1.1"
        graphs = _graphs(self.store) if has_graphs else [self.store]
        default = _default_graph(self.store).identifier if has_graphs else None

        def rows():
            for graph in graphs:
                name = [_term(graph.identifier)] if has_graphs and graph.identifier != default else []
                for triple in sorted(graph):
                    yield [*map(_term, triple), *name]

        prefixes = {prefix: str(iri) for prefix, iri in self.store.namespaces() if _is_prefix(prefix, str(iri))}
        stream.write(serialize(rows(), dialect, prefixes=prefixes).encode(encoding or "utf-8"))


def _graphs(dataset):
    return dataset.graphs() if isinstance(dataset, Dataset) else dataset.contexts()


def _default_graph(dataset):
    return dataset.default_graph if isinstance(dataset, Dataset) else dataset.default_context


def _is_prefix(prefix, namespace):
    """Whether Turtle can declare it: XML, of which some are, has others."""
    try:
        serialize([], "turtle", prefixes={prefix: namespace})
    except ValueError:
        return False
    return True


def _term(term):
    """A term as N-Triples has it."""
    if isinstance(term, URIRef):
        return f"<{term}>"
    if isinstance(term, BNode):
        return f"_:{term}"
    quoted = f'"{str(term).translate(_ESCAPES)}"'
    if term.language:
        return f"{quoted}@{term.language}"
    return f"{quoted}^^<{term.datatype}>" if term.datatype else quoted
