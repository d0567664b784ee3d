"""Columns, as the libraries that read them see them."""

import io
import os
from pathlib import Path

import pytest
import turtle_peg

pa = pytest.importorskip("pyarrow")

TEXT = b"""PREFIX : <http://example.org/>
:s :p 1, "two"@en, "drei" ; :q [ :r <<( :s :p :o )>> ] .
:g { _:b :p :s }
"""
KINDS = ["literal", "literal", "literal", "triple", "blank", "iri"]


def table(source=TEXT, **options):
    options = {"blank_node_prefix": "", **options}
    return pa.table(turtle_peg.parse_arrow(source, dialect="trig", **options))


def test_the_schema():
    schema = table(line=True, statement=True).schema
    assert schema.metadata[b"turtle-peg.schema"] == b"1"
    assert schema.names == [
        "subject", "predicate", "object", "object_kind", "datatype", "language", "direction", "graph", "line", "statement",
    ]
    assert schema.field("predicate").type == pa.dictionary(pa.int32(), pa.string())
    assert not any(pa.types.is_dictionary(field.type) for field in table(encoding="plain").schema)


@pytest.mark.parametrize("encoding", ["dictionary", "plain"])
@pytest.mark.parametrize("rows", [1, 3, 1000])
def test_rows_are_the_tuples(encoding, rows):
    for_iteration = list(turtle_peg.parse(TEXT, dialect="trig", blank_node_prefix=""))
    columns = table(encoding=encoding, rows=rows, line=True).to_pylist()
    assert [row["line"] for row in columns] == [2, 2, 2, 2, 2, 3]
    for row, (subject, predicate, term, graph) in zip(columns, for_iteration, strict=True):
        assert row["subject"] in (subject, subject[1:-1])
        assert f"<{row['predicate']}>" == predicate
        assert row["graph"] == (graph and graph[1:-1])
        match row["object_kind"]:
            case 0:
                assert f"<{row['object']}>" == term
            case 1 | 3:
                assert row["object"] == term
            case 2 if row["language"]:
                assert f'"{row["object"]}"@{row["language"]}' == term
            case 2 if row["datatype"].endswith("#string"):
                assert f'"{row["object"]}"' == term
            case 2:
                assert f'"{row["object"]}"^^<{row["datatype"]}>' == term


def test_it_is_read_anew_each_time(tmp_path):
    path = tmp_path / "data.trig"
    path.write_bytes(TEXT)
    for source in TEXT, path, io.BytesIO(TEXT):
        quads = turtle_peg.parse_arrow(source, dialect="trig")
        assert pa.table(quads) == pa.table(quads)


def test_rows_come_before_an_error():
    text = b"<x:s> <x:p> 1 .\n<x:s> <x:p> 2 .\n<x:s> <x:p> 3, ex:o ."
    quads = turtle_peg.parse_arrow(text, dialect="turtle")
    rows = 0
    with pytest.raises(Exception, match="3:"):
        for batch in pa.RecordBatchReader.from_stream(quads):
            rows += batch.num_rows
    assert rows == 2
    assert isinstance(quads.error, turtle_peg.ParseError)
    assert quads.error.line == 3


@pytest.mark.parametrize("rows", [1, 1000])
def test_faults_are_passed_over_or_handed_on(rows):
    text = b"<x:s> <x:p> 1, 2 . <x:s> <x:p> 3, ex:o . <x:s> <x:p> . <x:s> <x:p> 4 ."
    faults = []
    for on_error in "skip", faults.append:
        quads = turtle_peg.parse_arrow(text, dialect="turtle", rows=rows, on_error=on_error)
        assert pa.table(quads)["object"].to_pylist() == ["1", "2", "4"]
        assert quads.error is None
    assert [(fault.line, fault.column) for fault in faults] == [
        (fault.line, fault.column) for fault in turtle_peg.check(text, dialect="turtle")
    ]

    def refuse(fault):
        raise RuntimeError("on purpose")

    with pytest.raises(Exception, match="on purpose"):
        pa.table(turtle_peg.parse_arrow(text, dialect="turtle", rows=rows, on_error=refuse))


def test_polars():
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(turtle_peg.parse_arrow(TEXT, dialect="trig"))
    assert frame.filter(polars.col("language") == "en")["object"].to_list() == ["two"]


def test_pandas():
    pytest.importorskip("pandas")
    frame = table().to_pandas()
    assert frame[frame.object_kind == 2].object.tolist() == ["1", "two", "drei"]


def test_duckdb():
    duckdb = pytest.importorskip("duckdb")
    quads = turtle_peg.parse_arrow(TEXT, dialect="trig")
    assert quads is not None
    assert duckdb.sql("select count(*), max(object) from quads where object_kind = 2").fetchall() == [(3, "two")]


def test_oxigraph():
    pyoxigraph = pytest.importorskip("pyoxigraph")
    text = b"PREFIX : <http://example.org/> :s :p 1, [] . :g { :s :p 'x'@en }"
    store = pyoxigraph.Store()
    lines = turtle_peg.serialize(turtle_peg.parse(text, dialect="trig"))
    store.bulk_load(lines.encode(), pyoxigraph.RdfFormat.N_QUADS)
    assert len(store) == 3


def test_the_suites_of_the_w3c():
    folder = os.environ.get("RDF_TESTS")
    if folder is None:
        pytest.skip("RDF_TESTS names no folder")
    for language in "turtle", "trig", "n-triples", "n-quads":
        manifest = Path(folder) / "rdf12" / f"rdf-{language}" / "manifest.ttl"
        results = turtle_peg.conformance(manifest, allow=[folder])
        assert len(results) > 20 and all(result["passed"] for result in results)
