"""Two programs that have agreed on a serious match, and on how long a player may be away."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest
from websockets.sync.client import connect

from soak.remote.brokers import RealBroker
from tests.e2e.program import VIRTUAL, Page, Program, playing
from tests.e2e.test_remote_seats import link_in

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

CLOCK = ("--clock", "10+5")
SERIOUS = "A serious game: no hints, and who wins is not shown, until the match is over"
LATER = "this serious game three minutes later"
NO_VALUES = "In a serious game, who wins is not shown"


def shows(program: Program, far: bool = False, **wanted: object) -> None:
    """Wait until a page shows these fields of the match, or of what is known of the far player."""

    def holds() -> bool:
        told = program.far if far else program.state
        return all(told.get(name) == value for name, value in wanted.items())

    program.until(holds)


def refused(page: Page, words: str, **request: object) -> None:
    """Ask for something, and wait until it is refused."""
    page.said.clear()
    page.send(**request)
    page.until_said(words)


class Table:
    """A program that has invited by some terms, Black's, and one that has joined, White's."""

    def __init__(self, stack: ExitStack, folder: Path, broker: RealBroker, *terms: str) -> None:
        self._stack, self._folder = stack, folder
        for name in ("black", "white"):
            (folder / name).mkdir()
        invite = (*VIRTUAL, *CLOCK, "--invite", str(broker.address), *terms)
        self.black = self._begun("black", invite)
        self.link = link_in(self.black)
        self.white = self._begun("white", VIRTUAL, ("join", self.link))
        shows(self.black, far=True, stage="playing", presence="waiting")

    def _begun(
        self, name: str, options: tuple[str, ...], command: tuple[str, ...] = ("play",)
    ) -> Program:
        folder = self._folder / name
        program = self._stack.enter_context(playing(folder, *options, command=command))
        program.until(lambda: program.link == "up")
        return program

    def join_again(self, name: str) -> Program:
        """Start the program of a side again that has ended."""
        (self._folder / name / "loop").unlink()  # the report of its event loop, begun anew
        return self._begun(name, VIRTUAL, ("join", self.link))


def test_a_serious_match_is_agreed_on_and_nobody_is_helped(
    broker: RealBroker, tmp_path: Path
) -> None:
    with ExitStack() as stack:
        table = Table(stack, tmp_path, broker, "--serious")
        black, white = table.black, table.white
        for program in (black, white):
            assert SERIOUS in program.output
            shows(program, conditions="serious")
        black.move("e8", "g6")
        white.until(lambda: white.plies == 1)
        refused(white, "Hints are off", t="hint")
        values = {"t": "analyse", "number": 1, "ply": 1, "moves": [], "values": True}
        for program in (black, white):
            refused(program, NO_VALUES, t="help", level="proven")
            refused(program, NO_VALUES, t="review")
            refused(program, NO_VALUES, **values)
            host = program.host
            with connect(f"ws://{host}/ws", origin=f"http://{host}", proxy=None) as line:  # type: ignore[arg-type]
                stranger = Page(line)
                stranger.until(lambda stranger=stranger: stranger.state != {})  # type: ignore[misc]
                assert stranger.plies == 0
                refused(stranger, LATER, t="describe", what="ranks")
        for agree in (False, True):
            black.send(t="pause")
            white.until(lambda: white.state.get("offer") is not None)
            shows(white, phase="play")
            white.send(t="answer", agree=agree)
            shows(white, offer=None)
            if not agree:
                black.until_said("Your friend does not agree.")
        shows(black, phase="paused")
        shows(white, phase="paused")
        white.send(t="resume")
        shows(white, phase="play")
        shows(black, phase="play")
        white.send(t="resign", side="white")
        black.until(lambda: black.state.get("outcome") is not None)
        black.end()
        assert "Your friend has joined." in black.output
        shows(table.join_again("black"), phase="over", conditions="serious")


@pytest.mark.parametrize(("win", "winner"), [(True, "black"), (False, None)])
def test_who_is_away_for_longer_than_agreed_loses_what_is_claimed(
    broker: RealBroker, tmp_path: Path, win: bool, winner: str | None
) -> None:
    with ExitStack() as stack:
        table = Table(stack, tmp_path, broker, "--absence", "10")
        black, white = table.black, table.white
        for program in (black, white):
            assert "Whoever is away for 0:10 min may lose" in program.output
            shows(program, far=True, absence_s=10, absence_until=None)
        black.move("e8", "g6")
        white.until(lambda: white.plies == 1)
        refused(black, "Nothing can be claimed", t="far_claim", win=win)
        white.close()
        shows(black, far=True, presence="away", can_claim=False)
        black.until(lambda: black.far["absence_until"] is not None)
        refused(black, "Nothing can be claimed", t="far_claim", win=win)
        shows(black, far=True, can_claim=True)
        black.until_said("Your friend has been away for 0:10 min")
        black.send(t="far_claim", win=win)
        black.until(lambda: black.state.get("outcome") is not None)
        shows(black, far=True, can_claim=False, absence_until=None)
        again = table.join_again("white")
        again.until(lambda: again.state.get("outcome") is not None)
        for program in (black, again):
            outcome = program.state["outcome"]
            assert isinstance(outcome, dict)
            assert outcome["winner"] == winner
            assert "White was away for longer than agreed" in str(outcome["reason"])


def test_who_has_no_broker_is_told_when_to_be_back(broker: RealBroker, tmp_path: Path) -> None:
    with ExitStack() as stack:
        table = Table(stack, tmp_path, broker, "--absence", "86400")
        table.black.move("e8", "g6")
        broker.kill()
        for program in (table.black, table.white):
            shows(program, far=True, connected=False, can_claim=False)
            program.until(lambda far=program: far.far["absence_until"] is not None)  # type: ignore[misc]
            refused(program, "Nothing can be claimed", t="far_claim", win=True)
        broker.start()
        for program in (table.black, table.white):
            shows(program, far=True, connected=True, absence_until=None)
