"""`kamisado play`: play a match on the board, shown on the page or in the terminal."""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING

from host.cli.addresses import secret
from host.cli.imports import many_imports
from host.cli.options import Echo, add_match, add_trace, add_wait, count
from host.cli.tables.choice import add_tables, chosen_tables
from host.message import message, message_of

if TYPE_CHECKING:
    from host.storage.store import Store

SUMMARY = "play a game: on the board that is plugged in, else a virtual one"
DESCRIPTION = (
    "Play a game, a round or a match, on the board that is plugged in or else on a virtual one. "
    "'kamisado games' lists the games and their settings."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `play`."""
    add_match(parser)
    parser.add_argument(
        "--resume",
        action="store_true",
        help="continue the match that was played last, if it is not finished; otherwise begin "
        "the game that is asked for",
    )
    parser.add_argument(
        "--invite",
        metavar="BROKER",
        help="invite somebody at another board: print the link with which they join by 'kamisado "
        "join'; BROKER is what both boards reach, such as mqtt://example.org, or - to be asked for "
        "it; the other player has the side that --opponent-plays names",
    )
    parser.add_argument(
        "--absence",
        type=count,
        metavar="SECONDS",
        help="with --invite: a player who is away for this long, 10 to 86400 seconds, may lose: "
        "the other player may then claim a win or a draw; a pause needs the other side's "
        "agreement then (default: nobody loses by absence)",
    )
    add_tables(parser)
    add_wait(parser)
    add_trace(parser)


def run(options: argparse.Namespace, echo: Echo) -> int:
    """Play; return the exit status."""
    with many_imports():
        from host.cli.event_loop import run_to_end

    if options.invite is not None:
        options.invite = secret(options.invite, message("cli.ask_broker"))
    return run_to_end(_play(options, echo))


async def _play(options: argparse.Namespace, echo: Echo) -> int:
    with many_imports():
        from host.cli.sessions import (
            agreed_game,
            last_session,
            new_session,
            run_session,
            saving,
            unfinished_wanted,
        )
        from host.storage.autosave import NoSaver
        from host.storage.database import SaveFileError
        from host.storage.store import Store

    if options.absence is not None and options.invite is None:
        raise ValueError(message("cli.absence_of_whom"))
    if tables := chosen_tables(options):
        from host.cli.tables.run import run_tables

        return await run_tables(options, tables, echo)
    agreed, sentences = agreed_game(options)
    if options.invite is not None:
        from host.cli.play.remote_sessions import invite
        from host.session.clock import parse_control

        if options.opponent is not None or options.resume:
            raise ValueError(message("cli.invite_alone"))
        control = parse_control(options.clock) if options.clock else None
        touch_move, serious = options.touch_move, options.serious
        settings = replace(agreed, control=control, touch_move=touch_move, serious=serious)
        return await invite(options, settings, echo)
    try:
        store = Store(options.data, "")
    except SaveFileError as error:
        echo(str(message("cli.not_saving", why=message_of(error))))
        session, lots = new_session(options, agreed)
        remarks = tuple(map(str, (*sentences, *lots)))
        return await run_session(session, NoSaver(), options, echo, remarks)
    with ExitStack() as stack:
        stack.callback(store.close)
        options.link = _link_to_go_on(options, store, echo)
        if options.link is None:
            last, match = last_session(options, store, echo) if options.resume else (None, None)
            if last is None:
                session, lots = new_session(options, agreed, store)
                sentences += lots
            else:
                session = last
            stack.pop_all()  # the saver closes it
    if options.link is not None:
        from host.cli.play.remote_sessions import join

        return await join(options, echo)
    remarks = tuple(map(str, sentences))
    with saving(session, store, echo, match) as saver:
        wanted = unfinished_wanted(options, session.settings) if match is None else None
        return await run_session(session, saver, options, echo, remarks, may_go_on=wanted)


def _link_to_go_on(options: argparse.Namespace, store: Store, echo: Echo) -> str | None:
    """Return the link of the far match to go on with; None if `--resume` asks for no such."""
    from host.cli.sessions import last_link
    from host.storage.database import SaveFileError

    try:
        return last_link(store) if options.resume else None
    except SaveFileError as error:
        echo(str(message("cli.new_instead", why=message_of(error))))
        return None
