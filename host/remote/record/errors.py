"""Refusal of a record."""

from __future__ import annotations

from host.message import Message, message, message_of


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
