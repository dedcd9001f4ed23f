"""The steps of the tutorials: positions of their games, in which what they teach can be done."""

from __future__ import annotations

import pytest

from host.engine.registry import game_named
from host.engine.tutorial_steps import TUTORIALS
from host.session.modes.tutorial import Tutorial


@pytest.mark.parametrize(
    ("book", "number"),
    [(book, n) for book, steps in TUTORIALS.items() for n in range(1, len(steps) + 1)],
)
def test_a_step_is_a_position_with_a_move(book: str, number: int) -> None:
    tutorial = Tutorial(book, number)
    assert list(tutorial.game.legal_moves(tutorial.position))
    view = tutorial.view().tutorial
    assert view is not None
    assert (view.book, view.number, view.of) == (book, number, len(TUTORIALS[book]))


@pytest.mark.parametrize(("number", "move"), [(3, "e5e8"), (5, "e5e8")])
def test_the_far_row_is_one_move_away(number: int, move: str) -> None:
    step = TUTORIALS["kamisado"][number - 1]
    game = game_named(step.game)
    assert step.position is not None
    position = game.parse_position(step.position)
    moves = {game.move_text(position, each): each for each in game.legal_moves(position)}
    after = game.play(position, moves[move])
    assert game.outcome(after) is not None or number == 5


def test_the_blocked_tower_passes() -> None:
    tutorial = Tutorial("kamisado", 4)
    game = tutorial.game
    moves = {game.move_text(tutorial.position, m): m for m in game.legal_moves(tutorial.position)}
    after = game.play(tutorial.position, moves["d1d5"])
    (only,) = game.legal_moves(after)
    assert game.move_text(after, only) == "pass"


def test_the_sumo_can_push() -> None:
    tutorial = Tutorial("kamisado", 6)
    game = tutorial.game
    texts = {game.move_text(tutorial.position, m) for m in game.legal_moves(tutorial.position)}
    assert "e3e4+" in texts


@pytest.mark.parametrize(("book", "number"), [("chess", 1), ("kamisado", 0), ("kamisado", 7)])
def test_a_step_that_does_not_exist_is_quoted(book: str, number: int) -> None:
    with pytest.raises(ValueError, match=rf"tutorial of .*{book}.* no step {number}"):
        Tutorial(book, number)
