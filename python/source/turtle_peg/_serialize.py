"""Quads as documents, and the files that these are written to."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, Protocol, overload

from ._native import Quads, _dialect, _serialize
from ._packed import opened, packing_of_name


class _Writes(Protocol):
    def write(self, bytes: bytes, /) -> object: ...


_Rows = Iterable[Iterable["str | None"]]
_Prefixes = Mapping[str, str] | Quads[Any]
_Announce = Literal["needed", "first", "nowhere"]


@overload
def serialize(
    quads: _Rows,
    dialect: str | None = None,
    *,
    file: None = None,
    prefixes: _Prefixes | None = None,
    announce: _Announce = "needed",
) -> str: ...
@overload
def serialize(
    quads: _Rows,
    dialect: str | None = None,
    *,
    file: str | os.PathLike[str] | _Writes,
    prefixes: _Prefixes | None = None,
    announce: _Announce = "needed",
) -> None: ...
def serialize(
    quads: _Rows,
    dialect: str | None = None,
    *,
    file: str | os.PathLike[str] | _Writes | None = None,
    prefixes: _Prefixes | None = None,
    announce: _Announce = "needed",
) -> str | None:
    """Tuples of terms, as N-Triples has them, as a document in a dialect: as a text, or written to ``file``, in little memory.

    ``file`` is a path, whose name tells the dialect and the compression; or a file object that takes bytes. A file at a path is there
    when all of it is written, so it may be the one that is read; an error leaves the old one. Without a ``dialect``, it is N-Quads.
    ``prefixes`` is a mapping, or what ``parse`` gave: then those at the head of that document. Other IRIs are written in full.

    ``VERSION "1.2"``, which readers of RDF 1.1 refuse, comes where it is ``needed``, before the first triple term or base direction;
    ``first``, whatever follows; or ``nowhere``.

    >>> from turtle_peg import parse, serialize
    >>> print(serialize([("<x:a>", "<x:p>", '"o"')], "turtle-1.1", prefixes={"x": "x:"}), end="")
    @prefix x: <x:> .
    <BLANKLINE>
    x:a x:p "o" .
    >>> quads = parse(text="PREFIX e: <http://example.org/> e:s e:p 1 .", dialect="turtle")
    >>> print(serialize(quads, "trig", prefixes=quads), end="")
    @prefix e: <http://example.org/> .
    <BLANKLINE>
    e:s e:p 1 .
    """
    if file is None or hasattr(file, "write"):
        return _serialize(quads, dialect or "n-quads", file, prefixes, announce)
    name, _ = _dialect(file, dialect)
    with _replacing(file) as written:
        _serialize(quads, name, written, prefixes, announce)
    return None


@contextlib.contextmanager
def _replacing(path: str | os.PathLike[str]) -> Iterator[Any]:
    """A file that takes the place of the one at this path, if nothing fails; it is packed if the name says so."""
    path = os.path.realpath(path)
    exists = os.path.exists(path)
    with contextlib.ExitStack() as stack:
        if exists and not os.path.isfile(path):
            # A pipe or a device: nothing takes its place.
            file = stack.enter_context(open(path, "wb"))
        else:
            number, temporary = tempfile.mkstemp(dir=os.path.dirname(path), prefix=".turtle-peg-")
            file = open(number, "wb")
            stack.push(lambda kind, *_: _settle(file, temporary, path, kind is not None))
        module = packing_of_name(path)
        yield stack.enter_context(opened(module, file, "wb")) if module else file


def _settle(file: Any, temporary: str, path: str, has_failed: bool) -> None:
    """Renames the file that is written, or removes it."""
    try:
        file.close()
        if not has_failed:
            os.chmod(temporary, _permissions(path))
            os.replace(temporary, path)
            return
    except BaseException:
        os.unlink(temporary)
        raise
    os.unlink(temporary)


def _permissions(path: str) -> int:
    """Those of the file at this path; or of a new one, as others are."""
    with contextlib.suppress(FileNotFoundError):
        return os.stat(path).st_mode & 0o7777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


serialize.__module__ = "turtle_peg"
