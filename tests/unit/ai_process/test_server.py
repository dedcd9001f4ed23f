"""Solver process: what counts towards the time limit of a request."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from host.ai.results import MoveHint
from host.ai_process.input_reader import FrameReader
from host.ai_process.protocol import HEADER, Answer, HintRequest, MoveRequest, Query, encode
from host.ai_process.server import SolverServer

MIXED = "ob3r2/3py3/5n2/NP1g1G2/7O/2K5/3k1B2/2RY4 w b"
"""White's blue tower must move: c5, d4 and e3 win, the other five squares lose."""
MEGABYTES = 16


class Clocks:
    """The clocks of a computer that is busy with something else, and in the end with this."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.elapsed = self.used = 0.0
        monkeypatch.setattr(time, "monotonic", lambda: self.elapsed)
        monkeypatch.setattr(time, "process_time", lambda: self.used)


class OneRequest(FrameReader):
    """A reader to which one request has come, and nothing after it."""

    def __init__(self, request: HintRequest | MoveRequest, clocks: Clocks) -> None:
        self._frames: Iterator[bytes] = iter([encode(Query(1, request))[HEADER.size :], b""])
        self._clocks = clocks

    def take(self) -> bytes:
        return next(self._frames)

    def waiting(self) -> bool:
        self._clocks.elapsed += 10.0  # as much as other programs take between two looks
        return False


class SlowToLoad(SolverServer):
    """A server whose solver takes ten seconds of the processor to load."""

    clocks: Clocks

    @property
    def perfect_player(self):  # type: ignore[no-untyped-def, override]
        self.clocks.used += 10.0 if "perfect_player" not in vars(self) else 0.0
        return SolverServer.perfect_player.__get__(self)


def test_a_hint_is_as_good_on_a_busy_computer(monkeypatch: pytest.MonkeyPatch) -> None:
    clocks = Clocks(monkeypatch)
    answers: list[Answer] = []
    request = HintRequest("kamisado-single", MIXED, 3000.0)
    server = SlowToLoad(OneRequest(request, clocks), answers.append, MEGABYTES)
    server.clocks = clocks
    server.run()
    [answer] = answers
    assert isinstance(answer.result, MoveHint)
    assert answer.result.move in ("f2c5", "f2d4", "f2e3")
    assert answer.result.value == "win"
