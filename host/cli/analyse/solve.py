"""`kamisado solve`: prove who wins from a position and after each legal move."""

from __future__ import annotations

import argparse
import contextlib
import sys
import threading
import time
from collections.abc import Callable, Hashable, Iterator
from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING

from host.cli.analyse.unused_memory import tell_unused_hash
from host.cli.batch_options import add_executor
from host.cli.options import POSITION, Echo, add_hash, add_json, milliseconds

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from host.ai.players.perfect import BestMoves, PerfectPlayer
    from host.ai.results import Verdict
    from host.ai.solver.adapter import Value
    from host.ai.stop_condition import StopCondition
    from host.engine.game import AnyGame

SUMMARY = "prove who wins from a position, and after each legal move"
DESCRIPTION = (
    "Prove who wins from a position, and after each legal move. Values are exact, and for the side "
    "to move; 'unknown' is what is not proven in time. Each move of the winner in the line is "
    "proven to win. Between two rounds of a match the moves are the ways to fill the home rows, "
    "and the values those of the next round. Of a match that three rounds at most can end, it is "
    "also told who wins it, fills included, if a minute is enough for the proof."
)

MATCH_MS = 60_000
"""Time for who wins the match, where `--time` allows as much."""
_MEANING: dict[Value, str] = {
    "win": "is winning",
    "loss": "loses",
    "unknown": "is not proven yet to win or to lose",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `solve`."""
    add_json(parser)
    parser.add_argument(
        "position",
        metavar="POSITION",
        help=f"{POSITION}; '-' reads positions from the standard input, one a line: wrong lines "
        "are reported and skipped, and the exit status is then 1",
    )
    parser.add_argument(
        "--time",
        type=milliseconds,
        metavar="MS",
        help="milliseconds for all moves of a position together, for each position separately: "
        "what is not proven by then is unknown (default: no limit; all first moves of a round "
        "can take minutes)",
    )
    add_hash(parser)
    add_executor(parser)


def run(options: argparse.Namespace, echo: Echo) -> int:
    """Print what is proven of each position; return the exit status."""
    from host.worker.executor import executor, mapper

    tell_unused_hash(options.hash)
    if options.position != "-":
        with contextlib.ExitStack() as stack:
            echo(
                _solve(
                    options.position,
                    options,
                    lambda: stack.enter_context(executor(options.jobs, options.cluster)),
                )
            )
        return 0
    wrong = 0
    with mapper(options.jobs, options.cluster) as apply:
        for answer, is_wrong in apply(partial(_solve_line, options=options), _lines()):
            if is_wrong:
                sys.stderr.write(f"{answer}\n")
            else:
                echo(answer)
            wrong += is_wrong
    return min(wrong, 1)


def _lines() -> Iterator[tuple[int, str]]:
    """Yield the lines of the standard input that are not empty, with their numbers."""
    for number, line in enumerate(sys.stdin.buffer, 1):
        if words := line.decode(errors="replace").strip("\ufeff \t\r\n"):  # or a mark of Windows
            yield number, words


def _solve_line(line: tuple[int, str], options: argparse.Namespace) -> tuple[str, bool]:
    """Return the answer to a line of the standard input, and True if it is no position."""
    number, words = line
    try:
        answer = _solve(words, options, None)
    except ValueError as error:
        return f"line {number}: {error}", True
    return (answer if options.json else f"{words}\n\n{answer}\n"), False


@cache
def _player(megabytes: int, thread: int) -> PerfectPlayer:
    """Return the player of a thread: its table serves all its positions."""
    from host.ai.players.perfect import PerfectPlayer
    from host.ai.transposition_table_size import MAX_MB

    # It gives half of its memory to the solver, and half to the proofs of points.
    return PerfectPlayer(min(MAX_MB, 2 * megabytes))


def _solve(
    text: str, options: argparse.Namespace, open_executor: Callable[[], Executor] | None
) -> str:
    """Return what is proven of a position.

    Args:
        text: the position.
        options: of the command.
        open_executor: opens what proves hard moves besides; None: nothing does.

    Raises:
        ValueError: the text is no position of Kamisado.
    """
    from host.ai.solver.verdict import prove_position
    from host.ai_process.parallel_proof import ParallelProof
    from host.cli.positions import read_position

    game, position = read_position(text)
    player = _player(options.hash, threading.get_ident())
    begin, nodes = time.perf_counter(), player.nodes
    stop = _time_limit(options.time, begin)
    parallel = None
    if open_executor is not None and (options.jobs > 1 or options.cluster is not None):
        deadline_s = None if options.time is None else time.time() + options.time / 1000
        parallel = ParallelProof(player.solver, options.hash, open_executor, deadline_s)
    verdict = prove_position(
        player.solver,
        game,
        position,
        stop,
        _show_progress if sys.stderr.isatty() else None,
        None if parallel is None else parallel.winners,
        with_line=True,
    )
    best = player.best_moves(game, position, stop)
    match = _match_value(player, game, position, stop)
    searched = player.nodes - nodes + (0 if parallel is None else parallel.nodes)
    verdict = replace(verdict, nodes=searched)
    seconds = time.perf_counter() - begin
    if options.json:
        return _as_json(text, verdict, best, match, seconds)
    wins = _match_wins(player, game, position) if match == "win" else []
    return _as_text(game, position, verdict, best, match, wins, seconds)


def _match_value(
    player: PerfectPlayer, game: AnyGame, position: Hashable, stop: StopCondition
) -> Value | None:
    """Return the value of the match for the side to move; None without a match of rounds."""
    from host.ai.match.values import goal_of, is_decided_by_round
    from host.ai.solver.adapter import round_of, value_for

    if goal_of(game) is None or game.outcome(position) is not None:
        return None
    if is_decided_by_round(game, position):
        winner = player.solver.winner(round_of(position), stop)
    else:
        if sys.stderr.isatty():
            _show("who wins the match is being proven ...")
        limit = _time_limit(MATCH_MS, time.perf_counter())
        winner = player.match_values.winner(game, position, stop=lambda: stop() or limit())
        if sys.stderr.isatty():
            _show("")
    return value_for(game.turn(position), winner)


def _match_wins(player: PerfectPlayer, game: AnyGame, position: Hashable) -> list[str]:
    """Return the moves that are known to win a match that goes on after the round."""
    found = player.match_values.verdict(game, position, 0)
    return [] if found is None else found.best


def _show_progress(verdict: Verdict) -> None:
    """Write over the line of the progress."""
    values = list(verdict.moves.values())
    unknown = values.count("unknown")
    _show(f"{len(values) - unknown} of {len(values)} moves are proven ..." if unknown else "")


def _show(words: str) -> None:
    """Write words over the line of the progress."""
    sys.stderr.write(f"\r{words:<60}\r")
    sys.stderr.flush()


def _as_json(
    text: str, verdict: Verdict, best: BestMoves | None, match: Value | None, seconds: float
) -> str:
    """Return the verdict for programs."""
    import json

    return json.dumps(
        {
            "position": text,
            "value": verdict.value,
            "moves": verdict.moves,
            "line": verdict.line,
            "points": None if best is None else best.points,
            "plies": None if best is None else best.plies,
            "match": match,
            "nodes": verdict.nodes,
            "seconds": round(seconds, 4),
        }
    )


def _time_limit(limit_ms: int | None, begin: float) -> StopCondition:
    """Return the stop condition of a search that began at `begin` s; None: no limit."""
    from host.ai.stop_condition import never_stop

    if limit_ms is None:
        return never_stop
    deadline = begin + limit_ms / 1000
    return lambda: time.perf_counter() > deadline


def _as_text(
    game: AnyGame,
    position: Hashable,
    verdict: Verdict,
    best: BestMoves | None,
    match: Value | None,
    match_wins: list[str],
    seconds: float,
) -> str:
    """Return the verdict for people."""
    from host.ai.kernel.kernel import load_module
    from host.ai.solver.adapter import is_choosing_fill

    outcome = game.outcome(position)
    cost = f"{verdict.nodes:,} nodes in {seconds:.2f} s"
    if load_module() is None:
        cost += ", in plain Python"
    if outcome is not None:
        return str(outcome.reason)
    words = {
        game.move_text(position, move): str(game.describe_move(position, move))
        for move in game.legal_moves(position)
    }
    side = game.turn(position).label
    if is_choosing_fill(position):
        lines = [f"{side} chooses the fill and {_MEANING[verdict.value]} the next round."]
    else:
        lines = [f"{side} is to move and {_MEANING[verdict.value]}."]
    if match is not None:
        by = f" by {', '.join(match_wins)}" if match_wins else ""
        lines.append(f"In the match {side} {_MEANING[match]}{by}.")
    lines.append("")
    ranked: tuple[Value, ...] = ("win", "unknown", "loss")
    for value in ranked:
        lines.extend(
            f"{value:<9}{text:<12}{words[text]}"
            for text, known in verdict.moves.items()
            if known == value
        )
    if verdict.line:
        lines += ["", f"line: {' '.join(verdict.line)}"]
    if figures := _figures(best):
        lines += ["", f"best play: {figures}"]
    return "\n".join([*lines, "", cost])


def _figures(best: BestMoves | None) -> str:
    """Return the points and plies of best play, as far as they are known."""
    found = []
    if best is not None and best.points is not None:
        count = abs(best.points)
        noun = "point" if count == 1 else "points"
        found.append(f"{count} {noun} {'won' if best.points > 0 else 'lost'}")
    if best is not None and best.plies is not None:
        found.append(f"{best.plies} plies to the end of the round")
    return ", ".join(found)
