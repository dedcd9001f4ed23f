"""A whole round through the whole stack: hand, field, firmware, link, recogniser, engine, lights.

Everything is real but the magnets, the pins and the clock; see tests/lockstep.py.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from host.cli.play.demonstration import recorded_moves
from host.engine.game import Side
from host.engine.squares import square_name
from host.guidance.lighting import GLOWS, PALETTE
from host.guidance.marks import Help
from host.recognition.matching import could_go_on
from host.recognition.times import CHECK_MS
from host.session.view import Phase, Severity
from host.virtual.move_actions import hand_actions
from tests.support.lockstep import LockstepRig, lockstep

pytestmark = pytest.mark.e2e

GOLDEN = Path("tests/data/frames/recorded_round.txt")
CORNERS = {"a1", "h1", "a8", "h8"}
ONE_FROM_HOME = "1r1k2ng/4PGb1/o1p5/8/6y1/8/2O3N1/1R1K1BY1 w g"

# White's green tower steps to c2, and White's and Black's towers there block one another for ever.
DEADLOCK = "ogrkpb2/8/8/yn6/KN6/8/8/1GRYPBO1 w g"
DEADLOCK_MOVE = "b1c2"


def duty(entry: str, role: str) -> tuple[int, int, int]:
    """The LED duty of a role at the brightest moment of its pattern."""
    return PALETTE[GLOWS[entry, role].colour - 1]


def lit_as(rig: LockstepRig, entry: str, role: str) -> set[str]:
    """The squares whose LEDs now show a steady role's colour, give or take the rounding."""
    wanted = duty(entry, role)
    return {
        square
        for square, rgb in rig.lit.items()
        if all(abs(a - b) <= 1 for a, b in zip(rgb, wanted, strict=True))
    }


def targets(rig: LockstepRig, origin: str) -> set[str]:
    """Return the legal targets of the piece on a square that do not win at once."""
    return {
        square_name(o.target, 8)
        for o in rig.view.expectation.candidates
        if o.origin is not None
        and o.target is not None
        and square_name(o.origin, 8) == origin
        and not o.wins
        and not o.pushed
    }


def test_the_recorded_round_move_by_move_and_frame_by_frame(
    request: pytest.FixtureRequest,
) -> None:
    seen: list[str] = []
    with lockstep("--seed", "2") as rig:
        for number, text in enumerate(recorded_moves(), 1):
            origin, target = text[:2], text[2:]
            expected = targets(rig, origin)
            rig.board.ask("lift", square=origin)
            rig.run_until_idle(rest_ms=150)
            assert lit_as(rig, "legal", "squares") == expected, text
            lifted = sorted(rig.lit)
            rig.board.ask("put", square=target)
            rig.run_until_idle(rest_ms=700)
            assert rig.texts[-1] == text
            assert len(rig.texts) == number, "nothing else was recognised"
            later = "swept"  # the last move's are those of a wave, at one of its moments
            if number < len(recorded_moves()):
                (mover,) = rig.view.movable_squares
                assert square_name(mover, 8) in rig.lit
                later = " ".join(sorted(rig.lit))
            seen.append(f"{text} | {' '.join(lifted)} | {later}")
        row = {f"{file}8" for file in "abcdefgh"}
        assert {"e6"} <= set(rig.lit) <= {"e6", *row}
        assert rig.view.phase is Phase.ENDED
        assert rig.view.outcome is not None
        assert rig.view.outcome.winner is Side.WHITE
        assert [n for n in rig.notices if n.level is Severity.WARN] == []
        swept: set[str] = set()
        for _ in range(20):
            rig.run(100)
            swept |= set(rig.lit)
        assert row <= swept, "the winning row is swept"
    if request.config.getoption("--record-frames"):
        GOLDEN.write_text(
            "# The recorded round on the LEDs, seed 2: move | lit while lifted | lit 0.7 s later\n"
            + "\n".join(seen)
            + "\n",
            encoding="utf-8",
        )
    golden = GOLDEN.read_text(encoding="utf-8").splitlines()
    assert seen == [line for line in golden if not line.startswith("#")]


def test_the_same_seed_gives_the_same_light_at_the_same_microsecond() -> None:
    runs = []
    for _ in range(2):
        with lockstep("--seed", "5") as rig:
            rig.move("d8d4")
            runs.append(rig.frames)
    assert runs[0] == runs[1]


def test_a_free_first_choice_lights_eight_towers() -> None:
    with lockstep() as rig:
        rig.run_until_idle(rest_ms=CHECK_MS)
        assert set(rig.lit) == {f"{file}8" for file in "abcdefgh"}
        assert rig.view.prompt == "Black to move: any tower."


def test_a_wrong_square_blinks_amber_and_its_home_white_and_the_rule_is_told() -> None:
    with lockstep() as rig:
        rig.move("d8e6", rest_ms=700)
        lit: set[str] = set()
        for _ in range(20):
            rig.run(100)
            lit |= set(rig.lit)
        assert lit == {"e6", "d8"}
        warnings = [n.text for n in rig.notices if n.level is Severity.WARN]
        assert len(warnings) == 1
        assert "(M1). Put the pink tower back on d8." in warnings[0]
        rig.move("e6d4")
        assert rig.texts == ["d8d4"]


def test_a_wrong_placement_is_told_within_a_second() -> None:
    with lockstep() as rig:
        rig.board.ask("move", **{"from": "d8", "to": "e6"}, seconds=0.3)
        rig.run(300)
        rig.run(1000)
        assert rig.view.correction is not None


def test_a_slide_over_the_sensors_is_one_move() -> None:
    with lockstep() as rig:
        rig.board.ask("slide", **{"from": "d8", "to": "d4"}, seconds=0.6)
        rig.run_until_idle()
        assert rig.texts == ["d8d4"]


def test_a_sumo_push_by_hand_is_recognised_and_the_pusher_moves_again() -> None:
    position = "obpky1gn/8/8/8/2r5/2N+5/8/1GRYKPBO w n"
    with lockstep(position=position) as rig:
        move = rig.game.parse_move(rig.session.position, "c3c4+")
        (request,) = hand_actions(rig.game, rig.session.view().expectation, move)
        rig.board.ask(str(request.pop("do")), **request)
        rig.run_until_idle()
        assert rig.texts == ["c3c4+"]
        assert rig.view.turn is Side.WHITE, "S3"


def test_a_blocked_tower_passes_in_amber() -> None:
    with lockstep(position="obp1yrgn/4k3/8/8/8/8/GR6/N2YKPBO b k") as rig:
        rig.move("e7e5", rest_ms=1800)
        assert rig.texts == ["e7e5", "pass"]
        red, green, blue = rig.lit["a1"]
        assert red > 0, "amber"
        assert blue == 0, "amber"
        assert red > green


def test_a_deadlock_is_shown_and_told() -> None:
    with lockstep(position=DEADLOCK) as rig:
        rig.move(DEADLOCK_MOVE)
        assert rig.view.outcome is not None
        assert "M8" in str(rig.view.outcome.reason)
        lit: set[str] = set()
        for _ in range(20):
            rig.run(100)
            lit |= set(rig.lit)
        assert {square_name(s, 8) for s in rig.view.outcome.stuck} <= lit


def test_a_winning_square_pulses_and_a_win_ends_the_round() -> None:
    with lockstep(position=ONE_FROM_HOME) as rig:
        rig.board.ask("lift", square="f7")
        rig.run_until_idle(rest_ms=200)
        assert {"e8", "f8"} <= set(rig.lit)
        rig.board.ask("put", square="f8")
        rig.run_until_idle()
        assert rig.view.outcome is not None
        assert rig.view.outcome.winner is Side.WHITE


def test_help_off_leaves_the_board_dark() -> None:
    with lockstep(help_level=Help.OFF) as rig:
        rig.run_until_idle(rest_ms=CHECK_MS)
        assert rig.lit == {}
        rig.board.ask("lift", square="d8")
        rig.run_until_idle(rest_ms=200)
        assert rig.lit == {}


def test_the_cable_out_in_mid_move_and_in_again_and_play_goes_on_within_two_seconds() -> None:
    with lockstep() as rig:
        rig.move("d8d4")
        rig.board.ask("lift", square="a1")
        rig.run_until_idle(rest_ms=200)
        rig.board.ask("unplug")
        rig.run_apart(1000)
        assert rig.controller.link_state.state == "lost"
        rig.board.ask("put", square="c3")
        rig.board.ask("plug")
        rig.run_apart(2000 + rig.board.import_ms)
        assert rig.controller.link_state.state == "up"
        assert rig.texts == ["d8d4", "a1c3"], "what the hand did meanwhile is seen"
        assert "The board is back. Play on." in [n.text for n in rig.notices]


def test_a_reset_of_the_board_in_mid_game_costs_nothing() -> None:
    with lockstep() as rig:
        rig.move("d8d4")
        rig.board.ask("reset")
        rig.run(2000 + rig.board.import_ms)
        assert rig.texts == ["d8d4"]
        assert "a1" in rig.lit, "palette and frame were sent anew"


def test_without_a_host_the_board_shows_four_amber_corners() -> None:
    with lockstep() as rig:
        rig.move("d8d4")
        rig.link.close()
        corners: set[str] = set()
        for _ in range(80):
            rig.board.step(100)
            rig.take_frames()
            if rig.now_ms >= 0 and set(rig.lit) <= CORNERS:
                corners |= set(rig.lit)
        assert corners == CORNERS


@pytest.mark.parametrize(
    ("fault", "percent"), [("lose_lines", 20), ("damage_bytes", 20), ("double_lines", 50)]
)
def test_a_bad_cable_delays_moves_but_loses_none(fault: str, percent: int) -> None:
    # With other seeds lines of a whole second are lost, of which people are told rightly.
    with lockstep("--seed", "1") as rig:
        rig.board.ask("fault", name=fault, percent=percent)
        for text in recorded_moves()[:6]:
            rig.board.ask("move", **{"from": text[:2], "to": text[2:]})
            rig.run(3000)
            if rig.texts[-1] != text:
                rig.run(12_000)  # many lines in a row were hit
            assert rig.texts[-1] == text
        assert [n for n in rig.notices if n.level is Severity.WARN] == []


def test_a_slide_that_goes_on_while_lines_are_lost_is_one_move() -> None:
    # Black's brown tower is blocked on h2, which is red: red moves again.
    with lockstep() as rig:
        rig.move("h8h2")
        rig.move("c1c3", rest_ms=500)
        assert rig.texts == ["h8h2", "c1c3", "pass"]
        rig.board.ask("fault", name="lose_lines", direction="out", percent=100)
        rig.move("c3c5", rest_ms=1700)  # before anybody could have seen the pass
        rig.board.ask("mend")
        rig.run(1500)
        assert rig.texts == ["h8h2", "c1c5"]


def test_a_bump_is_mended_by_straightening_the_towers() -> None:
    with lockstep("--seed", "4") as rig:
        rig.move("d8d4")
        rig.board.ask("nudge", square="d4", dx_mm=13, dy_mm=13)
        rig.run_until_idle(rest_ms=1000)
        assert rig.texts == ["d8d4"]
        rig.board.ask("nudge", square="d4", dx_mm=0, dy_mm=0)
        rig.run_until_idle()
        assert rig.texts == ["d8d4"]
        assert rig.view.correction is None


def test_the_milliamps_of_every_frame_stay_within_the_limit() -> None:
    with lockstep(position=ONE_FROM_HOME) as rig:
        rig.move("f7f8", rest_ms=3000)
        most = max(sum(map(sum, lit.values())) / 255 * 20 + 64 for _, lit in rig.frames)
        assert 64 < most <= 300


def test_a_new_round_is_begun_by_setting_all_towers_up() -> None:
    with lockstep(position=ONE_FROM_HOME) as rig:
        rig.move("f7f8")
        assert rig.view.phase is Phase.ENDED
        rig.notices += rig.session.new_game(rig.now_ms)
        rig.run(300)
        assert rig.view.phase is Phase.SETUP
        assert rig.view.correction is not None
        assert rig.lit, "the next square to fill is lit"


def test_a_move_that_nothing_could_extend_is_made_150_ms_after_the_hand_has_let_go() -> None:
    measured = []
    with lockstep("--seed", "5") as rig:
        for text in recorded_moves():
            origin, target = text[:2], text[2:]
            expectation = rig.view.expectation
            option = next(
                o
                for o in expectation.candidates
                if rig.session.game.move_text(expectation.position, o.move) == text
            )
            rig.board.ask("lift", square=origin)
            rig.run_until_idle(rest_ms=150)
            rig.board.ask("put", square=target)
            rig.run_until_idle(rest_ms=0)
            let_go_ms = rig.now_ms
            while text not in rig.texts[-1:]:
                rig.run(5)
                assert rig.now_ms - let_go_ms < 1000, text
            if not could_go_on(expectation.candidates, option, 8):
                measured.append(rig.now_ms - let_go_ms)
            rig.run(500)
    assert len(measured) >= 3
    assert max(measured) <= 150, measured
