"""Errors of records: all that was found wrong in a text."""

from __future__ import annotations

from host.message import Message, message

MAX_ERRORS = 20
"""Errors that are reported of one text."""


class InvalidRecordError(ValueError):
    """A text is no record; `str` gives all errors, one a line.

    Attributes:
        line: number of the line of the first error, from 1.
        move: text of the wrong move; None if something else is wrong.
        reason: the reason, without line and move.
        errors: all errors that were found, this one first.
    """

    def __init__(self, line: int, move: str | None, reason: Message) -> None:
        if move is None:
            super().__init__(message("engine.record_line", line=line, reason=reason))
        else:
            said = message("engine.record_move", line=line, move=repr(move), reason=reason)
            super().__init__(said)
        self.line = line
        self.move = move
        self.reason = reason
        self.errors: tuple[InvalidRecordError, ...] = (self,)

    def __str__(self) -> str:
        return "\n".join(str(error.args[0]) for error in self.errors)


class StopReadingError(Exception):
    """The rest of the text is not read: it has too many errors, or makes no sense without more."""


class ErrorList:
    """The errors of one text, in the order of its lines."""

    def __init__(self) -> None:
        self._errors: list[InvalidRecordError] = []

    def add(self, line: int, move: str | None, reason: Message) -> None:
        """Add an error.

        Raises:
            StopReadingError: there are `MAX_ERRORS` now.
        """
        self._errors.append(InvalidRecordError(line, move, reason))
        if len(self._errors) == MAX_ERRORS:
            raise StopReadingError

    def check(self) -> None:
        """Do nothing if there are no errors.

        Raises:
            InvalidRecordError: the first error, with all others.
        """
        if self._errors:
            first = self._errors[0]
            first.errors = tuple(self._errors)
            raise first
