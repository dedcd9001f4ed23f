"""`kamisado record`: a stored match as the record of its moves, which `replay` reads back."""

from __future__ import annotations

import argparse
from contextlib import closing

from host.commands.arguments import Tell
from host.engine.kamisado.formats import SINGLE, format_named
from host.engine.kamisado.match import KamisadoMatch, MatchMove
from host.engine.kamisado.record import Form, Record, write
from host.engine.kamisado.round import KamisadoRound
from host.store import SavedMatch, SaveFileError, Store

_PREFIX = "kamisado-"


def record_of(saved: SavedMatch) -> Record:
    """What was played in a stored match, over or not.

    A round alone is recorded as a single round, which its name in older files was.

    Raises:
        SaveFileError: what is stored is no match that can be recorded; the message says why.
    """
    try:
        name = SINGLE.game_name if saved.game == KamisadoRound().name else saved.game
        game = KamisadoMatch(format_named(name.removeprefix(_PREFIX)))
        position = start = game.parse_position(saved.start)
    except ValueError as error:
        raise SaveFileError(f"match {saved.id} cannot be recorded: {error}") from None
    moves: list[MatchMove] = []
    for number, ply in enumerate(saved.plies, 1):
        try:
            moves.append(game.parse_move(position, ply.text))
        except ValueError as error:
            raise SaveFileError(
                f"match {saved.id} cannot be recorded: ply {number}: {error}"
            ) from None
        position = game.after(position, moves[-1])
    return Record(game, start, tuple(moves))


def text_of(saved: SavedMatch, form: Form) -> str:
    """The record of a stored match.

    An end that the moves do not tell, such as a clock that ran out, is a comment in it, and so are
    the moves that were made with a hint, or while proven values were shown.

    Raises:
        SaveFileError: it cannot be recorded.
    """
    record = record_of(saved)
    text = write(record, form)
    if saved.outcome is not None and record.game.outcome(record.positions()[-1]) is None:
        text += f"\n# {saved.outcome}\n"
    aids = [f"{number} ({ply.aid})" for number, ply in enumerate(saved.plies, 1) if ply.aid]
    if aids:
        text += f"\n# Made with help: ply {', '.join(aids)}.\n"
    return text


def run(options: argparse.Namespace, tell: Tell) -> int:
    """Print the record of a match; the exit status.

    Raises:
        SaveFileError: there is no such match, or it cannot be read or recorded.
    """
    if not options.data.exists():
        raise SaveFileError(f"there is no match {options.match}: no file {str(options.data)!r}")
    with closing(Store(options.data)) as store:
        saved = store.load(options.match)
    try:
        tell(text_of(saved, Form(options.form)).rstrip("\n"))
    except UnicodeEncodeError:
        raise ValueError("arrows cannot be written here: use --form words") from None
    return 0
