"""Match with a player at another board while it runs: its broker, its player and its place."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

from host.app.displays import Displays
from host.app.mode_handler import ModeHandler
from host.app.remote.absence import AbsenceTimer
from host.app.remote.broker_client import MakeClient
from host.app.remote.far_state import new_writer
from host.app.remote.known_match import KnownMatch, new_id
from host.app.remote.remote_player import RemotePlayer
from host.message import message
from host.remote.broker.retaining_client import Retained
from host.remote.match.presence import Presence, log_topic, presence_topic
from host.remote.match.remote_match import RemoteMatch
from host.remote.record.events import Claim
from host.session.session import Session
from host.session.view import Notice, Severity
from host.storage.autosave import Autosave
from host.storage.store import Store

UNHEARD_S = 5.0
"""Time in which a broker hands out what it was given."""
WITHDRAW_S = 3.0
"""Time for which the broker is waited for when an invitation is taken back."""


class FarMatch:
    """A match that is played on the board now.

    Args:
        modes: carries out what the far player does.
        session: plays the match already.
        autosave: saves that session.
        make_client: makes the client of the broker.
        known: the match.
        on_lost: called once it is known that somebody else has the seat of this host.

    Attributes:
        known: the match, as it was begun here.
        player: plays the far side.
        absence: measures how long a side is away, if that was agreed on.
    """

    def __init__(
        self,
        modes: ModeHandler,
        displays: Displays,
        session: Session,
        autosave: Autosave,
        make_client: MakeClient,
        known: KnownMatch,
        on_lost: Callable[[], None],
        on_far: Callable[[], None],
    ) -> None:
        self._displays, self._autosave, self._on_far = displays, autosave, on_far
        self.known = known
        match = known.match
        self.absence = AbsenceTimer(match.terms.absence_s, self._tell_claim)
        self._id, self._side = known.invitation.match, match.side
        writer = new_writer(match, lambda: self._client.renew_will(writer.payload(Presence.AWAY)))
        away = Retained(presence_topic(self._id, self._side), writer.payload(Presence.AWAY))
        at_broker = Notice(Severity.GOOD, message("cli.at_broker"))
        self._client = make_client(
            known.invitation.broker,
            f"kamisado-{new_id()}",  # nobody else knows it, who could take it to end the connection
            away,
            lambda: self._connected(at_broker),
            lambda trouble: self._tell(Notice(Severity.WARN, trouble)),
        )
        self.player = RemotePlayer(
            session,
            match,
            self._client,
            self._save,
            modes.handle,
            self._tell,
            known.game_number,
            on_lost,
            writer,
            on_far,
        )

    @property
    def is_connected(self) -> bool:
        """True while the broker is reached."""
        return self._client.is_connected

    def look_at_absence(self) -> None:
        """Look again which side is away: the far player, or this host without a broker."""
        match, away = self.known.match, None
        goes_on = match.merged.outcome is None and not match.merged.negotiation.paused
        if goes_on and self.player.has_joined:
            if not self.is_connected:
                away = match.side
            elif self.player.far.presence is Presence.AWAY:
                away = match.side.other
        self.absence.look(away)

    @property
    def can_claim(self) -> bool:
        """True if the far player has been away for so long that the game may be ended here."""
        return self.absence.is_over and self.absence.away is self.known.match.side.other

    def claim(self, win: bool) -> None:
        """End the game, as the far player has been away for longer than agreed.

        Args:
            win: True to have won it, False to have it drawn.

        Raises:
            ValueError: that was not so long, or not agreed on.
        """
        if not self.can_claim:
            raise ValueError(message("remote.nothing_to_claim"))
        self.player.write(Claim(win))

    def _tell_claim(self) -> None:
        if self.can_claim:
            time = self.known.match.terms.absence_text
            self._tell(Notice(Severity.INFO, message("remote.may_claim", time=time)))
        self._on_far()

    async def run(self) -> None:
        """Keep the session and the other board the same, until cancelled."""
        await self._displays.ready.wait()
        async with asyncio.TaskGroup() as group:
            group.create_task(self._client.run())
            group.create_task(self.player.run())
            group.create_task(self.player.attend(self._displays.changed))
            group.create_task(self._watch_broker())

    async def _watch_broker(self) -> None:
        """Tell if the broker acknowledges what is published, but hands nothing of it out."""
        keeps_nothing = Notice(
            Severity.WARN,
            message("remote.broker_keeps_nothing", address=str(self.known.invitation.broker)),
        )
        looks = 0
        while True:
            await asyncio.sleep(UNHEARD_S)
            client = self._client
            is_sent = client.is_connected and not client.unacknowledged
            looks = looks + 1 if is_sent and self.player.is_unheard else 0
            if looks == 2:  # for the whole time between two looks
                self._tell(keeps_nothing)

    async def withdraw(self) -> None:
        """Delete at the broker what was published, while this runs; then nobody can join."""
        self.player.stop()
        topics = log_topic(self._id, self._side), presence_topic(self._id, self._side)
        for topic in topics:
            self._client.retain(topic, b"")
        now_s = asyncio.get_running_loop().time
        until_s = now_s() + WITHDRAW_S
        while not self._client.is_connected or self._client.unacknowledged & {*topics}:
            if now_s() >= until_s:
                return
            await asyncio.sleep(0.01)

    async def _save(self, match: RemoteMatch, game_number: int) -> None:
        known = replace(self.known, match=match, game_number=game_number)

        def write(store: Store, number: int) -> None:
            store.save_remote(replace(known, number=number).row())

        await asyncio.wrap_future(self._autosave.create(write))

    def _connected(self, notice: Notice) -> None:
        self._tell(notice)
        self.player.come_back()

    def _tell(self, notice: Notice) -> None:
        self._displays.tell(notice)
        self._on_far()
