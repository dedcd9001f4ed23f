"""Messages of the host as a page gets them (docs/protocols/page.md), put into English."""

from __future__ import annotations

import json

from host.message import message


def in_english(text: str) -> dict[str, object]:
    """Decode the JSON text of a message, its `{"id": ..., "args": {...}}` in words."""
    found = json.loads(text, object_hook=_shown)
    assert isinstance(found, dict)
    return found


def _shown(fields: dict[str, object]) -> object:
    """Put one message into words; those in its arguments are texts already."""
    if fields.keys() != {"id", "args"}:
        return fields
    args = fields["args"]
    assert isinstance(args, dict)
    lists = {name: tuple(value) for name, value in args.items() if isinstance(value, list)}
    return str(message(str(fields["id"]), **{**args, **lists}))
