"""Moves with replies: where they are looked for, and where so much differs that they are not."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from host.engine.registry import GAMES
from host.engine.successors import outcome_of
from host.recognition import filling, replies
from host.recognition.matching import Expectation, expect_from
from host.recognition.replies import may_be_moves, move_with_reply
from host.recognition.snapshot import Snapshot, SquareState
from tests.support.snapshots import SnapshotHand

SUMOS = "2o3r1/8/5G2/k+O6/8/1p+1n++3b/1Y++KNg1yR++/P2B4 b p long 9 6:5 b"
FLICKERS = 100


def played(name: str, seed: int) -> Iterator[Expectation]:
    """Yield the positions of a random game, but for the choices between two rounds."""
    game, chance = GAMES[name], random.Random(seed)
    sumos = name == "kamisado-long" and seed == 0
    position = game.parse_position(SUMOS) if sumos else game.start()
    for _ in range(30):
        if game.outcome(position) is not None:
            return
        if outcome_of(game, position) is None:
            yield expect_from(game, position)
        position = game.play(position, chance.choice(tuple(game.legal_moves(position))))


def half_done(chance: random.Random, before: Snapshot, after: Snapshot) -> Snapshot:
    """Return a snapshot of a move under way: some squares as before, some as after, some empty."""
    return tuple(
        was if was is state else chance.choice((was, state, SquareState.EMPTY))
        for was, state in zip(before, after, strict=True)
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_move_and_every_reply_may_be_one(name: str) -> None:
    chance = random.Random(name)
    looked = 0
    for seed in range(3):
        for before in played(name, seed):
            pushed = max((piece.teeth for piece in before.pieces.values()), default=0)
            for move in chance.sample(before.candidates, min(4, len(before.candidates))):
                on_the_way = half_done(chance, before.snapshot, move.after)
                assert may_be_moves(before.snapshot, on_the_way, pushed)
                assert may_be_moves(before.snapshot, move.after, pushed)
                if move.ends:
                    continue
                following = replies.beyond(before.game, move.position)
                if outcome_of(before.game, following.position) is not None:
                    continue  # after passes nobody can move
                for reply in following.candidates[:20]:
                    seen = half_done(chance, move.after, reply.after)
                    assert may_be_moves(before.snapshot, seen, pushed, moves=2)
                    assert may_be_moves(move.after, seen, pushed)
                    looked += 1
    assert looked > 50


def test_a_board_on_which_everything_changes_has_no_replies_looked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    listed: list[object] = []
    beyond = replies.beyond
    monkeypatch.setattr(replies, "beyond", lambda *about: listed.append(about) or beyond(*about))
    chance = random.Random(5)
    for name in ("kamisado-standard", "five", "hasami", "seega"):
        game = GAMES[name]
        before = expect_from(game, game.start())
        for _ in range(FLICKERS):
            seen = tuple(chance.choice(tuple(SquareState)) for _ in before.snapshot)
            assert move_with_reply(game, before, seen) is None
    assert not listed


@pytest.mark.slow
@pytest.mark.parametrize("name", ["kamisado-standard", "five", "hasami", "seega"])
@pytest.mark.parametrize("strip", [True, False], ids=["a strip", "all"])
def test_sensors_that_flicker_let_few_fillings_be_tried(
    name: str, strip: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled: list[object] = []
    fill = filling.fill
    monkeypatch.setattr(filling, "fill", lambda *about: filled.append(about) or fill(*about))
    hand, chance = SnapshotHand(game=name), random.Random(7)
    most = 0
    count, (files, _) = len(hand.snapshot), hand.game.size
    beside = chance.sample(range(count - files), filling.MOST_BESIDE)
    squares = {*range(count - files, count), *(beside if strip else range(count - files))}
    for _ in range(FLICKERS):
        filled.clear()
        hand.snapshot = tuple(
            chance.choice((state, *SquareState))
            if square in squares and chance.random() < 0.5
            else state
            for square, state in enumerate(hand.snapshot)
        )
        hand.now_ms += 5
        hand.session.see(hand.snapshot, hand.now_ms)
        most = max(most, len(filled))
    assert 1 < most <= filling.MOST_TRIED + 1 if strip else len(filled) == 1
