"""Merge of two logs into the match: the same on both sides, whatever the order of arrival.

An entry comes after what its writer had seen.  Of two that know nothing of each other, the one of
the side to move comes first, so that what happened on the board counts before what was said
meanwhile.  The order of two entries depends on what precedes them alone; therefore longer logs
never change what shorter ones have led to, but for what both sides agree on.
"""

from __future__ import annotations

from collections.abc import Sequence

from host.engine.game import Side
from host.message import message
from host.remote.record.errors import RefusedRecordError, refused_by
from host.remote.record.events import Entry
from host.remote.record.replay import Merged, Replay
from host.remote.record.terms import Terms


def merge(terms: Terms, black: Sequence[Entry], white: Sequence[Entry]) -> Merged:
    """Return the match that two logs lead to.

    Raises:
        RefusedRecordError: they contradict each other; never if each entry was checked.
    """
    return replay_of(terms, {Side.BLACK: black, Side.WHITE: white}).merged


def replay_of(terms: Terms, entries: dict[Side, Sequence[Entry]]) -> Replay:
    """Return the replay of two logs; errors as of `merge`."""
    replay, applied = Replay(terms), dict.fromkeys(Side, 0)
    while True:
        ready = [
            side
            for side in Side
            if applied[side] < len(entries[side])
            and entries[side][applied[side]].seen <= applied[side.other]
        ]
        if not ready:
            break
        side = replay.turn if len(ready) > 1 else ready[0]
        try:
            replay.apply(side, entries[side][applied[side]])
        except ValueError as error:
            raise refused_by(error) from None
        applied[side] += 1
    if any(applied[side] < len(entries[side]) for side in Side):
        raise RefusedRecordError(message("remote.seen_ahead"))
    return replay


def check_new(
    terms: Terms, side: Side, entries: Sequence[Entry], known: int, own: Sequence[Entry]
) -> None:
    """Check the new entries of a log, each in the match as its writer had it.

    Args:
        terms: of the match.
        side: whose log it is.
        entries: all of it.
        known: how many of them were checked before.
        own: the other log, of this side, which is complete.

    Raises:
        RefusedRecordError: one of them could not be written then; the message says why.
    """
    seen = entries[known - 1].seen if known else 0
    replay: Replay | None = None
    for number, entry in enumerate(entries[known:], known):
        if not seen <= entry.seen <= len(own):
            raise RefusedRecordError(message("remote.seen_ahead"))
        # What it answers comes at the end of the order only if that had seen all before it.
        if replay is not None and all(other.seen == number for other in own[seen : entry.seen]):
            for other in own[seen : entry.seen]:
                replay.apply(side.other, other)
        else:
            replay = replay_of(terms, {side: entries[:number], side.other: own[: entry.seen]})
        seen = entry.seen
        refusal = replay.refusal(side, entry)
        if refusal is not None:
            raise RefusedRecordError(
                message("remote.entry_refused", number=number + 1, reason=refusal)
            )
        replay.apply(side, entry)
