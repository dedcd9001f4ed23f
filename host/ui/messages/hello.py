"""`hello`: the first message of a connection, and of each game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypedDict

from host.ai.solver.adapter import is_provable
from host.engine.game import AnyGame, Configurable
from host.engine.squares import square_name
from host.message import Words
from host.recognition.cell_map import fits


class SettingData(TypedDict):
    """A setting that players may agree on before a game.

    Attributes:
        values: empty for any whole number from 1 on.
        by_lot: True if it is drawn unless the players say it.
    """

    name: str
    words: Words
    values: Sequence[str]
    default: str
    by_lot: bool


class GameData(TypedDict):
    """A game that may be begun.

    Attributes:
        size: files and ranks.
        fits: True if the board is large enough.
    """

    name: str
    title: Words
    size: Sequence[int]
    fits: bool
    settings: Sequence[SettingData]


class HelloMessage(TypedDict):
    """The game, the board and the program.

    Attributes:
        size: files and ranks of the game.
        virtual: True if the board is simulated, so that a display can move its pieces.
        square_colours: colour names of the painted squares.
        provable: True if it can be proven who wins.
        runtime: what runs the firmware.
        run: another text whenever the program is started.
        saves: True if matches are saved.
        games: all that there are.
    """

    t: Literal["hello"]
    version: str
    game: str
    title: Words
    size: Sequence[int]
    virtual: bool
    square_colours: Mapping[str, str]
    provable: bool
    runtime: str
    run: str
    saves: bool
    games: Sequence[GameData]


def hello_message(
    game: AnyGame,
    version: str,
    virtual: bool,
    runtime: str,
    games: Iterable[AnyGame],
    board: tuple[int, int] | None,
    saves: bool = False,
    run: str = "",
) -> HelloMessage:
    """Build the message.

    Args:
        board: files and ranks of the board; None while they are not known.
        run: another text whenever the program is started.
    """
    files, ranks = game.size
    colours = {square_name(s, files): game.square_colour(s) for s in range(files * ranks)}
    return {
        "t": "hello",
        "version": version,
        "game": game.name,
        "title": game.title,
        "size": [files, ranks],
        "virtual": virtual,
        "square_colours": {name: colour for name, colour in colours.items() if colour is not None},
        "provable": is_provable(game),
        "runtime": runtime,
        "run": run,
        "saves": saves,
        "games": [_game(other, board) for other in games],
    }


def _game(game: AnyGame, board: tuple[int, int] | None) -> GameData:
    return {
        "name": game.name,
        "title": game.title,
        "size": list(game.size),
        "fits": board is None or fits(game.size, board),
        "settings": [
            {
                "name": setting.name,
                "words": setting.words,
                "values": setting.values,
                "default": setting.default,
                "by_lot": setting.by_lot,
            }
            for setting in (game.settings if isinstance(game, Configurable) else ())
        ],
    }
