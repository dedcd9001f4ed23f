"""`hello`: the first message of a connection, and of each game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypedDict

from host.ai.solver.adapter import is_provable
from host.engine.game import AnyGame, Configurable
from host.engine.settings import agreed_settings, value_words
from host.engine.squares import square_name
from host.message import Words
from host.recognition.sensing.cell_map import fits
from host.ui.messages.pieces import Size


class SettingData(TypedDict):
    """A setting that players may agree on before a game.

    Attributes:
        values: empty for any whole number from 1 on.
        value_words: the values in words.
        default_words: the default in words.
        by_lot: True if it is drawn unless `new` gives it.
    """

    name: str
    words: Words
    values: Sequence[str]
    value_words: Sequence[Words]
    default: str
    default_words: Words
    by_lot: bool


class GameData(TypedDict):
    """A game that may be begun.

    Attributes:
        fits: True if the board is large enough.
    """

    name: str
    title: Words
    size: Size
    fits: bool
    settings: Sequence[SettingData]


class HelloMessage(TypedDict):
    """The game, the board and the program.

    Attributes:
        game: name; settings that differ from the default follow it:
            `NAME:setting=value,setting=value`.
        agreed: those settings in words: `["limit 30"]`.
        size: of the game, which may lie on a larger board.
        virtual: True if the board is simulated, so that a display can move its pieces.
        square_colours: colour of each painted square.
        provable: True if it can be proven who wins; without that there is no help level `proven`
            and no review.
        runtime: what runs the firmware.
        run: another text whenever the program is started: what was played before is among the saved
            matches.
        saves: True if matches are saved.
        far: True if players at other boards can be reached.
        games: those that `new` may name.
    """

    t: Literal["hello"]
    version: str
    game: str
    title: Words
    agreed: Sequence[Words]
    size: Size
    virtual: bool
    square_colours: Mapping[str, str]
    provable: bool
    runtime: str
    run: str
    saves: bool
    far: bool
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
    far: bool = False,
) -> HelloMessage:
    """Build the message.

    Args:
        board: files and ranks of the board; None while they are not known.
        run: another text whenever the program is started.
        far: True if players at other boards can be reached.
    """
    files, ranks = game.size
    colours = {square_name(s, files): game.square_colour(s) for s in range(files * ranks)}
    return {
        "t": "hello",
        "version": version,
        "game": game.name,
        "title": game.title,
        "agreed": agreed_settings(game),
        "size": [files, ranks],
        "virtual": virtual,
        "square_colours": {name: colour for name, colour in colours.items() if colour is not None},
        "provable": is_provable(game),
        "runtime": runtime,
        "run": run,
        "saves": saves,
        "far": far,
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
                "value_words": [value_words(value) for value in setting.values],
                "default": setting.default,
                "default_words": value_words(setting.default),
                "by_lot": setting.by_lot,
            }
            for setting in (game.settings if isinstance(game, Configurable) else ())
        ],
    }
