"""Modelled hands at the simulated board: a few rounds of what `kamisado soak` does for hours."""

from __future__ import annotations

from dataclasses import replace

import pytest

from host.engine.registry import game_named
from host.engine.squares import square_name
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.storage.trace import decode
from host.storage.trace_player import first_difference, play_back
from host.virtual.stepped_process import SteppedBoard
from simulator.device.interpreter import find_micropython
from soak.full_stack import parse_faults, play_full
from soak.session_tabletop import SessionTabletop
from soak.simulator_tabletop import PITCH_MM, SimulatorTabletop
from tests.support.require import require

pytestmark = pytest.mark.e2e


@pytest.fixture(autouse=True)
def _fast_enough() -> None:
    require(find_micropython() is not None, "there is no MicroPython here: CPython takes minutes")


@pytest.mark.parametrize(("seed", "faults"), [("1/1", "none"), ("4/0", "noise,bounce,stuck,reset")])
def test_a_match_by_clumsy_hands_is_stored_as_it_was_meant(seed: str, faults: str) -> None:
    played = play_full(seed, parse_faults(faults))
    assert not played.failure, "\n".join([played.failure, *played.actions])
    assert played.rounds >= 1
    trace = decode("".join(played.trace))
    assert trace.recognised
    assert first_difference(trace, play_back(trace)) is None


def test_the_same_seed_gives_the_same_match_to_the_millisecond() -> None:
    faults = parse_faults("all")
    one, other = (play_full("2/0", faults) for _ in range(2))
    assert one.trace == other.trace
    assert one.counts == other.counts
    assert one.failure == other.failure


def test_nothing_breaks_while_a_piece_rests_on_the_way_of_a_slide() -> None:
    session = Session(MatchSettings(game_named("kamisado")))
    faults = replace(parse_faults("stuck"), share=1.0)
    with SteppedBoard("--seed", "1", "--doze", "400") as board:
        tabletop = SimulatorTabletop(board, (8, 8), session, "1", faults)
        try:
            tabletop.slide(0, [8, 16, 24], [600, 600])
            assert tabletop.counts["sensors stuck"] == 0
            tabletop.wait(600)
            assert tabletop.counts["sensors stuck"] == 1
        finally:
            tabletop.close()


A1, B1, A2, B2 = 0, 1, 8, 9
LEANS_MM = (10.0, 18.0)
"""In two steps, so that none is in the way of another."""


@pytest.mark.parametrize(
    "ways",
    [
        {A1: (1, 0), B1: (0, 1)},  # the one stands where the other belongs
        {A1: (1, 0), B1: (0, 1), B2: (-1, 0), A2: (0, -1)},  # each where the next belongs
    ],
    ids=["a pair", "a ring"],
)
def test_hands_straighten_pieces_that_lean_over_the_places_of_others(
    ways: dict[int, tuple[int, int]],
) -> None:
    session = Session(MatchSettings(game_named("kamisado")))
    with SteppedBoard("--seed", "1", "--doze", "400") as board:
        tabletop = SimulatorTabletop(board, (8, 8), session, "1", parse_faults("none"))
        try:
            for origin, target in ((2, A2), (3, B2)):
                if target in ways:
                    tabletop.put(tabletop.lift(origin), target)
            tabletop.wait(500)
            for mm in LEANS_MM:
                for square, (x, y) in ways.items():
                    SessionTabletop.nudge(tabletop, square, mm / PITCH_MM)
                    name = square_name(square, 8)
                    board.ask("nudge", square=name, dx_mm=x * mm, dy_mm=y * mm)
            tabletop.wait(500)
            for square in ways:
                tabletop.nudge(square, 0.0)
                tabletop.wait(500)
                assert tabletop.standing[square].aside == 0
                pieces = board.ask("state")["pieces"]
                assert isinstance(pieces, list)
                straight = {p["square"] for p in pieces if not (p["dx_mm"] or p["dy_mm"])}
                upright = {square_name(s, 8) for s, st in tabletop.standing.items() if not st.aside}
                assert straight == upright
        finally:
            tabletop.close()
