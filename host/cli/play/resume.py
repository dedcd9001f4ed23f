"""`kamisado resume`: go on with a saved match; the board is guided back to its position."""

from __future__ import annotations

import argparse
from contextlib import ExitStack, closing

from host.cli.imports import many_imports
from host.cli.options import Echo, add_board, add_data, add_trace, add_wait, count

SUMMARY = "continue a saved match"
DESCRIPTION = (
    "Continue the match that was changed last, or a certain one; the board is guided back to its "
    "position."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `resume`."""
    parser.add_argument("match", nargs="?", type=count, help="its number, as `matches` lists it")
    add_board(parser)
    add_wait(parser)
    add_data(parser)
    add_trace(parser)


def run(options: argparse.Namespace, echo: Echo) -> int:
    """Go on with a match; return the exit status.

    Raises:
        SaveFileError: there is no such match, or it cannot be read.
    """
    with many_imports():
        from host.cli.event_loop import run_to_end
        from host.cli.sessions import link_of, run_session, saving
        from host.guidance.marks import Help
        from host.message import message
        from host.storage.daily_copy import was_begun
        from host.storage.database import SaveFileError
        from host.storage.saved_session import saved_session
        from host.storage.store import Store

    if not was_begun(options.data):
        raise SaveFileError(message("storage.nothing_to_resume", file=repr(str(options.data))))
    with ExitStack() as stack:
        store = stack.enter_context(closing(Store(options.data)))
        saved = store.load(options.match) if options.match else store.latest_unfinished()
        session = saved_session(saved, Help(options.help_level))
        link = None if session.settings.far_side is None else link_of(store, saved)
        echo(str(message("cli.match_resumed", number=saved.id, count=len(saved.plies))))
        if link is None:
            stack.pop_all()  # the saver closes it
    if link is not None:
        from host.cli.play.remote_sessions import join

        options.link = link
        return run_to_end(join(options, echo, saved.table))
    with saving(session, store, echo, saved.id) as saver:
        return run_to_end(run_session(session, saver, options, echo))
