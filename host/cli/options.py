"""Options that several commands share, and the types of values on the command line."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from host.ai.transposition_table_size import DEFAULT_MB, KERNEL_MB, MAX_MB, MIN_MB
from host.cli.addresses import add_public, broker_address
from host.engine.game import Side
from host.message import find_language, languages
from host.recognition.sensing.cell_map import BUILDS, size_text

Echo: TypeAlias = Callable[[str], None]
"""Prints one line."""

DEFAULT_GAME = "kamisado"
"""Game that is played unless another is given."""

POSITION = (
    "a position, in quotes: 'obpkyrgn/8/8/8/8/8/8/NGRYKPBO b -', with the fields of a match "
    "or without; 'startpos' is the start"
)

# Types of values


def side(text: str) -> Side:
    """Parse the name of a side."""
    if text not in ("white", "black"):
        raise argparse.ArgumentTypeError(f"{text!r} is neither white nor black")
    return Side[text.upper()]


def opponent_side(text: str) -> Side | None:
    """Parse the side of the computer; None to draw it by lot."""
    if text == "lot":
        return None
    if text not in ("white", "black"):
        raise argparse.ArgumentTypeError(f"{text!r} is neither white nor black, nor lot")
    return side(text)


def data_file(text: str) -> Path:
    """Parse the path of the saved matches; the default without a home folder is "", no path."""
    if not text:
        raise argparse.ArgumentTypeError("there is no home folder: name a file")
    if text.startswith((":memory:", "file:")):  # SQLite's own names; here they would be files
        raise argparse.ArgumentTypeError(f"{text!r} is no file for matches: name one")
    path = Path(text)
    if path.is_dir():
        raise argparse.ArgumentTypeError(f"{text!r} is a folder: name a file in it")
    return path


def _default_data() -> str:
    from host.storage.database import default_path

    try:
        return str(default_path())
    except RuntimeError:
        return ""


def size(text: str) -> tuple[int, int]:
    """Parse the size of a board that is built, as files and ranks."""
    known = {size_text(board): board for board in BUILDS}
    if text not in known:
        raise argparse.ArgumentTypeError(f"{text!r} is no board: say {' or '.join(known)}")
    return known[text]


def count(text: str) -> int:
    """Parse a whole number from 1 on."""
    if text.isdigit() and len(text) > _DIGITS:
        raise argparse.ArgumentTypeError(f"{text!r} has more than {_DIGITS} digits")
    if not (_is_number(text) and int(text)):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of at least 1")
    return int(text)


def brightness(text: str) -> int:
    """Parse the perceived brightness of a board's lights in per cent."""
    # Below 50 the faintest hues of the vocabulary have no LED steps left and turn into others.
    if not (_is_number(text) and 50 <= int(text) <= 100):
        raise argparse.ArgumentTypeError(f"{text!r} is not from 50 to 100")
    return int(text)


def positive(text: str) -> float:
    """Parse a finite number above 0."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is no number above 0")
    return value


def speech_rate(text: str) -> int:
    """Parse how fast a voice speaks, in words a minute."""
    from host.ui.speech.espeak import HIGHEST_RATE, LOWEST_RATE

    if not (_is_number(text) and LOWEST_RATE <= int(text) <= HIGHEST_RATE):
        raise argparse.ArgumentTypeError(f"{text!r} is not from {LOWEST_RATE} to {HIGHEST_RATE}")
    return int(text)


def language(text: str) -> str:
    """Parse the code of a language, or a tag such as "hu_HU"."""
    code = find_language(text)
    if code is None:
        known = ", ".join(f"{code} ({name})" for code, name in languages().items())
        raise argparse.ArgumentTypeError(f"{text!r} is no language that there is: {known}")
    return code


def seed(text: str) -> int:
    """Parse the seed of random numbers."""
    if not _is_number(text.removeprefix("-")):
        raise argparse.ArgumentTypeError(f"{text!r} is no seed: say a whole number")
    return int(text)


def milliseconds(text: str) -> int:
    """Parse a duration in milliseconds."""
    if not _is_number(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of milliseconds: 100, 2000")
    return int(text)


def megabytes(text: str) -> int:
    """Parse the size of a transposition table in megabytes."""
    if not (_is_number(text) and MIN_MB <= int(text) <= MAX_MB):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a number of megabytes from {MIN_MB} to {MAX_MB}"
        )
    return int(text)


_DIGITS = 18
"""Most digits of a whole number, so that it fits the database."""


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= _DIGITS


# Shared arguments


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add `--json`, for commands that can answer programs."""
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def add_position(parser: argparse.ArgumentParser, default: str | None = None) -> None:
    """Add a position and `--game`.

    Args:
        default: the position where none is given; None if one must be.
    """
    parser.add_argument(
        "position",
        metavar="POSITION",
        nargs=None if default is None else "?",
        default=default,
        help=f"{POSITION}; with --game one of that game"
        + ("" if default is None else f" (default: {default})"),
    )
    parser.add_argument(
        "--game",
        metavar="NAME",
        default=DEFAULT_GAME,
        help="the game, by a name that 'kamisado games' lists, perhaps with settings: "
        "NAME:setting=value (default: kamisado; its positions say which kind of match they are)",
    )


def add_hash(parser: argparse.ArgumentParser) -> None:
    """Add `--hash`, for commands that use the solver."""
    parser.add_argument(
        "--hash",
        type=megabytes,
        metavar="MB",
        default=DEFAULT_MB,
        help="megabytes for the memory of the search (default: %(default)s); the solver, unless it "
        f"is plain Python, uses {KERNEL_MB} of them at most",
    )


def add_record_form(parser: argparse.ArgumentParser, default: str | None, words: str) -> None:
    """Add `--form`, the notation of a printed record."""
    parser.add_argument(
        "--form", choices=["glyphs", "words", "coordinates"], default=default, help=words
    )


def add_examined_board(parser: argparse.ArgumentParser) -> None:
    """Add the options of the commands that examine a board."""
    parser.add_argument(
        "--board",
        metavar="PORT-OR-URL",
        help="the board's port, or the beginning of its chip's number (default: the board that is "
        "plugged in); 'virtual' for a virtual board with a simulated hand",
    )
    parser.add_argument("--seed", type=seed, default=1, help="seed of the virtual board")


def add_match(parser: argparse.ArgumentParser) -> None:
    """Add the options of the commands that begin a match."""
    parser.add_argument(
        "game",
        metavar="GAME",
        nargs="?",
        help="the game, by a name that 'kamisado games' lists, perhaps with settings: "
        "NAME:setting=value,setting=value (default: the match of Kamisado that --match names, "
        "else kamisado-single)",
    )
    parser.add_argument(
        "--set",
        dest="settings",
        metavar="SETTING=VALUE",
        action="append",
        default=[],
        help="a setting of that game, e.g. limit=30; may be repeated",
    )
    parser.add_argument(
        "--match",
        dest="format",
        metavar="FORMAT",
        help=f"how {DEFAULT_GAME} is played: a single round (1 point), a standard (3), long (7) or "
        "marathon (15 points) match, or a series of single rounds: single, standard, long, "
        "marathon, series, or series-5 for 5 rounds (default: that of --position, else single)",
    )
    parser.add_argument(
        "--clock",
        metavar="M+S",
        default="",
        help="minutes for each player and match, and seconds that each move adds, e.g. 10+5 "
        "(default: no clock)",
    )
    parser.add_argument(
        "--touch-move",
        action="store_true",
        help="no takebacks: a move stands once it is made",
    )
    parser.add_argument(
        "--serious",
        action="store_true",
        help="a serious game: no hints, no review and no proven values until the match is over, "
        "and a pause only if both sides agree",
    )
    parser.add_argument(
        "--opponent",
        metavar="LEVEL",
        help="play against the computer: level 1 (a first game) to 10 (perfect), or even, which "
        "adapts so that you win about half of your games (default: two people play)",
    )
    parser.add_argument(
        "--opponent-plays",
        type=opponent_side,
        metavar="{white,black,lot}",
        default=Side.WHITE,
        help="which side the computer plays, or lot to draw it, also between two people "
        "(default: white)",
    )
    parser.add_argument(
        "--names",
        metavar="WHITE,BLACK",
        default="",
        help="names of the players, e.g. 'Ann, Bob'; of two people, or ', Bob' for one who plays "
        "Black against the computer",
    )
    add_board(parser)
    parser.add_argument(
        "--position",
        metavar="TEXT",
        help="begin from this position, e.g. of a round of Kamisado "
        "'obpkyrgn/8/8/8/8/8/8/NGRYKPBO b -'",
    )
    add_data(parser)


def add_trace(parser: argparse.ArgumentParser) -> None:
    """Add `--trace`, for commands that can record a trace."""
    parser.add_argument(
        "--trace",
        type=Path,
        metavar="FILE",
        help="record all that the board shows in this new file, for 'kamisado trace replay'",
    )


def add_board(parser: argparse.ArgumentParser) -> None:
    """Add the options of the commands that run on a board with a page or the terminal."""
    from host.ui.speech.espeak import HIGHEST_RATE, LOWEST_RATE, RATE

    parser.add_argument(
        "--board",
        "--port",
        metavar="PORT-OR-URL",
        help="the board's port, e.g. /dev/ttyACM1, COM5 or socket://127.0.0.1:7000, or "
        "the beginning of its chip's number, as `flash` tells it; "
        "'virtual' for a virtual board (default: the board that is plugged in, else virtual)",
    )
    parser.add_argument(
        "--listen",
        metavar="HOST:PORT",
        default="127.0.0.1:8765",
        help="where the page is served (default: %(default)s; port 0 = any free one); with "
        "0.0.0.0:8765 others in your network watch, and play one side if you invite them there",
    )
    add_public(parser)
    parser.add_argument(
        "--no-browser", action="store_true", help="print the page's address, do not open it"
    )
    parser.add_argument("--terminal", action="store_true", help="play in the terminal instead")
    parser.add_argument(
        "--club",
        type=broker_address,
        metavar="BROKER",
        help="publish the board, for all to see, at this broker: mqtt://NAME:PASSWORD@HOST",
    )
    parser.add_argument(
        "--club-name",
        metavar="NAME",
        help="name of the board there; each board needs its own (default: that of this computer)",
    )
    parser.add_argument(
        "--speak",
        type=speech_rate,
        metavar="RATE",
        nargs="?",
        const=RATE,
        help="say everything aloud, in --language, with espeak-ng; RATE in words a minute, "
        f"{LOWEST_RATE} to {HIGHEST_RATE} (default: {RATE})",
    )
    parser.add_argument(
        "--language",
        type=language,
        metavar="CODE",
        help="language of the terminal and of --speak, e.g. hu (default: that of LC_ALL, "
        "LC_MESSAGES or LANG); each page chooses its own",
    )
    parser.add_argument("--seed", type=seed, default=1, help="seed of the virtual board")
    parser.add_argument(
        "--size",
        type=size,
        metavar="{8x8,9x9}",
        help="play on a virtual board of this size (default: the smallest virtual board that the "
        "game fits)",
    )
    parser.add_argument(
        "--north",
        type=side,
        metavar="{white,black}",
        help="whose towers have their magnet's north pole down, which is remembered for the "
        "board (default: as remembered, else white)",
    )
    # The enumeration itself, `host.guidance.marks.Help`, takes half as long to import as all else.
    parser.add_argument(
        "--help-level",
        choices=["off", "required", "legal", "proven"],
        default="legal",
        help="how much the lights show; 'proven' shows of each legal square whether going there "
        "wins or loses the round, as soon as that is proven (default: legal)",
    )
    parser.add_argument(
        "--brightness",
        type=brightness,
        metavar="PERCENT",
        default=100,
        help="how bright the board's lights look, 50 to 100 (default: 100; whatever it is, they "
        "stay within the board's current limit)",
    )


def add_wait(parser: argparse.ArgumentParser) -> None:
    """Add `--wait`, for commands that can begin before there is a board."""
    parser.add_argument(
        "--wait",
        action="store_true",
        help="wait for a board that is not plugged in yet, instead of playing on a virtual one",
    )


def add_data(parser: argparse.ArgumentParser) -> None:
    """Add `--data`, for commands that read or write saved matches."""
    parser.add_argument(
        "--data",
        type=data_file,
        default=_default_data(),
        metavar="FILE",
        help="where matches are saved (default: %(default)s)",
    )
