"""Tutorials: the steps of a tutorial, each a position of a game with its real referee."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from host.engine.registry import game_named
from host.guidance.marks import Help
from host.message import message
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.session.view import TutorialView, View


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a tutorial.

    Attributes:
        game: its registered name.
        position: where it begins; None for the first of the game.
    """

    game: str
    position: str | None = None


_ROUND = "kamisado-single"
_HOME = "obpkyrgn/8/8/8/8/8/8/NGRYKPBO w y"
_OPEN_ROW = "obpk1rgn/8/8/4Y3/8/4y3/8/NGR1KPBO w y"

STEPS: Mapping[str, tuple[Step, ...]] = {
    "kamisado": (
        Step(_ROUND, _HOME),
        Step(_ROUND, _HOME),
        Step(_ROUND, _OPEN_ROW),
        # Black's orange tower stands behind two of its own.
        Step(_ROUND, "o2kyrgn/bp6/8/8/8/8/8/NGRYKPBO w y"),
        Step("kamisado-standard", _OPEN_ROW),
        Step("kamisado-standard", "1bpkyrgn/8/8/8/4o3/4Y+3/8/NGR1KPBO w y standard 2 1:0 b"),
    ),
    "hasami": (Step("hasami:first=white"),),
    "five": (Step("five"),),
    "seega": (Step("seega"),),
}
"""The steps of each tutorial, by the name of the game."""


class Tutorial(Session):
    """A step of a tutorial; everything in it is played as in a game.

    Args:
        book: name of the game.
        number: of the step, from 1.

    Raises:
        ValueError: there is no such step.
    """

    def __init__(self, book: str, number: int) -> None:
        steps = STEPS.get(book, ())
        if not 1 <= number <= len(steps):
            raise ValueError(message("session.no_tutorial", book=repr(book), number=repr(number)))
        step = steps[number - 1]
        game = game_named(step.game)
        position = None if step.position is None else game.parse_position(step.position)
        super().__init__(MatchSettings(game), position, Help.LEGAL)
        self._tutorial = TutorialView(book, number, len(steps))

    def view(self) -> View:
        """Return the whole of what a display may show now."""
        return replace(super().view(), tutorial=self._tutorial)
