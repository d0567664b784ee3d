"""Thousands of rows a second of the processor time of all processes, the median of interleaved rounds, in local[2]:
python benchmark_spark.py PROGRAM FILE.nt ROUNDS. PROGRAM is turtle-peg, optimised; rdflib reads the first 20,000 lines. Ready batches
are those of the data source's first rows, sent again and again: what Spark takes for rows that cost nothing to make."""

import os
import statistics
import sys
import time

import pandas
import rdflib
from pyspark.sql import SparkSession
from rdflib.plugins.parsers.ntriples import W3CNTriplesParser
from turtle_peg.spark import QuadReader, TurtlePeg

program, path, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
small = path + ".first-lines"
with open(path, "rb") as file, open(small, "wb") as first:
    first.writelines(line for line, _ in zip(file, range(20_000), strict=False))

os.environ["PYSPARK_PYTHON"] = sys.executable
builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").config("spark.log.level", "OFF")
builder = builder.config("spark.driver.host", "127.0.0.1").config("spark.driver.bindAddress", "127.0.0.1")
spark = builder.config("spark.ui.showConsoleProgress", "false").getOrCreate()
spark.dataSource.register(TurtlePeg)


# What is pickled has to be there before.
with open(path, "rb") as file:
    rows = sum(1 for _ in file)


class ReadyBatches(TurtlePeg):
    @classmethod
    def name(cls):
        return "ready-batches"

    def reader(self, schema):
        return ReadyReader(self.options, schema)


class ReadyReader(QuadReader):
    def __init__(self, options, schema):
        super().__init__(options, schema)
        self.rows_of_each = rows // len(self.partitions())

    def read(self, partition):
        first = next(super().read(partition))
        for _ in range(self.rows_of_each // first.num_rows):
            yield first


spark.dataSource.register(ReadyBatches)


def with_rdflib(frames):
    for frame in frames:
        rows = []

        class Sink:
            def triple(self, subject, predicate, object):
                rows.append((str(subject), str(predicate), str(object)))

        W3CNTriplesParser(Sink()).parsestring("\n".join(frame["value"]) + "\n")
        yield pandas.DataFrame(rows, columns=["subject", "predicate", "object"])


ways = {
    "the data source": lambda: spark.read.format("turtle-peg").load(path).count(),
    "three columns": lambda: spark.read.format("turtle-peg")
    .schema("subject string, predicate string, object string")
    .load(path)
    .count(),
    "ready batches": lambda: spark.read.format("ready-batches").load(path).count(),
    "spark.read.text": lambda: spark.read.text(path).count(),
    "pipe to the program": lambda: spark.sparkContext.textFile(path)
    .pipe(f"{program} parse --dialect n-triples-1.2 -")
    .count(),
    "mapInPandas, rdflib": lambda: spark.read.text(small)
    .mapInPandas(with_rdflib, "subject string, predicate string, object string")
    .count(),
}


def processor_seconds():
    """Of this process and all below it, those that have ended included."""
    below, total = {}, 0
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{process}/stat") as file:
                fields = file.read().rpartition(")")[2].split()
        except FileNotFoundError:
            continue
        below.setdefault(int(fields[1]), []).append((int(process), sum(map(int, fields[11:15]))))
    pending = [os.getpid()]
    while pending:
        for process, ticks in below.get(pending.pop(), []):
            total += ticks
            pending.append(process)
    return total / os.sysconf("SC_CLK_TCK") + time.process_time()


speeds = {name: [] for name in ways}
# The first round warms up.
for number in range(rounds + 1):
    for name, way in ways.items():
        before = processor_seconds()
        count = way()
        if number:
            speeds[name].append(count / (processor_seconds() - before) / 1e3)
source = statistics.median(speeds["the data source"])
for name, found in speeds.items():
    speed = statistics.median(found)
    print(f"{name:20} {speed:8.1f} thousand rows/s; the data source is {source / speed:5.2f} times as fast")
os.remove(small)
