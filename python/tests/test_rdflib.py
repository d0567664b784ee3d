"""rdflib's plugins, by rdflib's own comparisons."""

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
