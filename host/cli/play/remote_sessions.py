"""Sessions of matches with a player at another board: begun by an invitation, or gone on with."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Awaitable, Callable
from contextlib import closing

from host.app.remote.joining import invite as invite_to
from host.app.remote.joining import join as join_match
from host.app.remote.known_match import KnownMatch, invited, restored_match, stored_match
from host.cli.options import Echo
from host.cli.sessions import run_session, saving
from host.engine.game import Side
from host.guidance.marks import Help
from host.message import message
from host.remote.address import parse_address
from host.remote.broker.client import Broker
from host.remote.match.invitation import invitation_of
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.storage.store import Store
from host.ui.web.qr_code import qr_text


async def invite(options: argparse.Namespace, agreed: MatchSettings, echo: Echo) -> int:
    """Invite somebody to a match, and play it; return the exit status.

    Args:
        agreed: the settings of the match.

    Raises:
        ValueError: the address of the broker is none, it is not reached, or keeps nothing of this
            account; no link is printed then.
        SaveFileError: the logs cannot be kept.
    """
    own_side = (options.opponent_plays or Side.WHITE).other
    address = parse_address(options.invite)
    known = invited(address, agreed, own_side, options.position, options.absence)
    await invite_to(Broker, known, *_store_of(options))
    link = known.invitation.link
    echo(str(message("cli.invitation", link=link)))
    if sys.stdout.isatty():
        echo(qr_text(link))
    return await _play(options, echo, known)


async def join(options: argparse.Namespace, echo: Echo, table: str = "") -> int:
    """Join the match of a link, or go on with it; return the exit status.

    Args:
        table: whose match it is, where a program with several has begun it; the others of the same
            file are not looked at.

    Raises:
        ValueError: see `host.cli.play.join.run`.
        SaveFileError: the logs cannot be kept.
    """
    invitation = invitation_of(options.link)
    with closing(Store(options.data, table)) as store:
        row = store.remote_match(invitation.match)
    if row is None:
        known = await join_match(Broker, invitation, *_store_of(options, table))
    else:
        known = stored_match(row)
    return await _play(options, echo, known, table)


def _store_of(
    options: argparse.Namespace, table: str = ""
) -> tuple[Callable[[KnownMatch], Awaitable[None]], Callable[[KnownMatch], Awaitable[None]]]:
    """Return what stores a match, and what deletes it."""

    async def keep(known: KnownMatch) -> None:
        with closing(Store(options.data, table)) as store:
            store.save_remote(known.row())

    async def forget(known: KnownMatch) -> None:
        with closing(Store(options.data, table)) as store:
            store.delete_remote(known.invitation.match)

    return keep, forget


async def _play(options: argparse.Namespace, echo: Echo, known: KnownMatch, table: str = "") -> int:
    """Play a match on the board, as far as both logs have it; return the exit status."""
    for sentence in known.match.terms.sentences:
        echo(str(sentence))
    store = Store(options.data, table)
    session = Session(known.settings, known.first, Help(options.help_level))
    saved = None if known.number is None else store.load(known.number)
    restored, number = restored_match(known, saved)
    session.take_over(restored)
    with saving(session, store, echo, number) as autosave:
        return await run_session(session, autosave, options, echo, far_match=known)
