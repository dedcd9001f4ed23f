"""Steps of the tutorials of all games: what each teaches, where it begins and when it is done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from host.message import Message, message


@dataclass(frozen=True, slots=True)
class TutorialStep:
    """A step of a tutorial.

    Attributes:
        game: its registered name, settings included.
        title: a few words.
        text: what it teaches.
        task: what to do.
        goal: when it is done: "move" or "two moves" were made, a "push" or a "pass"; the "round" of
            a match or the whole "game" is over.
        position: where it begins; None for the first of the game.
    """

    game: str
    title: Message
    text: Message
    task: Message
    goal: str
    position: str | None = None


_ROUND = "kamisado-single"
_MATCH = "kamisado-standard"
_HOME = "obpkyrgn/8/8/8/8/8/8/NGRYKPBO w y"
_OPEN_ROW = "obpk1rgn/8/8/4Y3/8/4y3/8/NGR1KPBO w y"
_BLOCKED = "o2kyrgn/bp6/8/8/8/8/8/NGRYKPBO w y"
"""Black's orange tower stands behind two of its own."""
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
            message("engine.tutorial_push"),
            message("engine.tutorial_push_text"),
            message("engine.tutorial_push_task"),
            "push",
            _SUMO,
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
