"""JSON text of a message to a page."""

from __future__ import annotations

import json
from collections.abc import Mapping

from host.message import Message


def encode(message: Mapping[str, object]) -> str:
    """Return the JSON text of a message; its `Message`s become `{"id": ..., "args": {...}}`."""
    return json.dumps(message, default=_encode_message, separators=(",", ":"))


def _encode_message(value: object) -> dict[str, object]:
    if isinstance(value, Message):
        return {"id": value.id, "args": dict(value.args)}
    raise TypeError(f"{value!r} has no JSON form")
