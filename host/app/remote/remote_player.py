"""Far side of a session: write what happens here into the own log, and follow both logs.

A move made by hand is written into the own log, and so is what players here ask for beside their
moves.  Then the session follows what both logs lead to: the far player's move is announced as the
computer's is.  The logs are stored before they are published or anything of them is shown.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from host.app.clock import monotonic_ms
from host.app.remote.broker_client import Channel
from host.app.remote.far_state import FarState, new_writer, presence_in
from host.app.remote.joining import is_second
from host.app.remote.own_topic import OwnTopic
from host.engine.game import Side
from host.message import Message, message, message_of
from host.remote.match.offers import event_of, waiting_words
from host.remote.match.presence import (
    Presence,
    PresenceReader,
    PresenceWriter,
    log_topic,
    presence_topic,
)
from host.remote.match.remote_match import RemoteMatch
from host.remote.match.wanted_record import wanted_record
from host.remote.record import events as e
from host.remote.record.errors import RefusedRecordError
from host.remote.record.log import Log
from host.remote.record.payload import verified
from host.remote.record.replay import OfferEvent
from host.session.requests import FollowRecord, ModeRequest
from host.session.session import Session
from host.session.view import Action, Notice, Phase, Severity
from host.storage.database import SaveFileError

RETRY_S = 1.0
"""Pause after the logs could not be stored."""
RESULT_S = 4.0
"""Time for which the result of a round is left to be read before the far player's choice."""


class RemotePlayer:
    """Plays the far side of a session.

    Args:
        session: where it plays.
        match: both logs.
        channel: to the other side.
        save: stores both logs, and the number of the game that the session plays.
        handle: carries a request out; None, or why not.
        tell: says something to people.
        game_number: the number of the game in the match that the session plays.
        on_lost: called once it is known that somebody else has the seat of this host.
        writer: signs the own presence; None for a new one.
        on_far: called when what is known of the far player has changed.

    Attributes:
        far: what is known of the far player.
    """

    def __init__(
        self,
        session: Session,
        match: RemoteMatch,
        channel: Channel,
        save: Callable[[RemoteMatch, int], Awaitable[None]],
        handle: Callable[[ModeRequest], Awaitable[object]],
        tell: Callable[[Notice], None],
        game_number: int = 1,
        on_lost: Callable[[], None] = lambda: None,
        writer: PresenceWriter | None = None,
        on_far: Callable[[], None] = lambda: None,
    ) -> None:
        self._on_far = on_far
        self._on_lost, self._is_stopped = on_lost, False
        self.far = FarState()
        self._session, self._match, self._channel = session, match, channel
        self._save, self._handle, self._tell = save, handle, tell
        self._game_number = game_number
        self._inbox: list[bytes] = []
        self._wake = asyncio.Event()
        self._saved: tuple[object, ...] = ()
        self._tried: tuple[object, ...] = ()
        self._refused: Message | None = None
        self._not_saved: Message | None = None
        self._presence: Presence | None = None
        self._told_run: int | None = None
        self._reader = PresenceReader(self._id, self._far_side, match.key)
        self._writer = writer or new_writer(match)
        self._is_open_twice = False
        self._is_behind = False
        """True while the session has moves that the record has no more."""
        self._published: Log | None = None
        self._payload = b""
        channel.subscribe(log_topic(self._id, self._far_side), self._receive)
        channel.subscribe(presence_topic(self._id, self._far_side), self._see_presence)
        own_log, own_presence = (at(self._id, match.side) for at in (log_topic, presence_topic))
        self._own_log = OwnTopic(
            channel, own_log, self._has_seat, lambda: self._payload, self._is_later
        )
        self._own_presence = OwnTopic(
            channel, own_presence, self._has_seat, self._presence_now, self._writer.see
        )

    @property
    def _id(self) -> str:
        return self._match.own_log.match

    @property
    def _far_side(self) -> Side:
        return self._match.side.other

    @property
    def has_joined(self) -> bool:
        """True once both seats are taken."""
        return self._match.admitted is not None

    @property
    def awaits_inviter(self) -> bool:
        """True on the side that has joined, until the inviter has seen it and given it the seat."""
        return not self.has_joined and self._match.terms.inviter is not self._match.side

    def far_now(self) -> FarState:
        """Return what is known of the far player, after as many moves as have been made by now."""
        self.far = self.far.after(len(self._match.merged.plies))
        return self.far

    @property
    def waiting(self) -> Message | None:
        """The sentence about what was asked here and waits for an answer; None if nothing does."""
        return waiting_words(self._match.merged, self._match.side)

    @property
    def can_withdraw(self) -> bool:
        """True if something waits for an answer that is not withdrawn."""
        offer = self._match.merged.offer_of(self._match.side)
        return offer is not None and not offer.withdrawn

    @property
    def is_unheard(self) -> bool:
        """True while the broker has not handed out the own log as it was published last."""
        return self._own_log.is_unheard

    def look(self) -> None:
        """Look at the session again: it may have changed."""
        self._wake.set()

    async def attend(self, changed: asyncio.Condition) -> None:
        """Look at the session now and after each notification, until cancelled."""
        async with changed:  # held but for the wait, so that none is missed
            while True:
                self.look()
                await changed.wait()

    async def run(self) -> None:
        """Keep session, record and broker the same, until cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._own_log.keep())
            group.create_task(self._own_presence.keep())
            await self._follow_changes()

    async def _follow_changes(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            await self.update()

    def come_back(self) -> None:
        """Tell the presence anew: the last will may have ended all that was told before."""
        self._presence = None
        self._wake.set()

    def stop(self) -> None:
        """Publish nothing more."""
        self._is_stopped = True

    def say(self, number: int) -> None:
        """Say one of the fixed sentences to the far player.

        Args:
            number: of the sentence, from 0 to 5.
        """
        if self.write(e.Say(number)):
            words = message("remote.you_say", phrase=message(f"remote.phrase_{number}"))
            self._tell(Notice(Severity.INFO, words))

    def write(self, event: e.Event) -> bool:
        """Write what the player here does beside the board; False, and people are told why, if it
        cannot be."""
        self._wake.set()
        return self._write(event)

    async def update(self) -> None:
        """Write what has happened here, take in what has come, store, publish and follow."""
        if self._session.settings.far_side is not self._far_side:
            return  # another match is played on the board; this one waits
        self._write_moves()
        known = len(self._match.merged.plies)
        self._write_requests()
        self._take_in()
        self._is_behind |= len(self._match.merged.plies) < known
        offer = self._match.merged.offer_of(self._far_side)
        if offer is not None and offer.withdrawn and self._write(e.Answer(False)):
            self._tell(Notice(Severity.INFO, message("remote.withdraws")))
        if self._is_stopped:
            return
        if await self._store():
            await self._follow()
            if not self._is_stopped:
                self._tell_presence()

    # From here to the other side

    def _write_moves(self) -> None:
        """Write the moves that have been made here since the last time."""
        merged, plies = self._match.merged, self._session.plies
        known = len(merged.plies)
        is_other = self._game_number != merged.game_number
        if is_other or self._is_behind or merged.common_plies(plies) < known:
            return
        own = self._match.side
        for ply in plies[known:]:
            if not ply.forced and ply.side is own:
                left_ms = None if ply.times is None else ply.times[own is Side.BLACK]
                if not self._write(e.Move(ply.text), left_ms):
                    return
        ended = self._session.outcome
        late = self._session.view().clock
        if late is not None and ended is not None and self._match.merged.outcome is None:
            left_ms = late.times[own is Side.BLACK]
            if left_ms == 0 and self._match.turn is own:
                self._write(e.FlagFell(), 0)

    def _write_requests(self) -> None:
        """Write what the players here have asked for."""
        while self._session.far_requests:
            wanted = self._session.far_requests.pop(0)
            event = event_of(wanted, self._match.merged, self._match.side, self._match.terms)
            if event is None:
                if wanted is Action.TAKEBACK:
                    self._tell(Notice(Severity.WARN, message("remote.no_own_move")))
            elif self._write(event) and isinstance(event, OfferEvent):
                self._tell(Notice(Severity.INFO, message("session.far_player_is_told")))

    def _write(self, event: e.Event, left_ms: int | None = None) -> bool:
        """Write an event into the own log; False, and people are told why, if it cannot be."""
        try:
            self._match.append(event, left_ms)
        except RefusedRecordError as error:
            self._tell(Notice(Severity.WARN, message("remote.not_sent", reason=error.reason)))
            return False
        return True

    async def _store(self) -> bool:
        """Store both logs, then publish the own one; False if that must be tried again."""
        state = self._match.own_log, self._match.far_log, self._game_number
        if state == self._saved:
            return True
        payload = self._match.own_payload()  # what is said while this is stored comes next time
        try:
            await self._save(self._match, self._game_number)
        except SaveFileError as error:
            words = message("storage.not_saved", why=message_of(error))
            if words != self._not_saved:
                self._tell(Notice(Severity.WARN, words))
            self._not_saved = words
            asyncio.get_running_loop().call_later(RETRY_S, self._wake.set)
            return False
        self._saved, self._not_saved = state, None
        if self._is_stopped:
            return False  # meanwhile the invitation was taken back
        self._published, self._payload = state[0], payload
        self._own_log.publish(payload)
        self._on_far()
        return True

    def _tell_presence(self) -> None:
        """Tell the other side what is done here, if that is new."""
        if presence_in(self._session.view(), self._match.side) is not self._presence:
            self._own_presence.publish(self._presence_now())

    def _presence_now(self) -> bytes:
        """Return the payload that tells what is done here."""
        view, side = self._session.view(), self._match.side
        self._presence = presence_in(view, side)
        left_ms = None if view.clock is None else view.clock.left(side, monotonic_ms())
        self._told_run = self._reader.run
        return self._writer.payload(self._presence, left_ms, self._told_run)

    def _has_seat(self) -> bool:
        """Return True while the own side's topics are this host's."""
        match = self._match
        has_seat = match.terms.inviter is match.side or match.admitted == match.own_log.device
        return has_seat and not self._is_stopped

    def _is_later(self, payload: bytes) -> bool:
        """Return True if a log of the own side goes on from the published one; tell once that
        another program of this player has the match open, if so."""
        own, published = self._match.own_log, self._published
        try:
            other = verified(payload, self._match.key)
        except RefusedRecordError:
            return False
        is_mine = (other.match, other.side, other.device) == (own.match, own.side, own.device)
        if is_mine and not own.extends(other) and not self._is_open_twice:
            self._is_open_twice = True
            self._tell(Notice(Severity.WARN, message("remote.open_twice")))
        return is_mine and published is not None and other.extends(published)

    # From the other side to here

    def _receive(self, _topic: str, payload: bytes) -> None:
        if payload:  # else it was deleted, and is published anew
            self._inbox.append(payload)
            self._wake.set()

    def _see_presence(self, _topic: str, payload: bytes) -> None:
        told = self._reader.read(payload)
        if told is None:
            return
        is_new = self._writer.hear(told.seen_run) or self._told_run != self._reader.run
        if is_new and self._presence is not None:
            self._own_presence.renew()
        clock = self._session.view().clock
        here_ms = None if clock is None else clock.left(self._far_side, monotonic_ms())
        before, self.far = self.far, self.far.told(told, here_ms)
        assert self.far.presence is not None
        was_away = before.presence in (None, Presence.AWAY)
        if was_away != (self.far.presence is Presence.AWAY):
            self._tell(Notice(Severity.INFO, self.far.presence.sentence))
        self._on_far()

    def _take_in(self) -> None:
        payloads, self._inbox = self._inbox, []
        for payload in payloads:
            own_offer = self._match.merged.offer_of(self._match.side)
            try:
                news = self._match.take_in(payload)
            except RefusedRecordError as error:
                self._tell_refusal(error)
                continue
            if news:
                self._refused = None
            for event in news:
                match event:
                    case e.Say(number):
                        self.far = self.far.heard(number, len(self._match.merged.plies))
                        self._tell(Notice(Severity.INFO, self.far.says))
                    case e.Answer(False):
                        withdrawn = own_offer is not None and own_offer.withdrawn
                        words = message("remote.withdrawn" if withdrawn else "remote.refuses")
                        self._tell(Notice(Severity.INFO, words))

    def _tell_refusal(self, error: RefusedRecordError) -> None:
        """Tell why a record is refused, unless that is known; or give the seat up."""
        is_inviter = self._match.terms.inviter is self._match.side
        if is_second(error) and not is_inviter:
            if not self._is_stopped:
                self._on_lost()
            self._is_stopped = True
        elif error.reason != self._refused:
            words = message("remote.refused", reason=error.reason)
            self._tell(
                Notice(Severity.WARN, message("remote.second_came") if is_second(error) else words)
            )
        self._refused = error.reason

    async def _follow(self) -> None:
        """Bring the session to what both logs lead to, as far as it can be now."""
        session = self._session
        while not session.far_requests:  # what is asked for meanwhile is written first
            merged, view = self._match.merged, session.view()
            if merged.game_number != self._game_number:
                self._game_number = merged.game_number
                await self._handle(FollowRecord(0, new_game=True))
                if not await self._store():
                    return
                continue
            wanted = wanted_record(merged, session, view, self._far_side)
            self._is_behind &= len(session.plies) > wanted.plies
            shown = session.followed
            if wanted == shown:
                self._tried = ()  # the same may be wanted again
                return
            tried = wanted, shown, view.phase, view.offer
            if tried == self._tried:
                return
            self._tried = tried
            if view.phase is Phase.ROUND_BREAK and wanted.move:
                await asyncio.sleep(RESULT_S)
            await self._handle(wanted)
