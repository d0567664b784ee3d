"""rdflib's plugins, by rdflib's own comparisons."""

import io
import os
from pathlib import Path

import pytest
import turtle_peg

rdflib = pytest.importorskip("rdflib")
from rdflib.compare import isomorphic  # noqa: E402

TEXT = """PREFIX : <http://example.org/>
:s :p 1, "two"@en, "line\\nbreak \\"quoted\\" \\\\" ; :q [ :r (1 2) ] .
"""


def test_a_graph_is_that_of_rdflib():
    ours = rdflib.Graph().parse(data=TEXT, format="turtle-peg")
    assert isomorphic(ours, rdflib.Graph().parse(data=TEXT, format="turtle"))
    for dialect in "turtle", "nt":
        text = ours.serialize(format="turtle-peg", dialect=dialect)
        again = rdflib.Graph().parse(data=text, format="turtle-peg", dialect=dialect)
        assert isomorphic(ours, again)


def test_a_dataset():
    text = "PREFIX : <http://example.org/> :s :p 1 . :g { :s :p _:b } _:b { :s :q _:b }"
    dataset = rdflib.Dataset()
    dataset.parse(data=text, format="turtle-peg", dialect="trig")
    expected = rdflib.Dataset()
    expected.parse(data=text, format="trig")
    names = {graph.identifier for graph in dataset.graphs() if len(graph)}
    assert rdflib.URIRef("http://example.org/g") in names and len(names) == 3
    assert len(list(dataset.quads())) == len(list(expected.quads())) == 3
    again = turtle_peg.parse(dataset.serialize(format="turtle-peg").encode(), dialect="trig")
    assert len(list(again)) == 3
    with pytest.raises(ValueError, match="Dataset"):
        rdflib.Graph().parse(data=text, format="turtle-peg", dialect="trig")


def test_what_rdflib_has_no_terms_for_is_an_error():
    for text in "<x:s> <x:p> <<( <x:s> <x:p> <x:o> )>> .", "<x:s> <x:p> 'x'@en--ltr .":
        with pytest.raises(ValueError, match="rdflib has no"):
            rdflib.Graph().parse(data=text, format="turtle-peg")


def test_the_suites_of_the_w3c():
    folder = os.environ.get("RDF_TESTS")
    if folder is None:
        pytest.skip("RDF_TESTS names no folder")
    folder = Path(folder) / "rdf11" / "rdf-turtle"
    manifest = rdflib.Graph().parse(folder / "manifest.ttl", format="turtle-peg", publicID=folder.as_uri() + "/")
    mf = rdflib.Namespace("http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#")
    kind = rdflib.URIRef("http://www.w3.org/ns/rdftest#TestTurtleEval")
    tests = list(manifest.subjects(rdflib.RDF.type, kind))
    assert len(tests) > 100
    for test in tests:
        action, result = (Path(manifest.value(test, it).removeprefix("file://")) for it in (mf.action, mf.result))
        base = f"https://w3c.github.io/rdf-tests/rdf/rdf11/rdf-turtle/{action.name}"
        ours = rdflib.Graph().parse(data=action.read_bytes(), format="turtle-peg", publicID=base)
        assert isomorphic(ours, rdflib.Graph().parse(result, format="nt")), action.name


def test_files_and_streams_of_text_are_read_as_rdflib_reads_them(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("data.ttl").write_text("<a> <x:p> <b> .")
    with open("data.ttl", "rb") as binary, open("data.ttl") as text:
        graphs = [rdflib.Graph().parse(file, format="turtle-peg") for file in (binary, text)]
    expected = set(rdflib.Graph().parse("data.ttl", format="turtle"))
    assert [set(graph) for graph in graphs] == [expected] * 2
    line_ends = '<x:s> <x:p> """\r \r\n""" .'
    for data in line_ends, line_ends.encode():
        (literal,) = rdflib.Graph().parse(data=data, format="turtle-peg").objects()
        assert str(literal) == "\r \r\n"
    Path("latin.ttl").write_text("<x:s> <x:p> 'é' .", encoding="latin-1")
    with open("latin.ttl", encoding="latin-1") as text:
        (literal,) = rdflib.Graph().parse(text, format="turtle-peg").objects()
    assert str(literal) == "é"
    stream = io.StringIO("<x:s> <x:p> <x:o> .")
    assert len(rdflib.Graph().parse(stream, format="turtle-peg")) == 1
    with pytest.raises(TypeError):
        rdflib.Graph().parse(data="<x:s> <x:p> <x:o> .", format="turtle-peg", dialct="nt")


def test_names_of_graphs_and_prefixes_of_xml():
    dataset = rdflib.ConjunctiveGraph()
    dataset.bind("_3", "http://example.org/")
    dataset.get_context(rdflib.URIRef("x:g")).add((rdflib.URIRef("x:s"), rdflib.URIRef("x:p"), rdflib.URIRef("x:o")))
    text = dataset.serialize(format="turtle-peg", dialect="nq")
    assert text == "<x:s> <x:p> <x:o> <x:g> .\n"
    assert "<x:g>" in dataset.serialize(format="turtle-peg")


LINES = "<x:s> <x:p> _:b <x:g> .\n<x:s> <x:p> <x:o> .\n"


def test_prefixes_are_bound():
    graph = rdflib.Graph().parse(data="PREFIX foo: <http://foo.example/> foo:s foo:p foo:o .", format="turtle-peg")
    assert "foo:s foo:p foo:o ." in graph.serialize(format="turtle")
    dataset = rdflib.Dataset()
    dataset.parse(data="PREFIX foo: <http://foo.example/> foo:g { foo:s foo:p foo:o }", format="turtle-peg")
    assert ("foo", rdflib.URIRef("http://foo.example/")) in list(dataset.namespaces())


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_all_kinds_of_datasets_are_read_into():
    for kind in rdflib.Dataset, rdflib.ConjunctiveGraph:
        dataset = kind()
        dataset.parse(data=LINES, format="turtle-peg", dialect="nq")
        assert len(dataset.get_context(rdflib.URIRef("x:g"))) == len(dataset.default_context) == 1
    with pytest.raises(ValueError, match="Dataset"):
        rdflib.Graph().parse(data=LINES, format="turtle-peg", dialect="nq")


def test_options_of_parsers():
    read = {"format": "turtle-peg", "dialect": "nq"}
    dataset, nodes = rdflib.Dataset(), {}
    for _ in range(2):
        dataset.parse(data=LINES, bnode_context=nodes, encoding="utf-8", **read)
    assert len(list(dataset.quads())) == 2 and list(nodes) == ["b"]
    dataset.parse(data=LINES, bnode_context={}, **read)
    assert len(list(dataset.quads())) == 3
    skolemized = rdflib.Dataset()
    skolemized.parse(data=LINES, skolemize=True, **read)
    genid = rdflib.BNode("b").skolemize()
    assert (None, None, genid) in skolemized.get_context(rdflib.URIRef("x:g"))
    # Nodes of two documents without labels stay two.
    graph = rdflib.Graph()
    for _ in range(2):
        graph.parse(data="[] <x:p> 1 .", format="turtle-peg", skolemize=True)
    assert len(graph) == 2 and all(isinstance(node, rdflib.URIRef) for node in graph.subjects())
    for options in {"encoding": "latin-1"}, {"bnode_context": {}}:
        with pytest.raises(ValueError):
            rdflib.Graph().parse(data="[] <x:p> 1 .", format="turtle-peg", **options)
