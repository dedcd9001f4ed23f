"""Records of saved matches, to be written to a file or read from one."""

from __future__ import annotations

from collections.abc import Hashable

from host.engine.api import GameRecord, record_text
from host.engine.kamisado.match_format import SINGLE
from host.engine.registry import game_named
from host.message import message, message_of
from host.storage.database import SaveFileError
from host.storage.saved_match import SavedMatch, SavedPly
from host.storage.store import Store

KAMISADO = "kamisado"
"""Name of a round alone, as older files have it."""


def saved_record_text(saved: SavedMatch, form: str) -> str:
    """Return the record of a saved match.

    An end that the moves do not tell, such as a clock that ran out, is a comment in it, and so are
    the moves that were made with a hint, or while proven values were shown.

    Args:
        form: as of `engine.record_text`.

    Raises:
        SaveFileError: it cannot be recorded.
    """
    record = record_of(saved)
    text = record_text(record, form)
    ended = record.game.outcome(record.positions()[-1])
    if saved.outcome is not None and ended is None:
        text += f"\n# {saved.outcome}\n"
    aids = [f"{number} ({ply.aid})" for number, ply in enumerate(saved.plies, 1) if ply.aid]
    if aids:
        text += f"\n# Made with help: ply {', '.join(aids)}.\n"
    return text


def save_record(store: Store, record: GameRecord) -> int:
    """Save a record as a match that goes on; return its id.

    Raises:
        SaveFileError: it could not be written.
    """
    game, position = record.game, record.start
    texts = []
    for move in record.moves:
        texts.append(game.move_text(position, move))
        position = game.play(position, move)
    number = store.create_match(game.name, game.position_text(record.start))
    store.save(number, [SavedPly(text) for text in texts], None)
    return number


def record_of(saved: SavedMatch) -> GameRecord:
    """Return the record of a saved match, over or not.

    A round alone, as older files have it, is recorded as a single round.

    Raises:
        SaveFileError: it cannot be recorded; the message says why.
    """
    name = SINGLE.game_name if saved.game == KAMISADO else saved.game
    try:
        game = game_named(name)
        position = start = game.parse_position(saved.start)
    except ValueError as error:
        why = message_of(error)
        raise SaveFileError(
            message("storage.cannot_be_recorded", number=saved.id, why=why)
        ) from None
    moves: list[Hashable] = []
    for number, ply in enumerate(saved.plies, 1):
        try:
            moves.append(game.parse_move(position, ply.text))
        except ValueError as error:
            why = message("storage.at_ply", ply=number, why=message_of(error))
            raise SaveFileError(
                message("storage.cannot_be_recorded", number=saved.id, why=why)
            ) from None
        position = game.play(position, moves[-1])
    return GameRecord(game, start, tuple(moves))
