"""The steps of the tutorials: positions of their games, in which what they teach can be done."""

from __future__ import annotations

from collections.abc import Hashable

import pytest

from host.engine.game import AnyGame, Side
from host.engine.registry import game_named
from host.engine.tutorial_steps import TUTORIALS
from host.session.modes.tutorial import Tutorial
from host.session.requests import Choose
from tests.support.page_states import set_up


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


@pytest.mark.parametrize(("number", "move"), [(3, "e5e8"), (6, "e5e8")])
def test_the_far_row_is_one_move_away(number: int, move: str) -> None:
    step = TUTORIALS["kamisado"][number - 1]
    game = game_named(step.game)
    assert step.position is not None
    position = game.parse_position(step.position)
    moves = {game.move_text(position, each): each for each in game.legal_moves(position)}
    after = game.play(position, moves[move])
    assert game.outcome(after) is not None or number == 6


def legal(game: AnyGame, position: Hashable) -> dict[str, Hashable]:
    return {game.move_text(position, move): move for move in game.legal_moves(position)}


def test_the_blocked_tower_passes_on_the_colour_of_another_square() -> None:
    tutorial = Tutorial("kamisado", 4)
    game = tutorial.game
    passing = game.play(tutorial.position, legal(game, tutorial.position)["e1e4"])
    assert legal(game, passing).keys() == {"pass"}
    (stuck,) = game.movable_squares(passing)
    assert game.pieces(passing)[stuck].name == "orange"
    after = game.play(passing, legal(game, passing)["pass"])
    (next_one,) = game.movable_squares(after)
    assert game.pieces(after)[next_one].name == "yellow"


def test_a_single_move_of_black_ends_in_a_deadlock_that_white_wins() -> None:
    tutorial = Tutorial("kamisado", 5)
    game = tutorial.game
    called = game.play(tutorial.position, legal(game, tutorial.position)["d1d4"])
    assert legal(game, called).keys() == {"h5h4"}
    outcome = game.outcome(game.play(called, legal(game, called)["h5h4"]))
    assert outcome is not None
    assert outcome.winner is Side.WHITE
    assert "Deadlock" in str(outcome.reason)


def test_no_tooth_is_seen_before_it_is_explained() -> None:
    for number in range(1, 6):
        tutorial = Tutorial("kamisado", number)
        game, position = tutorial.game, tutorial.position
        while game.outcome(position) is None and number == 3:
            position = game.play(position, legal(game, position)["e5e8"])
        assert not any(piece.teeth for piece in game.pieces(position).values())


def test_each_fill_makes_another_start() -> None:
    tutorial = set_up(Tutorial("kamisado", 7))
    choices = tutorial.view().choices
    assert [choice.text for choice in choices] == ["fill left", "fill right"]
    left, right = ({r.target: r.piece for r in choice.relocations} for choice in choices)
    assert len(left) == len(right) == 16
    assert all(left[square] != right[square] for square in left)
    tutorial.handle(Choose("fill left"), 10_000)
    assert tutorial.view().expectation.pieces == left


def test_the_sumo_can_push() -> None:
    tutorial = Tutorial("kamisado", 8)
    assert "e3e4+" in legal(tutorial.game, tutorial.position)


@pytest.mark.parametrize(("book", "number"), [("chess", 1), ("kamisado", 0), ("kamisado", 9)])
def test_a_step_that_does_not_exist_is_quoted(book: str, number: int) -> None:
    with pytest.raises(ValueError, match=rf"tutorial of .*{book}.* no step {number}"):
        Tutorial(book, number)
