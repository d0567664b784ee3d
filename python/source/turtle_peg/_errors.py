"""What is wrong with a document."""

from __future__ import annotations

import html
from collections.abc import Iterable
from typing import Any


class ParseError(SyntaxError):
    """A fault of a document: the attributes of ``SyntaxError``, and advice. ``text`` is the line, or ``None`` if that is long, or not
    at hand. A traceback shows ``help``, and ``detail``, what the grammar has to say, as notes (from Python 3.11 on).

    >>> import turtle_peg
    >>> try:
    ...     list(turtle_peg.parse(text="<x:s> <x:p> ex:o .", dialect="turtle"))
    ... except turtle_peg.ParseError as error:
    ...     print(error)
    1:13: the prefix `ex:` is not declared
    """

    def __init__(
        self,
        title: str,
        filename: str | None = None,
        line: int | None = None,
        column: int | None = None,
        text: str | None = None,
        *,
        help: Iterable[str] = (),
        detail: str | None = None,
        end_line: int | None = None,
        end_column: int | None = None,
        byte: int | None = None,
        production: str | None = None,
    ) -> None:
        super().__init__(title, (filename, line, column, text))
        self.help = list(help)
        self.detail = detail
        self.end_line = end_line
        self.end_column = end_column
        self.byte = byte
        self.production = production
        if hasattr(self, "add_note"):
            for note in self._notes():
                self.add_note(note)

    @property
    def title(self) -> str:
        """What is wrong, in a few words."""
        return self.msg

    @property
    def line(self) -> int | None:
        """The line, from 1."""
        return self.lineno

    @property
    def column(self) -> int | None:
        """The column, from 1, in characters."""
        return self.offset

    def _notes(self) -> list[str]:
        says_more = self.detail is not None and not self.detail.endswith(self.title)
        return [f"help: {it}" for it in self.help] + ([f"in detail: {self.detail}"] if says_more else [])

    def __str__(self) -> str:
        return ":".join(str(it) for it in (self.filename, self.line, self.column) if it is not None) + f": {self.title}"

    def __repr__(self) -> str:
        return f"<turtle_peg.ParseError {self}>"

    def _repr_html_(self) -> str:
        """The fault as notebooks show it."""
        lines = [f"<b>{html.escape(str(self))}</b>"]
        if self.text is not None and self.column is not None:
            # The end of a line may be at fault.
            marked = self.text[self.column - 1 : self._end()] or " "
            rest = self.text[self.column - 1 + len(marked) :]
            before, marked, rest = (html.escape(it) for it in (self.text[: self.column - 1], marked, rest))
            lines.append(f"{before}<mark>{marked}</mark>{rest}")
        return f"<pre>{'<br>'.join([*lines, *map(html.escape, self._notes())])}</pre>"

    def _end(self) -> int | None:
        return None if self.end_column is None or self.end_line != self.line else self.end_column - 1

    def __reduce__(self) -> tuple[Any, ...]:
        names = ("help", "detail", "end_line", "end_column", "byte", "production")
        arguments = (self.msg, self.filename, self.lineno, self.offset, self.text)
        return _restored, (arguments, {name: getattr(self, name) for name in names})


# How tracebacks call it.
ParseError.__module__ = "turtle_peg"


def _restored(arguments: tuple[Any, ...], details: dict[str, Any]) -> ParseError:
    return ParseError(*arguments, **details)
