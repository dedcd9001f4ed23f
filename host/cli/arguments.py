"""The arguments of the commands; each command is imported only when it is run."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from host.ai.limits import DEFAULT_MB, MAX_MB, MIN_MB
from host.ai.players.levels import parse_level

if TYPE_CHECKING:
    # What `add_subparsers` returns has no public name, and is no generic class at run time.
    Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"

Tell: TypeAlias = Callable[[str], None]

POSITION = (
    "a position, in quotes: 'obpkyrgn/8/8/8/8/8/8/NGRYKPBO b -', with the fields of a match "
    "or without, or of another game with --game; 'startpos' is the start"
)


_PACKAGES = {
    **dict.fromkeys(("rules", "games", "puzzle", "puzzles"), "learn"),
    **dict.fromkeys(("legal", "check", "solve", "openings", "replay", "review"), "analyse"),
    **dict.fromkeys(("flash", "calibrate", "doctor"), "build"),
    **dict.fromkeys(("perft", "tournament", "engine"), "develop"),
}


def add(commands: Commands) -> None:
    """Add every command of this package to the command line."""
    legal = _command(commands, "legal", "list the legal moves of a position")
    legal.add_argument("position", metavar="POSITION", help=POSITION)
    _game(legal)

    perft = _command(commands, "perft", "count the positions that many plies ahead")
    perft.add_argument("position", metavar="POSITION", help=POSITION)
    _game(perft)
    perft.add_argument("depth", metavar="DEPTH", type=_depth, help="how many plies")
    perft.add_argument("--divide", action="store_true", help="count for each move apart")

    solve = _command(
        commands,
        "solve",
        "prove who wins from a position, and after each legal move",
        "Values are exact, and for the side to move; 'unknown' is what is not proven in time. Each "
        "move of the winner in the line is proven to win. Between two rounds of a match the moves "
        "are the ways to fill the home rows, and the values those of the next round.",
    )
    solve.add_argument(
        "position",
        metavar="POSITION",
        help=f"{POSITION}; '-' reads positions from the standard input, one a line",
    )
    solve.add_argument(
        "--time",
        type=_milliseconds,
        metavar="MS",
        help="milliseconds after which what is not proven by then is unknown (default: no limit; "
        "all first moves of a round can take minutes)",
    )
    solve.add_argument(
        "--hash",
        type=_megabytes,
        metavar="MB",
        default=DEFAULT_MB,
        help="megabytes for the memory of the search (default: %(default)s)",
    )

    openings = _command(
        commands,
        "openings",
        "list the first moves of the first round that win",
        "They were proven once, and are played from a table.",
    )
    openings.add_argument(
        "--write",
        type=Path,
        metavar="FILE",
        help="prove all of them anew, in about half a minute, and write the table to this file",
    )

    tournament = _command(
        commands,
        "tournament",
        "let the levels of the computer play each other",
        "Every two levels play single rounds, or another game, each beginning half of them; they "
        "are rated in Elo, with errors of 95 % from the Fisher information. The same command finds "
        "the same figures.",
    )
    tournament.add_argument(
        "--game",
        default="kamisado",
        metavar="NAME",
        help="what they play, with its settings as in NAME:limit=30 (default: %(default)s, a "
        "single round)",
    )
    tournament.add_argument(
        "--levels",
        type=_levels,
        default="1-10",
        metavar="LEVELS",
        help="which, e.g. 1-10 or 2,5,8 (default: %(default)s)",
    )
    tournament.add_argument(
        "--games",
        type=_number,
        default=20,
        metavar="N",
        help="how many games for every two levels (default: %(default)s)",
    )
    tournament.add_argument(
        "--seed", type=_number, default=1, metavar="S", help="of all that is chance"
    )
    tournament.add_argument(
        "--jobs", type=_number, default=1, metavar="N", help="how many at a time (default: 1)"
    )

    check = _command(
        commands,
        "check",
        "tell everything that is wrong with a position",
        "The exit status is 1 if there are problems.",
    )
    check.add_argument("position", metavar="POSITION", help=POSITION)
    _game(check)

    replay = _command(
        commands,
        "replay",
        "step through the record of a match",
        "It is shown on the board, and on the page or in the terminal. Where the output is no "
        "terminal and no board is asked for, all positions are printed.",
    )
    replay.add_argument("file", metavar="FILE", help="a record; '-' is the standard input")
    replay.add_argument(
        "--text",
        action="store_true",
        help="without a board: print all positions, on a terminal one for each return key",
    )
    replay.add_argument(
        "--form",
        choices=["glyphs", "words", "coordinates"],
        help="print the record in that form instead of stepping through it; coordinates in a game "
        "without a notation of its own",
    )

    review = _command(
        commands,
        "review",
        "tell where the win changed hands in a match, move by move",
        "Of every move it is proven whether its maker was winning before and after it; where a "
        "win was given away, it is told why, and which move would have won. What is not proven in "
        "time is said to be not known.",
    )
    review.add_argument(
        "match",
        metavar="ID|FILE",
        help="the number of a saved match, as `matches` lists it, or a record; '-' is the standard "
        "input",
    )
    review.add_argument(
        "--time",
        type=_milliseconds,
        metavar="MS",
        default=2000,
        help="milliseconds for each search, of which a move takes two, and a blunder more "
        "(default: %(default)s)",
    )
    review.add_argument(
        "--hash",
        type=_megabytes,
        metavar="MB",
        default=DEFAULT_MB,
        help="megabytes for the memory of the search (default: %(default)s)",
    )

    puzzles = _command(
        commands,
        "puzzles",
        "list the puzzles: positions with exactly one winning move",
        "`puzzle` plays them.",
    )
    puzzles.add_argument("--grade", type=int, choices=range(1, 6), help="only those of a grade")
    puzzles.add_argument(
        "--write",
        type=Path,
        metavar="FILE",
        help="find new puzzles, in a few minutes, and write them to this file",
    )
    puzzles.add_argument(
        "--seed", type=int, default=1, help="of the rounds in which they are found (default: 1)"
    )

    puzzle = _command(
        commands,
        "puzzle",
        "solve puzzles: one move wins, find it",
        "The position is set up by the lights. A wrong move is refuted and taken back; the right "
        "one is celebrated, and the reason told.",
        json=False,
    )
    puzzle.add_argument(
        "number",
        metavar="N",
        nargs="?",
        type=int,
        help="which one, as `puzzles` lists them (default: the first)",
    )
    puzzle.add_argument(
        "--grade", type=int, choices=range(1, 6), help="the first of a grade, 1 to 5"
    )

    _command(
        commands,
        "games",
        "list the games that can be played",
        "With the board that each needs, and the settings that players may agree on: 'kamisado "
        "play NAME --set setting=value'.",
    )

    rules = _command(commands, "rules", "explain a rule in words")
    rules.add_argument(
        "topic",
        metavar="TOPIC",
        nargs="*",
        help="the number of a rule (M8) or a word (push, deadlock); the name of another game, with "
        "a word or without; nothing for all titles",
    )

    flash = _command(
        commands,
        "flash",
        "put the firmware on a board",
        "Copies firmware/ to the CIRCUITPY drive of a board with CircuitPython 9 or 10, so that "
        "a copy that is interrupted does no harm, and reads it back. Files that are not ours "
        "stay; one that is in the way is kept under another name.",
        json=False,
    )
    flash.add_argument(
        "drive",
        metavar="DRIVE",
        nargs="?",
        type=Path,
        help="the folder where CIRCUITPY is mounted (default: it is looked for)",
    )
    flash.add_argument("--dry-run", action="store_true", help="only list what would be done")
    flash.add_argument("--yes", action="store_true", help="do not ask about what is in the way")

    calibrate = _command(
        commands,
        "calibrate",
        "measure a board's sensors and towers, and set its thresholds",
        "The board leads through it with its lights, and this says in words what to do. It needs "
        "no computer: a board that is switched on with towers on its four corners and nowhere "
        "else begins by itself. The exit status is 1 if a sensor or a tower is bad.",
        json=False,
    )
    _board(calibrate)
    calibrate.add_argument(
        "--forget", action="store_true", help="go back to safe defaults, and calibrate nothing"
    )

    doctor = _command(
        commands,
        "doctor",
        "examine a board: sensors, lights, wiring, figures",
        "Tells what every square feels, and asks for a few things to be done at the board. The "
        "exit status is 1 if it has a fault.",
    )
    _board(doctor)
    doctor.add_argument("--quick", action="store_true", help="only what needs nobody at the board")
    doctor.add_argument(
        "--watch", action="store_true", help="tell what every square feels until ctrl-C"
    )

    engine = _command(
        commands,
        "engine",
        "answer other programs on standard input and output",
        "A text protocol in the manner of UCI; docs/protocols/engine.md describes it.",
        json=False,
    )
    engine.add_argument("--seed", type=int, default=1, help="seed of the choice of moves")


def _command(
    commands: Commands, name: str, about: str, more: str = "", *, json: bool = True
) -> argparse.ArgumentParser:
    description = f"{about[0].upper()}{about[1:]}. {more}".strip()
    command = commands.add_parser(name, help=about, description=description)
    if json:
        command.add_argument("--json", action="store_true", help="print one JSON object")

    def run(options: argparse.Namespace, tell: Tell) -> int:
        status: int = import_module(f"host.cli.{_PACKAGES[name]}.{name}").run(options, tell)
        return status

    command.set_defaults(run=run)
    return command


def _game(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--game",
        metavar="NAME",
        default="kamisado",
        help="the game, by a name that 'kamisado games' lists, also with settings: "
        "NAME:setting=value (default: kamisado; its positions tell by themselves of which kind of "
        "match they are)",
    )


def _board(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--board",
        metavar="PORT-OR-URL",
        help="the board's port, or the beginning of its chip's number (default: the board that is "
        "plugged in); 'virtual' for a virtual board with a simulated hand",
    )
    command.add_argument("--seed", type=int, default=1, help="seed of the virtual board")


def _depth(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of plies: 0, 1, 2, ...")
    return int(text)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text)):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of at least 1")
    return int(text)


def _levels(text: str) -> list[int]:
    """The levels of a text such as "1-10" or "2,5,8", two at least, each once."""
    try:
        ends = [[parse_level(end) for end in part.split("-", 1)] for part in text.split(",")]
        levels = sorted({level for part in ends for level in range(part[0], part[-1] + 1)})
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{error}; write 1-10 or 2,5,8") from None
    if len(levels) < 2:
        raise argparse.ArgumentTypeError(f"{text!r} are not two levels: write 1-10 or 2,5,8")
    return levels


def _milliseconds(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of milliseconds: 100, 2000")
    return int(text)


def _megabytes(text: str) -> int:
    if not (text.isascii() and text.isdigit() and MIN_MB <= int(text) <= MAX_MB):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a number of megabytes from {MIN_MB} to {MAX_MB}"
        )
    return int(text)
