"""Repairs, takebacks, the menu on the board and the clock, by somebody who is told by speech alone.

What accidents do is done by the hand itself; the player hears of it.
"""

from __future__ import annotations

import pytest

from host.engine.game import Side
from host.session.player_actions.hand_negotiation import ANSWER_MS
from host.session.view import Phase
from tests.support.snapshots import SnapshotHand
from tests.unit.ui.speech.blind_player import BlindPlayer

KAMISADO, HASAMI = "kamisado", "hasami"
GAMES = [KAMISADO, HASAMI]
SEED = 3


def playing(game: str, clock: str = "") -> tuple[SnapshotHand, BlindPlayer]:
    """Return a hand and its player, after the first move."""
    hand = SnapshotHand(game=game, clock=clock)
    player = BlindPlayer(hand, SEED)
    player.move_once()
    assert len(hand.view.plies) == 1
    return hand, player


@pytest.mark.parametrize("game", GAMES)
def test_a_piece_that_was_knocked_over_is_put_where_it_belongs(game: str) -> None:
    hand, player = playing(game)
    fallen = hand.lift("b1")
    hand.show("g5", fallen)
    said = player.listen(1000)
    assert "Should be empty: g5." in said
    player.put_right(said)
    assert hand.view.correction is None
    assert len(hand.view.plies) == 1


def test_two_pieces_that_were_swept_off_are_put_back() -> None:
    hand, player = playing(KAMISADO)
    for square in ("g8", "h8"):
        hand.lift(square)
    said = player.listen(1000)
    player.put_right(said)
    assert hand.view.correction is None
    assert hand.view.changed == ()


@pytest.mark.parametrize("game", GAMES)
def test_a_move_is_taken_back_by_hand(game: str) -> None:
    hand, player = playing(game)
    said = player.take_back()
    assert said.startswith("Taken back: ")
    assert hand.view.plies == ()
    assert player.whose_turn(said) is hand.view.turn


@pytest.mark.parametrize("game", GAMES)
def test_a_takeback_that_a_key_asked_for_is_carried_out(game: str) -> None:
    hand, player = playing(game)
    hand.notices += hand.session.take_back(hand.now_ms)
    player.put_right(player.listen(600))
    assert hand.view.plies == ()
    assert hand.view.correction is None
    assert hand.view.changed == ()


@pytest.mark.parametrize("game", GAMES)
def test_play_is_interrupted_and_goes_on(game: str) -> None:
    hand, player = playing(game)
    said = player.choose("pause")
    assert "Paused. Lift any piece to continue." in said
    assert hand.view.phase is Phase.PAUSED
    said = player.touch(player.pieces_of(Side.WHITE)[0])
    assert "Play continues." in said
    assert hand.view.phase is Phase.PLAY


@pytest.mark.parametrize("game", GAMES)
def test_a_resignation_is_confirmed(game: str) -> None:
    hand, player = playing(game)
    side = hand.view.turn
    player.choose("resign")
    said = player.agree()
    assert f"{side.name.capitalize()} has resigned: {side.other.name.capitalize()} wins" in said
    assert hand.view.phase is Phase.ENDED


def test_a_resignation_that_nobody_confirms_is_none() -> None:
    hand, player = playing(KAMISADO)
    player.choose("resign")
    said = player.listen(ANSWER_MS + 500)
    assert "declines the resignation" in said
    assert player.whose_turn(said) is hand.view.turn


def test_a_choice_is_stopped_while_it_is_told() -> None:
    hand, player = playing(KAMISADO)
    said = player.choose("resign", ms=600)
    assert "is about to resign. To stop it, lift the tower" in said
    player.put_menu_back()
    assert hand.view.offer is None
    assert player.whose_turn(player.heard[-1]) is hand.view.turn


def test_a_draw_is_offered_and_agreed_to() -> None:
    hand, player = playing(HASAMI)
    said = player.choose("offer a draw")
    assert "offers a draw" in said
    said = player.agree()
    assert "Both players have agreed to end it" in said
    assert hand.view.phase is Phase.ENDED


@pytest.mark.parametrize("game", GAMES)
def test_a_new_match_is_offered_and_set_up(game: str) -> None:
    hand, player = playing(game)
    player.choose("begin a new match")
    said = player.agree()
    player.put_right(said)
    assert hand.view.plies == ()
    assert hand.view.phase is Phase.PLAY


@pytest.mark.parametrize("game", GAMES)
def test_the_time_is_told_on_request_when_it_runs_short_and_when_it_is_up(game: str) -> None:
    hand, player = playing(game, clock="1+0")
    other = hand.view.turn.other.name.capitalize()
    mover = hand.view.turn.name.capitalize()
    said = player.touch(player.pieces_of(hand.view.turn.other)[0])
    assert f"{other} 1 minute" in said.replace(" has ", " ")
    player.listen(51_000)
    assert f"{mover} has 10 seconds left." in player.heard[-1]
    player.listen(11_000)
    assert f"{mover}'s time is up: {other} wins on time." in player.heard[-1]


def test_the_board_is_read_when_a_piece_that_may_not_move_is_put_back_twice() -> None:
    hand, player = playing(KAMISADO)
    idle = player.pieces_of(hand.view.turn.other)[0]
    first, second = player.touch(idle), player.touch(idle)
    assert "Rank" not in first
    assert "Rank 8: " in second
    assert player.whose_turn(first) is player.whose_turn(second) is hand.view.turn
    assert len(hand.view.plies) == 1


def test_an_opened_menu_is_closed_by_putting_both_back() -> None:
    hand, player = playing(KAMISADO)
    said = player.open_menu()
    assert "Put both back to play on." in said
    player.put_menu_back()
    assert hand.view.menu == ()
    assert hand.view.correction is None
