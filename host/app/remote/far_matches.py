"""Matches with players at other boards: begun, joined, gone on with and left while a program runs.

One at a time is played on the board; the others wait in the store.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import replace
from typing import TypeVar

from host.app.background import Background
from host.app.displays import Displays
from host.app.explorer import Reply
from host.app.mode_handler import ModeHandler
from host.app.mode_switch import ModeSwitch
from host.app.new_game import by_chance
from host.app.platform import RunBlocking
from host.app.remote.broker_client import MakeClient
from host.app.remote.far_match import FarMatch
from host.app.remote.joining import invite, join, refusal_to_join
from host.app.remote.known_match import KnownMatch, invited, restored_match, stored_match
from host.message import message
from host.remote.address import parse_address
from host.remote.match.invitation import invitation_of
from host.remote.match.presence import Presence
from host.remote.record import events as e
from host.session.match_settings import MatchSettings
from host.session.remote_requests import (
    AskInvitation,
    ClaimGame,
    InviteFarPlayer,
    JoinFarPlayer,
    LeaveFarPlayer,
    RemoteRequest,
    Say,
    WithdrawRequest,
)
from host.session.requests import NewGame
from host.session.session import Session
from host.session.view import Notice, Severity
from host.storage.autosave import Autosave
from host.storage.saved_match import SavedMatch
from host.storage.store import Store, open_to_read
from host.storage.trace_recorder import Recorder
from host.ui.messages.far import FarMessage, InvitationMessage, far_message, invitation_message
from host.ui.web.qr_code import has_encoder, qr_code

ResultT = TypeVar("ResultT")


class FarMatches:
    """The far match of an application, and how one comes to it.

    Args:
        modes: puts another match on the board.
        switch: has the session.
        publish: takes the messages about the far player.
        recorder: while it writes a trace no other match begins.
        autosave: saves the session.
        make_client: makes the client of a broker.
        run_blocking: reads and writes the file of the matches.
        on_joined: called once somebody has joined by an invitation from here.
    """

    def __init__(
        self,
        modes: ModeHandler,
        switch: ModeSwitch,
        displays: Displays,
        background: Background,
        publish: Callable[[FarMessage], None],
        recorder: Recorder,
        autosave: Autosave,
        make_client: MakeClient,
        run_blocking: RunBlocking,
        on_joined: Callable[[], None],
    ) -> None:
        self._modes, self._switch = modes, switch
        self._displays, self._background, self._publish = displays, background, publish
        self._recorder, self._autosave, self._make_client = recorder, autosave, make_client
        self._run_blocking, self._on_joined = run_blocking, on_joined
        self._current: FarMatch | None = None
        self._running: asyncio.Task[None] | None = None
        self._changing = asyncio.Lock()
        self._shown = far_message()

    # Requests

    async def handle(self, request: RemoteRequest, reply: Reply) -> None:
        """Carry a request out, what takes long in the background.

        Args:
            reply: takes what is for the display alone that asks.

        Raises:
            ValueError: it cannot be; the message says why.
        """
        match request:
            case AskInvitation():
                reply(await self._invitation())
            case Say(number):
                if self._current is None:
                    raise ValueError(message("app.no_far_player"))
                self._current.player.say(number)
            case WithdrawRequest():
                if self._current is None:
                    raise ValueError(message("app.no_far_player"))
                self._current.player.write(e.Withdraw())
            case ClaimGame(win):
                if self._current is None:
                    raise ValueError(message("app.no_far_player"))
                self._current.claim(win)
            case InviteFarPlayer():
                await self._in_background(lambda: self._invite(request, reply))
            case JoinFarPlayer(link):
                await self._in_background(lambda: self._join(link))
            case LeaveFarPlayer():
                await self._in_background(self._give_up)

    async def _in_background(self, work: Callable[[], Awaitable[None]]) -> None:
        async def one_at_a_time() -> None:
            async with self._changing:
                await work()

        await self._background.run(one_at_a_time())

    async def _invite(self, request: InviteFarPlayer, reply: Reply) -> None:
        address = parse_address(request.broker)
        settings, told = request.settings.draw_lots(by_chance)
        self._check_fits(settings)
        known = invited(address, settings, request.plays, None, request.absence_s)
        await invite(self._make_client, known, self._keep, self._forget)
        await self._begin(known, None)
        self._displays.tell(*(Notice(Severity.INFO, words) for words in told))
        reply(await self._invitation())

    async def _join(self, link: str) -> None:
        try:
            invitation = invitation_of(link)
        except ValueError as error:
            raise ValueError(refusal_to_join(error)) from None
        row = await self._read(lambda store: store.remote_match(invitation.match))
        if row is None:
            await self._begin(
                await join(self._make_client, invitation, self._keep_new, self._forget), None
            )
        else:
            known = stored_match(row)
            saved = await self._read(lambda store: _stored(store, known.number))
            await self._begin(known, saved)

    async def go_on(self, saved: SavedMatch) -> None:
        """Go on with a saved match against a player at another board.

        Raises:
            ValueError: its record is not here any more.
        """
        async with self._changing:
            row = await self._read(lambda store: store.remote_match_of(saved.id))
            if row is None:
                raise ValueError(message("app.far_match_is_over", number=saved.id))
            await self._begin(stored_match(row), saved)

    async def _give_up(self) -> None:
        """End waiting for somebody to join, or go away from a match that waits then."""
        current = self._current
        if current is None:
            raise ValueError(message("app.no_far_player"))
        joined = current.player.has_joined
        if not joined:
            await current.withdraw()
        await self.leave()
        if not joined:
            await self._forget(current.known)
        await self._play_here(current.known)

    # The match on the board

    def play(self, known: KnownMatch) -> None:
        """Play a match that the session has already."""
        session = self._session
        self._current = FarMatch(
            self._modes,
            self._displays,
            session,
            self._autosave,
            self._make_client,
            known,
            self._lost_seat,
            self.publish,
        )
        self._running = asyncio.create_task(self._current.run())
        self.publish()

    async def leave(self) -> None:
        """Stop playing the far match, which waits in the store; there may be none."""
        running, current = self._running, self._current
        self._running = self._current = None
        if current is not None:
            current.absence.stop()
        if running is not None:
            running.cancel()
            await asyncio.wait({running})  # `check` has raised what it has failed with
            self.publish()

    def check(self) -> None:
        """Raise the fault that has ended the far match while it was played, if there is one."""
        running = self._running
        if running is not None and running.done() and not running.cancelled():
            running.result()

    def publish(self) -> None:
        """Publish what is known of the far player, if it is new."""
        current = self._current
        if current is None:
            now = far_message()
        else:
            player = current.player
            current.look_at_absence()
            far = player.far_now()
            presence = far.presence
            if player.awaits_inviter and presence is None:
                presence = Presence.AWAY
            now = far_message(
                "playing" if player.has_joined or player.awaits_inviter else "inviting",
                current.is_connected,
                None if presence is None else presence.value,
                far.since,
                far.shown_ahead_ms,
                player.waiting,
                player.can_withdraw,
                far.phrase,
                far.said_count,
                current.known.match.terms.absence_s,
                current.absence.until,
                current.can_claim,
            )
        before, self._shown = self._shown, now
        if (before["stage"], now["stage"]) == ("inviting", "playing"):
            self._on_joined()
        if now != before:
            self._publish(now)

    async def _begin(self, known: KnownMatch, saved: SavedMatch | None) -> None:
        self._check_fits(known.settings)
        # What is refused is so before another far match is left.
        restored, number = await self._run_blocking(lambda: restored_match(known, saved))
        await self.leave()

        def change() -> None:
            self._session.take_over(restored)
            if number is not None:
                self._autosave.go_on(number)

        await self._modes.put_on(known.settings.game.size, change)
        self.play(replace(known, number=number))
        agreed = known.match.terms.sentences
        self._displays.tell(*(Notice(Severity.INFO, words) for words in agreed))

    async def _play_here(self, known: KnownMatch) -> None:
        """Begin the same game for two people at this board."""
        settings = replace(known.settings, opponent=None)
        await self._modes.begin(NewGame(settings), settings, self.leave)

    def _lost_seat(self) -> None:
        async def leave() -> None:
            async with self._changing:
                current = self._current
                if current is None:
                    return
                await self.leave()
                await self._forget(current.known)
                await self._play_here(current.known)
            raise ValueError(message("remote.cannot_join", reason=message("remote.second_player")))

        self._background.begin(leave())

    @property
    def _session(self) -> Session:
        """The session that has the board, or waits for it.

        Raises:
            ValueError: there is none.
        """
        session = self._switch.session
        if session is None:
            raise ValueError(message("app.no_saved_matches"))
        return session

    def _check_fits(self, settings: MatchSettings) -> None:
        """Check that a match can be played here.

        Raises:
            ValueError: it cannot; the message says why.
        """
        if self._recorder.writes:
            raise ValueError(message("app.no_saved_matches_in_trace"))
        self._modes.check_fits(settings.game)

    # The store

    async def _invitation(self) -> InvitationMessage:
        """Return the invitation that is open, and the broker that was used last."""
        current = self._current
        if current is not None:
            invitation = current.known.invitation
            player = current.player
            link = None if player.has_joined or player.awaits_inviter else invitation.link
            agreed = current.known.match.terms.sentences
            code = None
            if link is not None and has_encoder():
                # It imports what draws such codes when it is first used.
                code = await self._run_blocking(lambda: qr_code(link))
            return invitation_message(invitation.broker.url(), link, code, agreed)
        used = await self._read(lambda store: store.latest_link())
        broker = "" if used is None else invitation_of(used).broker.url()
        return invitation_message(broker, None, None)

    async def _keep_new(self, known: KnownMatch) -> None:
        self._check_fits(known.settings)
        await self._keep(known)

    async def _keep(self, known: KnownMatch) -> None:
        await self._write(lambda store: store.save_remote(known.row()))

    async def _forget(self, known: KnownMatch) -> None:
        await self._write(lambda store: store.delete_remote(known.invitation.match))

    async def _read(self, read: Callable[[Store], ResultT]) -> ResultT:
        def call() -> ResultT:
            with open_to_read(self._autosave.file, self._autosave.table) as store:
                return read(store)

        return await self._run_blocking(call)

    async def _write(self, write: Callable[[Store], None]) -> None:
        def call() -> None:
            with closing(Store(self._autosave.file, self._autosave.table)) as store:
                write(store)

        await self._run_blocking(call)


def _stored(store: Store, number: int | None) -> SavedMatch | None:
    return None if number is None else store.load(number)
