"""The examples in the docstrings and the lines of README run, and the stubs are as the module is."""

import doctest
import gzip
import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest
import turtle_peg

README = Path(__file__).parents[1] / "README.md"


def test_docstrings():
    pytest.importorskip("rdflib")
    for name in "turtle_peg", "turtle_peg._native", "turtle_peg.rdflib":
        module = importlib.import_module(name)
        results = doctest.testmod(module)
        assert results.attempted > 1 and results.failed == 0, module
    for name in set(turtle_peg.__all__) - {"__version__", "dialects"}:
        assert getattr(turtle_peg, name).__doc__, name


def test_the_page_of_the_package_has_no_links_into_its_sources():
    assert "](http" in README.read_text() and not re.search(r"\]\((?!https?://)", README.read_text())


def test_stubs():
    pytest.importorskip("mypy")
    assert Path(turtle_peg.__file__).with_name("py.typed").exists()
    command = [sys.executable, "-m", "mypy.stubtest", "--concise", "turtle_peg._native"]
    tested = subprocess.run(command, capture_output=True, text=True)
    assert tested.returncode == 0, tested.stdout + tested.stderr


def test_types_tell_triples_from_quads(tmp_path):
    pytest.importorskip("mypy")
    program = tmp_path / "program.py"
    program.write_text(TYPED)
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path), str(program)]
    checked = subprocess.run(command, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr


TYPED = """
from pathlib import Path
from turtle_peg import Quads, Term, check, diff, parse, serialize
triples = parse(b"", dialect="turtle")
for subject, predicate, object in triples: Term(object).value.upper()
for s, p, o, graph in parse(text="", dialect="nq", base="x:"): assert graph is None or graph.upper()
for row in parse("data.ttl"): print(row)
of_graphs: Quads[tuple[str, str, str, str | None]] = parse(b"", dialect="trig-1.1", on_error="skip")
a, b = next(triples)  # type: ignore[misc]
parse(b"", dialect="nt", lenent=True)  # type: ignore[call-overload]
serialize(triples, "turtle", prefixes=triples).upper()
serialize(of_graphs, file=Path("data.nq"))
if difference := diff("a.ttl", "b.ttl"): print(difference.added[0][3], check("a.ttl")[0].title.upper())
"""


def recipes():
    """README's recipes: the lines of each, and an expression of what they read, which is the last line's value in most."""
    text = README.read_text()
    found = {"README": ([re.search(r"```python\n(.*?)```", text, re.DOTALL)[1]], "table")}
    # test_spark.py has Spark's.
    for name, cell in re.findall(r"^\| (?!Spark)([^|]+) \| (.*`.*) \|$", text, re.MULTILINE):
        *lines, last = re.findall("`([^`]+)`", cell.replace("…", "*"))
        values = {"oxigraph": "store", "another dialect": 'turtle_peg.parse("data.trig.gz")'}
        found[name] = ([*lines, last], values[name]) if name in values else (lines, last)
    return found


@pytest.mark.parametrize("name", recipes())
def test_recipes_keep_the_nodes_of_two_documents_apart(name, tmp_path, monkeypatch):
    names = {"turtle_peg": turtle_peg}
    for module in "duckdb", "pandas", "polars", "pyarrow", "pyoxigraph", "rdflib":
        names[module] = pytest.importorskip(module)
    names["store"] = names["pyoxigraph"].Store()
    monkeypatch.chdir(tmp_path)
    lines, expression = recipes()[name]
    cities = {"alice": "Rome", "bob": "Oslo"}
    together = set()
    for person, city in cities.items():
        write_documents(person, city)
        for line in lines:
            exec(line, names)
        together.update(triples(eval(expression, names)))
    addresses = {subject: object for subject, predicate, object in together if "address" in predicate}
    city_of = {subject: object for subject, predicate, object in together if "city" in predicate}
    assert set(addresses.values()) == city_of.keys() and len(together) == 2 * len(addresses) == 2 * len(city_of)
    for person, city in cities.items():
        found = [city_of[address] for subject, address in addresses.items() if person in subject]
        assert (len(found) == ADDRESSES or (name == "ranges" and found)) and all(city in it for it in found)


ADDRESSES = 2_000


def write_documents(person, city):
    """Large ones, so that there are ranges. In N-Triples, the labels are equal for all persons."""
    lines = (f'<x:{person}{n}> <x:address> [ <x:city> "{city}" ] . # {2_000 * "-"}\n' for n in range(ADDRESSES))
    Path("data.ttl").write_text("".join(lines))
    quads = turtle_peg.parse("data.ttl", blank_node_prefix="")
    Path("data.nt.gz").write_bytes(gzip.compress(turtle_peg.serialize(quads, "n-triples").encode()))


def triples(value):
    """Of a table, or of what one iterates over."""
    if hasattr(value, "__arrow_c_stream__"):
        value = pytest.importorskip("polars").DataFrame(value).rows()
    return [tuple(map(str, tuple(row)[:3])) for row in value]
