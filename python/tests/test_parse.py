"""Tuples, errors, and all that is not Arrow or rdflib."""

import bz2
import gzip
import hashlib
import importlib
import io
import lzma
import pickle
import signal
import subprocess
import sys
import threading
import time

import pytest
import turtle_peg
from turtle_peg._packed import ZSTD

pyarrow = pytest.importorskip("pyarrow")
zstd = importlib.import_module(ZSTD)

TEXT = b"""PREFIX : <http://example.org/>
:s :p 1, "two"@en ; :q [ :r :s ] .
"""
# Each reading has other labels without it.
STABLE = {"blank_node_prefix": ""}
QUADS = b"PREFIX : <http://example.org/> :s :p 1 . :g { _:b :p :o }"


def test_sources(tmp_path):
    expected = list(turtle_peg.parse(TEXT, dialect="turtle", **STABLE))
    assert len(expected) == 4
    assert expected[1] == ("<http://example.org/s>", "<http://example.org/p>", '"two"@en')
    path = tmp_path / "data.ttl"
    path.write_bytes(TEXT)
    for source in path, str(path):
        assert list(turtle_peg.parse(source, **STABLE)) == expected
    assert list(turtle_peg.parse(io.BytesIO(TEXT), dialect="ttl", **STABLE)) == expected
    for wrong in [(3,), (), (TEXT, TEXT)]:
        with pytest.raises(TypeError):
            turtle_peg.parse(*wrong, dialect="ttl")
    with pytest.raises(TypeError):
        turtle_peg.parse(TEXT, text="", dialect="ttl")
    with pytest.raises(ValueError, match='dialect="turtle"'):
        turtle_peg.parse(TEXT)
    with pytest.raises(ValueError):
        turtle_peg.parse(TEXT, dialect="rdfxml")
    with pytest.raises(FileNotFoundError) as missing:
        turtle_peg.parse(tmp_path / "none.ttl")
    assert missing.value.filename == str(tmp_path / "none.ttl")
    folder = tmp_path / "folder.ttl"
    folder.mkdir()
    with pytest.raises(IsADirectoryError) as unreadable:
        list(turtle_peg.parse(folder))
    assert unreadable.value.filename == str(folder)


def test_all_functions_take_the_same_sources(tmp_path):
    path = tmp_path / "data.ttl"
    path.write_bytes(TEXT)
    ways = [
        turtle_peg.check,
        turtle_peg.fix,
        turtle_peg.format,
        turtle_peg.canonicalize,
        turtle_peg.checkpoints,
        lambda *source, **options: list(turtle_peg.parse(*source, **options)),
        lambda *source, **options: pyarrow.table(turtle_peg.parse_arrow(*source, **options)),
    ]
    for way in ways:
        expected = way(path, **STABLE, base="x:")
        options = {"dialect": "turtle", "base": "x:", **STABLE}
        for source in str(path), TEXT, bytearray(TEXT), memoryview(TEXT), gzip.compress(TEXT):
            assert way(source, **options) == expected
        for source in io.BytesIO(TEXT), io.StringIO(TEXT.decode()), io.BytesIO(bz2.compress(TEXT)):
            assert way(source, **options) == expected
        assert way(text=TEXT.decode(), **options) == expected
        # The name of a file object tells its dialect.
        del options["dialect"]
        with open(path, "rb") as binary, open(path, encoding="utf-8") as text:
            assert way(binary, **options) == expected == way(text, **options)


def test_streams_of_text_are_read_as_the_bytes_beneath(tmp_path):
    path = tmp_path / "data.ttl"
    path.write_bytes(b'<x:s> <x:p> """\r\n\xC3\xA9""" .')
    with open(path, encoding="utf-8") as text:
        assert [term for _, _, term in turtle_peg.parse(text)] == ['"\\r\\n\u00e9"']
    path.write_bytes("<x:s> <x:p> '\u00e9' .".encode("latin-1"))
    with open(path, encoding="latin-1") as text:
        assert [term for _, _, term in turtle_peg.parse(text)] == ['"\u00e9"']
    with pytest.raises(UnicodeDecodeError):
        turtle_peg.fix(path)
    start = turtle_peg.Checkpoint.at_line("nt", 3, **STABLE)
    with pytest.raises(ValueError, match="rb"):
        list(turtle_peg.parse(io.StringIO("<x:s> <x:p> <x:o> .\n" * 2), start=start))


def test_other_names_of_dialects():
    for name in "ntriples", "N-Triples", "application/n-triples", "text/turtle; charset=utf-8":
        assert len(list(turtle_peg.parse(text="<x:s> <x:p> <x:o> .", dialect=name))) == 1
    assert {"turtle-1.2", "n-quads-1.1"} <= set(turtle_peg.dialects)


def test_what_a_document_declares_is_known_from_its_head():
    text = "PREFIX : <http://example.org/>\nVERSION '1.2' :s :p 1 . BASE <x:> PREFIX b: <x:b>"
    quads = turtle_peg.parse(text=text + " :s :p 2 ." * 5_000 + "PREFIX c: <x:c>", dialect="turtle")
    assert (quads.prefixes, quads.base_iri, quads.version) == ({"": "http://example.org/", "b": "x:b"}, "x:", "1.2")
    assert len(list(quads)) == 5_001 and "c" in quads.prefixes
    # What is wrong is told where it is read, and not by the prefixes.
    wrong = turtle_peg.parse(text="PREFIX : <x:> :s :p o", dialect="turtle")
    assert wrong.prefixes == {"": "x:"}
    with pytest.raises(turtle_peg.ParseError):
        next(wrong)


PACKED = {"gz": gzip.compress, "BZ2": bz2.compress, "xz": lzma.compress, "zst": zstd.compress}


def test_a_text_is_not_taken_for_a_path():
    for text in ["@prefix e: <http://e.org/> .\ne:s e:p e:o .\n", "<a> <b> <c> . " * 1000, "<a> <b> <c> ."]:
        for dialect in [None, "turtle"]:
            with pytest.raises(ValueError, match="looks like a document's text") as raised:
                list(turtle_peg.parse(text, dialect=dialect))
            assert len(str(raised.value)) < 200


@pytest.mark.parametrize("ending", PACKED)
def test_compressed_files_are_unpacked(tmp_path, ending):
    path = tmp_path / f"data.ttl.{ending}"
    # Two members are one document, as programs read them.
    path.write_bytes(PACKED[ending](TEXT) + PACKED[ending](b":s :p 3 ."))
    expected = list(turtle_peg.parse(TEXT + b":s :p 3 .", dialect="turtle", **STABLE))
    assert list(turtle_peg.parse(path, **STABLE)) == expected
    assert turtle_peg.check(path) == []
    # The first bytes tell that it is compressed, and not the name.
    other = tmp_path / "other.ttl"
    other.write_bytes(path.read_bytes())
    assert list(turtle_peg.parse(other, **STABLE)) == expected
    tuples = turtle_peg.parse(other, **STABLE)
    turtle_peg.serialize(tuples, file=path, prefixes=tuples)
    assert TEXT[:6] not in path.read_bytes() and not turtle_peg.diff(path, other)
    stream = turtle_peg.parse_arrow(path)
    assert pyarrow.table(stream).num_rows == len(expected)
    with pytest.raises(ValueError, match="no middle"):
        turtle_peg.parse(path, start=turtle_peg.Checkpoint.at_line("nt", 3, **STABLE))
    path.write_bytes(path.read_bytes()[:-5])
    with pytest.raises((EOFError, OSError)):
        list(turtle_peg.parse(path))


def test_a_module_that_is_missing_is_told(monkeypatch):
    zstd_of_nothing = zstd.compress(b"")
    monkeypatch.setitem(sys.modules, zstd.__name__, None)
    with pytest.raises(ImportError, match="pip install"):
        list(turtle_peg.parse(zstd_of_nothing, dialect="nt"))


def test_graphs_are_a_fourth():
    assert [quad[3] for quad in turtle_peg.parse(QUADS, dialect="trig")] == [None, "<http://example.org/g>"]


def test_an_error_of_the_source_is_itself():
    class Broken:
        def read(self, size):
            raise RuntimeError("on purpose")

    with pytest.raises(RuntimeError, match="on purpose"):
        list(turtle_peg.parse(Broken(), dialect="nt"))


def test_tuples_come_before_an_error_which_has_its_place():
    text = b"<x:s> <x:p> 1 .\n<x:s> <x:p> 2, ex:o .\n<x:s> <x:p> 3 ."
    seen = []
    with pytest.raises(SyntaxError) as caught:
        seen.extend(turtle_peg.parse(text, dialect="turtle"))
    rows = turtle_peg.parse(text, dialect="turtle")
    assert next(rows)[2].startswith('"1"')
    with pytest.raises(turtle_peg.ParseError):
        next(rows)
    assert list(rows) == []
    error = caught.value
    assert (error.line, error.column, error.filename) == (2, 16, None)
    assert error.title == "the prefix `ex:` is not declared"
    assert error.text == "<x:s> <x:p> 2, ex:o ."
    again = pickle.loads(pickle.dumps(error))
    assert (again.msg, again.line, again.title, again.help) == (error.msg, 2, error.title, error.help)


def test_faults_can_be_passed_over():
    text = b"<x:s> <x:p> . <x:s> <x:p> 2 . <x:s> ex:p 3 ."
    assert len(list(turtle_peg.parse(text, dialect="turtle", on_error="skip"))) == 1
    errors = []
    assert len(list(turtle_peg.parse(text, dialect="turtle", on_error=errors.append))) == 1
    assert [type(error) for error in errors] == [turtle_peg.ParseError] * 2
    assert [str(error) for error in turtle_peg.check(text, dialect="turtle")] == [str(it) for it in errors]
    with pytest.raises(ValueError):
        turtle_peg.parse(text, dialect="turtle", on_error="ignore")


def test_lenience_base_and_labels():
    text = b"<s> <p> 'x'@abcdefghij, [] ."
    with pytest.raises(SyntaxError):
        list(turtle_peg.parse(text, dialect="turtle", base="http://example.org/"))
    rows = list(
        turtle_peg.parse(text, dialect="turtle", base="http://example.org/", lenient=True, blank_node_prefix="d-")
    )
    assert rows[0] == ("<http://example.org/s>", "<http://example.org/p>", '"x"@abcdefghij')
    assert rows[1][2] == "_:d-anon1"


def test_ranges_are_the_document(tmp_path):
    path = tmp_path / "data.ttl"
    path.write_text("PREFIX : <http://example.org/>\n" + "".join(f":s{n} :p [ :q {n} ] .\n" for n in range(20000)))
    points = turtle_peg.checkpoints(path, every=100_000, **STABLE)
    assert len(points) > 2
    rows = []
    for point, after in zip(points, [*points[1:], None]):
        point = pickle.loads(pickle.dumps(point))
        assert point == turtle_peg.Checkpoint(bytes(point))
        until = {} if after is None else {"until": after.byte}
        rows += turtle_peg.parse(path, start=point, **until)
    assert rows == list(turtle_peg.parse(path, **STABLE))
    with pytest.raises(ValueError):
        turtle_peg.Checkpoint(b"nothing")
    with pytest.raises(ValueError):
        turtle_peg.Checkpoint.at_line("turtle", 3, **STABLE)
    lines = b"<x:s> <x:p> 'a' .\n".replace(b"'", b'"') * 5
    start = turtle_peg.Checkpoint.at_line("nt", 36, 2, **STABLE)
    assert len(list(turtle_peg.parse(lines, start=start, until=72))) == 2


def test_an_index_has_the_checkpoints_with_hashes(tmp_path):
    path = tmp_path / "data.ttl"
    path.write_text("PREFIX : <http://example.org/>\n" + "".join(f":s{n} :p [ :q {n} ] .\n" for n in range(2000)))
    data = path.read_bytes()
    made = turtle_peg.index(path, every=10_000, **STABLE)
    size, points = turtle_peg.indexed_checkpoints(made)
    starts = [point for point, _ in points]
    assert size == len(data) and len(starts) > 3
    assert starts == turtle_peg.checkpoints(path, every=10_000, **STABLE)
    assert turtle_peg.indexed_checkpoints(turtle_peg.index(path, threads=2))[0] == size
    ends = [point.byte for point in starts[1:]] + [size]
    rows = []
    for (point, sha256), end in zip(points, ends, strict=True):
        assert sha256 == hashlib.sha256(data[point.byte : end]).digest()
        rows += turtle_peg.parse(path, start=point, until=end)
    assert rows == list(turtle_peg.parse(path, **STABLE))
    for damaged in made[:-1], made[:-1] + bytes([made[-1] ^ 1]), b"":
        with pytest.raises(ValueError):
            turtle_peg.indexed_checkpoints(damaged)
    path.write_bytes(data + b":s :p ex:o .")
    with pytest.raises(turtle_peg.ParseError):
        turtle_peg.index(path)
    assert turtle_peg.indexed_checkpoints(turtle_peg.index(path, on_error="skip"))[0] == size + 12


def test_what_is_written_to_a_file_is_whole(tmp_path):
    path = tmp_path / "data.ttl"
    path.write_bytes(TEXT)
    quads = turtle_peg.parse(path, **STABLE)
    expected = list(turtle_peg.parse(path, **STABLE))
    # In the place of what is read.
    assert turtle_peg.serialize(quads, file=path, prefixes=quads) is None
    assert path.read_text().startswith("@prefix : <http://example.org/> .\n")
    assert not turtle_peg.diff(path, TEXT, dialect="turtle")
    before = path.read_bytes()
    path.chmod(0o640)
    for wrong in expected + [("a", "b", "c")], turtle_peg.parse(text="<x:s> <x:p> 1 . <x:s>", dialect="turtle"):
        with pytest.raises((ValueError, SyntaxError)):
            turtle_peg.serialize(wrong, file=path)
    assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path]
    turtle_peg.serialize(expected, file=str(path))
    assert path.stat().st_mode & 0o777 == 0o640 and len(list(turtle_peg.parse(path))) == 4
    with pytest.raises(ValueError, match="dialect"):
        turtle_peg.serialize(expected, file=tmp_path / "data")
    written = io.BytesIO()
    turtle_peg.serialize(iter(expected * 2_000), "nt", file=written)
    assert written.getvalue().decode() == turtle_peg.serialize(expected, "nt") * 2_000

    class Full:
        def write(self, data):
            raise OSError(28, "on purpose")

    with pytest.raises(OSError, match="on purpose"):
        turtle_peg.serialize(expected * 10_000, "nt", file=Full())


def test_terms_have_parts():
    def parts(text):
        term = turtle_peg.Term(text)
        return term.kind, term.value, term.datatype, term.language, term.direction

    xsd = "http://www.w3.org/2001/XMLSchema#"
    assert parts("<x:s>") == ("iri", "x:s", None, None, None)
    assert parts("_:b") == ("blank", "b", None, None, None)
    assert parts('"a\\n\\"b"') == ("literal", 'a\n"b', xsd + "string", None, None)
    assert parts('"1"^^<x:d>') == ("literal", "1", "x:d", None, None)
    assert parts('"a"@en--rtl')[3:] == ("en", "rtl")
    triple = turtle_peg.Term('<<( _:a <x:p> <<( <x:s> <x:p> "a b" )>> )>>')
    assert triple.kind == "triple" and triple.triple[2].triple[2] == '"a b"' and triple.triple[0] == "_:a"
    assert turtle_peg.Term("<x:s>").triple is None
    with pytest.raises(ValueError, match="not a term"):
        turtle_peg.Term("x:s").kind


def test_errors_are_told_as_people_read_them(tmp_path):
    (tmp_path / "data.ttl").write_text("\n<x:s> <x:p> 1 <x:q> 2 .\n")
    program = "import turtle_peg; list(turtle_peg.parse('data.ttl'))"
    run = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True)
    assert run.stderr.count("<x:q> 2 .") == run.stderr.count("line 2") == 1
    lines = run.stderr.splitlines()
    place = lines.index("turtle_peg.ParseError: `;` is missing after `1`")
    if sys.version_info >= (3, 11):
        assert lines[place + 1] == "help: insert `;` after `1`" and lines[place + 2].startswith("in detail: 2:15: unexpected")
    (fault,) = turtle_peg.check(text="<x:a&b> ex:p 1 .", dialect="turtle")
    assert repr(fault) == "<turtle_peg.ParseError 1:9: the prefix `ex:` is not declared>"
    page = fault._repr_html_()
    assert "&lt;x:a&amp;b&gt; <mark>ex:" in page and "help: " in page


def test_serialize_is_the_way_back():
    rows = list(turtle_peg.parse(QUADS, dialect="trig"))
    for dialect in "trig", "nq":
        text = turtle_peg.serialize(rows, dialect, prefixes={"": "http://example.org/"})
        assert list(turtle_peg.parse(text.encode(), dialect=dialect, **STABLE)) == rows
    assert ":p" in turtle_peg.serialize(rows, "trig", prefixes={"": "http://example.org/"})
    for wrong in [("<x:s>", "<x:p>")], [("<x:s>", "<x:p>", "<x:o> . <x:s> <x:p>", "<x:o>")], [("a", "b", "c")]:
        with pytest.raises(ValueError):
            turtle_peg.serialize(wrong)
    with pytest.raises(ValueError, match="no named graphs"):
        turtle_peg.serialize(rows, "turtle")


def test_the_version_is_announced_where_it_is_needed():
    """RDF 1.2 Turtle, "Version Announcement": "When using RDF 1.2-specific features, such as initial text direction"."""
    version = 'VERSION "1.2"\n'
    plain, directed = ("<x:s>", "<x:p>", '"a"'), ("<x:t>", "<x:p>", '"a"@ar--rtl')
    for dialect in "turtle", "trig", "nt", "nq":
        assert version not in turtle_peg.serialize([plain], dialect)
        text = turtle_peg.serialize([plain, directed, directed], dialect)
        assert text.startswith('<x:s> <x:p> "a" .\n') and text.count(version) == 1
        assert text.index(version) < text.index("<x:t>")
        assert turtle_peg.serialize([plain], dialect, announce="first").startswith(version)
        assert version not in turtle_peg.serialize([directed], dialect, announce="nowhere")
    with pytest.raises(ValueError, match="n-triples-1.1"):
        turtle_peg.serialize([plain], "n-triples-1.1", announce="first")
    with pytest.raises(ValueError, match="announce"):
        turtle_peg.serialize([plain], announce="always")


def test_format_and_diff():
    assert turtle_peg.format(text="<x:s><x:p>1 .", dialect="turtle") == "<x:s> <x:p> 1 .\n"
    with pytest.raises(turtle_peg.ParseError):
        turtle_peg.format(text="<x:s> <x:p> .", dialect="turtle")
    assert turtle_peg.diff(b"_:a <x:p> 1 .", b"_:b <x:p> 1 .", dialect="turtle") == ([], [])
    only_first, only_second = turtle_peg.diff(b"<x:s> <x:p> 1, 2 .", b"<x:s> <x:p> 2 .", dialect="turtle")
    assert len(only_first) == 1 and only_second == []
    difference = turtle_peg.diff(b"<x:s> <x:p> 1 .", io.StringIO("<x:s> <x:p> 2 ."), dialect="turtle")
    assert difference and not turtle_peg.diff(TEXT, TEXT, dialect="turtle")
    assert difference._repr_html_().count("&lt;x:s&gt;") == 2


def test_canonical_form():
    first, second = b"_:a <x:p> _:b . _:b <x:q> 'x'@EN .", b"_:x <x:q> 'x'@en . [] <x:p> _:x ."
    form = turtle_peg.canonicalize(first, dialect="turtle")
    assert form == turtle_peg.canonicalize(second, dialect="turtle")
    assert form.count("\n") == 2 and "@en" in form
    labels = turtle_peg.canonical_labels(first, dialect="turtle")
    assert sorted(labels) == ["a", "b"] and sorted(labels.values()) == ["c14n0", "c14n1"]
    alike = "".join(f"_:n{i} <x:p> _:n{j} .\n" for i in range(4) for j in range(4)).encode()
    assert turtle_peg.canonicalize(alike, dialect="nt", hash="sha384").count("c14n3") == 8
    with pytest.raises(ValueError, match="more than 100 steps"):
        turtle_peg.canonicalize(alike, dialect="nt", step_limit=100)
    with pytest.raises(ValueError, match="sha384"):
        turtle_peg.canonicalize(alike, dialect="nt", hash="md5")
    with pytest.raises(turtle_peg.ParseError):
        turtle_peg.canonicalize(b"<x:s> <x:p> .", dialect="turtle")


def test_a_panic_is_an_exception():
    from turtle_peg._native import _panic

    with pytest.raises(BaseException, match="on purpose") as caught:
        _panic()
    assert type(caught.value).__name__ == "PanicException"
    # The interpreter goes on.
    assert list(turtle_peg.parse(b"", dialect="nt")) == []


def test_others_run_while_a_document_is_parsed():
    text = b"<x:s> <x:p> <x:o> .\n" * 2_000_000
    done = threading.Event()
    turns = 0

    def check():
        turtle_peg.check(text, dialect="nt")
        done.set()

    thread = threading.Thread(target=check)
    thread.start()
    while not done.is_set():
        turns += 1
        time.sleep(0.001)
    thread.join()
    assert turns > 3


LINES = b"<x:s> <x:p> <x:o> .\n" * 10


class OnceOnly:
    """A stream that cannot go back."""

    def __init__(self, data):
        self.read = io.BytesIO(data).read


def test_ranges_of_a_file_object():
    file = io.BytesIO(LINES)
    points = turtle_peg.checkpoints(file, dialect="nt", every=50)
    ends = [point.byte for point in points[1:]] + [len(LINES)]
    ranges = [
        len(list(turtle_peg.parse(file, start=point, until=end))) for point, end in zip(points, ends, strict=True)
    ]
    assert sum(ranges) == 10 and min(ranges) > 0
    file.seek(20)
    with pytest.raises(ValueError, match="seek"):
        turtle_peg.checkpoints(file, dialect="nt")
    with pytest.raises(ValueError, match="leave them out"):
        turtle_peg.parse(file, start=points[0], base="http://example.org/")
    with pytest.raises(ValueError, match="raise"):
        turtle_peg.checkpoints(LINES, dialect="nt", on_error=print)


def test_what_can_be_read_once_is_not_read_twice():
    quads = turtle_peg.parse_arrow(OnceOnly(LINES), dialect="nt")
    assert pyarrow.table(quads).num_rows == 10
    with pytest.raises(ValueError, match="once"):
        pyarrow.table(quads)
    file = io.BytesIO(LINES)
    quads = turtle_peg.parse_arrow(file, dialect="nt")
    assert [pyarrow.table(quads).num_rows for _ in range(2)] == [10, 10]


def test_the_text_of_an_error_is_its_line():
    [fault] = turtle_peg.check(b"<x:s> <x:p> 1\n    <x:q> 2 .\n", dialect="turtle")
    assert (fault.line, fault.text) == (1, None)
    [fault] = turtle_peg.check(b"<x:s> <x:p> ex:o .", dialect="turtle")
    assert fault.text[fault.column - 1 :].startswith("ex:o")


def test_a_pass_over_a_document_can_be_interrupted(tmp_path):
    path = tmp_path / "large.nt"
    path.write_bytes(LINES * 400_000)
    program = "import sys, turtle_peg; print('begun', flush=True); turtle_peg.check(sys.argv[1])"
    process = subprocess.Popen([sys.executable, "-c", program, path], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout.readline() == b"begun\n"
    process.send_signal(signal.SIGINT)
    assert b"KeyboardInterrupt" in process.communicate()[1]


def test_older_lines_have_nothing_of_rdf_1_2():
    quads = [("<x:s>", "<x:p>", '"a"@en--ltr')]
    assert turtle_peg.serialize(quads, "n-triples-1.2")
    for dialect in "n-triples-1.1", "n-quads-1.1":
        with pytest.raises(ValueError, match=dialect):
            turtle_peg.serialize(quads, dialect)
    with pytest.raises(ValueError, match="prefix"):
        turtle_peg.serialize(quads, "turtle", prefixes={"a:": "x:"})


def test_two_documents_share_no_blank_node(tmp_path):
    texts = [
        b'<x:alice> <x:address> [ <x:city> "Rome" ] ; <x:pet> _:a . _:a <x:name> "Rex" .',
        b'<x:bob> <x:address> [ <x:city> "Oslo" ] ; <x:pet> _:a . _:a <x:name> "Tom" .',
    ]

    def parse(text):
        return list(turtle_peg.parse(text, dialect="turtle"))

    def in_ranges(text):
        points = turtle_peg.checkpoints(text, dialect="turtle", every=1)
        ends = [point.byte for point in points[1:]] + [None]
        ranges = [turtle_peg.parse(text, start=point, until=end) for point, end in zip(points, ends, strict=True)]
        assert len(ranges) > 1
        return [row for rows in ranges for row in rows]

    def serialized(text):
        lines = turtle_peg.serialize(turtle_peg.parse(text, dialect="turtle"), "n-triples-1.2")
        return list(turtle_peg.parse(lines.encode(), dialect="nt", blank_node_prefix=""))

    def labels(rows):
        return {term for row in rows for term in row if term and term.startswith("_:")}

    ways = [parse, in_ranges, serialized]
    for first in ways:
        for second in ways:
            one, other = labels(first(texts[0])), labels(second(texts[1]))
            assert len(one) == len(other) == 2 and not one & other
    stable = list(turtle_peg.parse(texts[0], dialect="turtle", blank_node_prefix=""))
    assert labels(stable) == {"_:a", "_:anon1"}
