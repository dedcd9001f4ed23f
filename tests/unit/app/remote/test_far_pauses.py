"""Pauses of a match with a far player, ended by hand at either board."""

from __future__ import annotations

import asyncio

import pytest

from host.app.remote import remote_player
from host.engine.game import Side
from host.message import message
from host.remote.match.remote_match import RemoteMatch
from host.remote.record import events as e
from host.session import requests as r
from host.session.view import Action, Phase
from host.storage.database import SaveFileError
from tests.unit.app.remote.test_remote_player import Board, Pair


def paused() -> Pair:
    pair = Pair(clock="10+5")
    pair.play("d8d4", pair.black)
    pair.black.ask(r.Pause())
    pair.settle()
    return pair


def touch(board: Board, square: str) -> None:
    board.hand.wait(500)
    state = board.hand.lift(square)
    board.hand.wait(500)
    board.hand.show(square, state)


def resumed(match: RemoteMatch) -> int:
    return sum(isinstance(entry.event, e.Resume) for entry in match.own_log.entries)


@pytest.mark.parametrize("at_black", [True, False])
def test_a_piece_lifted_at_either_board_ends_the_pause_at_both(at_black: bool) -> None:
    pair = paused()
    board = pair.black if at_black else pair.white
    touch(board, "b8" if at_black else "b1")
    pair.settle()
    for each in (pair.black, pair.white):
        assert each.hand.view.phase is Phase.PLAY
    assert resumed(board.match) == 1


def test_both_players_may_end_the_pause_at_once() -> None:
    pair = paused()
    touch(pair.black, "b8")
    pair.white.ask(r.Resume())
    pair.settle()
    assert pair.black.hand.view.phase is pair.white.hand.view.phase is Phase.PLAY
    pair.play("a1a5", pair.white)


def test_pressing_twice_asks_once_and_says_nothing() -> None:
    pair = Pair()
    pair.play("d8d4", pair.black)
    for request in (r.Pause(), r.Resume()):
        before = len(pair.black.said)
        for _ in range(2):
            pair.black.ask(request)
        pair.settle()
        assert not [text for text in pair.black.said[before:] if "cannot be done" in text]
    assert resumed(pair.black.match) == 1


def test_while_the_logs_cannot_be_stored_a_lifted_piece_does_no_harm(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(remote_player, "RETRY_S", 0)
    pair = paused()
    board = pair.white

    async def fail(_match: RemoteMatch, _game_number: int) -> None:
        raise SaveFileError(message("storage.not_saved", why="the disk is full"))

    board.player._save = fail
    for _ in range(2):
        touch(board, "b1")
        asyncio.run(board.player.update())
    assert board.hand.view.phase is Phase.PAUSED
    board.player._save = board.save
    pair.settle()
    assert pair.black.hand.view.phase is board.hand.view.phase is Phase.PLAY
    assert resumed(board.match) == 1


@pytest.mark.parametrize(("serious", "absence_s"), [(True, None), (False, 60)])
@pytest.mark.parametrize("agree", [True, False])
def test_where_a_pause_needs_agreement_the_far_player_is_asked(
    serious: bool, absence_s: int | None, agree: bool
) -> None:
    pair = Pair(clock="10+5", serious=serious, absence_s=absence_s)
    pair.play("d8d4", pair.black)
    pair.black.ask(r.Pause())
    pair.settle()
    assert "Your friend has been asked" in pair.black.said[-1]
    assert str(pair.black.player.waiting) == "You have proposed a pause."
    for each in (pair.black, pair.white):
        assert each.hand.view.phase is Phase.PLAY
    offer = pair.white.hand.view.offer
    assert offer is not None
    assert offer.action is Action.PAUSE
    pair.white.ask(r.Answer(agree))
    pair.settle()
    phase = Phase.PAUSED if agree else Phase.PLAY
    assert pair.black.hand.view.phase is pair.white.hand.view.phase is phase
    assert ("Your friend does not agree." in pair.black.said) is not agree
    if not agree:
        pair.play("a1a5", pair.white)


def test_hands_agree_to_a_pause_from_afar_by_a_touch() -> None:
    pair = Pair(clock="10+5", serious=True)
    pair.play("d8d4", pair.black)
    pair.black.ask(r.Pause())
    pair.settle()
    board = pair.white
    touch(board, "b1")
    board.hand.wait(1000)
    pair.settle()
    assert pair.black.hand.view.phase is board.hand.view.phase is Phase.PAUSED


def test_in_a_serious_far_match_the_time_of_who_asks_for_a_pause_runs() -> None:
    pair = Pair(clock="10+5", serious=True)
    pair.play("d8d4", pair.black)
    pair.white.ask(r.Pause())
    pair.settle()
    clock = pair.white.hand.view.clock
    assert clock is not None
    left = clock.left(Side.WHITE, pair.white.hand.now_ms)
    pair.white.hand.wait(2000)
    after = pair.white.hand.view.clock
    assert after is not None
    assert after.left(Side.WHITE, pair.white.hand.now_ms) < left
