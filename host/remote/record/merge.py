"""Merge of two logs into the match: the same on both sides, whatever the order of arrival.

An entry comes after what its writer had seen.  Of two that know nothing of each other, the one of
the side to move comes first, so that what happened on the board counts before what was said
meanwhile.  The order of two entries depends on what precedes them alone; therefore longer logs
never change what shorter ones have led to, but for what both sides agree on.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

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


class WrittenMatch:
    """The match as the writer of a log had it before each of its entries; it judges the next ones.

    It is kept from one copy of the log to the next, so that only what is new is applied.

    Args:
        terms: of the match.
        side: whose log it is.
        entries: of its log, which were checked before.
        own: the other log, of this side, which is complete.

    Raises:
        RefusedRecordError: the logs contradict each other; never if each entry was checked.
    """

    def __init__(
        self, terms: Terms, side: Side, entries: Sequence[Entry], own: Sequence[Entry]
    ) -> None:
        self._terms, self._side = terms, side
        self._count = len(entries)
        self._seen = entries[-1].seen if entries else 0
        self._replay = replay_of(terms, {side: entries, side.other: own[: self._seen]})

    def replay(self, entries: Sequence[Entry], own: Sequence[Entry]) -> Replay:
        """Return the replay of both logs, of which the writer may not have seen all of this side's.

        Args:
            entries: all of the log, each of which was checked.
            own: the other log, of this side.
        """
        return self._after_seen(self._replay.copy(), entries, own)

    def checked(self, entries: Sequence[Entry], own: Sequence[Entry]) -> WrittenMatch:
        """Check the new entries of the log, each in the match as its writer had it.

        Args:
            entries: all of the log, also those that were checked before.
            own: the other log, of this side, which is complete.

        Returns:
            The match as the writer had it after them; this one stays as it is.

        Raises:
            RefusedRecordError: one of them could not be written then; the message says why.
        """
        after = copy(self)
        after._replay = self._replay.copy()
        for entry in entries[self._count :]:
            after._check(entries, own, entry)
        return after

    def _check(self, entries: Sequence[Entry], own: Sequence[Entry], entry: Entry) -> None:
        """Check one entry, and take it in."""
        number = self._count
        if not self._seen <= entry.seen <= len(own):
            raise RefusedRecordError(message("remote.seen_ahead"))
        self._replay = self._after_seen(self._replay, entries[:number], own[: entry.seen])
        refusal = self._replay.refusal(self._side, entry)
        if refusal is not None:
            raise RefusedRecordError(
                message("remote.entry_refused", number=number + 1, reason=refusal)
            )
        self._replay.apply(self._side, entry)
        self._count, self._seen = number + 1, entry.seen

    def _after_seen(
        self, replay: Replay, entries: Sequence[Entry], seen: Sequence[Entry]
    ) -> Replay:
        """Return the replay after all checked entries and what their writer has seen by now.

        Args:
            replay: in the state after the last entry; it may go on from there.
            entries: those that were checked.
            seen: of the other log.
        """
        news = seen[self._seen :]
        # They come at the end of the order only if they had seen all before them.
        if any(other.seen != self._count for other in news):
            return replay_of(self._terms, {self._side: entries, self._side.other: seen})
        for other in news:
            replay.apply(self._side.other, other)
        return replay
