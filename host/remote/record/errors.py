"""Refusal of a record."""

from __future__ import annotations

from typing import TypeVar

from host.message import Message, message, message_of, quoted
from host.message.schema import SchemaError, decode

T = TypeVar("T")


class RefusedRecordError(ValueError):
    """A record or an event is refused; nothing was changed.

    Attributes:
        reason: for the player.
    """

    def __init__(self, reason: Message) -> None:
        super().__init__(reason)
        self.reason = reason


def malformed(text: str) -> RefusedRecordError:
    """Return the error for a record that is not of the agreed form; `text` quotes the place."""
    return RefusedRecordError(message("remote.malformed", text=text))


def refused_by(error: ValueError) -> RefusedRecordError:
    """Return the error for a record in which another part of the program refuses a value."""
    return RefusedRecordError(message("remote.invalid_value", reason=message_of(error)))


def read_as(schema: type[T], data: object) -> T:
    """Return what a JSON value of a record stands for.

    Raises:
        RefusedRecordError: it has not the form of the schema; the message quotes it.
    """
    try:
        return decode(schema, data)
    except SchemaError:
        raise malformed(quoted(str(data))) from None
