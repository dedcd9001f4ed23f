"""`kamisado replay`: a record, move by move on the board and the page, as text, or in another form.

It is shown at a table like a game that is played: on the lights of the board, and on the page or
in the terminal.  Where nobody looks on, because the output is no terminal and nothing asks for a
board, every position is printed instead.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Callable, Hashable, Iterator
from pathlib import Path

from host import engine
from host.cli.arguments import Tell
from host.engine.diagram import board_diagram
from host.engine.game import AnyGame, MultiRound
from host.engine.game_record import GameRecord


def read_record(name: str) -> GameRecord:
    """The record in a file, or on the standard input if the name is '-'.

    Raises:
        ValueError: the message names the file, the line and the move, and says why.
    """
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        return engine.read_record(data.decode())
    except OSError as error:
        raise ValueError(f"{name!r} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ValueError(f"{name!r} is not UTF-8 text, so it is no record") from None
    except ValueError as error:
        raise ValueError(f"{name!r}, {error}") from None


def summary(record: GameRecord) -> dict[str, object]:
    """The record for other programs: every move as text and every position around them."""
    game, moves, positions = record.game, record.moves, record.positions()
    outcome = game.outcome(positions[-1])
    return {
        "game": game.name,
        "moves": [
            game.move_text(position, move) for position, move in zip(positions, moves, strict=False)
        ],
        "positions": [game.position_text(position) for position in positions],
        "outcome": None
        if outcome is None
        else {
            "winner": None if outcome.winner is None else outcome.winner.name.lower(),
            "reason": outcome.reason,
        },
    }


def pages(record: GameRecord) -> Iterator[str]:
    """What is shown before the first move and after each."""
    game, moves, positions = record.game, record.moves, record.positions()
    yield f"{board_diagram(game, positions[0])}\n{_standing(game, positions[0])}"
    for number, move in enumerate(moves):
        before, after = positions[number], positions[number + 1]
        words = game.describe_move(before, move)
        made = f"{game.turn(before).label}: {words} ({game.move_text(before, move)})"
        yield f"{number + 1}. {made}\n\n{board_diagram(game, after)}\n{_standing(game, after)}"


def _standing(game: AnyGame, position: Hashable) -> str:
    """The score, and what the game waits for or how it ended."""
    over = game.outcome(position)
    score = ""
    if isinstance(game, MultiRound):
        standing = game.match_score(position)
        score = f"Round {standing.round}, White {standing.white}:{standing.black} Black. "
        over = over or game.round_outcome(position)
    if over is not None:
        return f"{score}{over.reason}"
    turn = f"{score}{game.turn(position).label} to move"
    movers = game.movable_squares(position)
    if not isinstance(game, MultiRound):
        return f"{turn}."
    name = game.pieces(position)[movers[0]].name if len(movers) == 1 else "any"
    return f"{turn}: {name}."


def run(options: argparse.Namespace, tell: Tell) -> int:
    """Print the record or step through it; the exit status."""
    record = read_record(options.file)
    if options.json:
        tell(json.dumps(summary(record), ensure_ascii=False))
    elif options.form:
        try:
            tell(engine.record_text(record, options.form).rstrip("\n"))
        except UnicodeEncodeError:
            raise ValueError("arrows cannot be written here: use --form words") from None
    elif options.text or not asks_for_table(options, sys.stdout.isatty()):
        stepping = sys.stdin.isatty() and sys.stdout.isatty() and options.file != "-"
        step(record, tell, _wait if stepping else None)
    else:
        if options.terminal and options.file == "-":
            raise ValueError(
                "a record that comes from the standard input leaves nothing to type on: give the "
                "name of its file, or leave out --terminal"
            )
        return asyncio.run(_at_a_table(record, options, tell))
    return 0


def asks_for_table(options: argparse.Namespace, interactive: bool) -> bool:
    """Whether the record is to be shown on a board, and not just as text.

    Args:
        interactive: whether somebody looks at what is printed.
    """
    return interactive or options.terminal or options.no_browser or options.board is not None


async def _at_a_table(record: GameRecord, options: argparse.Namespace, tell: Tell) -> int:
    # What a table needs takes long to import, and the other forms answer at once.
    from host.app.application import Application
    from host.cli.play import play
    from host.session.replay import Replay

    game, moves, positions = record.game, record.moves, record.positions()
    replay = Replay(game, positions[0], moves, help_level=options.help_level)
    desk = Application(
        replay, options.board, options.seed, north=options.north, brightness=options.brightness
    )
    return await play.run(desk, options, tell)


def step(record: GameRecord, tell: Tell, wait: Callable[[], bool] | None) -> None:
    """Show the pages one after the other.

    Args:
        record: what was played.
        tell: shows a page.
        wait: returns once the next page is wanted, False for no more; None shows them all.
    """
    for number, page in enumerate(pages(record)):
        if number and wait is not None and not wait():
            return
        tell(f"{page}\n")


def _wait() -> bool:
    try:
        return input("[return: next move, q: end] ").strip().lower() not in ("q", "quit")
    except EOFError:
        return False
