"""Earcons of the page: which meaning is heard when; Node.js runs the page's own module."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

from host.engine.game import Side
from host.session.view import Action
from host.ui.messages.encoding import encode
from host.ui.messages.state import LinkData, state_message
from tests.support.require import require
from tests.support.snapshots import SnapshotHand
from tests.unit.session.rounds import ONE_FROM_HOME, STANDARD
from tests.unit.session.stones import pincer

STATIC = Path(__file__).resolve().parents[3] / "host" / "ui" / "static"
MODULE = STATIC / "js" / "sound" / "earcons.js"
LINK: LinkData = {"state": "up", "text": ""}
PUSH = "obpky1gn/8/8/8/2r5/2N+5/8/1GRYKPBO w n"


def node(expression: str, value: object) -> object:
    """Return the value of an expression of the module `page` and of `given`."""
    program = shutil.which("node")
    require(program is not None, "Node.js is missing: apt-get install nodejs")
    assert program is not None
    script = f"""
        import * as page from {json.dumps(MODULE.as_uri())};
        import {{ readFileSync }} from "node:fs";
        const given = JSON.parse(readFileSync(0, "utf8"));
        console.log(JSON.stringify({expression}));
    """
    found = subprocess.run(
        [program, "--input-type=module", "--eval", script],
        input=json.dumps(value),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return json.loads(found.stdout)


def state(hand: SnapshotHand) -> object:
    return json.loads(encode(state_message(hand.game, hand.view, 0, LINK)))


def moved(hand: SnapshotHand, *moves: str) -> list[object]:
    """Return the states of a game before the first move and after each."""
    states = [state(hand)]
    for text in moves:
        hand.move(text)
        states.append(state(hand))
    return states


def test_each_change_of_the_match_has_its_earcon() -> None:
    cases: list[tuple[object, object, str | None, list[str]]] = []

    def case(before: object, now: object, own: str | None, *heard: str) -> None:
        cases.append((before, now, own, list(heard)))

    hand = SnapshotHand()
    start, first = moved(hand, "d8d4")
    case(None, first, None)
    case(start, start, None)
    case(start, first, None, "move")
    case(start, first, "white", "move", "turn")
    case(start, first, "black", "move")
    hand.move("d4d8")
    case(first, state(hand), "white", "takeback")
    hand.notices += hand.session.new_game(hand.now_ms)
    case(first, state(hand), None)
    hand.move("d8d4")
    before = state(hand)
    hand.notices += hand.session.act(Action.NEW, Side.WHITE, hand.now_ms)
    case(before, state(hand), "black", "offer")
    case(before, state(hand), "white")
    hand.notices += hand.session.answer(False, hand.now_ms)
    before = state(hand)
    hand.notices += hand.session.act(Action.RESIGN, Side.WHITE, hand.now_ms)
    case(before, state(hand), None, "end")
    capture = pincer()
    before = state(capture)
    capture.lift("b5")
    capture.move("a1a5")
    assert capture.view.plies
    case(before, state(capture), None, "capture")
    won = SnapshotHand(ONE_FROM_HOME, game=STANDARD)
    before = state(won)
    won.move("f7e8")
    assert won.view.round_outcome is not None
    case(before, state(won), None, "move", "end")
    push = SnapshotHand(PUSH)
    before = state(push)
    push.show_at_once(c3=".", c4="w", c5="b")
    push.wait(1000)
    assert push.view.plies
    case(before, state(push), None, "capture")

    found = node("given.map((each) => page.earcons(each[0], each[1], each[2]))", cases)
    assert found == [heard for *_, heard in cases]


def test_of_two_that_mean_the_same_one_is_heard() -> None:
    due = [["end", "good"], ["wrong", "lost"], ["turn", "move"], ["capture", "move"], ["good"]]
    found = node("given.map((each) => page.heard(each))", due)
    assert found == [["end"], ["lost"], ["move", "turn"], ["capture"], ["good"]]


def test_a_clock_is_heard_when_it_comes_to_a_minute_and_to_ten_seconds() -> None:
    def clock(ms: int, running: str | None = "white", text: str = "5+0") -> dict[str, object]:
        return {"t": "clock", "white": ms, "black": ms, "running": running, "text": text}

    cases = [
        (None, clock(5000)),
        (clock(61_000), clock(60_000)),
        (clock(60_000), clock(59_000)),
        (clock(10_400), clock(9400)),
        (clock(61_000), clock(60_000, running=None)),
        (clock(600_000, text="10+0"), clock(60_000, text="1+0")),
    ]
    found = node("given.map(([before, now]) => page.runsShort(before, now))", cases)
    assert found == [False, True, False, True, False, False]
