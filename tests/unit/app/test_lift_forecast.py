"""Frames of likely lifts: what the lifts will show, offered when nothing happens."""

from __future__ import annotations

import pytest

from host.app.lift_forecast import QUIET_MS, LiftForecast, frames_of_lifts
from host.engine.game import Side
from host.engine.registry import game_named
from host.engine.squares import parse_square
from host.guidance.marks import Help
from host.link.frames_ahead import MOST
from host.recognition.sensing.cell_map import CellMap
from host.recognition.times import CHECK_MS
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.session.view import Action, Phase
from tests.support.scripted_board import Bench

D8, D4 = parse_square("d8", (8, 8)), parse_square("d4", (8, 8))
SOME, OTHERS = ((3, "1-" * 64),), ((3, "2-" * 64),)


def offered_squares(bench: Bench) -> list[int]:
    return [cell for cell, _ in bench.link.offered]


def lights(bench: Bench) -> str:
    """Return the frame as it is sent."""
    return "".join(bench.controller.frame)


# When


def test_nothing_is_offered_before_all_has_been_the_same_for_a_moment() -> None:
    forecast = LiftForecast()
    assert forecast.offered("frame 1", lambda: SOME, 1000) == ()
    assert forecast.wake_ms == 1000 + QUIET_MS
    assert forecast.offered("frame 1", lambda: SOME, 1000 + QUIET_MS - 1) == ()
    assert forecast.offered("frame 1", lambda: SOME, 1000 + QUIET_MS) == SOME
    assert forecast.wake_ms is None
    assert forecast.offered("frame 1", lambda: SOME, 9000) == SOME
    assert forecast.offered("frame 2", lambda: SOME, 9001) == ()


def test_frames_are_not_computed_while_somebody_is_busy() -> None:
    def fail() -> tuple[tuple[int, str], ...]:
        raise AssertionError

    forecast = LiftForecast()
    assert forecast.offered("frame 1", fail, 1000) == ()
    assert forecast.offered(None, fail, 2000) == ()
    assert forecast.wake_ms is None
    assert forecast.offered("frame 1", fail, 2001) == ()


def test_frames_that_change_are_withdrawn_at_once_and_the_new_ones_wait() -> None:
    """As proofs come one after another."""
    forecast = LiftForecast()
    forecast.offered("frame 1", lambda: SOME, 0)
    assert forecast.offered("frame 1", lambda: SOME, 1000) == SOME
    assert forecast.offered("frame 1", lambda: OTHERS, 1001) == ()
    assert forecast.wake_ms == 1001 + QUIET_MS
    assert forecast.offered("frame 1", lambda: OTHERS, 1001 + QUIET_MS) == OTHERS


# Which


def test_on_the_first_move_each_tower_s_frame_is_offered_and_then_the_required_one_s() -> None:
    bench = Bench()
    bench.rest(QUIET_MS)
    assert offered_squares(bench) == list(range(56, 64))
    bench.put_down("d8", "d4", 2000)
    bench.rest(2000)
    assert bench.texts == ["d8d4"]
    assert offered_squares(bench) == list(bench.session.view().movable_squares)
    assert len(bench.link.offered) == 1


@pytest.mark.parametrize("help_level", [Help.LEGAL, Help.REQUIRED])
@pytest.mark.parametrize("moves", [0, 1])
def test_what_is_offered_is_what_the_lift_shows(help_level: Help, moves: int) -> None:
    bench = Bench(help_level=help_level)
    if moves:
        bench.put_down("d8", "d4", 2000)
    bench.rest(CHECK_MS + 1000)  # until the colours of the set-up have gone out
    assert bench.link.offered
    for cell, cells in bench.link.offered:
        name, letter = "abcdefgh"[cell % 8] + str(cell // 8 + 1), bench.cells[cell]
        assert lights(bench) != cells
        bench.seem_lifted(name)
        assert lights(bench) == cells, "as soon as it is felt no more"
        bench.put(name, ".")
        bench.rest(200)
        assert lights(bench) == cells, "and when it has settled"
        bench.put(name, letter)
        bench.rest(2000)


def test_without_help_no_lift_shows_anything_and_none_is_offered() -> None:
    bench = Bench(help_level=Help.OFF)
    bench.rest(8000)  # until the colours of the set-up have gone out
    assert bench.link.offered == ()


@pytest.mark.parametrize("name", ["d8", "e8"])
def test_with_a_lift_all_are_withdrawn(name: str) -> None:
    bench = Bench()
    bench.rest(QUIET_MS)
    assert bench.link.offered
    bench.seem_lifted(name)
    assert bench.link.offered == ()
    bench.put(name, ".")
    bench.rest(1000)
    assert bench.link.offered == ()


def test_a_board_that_is_not_as_the_game_has_it_is_offered_none() -> None:
    bench = Bench()
    bench.put_down("d8", "a4", 5000)
    bench.rest(1000)
    assert bench.session.view().correction is not None
    assert bench.link.offered == ()


def test_a_game_that_is_paused_is_offered_none() -> None:
    bench = Bench()
    bench.put_down("d8", "d4", 2000)
    bench.rest(2000)
    assert bench.link.offered
    bench.session.act(Action.PAUSE, Side.BLACK, bench.board_ms)
    if bench.session.phase is not Phase.PAUSED:
        bench.session.answer(True, bench.board_ms)
    bench.rest(1000)
    assert bench.session.phase is Phase.PAUSED
    assert bench.link.offered == ()


def test_of_more_pieces_than_a_board_keeps_frames_for_none_is_offered() -> None:
    session = Session(MatchSettings(game_named("hasami")))
    session.see(session.view().expectation.snapshot, 0)
    session.tick(5000)
    assert session.phase is Phase.PLAY
    assert len(session.likely_lifts()) > MOST
    size = session.game.size
    assert frames_of_lifts(session, CellMap(size, size), ()) == ()


def test_the_cells_are_those_of_the_board_and_not_of_the_game() -> None:
    session = Session(MatchSettings(game_named("kamisado-single")))
    session.see(session.view().expectation.snapshot, 0)
    session.tick(5000)
    found = frames_of_lifts(session, CellMap((8, 8), (9, 9)), ())
    assert [cell for cell, _ in found] == list(range(63, 71))
    assert {len(cells) for _, cells in found} == {2 * 81}
