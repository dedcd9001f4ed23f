"""The arguments that several commands share: what is played, on which board, where it is saved."""

from __future__ import annotations

import argparse
from pathlib import Path

from host.cli.values import brightness, side, size
from host.engine.game import Side
from host.guidance.marks import Help
from host.storage.store import default_path

DEFAULT_GAME = "kamisado"
"""What is played unless another game is asked for."""


def match(command: argparse.ArgumentParser) -> None:
    """The arguments of a command that begins a match."""
    command.add_argument(
        "game",
        metavar="GAME",
        nargs="?",
        help="what is played, by a name that 'kamisado games' lists, also with settings: "
        f"NAME:setting=value,setting=value (default: {DEFAULT_GAME}, as --match tells)",
    )
    command.add_argument(
        "--set",
        dest="settings",
        metavar="SETTING=VALUE",
        action="append",
        default=[],
        help="a setting of that game, e.g. limit=30; also several times",
    )
    command.add_argument(
        "--match",
        dest="format",
        metavar="FORMAT",
        help=f"how {DEFAULT_GAME} is played: a single round (1 point), a standard (3), long (7) or "
        "marathon (15 points) match, or a series of single rounds: single, standard, long, "
        "marathon, series, or series-5 for 5 rounds (default: single)",
    )
    command.add_argument(
        "--clock",
        metavar="M+S",
        default="",
        help="minutes for each player and match, and seconds that each move adds, e.g. 10+5 "
        "(default: no clock)",
    )
    command.add_argument(
        "--touch-move",
        action="store_true",
        help="moves stand once they are made: no takeback and no second thoughts, for serious play",
    )
    command.add_argument(
        "--opponent",
        metavar="LEVEL",
        help="play against the computer: level 1 (a first game) to 10 (perfect), or even, which "
        "adapts so that you win about half of your games (default: two people play)",
    )
    command.add_argument(
        "--opponent-plays",
        type=side,
        metavar="{white,black}",
        default=Side.WHITE,
        help="which side the computer plays; black begins (default: white)",
    )
    table(command)
    command.add_argument(
        "--position",
        metavar="TEXT",
        help="begin from this position, e.g. of a round of Kamisado "
        "'obpkyrgn/8/8/8/8/8/8/NGRYKPBO b -'",
    )
    data(command)


def trace(command: argparse.ArgumentParser) -> None:
    """The argument of a command that can record a trace."""
    command.add_argument(
        "--trace",
        type=Path,
        metavar="FILE",
        help="record all that the board shows in this new file, for 'kamisado trace replay'",
    )


def table(command: argparse.ArgumentParser) -> None:
    """The arguments of a command that plays at a board."""
    command.add_argument(
        "--board",
        "--port",
        metavar="PORT-OR-URL",
        help="the board's port, e.g. /dev/ttyACM1, COM5 or socket://127.0.0.1:7000, or "
        "the beginning of its chip's number, as `flash` tells it; "
        "'virtual' for a virtual board (default: the board that is plugged in, else virtual)",
    )
    command.add_argument(
        "--listen",
        metavar="HOST:PORT",
        default="127.0.0.1:8765",
        help="where the page is served (default: %(default)s; port 0 = any free one)",
    )
    command.add_argument(
        "--no-browser", action="store_true", help="print the page's address, do not open it"
    )
    command.add_argument("--terminal", action="store_true", help="play in the terminal instead")
    command.add_argument("--seed", type=int, default=1, help="seed of the virtual board")
    command.add_argument(
        "--size",
        type=size,
        metavar="{8x8,9x9}",
        help="play on a virtual board of so many squares (default: of a virtual board the smallest "
        "on which the game fits)",
    )
    command.add_argument(
        "--north",
        type=side,
        metavar="{white,black}",
        default=Side.WHITE,
        help="whose towers have their magnet's north pole down (default: white)",
    )
    command.add_argument(
        "--help-level",
        type=Help,
        choices=list(Help),
        metavar="{off,required,legal,proven}",
        default=Help.LEGAL,
        help="how much the lights tell; 'proven' tells of each legal square whether going there "
        "wins or loses the round, as soon as that is proven (default: legal)",
    )
    command.add_argument(
        "--brightness",
        type=brightness,
        metavar="PERCENT",
        default=100,
        help="how bright the board's lights look, 50 to 100 (default: 100; whatever it is, they "
        "stay within the board's current limit)",
    )


def data(command: argparse.ArgumentParser) -> None:
    """The argument of a command that reads or writes saved matches."""
    command.add_argument(
        "--data",
        type=Path,
        default=default_path(),
        metavar="FILE",
        help="where matches are saved (default: %(default)s)",
    )
