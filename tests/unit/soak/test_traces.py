"""Matches on the session alone leave a trace that plays back to the millisecond."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from host.storage.trace import decode
from host.storage.trace_player import play_back
from soak.command import play
from soak.session_only import GAMES, play_pure
from soak.session_tabletop import SessionTabletop


@pytest.mark.parametrize(
    ("seed", "games", "hands", "kinds"),
    [
        ("11/0", GAMES, "people", {"see", "made", "unmade"}),
        ("late/0", ("kamisado-series-3",), "late", {"stalled", "missed"}),
        ("10801/44", GAMES, "sensors", {"wish"}),
        ("21/0", ("hasami:limit=4",), "people", {"made"}),
    ],
)
@pytest.mark.slow
def test_a_trace_plays_back(seed: str, games: Sequence[str], hands: str, kinds: set[str]) -> None:
    tabletop, _ = play_pure(seed, games, hands)
    trace = decode("".join(tabletop.trace))
    assert kinds <= {entry.kind for entry in trace.entries}
    assert trace.recognised
    assert play_back(trace).recognised == trace.recognised


@pytest.mark.parametrize("hands", ["people", "strangers", "strangers-on-off", "strangers-sensor"])
@pytest.mark.slow
def test_a_match_that_fails_leaves_its_trace(hands: str, monkeypatch: pytest.MonkeyPatch) -> None:
    stored = SessionTabletop.moves

    def forgetful(tabletop: SessionTabletop) -> Sequence[str]:
        return stored(tabletop)[:3]

    monkeypatch.setattr(SessionTabletop, "moves", forgetful)
    played = play("3/0", None, hands=hands)
    assert played.failure
    trace = decode("".join(played.trace))
    assert len(trace.recognised) >= 3
    assert play_back(trace).recognised == trace.recognised
