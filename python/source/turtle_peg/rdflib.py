r"""rdflib's plugins: ``Graph().parse(source, format="turtle-peg")``, and ``serialize(format="turtle-peg")``.

The parser takes the dialect from ``dialect=``, or else from the name of the file; without either it reads Turtle, or TriG into a
dataset. rdflib's store takes most of the time, so a graph is there at most twice as fast. rdflib has no triple terms and no base
directions: they are an error. Prefixes are bound; ``encoding``, ``bnode_context`` and ``skolemize`` are those of rdflib's parsers.

With it in the place of rdflib's parsers for Turtle, TriG, N-Triples and N-Quads, rdflib's tests of 7.6.0 fail where they ask for what
the specifications have otherwise:

- ``"a"`` and ``"a"^^xsd:string`` as two terms: RDF 1.1 has one;
- ``<g> = { … }`` in TriG, ``\/`` in a string and blank nodes as predicates in N-Triples, and ``\%`` without two digits behind it in
  an IRI: no grammar has the first three, and ``lenient=True`` reads the last;
- ``<a>`` against the base ``<example:>`` as ``<example:/a>``: by RFC 3986, section 5.2.3, it is ``<example:a>``;
- what rdflib's serializer writes for a long string that ends with a backslash and a quotation mark, which is no Turtle;
- one more context in the store, an empty one that rdflib's parser of N-Quads leaves there.

>>> from rdflib import Graph
>>> graph = Graph().parse(data="PREFIX : <http://example.org/> :s :p 'o' .", format="turtle-peg")
>>> print(graph.serialize(format="turtle-peg", dialect="nt"), end="")
<http://example.org/s> <http://example.org/p> "o" .
"""

from __future__ import annotations

import codecs
import inspect
from pathlib import Path
from urllib.parse import urlparse

from rdflib import BNode, ConjunctiveGraph, Dataset, Graph, Literal, URIRef
from rdflib.graph import DATASET_DEFAULT_GRAPH_ID
from rdflib.parser import Parser
from rdflib.serializer import Serializer

from . import parse, serialize
from ._native import _dialect, literal_parts

_STRING = "http://www.w3.org/2001/XMLSchema#string"
_BY_SUFFIX = {".nt": "nt", ".nq": "nq", ".trig": "trig", ".ttl": "turtle", ".turtle": "turtle"}
_ESCAPES = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r"})


class TurtlePegParser(Parser):
    """Reads any dialect into a graph or a dataset, and binds the prefixes.

    ``encoding``, ``bnode_context`` and ``skolemize`` are those of rdflib's own parsers: the second maps labels of N-Triples and N-Quads to
    nodes, and IRIs take the place of blank nodes by the third.
    """

    def parse(
        self, source, sink, dialect=None, lenient=False, encoding=None, bnode_context=None, skolemize=False
    ):
        if encoding is not None and codecs.lookup(encoding).name != "utf-8":
            raise ValueError(f"documents are UTF-8, and not {encoding}")
        dataset = _dataset_of(sink)
        name = source.getSystemId() or source.getPublicId() or ""
        if dialect is None:
            suffix = Path(urlparse(name).path).suffix.lower()
            dialect = _BY_SUFFIX.get(suffix, "trig" if dataset is not None else "turtle")
        dialect, is_line_based = _dialect("", dialect)
        if bnode_context is not None and not is_line_based:
            raise ValueError(f"bnode_context is for N-Triples and N-Quads: {dialect} has nodes without labels")
        base = sink.absolutize(source.getPublicId() or source.getSystemId() or "")
        # Labels of lines are the caller's to tell apart.
        has_labels_as_written = is_line_based and (skolemize or bnode_context is not None)
        labels = {"blank_node_prefix": ""} if has_labels_as_written else {}
        quads = parse(_stream(source), dialect=dialect, base=base, lenient=lenient, **labels)
        nodes = _Nodes(skolemize, {} if bnode_context is None else bnode_context)
        contexts = {None: _default_graph(sink) if sink is dataset else sink}

        def rows():
            for subject, predicate, term, *graph in quads:
                name = graph[0] if graph else None
                if name not in contexts:
                    if dataset is None:
                        raise ValueError(f"a Graph has no place for the graph {name}: use a Dataset")
                    contexts[name] = dataset.get_context(nodes[name])
                value = _literal(term) if term[0] == '"' else nodes[term]
                yield nodes[subject], nodes[predicate], value, contexts[name]

        sink.store.addN(rows())
        for prefix, namespace in quads.prefixes.items():
            sink.bind(prefix, namespace)


class _Nodes(dict):
    """The nodes of texts."""

    def __init__(self, skolemize, by_label):
        self.skolemize = skolemize
        self.by_label = by_label

    def __missing__(self, text):
        self[text] = node = self._made(text)
        return node

    def _made(self, text):
        if text.startswith("<<"):
            raise ValueError(f"rdflib has no triple terms: {text}")
        if text[0] == "<":
            return URIRef(text[1:-1])
        label = text[2:]
        if self.skolemize:
            return BNode(label).skolemize()
        return self.by_label.setdefault(label, BNode())


def _dataset_of(sink):
    """The dataset that is read into, or ``None`` for a graph alone. ``parse`` of a dataset hands its default graph to a parser."""
    if isinstance(sink, ConjunctiveGraph):
        return sink
    if sink.identifier == DATASET_DEFAULT_GRAPH_ID:
        return Dataset(store=sink.store)
    # Nothing tells the default graph of a ConjunctiveGraph from a graph alone, but who has called.
    frame = inspect.currentframe()
    while frame := frame.f_back:
        caller = frame.f_locals.get("self")
        if isinstance(caller, ConjunctiveGraph) and caller.store is sink.store:
            return caller
    return None


def _stream(source):
    """The bytes, unless their encoding is not UTF-8: a stream of text may change the line ends within literals."""
    binary, characters = source.getByteStream(), source.getCharacterStream()
    is_utf8 = codecs.lookup(source.getEncoding() or "utf-8").name == "utf-8"
    return binary if binary is not None and (is_utf8 or characters is None) else characters


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

        namespaces = sorted(self.store.namespaces())
        prefixes = {prefix: str(iri) for prefix, iri in namespaces if _is_prefix(prefix, str(iri))}
        if encoding is None or codecs.lookup(encoding).name == "utf-8":
            serialize(rows(), dialect, prefixes=prefixes, file=stream)
        else:
            stream.write(serialize(rows(), dialect, prefixes=prefixes).encode(encoding))


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
