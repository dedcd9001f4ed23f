"""Cost of a change in a short and in a long match: bytes and milliseconds, and their ratio.

    python -m benchmarks.costs.long_match [--long PLIES] [--changes N] [--page]

A change is a move taken back or made again, as a page asks for it.  Its stages: the session acts;
the match is written to the disk, which the sync of the disk dominates; the view is published; the
message is put into JSON for one page.  Also the time from opening the file until a long match is
there to go on with.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from itertools import pairwise
from pathlib import Path

from benchmarks.costs.long_page import page_times_ms
from host.engine.registry import game_named
from host.guidance.marks import Help
from host.recognition.history import StoredPly
from host.session.match_settings import MatchSettings
from host.session.requests import Redo, TakeBack
from host.session.session import Session
from host.storage.autosave import Autosave
from host.storage.saved_session import saved_session
from host.storage.store import Store
from host.ui.messages.differences import StateDifferences
from host.ui.messages.encoding import encode
from host.ui.messages.state import LinkData
from host.ui.publisher import StatePublisher

GAME = "kamisado-series"
SHORT = 20
"""Plies of the short match."""
SEED = 1
RESUMES = 3
RESUME_GOAL_S = 0.5
RATIO_GOAL = 1.25
"""Most times as much that a change in the long match may take, and have bytes."""
STAGES = ("session", "written", "published", "as JSON")


class Match:
    """A match of random moves that is saved in a file of its own, and one page that shows it."""

    def __init__(self, path: Path, plies: int) -> None:
        self.session = Session(MatchSettings(game_named(GAME)))
        self.session.restore(_random_plies(plies))
        self._autosave = Autosave(self.session, Store(path))
        self._messages: list[Mapping[str, object]] = []
        self._publisher = StatePublisher(self._messages.append)
        self._differences = StateDifferences()
        self._link: LinkData = {"state": "up", "text": ""}
        self._now_ms = 0
        self.change(0)

    def change(self, number: int) -> tuple[list[float], int]:
        """Make a change; return the milliseconds of its stages and the bytes for the page."""
        self._now_ms += 1000
        self._messages.clear()
        game, now_ms, at = self.session.game, self._now_ms, [time.perf_counter()]
        self.session.handle(Redo() if number % 2 else TakeBack(), now_ms)
        at.append(time.perf_counter())
        self._autosave(now_ms)
        at.append(time.perf_counter())
        self._publisher.publish_state(game, self.session.view(), self._link, now_ms)
        at.append(time.perf_counter())
        sent = sum(len(encode(self._differences.of(message))) for message in self._messages)
        at.append(time.perf_counter())
        return [1000 * (end - begin) for begin, end in pairwise(at)], sent

    def close(self) -> None:
        """Close the file."""
        self._autosave.close()


def _random_plies(count: int) -> list[StoredPly]:
    """Return random legal moves, round after round."""
    chance, game = random.Random(SEED), game_named(GAME)
    position = game.start()
    plies: list[StoredPly] = []
    while len(plies) < count:
        move = chance.choice(list(game.legal_moves(position)))
        plies.append(StoredPly(game.move_text(position, move)))
        position = game.play(position, move)
    return plies


def _resume_s(path: Path) -> float:
    """Measure the processor time from opening the store to a session that has the match."""
    begin = time.process_time()
    with closing(Store(path)) as store:
        saved_session(store.latest_unfinished(), Help.LEGAL)
    return time.process_time() - begin


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; returns 1 if a goal is missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.costs.long_match")
    parser.add_argument("--long", type=int, default=2000, metavar="PLIES")
    parser.add_argument("--changes", type=int, default=100, metavar="N")
    parser.add_argument("--page", action="store_true", help="also the page, in Chromium")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, f"{plies}.sqlite") for plies in (SHORT, options.long)]
        matches = [Match(paths[0], SHORT), Match(paths[1], options.long)]
        taken: list[list[list[float]]] = [[], []]
        sent: list[list[int]] = [[], []]
        for number in range(1, options.changes + 1):
            for match, times, sizes in zip(matches, taken, sent, strict=True):
                stages, size = match.change(number)
                times.append(stages)
                sizes.append(size)
        for match in matches:
            match.close()
        plies = [len(match.session.plies) for match in matches]
        resume_s = statistics.median(_resume_s(paths[1]) for _ in range(RESUMES))
        pages = [
            page_times_ms(path, count, options.changes) if options.page else (0.0, 0.0)
            for path, count in zip(paths, plies, strict=True)
        ]
    short, long = ([statistics.median(stage) for stage in zip(*t, strict=True)] for t in taken)
    print(f"{'a change, median':24}{SHORT:>7} plies{options.long:>7} plies{'ratio':>8}")
    rows = [(f"{name}, ms", a, b) for name, a, b in zip(STAGES, short, long, strict=True)]
    # The sync of the disk is much the same for both, and would hide what grows.
    rows.append(("all but written, ms", sum(short) - short[1], sum(long) - long[1]))
    short_size, long_size = (statistics.median(sizes) for sizes in sent)
    rows.append(("sent to a page, bytes", short_size, long_size))
    missed = any(b / a > RATIO_GOAL for _, a, b in rows[-2:])
    if options.page:
        rows += [
            (f"page: {name}, ms", a, b)
            for name, a, b in zip(("drawn after", "a change"), *pages, strict=True)
        ]
    for name, a, b in rows:
        print(f"{name:24}{a:13.3f}{b:13.3f}{b / a:8.2f}")
    goal = f"goal {RESUME_GOAL_S} s"
    print(f"\nresumed with {options.long} plies in {resume_s:.2f} s of the processor ({goal})")
    return int(missed or resume_s > RESUME_GOAL_S)


if __name__ == "__main__":
    raise SystemExit(main())
