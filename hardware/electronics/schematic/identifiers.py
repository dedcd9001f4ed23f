"""UUIDs of schematic items, derived from names: the same board gives the same bytes."""

from __future__ import annotations

import uuid

_NAMESPACE = uuid.uuid5(uuid.NAMESPACE_URL, "https://ohwr.org/cern_ohl_p_v2.txt#kamisado-board")


def identifier(*names: str) -> str:
    """Return the UUID of an item; the first name is the board's."""
    return str(uuid.uuid5(_NAMESPACE, "/".join(names)))


def symbol_identifier(board: str, ref: str) -> str:
    """Return the UUID of a part's symbol, by which the footprint on the board refers to it."""
    return identifier(board, "symbol", ref)
