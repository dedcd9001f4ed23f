"""States through which a match between two hosts may have gone."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from host.engine.game import Side
from host.remote.match.remote_match import RemoteMatch
from host.remote.record.events import Entry
from host.remote.record.log import Log
from host.remote.record.merge import merge


def histories(match: RemoteMatch) -> set[tuple[str, ...]]:
    """Return the moves of all states through which a match may have gone, and their beginnings."""
    assert match.far_log is not None
    own, far = match.own_log, match.far_log
    black, white = (own, far) if own.side is Side.BLACK else (far, own)
    found = set()
    for blacks, whites in product(_beginnings(black), _beginnings(white)):
        ahead = (blacks and blacks[-1].seen > len(whites)) or (
            whites and whites[-1].seen > len(blacks)
        )
        if not ahead:  # one has not seen more than that of the other
            merged = merge(match.terms, blacks, whites)
            texts = tuple(ply.text for ply in merged.plies)
            found |= {texts[:length] for length in range(len(texts) + 1)}
    return found


def _beginnings(log: Log) -> list[Sequence[Entry]]:
    return [log.entries[:count] for count in range(len(log.entries) + 1)]
