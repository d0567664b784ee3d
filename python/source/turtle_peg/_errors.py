"""What is wrong with a document."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


class ParseError(SyntaxError):
    """A fault of a document: the attributes of ``SyntaxError``, and advice. ``text`` is the line, or ``None`` if that is long, or not
    at hand.

    >>> import turtle_peg
    >>> try:
    ...     list(turtle_peg.parse(b"<x:s> <x:p> ex:o .", dialect="turtle"))
    ... except turtle_peg.ParseError as error:
    ...     print(error.line, error.column, error.title)
    1 13 the prefix `ex:` is not declared
    """

    def __init__(
        self,
        message: str,
        filename: str | None = None,
        line: int | None = None,
        column: int | None = None,
        text: str | None = None,
        *,
        title: str | None = None,
        help: Iterable[str] = (),
        end_line: int | None = None,
        end_column: int | None = None,
        byte: int | None = None,
        production: str | None = None,
    ) -> None:
        super().__init__(message, (filename, line, column, text))
        self.title = title
        self.help = list(help)
        self.end_line = end_line
        self.end_column = end_column
        self.byte = byte
        self.production = production

    @property
    def line(self) -> int | None:
        """The line, from 1."""
        return self.lineno

    @property
    def column(self) -> int | None:
        """The column, from 1, in characters."""
        return self.offset

    def __reduce__(self) -> tuple[Any, ...]:
        details = {
            name: getattr(self, name)
            for name in ("title", "help", "end_line", "end_column", "byte", "production")
        }
        arguments = (self.msg, self.filename, self.lineno, self.offset, self.text)
        return _restored, (arguments, details)


def _restored(arguments: tuple[Any, ...], details: dict[str, Any]) -> ParseError:
    return ParseError(*arguments, **details)
