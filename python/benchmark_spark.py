"""Thousands of rows a second of the processor time of all processes, the median of interleaved rounds, in local[2]:
python benchmark_spark.py PROGRAM FILE.nt ROUNDS. PROGRAM is turtle-peg, optimised, with the feature `columns`; rdflib reads the first 20,000
lines. Ready batches are those of the data source's first rows, sent again and again: what Spark takes for rows that cost nothing to make.
The recipe of docs/clusters.md makes Parquet of eight parts of the file; "a query" counts the triples of each predicate."""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

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

work = Path(tempfile.mkdtemp())
(work / path.rpartition("/")[2]).symlink_to(os.path.abspath(path))
subprocess.run([program, "split", "--parts", "8", str(work / path.rpartition("/")[2])], check=True)
(work / path.rpartition("/")[2]).unlink()
parts = sorted(map(str, work.iterdir()))
parquet = work / "parquet"
parquet.mkdir()


def to_parquet(part):
    made = parquet / f"{os.path.basename(part)}.parquet"
    subprocess.run([program, "parse", "--threads", "1", "--to", "parquet", "-o", str(made), part], check=True)


def recipe():
    spark.sparkContext.parallelize(parts, len(parts)).foreach(to_parquet)


def query(frame):
    found = frame.groupBy("predicate").count().collect()
    return sum(row["count"] for row in found)


def written(kind, options={}):
    shutil.rmtree(work / "written", ignore_errors=True)
    frame = spark.read.format("turtle-peg").option("mode", "FAILFAST").load(path)
    frame.write.format(kind).mode("append").options(**options).save(str(work / "written"))
    return rows


def with_rdflib(frames):
    for frame in frames:
        rows = []

        class Sink:
            def triple(self, subject, predicate, object):
                rows.append((str(subject), str(predicate), str(object)))

        W3CNTriplesParser(Sink()).parsestring("\n".join(frame["value"]) + "\n")
        yield pandas.DataFrame(rows, columns=["subject", "predicate", "object"])


def three_columns(options):
    source = spark.read.format("turtle-peg").options(**options)
    return source.schema("subject string, predicate string, object string").load(path).count()


ways = {
    "the data source": lambda: spark.read.format("turtle-peg").load(path).count(),
    "three columns": lambda: three_columns({}),
    "three columns, 32 MiB": lambda: three_columns({"split": 32 << 20}),
    "ready batches": lambda: spark.read.format("ready-batches").load(path).count(),
    "spark.read.text": lambda: spark.read.text(path).count(),
    "pipe to the program": lambda: spark.sparkContext.textFile(path)
    .pipe(f"{program} parse --dialect n-triples-1.2 -")
    .count(),
    "mapInPandas, rdflib": lambda: spark.read.text(small)
    .mapInPandas(with_rdflib, "subject string, predicate string, object string")
    .count(),
    "a query, data source": lambda: query(spark.read.format("turtle-peg").load(path)),
    "a query, Parquet by the recipe": lambda: recipe() or query(spark.read.parquet(str(parquet))),
    "a query, Parquet that is there": lambda: query(spark.read.parquet(str(parquet))),
    "read, written nowhere": lambda: written("noop"),
    "read, written as N-Quads": lambda: written("turtle-peg"),
    "read, written as N-Quads, gzip": lambda: written("turtle-peg", {"compression": "gzip"}),
    "read, written as Parquet": lambda: written("parquet"),
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
    print(f"{name:30} {speed:8.1f} thousand rows/s; the data source is {source / speed:5.2f} times as fast")
os.remove(small)
shutil.rmtree(work)
