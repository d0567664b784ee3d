from collections.abc import Callable, Iterable, Iterator, Mapping
from os import PathLike
from typing import Any, Literal, Protocol, TypeAlias, TypedDict, final, type_check_only

from typing_extensions import Unpack

from ._errors import ParseError

__all__ = [
    "ArrowQuads",
    "Checkpoint",
    "Quads",
    "_dialect",
    "_panic",
    "canonical_labels",
    "canonicalize",
    "check",
    "checkpoints",
    "conformance",
    "diff",
    "fix",
    "format",
    "index",
    "indexed_checkpoints",
    "literal_parts",
    "parse",
    "parse_arrow",
    "serialize",
]

@type_check_only
class _Reads(Protocol):
    def read(self, size: int, /) -> bytes: ...

_Source: TypeAlias = str | PathLike[str] | bytes | bytearray | _Reads
_Quad: TypeAlias = tuple[str, str, str, str | None]

@type_check_only
class _ParserOptions(TypedDict, total=False):
    dialect: str | None
    base: str | None
    lenient: bool
    blank_node_prefix: str | None

@type_check_only
class _TestResult(TypedDict):
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
    def __new__(cls, bytes: bytes) -> Checkpoint: ...
    @staticmethod
    def at_line(dialect: str, byte: int, lines: int = 0, *, blank_node_prefix: str) -> Checkpoint: ...
    def with_blank_node_prefix(self, prefix: str) -> Checkpoint: ...
    @property
    def byte(self) -> int: ...
    @property
    def line(self) -> int: ...
    @property
    def dialect(self) -> str: ...
    def __bytes__(self) -> bytes: ...

def parse(
    source: _Source,
    *,
    on_error: Literal["raise", "skip"] | Callable[[ParseError], object] | None = None,
    start: Checkpoint | None = None,
    until: int | None = ...,
    **options: Unpack[_ParserOptions],
) -> Quads: ...
def parse_arrow(
    source: _Source,
    *,
    encoding: Literal["dictionary", "plain"] = "dictionary",
    line: bool = False,
    statement: bool = False,
    rows: int = 65536,
    on_error: Literal["raise", "skip"] | Callable[[ParseError], object] | None = None,
    start: Checkpoint | None = None,
    until: int | None = ...,
    **options: Unpack[_ParserOptions],
) -> ArrowQuads: ...
def checkpoints(
    source: _Source,
    *,
    every: int = ...,
    on_error: Literal["raise", "skip"] | None = None,
    threads: int = 1,
    **options: Unpack[_ParserOptions],
) -> list[Checkpoint]: ...
def index(
    path: str | PathLike[str],
    *,
    every: int = ...,
    on_error: Literal["raise", "skip"] | None = None,
    threads: int = 1,
    **options: Unpack[_ParserOptions],
) -> bytes: ...
def indexed_checkpoints(index: bytes) -> tuple[int, list[tuple[Checkpoint, bytes]]]: ...
def check(source: _Source, **options: Unpack[_ParserOptions]) -> list[ParseError]: ...
def fix(text: str, dialect: str = "turtle", *, unsafe: bool = False) -> str: ...
def format(text: str, dialect: str = "turtle", *, width: int = 100, indent: int = 4) -> str: ...
def diff(
    first: _Source,
    second: _Source,
    **options: Unpack[_ParserOptions],
) -> tuple[list[_Quad], list[_Quad]]: ...
def canonicalize(
    source: _Source,
    *,
    hash: Literal["sha256", "sha384"] = "sha256",
    step_limit: int = ...,
    **options: Unpack[_ParserOptions],
) -> str: ...
def canonical_labels(
    source: _Source,
    *,
    hash: Literal["sha256", "sha384"] = "sha256",
    step_limit: int = ...,
    **options: Unpack[_ParserOptions],
) -> dict[str, str]: ...
def conformance(
    manifest: str | PathLike[str],
    *,
    allow: Iterable[str | PathLike[str]] = ...,
    dialect: str | None = None,
) -> list[_TestResult]: ...
def serialize(
    quads: Iterable[Iterable[str | None]],
    format: str = "n-quads",
    *,
    prefixes: Mapping[str, str] = ...,
    announce: Literal["needed", "first", "nowhere"] = "needed",
) -> str: ...
def literal_parts(text: str) -> tuple[str, str, str | None, Literal["ltr", "rtl"] | None]: ...
def _dialect(path: str | PathLike[str], name: str | None = None) -> tuple[str, bool]: ...
def _panic() -> None: ...
