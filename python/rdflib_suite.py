"""Runs rdflib's own tests with this module's parser in the place of rdflib's for Turtle, TriG, N-Triples and N-Quads.

    pip download --no-deps --no-binary rdflib rdflib==7.6.0 && tar -xzf rdflib-7.6.0.tar.gz
    python rdflib_suite.py rdflib-7.6.0

The docstring of ``turtle_peg.rdflib`` says why some fail.
"""

import os
import sys

import pytest
from rdflib import plugin
from rdflib.parser import Parser

from turtle_peg.rdflib import TurtlePegParser

NAMES = {
    "turtle": ["turtle", "ttl", "text/turtle"],
    "n-triples": ["nt", "ntriples", "nt11", "application/n-triples"],
    "trig": ["trig", "application/trig"],
    "n-quads": ["nquads", "application/n-quads"],
}

TESTS = ["test_parsers", "test_trig.py", "test_dataset", "test_conjunctivegraph", "test_namespace", "test_graph", "test_roundtrip.py"]


def parser_of(dialect):
    class DialectParser(TurtlePegParser):
        def parse(self, source, sink, **options):
            return super().parse(source, sink, **{"dialect": dialect, **options})

    return DialectParser


def main(folder, *options):
    # rdflib's own are there before: what is registered later counts.
    plugin.get("turtle", Parser)
    for dialect, names in NAMES.items():
        for name in names:
            entry = plugin.Plugin(name, Parser, __name__, name)
            entry._class = parser_of(dialect)
            plugin._plugins[(name, Parser)] = entry
    os.chdir(folder)
    return pytest.main([*(f"test/{name}" for name in TESTS), *options])


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
