"""`kamisado join`: play a match with somebody at another board, by the link of an invitation."""

from __future__ import annotations

import argparse

from host.cli.addresses import secret
from host.cli.imports import many_imports
from host.cli.options import Echo, add_board, add_data, add_trace, add_wait
from host.message import message

SUMMARY = "join a match with somebody at another board"
DESCRIPTION = (
    "Join the match that a link invites you to, or continue it. The inviter begins it with "
    "'play --invite BROKER'; both continue with the same link."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `join`."""
    parser.add_argument(
        "link",
        metavar="LINK",
        help="the whole link: 'kamisado:join?...'; - asks for it, so that it appears in no list "
        "of processes and no history",
    )
    add_board(parser)
    add_wait(parser)
    add_data(parser)
    add_trace(parser)


def run(options: argparse.Namespace, echo: Echo) -> int:
    """Join the match or go on with it; return the exit status.

    Raises:
        ValueError: it is no link, the broker does not answer, or nobody can join; the message says
            what to do.
        SaveFileError: the logs cannot be kept, without which nothing is published.
    """
    with many_imports():
        from host.cli.event_loop import run_to_end
        from host.cli.play.remote_sessions import join

    options.link = secret(options.link, message("cli.ask_link"))
    return run_to_end(join(options, echo))
