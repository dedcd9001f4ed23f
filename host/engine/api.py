"""The public interface of the rules, which `host.engine` offers under its own name."""

from __future__ import annotations

from typing import Literal, cast, overload

from host.engine import registry
from host.engine.diagram import board_diagram
from host.engine.game import (
    AnyGame,
    Game,
    IllegalMoveError,
    InvalidMoveError,
    InvalidPositionError,
    Outcome,
    Piece,
    Side,
    Square,
)
from host.engine.game_state import GameState, MatchName
from host.engine.kamisado.fill import Fill
from host.engine.kamisado.match import KamisadoMatch, MatchMove
from host.engine.kamisado.match_position import MatchPosition
from host.engine.kamisado.position import Move as KamisadoMove
from host.engine.kamisado.position import Position as KamisadoPosition
from host.engine.kamisado.records import reader, record
from host.engine.kamisado.round import KamisadoRound
from host.engine.records.game_record import GameRecord, read, record_game_name, write
from host.engine.records.record_errors import InvalidRecordError
from host.engine.registry import playable_games
from host.engine.squares import parse_square, square_name
from host.engine.successors import perft

__all__ = [
    "AnyGame",
    "Fill",
    "Game",
    "GameRecord",
    "GameState",
    "IllegalMoveError",
    "InvalidMoveError",
    "InvalidPositionError",
    "InvalidRecordError",
    "KamisadoMatch",
    "KamisadoMove",
    "KamisadoPosition",
    "KamisadoRound",
    "MatchMove",
    "MatchPosition",
    "Outcome",
    "Piece",
    "Side",
    "Square",
    "board_diagram",
    "game_named",
    "parse_square",
    "perft",
    "playable_games",
    "read_record",
    "record_text",
    "square_name",
]

_MATCHES = "kamisado-"


# A `str` that is one of these names is the same game, of which less is known.
@overload
def game_named(name: Literal["kamisado"]) -> KamisadoRound: ...  # type: ignore[overload-overlap]
@overload
def game_named(name: MatchName) -> KamisadoMatch: ...  # type: ignore[overload-overlap]
@overload
def game_named(name: str) -> AnyGame: ...
def game_named(name: str) -> object:
    """Return the game of that name: "kamisado-standard", "hasami:limit=30".

    Raises:
        ValueError: there is none; the message quotes the name and lists those there are.
    """
    return registry.game_named(name)


def read_record(text: str) -> GameRecord:
    """Return the record that a text holds, in any notation that `record_text` writes.

    A text without a `game:` line is a record of Kamisado in coordinates.

    Raises:
        ValueError: the text is no record; the message names the line, quotes what is wrong and says
            why.
    """
    name = record_game_name(text)
    if name is not None and not name.startswith(_MATCHES):
        return read(text)
    match = reader.read(text)
    game = cast(AnyGame, match.game)
    return GameRecord(game, match.start, match.moves, match.termination, match.aids, match.names)


def record_text(played: GameRecord, form: str = "glyphs") -> str:
    """Return a record as text, ending in a newline.

    Args:
        played: the game from its first position on; it need not be over.
        form: of a match of Kamisado: "glyphs" and "words" are the rule book's notation,
            "coordinates" that of `move_text`.  Other games have coordinates only.

    Raises:
        ValueError: there is no such form.
        IllegalMoveError: a move of it is not legal.
    """
    rules: object = played.game
    chosen = record.Form(form)
    if not isinstance(rules, KamisadoMatch):
        return write(played)
    start, moves = cast(MatchPosition, played.start), cast(tuple[MatchMove, ...], played.moves)
    match = record.Record(rules, start, moves, played.termination, played.aids, played.names)
    return record.write(match, chosen)
