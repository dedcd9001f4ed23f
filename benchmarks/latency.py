"""`kamisado bench`: latency from a lifted tower to its lights, by stage.

The virtual board runs in real time, so the host's share is wall-clock time and the board's share
is what its own clock says.  Each figure is printed beside its floor, so that machines can be
compared by ratios.  Matches are stored on the disk that the figures are written to.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from unittest.mock import patch

from benchmarks.figures import load, save
from host.app.application import Application
from host.app.board_choice import BoardOptions
from host.app.compose import Composition, compose
from host.cli.desktop import Desktop
from host.cli.options import Echo
from host.engine.game import Square
from host.engine.kamisado.round import KamisadoRound
from host.engine.registry import game_named
from host.engine.squares import square_name
from host.engine.successors import perft
from host.guidance.marks import Help
from host.link.board_link import BoardLink
from host.recognition.history import StoredPly
from host.session.clock import parse_control
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.storage.store import Store
from host.virtual.board import JsonObject, OnEvent, VirtualBoard

SEEN_MS = 3.5
"""Half a scan of 8 x 8: a lift comes at any moment of it (hardware/README.md, times)."""
FRAME_WIRE_MS = 1.92
"""64 NeoPixels at 30 us each: the floor of showing a frame."""
PERFT_DEPTH = 5
LONG_MATCH = "kamisado-series"
LONG_PLIES = 300
"""Plies of the match that is stored and resumed: a long evening."""
PAGE = bytes(4096)
"""The least that one sync writes: a page of the database."""
RESUMES = 5
LIGHT_S = 20.0
"""Time limit for a light or a proof: far longer than any machine takes."""
LIFT_S = 0.7
"""Shortest time from lift to lift.  Sensors that change faster than a hand moves pieces would be
taken for flickering, and left out; lights would still be held (`host.guidance.steady_lights`), and
no frames of the next lifts sent yet."""
LOOK_S = 2.0
LEGEND = """\
p50 ms     the median of all lifts, or of all writes; p99 ms: 99 % take no longer
share      of the first line, which the lines below it divide
floor      ms that no program gets below: half a scan of the sensors, the data to the LEDs, or a
           bare write to this disk; p50/floor: how many times as long it takes"""
"""Legend of the columns."""


@dataclass
class Lift:
    """One timed lift; milliseconds.

    Attributes:
        board, host, shown: from lift to snapshot, to frame, to light; all of it is the board's if
            it has shown a frame that the host had sent ahead.
    """

    board: float
    host: float
    shown: float
    is_ahead: bool = False

    @property
    def total(self) -> float:
        """From the lift to the lights."""
        return self.board + self.host + self.shown


@dataclass
class Report:
    """All measurements."""

    rows: list[tuple[str, float, float, float | None, bool]] = field(default_factory=list)
    figures: dict[str, float] = field(default_factory=dict)

    def stage(
        self, name: str, values: Sequence[float], floor: float | None, *, share: bool = True
    ) -> None:
        """Add a latency with its median, 99th percentile, floor, and share of the first one."""
        ordered = sorted(values)
        p50 = statistics.median(ordered)
        p99 = ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
        self.rows.append((name, p50, p99, floor, share))
        key = name.replace(" ", "_")
        self.figures[f"{key}_p50_ms"] = round(p50, 3)
        self.figures[f"{key}_p99_ms"] = round(p99, 3)

    def text(self) -> str:
        """Return the table for people."""
        lines = [
            f"{'stage':<26}{'p50 ms':>9}{'p99 ms':>9}{'share':>8}{'floor':>9}{'p50/floor':>11}"
        ]
        whole = self.rows[0][1] if self.rows else 0.0
        for name, p50, p99, floor, share in self.rows:
            part = f"{p50 / whole:8.0%}" if share else " " * 8
            tail = "" if floor is None else f"{floor:9.2f}{p50 / floor:11.2f}"
            lines.append(f"{name:<26}{p50:9.2f}{p99:9.2f}{part}{tail}".rstrip())
        lines += ["", LEGEND, "", f"load of the machine: {load()}"]
        shown = ("_per_second", "_ms", "_s", "_percent")
        for name, value in self.figures.items():
            if name.endswith(shown) and not name.endswith(("p50_ms", "p99_ms")):
                lines.append(f"{name.replace('_', ' '):<35}{value:>15,.1f}")
        return "\n".join(lines)


async def run(options: argparse.Namespace, echo: Echo) -> int:
    """Measure, print a table, save the figures as JSON."""
    report = Report()
    try:
        await _on_the_board(report, options.lifts, options.seed)
    except* TimeoutError:
        echo(report.text())  # what was measured before is as good
        raise
    _engine(report)
    with tempfile.TemporaryDirectory(prefix="bench", dir=options.output.parent) as folder:
        _storing(report, Path(folder), options.seed)
    _start_up(report)
    echo(report.text())
    return save(report.figures, options.output, echo)


def _engine(report: Report) -> None:
    game = KamisadoRound()
    begin = time.perf_counter()
    leaves = perft(game, game.start(), PERFT_DEPTH)
    report.figures["perft_leaves_per_second"] = round(leaves / (time.perf_counter() - begin))


def _storing(report: Report, folder: Path, seed: int) -> None:
    """Measure a match that is stored action by action, as in play, and then resumed."""
    plies = _long_match(seed)
    syncs = _syncs_ms(folder / "page", len(plies))
    path = folder / "matches.sqlite"
    keeps = []
    with contextlib.closing(Store(path)) as store:
        game = game_named(LONG_MATCH)
        number = store.create_match(game.name, game.position_text(game.start()), "10+5")
        for count, ply in enumerate(plies, 1):
            begin = time.perf_counter()
            store.save(number, plies[:count], None, ply.times)
            keeps.append((time.perf_counter() - begin) * 1000)
    report.stage("bare sync of a page", syncs, None, share=False)
    report.stage("store: an action", keeps, statistics.median(syncs), share=False)
    resumes = [_resume_ms(path) for _ in range(RESUMES)]
    report.figures[f"resume_{LONG_PLIES}_moves_ms"] = round(statistics.median(resumes), 1)


def _long_match(seed: int) -> list[StoredPly]:
    """Return random legal moves, round after round, with falling times."""
    chance = random.Random(seed)
    game = game_named(LONG_MATCH)
    position = game.start()
    plies = []
    for number in range(LONG_PLIES):
        move = chance.choice(list(game.legal_moves(position)))
        plies.append(
            StoredPly(game.move_text(position, move), (600_000 - number, 500_000 - number))
        )
        position = game.play(position, move)
    return plies


def _syncs_ms(path: Path, count: int) -> list[float]:
    """Measure adding one page to a file and syncing it to the disk: the floor."""
    taken = []
    with path.open("wb", buffering=0) as file:
        for _ in range(count):
            begin = time.perf_counter()
            file.write(PAGE)
            os.fsync(file)
            taken.append((time.perf_counter() - begin) * 1000)
    return taken


def _resume_ms(path: Path) -> float:
    """Measure from opening the store to a session that has the match."""
    begin = time.perf_counter()
    with contextlib.closing(Store(path)) as store:
        saved = store.latest_unfinished()
        game = game_named(saved.game)
        session = Session(
            MatchSettings(game, parse_control(saved.control)), game.parse_position(saved.start)
        )
        session.restore(saved.plies, saved.times)
    taken_ms = (time.perf_counter() - begin) * 1000
    assert len(session.plies) == LONG_PLIES, "all of it"
    assert session.times == saved.times
    return taken_ms


def _start_up(report: Report) -> None:
    """Measure from the command to the page being served, as `kamisado play` prints it."""
    listen = ["--listen", "127.0.0.1:0"]
    begin = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "host", "play", "--no-browser", "--board", "virtual", *listen],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    process.stdout.readline()
    report.figures["start_up_s"] = round(time.perf_counter() - begin, 2)
    process.terminate()
    process.wait()


class TimingHost(Desktop):
    """The platform of an application that notes when the LEDs show something."""

    doze_ms = 0  # what is measured is a board that looks all the time, as a real one does
    app: Application

    def __init__(self, session: Session, seed: int) -> None:
        board = BoardOptions("virtual", seed, doze_ms=self.doze_ms)
        self._composition = Composition(session, self, board)
        self._composition.broadcast.connect()  # the LEDs are sent while somebody looks
        self.rgb = b""
        self.rgb_s = 0.0

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Play as long as the context lasts."""
        async with compose(self._composition) as self.app:
            yield

    async def start_virtual_board(
        self, on_event: OnEvent, size: tuple[int, int], seed: int, doze_ms: int
    ) -> VirtualBoard:
        """Start the simulator, and note its events."""

        def heard(event: JsonObject) -> None:
            on_event(event)
            self.heard(event)

        return await super().start_virtual_board(heard, size, seed, doze_ms)

    def heard(self, event: JsonObject) -> None:
        """Note an event of the simulator."""
        if event.get("event") == "frame":
            self.rgb = bytes.fromhex(str(event["rgb"]))
            self.rgb_s = time.perf_counter()

    async def wait_for_light(self, square: Square, on: bool) -> None:
        """Wait until an LED is lit, or dark.

        Raises:
            TimeoutError: it does not happen.
        """
        try:
            async with asyncio.timeout(LIGHT_S):
                while any(self.rgb[3 * square : 3 * square + 3]) is not on:
                    await asyncio.sleep(0)
        except TimeoutError:
            name, state = square_name(square, 8), "lit" if on else "dark"
            raise TimeoutError(f"the light of {name} was not {state} in {LIGHT_S:.0f} s") from None

    async def time_lift(self, file: int) -> Lift:
        """Lift one of Black's towers, time the light of the square in front of it, put it back."""
        hand, link = self.app.hand, self.app.controller.link
        assert hand is not None
        home, ahead = 56 + file, 48 + file
        begin = time.perf_counter()
        await hand.act("lift", 0, square=square_name(home, 8))
        await self.wait_for_light(ahead, on=True)
        shown = self.rgb_s
        received, written = link.last_exchange(shown)
        is_ahead = received < begin
        await hand.act("put", 0, square=square_name(home, 8))
        await self.wait_for_light(ahead, on=False)
        await asyncio.sleep(begin + LIFT_S - time.perf_counter())
        if is_ahead:
            return Lift((shown - begin) * 1000, 0.0, 0.0, is_ahead)
        return Lift(
            board=(received - begin) * 1000,
            host=(written - received) * 1000,
            shown=(shown - written) * 1000,
        )

    async def wait_for_proofs(self, session: Session) -> None:
        """Wait until the solver has answered for the position.

        Raises:
            TimeoutError: it does not.
        """
        try:
            async with asyncio.timeout(LIGHT_S):
                while not session.analysis.complete(session.position):
                    await asyncio.sleep(0)
        except TimeoutError:
            raise TimeoutError(f"the solver proved nothing in {LIGHT_S:.0f} s") from None

    async def count_snapshots(self) -> float:
        """Return snapshots per second when each is requested as soon as the one before has come."""
        controller = self.app.controller
        begin, before = time.perf_counter(), controller.snapshots
        while time.perf_counter() - begin < LOOK_S:
            seen = controller.snapshots
            controller.link.request_snapshot()
            self.app.wake()
            while controller.snapshots == seen:
                await asyncio.sleep(0)
        return (controller.snapshots - before) / (time.perf_counter() - begin)


async def _on_the_board(report: Report, count: int, seed: int) -> None:
    session = Session(MatchSettings(game_named("kamisado")))
    host = TimingHost(session, seed)
    async with host.running():
        virtual = host.app.virtual
        assert virtual is not None
        await host.wait_for_light(56, on=True)
        lifts = [await host.time_lift(number % 8) for number in range(count)]
        with patch.object(BoardLink, "keeps_frames", False):
            await host.time_lift(0)  # the board has still frames of others
            answered = [await host.time_lift(number % 8) for number in range(count)]
        floor = SEEN_MS + FRAME_WIRE_MS
        report.stage("lit by the host's answer", [lift.total for lift in answered], floor)
        report.stage("board: lift to snapshot", [lift.board for lift in answered], SEEN_MS)
        report.stage("host: snapshot to frame", [lift.host for lift in answered], None)
        report.stage("board: frame to light", [lift.shown for lift in answered], FRAME_WIRE_MS)
        report.stage("lift to light", [lift.total for lift in lifts], floor, share=False)
        shown_ahead = sum(lift.is_ahead for lift in lifts)
        report.figures["lifts_shown_ahead_percent"] = round(100 * shown_ahead / len(lifts))
        # From now on the solver proves what may come next, which takes it minutes.
        session.help = Help.PROVEN
        host.app.wake()
        await host.wait_for_proofs(session)
        beside = [await host.time_lift(number % 8) for number in range(count)]
        session.help = Help.LEGAL
        host.app.wake()
        before, begin = await virtual.ask("state"), time.perf_counter()
        report.figures["snapshots_per_second"] = round(await host.count_snapshots(), 1)
        after, end = await virtual.ask("state"), time.perf_counter()
        scans = float(str(after["scans"])) - float(str(before["scans"]))
        report.figures["scans_per_second"] = round(scans / (end - begin), 1)
        while_solving = [lift.total for lift in beside]
        report.stage("the same, solver at work", while_solving, None, share=False)
