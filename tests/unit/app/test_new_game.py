"""New games of which something is left to the lot."""

from __future__ import annotations

import random

import pytest

from host.app.new_game import draw_new_game
from host.engine.game import Side
from host.session.request_codec import decode, encode
from host.session.requests import NewGame

DRAWS, SEED = 40, 11
GAME = {"t": "new", "game": "kamisado-single", "clock": "5+3"}


def request(**fields: str) -> NewGame:
    """A request for a new game, as from a display."""
    decoded = decode(GAME | fields)
    assert isinstance(decoded, NewGame)
    return decoded


def drawn(asked: NewGame) -> set[tuple[Side | None, str]]:
    """Return the sides of the computer that are drawn for a request, with what is told."""
    random.seed(SEED)
    found = set()
    for _ in range(DRAWS):
        game, notices = draw_new_game(asked, (8, 8))
        assert game.settings is not None
        assert not game.sides_by_lot, "it is drawn once"
        assert str(game.settings.control) == "5+3"
        opponent = game.settings.opponent
        told = " ".join(str(notice.text) for notice in notices)
        found.add((None if opponent is None else opponent.side, told))
    return found


def test_the_lot_gives_the_computer_a_side() -> None:
    assert drawn(request(opponent="4", plays="lot")) == {
        (Side.WHITE, "By lot, you play Black and the computer plays White."),
        (Side.BLACK, "By lot, you play White and the computer plays Black."),
    }


def test_the_lot_decides_between_two_people() -> None:
    assert drawn(request(plays="lot")) == {
        (None, "By lot, the player who asked for this game plays White."),
        (None, "By lot, the player who asked for this game plays Black."),
    }


@pytest.mark.parametrize(("plays", "side"), [("white", Side.WHITE), ("black", Side.BLACK)])
def test_a_side_that_is_agreed_on_is_not_drawn(plays: str, side: Side) -> None:
    assert drawn(request(opponent="4", plays=plays)) == {(side, "")}
    assert drawn(request(plays=plays)) == {(None, "")}


def test_the_request_is_read_and_written() -> None:
    for asked in (request(plays="lot"), request(opponent="4", plays="lot")):
        assert asked.sides_by_lot
        assert decode(encode(asked)) == asked
    assert decode(GAME | {"plays": "nobody"}) is None


def test_the_same_game_again_is_left_as_it_is() -> None:
    assert draw_new_game(NewGame(), (8, 8)) == (NewGame(), ())


def test_a_game_that_does_not_fit_the_board_is_refused() -> None:
    asked = decode({"t": "new", "game": "hasami"})
    assert isinstance(asked, NewGame)
    with pytest.raises(ValueError, match="9x9"):
        draw_new_game(asked, (8, 8))
