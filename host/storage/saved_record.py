"""Records of saved matches, to be written to a file or read from one."""

from __future__ import annotations

from collections.abc import Hashable

from host.engine.api import GameRecord, record_text
from host.engine.game import AnyGame, MultiRound
from host.engine.kamisado.match_format import SINGLE
from host.engine.registry import game_named
from host.engine.termination import Termination, terminations
from host.message import in_english, message, message_of
from host.recognition.history import StoredPly
from host.storage.database import SaveFileError
from host.storage.saved_match import SavedMatch
from host.storage.store import Store

KAMISADO = "kamisado"
"""Name of a round alone, as older files have it."""


def saved_record_text(saved: SavedMatch, form: str) -> str:
    """Return the record of a saved match.

    An end for which records have no word is a comment in it.

    Args:
        form: as of `engine.record_text`.

    Raises:
        SaveFileError: it cannot be recorded.
    """
    record = record_of(saved)
    text = record_text(record, form)
    if saved.outcome is not None and record.outcome is None:
        told = saved.outcome
        text += f"\n# {told if isinstance(told, str) else in_english(told)}\n"
    return text


def save_record(store: Store, record: GameRecord) -> int:
    """Save a record as a match, over or to be gone on with; return its id.

    Raises:
        SaveFileError: it could not be written.
    """
    game, position = record.game, record.start
    aids = dict(record.aids)
    plies = []
    for ply, move in enumerate(record.moves, 1):
        round = game.match_score(position).round if isinstance(game, MultiRound) else 1
        text = game.move_text(position, move)
        plies.append(StoredPly(text, round=round, aid=aids.get(ply)))
        position = game.play(position, move)
    outcome, end = record.outcome, record.termination
    number = store.create_match(game.name, game.position_text(record.start))
    store.save(
        number,
        plies,
        None if outcome is None else outcome.reason,
        termination=None if end is None else str(end),
        names=record.names,
    )
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
    aids = tuple((number, ply.aid) for number, ply in enumerate(saved.plies, 1) if ply.aid)
    termination = _termination(saved, game, position)
    return GameRecord(game, start, tuple(moves), termination, aids, saved.names)


def _termination(saved: SavedMatch, game: AnyGame, position: Hashable) -> Termination | None:
    """Return how a saved match ended if its moves do not tell; None if records have no word for
    that, or if it goes on."""
    for end in terminations(game, position):
        # Older files have only the sentence.
        if str(end) == saved.termination or in_english(end.outcome.reason) == saved.outcome:
            return end
    return None
