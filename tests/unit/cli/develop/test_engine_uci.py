"""After `uci` the engine is as tolerant as UCI asks for: each `go` is answered by a move."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host.cli.develop.engine_protocol import GO_MS, Engine, GoLimits, parse_limits
from host.engine.game import Side
from tests.unit.cli.develop.test_engine import Conversation, best

WORDS = [
    *("go", "debug", "on", "wtime", "btime", "winc", "binc", "movestogo", "movetime", "nodes"),
    *("depth", "mate", "ponder", "infinite", "searchmoves", "d8d4", "-5", "0", "7", "joho"),
    *("setoption", "NAME", "hash", "value", "position", "startpos", "moves", "isready", "register"),
]


def uci() -> Conversation:
    """An engine that a program has greeted with `uci`."""
    engine = Conversation(1)
    assert engine.answer("uci")[-1] == "uciok"
    return engine


@pytest.mark.parametrize(
    "words",
    [
        "wtime 1000 btime 1000",
        "wtime 1000",
        "btime -20 wtime 5",
        "movestogo 5 movetime 5",
        "wtime 100 btime 100 winc 1 binc 1 movestogo 1",
        "nodes 5 searchmoves d8d4 d8d5",
        "mate 3 nodes 5",
        "nodes x movetime 1",
    ],
)
def test_every_go_is_answered_by_a_move(words: str) -> None:
    engine = Conversation(1, now=iter(range(10_000)).__next__)
    engine.answer("uci")
    assert len(best(engine.answer(f"go {words}"))) == 4


def test_words_that_are_no_limit_are_told_and_ignored() -> None:
    told: list[str] = []
    engine = Engine(1, told.append)
    engine.handle("uci")
    engine.handle("go nodes 5 searchmoves d8d4")
    assert "info string ignored: searchmoves d8d4" in told


def test_pondering_ends_with_its_hit() -> None:
    engine = uci()
    (info,) = engine.answer("go ponder wtime 1000 btime 1000")
    assert info.startswith("info depth ")
    assert len(best(engine.answer("ponderhit"))) == 4
    assert engine.answer("ponderhit") == []


def test_the_clock_of_the_side_to_move_counts() -> None:
    words = ["wtime", "60000", "btime", "20000", "winc", "1000", "binc", "0"]
    assert parse_limits(words, Side.WHITE, is_p1=False) == GoLimits(time_ms=3000 + 750)
    assert parse_limits(words, Side.BLACK, is_p1=True) == GoLimits(time_ms=1000)
    to_go = [*words, "movestogo", "5"]
    assert parse_limits(to_go, Side.BLACK, is_p1=True) == GoLimits(time_ms=4000)
    other = ["wtime", "60000"]
    assert parse_limits(other, Side.BLACK, True, tolerant=True).time_ms == GO_MS
    with pytest.raises(ValueError, match="its clock is missing"):
        parse_limits(other, Side.BLACK, is_p1=True)


def test_names_of_options_have_no_case_and_unknown_commands_are_no_error() -> None:
    engine = uci()
    for line in ("debug on", "joho debug on", "register later", "setoption name hash value 2"):
        assert engine.answer(line) == [], line
    assert engine.answer("joho isready") == ["readyok"]
    for line, words in (
        ("joho", "there is no command 'joho'"),
        ("setoption name Contempt value 3", "write 'setoption name Game"),
        ("position startpos moves d8d1", "'d8d1' is not legal here"),
    ):
        (told,) = engine.answer(line)
        assert told.startswith("info string ")
        assert words in told


@settings(deadline=None, max_examples=150)
@given(st.lists(st.sampled_from(WORDS), max_size=9))
@pytest.mark.slow
def test_whatever_is_said_only_words_of_uci_are_answered(words: list[str]) -> None:
    engine = Conversation(1, lambda infinite: True)
    engine.answer("uci")
    for answer in engine.answer(" ".join(words)):
        assert answer.split()[0] in ("info", "bestmove", "readyok")
    engine.answer("stop")
    assert engine.answer("go movetime 1")[-1].startswith("bestmove ")
