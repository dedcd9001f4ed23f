"""Whole matches through the whole stack: hand, field, firmware, link, recogniser, engine, lights.

Nobody looks at a page here: the hands play, put the tooth on, choose the fill and fill the rows on
the board alone, and begin the next match by setting it up.
"""

from __future__ import annotations

import random

import pytest

from host.engine.game import MultiRound, Relocation, Side
from host.engine.squares import square_name
from host.guidance.lighting import PALETTE, TINTED
from host.recognition.times import CHECK_MS
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.session.view import Phase, Severity
from host.virtual.move_actions import hand_actions
from tests.support.lockstep import LockstepRig, lockstep

pytestmark = pytest.mark.e2e

STANDARD = "kamisado-standard"
MARATHON = "kamisado-marathon"
ONE_FROM_HOME = "1r1k2ng/4PGb1/o1p5/8/6y1/8/2O3N1/1R1K1BY1 w g"
MANY_PLIES = 400
MOVE_S = 0.6
CARRY_S = 0.4
"""A quick hand: these matches are long."""

# The rule book's figure 10 was built on a table like this: a double sumo before two plain towers.
PUSHES = "o1pky1gn/1b6/8/3r4/3R++4/8/8/NG1YKPBO w r marathon 3 3:0 b"


def physical(rig: LockstepRig) -> dict[str, str]:
    """Return the tower on each square, as the simulator knows it."""
    pieces = rig.board.ask("state")["pieces"]
    assert isinstance(pieces, list)
    return {piece["square"]: piece["id"] for piece in pieces if piece["where"] == "board"}


def wanted(rig: LockstepRig) -> dict[str, str]:
    """The same by what the game knows."""
    return {
        square_name(square, 8): f"{piece.side.name.lower()}-{piece.name}"
        for square, piece in rig.view.expectation.pieces.items()
    }


def play_round(rig: LockstepRig, chance: random.Random) -> None:
    """Random legal moves by the simulated hand until the round is over."""
    for _ in range(MANY_PLIES):
        if rig.view.phase is not Phase.PLAY:
            return
        expectation = rig.view.expectation
        option = chance.choice(expectation.candidates)
        text = rig.game.move_text(expectation.position, option.move)
        made = len(rig.texts)
        (request,) = hand_actions(rig.game, expectation, option.move)
        rig.board.ask(str(request.pop("do")), seconds=MOVE_S, **request)
        rig.run_until_idle(550)
        assert rig.texts[made] == text, f"{text}: {rig.view.prompt}"
        assert physical(rig) == wanted(rig)
    raise AssertionError("the round does not end")


def carry(rig: LockstepRig, step: Relocation) -> None:
    """Let the simulated hand carry one tower."""
    if step.origin != step.target:
        origin, target = square_name(step.origin, 8), square_name(step.target, 8)
        rig.board.ask("move", seconds=CARRY_S, **{"from": origin, "to": target})
        rig.run_until_idle(150)


def choices(rig: LockstepRig) -> dict[str, tuple[Relocation, ...]]:
    """Return the choices, and how each is carried out."""
    game, expectation = rig.game, rig.view.expectation
    assert isinstance(game, MultiRound)
    return {
        game.move_text(expectation.position, option.move): tuple(
            game.relocations(expectation.position, option.move)
        )
        for option in expectation.candidates
    }


def touch(rig: LockstepRig, square: str) -> None:
    """Lift what stands there and put it back."""
    rig.board.ask("lift", square=square)
    rig.run_until_idle(300)
    rig.board.ask("put", square=square)
    rig.run_until_idle(600)


def refill(rig: LockstepRig, choice: str) -> None:
    """Choose by the first tower that is put, and fill both rows."""
    first, *rest = choices(rig)[choice]
    if first.origin == first.target:
        touch(rig, square_name(first.target, 8))
    else:
        carry(rig, first)
        rig.run(400)
    assert rig.texts[-1] == choice
    for step in rest:
        carry(rig, step)
    rig.run(300)


def test_a_whole_match_is_played_on_the_board_alone() -> None:
    chance = random.Random(49)  # three rounds, and short ones
    with lockstep("--seed", "2", game=STANDARD) as rig:
        for number in range(1, 10):
            play_round(rig, chance)
            assert rig.view.standing is not None
            assert rig.view.standing.round == number
            if rig.view.phase is Phase.ENDED:
                break
            assert rig.view.phase is Phase.ROUND_BREAK
            reward = rig.view.reward
            assert reward is not None
            touch(rig, square_name(reward.square, 8))
            assert rig.view.reward is None
            loser = rig.view.turn.other
            refill(rig, chance.choice(["fill left", "fill right"]))
            assert rig.view.phase is Phase.PLAY, rig.view.prompt
            assert rig.view.turn is loser
            assert physical(rig) == wanted(rig), "the towers themselves, not just the sides"
        outcome = rig.view.outcome
        assert outcome is not None
        assert "standard match" in str(outcome.reason)
        assert not [
            n.text for n in rig.notices if n.level is Severity.WARN and "passes" not in n.text
        ]


def test_the_lights_of_a_fill_show_whence_and_where_in_the_colour_of_the_tower() -> None:
    with lockstep("--seed", "3", game=STANDARD, position=ONE_FROM_HOME) as rig:
        rig.move("f7e8")
        assert set(choices(rig)) == {"fill left", "fill right"}
        assert {"a1", "h1"} <= rig.lit.keys(), "where the choice is made"
        order = [step for step in choices(rig)["fill left"] if step.origin != step.target]
        carry(rig, order[0])
        rig.run(400)
        following = order[1]
        origin, target = square_name(following.origin, 8), square_name(following.target, 8)
        seen = set()
        rig.frames.clear()
        rig.run(1700)
        for _, lit in rig.frames:
            seen |= {(square, rgb) for square, rgb in lit.items() if square in (origin, target)}
        here = PALETTE[TINTED["fill", "here", following.piece.name].colour - 1]
        assert (target, here) in seen, "in the tower's own colour"
        assert any(square == origin and rgb[2] > rgb[0] for square, rgb in seen), "blue"
        for step in order[1:]:
            carry(rig, step)
        rig.run(300)
        pieces = rig.view.expectation.pieces
        assert rig.lit.keys() == {square_name(square, 8) for square in pieces}, "the check"
        rig.run(CHECK_MS)
        assert rig.lit.keys() == {f"{file}8" for file in "abcdefgh"}, "Black may move any tower"


def test_a_wrong_tower_in_a_home_row_is_told_and_put_right_by_the_lights() -> None:
    with lockstep("--seed", "4", game=STANDARD, position=ONE_FROM_HOME) as rig:
        rig.move("f7e8")
        order = [step for step in choices(rig)["fill left"] if step.origin != step.target]
        mine = [step for step in order if step.piece.side is Side.WHITE]
        carry(rig, mine[0])
        rig.run(400)
        wrong = Relocation(mine[-1].piece, mine[-1].origin, mine[1].target)
        carry(rig, wrong)
        rig.run(600)
        assert rig.notices[-1].text.startswith(f"White's {mine[-1].piece.name} ")
        place = square_name(mine[1].target, 8)
        assert rig.view.correction is not None
        assert square_name(rig.view.correction.squares[0], 8) == place
        carry(rig, Relocation(wrong.piece, wrong.target, mine[-1].target))
        for step in order[1:]:
            if step is not mine[-1]:
                carry(rig, step)
        rig.run(300)
        assert rig.view.phase is Phase.PLAY
        assert physical(rig) == wanted(rig)


def test_the_cable_is_pulled_in_the_middle_of_a_fill_and_the_process_is_started_again() -> None:
    with lockstep("--seed", "5", game=STANDARD, position=ONE_FROM_HOME) as rig:
        rig.move("f7e8")
        order = [step for step in choices(rig)["fill right"] if step.origin != step.target]
        carry(rig, order[0])
        rig.run(400)
        for step in order[1:4]:
            carry(rig, step)
        again: Session = Session(MatchSettings(rig.game), rig.game.parse_position(ONE_FROM_HOME))
        again.restore(rig.session.plies)
        rig.session = rig.controller.mode = again
        rig.run(1500)
        assert rig.view.phase is Phase.SETUP
        for step in order[4:]:
            carry(rig, step)
        rig.run(300)
        assert rig.view.phase is Phase.PLAY, rig.view.prompt
        assert physical(rig) == wanted(rig)


def test_pushes_of_a_double_sumo_light_where_the_towers_go() -> None:
    with lockstep("--seed", "6", game=MARATHON, position=PUSHES) as rig:
        rig.board.ask("lift", square="d4")
        rig.run_until_idle(200)
        pushes = [o for o in rig.view.expectation.candidates if o.pushed]
        assert pushes, "the double sumo may push"
        marked = {(m.role, square_name(m.square, 8)) for m in rig.view.marks if m.entry == "push"}
        assert marked == {("pusher", "d5"), ("landing", "d6")}
        assert {"d5", "d6"} <= rig.lit.keys()
        rig.board.ask("put", square="d4")
        rig.run_until_idle(600)
        rig.board.ask("push", **{"from": "d4", "to": "d5"})
        rig.run_until_idle(700)
        assert rig.texts == ["d4d5+"]


def test_a_complete_start_after_a_match_begins_the_next_one_on_the_board_alone() -> None:
    won = ONE_FROM_HOME.replace("G", "G+") + " standard 2 1:0 b"
    with lockstep("--seed", "7", game=STANDARD, position=won) as rig:
        rig.move("f7e8")
        assert rig.view.phase is Phase.ENDED
        start = {p: s for s, p in rig.game.pieces(rig.game.start()).items()}
        towers = {(p.side, p.name): square_name(s, 8) for p, s in start.items()}
        waiting = {
            square_name(square, 8): towers[piece.side, piece.name]
            for square, piece in rig.view.expectation.pieces.items()
        }
        waiting = {origin: target for origin, target in waiting.items() if origin != target}
        while waiting:
            origin = next((o for o, t in waiting.items() if t not in waiting), None)
            if origin is None:  # they stand in a ring: one of them waits in the middle
                origin, target = waiting.popitem()
                free = next(f"{file}4" for file in "abcdefgh" if f"{file}4" not in waiting)
                waiting[free] = target
                move = {"from": origin, "to": free}
            else:
                move = {"from": origin, "to": waiting.pop(origin)}
            rig.board.ask("move", **move)
            rig.run_until_idle(150)
        rig.run(900)
        assert rig.session.game_number == 2
        assert rig.view.phase is Phase.PLAY
        assert rig.texts == []
