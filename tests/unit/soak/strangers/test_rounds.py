"""Rounds of strangers at the real session, and the table of what was misread."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from soak.command import play
from soak.full_stack import Played
from soak.session_tabletop import SessionTabletop
from soak.strangers.kinds import KINDS, PUSHES
from soak.strangers.rounds import HANDS, play_strangers
from soak.strangers.table import table_of
from soak.summary import Summary


@pytest.mark.parametrize("hands", HANDS)
@pytest.mark.slow
def test_a_round_is_played_to_its_end_and_alike_from_its_seed(hands: str) -> None:
    played = play("3/1", None, hands=hands)
    assert not played.failure
    assert played.simulated_s > 10
    assert played.counts["moves made"] > 3
    assert played.accidents.keys() <= {*KINDS, "no accident"}
    assert play("3/1", None, hands=hands).counts == played.counts


def test_rounds_with_teeth_have_pushes() -> None:
    assert PUSHES & play_strangers("3/21").accidents.keys()


def test_a_board_that_forgets_a_move_is_told_with_its_kind_and_what_hands_did(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stored = SessionTabletop.moves

    def forgetful(tabletop: SessionTabletop) -> Sequence[str]:
        return stored(tabletop)[:5]

    monkeypatch.setattr(SessionTabletop, "moves", forgetful)
    played = play_strangers("3/0")
    assert played.failure.startswith(f"MisreadError: {played.failed_kind}: ")
    assert played.accidents[played.failed_kind] >= 1
    assert any(" lift " in action for action in played.actions)


def test_the_table_counts_kinds_and_failures_in_1000_rounds() -> None:
    times = {"cat walks": 12, "blitz": 5, "no accident": 100}
    assert table_of(times, {"blitz": 2}, 400) == [
        "kind          times  failed  failed in 1,000 rounds",
        "blitz             5       2                     5.0",
        "cat walks        12       0                     0.0",
        "no accident     100       0                     0.0",
        "all             117       2                     5.0",
    ]


def test_the_summary_has_the_table_of_strangers_alone() -> None:
    total = Summary()
    total.add(Played("1/0", "kamisado", 1, accidents=Counter({"blitz": 3})))
    failed = Played("1/1", "kamisado", 1, accidents=Counter({"blitz": 1}))
    failed.failure, failed.failed_kind = "MisreadError", "blitz"
    total.add(failed)
    assert "blitz       4       1                   500.0" in total.lines()
    others = Summary()
    others.add(Played("1/0", "kamisado", 1, failure="MisreadError"))
    assert not any("1,000" in line for line in others.lines())
