"""Canonical JSON: the one text of a value, so that both sides sign the same bytes."""

from __future__ import annotations

import json


def canonical(data: object) -> bytes:
    """Return a value as JSON with sorted keys, without spaces, in ASCII."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), allow_nan=False).encode("ascii")
