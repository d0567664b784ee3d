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
    for name in "turtle_peg", "turtle_peg._errors", "turtle_peg._native", "turtle_peg.rdflib":
        module = importlib.import_module(name)
        results = doctest.testmod(module)
        assert results.attempted > 1 and results.failed == 0, module
    for name in turtle_peg.__all__:
        assert getattr(turtle_peg, name).__doc__, name


def test_stubs():
    pytest.importorskip("mypy")
    assert Path(turtle_peg.__file__).with_name("py.typed").exists()
    command = [sys.executable, "-m", "mypy.stubtest", "--concise", "turtle_peg._native"]
    tested = subprocess.run(command, capture_output=True, text=True)
    assert tested.returncode == 0, tested.stdout + tested.stderr


def test_the_lines_of_readme(tmp_path, monkeypatch):
    names = {"turtle_peg": turtle_peg}
    for name in "duckdb", "pandas", "polars", "pyarrow", "pyoxigraph", "rdflib":
        names[name] = pytest.importorskip(name)
    monkeypatch.chdir(tmp_path)
    lines = "".join(f"<http://example.org/s{n}> <http://example.org/p> <http://example.org/o> .\n" for n in range(50_000))
    Path("data.ttl").write_text(lines)
    Path("data.nt.gz").write_bytes(gzip.compress(lines.encode()))
    names["store"] = names["pyoxigraph"].Store()
    text = README.read_text()
    exec(re.search(r"```python\n(.*?)```", text, re.DOTALL)[1], names)
    assert names["table"].height == 50_000
    # Spark's line has tests of its own.
    recipes = re.findall(r"^\| \w+ \| (.*) \|$", text, re.MULTILINE)
    for code in re.findall("`([^`]+)`", "".join(recipes)):
        exec(code.replace("…", "*"), names)
    assert len(names["store"]) == 50_000 and len(names["points"]) > 2
