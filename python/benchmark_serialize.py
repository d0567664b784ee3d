"""Processor time and memory of writing a document in another dialect, interleaved with pyoxigraph: python benchmark_serialize.py FILE ROUNDS"""

import itertools
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path


# Each way imports what it needs: memory is that of one module.
def with_pyoxigraph(path, output):
    import pyoxigraph

    quads = pyoxigraph.parse(path=path)
    first = next(quads)
    pyoxigraph.serialize(itertools.chain([first], quads), output, prefixes=quads.prefixes)


def with_turtle_peg(path, output):
    import turtle_peg

    quads = turtle_peg.parse(path)
    turtle_peg.serialize(quads, file=output, prefixes=quads)


def with_tuples(path, output):
    import turtle_peg

    turtle_peg.serialize((quad for quad in turtle_peg.parse(path)), file=output)


WAYS = {"pyoxigraph": with_pyoxigraph, "turtle_peg": with_turtle_peg, "turtle_peg, a generator of tuples": with_tuples}

if len(sys.argv) == 5:
    _, path, way, _, ending = sys.argv
    with tempfile.TemporaryDirectory() as folder:
        before = time.process_time()
        WAYS[way](path, str(Path(folder, "data" + ending)))
        seconds = time.process_time() - before
    print(f"{ending:5} {way:34} {seconds:5.2f} s {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:4.0f} MiB", flush=True)
else:
    for _ in range(int(sys.argv[2])):
        for ending in ".nt", ".ttl":
            for way in WAYS:
                subprocess.run([sys.executable, __file__, sys.argv[1], way, "once", ending], check=True)
