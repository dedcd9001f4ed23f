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
from host.session.match_settings import MatchSettings
from host.session.match_state import CHECK_MS
from host.session.session import Session
from host.session.view import Phase, Severity
from host.virtual.move_actions import hand_actions
from tests.support.lockstep import LockstepTable, lockstep

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


def physical(table: LockstepTable) -> dict[str, str]:
    """Return the tower on each square, as the simulator knows it."""
    pieces = table.board.ask("state")["pieces"]
    assert isinstance(pieces, list)
    return {piece["square"]: piece["id"] for piece in pieces if piece["where"] == "board"}


def wanted(table: LockstepTable) -> dict[str, str]:
    """The same by what the game knows."""
    return {
        square_name(square, 8): f"{piece.side.name.lower()}-{piece.name}"
        for square, piece in table.view.expectation.pieces.items()
    }


def play_round(table: LockstepTable, chance: random.Random) -> None:
    """Random legal moves by the simulated hand until the round is over."""
    for _ in range(MANY_PLIES):
        if table.view.phase is not Phase.PLAY:
            return
        expectation = table.view.expectation
        option = chance.choice(expectation.candidates)
        text = table.game.move_text(expectation.position, option.move)
        made = len(table.texts)
        (request,) = hand_actions(table.game, expectation, option.move)
        table.board.ask(str(request.pop("do")), seconds=MOVE_S, **request)
        table.run_until_idle(550)
        assert table.texts[made] == text, f"{text}: {table.view.prompt}"
        assert physical(table) == wanted(table)
    raise AssertionError("the round does not end")


def carry(table: LockstepTable, step: Relocation) -> None:
    """Let the simulated hand carry one tower."""
    if step.origin != step.target:
        origin, target = square_name(step.origin, 8), square_name(step.target, 8)
        table.board.ask("move", seconds=CARRY_S, **{"from": origin, "to": target})
        table.run_until_idle(150)


def choices(table: LockstepTable) -> dict[str, tuple[Relocation, ...]]:
    """Return the choices, and how each is carried out."""
    game, expectation = table.game, table.view.expectation
    assert isinstance(game, MultiRound)
    return {
        game.move_text(expectation.position, option.move): tuple(
            game.relocations(expectation.position, option.move)
        )
        for option in expectation.candidates
    }


def touch(table: LockstepTable, square: str) -> None:
    """Lift what stands there and put it back."""
    table.board.ask("lift", square=square)
    table.run_until_idle(300)
    table.board.ask("put", square=square)
    table.run_until_idle(600)


def refill(table: LockstepTable, choice: str) -> None:
    """Choose by the first tower that is put, and fill both rows."""
    first, *rest = choices(table)[choice]
    if first.origin == first.target:
        touch(table, square_name(first.target, 8))
    else:
        carry(table, first)
        table.run(400)
    assert table.texts[-1] == choice
    for step in rest:
        carry(table, step)
    table.run(300)


def test_a_whole_match_is_played_on_the_board_alone() -> None:
    chance = random.Random(2)
    with lockstep("--seed", "2", game=STANDARD) as table:
        for number in range(1, 10):
            play_round(table, chance)
            assert table.view.standing is not None
            assert table.view.standing.round == number
            if table.view.phase is Phase.ENDED:
                break
            assert table.view.phase is Phase.ROUND_BREAK
            reward = table.view.reward
            assert reward is not None
            touch(table, square_name(reward.square, 8))
            assert table.view.reward is None
            loser = table.view.turn.other
            refill(table, chance.choice(["fill left", "fill right"]))
            assert table.view.phase is Phase.PLAY, table.view.prompt
            assert table.view.turn is loser
            assert physical(table) == wanted(table), "the towers themselves, not just the sides"
        outcome = table.view.outcome
        assert outcome is not None
        assert "standard match" in str(outcome.reason)
        assert not [
            n.text for n in table.notices if n.level is Severity.WARN and "passes" not in n.text
        ]


def test_the_lights_of_a_fill_show_whence_and_where_in_the_colour_of_the_tower() -> None:
    with lockstep("--seed", "3", game=STANDARD, position=ONE_FROM_HOME) as table:
        table.move("f7e8")
        assert set(choices(table)) == {"fill left", "fill right"}
        assert {"a1", "h1"} <= table.lit.keys(), "where the choice is made"
        order = [step for step in choices(table)["fill left"] if step.origin != step.target]
        carry(table, order[0])
        table.run(400)
        following = order[1]
        origin, target = square_name(following.origin, 8), square_name(following.target, 8)
        seen = set()
        table.frames.clear()
        table.run(1700)
        for _, lit in table.frames:
            seen |= {(square, rgb) for square, rgb in lit.items() if square in (origin, target)}
        here = PALETTE[TINTED["fill", "here", following.piece.name].colour - 1]
        assert (target, here) in seen, "in the tower's own colour"
        assert any(square == origin and rgb[2] > rgb[0] for square, rgb in seen), "blue"
        for step in order[1:]:
            carry(table, step)
        table.run(300)
        pieces = table.view.expectation.pieces
        assert table.lit.keys() == {square_name(square, 8) for square in pieces}, "the check"
        table.run(CHECK_MS)
        assert table.lit.keys() == {f"{file}8" for file in "abcdefgh"}, "Black may move any tower"


def test_a_wrong_tower_in_a_home_row_is_told_and_put_right_by_the_lights() -> None:
    with lockstep("--seed", "4", game=STANDARD, position=ONE_FROM_HOME) as table:
        table.move("f7e8")
        order = [step for step in choices(table)["fill left"] if step.origin != step.target]
        mine = [step for step in order if step.piece.side is Side.WHITE]
        carry(table, mine[0])
        table.run(400)
        wrong = Relocation(mine[-1].piece, mine[-1].origin, mine[1].target)
        carry(table, wrong)
        table.run(600)
        assert f"stands White's {mine[-1].piece.name}" in table.notices[-1].text
        place = square_name(mine[1].target, 8)
        assert table.view.correction is not None
        assert square_name(table.view.correction.squares[0], 8) == place
        carry(table, Relocation(wrong.piece, wrong.target, mine[-1].target))
        for step in order[1:]:
            if step is not mine[-1]:
                carry(table, step)
        table.run(300)
        assert table.view.phase is Phase.PLAY
        assert physical(table) == wanted(table)


def test_the_cable_is_pulled_in_the_middle_of_a_fill_and_the_process_is_started_again() -> None:
    with lockstep("--seed", "5", game=STANDARD, position=ONE_FROM_HOME) as table:
        table.move("f7e8")
        order = [step for step in choices(table)["fill right"] if step.origin != step.target]
        carry(table, order[0])
        table.run(400)
        for step in order[1:4]:
            carry(table, step)
        again: Session = Session(
            MatchSettings(table.game), table.game.parse_position(ONE_FROM_HOME)
        )
        again.restore(table.session.plies)
        table.session = table.controller.mode = again
        table.run(1500)
        assert table.view.phase is Phase.SETUP
        for step in order[4:]:
            carry(table, step)
        table.run(300)
        assert table.view.phase is Phase.PLAY, table.view.prompt
        assert physical(table) == wanted(table)


def test_pushes_of_a_double_sumo_light_where_the_towers_go() -> None:
    with lockstep("--seed", "6", game=MARATHON, position=PUSHES) as table:
        table.board.ask("lift", square="d4")
        table.run_until_idle(200)
        pushes = [o for o in table.view.expectation.candidates if o.pushed]
        assert pushes, "the double sumo may push"
        marked = {(m.role, square_name(m.square, 8)) for m in table.view.marks if m.entry == "push"}
        assert marked == {("pusher", "d5"), ("landing", "d6")}
        assert {"d5", "d6"} <= table.lit.keys()
        table.board.ask("put", square="d4")
        table.run_until_idle(600)
        table.board.ask("push", **{"from": "d4", "to": "d5"})
        table.run_until_idle(700)
        assert table.texts == ["d4d5+"]


def test_a_complete_start_after_a_match_begins_the_next_one_on_the_board_alone() -> None:
    won = ONE_FROM_HOME.replace("G", "G+") + " standard 2 1:0 b"
    with lockstep("--seed", "7", game=STANDARD, position=won) as table:
        table.move("f7e8")
        assert table.view.phase is Phase.ENDED
        start = {p: s for s, p in table.game.pieces(table.game.start()).items()}
        towers = {(p.side, p.name): square_name(s, 8) for p, s in start.items()}
        waiting = {
            square_name(square, 8): towers[piece.side, piece.name]
            for square, piece in table.view.expectation.pieces.items()
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
            table.board.ask("move", **move)
            table.run_until_idle(150)
        table.run(900)
        assert table.session.game_number == 2
        assert table.view.phase is Phase.PLAY
        assert table.texts == []
