"""What is wrong with a document."""


class ParseError(SyntaxError):
    """A fault of a document: the attributes of ``SyntaxError``, and advice.

    >>> import turtle_peg
    >>> try:
    ...     list(turtle_peg.parse(b"<x:s> <x:p> ex:o .", dialect="turtle"))
    ... except turtle_peg.ParseError as error:
    ...     print(error.line, error.column, error.title)
    1 13 the prefix `ex:` is not declared
    """

    def __init__(
        self,
        message,
        filename=None,
        line=None,
        column=None,
        text=None,
        *,
        title=None,
        help=(),
        end_line=None,
        end_column=None,
        byte=None,
        production=None,
    ):
        super().__init__(message, (filename, line, column, text))
        self.title = title
        self.help = list(help)
        self.end_line = end_line
        self.end_column = end_column
        self.byte = byte
        self.production = production

    @property
    def line(self):
        """The line, from 1."""
        return self.lineno

    @property
    def column(self):
        """The column, from 1, in characters."""
        return self.offset

    def __reduce__(self):
        details = {
            name: getattr(self, name)
            for name in ("title", "help", "end_line", "end_column", "byte", "production")
        }
        arguments = (self.msg, self.filename, self.lineno, self.offset, self.text)
        return _restored, (arguments, details)


def _restored(arguments, details):
    return ParseError(*arguments, **details)
