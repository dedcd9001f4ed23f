"""Proven values on the lights: hand, field, firmware, link, session, solver, and the LEDs."""

from __future__ import annotations

from itertools import pairwise

import pytest

from host.ai.solver.adapter import Value
from host.ai.solver.solver import Solver
from host.ai.solver.verdict import prove_position
from host.guidance.lighting import GLOWS, PALETTE, Pattern
from host.guidance.marks import Help
from host.recognition.times import CHECK_MS
from tests.support.lockstep import LockstepRig, lockstep

pytestmark = pytest.mark.e2e

MIXED = "ob3r2/3py3/5n2/NP1g1G2/7O/2K5/3k1B2/2RY4 w b"
"""White's blue tower must move: some squares win, and some lose."""
STEP_MS = 20
CYCLE_MS = 1600
"""The longest pattern of the marks that are looked at."""
BRIGHT = 0.5
"""A lit phase of a pattern, as a part of its brightest."""

ROLES: dict[Value, tuple[str, str]] = {
    "win": ("winning", "proven"),
    "loss": ("losing", "square"),
    "unknown": ("legal", "unknown"),
}


def learn(rig: LockstepRig) -> dict[str, Value]:
    """Let the session learn what is proven of its position; by the squares where moves lead."""
    session, game = rig.session, rig.game
    verdict = prove_position(Solver(), game, session.position)
    moves = {game.parse_move(session.position, text): v for text, v in verdict.moves.items()}
    session.analysis.learn(session.position, moves)
    (origin,) = {text[:2] for text in verdict.moves}
    return {text.removeprefix(origin): value for text, value in verdict.moves.items()}


def watch(rig: LockstepRig) -> dict[str, list[tuple[int, int, int]]]:
    """Return the colours of each square's LED in two cycles of the patterns, step by step."""
    shown: dict[str, list[tuple[int, int, int]]] = {}
    for _ in range(2 * CYCLE_MS // STEP_MS):
        rig.run(STEP_MS)
        for square in set(shown) | set(rig.lit):
            shown.setdefault(square, []).append(rig.lit.get(square, (0, 0, 0)))
    return shown


def hue_of(duties: list[tuple[int, int, int]]) -> str:
    """The hue of an LED at its brightest."""
    red, _, blue = max(duties, key=sum)
    if blue > red:
        return "blue"
    return "amber" if blue < red / 4 else "white"


def flashes(duties: list[tuple[int, int, int]]) -> int:
    """Return the number of times that an LED turns bright."""
    most = max(map(sum, duties))
    bright = [sum(duty) >= BRIGHT * most for duty in duties]
    return sum(b and not a for a, b in pairwise(bright))


def test_winning_losing_and_unknown_squares_differ_in_hue_and_in_pattern_on_the_leds() -> None:
    with lockstep(position=MIXED, help_level=Help.PROVEN) as rig:
        rig.run_until_idle(rest_ms=CHECK_MS)
        targets = {o.target for o in rig.view.expectation.candidates}
        unknown = watch(rig)
        values = learn(rig)
        assert set(values.values()) == {"win", "loss"}
        assert len(targets) == len(values)
        for square in values:
            assert hue_of(unknown[square]) == "blue", square
            assert flashes(unknown[square]) == 2, "breathing, once in 1.6 s"
        rig.run(200)
        shown = watch(rig)
        for square, value in values.items():
            # A pulse comes every 0.8 s; a double blink is two flashes every 1.6 s, 0.4 s apart.
            expected = "white" if value == "win" else "amber"
            assert hue_of(shown[square]) == expected, square
            assert flashes(shown[square]) == 4, square
            gap = longest_dark(shown[square])
            assert (gap > CYCLE_MS / 2) is (value == "loss"), (square, value, gap)


def longest_dark(duties: list[tuple[int, int, int]]) -> int:
    """The longest time without brightness, in ms."""
    most = max(map(sum, duties))
    longest = now = 0
    for duty in duties:
        now = 0 if sum(duty) >= BRIGHT * most else now + STEP_MS
        longest = max(longest, now)
    return longest


def test_the_lights_follow_a_proof_that_comes_while_the_tower_is_in_the_air() -> None:
    with lockstep(position=MIXED, help_level=Help.PROVEN) as rig:
        rig.board.ask("lift", square="f2")
        rig.run_until_idle()
        before = rig.controller.frame
        values = learn(rig)
        rig.run(200)
        after = rig.controller.frame
        changed = {i for i, (a, b) in enumerate(zip(before, after, strict=True)) if a != b}
        assert len(changed) == len(values)
        patterns = {GLOWS[role].pattern for role in ROLES.values()}
        assert len(patterns) == len(ROLES), "told apart by pattern alone"
        assert patterns == {Pattern.PULSE, Pattern.DOUBLE, Pattern.BREATHE}
        rig.board.ask("put", square=next(s for s, v in values.items() if v == "win"))
        rig.run_until_idle(700)
        assert len(rig.texts) == 1, "recognised as ever"


def test_the_three_hues_are_those_of_the_vocabulary() -> None:
    looks = {value: PALETTE[GLOWS[role].colour - 1] for value, role in ROLES.items()}
    assert len(set(looks.values())) == len(ROLES)
    assert {value: hue_of([duty]) for value, duty in looks.items()} == {
        "win": "white",
        "loss": "amber",
        "unknown": "blue",
    }
