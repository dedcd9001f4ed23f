"""A reply whose piece lands before that of the move it answers."""

from __future__ import annotations

import pytest

from host.engine.game import Side
from host.recognition.landings import Landings
from host.recognition.times import CARRIED_MS, JUST_SO_MS
from tests.support.snapshots import SnapshotHand


def landed(first: str, apart_ms: int, in_air_ms: int, rest_ms: int = 2000) -> SnapshotHand:
    """Lift both towers, that on `first` first; then White's lands and Black's after it."""
    hand = SnapshotHand()
    hand.wait(1000)
    for square in (first, "a1" if first == "d8" else "d8"):
        hand.lift(square)
        hand.wait(in_air_ms)
    hand.put("a5", Side.WHITE)
    hand.wait(apart_ms)
    hand.put("d4", Side.BLACK)
    hand.wait(rest_ms)
    return hand


@pytest.mark.parametrize("apart_ms", [100, 300, 500, 2000])
def test_a_reply_that_lands_first_is_taken_with_its_move(apart_ms: int) -> None:
    hand = landed("d8", apart_ms, 300)
    assert hand.texts == ["d8d4", "a1a5"]
    assert hand.view.correction is None
    assert "Black to move: the pink tower on d4" in hand.view.prompt


def test_until_the_move_has_landed_its_reply_is_out_of_turn() -> None:
    hand = SnapshotHand()
    hand.wait(1000)
    for square in ("d8", "a1"):
        hand.lift(square)
        hand.wait(300)
    hand.put("a5", Side.WHITE)
    hand.wait(2000)
    assert hand.texts == []
    assert hand.view.correction is not None
    hand.put("d5", Side.BLACK)  # another square, whose reply that is not
    hand.wait(2000)
    assert hand.texts == []


def test_who_lifts_first_and_is_not_to_move_has_replied_once_the_board_has_rested() -> None:
    hand = landed("a1", 300, 300, rest_ms=JUST_SO_MS - 100)
    assert hand.texts == []
    assert hand.view.correction is not None
    hand.wait(200)
    assert hand.texts == ["d8d4", "a1a5"]


def test_towers_that_are_bumped_are_no_move_and_its_reply() -> None:
    hand = landed("d8", 50, CARRIED_MS // 4)
    assert hand.texts == []
    assert hand.view.correction is not None


def test_a_board_that_rests_is_searched_after_two_rests_and_not_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    searched: list[object] = []
    chains = Landings.chains

    def counted(landings: Landings, *about: object) -> object:
        searched.append(about)
        return chains(landings, *about)  # type: ignore[arg-type]

    monkeypatch.setattr(Landings, "chains", counted)
    hand = landed("d8", 50, CARRIED_MS // 4, rest_ms=500)
    hand.wait(4000)
    assert hand.texts == []
    assert len(searched) == 2
