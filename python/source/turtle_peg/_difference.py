"""What two documents differ in."""

from __future__ import annotations

import html
from typing import NamedTuple

Quad = tuple[str, str, str, "str | None"]


class Difference(NamedTuple):
    """The quads that only the first of two documents has, and those that only the second has. It is false if there are none."""

    removed: list[Quad]
    added: list[Quad]

    def __bool__(self) -> bool:
        return bool(self.removed or self.added)

    def _repr_html_(self) -> str:
        """The difference as notebooks show it, with + and - before the lines of N-Quads."""
        lines = [
            f'<span style="color: {color}">{sign} {html.escape(" ".join(filter(None, quad)))} .</span>'
            for sign, color, quads in (("-", "firebrick", self.removed), ("+", "green", self.added))
            for quad in quads
        ]
        return f"<pre>{'<br>'.join(lines) or 'no difference'}</pre>"


# How tracebacks and reprs call it.
Difference.__module__ = "turtle_peg"
