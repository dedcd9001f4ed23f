"""Sessions of matches with a player at another board: begun by an invitation, or gone on with."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import sys
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import replace

from host.ai.players.opponent import FarPlayer
from host.app.application import Application
from host.app.remote.remote_player import RemotePlayer
from host.cli.options import Echo
from host.cli.play.sessions import run_session, saving
from host.engine.game import Side
from host.guidance.marks import Help
from host.message import Message, message
from host.remote.address import parse_address
from host.remote.broker.client import Broker, Retained
from host.remote.match.invitation import Invitation, invitation_of, new_id, new_invitation
from host.remote.match.presence import (
    Presence,
    log_topic,
    presence_payload,
    presence_topic,
)
from host.remote.match.remote_match import RemoteMatch
from host.remote.record.canonical import canonical
from host.remote.record.errors import RefusedRecordError
from host.remote.record.log import Log, log_of
from host.remote.record.terms import Terms
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.session.view import Notice, Severity
from host.storage.autosave import Autosave
from host.storage.saved_match import SavedRemoteMatch
from host.storage.saved_session import saved_session
from host.storage.store import Store
from host.ui.web.qr_code import qr_text

INVITATION_S = 20.0
"""Time for which the log of the inviter is waited for; the broker has kept it."""


async def invite(options: argparse.Namespace, agreed: MatchSettings, echo: Echo) -> int:
    """Invite somebody to a match, and play it; return the exit status.

    Args:
        agreed: the settings of the match.

    Raises:
        ValueError: the address of the broker is none.
        SaveFileError: the logs cannot be kept.
    """
    invitation = new_invitation(parse_address(options.invite))
    own_side = (options.opponent_plays or Side.WHITE).other
    position = options.position
    if position is not None:
        agreed.game.parse_position(position)
    terms = Terms(replace(agreed, opponent=None), own_side, position)
    match = RemoteMatch.invite(invitation.match, new_id(), terms, invitation.key)
    saved = SavedRemoteMatch(invitation.match, invitation.link, _text(match.own_log))
    with closing(Store(options.data)) as store:
        store.save_remote(saved)
    echo(str(message("cli.invitation", link=invitation.link)))
    if sys.stdout.isatty():
        echo(qr_text(invitation.link))
    return await _play(options, echo, invitation, match, saved)


async def join(options: argparse.Namespace, echo: Echo) -> int:
    """Join the match of a link, or go on with it; return the exit status.

    Raises:
        ValueError: see `host.cli.play.join.run`.
        SaveFileError: the logs cannot be kept.
    """
    invitation = invitation_of(options.link)
    with closing(Store(options.data)) as store:
        known = store.remote_match(invitation.match)
    if known is None:
        match = await _joined(invitation)
        known = SavedRemoteMatch(invitation.match, invitation.link, _text(match.own_log))
        known = replace(known, far_log=None if match.far_log is None else _text(match.far_log))
        with closing(Store(options.data)) as store:
            store.save_remote(known)
    else:
        match = _stored_match(known, invitation.key)
    return await _play(options, echo, invitation, match, known)


async def _joined(invitation: Invitation) -> RemoteMatch:
    """Return the match of the joiner, once the broker has handed the inviter's log over."""
    joined: asyncio.Future[RemoteMatch] = asyncio.get_running_loop().create_future()
    device, troubles = new_id(), list[Message]()

    def receive(_topic: str, payload: bytes) -> None:
        if joined.done():
            return
        try:
            joined.set_result(RemoteMatch.join(invitation.match, device, payload, invitation.key))
        except RefusedRecordError as error:
            if error.reason != message("remote.own_side"):
                joined.set_exception(error)

    broker = Broker(invitation.broker, f"kamisado-{device}", on_trouble=troubles.append)
    for side in Side:
        broker.subscribe(log_topic(invitation.match, side), receive)
    running = asyncio.create_task(broker.run())
    try:
        async with asyncio.timeout(INVITATION_S):
            return await joined
    except TimeoutError:
        address = str(invitation.broker)
        nothing = message("cli.no_invitation_came", address=address)
        raise ValueError(troubles[-1] if troubles else nothing) from None
    finally:
        running.cancel()
        await asyncio.wait({running})


async def _play(
    options: argparse.Namespace,
    echo: Echo,
    invitation: Invitation,
    match: RemoteMatch,
    saved: SavedRemoteMatch,
) -> int:
    """Play a match on the board, as far as both logs have it; return the exit status."""
    store = Store(options.data)
    session, number = _session(match, saved, store, Help(options.help_level))
    with saving(session, store, echo, number) as autosave:

        @contextlib.asynccontextmanager
        async def playing(application: Application) -> AsyncIterator[None]:
            async with _far_player(application, session, autosave, invitation, match, saved):
                yield

        return await run_session(session, autosave, options, echo, service=playing)


@contextlib.asynccontextmanager
async def _far_player(
    application: Application,
    session: Session,
    autosave: Autosave,
    invitation: Invitation,
    match: RemoteMatch,
    saved: SavedRemoteMatch,
) -> AsyncIterator[None]:
    """Keep the session and the other board the same as long as the context lasts."""
    file = autosave.file

    async def save(match: RemoteMatch, game_number: int) -> None:
        far = None if match.far_log is None else _text(match.far_log)
        row = replace(
            saved,
            own_log=_text(match.own_log),
            far_log=far,
            game_number=game_number,
            match=autosave.match,
        )

        def write() -> None:
            with closing(Store(file)) as store:
                store.save_remote(row)

        await application.platform.run_blocking(write)

    def tell(notice: Notice) -> None:
        application.tell([notice])

    side = match.side
    away = Retained(presence_topic(saved.id, side), presence_payload(Presence.AWAY))
    broker = Broker(
        invitation.broker,
        f"kamisado-{match.own_log.device}",
        away,
        on_connect=lambda: tell(Notice(Severity.GOOD, message("cli.at_broker"))),
        on_trouble=lambda trouble: tell(Notice(Severity.WARN, trouble)),
    )
    player = RemotePlayer(session, match, broker, save, application.handle, tell, saved.game_number)

    async def play() -> None:
        await application.ready.wait()
        async with asyncio.TaskGroup() as group:
            group.create_task(broker.run())
            group.create_task(player.run())
            group.create_task(player.attend(application.changed))

    task = asyncio.create_task(play())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait({task})
        if not task.cancelled():
            task.result()  # a fault of its own is not to be hidden


def _session(
    match: RemoteMatch, saved: SavedRemoteMatch, store: Store, help_level: Help
) -> tuple[Session, int | None]:
    """Return the session that plays a match here, and the id of its stored match if it has one."""
    merged = match.merged
    recorded = [ply.text for ply in merged.plies]
    own = [n for n, ply in enumerate(merged.plies, 1) if ply.side is match.side]
    least = max(own, default=0)
    if saved.match is not None and saved.game_number == merged.game_number:
        session = saved_session(store.load(saved.match), help_level)
        made = [ply.text for ply in session.plies]
        if made == recorded[: len(made)] and len(made) >= least:
            return session, saved.match
    settings = replace(merged.settings, opponent=FarPlayer(match.side.other))
    session = Session(settings, merged.first, help_level)
    session.restore(merged.plies[:least])
    return session, None


def _stored_match(saved: SavedRemoteMatch, key: bytes) -> RemoteMatch:
    """Return a match from both logs as they were stored."""
    own = log_of(json.loads(saved.own_log))
    far = None if saved.far_log is None else log_of(json.loads(saved.far_log))
    logs = [own] if far is None else [own, far]
    terms = next(log.terms for log in logs if isinstance(log.terms, Terms))
    return RemoteMatch(own.side, terms, key, own, far)


def _text(log: Log) -> str:
    return canonical(log.data()).decode("ascii")
