"""`kamisado solve`: who wins from a position and after each legal move, proven."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Hashable, Iterator
from dataclasses import asdict

from host.ai.limits import StopCondition, never_stop
from host.ai.solver.adapter import Value
from host.ai.solver.solver import Solver
from host.ai.solver.verdict import Verdict, prove_position
from host.cli.arguments import Tell
from host.cli.positions import read_position
from host.engine.game import AnyGame

_MEANING: dict[Value, str] = {
    "win": "wins",
    "loss": "loses",
    "unknown": "is not known yet to win or to lose",
}


def run(options: argparse.Namespace, tell: Tell) -> int:
    """Print what is proven of each position; the exit status."""
    solver = Solver(options.hash)
    for game, position in _positions(options.position):
        begin = time.perf_counter()
        verdict = prove_position(solver, game, position, _after(options.time, begin))
        seconds = time.perf_counter() - begin
        if options.json:
            tell(json.dumps({**asdict(verdict), "seconds": round(seconds, 4)}))
        else:
            tell(_told(game, position, verdict, seconds))
    return 0


def _after(limit_ms: int | None, begin: float) -> StopCondition:
    """Whether so many milliseconds have passed since then; None: they never have."""
    if limit_ms is None:
        return never_stop
    deadline = begin + limit_ms / 1000
    return lambda: time.perf_counter() > deadline


def _positions(text: str) -> Iterator[tuple[AnyGame, Hashable]]:
    """The position of a text, or those on the lines of the standard input if it is '-'."""
    if text != "-":
        yield read_position(text)
        return
    for number, line in enumerate(sys.stdin.buffer, 1):
        if words := line.decode(errors="replace").strip():
            try:
                yield read_position(words)
            except ValueError as error:
                raise ValueError(f"line {number}: {error}") from None


def _told(game: AnyGame, position: Hashable, verdict: Verdict, seconds: float) -> str:
    """The verdict for people."""
    outcome = game.outcome(position)
    cost = f"{verdict.nodes:,} nodes in {seconds:.2f} s"
    if outcome is not None:
        return outcome.reason
    words = {
        game.move_text(position, move): game.describe_move(position, move)
        for move in game.legal_moves(position)
    }
    lines = [f"{game.turn(position).label} is to move and {_MEANING[verdict.value]}.", ""]
    ranked: tuple[Value, ...] = ("win", "unknown", "loss")
    for value in ranked:
        lines.extend(
            f"{value:<9}{text:<12}{words[text]}"
            for text, known in verdict.moves.items()
            if known == value
        )
    if verdict.line:
        lines += ["", f"line: {' '.join(verdict.line)}"]
    return "\n".join([*lines, "", cost])
