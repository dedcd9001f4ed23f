"""Match of two hosts as one of them keeps it: its own log, the far one, and what both lead to.

There is no network here: `own_payload` is what the other side shall have, `take_in` what came from
it, in any order and as often as it likes.  The caller stores `own_log` and `far_log` after every
call that changes one of them, before it publishes or shows anything.
"""

from __future__ import annotations

from collections.abc import Sequence

from host.engine.game import Side
from host.message import message
from host.recognition.history import Ply
from host.remote.record.errors import RefusedRecordError
from host.remote.record.events import Admit, Entry, Event, Move
from host.remote.record.log import Log
from host.remote.record.merge import WrittenMatch
from host.remote.record.payload import signed, verified
from host.remote.record.replay import Merged
from host.remote.record.terms import Terms


class RemoteMatch:
    """One match, seen from one of its two sides.

    Args:
        side: the own side.
        terms: of the match.
        key: the secret that both sides share; the link holds it.
        own_log: the own log, as it was stored.
        far_log: the log of the other side as it was last taken in; None while there was none.

    Attributes:
        side, terms, key: the same.
    """

    def __init__(
        self, side: Side, terms: Terms, key: bytes, own_log: Log, far_log: Log | None = None
    ) -> None:
        self.side, self.terms = side, terms
        self.key = key
        self._own, self._far = own_log, far_log
        self._written = WrittenMatch(terms, side.other, self._far_entries, own_log.entries)
        self._replay = self._written.replay(self._far_entries, own_log.entries)

    @classmethod
    def invite(cls, match: str, device: str, terms: Terms, key: bytes) -> RemoteMatch:
        """Return a new match of the inviter.

        Args:
            match: its random id.
            device: random id of this host.
            terms: of the match.
            key: the new secret.
        """
        return cls(terms.inviter, terms, key, Log(match, terms.inviter, device, terms))

    @classmethod
    def join(cls, match: str, device: str, payload: bytes, key: bytes) -> RemoteMatch:
        """Return the match of the joiner, once the inviter's log has come.

        Args:
            match: its id.
            device: random id of this host.
            payload: of the inviter.
            key: the secret, of the link.

        Raises:
            RefusedRecordError: the payload is refused, or somebody else has joined.
        """
        far = verified(payload, key)
        if not isinstance(far.terms, Terms) or far.side is not far.terms.inviter:
            raise RefusedRecordError(message("remote.own_side"))
        terms = far.terms
        own = Log(match, terms.inviter.other, device, terms.digest)
        joined = cls(own.side, terms, key, own)
        joined.take_in(payload)
        return joined

    @property
    def own_log(self) -> Log:
        """The own log."""
        return self._own

    @property
    def far_log(self) -> Log | None:
        """The log of the other side as far as it is known; None while nobody has joined."""
        return self._far

    @property
    def merged(self) -> Merged:
        """The match as both logs have it."""
        return self._replay.merged

    @property
    def turn(self) -> Side:
        """The side to move."""
        return self._replay.turn

    @property
    def admitted(self) -> str | None:
        """The device that has the joiner's seat; None while nobody has."""
        return self._replay.admitted

    def continues(self, made: Sequence[Ply]) -> bool:
        """Return True if a board that has made these moves of the present game can go on from them.

        It may have yet to carry out the far side's last moves.  It may also be ahead by a move of
        its own, which it has shown and its host did not live to write; a move that is the last one
        in the own log was written, and is gone because it was taken back.
        """
        recorded = self.merged.plies
        if self.merged.common_plies(made) < min(len(made), len(recorded)):
            return False
        if any(ply.side is self.side for ply in recorded[len(made) :]):
            return False
        ahead = [ply for ply in made[len(recorded) :] if not ply.forced]
        moves = [entry.event.text for entry in self._own.entries if isinstance(entry.event, Move)]
        was_taken_back = bool(ahead) and ahead[0].text in moves[-1:]
        return all(ply.side is self.side for ply in ahead) and not was_taken_back

    def own_payload(self) -> bytes:
        """Return the own log, signed, for the other side."""
        return signed(self._own, self.key)

    def append(self, event: Event, clock_ms: int | None = None) -> None:
        """Write an event into the own log.

        Args:
            event: what has happened on this side.
            clock_ms: what the own clock shows; None without clocks.

        Raises:
            RefusedRecordError: it cannot happen now; nothing has changed.
        """
        entry = Entry(event, len(self._far_entries), clock_ms)
        refusal = self._replay.refusal(self.side, entry)
        if refusal is not None:
            raise RefusedRecordError(refusal)
        extended = self._own.extended(entry)
        signed(extended, self.key)
        self._replay.apply(self.side, entry)
        self._own = extended

    def take_in(self, payload: bytes) -> list[Event]:
        """Take the log of the other side in.

        The inviter admits the first device that joins, by an event in its own log.

        Returns:
            What is new in it; empty if it is an older copy, or the same.

        Raises:
            RefusedRecordError: it is refused; nothing has changed.
        """
        far = verified(payload, self.key)
        self._check_head(far)
        known = self._far or far.head
        if known.extends(far):
            self._admit(far)
            return []
        if not far.extends(known):
            raise RefusedRecordError(message("remote.rewritten"))
        count = len(known.entries)
        written = self._written.checked(far.entries, self._own.entries)
        news = far.entries[count:]
        self._replay = written.replay(far.entries, self._own.entries)
        self._far = far
        self._written = written
        self._admit(far)
        return [entry.event for entry in news]

    @property
    def _far_entries(self) -> tuple[Entry, ...]:
        return () if self._far is None else self._far.entries

    def _check_head(self, far: Log) -> None:
        """Check that a log is the other side's of this match."""
        if far.match != self._own.match:
            raise RefusedRecordError(message("remote.other_match"))
        if far.side is self.side:
            raise RefusedRecordError(message("remote.own_side"))
        invited = self.terms.inviter is self.side
        if far.terms != (self.terms.digest if invited else self.terms):
            raise RefusedRecordError(message("remote.other_terms"))
        admitted = self._replay.admitted
        if invited and admitted not in (None, far.device):
            raise RefusedRecordError(message("remote.second_player"))
        if not invited:
            devices = [e.event.device for e in far.entries if isinstance(e.event, Admit)]
            if devices not in ([], [self._own.device]):
                raise RefusedRecordError(message("remote.second_player"))
            if self._far is not None and far.device != self._far.device:
                raise RefusedRecordError(message("remote.second_player"))

    def _admit(self, far: Log) -> None:
        """Take a device that has joined for good."""
        if self._far is None:
            self._far = far.head
        if self.terms.inviter is self.side and self._replay.admitted is None:
            self.append(Admit(far.device))
