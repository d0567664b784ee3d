"""Rows of columns as lines of N-Triples or N-Quads.

The columns are those of ``parse_arrow``. The invariant: what is written reads as the rows that it was made of, or nothing is written: each
batch of lines is parsed again, and compared.
"""

import pyarrow
import pyarrow.compute as compute

from ._errors import ParseError
from ._native import parse_arrow

TEXT = pyarrow.large_utf8()
TERMS = ("subject", "predicate", "object", "object_kind")
OPTIONAL = ("datatype", "language", "direction", "graph")
BLANK_NODE, LITERAL, TRIPLE_TERM = 1, 2, 3
XSD_STRING = "http://www.w3.org/2001/XMLSchema#string"
LANG_STRING = "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString"
DIRECTED = "http://www.w3.org/1999/02/22-rdf-syntax-ns#dirLangString"
#: The backslash comes first: the others bring more of it.
SHORT = {"\\": "\\\\", '"': '\\"', "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}
ESCAPED = SHORT | {chr(code): f"\\u{code:04X}" for code in (*range(32), 127) if chr(code) not in SHORT}
VERSION = b'VERSION "1.2"\n'


def lines(batch, dialect):
    """The lines of a batch, as a buffer of bytes, and whether they need RDF 1.2.

    A ``ValueError`` names the first row that is no quad, or no quad of the dialect.
    """
    columns = columns_of(batch)
    texts = written(columns, batch.num_rows)
    if texts.null_count:
        row = compute.index(texts.is_null(), True).as_py()
        raise ValueError(f"{described(batch, row)}: subject, predicate or object is missing")
    buffer = bytes_of(texts)
    try:
        stream = parse_arrow(
            memoryview(buffer).tobytes(),
            encoding="plain",
            rows=max(1, batch.num_rows),
            dialect=dialect,
            blank_node_prefix="",
        )
        read = pyarrow.table(stream).combine_chunks()
    except (ParseError, pyarrow.ArrowException) as error:
        fault = error if isinstance(error, ParseError) else stream.error
        if not isinstance(fault, ParseError):
            raise
        raise ValueError(f"{described(batch, fault.line - 1)}: {fault.title}") from None
    compare(columns, read, batch)
    has_triple_term = compute.any(compute.equal(columns["object_kind"], TRIPLE_TERM)).as_py()
    return buffer, bool(has_triple_term) or columns["direction"].null_count < batch.num_rows


def columns_of(batch):
    """The columns as texts without dictionaries, each of them; and with the datatypes that literals have without naming them."""
    columns = {name: batch.column(name).cast(TEXT) for name in TERMS[:3]}
    columns["object_kind"] = batch.column("object_kind").cast(pyarrow.int8())
    for name in OPTIONAL:
        is_there = name in batch.schema.names
        columns[name] = batch.column(name).cast(TEXT) if is_there else pyarrow.nulls(batch.num_rows, TEXT)
    with_language = compute.if_else(columns["direction"].is_valid(), DIRECTED, LANG_STRING)
    implied = compute.if_else(columns["language"].is_valid(), with_language, XSD_STRING)
    is_implied = compute.and_(columns["datatype"].is_null(), compute.equal(columns["object_kind"], LITERAL))
    columns["datatype"] = compute.if_else(is_implied, implied.cast(TEXT), columns["datatype"])
    return columns


def joined(*texts):
    """Texts one after the other, row by row; null where one of them is."""
    texts = [pyarrow.scalar(text, TEXT) if isinstance(text, str) else text for text in texts]
    return compute.binary_join_element_wise(*texts, pyarrow.scalar("", TEXT))


def written(columns, rows):
    kind, language, direction = columns["object_kind"], columns["language"], columns["direction"]
    tag = joined("@", language, compute.fill_null(joined("--", direction), ""))
    datatype = joined("^^<", columns["datatype"], ">")
    datatype = compute.if_else(compute.equal(columns["datatype"], XSD_STRING), pyarrow.scalar("", TEXT), datatype)
    suffix = compute.if_else(language.is_valid(), tag, datatype)
    as_literal = joined('"', escaped(columns["object"]), '"', suffix)
    as_it_is = compute.or_(compute.equal(kind, BLANK_NODE), compute.equal(kind, TRIPLE_TERM))
    node = compute.if_else(as_it_is, columns["object"], joined("<", columns["object"], ">"))
    thing = compute.if_else(compute.equal(kind, LITERAL), as_literal, node)
    graph = compute.fill_null(joined(" ", node_of(columns["graph"])), "")
    return joined(node_of(columns["subject"]), " <", columns["predicate"], "> ", thing, graph, " .\n")


def node_of(texts):
    return compute.if_else(compute.starts_with(texts, "_:"), texts, joined("<", texts, ">"))


def escaped(texts):
    """With the escape sequences of the canonical form."""
    everything = memoryview(bytes_of(texts)).tobytes()
    for character, sequence in ESCAPED.items():
        if character.encode() in everything:
            texts = compute.replace_substring(texts, character, sequence)
    return texts


def bytes_of(texts):
    """The bytes of all texts, which are one after the other in memory."""
    _, offsets, data = texts.buffers()
    ends = memoryview(offsets).cast("q")
    first, last = ends[texts.offset], ends[texts.offset + len(texts)]
    return data.slice(first, last - first)


def compare(columns, read, batch):
    """Makes sure that the rows that were read are those that were written."""
    if read.num_rows != batch.num_rows:
        raise ValueError("a row is no quad: it has signs that end a term")
    for name, expected in columns.items():
        found = read.column(name).cast(expected.type).combine_chunks()
        if not found.equals(expected):
            # Null where one is null, which is a difference, unless both are.
            is_same = compute.fill_null(compute.equal(found, expected), False)
            is_same = compute.or_(is_same, compute.and_(found.is_null(), expected.is_null()))
            row = compute.index(is_same, False).as_py()
            raise ValueError(f"{described(batch, row)}: {name} cannot be written as it is")


def described(batch, row):
    return f"no quad: {batch.slice(row, 1).to_pylist()[0]}"
