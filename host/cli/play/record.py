"""`kamisado record`: a stored match as the record of its moves, which `replay` reads back."""

from __future__ import annotations

import argparse
from collections.abc import Hashable
from contextlib import closing

from host import engine
from host.cli.arguments import Tell
from host.engine.game_record import GameRecord
from host.engine.kamisado.formats import SINGLE
from host.engine.kamisado.record import Form
from host.engine.kamisado.round import KamisadoRound
from host.engine.registry import game_named
from host.storage.store import SavedMatch, SaveFileError, Store

_ROUND = KamisadoRound().name


def record_of(saved: SavedMatch) -> GameRecord:
    """What was played in a stored match, over or not.

    A round alone is recorded as a single round, which its name in older files was.

    Raises:
        SaveFileError: what is stored is no match that can be recorded; the message says why.
    """
    name = SINGLE.game_name if saved.game == _ROUND else saved.game
    try:
        game = game_named(name)
        position = start = game.parse_position(saved.start)
    except ValueError as error:
        raise SaveFileError(f"match {saved.id} cannot be recorded: {error}") from None
    moves: list[Hashable] = []
    for number, ply in enumerate(saved.plies, 1):
        try:
            moves.append(game.parse_move(position, ply.text))
        except ValueError as error:
            raise SaveFileError(
                f"match {saved.id} cannot be recorded: ply {number}: {error}"
            ) from None
        position = game.play(position, moves[-1])
    return GameRecord(game, start, tuple(moves))


def record_text(saved: SavedMatch, form: Form) -> str:
    """The record of a stored match.

    An end that the moves do not tell, such as a clock that ran out, is a comment in it, and so are
    the moves that were made with a hint, or while proven values were shown.

    Raises:
        SaveFileError: it cannot be recorded.
    """
    record = record_of(saved)
    text = engine.record_text(record, form.value)
    ended = record.game.outcome(record.positions()[-1])
    if saved.outcome is not None and ended is None:
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
        tell(record_text(saved, Form(options.form)).rstrip("\n"))
    except UnicodeEncodeError:
        raise ValueError("arrows cannot be written here: use --form words") from None
    return 0
