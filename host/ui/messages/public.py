"""Messages as spectators get them: without what is told of the owner's computer and board."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from host.message import Message
from host.message.messages import Argument

_PATH = re.compile(r"""(['"])(?:[A-Za-z]:|~)?[\\/](?:[^'"]*[\\/])?([^'"\\/]+)\1""")
"""A path in quotation marks, as messages have it, and its last part."""


def for_spectators(message: Mapping[str, object] | bytes) -> Mapping[str, object] | bytes | None:
    """Return what pages that only look on get of a published message; None for nothing.

    A path has the name of a user in it, and the report on a board the number of its chip.
    """
    if isinstance(message, bytes):
        return message
    if message["t"] == "board":
        return None
    text = message.get("text")
    if message["t"] != "notice" or not isinstance(text, Message | str):
        return message
    return {**message, "text": _without_paths(text)}


def _without_paths(argument: Argument) -> Argument:
    """Return the argument of a message with the last parts of paths alone."""
    match argument:
        case str():
            return _PATH.sub(r"\1\2\1", argument)
        case Message(args=args):
            return replace(
                argument, args=tuple((name, _without_paths(each)) for name, each in args)
            )
        case tuple():
            return tuple(map(_without_paths, argument))  # type: ignore[arg-type]
        case _:
            return argument
