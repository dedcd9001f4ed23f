"""Frames of lifts that the board shows by itself, with the real firmware and the real host."""

from __future__ import annotations

import random
from collections.abc import Iterator
from unittest.mock import patch

import pytest

from host.app.lift_forecast import QUIET_MS
from host.guidance.lighting import brightness
from host.guidance.marks import Help
from host.guidance.steady_lights import STEADY_MS
from host.link.board_link import BoardLink
from host.link.frames_ahead import MOST
from host.link.timeouts import AHEAD_MS
from tests.support.lockstep import LockstepRig, lockstep

pytestmark = pytest.mark.e2e

OFFERED_MS = QUIET_MS + (MOST + 1) * AHEAD_MS + 100
"""From the last change until all frames are on the board."""


@pytest.fixture
def rig() -> Iterator[LockstepRig]:
    with lockstep("--seed", "2") as rig:
        rig.run(8000)
        yield rig


def lit_since(rig: LockstepRig, frames: int) -> set[str]:
    """Return the squares that were lit at some moment since a number of frames."""
    return {square for _, lit in rig.frames[frames:] for square in lit}


def check_lights(rig: LockstepRig) -> None:
    """Check that the squares that are lit are those of the host's frame."""
    dark = {
        square for square, text in zip(SQUARES, rig.controller.frame, strict=True) if text[0] == "0"
    }
    steady = {
        square
        for square, text in zip(SQUARES, rig.controller.frame, strict=True)
        if text[0] != "0" and min(brightness(text[1], ms) for ms in range(0, 3200, 25)) > 0.3
    }
    assert not dark & rig.lit.keys()
    assert steady <= rig.lit.keys()


SQUARES = [f"{file}{rank}" for rank in "12345678" for file in "abcdefgh"]


def test_a_lift_is_lit_without_a_byte_of_the_host(rig: LockstepRig) -> None:
    written, seen = rig.link.written, len(rig.frames)
    rig.board.ask("lift", square="d8", seconds=0)
    rig.board.step(30)  # the host stands still
    rig.take_frames()
    assert rig.link.written == written
    assert {"d7", "d2", "a5"} <= lit_since(rig, seen)
    assert rig.controller.frame[SQUARES.index("d7")] == "0-", "it has not heard of it either"


def test_the_host_s_answer_is_the_same_and_nothing_is_drawn_anew(rig: LockstepRig) -> None:
    seen = len(rig.frames)
    rig.board.ask("lift", square="d8", seconds=0)
    rig.run(300)
    check_lights(rig)
    assert rig.session.view().lifted == SQUARES.index("d8")
    assert len({tuple(lit) for _, lit in rig.frames[seen:]}) == 1


def test_the_required_tower_s_is_on_the_board_soon_after_the_move_before(rig: LockstepRig) -> None:
    rig.move("d8d4", rest_ms=1000)
    required = SQUARES[rig.session.view().movable_squares[0]]
    rig.run(OFFERED_MS)
    seen = len(rig.frames)
    rig.board.ask("lift", square=required, seconds=0)
    rig.board.step(30)
    rig.take_frames()
    ahead = required[0] + str(int(required[1]) + 1)
    assert ahead in lit_since(rig, seen)


def test_what_was_withdrawn_is_never_shown(rig: LockstepRig) -> None:
    """The present frame is the same at both levels of help; that of a lift is not."""
    was = rig.controller.frame
    rig.session.help = Help.REQUIRED
    rig.run(30)
    assert rig.controller.frame == was
    seen = len(rig.frames)
    rig.board.ask("lift", square="d8", seconds=0)
    rig.run(300)
    assert rig.session.view().lifted == SQUARES.index("d8")
    assert "d7" not in lit_since(rig, seen)


def test_none_is_shown_of_a_board_that_has_changed(rig: LockstepRig) -> None:
    """Another tower is in the air already: two are the menu, or a mistake."""
    rig.board.ask("lift", square="a8", seconds=0)
    rig.run(1000)
    seen = len(rig.frames)
    rig.board.ask("lift", square="d8", seconds=0)
    rig.board.step(30)
    rig.take_frames()
    assert "d2" not in lit_since(rig, seen)


def test_a_sensor_s_slip_is_lit_for_a_moment_though_the_host_never_hears_of_it(
    rig: LockstepRig,
) -> None:
    rig.board.ask("fault", name="lose_lines", percent=100, direction="out")
    seen = len(rig.frames)
    rig.board.ask("fault", name="dead_sensor", square="d8")
    rig.run(9)
    rig.board.ask("mend")
    rig.board.ask("fault", name="lose_lines", percent=100, direction="out")
    rig.run(40)
    lit_us = [us for us, lit in rig.frames[seen:] if "d7" in lit]
    assert lit_us
    rig.run(200)
    check_lights(rig)
    dark_us = next(us for us, lit in rig.frames[seen:] if us > lit_us[0] and "d7" not in lit)
    assert dark_us - lit_us[0] >= 1000 * STEADY_MS
    rig.board.ask("mend")
    rig.run(2000)
    check_lights(rig)
    assert rig.session.plies == ()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_the_lights_end_as_without_them_whatever_is_lifted_lost_and_put_back(seed: int) -> None:
    with lockstep("--seed", str(seed)) as rig:
        with_them = list(after_each_act(rig, random.Random(seed)))
    with lockstep("--seed", str(seed)) as rig, patch.object(BoardLink, "keeps_frames", False):
        without = list(after_each_act(rig, random.Random(seed)))
    assert with_them == without


def after_each_act(rig: LockstepRig, chance: random.Random) -> Iterator[tuple[object, ...]]:
    """Yield the lights and the moves after lifts, slips, moves, lost lines and withdrawals."""
    rig.run(7000)
    for _ in range(8):
        view = rig.session.view()
        likely = [SQUARES[square] for square in view.movable_squares]
        square = chance.choice([*likely, *likely, "a1", "h8"])
        act = chance.choice(["lift", "slip", "move", "deaf", "help"])
        if act == "help":
            rig.session.help = chance.choice([Help.LEGAL, Help.REQUIRED, Help.OFF])
        elif act == "move":
            moves = [c for c in view.expectation.candidates if c.origin is not None]
            move = chance.choice(moves)
            text = rig.game.move_text(view.expectation.position, move.move)
            if len(text) == 4 and not move.pushed:
                rig.move(text)
        else:
            if act == "deaf":
                direction = chance.choice(["in", "out", "both"])
                rig.board.ask("fault", name="lose_lines", percent=50, direction=direction)
            if rig.session.view().expectation.pieces.get(SQUARES.index(square)) is not None:
                rig.board.ask("lift", square=square, seconds=0)
                rig.run(5 if act == "slip" else 400)
                rig.board.ask("put", square=square, seconds=0)
        rig.run(chance.choice([30, 150, 400]))
        rig.board.ask("mend")
        rig.run(4000)
        check_lights(rig)
        yield rig.controller.frame, sorted(rig.lit), [ply.text for ply in rig.session.plies]
