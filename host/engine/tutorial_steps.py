"""Steps of the tutorials of all games: what each teaches, where it begins and when it is done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from host.message import Message, message

_DONE = message("engine.tutorial_done")


@dataclass(frozen=True, slots=True)
class TutorialStep:
    """A step of a tutorial.

    Attributes:
        game: its registered name, settings included.
        title: a few words.
        text: what it teaches.
        task: what to do.
        goal: when it is done: "move" or "two moves" were made, a "push", a "pass" or a "fill"; the
            "round" of a match or the whole "game" is over, in a "deadlock" after two moves.
        position: where it begins; None for the first of the game.
        done: what is said once it is done.
    """

    game: str
    title: Message
    text: Message
    task: Message
    goal: str
    position: str | None = None
    done: Message = _DONE


_ROUND = "kamisado-single"
_MATCH = "kamisado-standard"
_HOME = "obpkyrgn/8/8/8/8/8/8/NGRYKPBO w y"
_OPEN_ROW = "obpk1rgn/8/8/4Y3/8/4y3/8/NGR1KPBO w y"
_BLOCKED = "1bpkyrgn/8/8/8/o7/NG6/8/2RYKPBO w k"
"""White's brown and green towers are in the way of Black's orange one, which stands on yellow."""
_LOCKED = "o1pk1rg1/8/8/yb5n/KN4B1/7O/8/1GRY1P2 w y"
"""White's pink and Black's yellow tower, each on the other's colour, are in each other's way.
Black's brown one has a single move, to a pink square."""
_ROUND_WON = "oRpky1g1/8/8/4b3/8/2K5/1N3r1n/1G1Y1PBO b b standard 1 1:0 b"
"""Twelve moves of a round, of which either fill makes another start."""
_SUMO = "1bpkyrgn/8/8/8/4o3/4Y+3/8/NGR1KPBO w y standard 2 1:0 b"

TUTORIALS: Mapping[str, tuple[TutorialStep, ...]] = {
    "kamisado": (
        TutorialStep(
            _ROUND,
            message("engine.tutorial_forward"),
            message("engine.tutorial_forward_text"),
            message("engine.tutorial_forward_task"),
            "move",
            _HOME,
        ),
        TutorialStep(
            _ROUND,
            message("engine.tutorial_colour"),
            message("engine.tutorial_colour_text"),
            message("engine.tutorial_colour_task"),
            "two moves",
            _HOME,
        ),
        TutorialStep(
            _ROUND,
            message("engine.tutorial_far_row"),
            message("engine.tutorial_far_row_text"),
            message("engine.tutorial_far_row_task"),
            "game",
            _OPEN_ROW,
        ),
        TutorialStep(
            _ROUND,
            message("engine.tutorial_blocked"),
            message("engine.tutorial_blocked_text"),
            message("engine.tutorial_blocked_task"),
            "pass",
            _BLOCKED,
            message("engine.tutorial_blocked_done"),
        ),
        TutorialStep(
            _ROUND,
            message("engine.tutorial_deadlock"),
            message("engine.tutorial_deadlock_text"),
            message("engine.tutorial_deadlock_task"),
            "deadlock",
            _LOCKED,
            message("engine.tutorial_deadlock_done"),
        ),
        TutorialStep(
            _MATCH,
            message("engine.tutorial_tooth"),
            message("engine.tutorial_tooth_text"),
            message("engine.tutorial_tooth_task"),
            "round",
            _OPEN_ROW,
        ),
        TutorialStep(
            _MATCH,
            message("engine.tutorial_fill"),
            message("engine.tutorial_fill_text"),
            message("engine.tutorial_fill_task"),
            "fill",
            _ROUND_WON,
            message("engine.tutorial_fill_done"),
        ),
        TutorialStep(
            _MATCH,
            message("engine.tutorial_push"),
            message("engine.tutorial_push_text"),
            message("engine.tutorial_push_task"),
            "push",
            _SUMO,
            message("engine.tutorial_push_done"),
        ),
    ),
    "hasami": (
        TutorialStep(
            "hasami:first=white",
            message("engine.tutorial_hasami"),
            message("engine.tutorial_hasami_text"),
            message("engine.tutorial_hasami_task"),
            "move",
        ),
    ),
    "five": (
        TutorialStep(
            "five",
            message("engine.tutorial_five"),
            message("engine.tutorial_five_text"),
            message("engine.tutorial_five_task"),
            "move",
        ),
    ),
    "seega": (
        TutorialStep(
            "seega",
            message("engine.tutorial_seega"),
            message("engine.tutorial_seega_text"),
            message("engine.tutorial_seega_task"),
            "two moves",
        ),
    ),
}
"""The steps of each tutorial, by the name of the game."""
