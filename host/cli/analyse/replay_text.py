"""Records as text: position by position for people, or as JSON for programs."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator

from host.cli.options import Echo
from host.engine.diagram import board_diagram
from host.engine.game import AnyGame, MultiRound
from host.engine.records.game_record import GameRecord


def summary(record: GameRecord) -> dict[str, object]:
    """Return the record for programs: every move and every position as text."""
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
            "reason": str(outcome.reason),
        },
    }


def pages(record: GameRecord) -> Iterator[str]:
    """Yield the position before the first move and after each as text."""
    game, moves, positions = record.game, record.moves, record.positions()
    yield f"{board_diagram(game, positions[0])}\n{_standing(game, positions[0])}"
    for number, move in enumerate(moves):
        before, after = positions[number], positions[number + 1]
        words = game.describe_move(before, move)
        made = f"{game.turn(before).label}: {words} ({game.move_text(before, move)})"
        yield f"{number + 1}. {made}\n\n{board_diagram(game, after)}\n{_standing(game, after)}"


def _standing(game: AnyGame, position: Hashable) -> str:
    """Return the score, and what the game waits for or how it ended."""
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


def step(record: GameRecord, echo: Echo, wait: Callable[[], bool] | None) -> None:
    """Show the pages one after the other.

    Args:
        wait: blocks until the next page is wanted; False for no more.  None shows them all.
    """
    for number, page in enumerate(pages(record)):
        if number and wait is not None and not wait():
            return
        echo(f"{page}\n")


def wait_for_return() -> bool:
    """Ask for the return key; return False for no more pages."""
    try:
        return input("[return: next move, q: end] ").strip().lower() not in ("q", "quit")
    except EOFError:
        return False
