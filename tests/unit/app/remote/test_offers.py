"""Offers between two boards far apart: what they name, and how they are withdrawn."""

from __future__ import annotations

import asyncio

import pytest

from host.message import message
from host.remote.match.remote_match import RemoteMatch
from host.remote.record import events as e
from host.session import requests as r
from host.storage.autosave import SaveFileError
from tests.unit.app.remote.test_remote_player import Pair


def test_a_takeback_names_the_moves_that_it_is_of() -> None:
    pair = Pair()
    pair.play("d8d4", pair.black)
    pair.play("a1a5", pair.white)
    pair.black.ask(r.TakeBack())
    pair.settle()
    offer = pair.white.hand.view.offer
    assert offer is not None
    assert offer.moves == ("d8d4", "a1a5")
    assert "proposes the takeback of d8-d4, a1-a5." in pair.white.hand.view.prompt
    assert str(pair.black.player.waiting).startswith(
        "You have proposed the takeback of d8-d4, a1-a5."
    )
    assert pair.white.player.waiting is None


def test_what_was_asked_is_withdrawn_before_it_is_answered() -> None:
    pair = Pair()
    pair.play("d8d4", pair.black)
    pair.black.ask(r.TakeBack())
    pair.settle()
    assert pair.black.player.can_withdraw
    assert not pair.white.player.can_withdraw
    pair.black.player.write(e.Withdraw())
    assert not pair.black.player.can_withdraw
    assert str(pair.black.player.waiting).startswith("You withdraw the takeback of d8-d4")
    pair.settle()
    assert pair.white.hand.view.offer is None
    assert pair.white.said[-1] == "Your friend has withdrawn the proposal."
    assert pair.black.said[-1] == "Your proposal is withdrawn."
    assert pair.black.player.waiting is None
    assert pair.black.moves == pair.white.moves == ["d8d4"]
    pair.black.player.write(e.Withdraw())
    assert "no offer that is waiting" in pair.black.said[-1]


def test_what_the_far_player_has_agreed_to_meanwhile_is_not_withdrawn() -> None:
    pair = Pair()
    pair.play("d8d4", pair.black)
    pair.black.ask(r.TakeBack())
    pair.settle()
    pair.white.ask(r.Answer(True))
    pair.black.player.write(e.Withdraw())
    pair.settle()
    assert pair.black.moves == pair.white.moves == []


def test_whoever_was_away_is_not_asked_what_was_withdrawn_meanwhile() -> None:
    pair = Pair()
    pair.play("d8d4", pair.black)
    pair.black.ask(r.TakeBack())
    asyncio.run(pair.black.player.update())
    pair.black.player.write(e.Withdraw())
    asyncio.run(pair.black.player.update())
    pair.settle()
    assert not [text for text in pair.white.said if "proposes" in text]
    pair.play("a1a5", pair.white)


def test_the_same_can_be_asked_again_after_each_answer() -> None:
    pair = Pair()
    pair.play("d8d4", pair.black)
    for answer in ("withdrawn", "refused", "refused", "withdrawn", "agreed"):
        pair.black.ask(r.TakeBack())
        pair.settle()
        assert pair.white.hand.view.offer is not None, answer
        if answer == "withdrawn":
            pair.black.player.write(e.Withdraw())
        else:
            pair.white.ask(r.Answer(answer == "agreed"))
        pair.settle()
        assert pair.white.hand.view.offer is None
        assert pair.black.player.waiting is None
    assert pair.black.moves == pair.white.moves == []


def test_no_board_is_taken_as_it_stands_where_another_has_the_record() -> None:
    pair = Pair()
    pair.play("d8d4", pair.black)
    assert pair.black.hand.view.adoption is None


@pytest.mark.parametrize(
    ("moves", "request_", "told"),
    [
        ([], r.NewGame(), "the game is not over yet"),
        (["d8d4"], r.NewGame(), "the game is not over yet"),
        ([], r.TakeBack(), "There is no move to take back"),
        (["d8d4"], r.TakeBack(), "Your friend has been asked"),
    ],
)
def test_what_is_asked_of_the_friend_is_answered_once(
    moves: list[str], request_: r.Request, told: str
) -> None:
    pair = Pair()
    for text in moves:
        pair.play(text, pair.black)
    pair.black.said.clear()
    pair.black.ask(request_)
    pair.settle()
    assert len(pair.black.said) == 1
    assert told in pair.black.said[0]
    if "asked" in told:
        pair.black.ask(request_)
        pair.settle()
        assert len(pair.black.said) == 2
        assert "another offer" in pair.black.said[1]


def test_an_offer_waits_until_the_virtual_hand_has_carried_the_move_out() -> None:
    pair = Pair()
    white, black = pair.white, pair.black
    white.hand.session.set_virtual_hand(True)
    black.hand.move("d8d4")
    black.ask(r.TakeBack())
    for _ in range(2):
        asyncio.run(black.player.update())
        asyncio.run(white.player.update())
    assert white.hand.view.offer is None
    white.hand.move("d8d4")
    pair.settle()
    assert white.hand.view.offer is not None
    assert "Your friend does not agree." not in black.said


def test_a_move_taken_back_is_not_written_again_where_the_logs_could_not_be_stored() -> None:
    async def fail(_match: RemoteMatch, _game_number: int) -> None:
        raise SaveFileError(message("storage.not_saved", why="the disk is full"))

    pair = Pair()
    pair.play("d8d4", pair.black)
    pair.black.ask(r.TakeBack())
    pair.settle()
    pair.white.ask(r.Answer(agree=True))
    asyncio.run(pair.white.player.update())
    pair.black.player._save = fail
    asyncio.run(pair.black.player.update())
    pair.black.player._save = pair.black.save
    pair.settle()
    assert [board.moves for board in (pair.black, pair.white)] == [[], []]
    assert pair.black.match.merged.plies == ()
