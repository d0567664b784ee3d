from collections.abc import Callable, Iterable, Iterator, Mapping
from os import PathLike
from types import GenericAlias
from typing import Any, Generic, Literal, Protocol, TypeAlias, TypedDict, TypeVar, final, overload, type_check_only

from typing_extensions import Unpack

from ._difference import Difference
from ._errors import ParseError

__all__ = [
    "ArrowQuads",
    "Checkpoint",
    "Quads",
    "__version__",
    "_dialect",
    "_panic",
    "_serialize",
    "canonical_labels",
    "canonicalize",
    "check",
    "checkpoints",
    "conformance",
    "dialects",
    "diff",
    "fix",
    "format",
    "index",
    "indexed_checkpoints",
    "literal_parts",
    "parse",
    "parse_arrow",
]

__version__: str
dialects: dict[str, str]
"""The dialects: their names, and the titles of their specifications."""

@type_check_only
class _Reads(Protocol):
    def read(self, size: int, /) -> bytes | str: ...

_Source: TypeAlias = str | PathLike[str] | bytes | bytearray | memoryview | _Reads
_Triple: TypeAlias = tuple[str, str, str]
_Quad: TypeAlias = tuple[str, str, str, str | None]
_Row = TypeVar("_Row", bound=tuple[Any, ...], covariant=True)
_OnError: TypeAlias = Literal["raise", "skip"] | Callable[[ParseError], object] | None

_OfTriples: TypeAlias = Literal[
    "turtle", "ttl", "text/turtle", "turtle-submission", "turtle-wd2011", "turtle-1.1", "turtle-1.2-wd2024", "turtle-1.2",
    "n-triples", "ntriples", "nt", "application/n-triples", "n-triples-1.1", "n-triples-1.2",
]
_OfQuads: TypeAlias = Literal[
    "trig", "application/trig", "trig-1.1", "trig-1.2", "n-quads", "nquads", "nq", "application/n-quads", "n-quads-1.1", "n-quads-1.2",
]

@type_check_only
class _OtherOptions(TypedDict, total=False):
    base: str | None
    lenient: bool
    blank_node_prefix: str | None

@type_check_only
class _ParserOptions(_OtherOptions, total=False):
    dialect: str | None

@type_check_only
class _TestResult(TypedDict):
    name: str
    iri: str
    passed: bool
    failure: str | None

@final
class Quads(Iterator[_Row], Generic[_Row]):
    def __class_getitem__(cls, key: Any) -> GenericAlias: ...
    def __iter__(self) -> Quads[_Row]: ...
    def __next__(self) -> _Row: ...
    @property
    def prefixes(self) -> dict[str, str]: ...
    @property
    def base_iri(self) -> str | None: ...
    @property
    def version(self) -> str | None: ...

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

@overload
def parse(
    source: _Source | None = None,
    *,
    text: str | None = None,
    on_error: _OnError = None,
    start: Checkpoint | None = None,
    until: int | None = None,
    dialect: _OfTriples,
    **options: Unpack[_OtherOptions],
) -> Quads[_Triple]: ...
@overload
def parse(
    source: _Source | None = None,
    *,
    text: str | None = None,
    on_error: _OnError = None,
    start: Checkpoint | None = None,
    until: int | None = None,
    dialect: _OfQuads,
    **options: Unpack[_OtherOptions],
) -> Quads[_Quad]: ...
@overload
def parse(
    source: _Source | None = None,
    *,
    text: str | None = None,
    on_error: _OnError = None,
    start: Checkpoint | None = None,
    until: int | None = None,
    **options: Unpack[_ParserOptions],
) -> Quads[Any]: ...
def parse_arrow(
    source: _Source | None = None,
    *,
    text: str | None = None,
    encoding: Literal["dictionary", "plain"] = "dictionary",
    line: bool = False,
    statement: bool = False,
    rows: int = 65536,
    on_error: _OnError = None,
    start: Checkpoint | None = None,
    until: int | None = None,
    **options: Unpack[_ParserOptions],
) -> ArrowQuads: ...
def checkpoints(
    source: _Source | None = None,
    *,
    text: str | None = None,
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
def check(
    source: _Source | None = None,
    *,
    text: str | None = None,
    **options: Unpack[_ParserOptions],
) -> list[ParseError]: ...
def fix(
    source: _Source | None = None,
    *,
    text: str | None = None,
    unsafe: bool = False,
    **options: Unpack[_ParserOptions],
) -> str: ...
def format(
    source: _Source | None = None,
    *,
    text: str | None = None,
    width: int = 100,
    indent: int = 4,
    **options: Unpack[_ParserOptions],
) -> str: ...
def diff(
    first: _Source,
    second: _Source,
    **options: Unpack[_ParserOptions],
) -> Difference: ...
def canonicalize(
    source: _Source | None = None,
    *,
    text: str | None = None,
    hash: Literal["sha256", "sha384"] = "sha256",
    step_limit: int = ...,
    **options: Unpack[_ParserOptions],
) -> str: ...
def canonical_labels(
    source: _Source | None = None,
    *,
    text: str | None = None,
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
def _serialize(
    quads: Iterable[Iterable[str | None]],
    dialect: str,
    file: Any,
    prefixes: Mapping[str, str] | Quads[Any] | None,
    announce: str,
) -> str: ...
def literal_parts(text: str) -> tuple[str, str, str | None, Literal["ltr", "rtl"] | None]: ...
def _dialect(path: str | PathLike[str], name: str | None = None) -> tuple[str, bool]: ...
def _panic() -> None: ...
