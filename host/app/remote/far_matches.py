"""Matches with players at other boards: begun, joined, gone on with and left while a program runs.

One at a time is played on the board; the others wait in the store.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import replace
from typing import Protocol, TypeVar

from host.app.explorer import Reply
from host.app.new_game import by_chance
from host.app.parts import Parts
from host.app.remote.broker_client import MakeClient
from host.app.remote.far_match import FarMatch
from host.app.remote.joining import invite, join, refusal_to_join
from host.app.remote.known_match import KnownMatch, invited, restored_match, stored_match
from host.message import message
from host.recognition.sensing.cell_map import fits, refusal
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
from host.ui.messages.far import InvitationMessage, far_message, invitation_message
from host.ui.web.qr_code import has_encoder, qr_code

ResultT = TypeVar("ResultT")


class PutOn(Protocol):
    """Puts another match on the board."""

    async def __call__(self, size: tuple[int, int], change: Callable[[], None], /) -> None:
        """Have a board of a size, then change the session."""


class FarMatches:
    """The far match of an application, and how one comes to it.

    Args:
        app: the application.
        autosave: saves its session.
        make_client: makes the client of a broker.
        put_on: puts another match on the board.
        on_joined: called once somebody has joined by an invitation from here.
    """

    def __init__(
        self,
        app: Parts,
        autosave: Autosave,
        make_client: MakeClient,
        put_on: PutOn,
        on_joined: Callable[[], None] = lambda: None,
    ) -> None:
        self._on_joined = on_joined
        self._app, self._autosave = app, autosave
        self._make_client, self._put_on = make_client, put_on
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

        await self._app.background.run(one_at_a_time())

    async def _invite(self, request: InviteFarPlayer, reply: Reply) -> None:
        address = parse_address(request.broker)
        settings, told = request.settings.draw_lots(by_chance)
        self._check_fits(settings)
        known = invited(address, settings, request.plays, None, request.absence_s)
        await invite(self._make_client, known, self._keep, self._forget)
        await self._begin(known, None)
        self._app.tell([Notice(Severity.INFO, words) for words in told])
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
            self._app,
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
            self._app.broadcast.publish(now)

    async def _begin(self, known: KnownMatch, saved: SavedMatch | None) -> None:
        self._check_fits(known.settings)
        # What is refused is so before another far match is left.
        restored, number = await self._app.platform.run_blocking(
            lambda: restored_match(known, saved)
        )
        await self.leave()

        def change() -> None:
            self._session.take_over(restored)
            if number is not None:
                self._autosave.go_on(number)

        await self._put_on(known.settings.game.size, change)
        self.play(replace(known, number=number))
        self._app.tell([Notice(Severity.INFO, words) for words in known.match.terms.sentences])

    async def _play_here(self, known: KnownMatch) -> None:
        """Begin the same game for two people at this board."""
        settings = replace(known.settings, opponent=None)
        refused = await self._app.handle(NewGame(settings))
        if refused is not None:
            raise ValueError(refused)

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

        self._app.background.begin(leave())

    @property
    def _session(self) -> Session:
        """The session that has the board, or waits for it.

        Raises:
            ValueError: there is none.
        """
        session = self._app.switch.session
        if session is None:
            raise ValueError(message("app.no_saved_matches"))
        return session

    def _check_fits(self, settings: MatchSettings) -> None:
        """Check that a match can be played here.

        Raises:
            ValueError: it cannot; the message says why.
        """
        app, game = self._app, settings.game
        if app.recorder.writes:
            raise ValueError(message("app.no_saved_matches_in_trace"))
        board = None if app.virtual_service is not None else app.controller.size
        if board is not None and not fits(game.size, board):
            raise ValueError(refusal(game.title, game.size, board))

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
                code = await self._app.platform.run_blocking(lambda: qr_code(link))
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

        return await self._app.platform.run_blocking(call)

    async def _write(self, write: Callable[[Store], None]) -> None:
        def call() -> None:
            with closing(Store(self._autosave.file, self._autosave.table)) as store:
                write(store)

        await self._app.platform.run_blocking(call)


def _stored(store: Store, number: int | None) -> SavedMatch | None:
    return None if number is None else store.load(number)
