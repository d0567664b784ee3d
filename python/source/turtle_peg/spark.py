"""A data source of Spark 4: rows of Turtle, TriG, N-Triples and N-Quads, read in partitions; and written, as N-Triples or N-Quads.

::

    from turtle_peg.spark import TurtlePeg
    spark.dataSource.register(TurtlePeg)
    quads = spark.read.format("turtle-peg").load("dir/*.nt.gz")

``spark.read.format("turtle-peg").schema("subject string, object string")`` reads these columns alone, which takes less time.

It needs pyspark and pyarrow (``pip install 'turtle-peg[spark]'``), and this package on each executor. Paths are files, folders or
patterns; URLs (``s3://…``, ``hdfs://…``) go through fsspec, where that is installed. The columns are those of ``parse_arrow`` with
``encoding="plain"``, but ``object_kind`` is a byte with a sign, since Spark has no other.

Options, besides ``dialect``, ``base`` and ``lenient`` as everywhere:

- ``mode``: ``PERMISSIVE``, where a statement at fault is a row with nothing but its place, what is wrong, and its text, in the
  column ``_corrupt_record`` (``columnNameOfCorruptRecord``); ``DROPMALFORMED``, where it gives no row; or ``FAILFAST``, where it
  ends the job.
- ``split``: about how many bytes a partition has, 128 MiB unless given, as of Spark's own sources.
- ``subject``, ``predicate``, ``graph``, ``datatype``, ``language``: rows with one of these values alone, which stand between spaces. What is
  left out never gets to Spark. Rows of statements at fault stay.
- ``labels``: ``name`` or ``content``. Blank node labels begin with a hash of the file's path or URL, or of its bytes: so they
  differ from file to file, and are the same in each run. By ``content``, the driver reads each file once more.

N-Triples and N-Quads are cut where a line ends that conforms. Turtle and TriG are cut at checkpoints: those of ``FILE.checkpoints`` beside the file, as
``turtle-peg index`` or ``index`` makes it, if it is of a file of this size and no ``base`` is given; or else those that the driver finds when it
reads the file. A range whose bytes are not those of the index ends the job. Compressed files (.gz, .bz2, .xz, .zst) are one range each.

Writing::

    quads.write.format("turtle-peg").mode("append").save("folder")

A partition becomes a file, ``part-00000-….nq``, and the columns are those above; ``datatype`` to ``graph`` may be missing. ``mode("append")`` adds
files, and ``mode("overwrite")`` takes the place of those of earlier jobs; without a mode Spark writes nothing. Options are ``dialect``,
``n-quads`` unless given, or ``n-triples`` if there is no column ``graph``, and ``compression``: ``none``, ``gzip``, ``bzip2``, ``xz`` or
``zstd``. Each batch of lines is parsed again and compared with its rows, so a row that is no quad ends the job. Until all tasks have
ended, files have names that no reader takes for documents. Then the driver renames them, removes those that an ``overwrite`` replaces,
and writes ``_SUCCESS``. A job that fails changes nothing that readers see; a task that runs on meanwhile can leave a file behind whose name begins
with a full stop. Renaming is not one step: who reads meanwhile waits for ``_SUCCESS``.

The invariant: rows do not depend on the partitions. One kind of document is an exception: where a fault in N-Triples or N-Quads goes
on over several lines, as a string that is not closed can, a partition that begins within it reads its lines as lines, and the
statement after them can be in two partitions.
"""

import contextlib
import glob
import gzip
import hashlib
import importlib
import itertools
import json
import os
import re
import uuid
from dataclasses import dataclass

import pyarrow
import pyarrow.compute as compute
from pyspark import TaskContext
from pyspark.sql.datasource import DataSource, DataSourceArrowWriter, DataSourceReader, InputPartition, WriterCommitMessage
from pyspark.sql.types import ByteType, IntegralType, StringType, StructField, StructType

from . import Checkpoint, ParseError, _lines, checkpoints, indexed_checkpoints, parse, parse_arrow
from ._native import _dialect
from ._packed import ZSTD, is_packed, unpacked

COLUMNS = ("subject", "predicate", "object", "object_kind", "datatype", "language", "direction", "graph")
REQUIRED = 4
MODES = ("PERMISSIVE", "DROPMALFORMED", "FAILFAST")
#: Columns that options can ask values of.
SELECTING = ("subject", "predicate", "graph", "datatype", "language")
OPTIONS = {
    name.lower(): name
    for name in ("path", "paths", "dialect", "base", "lenient", "mode", "columnNameOfCorruptRecord", "split", "labels")
    + SELECTING
}
WRITING_OPTIONS = {name.lower(): name for name in ("path", "dialect", "compression", "columnNameOfCorruptRecord")}
SUCCESS = "_SUCCESS"
PIECE = 1 << 20
END = (1 << 64) - 1


class TurtlePeg(DataSource):
    """The data source ``turtle-peg``: ``spark.dataSource.register(TurtlePeg)``."""

    @classmethod
    def name(cls):
        return "turtle-peg"

    def schema(self):
        check_options(self.options)
        mode = mode_of(self.options)
        fields = [
            StructField(
                name,
                ByteType() if name == "object_kind" else StringType(),
                mode == "PERMISSIVE" or number >= REQUIRED,
            )
            for number, name in enumerate(COLUMNS)
        ]
        if mode == "PERMISSIVE":
            fields.append(StructField(corrupt_column(self.options), StringType()))
        return StructType(fields)

    def reader(self, schema):
        check_columns(schema, self.schema())
        return QuadReader(self.options, schema)

    def writer(self, schema, overwrite):
        check_options(self.options, WRITING_OPTIONS)
        return QuadWriter(self.options, schema, overwrite)


def check_columns(asked, offered):
    """Makes sure that a schema is made of columns that there are."""
    for field in asked:
        if field.name not in offered.fieldNames():
            raise ValueError(f"there is no column {field.name}: the columns are {', '.join(offered.fieldNames())}")
        own = offered[field.name]
        if field.dataType != own.dataType:
            expected, found = own.dataType.simpleString(), field.dataType.simpleString()
            raise ValueError(f"the column {field.name} has the type {expected}, not {found}")
        if own.nullable and not field.nullable:
            raise ValueError(f"the column {field.name} can be null: leave out NOT NULL")


def check_options(options, known=OPTIONS):
    """Makes sure that no option is misspelt."""
    unknown = [name for name in options if name.lower() not in known]
    if unknown:
        raise ValueError(f"there is no option {unknown[0]}: the options are {', '.join(sorted(known.values()))}")


def paths_of(options):
    if "paths" in options:
        return json.loads(options["paths"])
    if "path" not in options:
        raise ValueError("no path is given: load(PATH)")
    return [options["path"]]


def is_true(options, name):
    value = options.get(name, "false").lower()
    if value not in ("true", "false"):
        raise ValueError(f"{name} is true or false, not {value}")
    return value == "true"


def mode_of(options):
    mode = options.get("mode", "PERMISSIVE").upper()
    if mode not in MODES:
        raise ValueError(f"the mode is {', '.join(MODES[:-1])} or {MODES[-1]}, not {mode}")
    return mode


def corrupt_column(options):
    name = options.get("columnNameOfCorruptRecord", "_corrupt_record")
    if name in COLUMNS:
        raise ValueError(f"columnNameOfCorruptRecord is {name}, which has another meaning: choose another name")
    return name


@dataclass(frozen=True)
class FileRange:
    """The statements of a file from a checkpoint until a byte."""

    path: str
    dialect: str
    prefix: str
    start: Checkpoint | None = None
    until: int = END
    #: How many bytes have which SHA-256, one after the other from the start on: what an index says.
    hashes: tuple[tuple[int, bytes], ...] = ()

    @property
    def byte(self):
        return self.start.byte if self.start else 0


@dataclass
class FileRanges(InputPartition):
    """What one task reads: a range, or several small files."""

    ranges: list[FileRange]


class QuadReader(DataSourceReader):
    """Reads quads.

    It has no ``pushFilters``: Spark 4.3 pushes the filters of a query into one reader for all places that a frame has in the query, so that a
    frame that is joined with itself loses rows. Options select rows instead.
    """

    def __init__(self, options, schema):
        self.schema = pyarrow.schema([arrow_field(field) for field in schema])
        self.paths = paths_of(options)
        self.mode = mode_of(options)
        self.corrupt_column = corrupt_column(options)
        self.dialect = options.get("dialect")
        self.split = int(options.get("split", 128 << 20))
        if self.split < 1:
            raise ValueError(f"a partition has one byte at least, not {self.split}: mend the option split")
        self.labels = options.get("labels", "name")
        if self.labels not in ("name", "content"):
            raise ValueError(f"labels are by name or by content, not by {self.labels}")
        self.selected = {name: options[name].split() for name in SELECTING if name in options}
        self.options = {"lenient": is_true(options, "lenient")}
        if "base" in options:
            self.options["base"] = options["base"]

    # On the driver.

    def partitions(self):
        partitions, small, bytes_of_small = [], [], 0
        for path in dict.fromkeys(path for pattern in self.paths for path in files(pattern, self.dialect)):
            size = size_of(path)
            ranges = self.ranges(path, size)
            if len(ranges) > 1 or size >= self.split:
                partitions += [FileRanges([one]) for one in ranges]
                continue
            if small and bytes_of_small + size > self.split:
                partitions.append(FileRanges(small))
                small, bytes_of_small = [], 0
            small += ranges
            bytes_of_small += size
        return partitions + ([FileRanges(small)] if small else [])

    def ranges(self, path, size):
        dialect, is_line_based = _dialect(path, self.dialect)
        prefix = label_prefix(path, self.labels)
        if is_packed(path) or size <= self.split:
            return [FileRange(path, dialect, prefix)]
        if is_line_based:
            cuts = line_ends(path, range(self.split, size, self.split), dialect)
            starts = [Checkpoint.at_line(dialect, cut, blank_node_prefix=prefix) for cut in cuts if cut < size]
            return between(path, dialect, prefix, [(None, ()), *((start, ()) for start in starts)])
        starts = self.indexed_starts(path, dialect, prefix, size)
        if starts is None:
            on_error = "raise" if self.mode == "FAILFAST" else "skip"
            threads = os.cpu_count() or 1
            try:
                with opened(path) as source:
                    found = checkpoints(
                        source,
                        every=self.split,
                        on_error=on_error,
                        threads=threads,
                        dialect=dialect,
                        blank_node_prefix=prefix,
                        **with_base(self.options, path),
                    )
            except ParseError as fault:
                whole = FileRange(path, dialect, prefix)
                raise ValueError(FaultPlace(whole).describe(fault)) from None
            starts = [(start, ()) for start in found]
        return between(path, dialect, prefix, starts)

    def indexed_starts(self, path, dialect, prefix, size):
        """Where ranges can begin, with the hashes of their bytes, by the index beside the file; ``None`` if there is none that fits."""
        if "base" in self.options:
            return None
        try:
            with opened(path + ".checkpoints", always=True) as file:
                index = file.read()
        except FileNotFoundError:
            return None
        indexed_size, points = indexed_checkpoints(index)
        if indexed_size != size or points[0][0].dialect != dialect:
            return None
        starts = []
        ends = [point.byte for point, _ in points[1:]] + [size]
        for (point, sha256), end in zip(points, ends, strict=True):
            if not starts or point.byte - starts[-1][0].byte >= self.split:
                starts.append((point.with_blank_node_prefix(prefix), []))
            starts[-1][1].append((end - point.byte, bytes(sha256)))
        return starts

    # On executors.

    def read(self, partition):
        for one in partition.ranges:
            yield from self.batches(one)

    def batches(self, one):
        check_hashes(one)
        faults = []
        on_error = {"PERMISSIVE": faults.append, "DROPMALFORMED": "skip", "FAILFAST": "raise"}[self.mode]
        place = FaultPlace(one)
        with opened(one.path) as source:
            # A checkpoint has the base and the prefix of labels.
            if one.start:
                options = {"start": one.start, "lenient": self.options["lenient"]}
            else:
                options = {"blank_node_prefix": one.prefix, **with_base(self.options, one.path)}
            quads = parse_arrow(
                source,
                encoding="plain",
                rows=10_000,
                on_error=on_error,
                until=one.until,
                dialect=one.dialect,
                **options,
            )
            try:
                for batch in pyarrow.RecordBatchReader.from_stream(quads):
                    yield self.batch(batch)
                    if faults:
                        yield self.corrupt([place.describe(fault) for fault in faults])
                        faults.clear()
            except pyarrow.ArrowException:
                if isinstance(quads.error, ParseError):
                    raise ValueError(place.describe(quads.error)) from None
                raise
            if faults:
                yield self.corrupt([place.describe(fault) for fault in faults])

    def batch(self, batch):
        for name, values in self.selected.items():
            batch = batch.filter(compute.is_in(batch.column(name), value_set=pyarrow.array(values, pyarrow.utf8())))
        columns = dict(zip(batch.schema.names, batch.columns, strict=True))
        # Spark has no byte without a sign.
        columns["object_kind"] = columns["object_kind"].view(pyarrow.int8())
        columns[self.corrupt_column] = pyarrow.nulls(batch.num_rows, pyarrow.utf8())
        return pyarrow.RecordBatch.from_arrays([columns[name] for name in self.schema.names], schema=self.schema)

    def corrupt(self, texts):
        columns = {field.name: pyarrow.nulls(len(texts), field.type) for field in self.schema}
        if self.corrupt_column in columns:
            columns[self.corrupt_column] = pyarrow.array(texts, pyarrow.utf8())
        return pyarrow.RecordBatch.from_arrays(list(columns.values()), schema=self.schema)


@dataclass
class WrittenFile(WriterCommitMessage):
    """What a task has written: the file's name until the job ends, and then; none if the partition has no rows."""

    hidden: str | None = None
    name: str | None = None


class QuadWriter(DataSourceArrowWriter):
    """Writes each partition into a file of its own, which readers see when all are written."""

    def __init__(self, options, schema, overwrite):
        if "path" not in options:
            raise ValueError("no path is given: save(PATH)")
        self.folder = OutputFolder(options["path"])
        self.overwrite = overwrite
        self.corrupt_column = corrupt_column(options)
        check_written_columns(schema, self.corrupt_column)
        given = options.get("dialect", "n-quads" if "graph" in schema.fieldNames() else "n-triples")
        self.dialect, is_line_based = _dialect("", given)
        if not is_line_based:
            raise ValueError(f"parts are N-Triples or N-Quads, not {given}: the dialect is n-triples or n-quads")
        compression = options.get("compression", "none").lower()
        if compression not in COMPRESSIONS:
            raise ValueError(f"the compression is {', '.join(COMPRESSIONS)}, not {compression}")
        ending, self.packer = COMPRESSIONS[compression]
        self.suffix = (".nq" if self.dialect.startswith("n-quads") else ".nt") + ending
        self.job = uuid.uuid4().hex

    # On executors.

    def write(self, iterator):
        partition = TaskContext.get().partitionId()
        batches = (batch for batch in iterator if batch.num_rows)
        first = next(batches, None)
        # A folder without any file could not be read.
        if first is None and partition:
            return WrittenFile()
        name = f"part-{partition:05}-{self.job}{self.suffix}"
        # A task may run twice, at once even.
        hidden = f".{self.job}-{uuid.uuid4().hex}{self.suffix}"
        self.folder.make()
        with self.folder.create(hidden) as file, packing(self.packer, file) as output:
            is_announced = not self.dialect.endswith("-1.2")
            for batch in itertools.chain([first] if first else [], batches):
                lines, needs_rdf12 = _lines.lines(self.quads(batch), self.dialect)
                if needs_rdf12 and not is_announced:
                    output.write(_lines.VERSION)
                    is_announced = True
                output.write(lines)
        return WrittenFile(hidden, name)

    def quads(self, batch):
        """The batch without the column of faults, which has to be empty."""
        if self.corrupt_column not in batch.schema.names:
            return batch
        if batch.column(self.corrupt_column).null_count < batch.num_rows:
            raise ValueError(f"a row is no quad, but a fault: leave out the rows where {self.corrupt_column} is not null")
        return batch.drop_columns([self.corrupt_column])

    # On the driver.

    def commit(self, messages):
        written = [one for one in messages if one and one.name]
        self.folder.make()
        replaced = [name for name in self.folder.names() if is_part(name)] if self.overwrite else []
        self.folder.remove(SUCCESS)
        for one in written:
            self.folder.rename(one.hidden, one.name)
        for name in replaced:
            self.folder.remove(name)
        self.remove_hidden()
        with self.folder.create(SUCCESS):
            pass

    def abort(self, messages):
        self.remove_hidden()

    def remove_hidden(self):
        """Removes what tasks of this job have left that ran twice, or failed."""
        for name in self.folder.names():
            if name.startswith(f".{self.job}-"):
                self.folder.remove(name)


#: By its name, the end of a file's name and the module that packs.
COMPRESSIONS = {"none": ("", None), "gzip": (".gz", "gzip"), "bzip2": (".bz2", "bz2"), "xz": (".xz", "lzma"), "zstd": (".zst", ZSTD)}


@contextlib.contextmanager
def packing(packer, file):
    """The file object, or one that packs into it."""
    if packer is None:
        yield file
    elif packer == "gzip":
        # At the level of gzip itself; and without the time of day.
        with gzip.GzipFile("", "wb", compresslevel=6, fileobj=file, mtime=0) as packed:
            yield packed
    else:
        with importlib.import_module(packer).open(file, "wb") as packed:
            yield packed


def check_written_columns(schema, corrupt_column):
    """Makes sure that a frame has quads."""
    for name in COLUMNS[:REQUIRED]:
        if name not in schema.fieldNames():
            raise ValueError(f"the column {name} is missing: a quad has {', '.join(COLUMNS[:REQUIRED])}")
    for field in schema:
        if field.name not in COLUMNS and field.name != corrupt_column:
            raise ValueError(f"the column {field.name} is no part of a quad: select {', '.join(COLUMNS)}")
        expected = IntegralType if field.name == "object_kind" else StringType
        if not isinstance(field.dataType, expected):
            raise ValueError(f"the column {field.name} cannot have the type {field.dataType.simpleString()}")


def is_part(name):
    """Whether a file has a name that a job gives: no other is ever removed."""
    return re.fullmatch(r"part-\d{5,}-[0-9a-f]{32}\.n[tq](\.gz|\.bz2|\.xz|\.zst)?", name) is not None


class OutputFolder:
    """A folder on this machine, or one that fsspec reaches."""

    def __init__(self, path):
        self.path = path if "://" in path else os.path.abspath(path)

    def _system(self):
        return fsspec_of(self.path) if "://" in self.path else (None, self.path)

    def make(self):
        system, path = self._system()
        system.makedirs(path, exist_ok=True) if system else os.makedirs(path, exist_ok=True)

    def names(self):
        system, path = self._system()
        try:
            paths = system.ls(path, detail=False) if system else os.listdir(path)
            return [one.rstrip("/").rpartition("/")[2] for one in paths]
        except FileNotFoundError:
            return []

    def create(self, name):
        system, path = self._system()
        return system.open(f"{path}/{name}", "wb") if system else open(os.path.join(path, name), "xb")

    def rename(self, old, new):
        system, path = self._system()
        if system:
            system.mv(f"{path}/{old}", f"{path}/{new}")
        else:
            os.rename(os.path.join(path, old), os.path.join(path, new))

    def remove(self, name):
        system, path = self._system()
        with contextlib.suppress(FileNotFoundError):
            system.rm_file(f"{path}/{name}") if system else os.remove(os.path.join(path, name))


def arrow_field(field):
    kind = pyarrow.int8() if field.dataType == ByteType() else pyarrow.utf8()
    return pyarrow.field(field.name, kind, field.nullable)


class FaultPlace:
    """Says where the faults of a range are in their file. Lines before a range of N-Triples are counted where there is a fault."""

    def __init__(self, one):
        self.range = one
        self.lines_before = None

    def describe(self, fault):
        if self.lines_before is None:
            is_counted = self.range.start is None or self.range.start.line > 1
            self.lines_before = 0 if is_counted else lines_before(self.range.path, self.range.byte)
        place = f"{self.range.path}:{fault.line + self.lines_before}:{fault.column}"
        return f"{place}: {fault.title}\n{fault.text or ''}".rstrip()


def between(path, dialect, prefix, starts):
    """A range from each start to the next."""
    ends = [start.byte for start, _ in starts[1:]] + [END]
    return [
        FileRange(path, dialect, prefix, start, end, tuple(hashes))
        for (start, hashes), end in zip(starts, ends, strict=True)
    ]


def files(pattern, dialect):
    """The files of a path: itself, or those of a folder whose names tell a dialect, or those that a pattern matches."""
    if "://" in pattern:
        system, name = fsspec_of(pattern)
        if system.isdir(name):
            names = [one for one in system.find(name) if is_document(one, dialect)]
        elif glob.has_magic(name):
            names = system.glob(name)
        else:
            names = [name]
        found = [system.unstrip_protocol(one) for one in names]
    elif os.path.isdir(pattern):
        found = [os.path.join(folder, one) for folder, _, names in os.walk(pattern) for one in names]
        found = [one for one in found if is_document(one, dialect)]
    elif glob.has_magic(pattern):
        found = [one for one in glob.glob(pattern, recursive=True) if os.path.isfile(one)]
    else:
        found = [pattern]
    if not found:
        raise FileNotFoundError(f"{pattern} has no file to read")
    return sorted(one if "://" in one else os.path.abspath(one) for one in found)


def is_document(path, dialect):
    if os.path.basename(path).startswith((".", "_")) or path.endswith(".checkpoints"):
        return False
    try:
        _dialect(path, dialect)
    except ValueError:
        return False
    return True


def fsspec_of(url):
    try:
        import fsspec
    except ImportError:
        raise ImportError(f"{url} is read through fsspec: install it on the driver and the executors") from None
    return fsspec.core.url_to_fs(url)


def size_of(path):
    if "://" not in path:
        return os.path.getsize(path)
    system, name = fsspec_of(path)
    return system.size(name)


@contextlib.contextmanager
def opened(path, always=False):
    """What `parse_arrow` takes: a local path as it is, unless it is `always` to be opened; or else a file object."""
    if "://" not in path and not always:
        yield path
        return
    if "://" not in path:
        with open(path, "rb") as file:
            yield file
        return
    system, name = fsspec_of(path)
    with system.open(name, "rb") as file:
        if not is_packed(path):
            yield file
            return
        with unpacked(path, file) as document:
            yield document


def with_base(options, path):
    """The options, with the URL as the base IRI of what is read through fsspec."""
    return {"base": path, **options} if "://" in path else options


def label_prefix(path, by):
    if by == "name":
        sha256 = hashlib.sha256(path.encode())
    else:
        with opened(path, always=True) as file:
            sha256 = hashlib.sha256()
            while piece := file.read(PIECE):
                sha256.update(piece)
    return f"f{sha256.hexdigest()[:16]}-"


def line_ends(path, bytes, dialect):
    """The first ends of lines that conform after these bytes, each once. After a comment, or a fault, reading goes on to the next statement."""
    found = []
    with opened(path, always=True) as file:
        for byte in bytes:
            file.seek(byte - 1)
            # The line at hand may have begun as a comment.
            file.readline()
            next((line for line in iter(file.readline, b"") if is_statement(line, dialect)), None)
            found.append(file.tell())
    return sorted(set(found))


def is_statement(line, dialect):
    # A line of the file object may be several, with CR between them.
    last = line.rstrip(b"\r\n").rpartition(b"\r")[2]
    try:
        return bool(list(parse(last, dialect=dialect)))
    except ParseError:
        return False


def lines_before(path, byte):
    lines, ends_in_cr = 0, False
    with opened(path, always=True) as file:
        while byte > 0 and (piece := file.read(min(PIECE, byte))):
            byte -= len(piece)
            lines += piece.count(b"\n") + piece.count(b"\r") - piece.count(b"\r\n")
            lines -= ends_in_cr and piece.startswith(b"\n")
            ends_in_cr = piece.endswith(b"\r")
    return lines


def check_hashes(one):
    """Makes sure that a range has the bytes that its index was made of."""
    if not one.hashes:
        return
    with opened(one.path, always=True) as file:
        file.seek(one.byte)
        for length, expected in one.hashes:
            sha256 = hashlib.sha256()
            while length > 0 and (piece := file.read(min(PIECE, length))):
                length -= len(piece)
                sha256.update(piece)
            if sha256.digest() != expected:
                raise ValueError(f"{one.path}.checkpoints is of another document: make it anew with `turtle-peg index`")
