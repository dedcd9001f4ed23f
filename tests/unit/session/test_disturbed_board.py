"""A board that is carried or disturbed as a whole: one event, one sentence, then play goes on."""

from __future__ import annotations

import random

from host.engine.squares import square_name
from host.recognition.snapshot import SquareState
from host.recognition.times import GATHER_MS, QUIET_MS, STILL_MS
from tests.unit.session.sensors import BLACK, EMPTY, WHITE, Board

STATES = (EMPTY, WHITE, BLACK, SquareState.UNSURE)
DISTURBED = "The board is being disturbed: many squares flicker at once."


def disturb(board: Board, squares: int, ms: int, seed: int = 1) -> None:
    """Let so many squares show states by chance for a time."""
    chance = random.Random(seed)
    names = [square_name(square, 8) for square in chance.sample(range(64), squares)]
    for _ in range(0, ms, 100):
        for name in names:
            board.faults[name] = chance.choice(STATES)
        board.wait(100)
    board.faults.clear()


def test_many_squares_that_flicker_are_told_in_one_sentence() -> None:
    board = Board()
    board.move("d8d4")
    board.said.clear()
    disturb(board, 22, 3000)
    board.wait(30_000)
    told = [text for text in board.said if "sensor" in text or "disturbed" in text]
    assert len(told) == 1
    assert told[0].startswith(DISTURBED)
    assert "The board is at rest again: I look at all squares." in board.said
    assert board.dark == []
    assert board.texts == ["d8d4"]


def test_play_goes_on_as_soon_as_the_board_rests() -> None:
    board = Board()
    disturb(board, 40, 3000)
    board.wait(QUIET_MS + GATHER_MS)
    assert board.dark == []
    board.move("d8d4")
    assert board.texts == ["d8d4"]


def test_a_disturbance_leaves_no_doubt_of_the_sensors() -> None:
    board = Board()
    disturb(board, 64, 3000)
    board.wait(QUIET_MS + GATHER_MS)
    for text in ("d8d4", "a1c3"):
        board.move(text)
    assert board.texts == ["d8d4", "a1c3"]
    assert not any(board.session._state.sensors.health.failures.values())


def test_a_board_that_is_disturbed_for_long_is_told_once() -> None:
    board = Board()
    disturb(board, 22, 30_000)
    board.wait(QUIET_MS + GATHER_MS)
    assert sum("disturbed" in text for text in board.said) == 1
    assert not any("sensor" in text for text in board.said)
    assert board.dark == []


def test_a_tower_displaced_meanwhile_is_told_afterwards() -> None:
    board = Board()
    disturb(board, 22, 2000)
    board.pieces[3], board.pieces[27] = EMPTY, WHITE
    disturb(board, 22, 1000)
    board.wait(QUIET_MS + GATHER_MS)
    assert board.session.view().correction is not None


def test_a_few_sensors_that_flicker_are_told_one_by_one() -> None:
    board = Board()
    disturb(board, 3, 3000)
    board.wait(GATHER_MS)
    assert sum("flickers" in text for text in board.said) == 3
    board.wait(STILL_MS)
    assert sum("works again" in text for text in board.said) == 3


def test_one_that_goes_on_flickering_is_told_when_the_others_rest() -> None:
    board, chance = Board(), random.Random(1)
    disturb(board, 22, 2500)
    for _ in range(80):
        board.faults["e5"] = chance.choice(STATES)
        board.wait(100)
    assert board.dark == ["e5"]
    assert "The sensor of e5 flickers. Play on: I do not look at it." in board.said
