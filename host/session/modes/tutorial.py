"""Tutorials: each step is a game from a position on, with its real referee."""

from __future__ import annotations

from dataclasses import replace

from host.engine.registry import game_named
from host.engine.tutorial_steps import TUTORIALS
from host.guidance.marks import Help
from host.message import message
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.session.view import TutorialView, View


class Tutorial(Session):
    """A step of a tutorial; everything in it is played as in a game.

    Args:
        book: name of the game.
        number: of the step, from 1.

    Raises:
        ValueError: there is no such step.
    """

    def __init__(self, book: str, number: int) -> None:
        steps = TUTORIALS.get(book, ())
        if not 1 <= number <= len(steps):
            raise ValueError(message("session.no_tutorial", book=repr(book), number=repr(number)))
        step = steps[number - 1]
        game = game_named(step.game)
        position = None if step.position is None else game.parse_position(step.position)
        super().__init__(MatchSettings(game), position, Help.LEGAL)
        self._tutorial = TutorialView(book, number, len(steps), step)

    def view(self) -> View:
        """Return the whole of what a display may show now."""
        return replace(super().view(), tutorial=self._tutorial)
