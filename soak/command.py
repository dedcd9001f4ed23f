"""`kamisado soak`: let modelled players play many matches, report failures."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from host.cli.batch_options import add_executor
from host.cli.main import echo, report_errors
from host.cli.options import count
from host.message.plain_text import write_any_letter
from host.storage.trace_file import create_trace_file
from host.worker.executor import mapper
from soak.full_stack import Played, parse_faults, play_full
from soak.session_only import ALL, GAMES, HANDS, games_of, match_of
from soak.simulator_tabletop import FAULT_NAMES, Faults
from soak.strangers import rounds
from soak.strangers.rounds import play_strangers
from soak.summary import Summary

STRANGERS = {**rounds.HANDS, **rounds.NEWCOMERS}
"""The hands that play single rounds, with their explanations."""

LED_TO_S = 10
"""Time before the last change of the board in which its failure began, mostly."""


def play(
    seed: str, faults: Faults | None, games: Sequence[str] = GAMES, hands: str = HANDS[0]
) -> Played:
    """Play one match: on the simulated board with faults, on the session alone with None."""
    if faults is not None:
        return play_full(seed, faults, games)
    if hands in STRANGERS:
        return play_strangers(seed, hands)
    tabletop, players = match_of(seed, games, hands)
    played = Played(seed, tabletop.session.game.name)
    try:
        players.play()
    except Exception as error:  # any failure is what this looks for
        played.failure = f"{type(error).__name__}: {error}"
        played.trace = tabletop.trace
        return played
    played.counts = tabletop.counts + players.counts
    played.rounds = players.counts["rounds set up"] + players.counts["matches ended"]
    played.simulated_s = tabletop.now_ms / 1000
    return played


def match_seed(text: str) -> str:
    """Return the seed of a match as it is told, "7/3".

    Raises:
        argparse.ArgumentTypeError: the text is none; the message quotes it.
    """
    if re.fullmatch(r"-?\d+/\d+", text) is None:
        raise argparse.ArgumentTypeError(f"no match: {text!r}; a match is told like 7/3")
    return text


def parser() -> argparse.ArgumentParser:
    """Build the parser of the command."""
    top = argparse.ArgumentParser(
        prog="kamisado soak",
        description="Modelled hands, clumsy as people are, play matches of all formats through the "
        "simulated board and the real firmware, in simulated time. The exit status is 1 if one "
        "goes wrong.",
    )
    top.add_argument("--games", type=count, default=20, help="how many (default: %(default)s)")
    top.add_argument("--seed", type=int, default=1, help="of all that is random")
    top.add_argument(
        "--match",
        type=match_seed,
        metavar="SEED/N",
        help="play only this match again, such as one that has failed; with the same --game, "
        "--faults and --hands, with or without --pure",
    )
    top.add_argument(
        "--game",
        metavar="NAME",
        help="what is played: the name of a game, also with settings, as NAME:setting=value, or "
        "all games in turn: all (default: Kamisado in all its formats)",
    )
    top.add_argument(
        "--faults",
        default="all",
        metavar="NAMES",
        help="what breaks: noise, bounce, lines, stuck, reset with commas, or all or none "
        "(default: all)",
    )
    top.add_argument(
        "--pure", action="store_true", help="without a board: the session alone, much faster"
    )
    top.add_argument(
        "--hands",
        choices=(*HANDS, *STRANGERS),
        default=HANDS[0],
        help="with --pure, who plays: people; late: people whose host stalls at times, and "
        "who do not look at the lights; sensors: people on a board with one or two sensors, or a "
        "strip, that are out of order; on-off: people on a board whose sensors do not tell white "
        "from black; "
        + "; ".join(f"{name}: {who}" for name, who in STRANGERS.items())
        + " (default: %(default)s)",
    )
    add_executor(top)
    top.add_argument(
        "--every", type=int, default=0, metavar="N", help="tell the progress after so many games"
    )
    top.add_argument(
        "--traces",
        type=Path,
        default=Path(),
        metavar="FOLDER",
        help="where the trace of the first failure goes (default: the current folder)",
    )
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the matches; return the exit status."""
    write_any_letter()
    options = parser().parse_args(arguments)
    return report_errors(lambda: run(options))


def run(options: argparse.Namespace) -> int:
    """Play all matches; return the exit status, 1 if one has failed.

    Raises:
        ValueError: these hands do not play so; the message quotes them and says what helps.
    """
    if options.hands != HANDS[0] and not options.pure:
        raise ValueError(f"hands {options.hands!r} play on the session alone: add --pure")
    if options.hands in STRANGERS and options.game is not None:
        raise ValueError(f"hands {options.hands!r} play rounds of Kamisado: leave out --game")
    faults = None if options.pure else parse_faults(options.faults)
    total = Summary()
    seeds = [f"{options.seed}/{number}" for number in range(options.games)]
    if options.match is not None:
        seeds = [options.match]
    games = GAMES if options.game is None else games_of(options.game)
    one = partial(play, faults=faults, games=games, hands=options.hands)
    with mapper(options.jobs, options.cluster) as apply:
        echo(heading(options, faults))
        for played in apply(one, seeds):
            total.add(played)
            if played.failure:
                echo(f"Match {played.seed} ({played.game}) fails: {played.failure}")
                for line in _led_to(played, options.traces) if total.failures == 1 else ():
                    echo(line)
            if options.every and total.games % options.every == 0:
                echo(total.progress(len(seeds)))
    for line in total.lines():
        echo(line)
    return 1 if total.failures else 0


def heading(options: argparse.Namespace, faults: Faults | None) -> str:
    """Return what is played, where and by whom, in one line.

    Args:
        options: of the command.
        faults: what breaks; None on the session alone.
    """
    strange = options.hands in STRANGERS
    formats = (
        "rounds of Kamisado, half of them with teeth" if strange else "Kamisado in all its formats"
    )
    games = {None: formats, ALL: "all games in turn"}
    what = games.get(options.game, options.game)
    seed = f"seed {options.seed}" if options.match is None else f"match {options.match}"
    if faults is None:
        return f"{what}, on the session alone; hands: {options.hands}; {seed}"
    broken = ", ".join(name for name in FAULT_NAMES if getattr(faults, name)) or "none"
    return f"{what}, through the whole stack; faults: {broken}; {seed}"


def _led_to(played: Played, folder: Path) -> Iterator[str]:
    """Yield what has led to a failure; its trace goes into a file."""
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
        told = f"./kamisado trace explain {path} --from {_begin_s(played.trace)}"
        yield f"Its trace, told as a story: {told}"


def _begin_s(trace: Sequence[str]) -> int:
    """Return from when on a trace tells of its failure, in seconds."""
    changed = [line for line in trace if '"see":' in line]
    at_ms: int = json.loads(changed[-1])["at"] if changed else 0
    return max(0, at_ms // 1000 - LED_TO_S)
