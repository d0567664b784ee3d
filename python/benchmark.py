"""Millions of triples a second of processor time, the median of interleaved rounds: python benchmark.py FILE DIALECT ROUNDS"""

import statistics
import sys
import time

import duckdb
import polars
import pyarrow
import pyoxigraph
import turtle_peg

path, dialect, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
data = open(path, "rb").read()
known = {"nt": pyoxigraph.RdfFormat.N_TRIPLES, "turtle": pyoxigraph.RdfFormat.TURTLE}


def count(rows):
    return sum(1 for _ in rows)


def quads():
    return turtle_peg.parse_arrow(data, dialect=dialect)


def in_duckdb():
    stream = quads()
    assert stream is not None
    return duckdb.sql("select count(*), max(length(object)) from stream").fetchall()[0][0]


ways = {
    "pyoxigraph.parse": lambda: count(pyoxigraph.parse(data, known[dialect])),
    "turtle_peg.parse": lambda: count(turtle_peg.parse(data, dialect=dialect)),
    "turtle_peg.check": lambda: len(turtle_peg.check(data, dialect=dialect)),
    "parse_arrow, pyarrow": lambda: pyarrow.table(quads()).num_rows,
    "parse_arrow, polars": lambda: polars.DataFrame(quads()).height,
    "parse_arrow, DuckDB": in_duckdb,
}
times = {name: [] for name in ways}
counts = {}
for _ in range(rounds):
    for name, way in ways.items():
        before = time.process_time()
        counts[name] = way()
        times[name].append(time.process_time() - before)
total = counts["turtle_peg.parse"]
peer = statistics.median(times["pyoxigraph.parse"])
for name, seconds in times.items():
    seconds = statistics.median(seconds)
    print(f"{name:22} {total / seconds / 1e6:6.2f} M triples/s, {peer / seconds:5.2f} times pyoxigraph")
