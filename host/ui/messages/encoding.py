"""JSON text of a message to a page."""

from __future__ import annotations

import json
from collections.abc import Mapping

from host.message import as_json


def encode(message: Mapping[str, object]) -> str:
    """Return the JSON text of a message; its `Message`s become `{"id": ..., "args": {...}}`."""
    return json.dumps(message, default=as_json, separators=(",", ":"))
