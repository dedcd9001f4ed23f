"""`kamisado soak`: modelled hands play many matches, and whatever goes wrong is told."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path

from host.cli.arguments import Tell
from host.storage.trace_recorder import create_trace_file
from soak.full_stack import Played, parse_faults, play_full
from soak.session_only import GAMES, game_of, games_of, play_pure
from soak.simulator_tabletop import Mishaps
from soak.summary import Summary


def play(seed: str, faults: Mishaps | None, games: Sequence[str] = GAMES) -> Played:
    """One match; with faults through the simulated board, without the session alone."""
    if faults is not None:
        return play_full(seed, faults, games)
    played = Played(seed, game_of(seed, games).name)
    try:
        table, hands = play_pure(seed, games)
    except Exception as error:  # whatever it is, it is what is looked for
        played.failure = f"{type(error).__name__}: {error}"
        return played
    played.counts = table.counts + hands.counts
    played.rounds = hands.counts["rounds set up"] + hands.meaning.over
    played.simulated_s = table.now_ms / 1000
    return played


def run(options: argparse.Namespace, tell: Tell) -> int:
    """Play them all; the exit status is 1 if one has failed."""
    faults = None if options.pure else parse_faults(options.faults)
    total = Summary()
    seeds = [f"{options.seed}/{number}" for number in range(options.games)]
    games = GAMES if options.game is None else games_of(options.game)
    for played in _all(seeds, faults, games, options.jobs):
        total.add(played)
        if played.failure and total.failures == 1:
            for line in _failed(played, options.traces):
                tell(line)
        if options.every and total.games % options.every == 0:
            tell(total.progress(len(seeds)))
    for line in total.lines():
        tell(line)
    return 1 if total.failures else 0


def _all(
    seeds: list[str], faults: Mishaps | None, games: Sequence[str], jobs: int
) -> Iterator[Played]:
    """What came of each, in the order of the seeds."""
    if jobs == 1:
        yield from (play(seed, faults, games) for seed in seeds)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play, seeds, repeat(faults), repeat(games))


def _failed(played: Played, folder: Path) -> Iterator[str]:
    """What failed and what led to it; the trace goes into a file."""
    yield f"Match {played.seed} ({played.game}) fails: {played.failure}"
    yield from (f"    {action}" for action in played.actions)
    if not played.trace:
        return
    path = folder / f"soak-{played.seed.replace('/', '-')}.jsonl"
    try:
        with create_trace_file(path) as file:
            file.writelines(played.trace)
    except ValueError as error:
        yield f"Its trace is not kept: {error}."
    else:
        yield f"Its trace: kamisado trace replay {path}"
