"""The examples in the docstrings run, and the stubs name what is there."""

import ast
import doctest
import importlib
from pathlib import Path

import pytest
import turtle_peg


def test_docstrings():
    pytest.importorskip("rdflib")
    for name in "turtle_peg", "turtle_peg._errors", "turtle_peg._native", "turtle_peg.rdflib":
        module = importlib.import_module(name)
        results = doctest.testmod(module)
        assert results.attempted > 1 and results.failed == 0, module


def test_stubs():
    stub = ast.parse((Path(turtle_peg.__file__).parent / "_native.pyi").read_text())
    names = {node.name for node in stub.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    assert names >= set(turtle_peg.__all__) - {"ParseError"}
    for name in turtle_peg.__all__:
        assert getattr(turtle_peg, name).__doc__, name
