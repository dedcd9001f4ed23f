"""Solver process: what counts towards the time limit of a request."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

import pytest

from host.ai.results import ChosenMove, MoveHint, ReviewedMove
from host.ai_process.input_reader import FrameReader
from host.ai_process.protocol import (
    HEADER,
    Answer,
    HintRequest,
    MoveRequest,
    Query,
    Request,
    ReviewRequest,
    encode,
)
from host.ai_process.server import SolverServer
from host.engine.game import Side
from host.engine.registry import game_named

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


class Requests(FrameReader):
    """A reader of some requests, which come one after another or all at once."""

    def __init__(self, requests: Sequence[Request], *, at_once: bool = False) -> None:
        frames = [encode(Query(number, one)) for number, one in enumerate(requests, 1)]
        self._frames = [frame[HEADER.size :] for frame in frames]
        self._at_once = at_once

    def take(self) -> bytes:
        return self._frames.pop(0) if self._frames else b""

    def waiting(self) -> bool:
        return self._at_once


STANDARD = game_named("kamisado-standard")
LATE_MATCH = "2n3y1/2Y5/BN6/3bp+k2/6O1/1r6/2o3R+g/1P+2K2G b o b standard 4 2:1 b"
"""Black wins the round with each move, and after it the match by the right fill."""


@pytest.mark.slow
@pytest.mark.parametrize("hurried", [False, True])
def test_after_a_perfect_move_the_match_is_proven_until_the_next_request(hurried: bool) -> None:
    answers: list[Answer] = []
    request = MoveRequest(STANDARD.name, LATE_MATCH, 10, 1)
    server = SolverServer(Requests([request], at_once=hurried), answers.append, MEGABYTES)
    server.run()
    [answer] = answers
    assert isinstance(answer.result, ChosenMove)
    position = STANDARD.parse_position(LATE_MATCH)
    after = STANDARD.play(position, STANDARD.parse_move(position, answer.result.move))
    known = server.perfect_player.match_values.winner(STANDARD, after, 0)
    assert known is (None if hurried else Side.BLACK)


@pytest.mark.slow
@pytest.mark.parametrize("match", [False, True])
def test_a_review_tells_of_the_match_if_it_is_asked_to(match: bool) -> None:
    answers: list[Answer] = []
    request = ReviewRequest(STANDARD.name, LATE_MATCH, ("c2c1", "fill left"), 60_000, match)
    SolverServer(Requests([request]), answers.append, MEGABYTES).run()
    kinds = [one.result.kind for one in answers if isinstance(one.result, ReviewedMove)]
    assert kinds == (["match", "won"] if match else ["won"])
