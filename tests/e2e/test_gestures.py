"""Gestures through the whole stack: hand, field, firmware, link, gestures, lights; and the store.

Nobody looks at a page: two towers are lifted, one of them is put on a lit square.
"""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from host.engine.game import Side
from host.engine.squares import parse_square, square_name
from host.engine.termination import resignation
from host.guidance.lighting import GLOWS, PALETTE
from host.guidance.marks import Help
from host.session.player_actions.gestures import HOLD_MS, STEP_MS, STEPS, neighbours
from host.session.player_actions.negotiation import ANSWER_MS
from host.session.sensors.sensor_watch import STANDS
from host.session.view import Action, Phase
from host.storage.autosave import Autosave
from host.storage.saved_session import saved_session
from host.storage.store import Store
from tests.e2e.test_match import physical, touch, wanted
from tests.support.lockstep import LockstepTable, lockstep

pytestmark = pytest.mark.e2e

SERIES = "kamisado-series-3"
SLACK_MS = 200
"""Time from a lifted or placed tower to the lights: firmware, link and host."""
LEAVE_MS = STEPS * STEP_MS


def open_menu(table: LockstepTable, *squares: str) -> dict[Action, str]:
    """Lift two towers and hold them; where the menu has which action."""
    for square in squares:
        table.board.ask("lift", square=square)
        table.run_until_idle(100)
    table.run(HOLD_MS + SLACK_MS)
    return {item.action: square_name(item.square, 8) for item in table.view.menu}


def put(table: LockstepTable, square: str, piece: str, rest_ms: float = SLACK_MS) -> None:
    """Put a tower that is in the hand on a square."""
    table.board.ask("put", square=square, piece=piece)
    table.run_until_idle(rest_ms)


def tidy(table: LockstepTable, place: str, home: str, other: str, other_home: str) -> None:
    """Carry the tower on the menu home, and put back the one in the hand."""
    table.board.ask("move", **{"from": place, "to": home})
    table.run_until_idle(300)
    put(table, other_home, other, 600)
    assert physical(table) == wanted(table)


def colours_seen(table: LockstepTable, square: str) -> set[tuple[int, int, int]]:
    """Return the colours of a square's light in one period of every pattern."""
    table.frames.clear()
    table.run(3200)
    return {lit[square] for _, lit in table.frames if square in lit}


def test_a_match_is_resigned_on_the_board_alone_and_stays_so(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite"
    with closing(Store(path)) as store, lockstep("--seed", "11", game=SERIES) as table:
        table.controller._saver = autosave = Autosave(table.session, store)
        table.move("d8d4")
        places = open_menu(table, "b1", "c1")
        assert list(places) == [action for action in Action if action is not Action.ADOPT]
        glow = PALETTE[GLOWS["menu", "resign"].colour - 1]
        seen = colours_seen(table, places[Action.RESIGN])
        assert glow in seen, "at its brightest"
        assert all(red > blue for red, _, blue in seen), "amber all the time"
        table.frames.clear()
        put(table, places[Action.RESIGN], "white-red", LEAVE_MS - STEP_MS)
        around = neighbours(parse_square(places[Action.RESIGN], (8, 8)), (8, 8))
        names = [square_name(square, 8) for square in around]
        assert [name for name in names if name in table.lit] == names[: len(names) * 3 // 4]
        assert table.view.outcome is None
        table.run(2 * STEP_MS)
        assert table.view.offer is not None, "the other side confirms it"
        tidy(table, places[Action.RESIGN], "c1", "white-green", "b1")
        table.board.ask("lift", square="g8")
        table.run_until_idle(300)
        put(table, "g8", "black-green", 300)
        assert table.session.termination == resignation(Side.WHITE)
        assert table.view.phase is Phase.ENDED
        assert autosave.match is not None
        again = saved_session(store.load(autosave.match), Help.LEGAL)
        assert again.outcome == table.view.outcome


def test_a_resignation_is_stopped_by_lifting_the_tower_again() -> None:
    with lockstep("--seed", "12", game=SERIES) as table:
        table.move("d8d4")
        places = open_menu(table, "b1", "c1")
        put(table, places[Action.RESIGN], "white-red", LEAVE_MS - STEP_MS)
        assert any(item.held is not None for item in table.view.menu)
        table.board.ask("lift", square=places[Action.RESIGN])
        table.run_until_idle(LEAVE_MS)
        put(table, "c1", "white-red")
        put(table, "b1", "white-green")
        assert table.view.menu == ()
        assert table.view.correction is None
        table.move("a1c3")
        assert table.texts == ["d8d4", "a1c3"]


def test_a_draw_is_offered_and_agreed_to_on_the_board_alone() -> None:
    with lockstep("--seed", "13", game=SERIES) as table:
        table.move("d8d4")
        places = open_menu(table, "b1", "c1")
        put(table, places[Action.DRAW], "white-red", LEAVE_MS + SLACK_MS)
        assert table.view.offer is not None
        tidy(table, places[Action.DRAW], "c1", "white-green", "b1")
        assert {"a8", "b8", "c8", "d4"} <= table.lit.keys(), "Black is asked"
        touch(table, "g8")
        assert str(table.session.termination) == "draw agreed"


def test_play_is_paused_and_a_new_match_refused_on_the_board_alone() -> None:
    with lockstep("--seed", "14", game="kamisado-standard") as table:
        table.move("d8d4")
        places = open_menu(table, "e8", "f8")
        assert list(places) == [Action.RESIGN, Action.PAUSE, Action.NEW]
        put(table, places[Action.PAUSE], "black-red", LEAVE_MS + SLACK_MS)
        assert table.view.phase is Phase.PAUSED
        tidy(table, places[Action.PAUSE], "f8", "black-yellow", "e8")
        table.run(1600)
        assert table.lit.keys() == {"a1", "h1", "a8", "h8"}
        table.run(60_000)
        assert table.view.phase is Phase.PAUSED
        table.move("a1c3")
        assert table.texts == ["d8d4", "a1c3"]
        places = open_menu(table, "e8", "f8")
        put(table, places[Action.NEW], "black-red", LEAVE_MS + SLACK_MS)
        tidy(table, places[Action.NEW], "f8", "black-yellow", "e8")
        assert table.view.offer is not None
        table.run(ANSWER_MS + SLACK_MS)
        assert table.view.offer is None
        assert table.session.game_number == 1
        assert table.texts == ["d8d4", "a1c3"]


def test_the_cable_is_pulled_while_a_menu_is_open() -> None:
    with lockstep("--seed", "15", game="kamisado-standard") as table:
        table.move("d8d4")
        places = open_menu(table, "b1", "c1")
        put(table, places[Action.RESIGN], "white-red", STEP_MS)
        table.board.ask("unplug")
        table.run_apart(6000)
        assert table.controller.link_state.state == "lost"
        assert table.view.menu == ()
        table.board.ask("plug")
        table.run_apart(2000)
        assert table.controller.link_state.state == "up"
        table.run(2 * LEAVE_MS)
        assert table.view.outcome is None, "who has not been seen has not resigned"
        assert table.view.correction is not None


def test_two_towers_swept_off_and_set_up_again_end_nothing() -> None:
    with lockstep("--seed", "16", game=SERIES) as table:
        table.move("d8d4")
        for square in ("f1", "g1"):
            table.board.ask("lift", square=square)
        table.run_until_idle(20_000)
        put(table, "g1", "white-blue", 3000)
        put(table, "f1", "white-purple", 3000)
        assert physical(table) == wanted(table)
        assert table.view.phase is Phase.PLAY
        assert table.view.outcome is None
        assert table.view.offer is None
        table.move("a1c3")
        assert table.texts == ["d8d4", "a1c3"]


@pytest.mark.slow
@pytest.mark.parametrize(("square", "piece"), [("h1", "white-orange"), ("a1", "white-brown")])
def test_a_tower_is_held_for_a_minute_and_nothing_is_said_of_sensors_nor_offered(
    square: str, piece: str
) -> None:
    with lockstep("--seed", "14", game=SERIES) as table:
        table.move("d8d4")
        table.board.ask("lift", square=square)
        for _ in range(30):
            table.run(2000)
            assert not any(mark.entry == "sensor" for mark in table.view.marks)
            offered = {choice.text for choice in table.view.choices}
            assert offered <= ({STANDS} if square == "h1" else set())  # a1 must move
        put(table, square, piece, 1000)
        assert table.view.correction is None
        assert table.view.choices == ()
        assert [ply.text for ply in table.session.plies] == ["d8d4"]
