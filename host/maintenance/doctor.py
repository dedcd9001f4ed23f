"""The checkup: what `kamisado doctor` does at a board, one examination after another."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from host.link.problems import of_older
from host.link.wire import COLOURS
from host.maintenance import diagnosis, tower_check
from host.maintenance.board_client import BoardClient
from host.maintenance.diagnosis import FaultSeverity, Finding, Wiring
from host.maintenance.monitor import facts, measures
from host.maintenance.operator import Operator

SAMPLES = 20
SETTLE_MS = 300
SECOND_MS = 1500
"""After a start: the board tells how long a scan takes by the mean over a second."""
SWEEP_MS = 15_000
"""Without a new square: the person is done, or the rest is dead."""
LIT_MS = 400
LOOK_MS = 50
_DUTY = 0x28
PALETTE = ((_DUTY, 0, 0), (0, _DUTY, 0), (0, 0, _DUTY), (_DUTY // 2, _DUTY // 2, _DUTY // 2))
"""One channel each, so that a dead one shows, and white."""
HUES = ("red", "green", "blue")
_DARK, _BLUE, _WHITE = 0, 3, 4


class Doctor:
    """An examination of one board.

    Args:
        client: opened.
        tell: prints a line.

    Attributes:
        found: everything that was found, in order; see also `facts`.
        facts: name and value of what the board is and does.
        levels, ons: what each sensor felt at first, and from where on it sees a tower, in mT;
            empty for a board whose sensors do not measure.
    """

    def __init__(self, client: BoardClient, tell: Callable[[str], None]) -> None:
        self.found: list[Finding] = []
        self.facts: dict[str, str] = {}
        self.levels: list[float] = []
        self.ons: list[float] = []
        self._client = client
        self._tell = tell
        files, ranks = client.hello.size
        self.wiring = Wiring(files, ranks, "1" * ranks)

    @property
    def measures(self) -> bool:
        """Whether the board's sensors have levels."""
        return measures(self._client.hello)

    def as_it_stands(self) -> None:
        """Everything that needs no hands: versions, figures, and every square's margin."""
        client, hello = self._client, self._client.hello
        client.rest(SECOND_MS)
        diag = client.diagnostics()
        parts = diag.get("strips") or self.wiring.parts
        self.wiring = Wiring(*hello.size, parts)
        self.facts = facts(hello, diag, client.link.lines_lost)
        for name, value in self.facts.items():
            self._tell(f"{name:>18}: {value}")
        if (older := of_older(hello)) is not None:
            self._note([Finding(FaultSeverity.REMARK, older)])
        self._note(diagnosis.of_parts(self.wiring))
        if (damaged := client.warnings.get("calibration")) is not None:
            self._note([Finding(FaultSeverity.FAULT, damaged)])
        calibration = hello.calibration if self.measures else "not needed"
        lost = client.link.lines_lost
        self._note(diagnosis.of_board(diag, calibration, hello.error, lost))
        if self.measures:
            self.look()
            snapshot = client.snapshot
            self._note(diagnosis.of_standing(self.wiring, snapshot, self.levels, self.ons))
            self._note(tower_check.of_reach(self.wiring, snapshot, self.levels, self.ons))

    def look(self) -> None:
        """Tell what every square feels now."""
        self.levels = self._client.cells("level")
        self.ons = self._client.cells("on")
        self._tell("")
        lines = diagnosis.margins(self.wiring, self._client.snapshot, self.levels, self.ons)
        for line in lines:
            self._tell(line)
        self._tell("")

    def with_hands(self, person: Operator) -> None:
        """What needs somebody who looks at the lights and moves towers."""
        self._tell("1. The lights.")
        self._lamps(person)
        self._tell("2. The empty board.")
        self._hands(person.clear)
        samples = [self._felt() for _ in range(SAMPLES)]
        self._note(diagnosis.of_empty(self.wiring, samples, self._thresholds()))
        self._tell("3. One tower on one square after another: are the wires where they should be?")
        swapped = self._placements(person)
        self._tell("4. One tower over all squares: does every sensor feel it?")
        peaks = self._sweep(person)
        told = {finding.square for finding in self.found if finding.square}
        sweep = tower_check.of_sweep(self.wiring, peaks, swapped)
        self._note([finding for finding in sweep if finding.square not in told])
        self._light("0")

    def _felt(self) -> list[float]:
        """What each sensor feels, in mT; of one that says only on or off, what a tower makes."""
        if self.measures:
            return self._client.cells("level")
        return [0.0 if letter == "." else tower_check.FULL_MT for letter in self._client.snapshot]

    def _most_felt(self) -> list[float]:
        """The same, the most since the sweep has begun."""
        if self.measures:
            return self._client.cells("peak")
        cells = range(len(self._client.snapshot))
        return [tower_check.FULL_MT if c in self._client.occupied else 0.0 for c in cells]

    def _thresholds(self) -> list[float]:
        return self.ons or [tower_check.FULL_MT / 2] * len(self._client.snapshot)

    def _lamps(self, person: Operator) -> None:
        dark = {}
        for index, hue in enumerate(HUES, 1):
            self._light(COLOURS[index])
            self._client.rest(LIT_MS)
            dark[hue] = self._client.let(partial(person.dark, hue))
        self._note(diagnosis.of_lamps(self.wiring, dark))
        self._light("0")

    def _placements(self, person: Operator) -> bool:
        """Every rank and every file once; whether something was swapped."""
        felt = {}
        files, ranks = self.wiring.files, self.wiring.ranks
        for step in range(max(files, ranks)):
            cell = step % ranks * files + step % files
            self._light("0", {cell: _WHITE})
            self._hands(partial(person.put, cell))
            felt[cell] = self._felt()
        found = tower_check.of_placements(self.wiring, felt)
        self._note(found)
        return bool(found)

    def _sweep(self, person: Operator) -> list[float]:
        """The strongest that each square felt of the tower."""
        client = self._client
        peaks = [0.0] * len(client.snapshot)
        due = {cell for cell in range(len(peaks)) if not self.wiring.is_away(cell)}
        client.occupied.clear()
        self._light("0", dict.fromkeys(due, _BLUE))
        client.let(person.sweep, settle=False)
        news_ms = client.now_ms
        while due and client.now_ms - news_ms < SWEEP_MS:
            peaks = self._most_felt()
            felt = {cell for cell in due if abs(peaks[cell]) >= tower_check.WEAK_MT}
            if felt:
                due -= felt
                news_ms = client.now_ms
                self._light("0", dict.fromkeys(due, _BLUE))
            client.rest(LOOK_MS)
        client.wait(client.is_settled, SWEEP_MS)
        return peaks

    def _hands(self, act: Callable[[], None]) -> None:
        self._client.let(act)
        self._client.rest(SETTLE_MS)

    def _light(self, colour: str, others: dict[int, int] | None = None) -> None:
        """All squares in one colour, and some in others."""
        lit = others or {}
        cells = range(self.wiring.files * self.wiring.ranks)
        colours = (COLOURS[lit[cell]] if cell in lit else colour for cell in cells)
        self._client.show(PALETTE, "".join(f"{each}-" for each in colours))

    def _note(self, found: list[Finding]) -> None:
        """Keep and tell at once what is not about parts that do not answer anyway."""
        cells = range(self.wiring.files * self.wiring.ranks)
        away = {self.wiring.name(cell) for cell in cells if self.wiring.is_away(cell)}
        found = [finding for finding in found if finding.square not in away]
        self.found += found
        signs = {FaultSeverity.FINE: "+", FaultSeverity.REMARK: "-", FaultSeverity.FAULT: "!"}
        for finding in found:
            self._tell(f"{signs[finding.weight]} {finding.sentence}")
