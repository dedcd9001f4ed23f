"""Checks of two programs that have played a match."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import product

from host.engine.game import Side
from host.remote.match.remote_match import RemoteMatch
from host.remote.record.events import Entry
from host.remote.record.log import Log, log_of
from host.remote.record.merge import merge
from host.remote.record.terms import Terms
from host.storage.saved_match import SavedRemoteMatch
from host.storage.store import open_to_read, read_matches
from soak.remote.program import Program


def saved_match(program: Program, match: str) -> SavedRemoteMatch | None:
    """Return what a program has stored of a match, or None."""
    with open_to_read(program.data) as store:
        return store.remote_match(match)


def is_over(programs: Mapping[Side, Program], match: str) -> bool:
    """Return True if both pages show the end, and both stores have the same."""
    if any(program.state.get("phase") != "over" for program in programs.values()):
        return False
    one, other = (saved_match(programs[side], match) for side in Side)
    if one is None or other is None:
        return False
    return (one.own_log, one.far_log) == (other.far_log, other.own_log)


def check(programs: Mapping[Side, Program], match: str, key: bytes) -> tuple[str | None, int]:
    """Return what is lost or different of a match that is over, or None; and its plies."""
    matches = []
    for side in Side:
        saved = saved_match(programs[side], match)
        assert saved is not None
        assert saved.far_log is not None
        own, far = log_of(json.loads(saved.own_log)), log_of(json.loads(saved.far_log))
        terms = own.terms if isinstance(own.terms, Terms) else far.terms
        assert isinstance(terms, Terms)
        matches.append(RemoteMatch(side, terms, key, own, far))
    merged = matches[0].merged
    plies = len(merged.plies)
    if merged != matches[1].merged:
        return "different: the match that follows from the logs", plies
    final = tuple(ply.text for ply in merged.plies)
    known = {final[:length] for length in range(len(final) + 1)}
    if any(set(program.shown) - known for program in programs.values()):
        known = _histories(matches[0])  # something was taken back
    for side, program in programs.items():
        if program.moves != final:
            return f"different: {side.name} shows {program.moves}, the logs have {final}", plies
        played = [match for match in read_matches(program.data) if match.plies]
        if not any(tuple(ply.text for ply in match.plies) == final for match in played):
            return f"different: {side.name} has not saved {final}", plies
        for shown in program.shown:
            if shown not in known:
                return f"lost: {side.name} has shown {shown}, the logs have {final}", plies
    return None, plies


def _histories(match: RemoteMatch) -> set[tuple[str, ...]]:
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
