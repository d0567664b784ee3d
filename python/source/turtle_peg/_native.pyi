from collections.abc import Callable, Iterable, Iterator, Mapping
from os import PathLike
from typing import Any, Literal, Protocol, TypeAlias, TypedDict, final

from typing_extensions import Unpack

from ._errors import ParseError

class _Reads(Protocol):
    def read(self, size: int, /) -> bytes: ...

Source: TypeAlias = str | PathLike[str] | bytes | _Reads
Row: TypeAlias = tuple[str, str, str] | tuple[str, str, str, str | None]
Quad: TypeAlias = tuple[str, str, str, str | None]

class ParserOptions(TypedDict, total=False):
    dialect: str | None
    base: str | None
    lenient: bool
    blank_node_prefix: str

class TestResult(TypedDict):
    name: str
    iri: str
    passed: bool
    failure: str | None

@final
class Quads(Iterator[tuple[str, ...]]):
    def __iter__(self) -> Quads: ...
    def __next__(self) -> Any: ...

@final
class ArrowQuads:
    @property
    def error(self) -> ParseError | OSError | None: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

@final
class Checkpoint:
    def __init__(self, bytes: bytes) -> None: ...
    @staticmethod
    def at_line(dialect: str, byte: int, lines: int = 0, *, blank_node_prefix: str = "") -> Checkpoint: ...
    def with_blank_node_prefix(self, prefix: str) -> Checkpoint: ...
    @property
    def byte(self) -> int: ...
    @property
    def line(self) -> int: ...
    @property
    def dialect(self) -> str: ...
    def __bytes__(self) -> bytes: ...

def parse(
    source: Source,
    *,
    on_error: Literal["raise", "skip"] | Callable[[ParseError], object] | None = None,
    start: Checkpoint | None = None,
    until: int = ...,
    **options: Unpack[ParserOptions],
) -> Quads: ...
def parse_arrow(
    source: Source,
    *,
    encoding: Literal["dictionary", "plain"] = "dictionary",
    line: bool = False,
    statement: bool = False,
    rows: int = 65536,
    on_error: Literal["raise", "skip"] | Callable[[ParseError], object] | None = None,
    start: Checkpoint | None = None,
    until: int = ...,
    **options: Unpack[ParserOptions],
) -> ArrowQuads: ...
def checkpoints(
    source: Source,
    *,
    every: int = ...,
    on_error: Literal["raise", "skip"] | None = None,
    threads: int = 1,
    **options: Unpack[ParserOptions],
) -> list[Checkpoint]: ...
def index(
    path: str | PathLike[str],
    *,
    every: int = ...,
    on_error: Literal["raise", "skip"] | None = None,
    threads: int = 1,
    **options: Unpack[ParserOptions],
) -> bytes: ...
def indexed_checkpoints(index: bytes) -> tuple[int, list[tuple[Checkpoint, bytes]]]: ...
def check(source: Source, **options: Unpack[ParserOptions]) -> list[ParseError]: ...
def fix(text: str, dialect: str = "turtle", *, unsafe: bool = False) -> str: ...
def format(text: str, dialect: str = "turtle", *, width: int = 100, indent: int = 4) -> str: ...
def diff(
    first: Source,
    second: Source,
    **options: Unpack[ParserOptions],
) -> tuple[list[Quad], list[Quad]]: ...
def conformance(
    manifest: str | PathLike[str],
    *,
    allow: Iterable[str | PathLike[str]] = (),
    dialect: str | None = None,
) -> list[TestResult]: ...
def serialize(
    quads: Iterable[Iterable[str | None]],
    format: str = "n-quads",
    *,
    prefixes: Mapping[str, str] = ...,
) -> str: ...
