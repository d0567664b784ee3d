"""Spark's data source: one session in one process, and one of two executors of which some are killed."""

import bz2
import gzip
import importlib
import os
import shutil
import signal
import sys
import threading
import time
from pathlib import Path

import pyarrow
import pytest
import turtle_peg

pyspark = pytest.importorskip("pyspark")
if shutil.which("java") is None:
    pytest.skip("Spark needs Java", allow_module_level=True)

from pyspark.sql import SparkSession  # noqa: E402
from turtle_peg import _lines  # noqa: E402
from turtle_peg import spark as source  # noqa: E402
from turtle_peg._packed import ZSTD  # noqa: E402

TURTLE = "PREFIX : <http://example.org/>\n" + "".join(
    f'_:b{n % 7} :p [ :q {n} ] ; :text "é {n}"@en .\n' + ("PREFIX : <http://example.com/>\n" if n == 150 else "")
    for n in range(600)
)
TRIG = "PREFIX : <http://example.org/>\n" + "".join(
    f"_:g{n % 3} {{ _:b :p [ :q {n} ] .\n [] :r :s . }} [] :p {n} .\n" for n in range(400)
)
LINES = "".join(f'_:b{n} <http://example.org/p> "é {n}" .\n' for n in range(500))
QUADS = "".join(f"_:b{n} <http://example.org/p> _:c <http://example.org/g{n % 3}> .\r\n" for n in range(300))


def session(master):
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master(master).config("spark.ui.enabled", "false").config("spark.log.level", "OFF")
    builder = builder.config("spark.ui.showConsoleProgress", "false")
    builder = builder.config("spark.driver.host", "127.0.0.1").config("spark.driver.bindAddress", "127.0.0.1")
    started = builder.config("spark.sql.shuffle.partitions", "2").getOrCreate()
    started.dataSource.register(source.TurtlePeg)
    return started


@pytest.fixture(scope="module")
def spark():
    started = session("local[2]")
    yield started
    started.stop()


def reader(options):
    quads = source.TurtlePeg(options)
    return quads.reader(quads.schema())


def rows(frame):
    return sorted((tuple(row) for row in frame.collect()), key=repr)


def expected(*paths, **options):
    """The rows of files as one process reads them, one after the other."""
    found = []
    for path in paths:
        prefix = source.label_prefix(str(path), "name")
        stream = turtle_peg.parse_arrow(path, encoding="plain", blank_node_prefix=prefix, **options)
        found += [tuple(row.values()) for row in pyarrow.table(stream).to_pylist()]
    return sorted(found, key=repr)


def load(spark, path, **options):
    return spark.read.format("turtle-peg").options(**{"mode": "FAILFAST", **options}).load(str(path))


@pytest.mark.parametrize(
    "name, text", [("a.ttl", TURTLE), ("a.trig", TRIG), ("a.nt", LINES), ("a.nq", QUADS)]
)
def test_ranges_are_the_file(spark, tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text, newline="")
    whole = expected(path)
    assert sum(row[0].startswith("_:") for row in whole) > 100
    for split in 700, 5_000, 1 << 20:
        frame = load(spark, path, split=split)
        assert rows(frame) == whole
        assert (frame.rdd.getNumPartitions() > 1) == (split < len(text))
    permissive = load(spark, path, split=700, mode="PERMISSIVE")
    assert permissive.columns == [*source.COLUMNS, "_corrupt_record"]
    assert rows(permissive) == [(*row, None) for row in whole]


@pytest.mark.parametrize("end", ["\n", "\r\n", " # c\n", "\n# c\n \n\n"])
def test_lines_are_cut_between_statements(tmp_path, end):
    path = tmp_path / "a.nt"
    lines = LINES.splitlines()[:60]
    lines[::7] = ["<http://example.org/s> no: ."] * len(lines[::7])
    path.write_text("# c\n" + "".join(line + end for line in lines), newline="")
    whole = expected(path, on_error="skip")
    assert len(whole) == 51
    for split in range(5, 400, 3):
        quads = reader({"path": str(path), "split": str(split), "mode": "DROPMALFORMED"})
        batches = [batch for partition in quads.partitions() for batch in quads.read(partition)]
        found = [tuple(row.values()) for batch in batches for row in batch.to_pylist()]
        assert sorted(found, key=repr) == whole, split


def test_folders_patterns_and_compressed_files(spark, tmp_path):
    files = {"a.nt": LINES.encode(), "b.nt.gz": gzip.compress(LINES.encode()), "c.nt.bz2": bz2.compress(LINES.encode())}
    zstd = importlib.import_module(ZSTD)
    files = {**files, "c.nt.zst": zstd.compress(LINES.encode()), "sub/d.ttl": TURTLE.encode(), "_SUCCESS": b"", "notes.md": b"no document"}
    (tmp_path / "sub").mkdir()
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    documents = [tmp_path / name for name in ("a.nt", "b.nt.gz", "c.nt.bz2", "c.nt.zst", "sub/d.ttl")]
    whole = expected(*documents)
    # The same label in five files is five blank nodes.
    assert len({row[0] for row in whole if row[0].endswith("-b1")}) == 5
    assert rows(load(spark, tmp_path)) == whole
    assert rows(load(spark, tmp_path, split=2_000)) == whole
    assert rows(load(spark, tmp_path / "*.nt*")) == expected(*documents[:4])
    several = spark.read.format("turtle-peg").option("mode", "FAILFAST").load([str(path) for path in documents[:2]])
    assert rows(several) == expected(*documents[:2])
    by_content = load(spark, tmp_path / "*.nt", labels="content")
    prefix = source.label_prefix(str(documents[0]), "content")
    assert by_content.where(f"subject = '_:{prefix}b7'").count() == 1
    with pytest.raises(Exception, match="no file to read"):
        load(spark, tmp_path / "*.trig").count()


@pytest.mark.parametrize("labels", ["name", "content"])
def test_the_nodes_of_two_documents_stay_two(spark, tmp_path, labels):
    (tmp_path / "a.ttl").write_text('<x:alice> <x:address> [ <x:city> "Rome" ] .')
    (tmp_path / "b.ttl").write_text('<x:bob> <x:address> [ <x:city> "Oslo" ] .')
    quads = load(spark, tmp_path / "*.ttl", labels=labels)
    addresses = quads.where("predicate = 'x:address'").selectExpr("subject as person", "object as address")
    cities = quads.where("predicate = 'x:city'").selectExpr("subject as address", "object as city")
    found = addresses.join(cities, "address").select("person", "city")
    assert rows(found) == [("x:alice", "Rome"), ("x:bob", "Oslo")]


def test_urls_go_through_fsspec(spark, tmp_path):
    pytest.importorskip("fsspec")
    for name, data in {"a.ttl": TURTLE.encode(), "b.nt": LINES.encode(), "c.nt.gz": gzip.compress(LINES.encode())}.items():
        (tmp_path / name).write_bytes(data)
    found = rows(load(spark, f"file://{tmp_path}", split=3_000))

    def unlabelled(rows):
        return sorted(repr([term and term.rpartition("-")[2] for term in map(str, row)]) for row in rows)

    assert unlabelled(found) == unlabelled(expected(*(tmp_path / name for name in ("a.ttl", "b.nt", "c.nt.gz"))))


def test_an_index_beside_the_file(spark, tmp_path, monkeypatch):
    path = tmp_path / "a.trig"
    path.write_text(TRIG)
    Path(f"{path}.checkpoints").write_bytes(turtle_peg.index(path, every=900))
    quads = reader({"path": str(path), "split": "2000"})
    monkeypatch.setattr(source, "checkpoints", None)
    assert len(quads.partitions()) > 1
    monkeypatch.undo()
    assert rows(load(spark, path, split=2_000)) == expected(path)
    path.write_text(TRIG.replace("399", "398"))
    with pytest.raises(Exception, match="another document"):
        load(spark, path, split=2_000).count()
    path.write_text(TRIG + "#")
    assert rows(load(spark, path, split=2_000)) == expected(path)


@pytest.mark.parametrize("name", ["a.nt", "a.ttl"])
def test_modes(spark, tmp_path, name):
    path = tmp_path / name
    lines = LINES.splitlines(keepends=True)
    for number in 100, 400:
        lines[number] = f"<http://example.org/s> <http://example.org/p> no{number}: .\n"
    path.write_text("".join(lines))
    whole = expected(path, on_error="skip")
    assert len(whole) == 498
    for split in 1_000, 1 << 20:
        assert rows(load(spark, path, split=split, mode="DROPMALFORMED")) == whole
        frame = load(spark, path, split=split, mode="permissive", columnNameOfCorruptRecord="bad").cache()
        assert rows(frame.where("bad is null").drop("bad")) == whole
        corrupt = sorted(row.bad for row in frame.where("bad is not null").collect())
        assert [text.startswith(f"{path}:{line}:") for text, line in zip(corrupt, (101, 401), strict=True)] == [True] * 2
        assert "no100:" in corrupt[0]
        assert all(row.subject is None for row in frame.where("bad is not null").collect())
        with pytest.raises(Exception, match=f"{name}:(101|401):"):
            load(spark, path, split=split).count()
    with pytest.raises(Exception, match="PERMISSIVE"):
        load(spark, path, mode="STRICT").count()
    frame = spark.read.format("turtle-peg").schema("object string, object_kind byte, subject string").load(str(path))
    assert frame.where("subject is null").count() == 2
    whole = load(spark, path, mode="PERMISSIVE").select("object", "object_kind", "subject")
    assert rows(frame) == rows(whole)
    for schema, why in [
        ("text string", "there is no column text: the columns are subject, predicate"),
        ("object_kind int", "the column object_kind has the type tinyint, not int"),
        ("subject string not null", "the column subject can be null: leave out NOT NULL"),
    ]:
        with pytest.raises(Exception, match=why):
            spark.read.format("turtle-peg").schema(schema).load(str(path)).count()
    for option, why in [({"splt": 7}, "there is no option splt"), ({"lenient": "yes"}, "true or false"), ({"split": 0}, "split")]:
        with pytest.raises(Exception, match=why):
            load(spark, path, **option).count()
    with pytest.raises(Exception, match="another name"):
        load(spark, path, mode="PERMISSIVE", columnNameOfCorruptRecord="object").count()


def quads_of(folder):
    """The rows of a written folder, by another reader of its files; labels are as they were written."""
    found = []
    for path in sorted(Path(folder).iterdir()):
        if path.name.startswith("part-"):
            stream = turtle_peg.parse_arrow(path, encoding="plain", blank_node_prefix="")
            found += [tuple(row.values()) for row in pyarrow.table(stream).to_pylist()]
    return sorted(found, key=repr)


@pytest.mark.parametrize("compression", ["none", "gzip", "bzip2", "xz", "zstd"])
def test_a_partition_is_a_file_that_reads_as_its_rows(spark, tmp_path, compression):
    path, folder = tmp_path / "a.trig", tmp_path / "out"
    path.write_text(TRIG)
    frame = load(spark, path, split=5_000)
    frame.write.format("turtle-peg").mode("append").option("compression", compression).save(str(folder))
    parts = [one for one in folder.iterdir() if one.name.startswith("part-")]
    assert len(parts) > 1
    assert {"".join(one.suffixes) for one in parts} == {".nq" + source.COMPRESSIONS[compression][0]}
    assert sorted(one.name for one in folder.iterdir() if one not in parts) == ["_SUCCESS"]
    assert quads_of(folder) == expected(path)
    assert load(spark, folder).count() == frame.count()


def test_modes_of_writing(spark, tmp_path):
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / "notes.md").write_text("mine")
    (folder / "part-of-mine.ttl").write_text("<x:s> <x:p> <x:o> .")
    (tmp_path / "a.nt").write_text(LINES)
    frame = load(spark, tmp_path / "a.nt").drop("graph").coalesce(1)
    for mode in None, "errorifexists", "ignore":
        with pytest.raises(Exception, match="(?i)append|overwrite"):
            (frame.write.mode(mode) if mode else frame.write).format("turtle-peg").save(str(folder))
        assert sorted(one.name for one in folder.iterdir()) == ["notes.md", "part-of-mine.ttl"]
    for mode, files in [("append", 1), ("append", 2), ("overwrite", 1), ("append", 2)]:
        frame.write.format("turtle-peg").mode(mode).save(str(folder))
        assert len(list(folder.glob("part-*.nt"))) == files
    assert (folder / "notes.md").read_text() == "mine"
    assert (folder / "part-of-mine.ttl").exists()

    def seen():
        # Spark ends the other tasks of a job that fails when it can: one may still write a file that nobody sees.
        return {one: one.read_bytes() for one in folder.iterdir() if not one.name.startswith(".")}

    before = seen()
    faulty = frame.selectExpr("subject", "predicate", "if(object = 'é 499', 'x y', object) as object", "0 as object_kind")
    for mode in "append", "overwrite":
        with pytest.raises(Exception, match="no quad"):
            faulty.repartition(3).write.format("turtle-peg").mode(mode).save(str(folder))
        assert seen() == before
    empty = tmp_path / "empty"
    frame.where("false").write.format("turtle-peg").mode("append").save(str(empty))
    assert load(spark, empty).count() == 0


def test_what_cannot_be_written(spark, tmp_path):
    (tmp_path / "a.nq").write_text(QUADS)
    frame = load(spark, tmp_path / "a.nq", mode="PERMISSIVE")
    frame.write.format("turtle-peg").mode("append").save(str(tmp_path / "fine"))
    assert len(quads_of(tmp_path / "fine")) == 300
    columns = ("subject", "predicate", "object", "object_kind")
    for written, options, why in [
        (frame.selectExpr("*", "1 as more"), {}, "the column more is no part of a quad"),
        (frame.drop("object_kind"), {}, "the column object_kind is missing"),
        (frame.selectExpr(*columns[:3], "'0' as object_kind"), {}, "object_kind cannot have the type string"),
        (frame.selectExpr(*columns, "'why' as _corrupt_record"), {}, "a row is no quad, but a fault"),
        (frame, {"dialect": "turtle"}, "parts are N-Triples or N-Quads, not turtle"),
        (frame, {"dialect": "n-triples"}, "no quad"),
        (frame, {"compression": "lzo"}, "the compression is none, gzip"),
        (frame, {"split": 7}, "there is no option split"),
    ]:
        with pytest.raises(Exception, match=why):
            written.write.format("turtle-peg").mode("append").options(**options).save(str(tmp_path / "out"))
        assert not (tmp_path / "out").exists() or not list((tmp_path / "out").glob("[!.]*"))


def test_writing_through_fsspec(spark, tmp_path):
    pytest.importorskip("fsspec")
    (tmp_path / "a.nt").write_text(LINES)
    frame = load(spark, tmp_path / "a.nt").repartition(2)
    for mode in "append", "overwrite":
        frame.write.format("turtle-peg").mode(mode).option("compression", "gzip").save(f"file://{tmp_path}/out")
        assert len(list((tmp_path / "out").iterdir())) == 3
        assert quads_of(tmp_path / "out") == expected(tmp_path / "a.nt")


TERMS = [
    ("x:s", 0, None, None, None),
    ("_:b", 1, None, None, None),
    ("_:anon1", 1, None, None, None),
    ("_:_anon1", 1, None, None, None),
    ("_:anon1", 2, _lines.XSD_STRING, None, None),
    ("".join(map(chr, range(128))) + "é\U0001f600", 2, _lines.XSD_STRING, None, None),
    ("", 2, "x:d", None, None),
    ("a\\", 2, _lines.LANG_STRING, "de-CH", None),
    ("a", 2, _lines.DIRECTED, "ar", "rtl"),
    ('<<( _:anon1 <x:p> <<( <x:s> <x:p> "a\\n"@en )>> )>>', 3, None, None, None),
]


def batch(*rows):
    """Rows of the columns from subject to graph."""
    names = source.COLUMNS
    kinds = [pyarrow.int8() if name == "object_kind" else pyarrow.utf8() for name in names]
    columns = [pyarrow.array(values, kind) for values, kind in zip(zip(*rows, strict=True), kinds, strict=True)]
    return pyarrow.RecordBatch.from_arrays(columns, list(names))


def test_lines_are_those_of_serialize():
    made = [(subject, "x:p", *term, graph) for term in TERMS for subject in ("x:s", "_:anon1") for graph in (None, "x:g", "_:g")]
    buffer, needs_rdf12 = _lines.lines(batch(*made), "n-quads-1.2")
    text = memoryview(buffer).tobytes().decode()
    assert needs_rdf12 and text.count("\n") == len(made)
    read = turtle_peg.parse(text.encode(), dialect="n-quads", blank_node_prefix="")
    assert turtle_peg.serialize(read, "n-quads", announce="nowhere") == text
    implied = [(*row[:4], None, *row[5:]) if row[4] != "x:d" else row for row in made]
    assert _lines.lines(batch(*implied), "n-quads-1.2")[0] == buffer
    plain = batch(("x:s", "x:p", "x:o", 0, None, None, None, None))
    assert not _lines.lines(plain, "n-triples-1.1")[1]
    assert not _lines.lines(plain.slice(0, 0), "n-triples-1.1")[0].to_pybytes()
    assert _lines.lines(batch(*made).slice(7, 3), "n-quads-1.2")[0].to_pybytes().decode() == "".join(text.splitlines(True)[7:10])


FINE = ("x:s", "x:p", "x:o", 0, None, None, None, None)


@pytest.mark.parametrize(
    "changed",
    [
        {0: "x:s> <x:p> <x:o> .\n<x:s"},
        {0: "x:s> <x:p> <x:o> . # "},
        {0: "_:a<x:p>"},
        {0: "_:a <x:p>"},
        {0: "_:"},
        {0: "relative"},
        {0: "x y"},
        {0: None},
        {1: "_:b"},
        {1: None},
        {2: None},
        {2: "_:b"},
        {2: "x:o", 3: 1},
        {2: "<<( <x:s> <x:p> <x:o> )>> . #", 3: 3},
        {2: "<x:o> <x:g>", 3: 3},
        {3: 7},
        {3: None},
        {3: 2, 5: "en .\n#"},
        {3: 2, 5: "no tag"},
        {3: 2, 5: "en", 6: "up"},
        {3: 2, 6: "rtl"},
        {3: 2, 4: _lines.LANG_STRING},
        {3: 2, 4: "x:d", 5: "en"},
        {3: 2, 4: "x:d> <x:g"},
        {4: "x:d"},
        {5: "en"},
        {7: "x:g> . #"},
        {7: '"a"'},
    ],
)
def test_a_row_that_is_no_quad_is_refused(changed):
    row = tuple(changed.get(number, value) for number, value in enumerate(FINE))
    with pytest.raises(ValueError, match="no quad"):
        _lines.lines(batch(FINE, row, FINE), "n-quads-1.2")


def test_options_select_rows(spark, tmp_path):
    path = tmp_path / "a.trig"
    path.write_text('GRAPH <x:g> { <x:s> <x:p> "a"@de, "b", 7 ; no: 1 . <x:t> <x:q> "c"@en . }\n<x:s> <x:q> <x:o>, "d"@de .\n')
    frame = load(spark, path, mode="PERMISSIVE").cache()
    for options, condition in [
        ({"predicate": "x:q"}, "predicate = 'x:q'"),
        ({"predicate": "x:p x:q"}, "predicate in ('x:p', 'x:q')"),
        ({"predicate": "x:r"}, "false"),
        ({"language": "de", "graph": "x:g x:h"}, "language = 'de' and graph = 'x:g'"),
        ({"subject": "x:t", "datatype": _lines.LANG_STRING}, f"subject = 'x:t' and datatype = '{_lines.LANG_STRING}'"),
    ]:
        found = load(spark, path, mode="PERMISSIVE", **options)
        assert rows(found) == rows(frame.where(f"_corrupt_record is not null or ({condition})")), condition
    narrow = spark.read.format("turtle-peg").option("predicate", "x:q").option("mode", "DROPMALFORMED").schema("object string")
    assert rows(narrow.load(str(path))) == [("c",), ("d",), ("x:o",)]
    # A frame joined with itself, of which each place has conditions of its own.
    one, other = load(spark, path, mode="DROPMALFORMED", predicate="x:p"), load(spark, path, mode="DROPMALFORMED", predicate="x:q")
    assert one.join(other, "subject").count() == one.count() * 2


def holding(folder):
    """The data source, but for the first task of each file: that says who runs it, and waits."""

    class HoldingReader(source.QuadReader):
        def read(self, partition):
            held = Path(folder, "held")
            batches = super().read(partition)
            first = next(batches, None)
            # Directives alone give no row.
            if first is None:
                return
            yield first
            try:
                with open(held, "x") as file:
                    file.write(f"{os.getpid()} {os.getppid()}\n")
            except FileExistsError:
                yield from batches
                return
            time.sleep(120)

    class Holding(source.TurtlePeg):
        @classmethod
        def name(cls):
            return "holding"

        def reader(self, schema):
            return HoldingReader(self.options, schema)

    return Holding


def parent(process):
    return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])


@pytest.mark.parametrize("killed", ["worker", "executor"])
def test_a_killed_process_changes_no_row(cluster, tmp_path, killed):
    path = tmp_path / "a.ttl"
    path.write_text(TURTLE)
    cluster.dataSource.register(holding(str(tmp_path)))
    victims = []

    def kill():
        held = tmp_path / "held"
        while not (held.exists() and held.read_text().endswith("\n")):
            time.sleep(0.1)
        worker, daemon = map(int, held.read_text().split())
        victim = worker if killed == "worker" else parent(daemon)
        name = b"pyspark" if killed == "worker" else b"CoarseGrainedExecutorBackend"
        assert name in Path(f"/proc/{victim}/cmdline").read_bytes()
        victims.append(victim)
        os.kill(victim, signal.SIGKILL)

    thread = threading.Thread(target=kill, daemon=True)
    thread.start()
    frame = cluster.read.format("holding").options(mode="FAILFAST", split=2_000).load(str(path))
    found = rows(frame)
    thread.join(1)
    assert victims and not Path(f"/proc/{victims[0]}/cmdline").exists()
    assert found == expected(path)


@pytest.fixture(scope="module")
def cluster():
    SparkSession.getActiveSession() and SparkSession.getActiveSession().stop()
    started = session("local-cluster[2,1,1024]")
    yield started
    started.stop()
