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
from collections.abc import Callable, Hashable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

from host.cli.arguments import Tell
from host.engine import game_record, squares
from host.engine.game import AnyGame, MultiRound, Piece, Side, Square
from host.engine.game_record import GameRecord
from host.engine.kamisado.board import COLOURS, LETTERS
from host.engine.kamisado.record import Form, Record, write
from host.engine.kamisado.record_reader import read
from host.engine.registry import game_named

AnyRecord: TypeAlias = Record | GameRecord
"""A record in the notation of Kamisado, or of a game without a notation of its own."""

_OWN_NOTATION = "kamisado"


def read_record(name: str) -> AnyRecord:
    """The record in a file, or on the standard input if the name is '-'.

    Raises:
        ValueError: the message names the file, the line and the move, and says why.
    """
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        text = data.decode()
        game = game_record.record_game_name(text)
        if game is None or game.startswith(_OWN_NOTATION):
            return read(text)
        return game_record.read(text)
    except OSError as error:
        raise ValueError(f"{name!r} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ValueError(f"{name!r} is not UTF-8 text, so it is no record") from None
    except ValueError as error:
        raise ValueError(f"{name!r}, {error}") from None


def text_of(record: AnyRecord, form: Form) -> str:
    """The record as text, in that form if the game has a notation of its own."""
    return write(record, form) if isinstance(record, Record) else game_record.write(record)


def _played(record: AnyRecord) -> tuple[AnyGame, Sequence[Hashable], Sequence[Hashable]]:
    """The game, the moves, and the position before each move and after the last."""
    return game_named(record.game.name), record.moves, record.positions()


def summary(record: AnyRecord) -> dict[str, object]:
    """The record for other programs: every move as text and every position around them."""
    game, moves, positions = _played(record)
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


def pages(record: AnyRecord) -> Iterator[str]:
    """What is shown before the first move and after each."""
    game, moves, positions = _played(record)
    yield f"{_board(game, positions[0])}\n{_standing(game, positions[0])}"
    for number, move in enumerate(moves):
        before, after = positions[number], positions[number + 1]
        words = game.describe_move(before, move)
        made = f"{game.turn(before).label}: {words} ({game.move_text(before, move)})"
        yield f"{number + 1}. {made}\n\n{_board(game, after)}\n{_standing(game, after)}"


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


def _board(game: AnyGame, position: Hashable) -> str:
    """The board as letters.

    Of Kamisado, `K+` is White's pink sumo and `.n` an empty brown square; of other games, `S` is
    a stone of White and `s` one of Black, `.` an empty square and `:` one that is painted.
    """
    pieces = game.pieces(position)
    count, ranks = game.size
    files = "    " + "".join(f"{file:<5}" for file in squares.FILES[:count]).rstrip()
    lines = [files]
    for rank in reversed(range(ranks)):
        row = range(rank * count, (rank + 1) * count)
        cells = [_cell(game, pieces.get(square), square) for square in row]
        lines.append(f"{rank + 1:>2}  " + "".join(f"{cell:<5}" for cell in cells) + f"{rank + 1}")
    return "\n".join([*lines, files])


def _cell(game: AnyGame, piece: Piece | None, square: Square) -> str:
    if piece is None:
        tint = game.square_colour(square)
        if tint in COLOURS:
            return f".{_letter(tint).lower()}"
        return ":" if tint else "."
    letter = _letter(piece.name)
    return (letter if piece.side is Side.WHITE else letter.lower()) + "+" * piece.teeth


def _letter(name: str) -> str:
    """The capital letter of a tower's colour, or of what a piece is called."""
    return LETTERS[COLOURS.index(name)] if name in COLOURS else name[0].upper()


def run(options: argparse.Namespace, tell: Tell) -> int:
    """Print the record or step through it; the exit status."""
    record = read_record(options.file)
    if options.json:
        tell(json.dumps(summary(record), ensure_ascii=False))
    elif options.form:
        try:
            tell(text_of(record, Form(options.form)).rstrip("\n"))
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


async def _at_a_table(record: AnyRecord, options: argparse.Namespace, tell: Tell) -> int:
    # What a table needs takes long to import, and the other forms answer at once.
    from host.app.application import Application
    from host.cli.play import play
    from host.session.replay import Replay

    game, moves, positions = _played(record)
    replay = Replay(game, positions[0], moves, help_level=options.help_level)
    desk = Application(
        replay, options.board, options.seed, north=options.north, brightness=options.brightness
    )
    return await play.run(desk, options, tell)


def step(record: AnyRecord, tell: Tell, wait: Callable[[], bool] | None) -> None:
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
