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
from host.recognition.times import HOLD_MS
from host.session.player_actions.gestures import STEP_MS, STEPS, neighbours
from host.session.player_actions.hand_negotiation import ANSWER_MS
from host.session.sensors.sensor_watch import STANDS
from host.session.view import Action, Phase
from host.storage.autosave import Autosave
from host.storage.saved_session import saved_session
from host.storage.store import Store
from tests.e2e.test_match import physical, touch, wanted
from tests.support.lockstep import LockstepRig, lockstep

pytestmark = pytest.mark.e2e

SERIES = "kamisado-series-3"
SLACK_MS = 200
"""Time from a lifted or placed tower to the lights: firmware, link and host."""
LEAVE_MS = STEPS * STEP_MS


def open_menu(rig: LockstepRig, *squares: str) -> dict[Action, str]:
    """Lift two towers and hold them; where the menu has which action."""
    for square in squares:
        rig.board.ask("lift", square=square)
        rig.run_until_idle(100)
    rig.run(HOLD_MS + SLACK_MS)
    return {item.action: square_name(item.square, 8) for item in rig.view.menu}


def put(rig: LockstepRig, square: str, piece: str, rest_ms: float = SLACK_MS) -> None:
    """Put a tower that is in the hand on a square."""
    rig.board.ask("put", square=square, piece=piece)
    rig.run_until_idle(rest_ms)


def tidy(rig: LockstepRig, place: str, home: str, other: str, other_home: str) -> None:
    """Carry the tower on the menu home, and put back the one in the hand."""
    rig.board.ask("move", **{"from": place, "to": home})
    rig.run_until_idle(300)
    put(rig, other_home, other, 600)
    assert physical(rig) == wanted(rig)


def colours_seen(rig: LockstepRig, square: str) -> set[tuple[int, int, int]]:
    """Return the colours of a square's light in one period of every pattern."""
    rig.frames.clear()
    rig.run(3200)
    return {lit[square] for _, lit in rig.frames if square in lit}


def test_a_match_is_resigned_on_the_board_alone_and_stays_so(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite"
    with closing(Store(path)) as store, lockstep("--seed", "11", game=SERIES) as rig:
        rig.controller._saver = autosave = Autosave(rig.session, store)
        rig.move("d8d4")
        places = open_menu(rig, "b1", "c1")
        assert list(places) == [Action.RESIGN, Action.DRAW, Action.PAUSE, Action.NEW]
        glow = PALETTE[GLOWS["menu", "resign"].colour - 1]
        seen = colours_seen(rig, places[Action.RESIGN])
        assert glow in seen, "at its brightest"
        assert all(red > blue for red, _, blue in seen), "amber all the time"
        rig.frames.clear()
        put(rig, places[Action.RESIGN], "white-red", LEAVE_MS - STEP_MS)
        around = neighbours(parse_square(places[Action.RESIGN], (8, 8)), (8, 8))
        names = [square_name(square, 8) for square in around]
        assert [name for name in names if name in rig.lit] == names[: len(names) * 3 // 4]
        assert rig.view.outcome is None
        rig.run(2 * STEP_MS)
        assert rig.view.offer is not None, "the other side confirms it"
        tidy(rig, places[Action.RESIGN], "c1", "white-green", "b1")
        rig.board.ask("lift", square="g8")
        rig.run_until_idle(300)
        put(rig, "g8", "black-green", 300)
        assert rig.session.termination == resignation(Side.WHITE)
        assert rig.view.phase is Phase.ENDED
        assert autosave.match is not None
        again = saved_session(store.load(autosave.match), Help.LEGAL)
        assert again.outcome == rig.view.outcome


def test_a_resignation_is_stopped_by_lifting_the_tower_again() -> None:
    with lockstep("--seed", "12", game=SERIES) as rig:
        rig.move("d8d4")
        places = open_menu(rig, "b1", "c1")
        put(rig, places[Action.RESIGN], "white-red", LEAVE_MS - STEP_MS)
        assert any(item.held is not None for item in rig.view.menu)
        rig.board.ask("lift", square=places[Action.RESIGN])
        rig.run_until_idle(LEAVE_MS)
        put(rig, "c1", "white-red")
        put(rig, "b1", "white-green")
        assert rig.view.menu == ()
        assert rig.view.correction is None
        rig.move("a1c3")
        assert rig.texts == ["d8d4", "a1c3"]


def test_a_draw_is_offered_and_agreed_to_on_the_board_alone() -> None:
    with lockstep("--seed", "13", game=SERIES) as rig:
        rig.move("d8d4")
        places = open_menu(rig, "b1", "c1")
        put(rig, places[Action.DRAW], "white-red", LEAVE_MS + SLACK_MS)
        assert rig.view.offer is not None
        tidy(rig, places[Action.DRAW], "c1", "white-green", "b1")
        assert {"a8", "b8", "c8", "d4"} <= rig.lit.keys(), "Black is asked"
        touch(rig, "g8")
        assert str(rig.session.termination) == "draw agreed"


def test_play_is_paused_and_a_new_match_refused_on_the_board_alone() -> None:
    with lockstep("--seed", "14", game="kamisado-standard") as rig:
        rig.move("d8d4")
        places = open_menu(rig, "e8", "f8")
        assert list(places) == [Action.RESIGN, Action.PAUSE, Action.NEW]
        put(rig, places[Action.PAUSE], "black-red", LEAVE_MS + SLACK_MS)
        assert rig.view.phase is Phase.PAUSED
        tidy(rig, places[Action.PAUSE], "f8", "black-yellow", "e8")
        rig.run(1600)
        assert rig.lit.keys() == {"a1", "h1", "a8", "h8"}
        rig.run(60_000)
        assert rig.view.phase is Phase.PAUSED
        rig.move("a1c3")
        assert rig.texts == ["d8d4", "a1c3"]
        places = open_menu(rig, "e8", "f8")
        put(rig, places[Action.NEW], "black-red", LEAVE_MS + SLACK_MS)
        tidy(rig, places[Action.NEW], "f8", "black-yellow", "e8")
        assert rig.view.offer is not None
        rig.run(ANSWER_MS + SLACK_MS)
        assert rig.view.offer is None
        assert rig.session.game_number == 1
        assert rig.texts == ["d8d4", "a1c3"]


def test_the_cable_is_pulled_while_a_menu_is_open() -> None:
    with lockstep("--seed", "15", game="kamisado-standard") as rig:
        rig.move("d8d4")
        places = open_menu(rig, "b1", "c1")
        put(rig, places[Action.RESIGN], "white-red", STEP_MS)
        rig.board.ask("unplug")
        rig.run_apart(6000)
        assert rig.controller.link_state.state == "lost"
        assert rig.view.menu == ()
        rig.board.ask("plug")
        rig.run_apart(2000)
        assert rig.controller.link_state.state == "up"
        rig.run(2 * LEAVE_MS)
        assert rig.view.outcome is None, "who has not been seen has not resigned"
        assert rig.view.correction is not None


def test_two_towers_swept_off_and_set_up_again_end_nothing() -> None:
    with lockstep("--seed", "16", game=SERIES) as rig:
        rig.move("d8d4")
        for square in ("f1", "g1"):
            rig.board.ask("lift", square=square)
        rig.run_until_idle(20_000)
        put(rig, "g1", "white-blue", 3000)
        put(rig, "f1", "white-purple", 3000)
        assert physical(rig) == wanted(rig)
        assert rig.view.phase is Phase.PLAY
        assert rig.view.outcome is None
        assert rig.view.offer is None
        rig.move("a1c3")
        assert rig.texts == ["d8d4", "a1c3"]


@pytest.mark.slow
@pytest.mark.parametrize(("square", "piece"), [("h1", "white-orange"), ("a1", "white-brown")])
def test_a_tower_is_held_for_a_minute_and_nothing_is_said_of_sensors_nor_offered(
    square: str, piece: str
) -> None:
    with lockstep("--seed", "14", game=SERIES) as rig:
        rig.move("d8d4")
        rig.board.ask("lift", square=square)
        for _ in range(30):
            rig.run(2000)
            assert not any(mark.entry == "sensor" for mark in rig.view.marks)
            offered = {choice.text for choice in rig.view.choices}
            assert offered <= ({STANDS} if square == "h1" else set())  # a1 must move
        put(rig, square, piece, 1000)
        assert rig.view.correction is None
        assert rig.view.choices == ()
        assert [ply.text for ply in rig.session.plies] == ["d8d4"]
