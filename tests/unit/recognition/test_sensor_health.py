"""Sensors that are found by what they show."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from host.engine.game import Square
from host.engine.kamisado.round import KamisadoRound
from host.recognition.sensing.sensor_health import LONGER, LONGEST_MS, FaultKind, SensorHealth
from host.recognition.sensing.square_changes import FLICKER_CHANGES, SWINGS, SWINGS_MS
from host.recognition.snapshot import Snapshot, SquareState, snapshot_of
from host.recognition.times import FAULT_MS, SEES_MS, SEVERAL_MS, STILL_MS, WORKS_MS

GAME = KamisadoRound()
START = snapshot_of(GAME.pieces(GAME.start()), 64)
EMPTY, WHITE, BLACK = SquareState.EMPTY, SquareState.WHITE, SquareState.BLACK
E5 = 36


def shown(**changes: SquareState) -> Snapshot:
    return tuple(changes.get(f"s{square}", state) for square, state in enumerate(START))


def checked(snapshot: Snapshot, ms: int) -> list[Square]:
    health = SensorHealth(8)
    health.watch(snapshot, 0)
    assert health.check(START, 0)[0] == []
    return health.check(START, ms)[0]


def test_a_sensor_that_alone_shows_a_piece_too_many_is_stuck() -> None:
    snapshot = shown(s36=WHITE)
    assert checked(snapshot, FAULT_MS - 1) == []
    health = SensorHealth(8)
    health.watch(snapshot, 0)
    health.check(START, 0)
    (square,), _ = health.check(START, FAULT_MS)
    assert health.faults[square].kind is FaultKind.STUCK


@pytest.mark.parametrize("missing", [[3], [3, 60], range(8)], ids=["one", "two", "a rank"])
def test_pieces_that_are_missing_may_be_in_hands_for_any_time(missing: Sequence[Square]) -> None:
    assert checked(shown(**{f"s{square}": EMPTY for square in missing}), 3_600_000) == []


def test_a_piece_of_the_wrong_side_may_be_the_wrong_way_up_for_a_while() -> None:
    assert checked(shown(s3=BLACK), SEVERAL_MS - 1) == []
    assert checked(shown(s3=BLACK), SEVERAL_MS) == [3]


def test_two_may_fail_together() -> None:
    two = shown(s36=WHITE, s37=WHITE)
    assert checked(two, SEVERAL_MS - 1) == []
    assert checked(two, SEVERAL_MS) == [36, 37]


def test_what_hands_do_is_no_fault() -> None:
    assert checked(shown(s3=EMPTY, s36=WHITE), 99_000) == [], "a tower on a wrong square"
    assert checked(shown(s3=EMPTY, s36=BLACK), 99_000) == [], "the same reversed"
    assert checked(shown(s1=EMPTY, s60=EMPTY, s3=EMPTY), 99_000) == [], "towers swept off"


def test_a_change_begins_the_time_anew() -> None:
    health = SensorHealth(8)
    health.watch(shown(s36=WHITE), 0)
    health.check(START, 0)
    health.watch(shown(s37=WHITE), FAULT_MS - 100)
    health.check(START, FAULT_MS - 100)
    assert health.check(START, FAULT_MS) == ([], 2 * FAULT_MS - 100)


def test_a_sensor_that_goes_on_changing_is_wrong_all_the_same() -> None:
    health = SensorHealth(8)
    for ms, state in ((0, WHITE), (2000, SquareState.UNSURE), (4000, WHITE)):
        health.watch(shown(s36=state), ms)
        assert health.check(START, ms) == ([], FAULT_MS)
    assert health.check(START, FAULT_MS)[0] == [36]


def test_a_piece_that_is_lifted_as_it_is_seen_wrongly_is_not_missing() -> None:
    health = SensorHealth(8)
    health.watch(shown(s3=BLACK), 0)
    health.check(START, 0)
    health.watch(shown(s3=EMPTY), 2 * FAULT_MS)
    assert health.check(START, 2 * FAULT_MS) == ([], None)
    health.watch(shown(s3=BLACK), 3 * FAULT_MS)
    assert health.check(START, 3 * FAULT_MS) == ([], 3 * FAULT_MS + SEVERAL_MS)


def test_what_else_is_touched_begins_the_time_anew() -> None:
    health = SensorHealth(8)
    health.watch(shown(s36=WHITE), 0)
    health.check(START, 0)
    health.watch(shown(s36=WHITE, s3=EMPTY), 1000)
    health.watch(shown(s36=WHITE), 1500)
    assert health.check(START, FAULT_MS) == ([], 1500 + FAULT_MS)


def test_a_sensor_that_fails_again_must_be_right_for_longer() -> None:
    health = SensorHealth(8)
    for failures, right_ms in ((1, WORKS_MS), (2, LONGER * WORKS_MS), (3, LONGEST_MS)):
        now_ms = failures * 1_000_000
        health.watch(shown(s36=WHITE), now_ms)
        health.declare(36, FaultKind.STUCK)
        health.watch(START, now_ms)
        assert health.recover(START, now_ms) == ([], now_ms + right_ms)
        assert health.recover(START, now_ms + right_ms) == ([36], None)
        assert health.failures[36] == failures


def test_of_a_rank_with_two_silent_sensors_all_are_left_out_that_show_nothing() -> None:
    health = SensorHealth(8)
    health.watch(shown(s0=EMPTY, s1=EMPTY), 0)
    health.declare(0, FaultKind.SILENT)
    assert set(health.faults) == {0}
    health.declare(1, FaultKind.SILENT)
    assert set(health.faults) == {0, 1}
    health.watch((EMPTY,) * 64, 10)
    health.declare(2, FaultKind.SILENT)
    assert set(health.faults) == set(range(8))


def test_a_sensor_that_flickers_is_found_at_once_and_returns_when_it_is_still() -> None:
    health, found = SensorHealth(8), list[Square]()
    for change in range(FLICKER_CHANGES + 1):
        state = WHITE if (FLICKER_CHANGES - change) % 2 else EMPTY  # which it shows at last
        found += health.watch(shown(s36=state), change * 200)
    assert found == [E5]
    last_ms = FLICKER_CHANGES * 200
    assert health.recover(START, last_ms) == ([], last_ms + STILL_MS)
    assert health.recover(START, last_ms + STILL_MS) == ([E5], None)
    assert not health.faults


def test_hands_are_slower_than_flicker() -> None:
    health = SensorHealth(8)
    for change in range(4 * FLICKER_CHANGES):
        assert health.watch(shown(s36=WHITE if change % 2 else EMPTY), change * 600) == []


def test_a_piece_that_is_turned_over_touched_and_bounces_each_time_is_no_flicker() -> None:
    health, now_ms = SensorHealth(8), 0
    lifted = EMPTY, 450
    bounced_twice = (WHITE, 100), (EMPTY, 60), (WHITE, 100), (EMPTY, 60)
    once = lifted, *bounced_twice, (WHITE, 400)
    for state, until_ms in (*once, *once):
        assert health.watch(shown(s36=state), now_ms) == []
        now_ms += until_ms


def test_two_pieces_that_are_dragged_over_a_square_at_once_are_no_flicker() -> None:
    health, now_ms = SensorHealth(8), 0
    for piece in (WHITE, BLACK):
        for state in (EMPTY, SquareState.UNSURE, piece, SquareState.UNSURE, EMPTY):
            now_ms += 100
            assert health.watch(shown(s36=state), now_ms) == []


def test_pieces_that_are_lifted_and_dragged_over_a_square_are_no_swings() -> None:
    health, now_ms, unsure = SensorHealth(8), 0, SquareState.UNSURE
    for _ in range(2 * SWINGS):
        for state, lasting_ms in ((unsure, 40), (WHITE, 300), (unsure, 30), (EMPTY, 1000)):
            assert health.watch(shown(s36=state), now_ms) == []
            now_ms += lasting_ms
    assert now_ms < SWINGS_MS


def swings(count: int, pace_ms: int) -> list[Square]:
    """Let a square change between two pieces so often, and return what was found."""
    health, found = SensorHealth(8), list[Square]()
    for change in range(count + 1):
        found += health.watch(shown(s3=WHITE if change % 2 else BLACK), change * pace_ms)
    return found


def test_a_sensor_that_slowly_changes_from_one_piece_to_another_is_found() -> None:
    pace_ms = SWINGS_MS // SWINGS
    assert swings(SWINGS, pace_ms) == [3]
    assert swings(SWINGS - 1, pace_ms) == []
    assert swings(4 * SWINGS, 2 * pace_ms) == [], "as slow as hands"


def test_a_piece_that_is_lifted_between_is_a_hands() -> None:
    health = SensorHealth(8)
    for change in range(8 * SWINGS):
        state = (WHITE, EMPTY, BLACK, EMPTY)[change % 4]
        assert health.watch(shown(s36=state), change * 1000) == []


def test_a_silent_sensor_returns_when_it_has_shown_a_piece_where_one_belongs() -> None:
    health = SensorHealth(8)
    health.watch(shown(s3=EMPTY), 0)
    health.declare(3, FaultKind.SILENT)
    assert health.recover(START, 50_000) == ([], None)
    health.watch(START, 60_000)
    assert health.recover(START, 60_000) == ([], 60_000 + SEES_MS)
    assert health.recover(START, 60_000 + SEES_MS) == ([3], None)
