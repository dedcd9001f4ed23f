"""Messages as text in a file: JSON of id and arguments, put into words when they are shown."""

from __future__ import annotations

import json
from collections.abc import Mapping

from host.message.catalogues import DEFAULT_LANGUAGE, catalogue
from host.message.messages import Argument, Message, Words, message, render


def as_json(value: object) -> dict[str, object]:
    """Return the JSON form of a message, {"id": ..., "args": {...}}, as `json.dumps` asks for it.

    Raises:
        TypeError: the value is no message.
    """
    if isinstance(value, Message):
        return {"id": value.id, "args": dict(value.args)}
    raise TypeError(f"{value!r} has no JSON form")


def stored_text(words: Words) -> str:
    """Return the text of a message in a file; a plain text as it is."""
    return words if isinstance(words, str) else json.dumps(words, default=as_json)


def read_stored(text: str) -> Words:
    """Return the message that a text stands for; the text if it stands for none that is known.

    Older files have sentences.
    """
    try:
        told = json.loads(text)
        if not isinstance(told, dict):
            return text
        found = from_json(told)
        render(found, catalogue(DEFAULT_LANGUAGE))
    except (ValueError, KeyError, TypeError, AttributeError):
        return text
    return found


def from_json(told: Mapping[str, object]) -> Message:
    """Return the message of its JSON form.

    Raises:
        KeyError, TypeError: it is none.
    """
    args = told["args"]
    if not isinstance(args, dict):
        raise TypeError(f"{args!r} are no arguments")
    return message(str(told["id"]), **{name: _argument(value) for name, value in args.items()})


def _argument(value: object) -> Argument:
    if isinstance(value, dict):
        return from_json(value)
    if isinstance(value, list):
        return tuple(_argument(each) for each in value)  # type: ignore[misc]
    if not isinstance(value, str | int):
        raise TypeError(f"{value!r} is no argument")
    return value
