"""The engine protocol: docs/engine-protocol.md, line by line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host.commands.engine import Engine
from host.engine.registry import game_named

ROOT = Path(__file__).parents[3]
DOCUMENT = (ROOT / "docs" / "engine-protocol.md").read_text(encoding="utf-8")
OVER = "5rR1/ob1y1P2/1G1kp3/8/4O3/8/g4K1n/N2Y2B1 b g"
DEADLINE_S = 30
WORDS = [
    *("position", "startpos", "moves", "d8d4", "fill", "left", OVER),
    *("go", "movetime", "1", "infinite", "stop"),
    *("setoption", "name", "Game", "Seed", "value", "kamisado-long"),
]


def best(answer: list[str]) -> str:
    """The move that an answer ends with."""
    word, _, move = answer[-1].partition(" ")
    assert word == "bestmove"
    return move


def test_uci_and_isready_are_answered() -> None:
    engine = Engine(1)
    answer = engine.answer("uci")
    assert answer[0].startswith("id name Kamisado")
    assert answer[-1] == "uciok"
    assert engine.answer("  isready ") == ["readyok"]
    assert engine.answer("") == []


def test_it_plays_a_whole_match_with_itself() -> None:
    engine, game = Engine(5), game_named("kamisado-standard")
    assert engine.answer("setoption name Game value kamisado-standard") == []
    position, moves = game.start(), []
    while game.outcome(position) is None:
        line = " ".join(["position startpos moves", *moves]) if moves else "position startpos"
        assert engine.answer(line) == []
        moves.append(best(engine.answer("go movetime 5")))
        position = game.play(position, game.parse_move(position, moves[-1]))
    assert any(move.startswith("fill ") for move in moves)
    engine.answer(" ".join(["position startpos moves", *moves]))
    outcome = game.outcome(position)
    assert outcome is not None
    assert engine.answer("go") == [f"info string {outcome.reason}", "bestmove none"]


def test_a_match_that_a_position_names_is_played_by_its_rules() -> None:
    engine = Engine(1)
    engine.answer(f"position {OVER}")
    assert best(engine.answer("go")) == "none"
    assert engine.answer(f"position {OVER} standard 1 1:0 b") == []
    assert best(engine.answer("go movetime 100")) in ("fill left", "fill right")
    assert engine.answer(f"position {OVER} standard 1 1:0 b moves fill right") == []
    assert len(best(engine.answer("go"))) == 4


def test_the_seed_decides_the_choice() -> None:
    def chosen(engine: Engine) -> list[str]:
        return [best(engine.answer("go")) for _ in range(20)]

    first = chosen(Engine(3))
    assert chosen(Engine(3)) == first != chosen(Engine(4))
    again = Engine(4)
    assert again.answer("setoption name Seed value 3") == []
    assert chosen(again) == first


def test_go_infinite_keeps_the_move_until_stop() -> None:
    engine = Engine(1)
    (info,) = engine.answer("go infinite")
    assert info.startswith("info ")
    (answer,) = engine.answer("stop")
    assert answer.startswith("bestmove ")
    assert answer.split()[1] in info
    assert engine.answer("stop") == []
    engine.answer("go infinite")
    engine.answer("newgame")
    assert engine.answer("stop") == []


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("help", "there is no command 'help'; there are: uci,"),
        ("position", "write 'position startpos' or the text of a position"),
        ("position moves d8d4", "write 'position startpos'"),
        ("position x", "no kamisado position is written 'x'"),
        ("position startpos moves d8d4 d1d2", "'d1d2' is not legal here: "),
        ("position startpos moves fill", "'fill'"),
        ("position startpos moves fill left", "'fill left'"),
        ("go movetime", "write 'go movetime 1000' or 'go infinite', not 'movetime'"),
        ("go movetime -5", "write 'go movetime 1000'"),
        ("go depth 3", "not 'depth 3'"),
        ("setoption", "write 'setoption name Game value kamisado-standard'"),
        ("setoption name Game value chess", "there is no game 'chess'"),
        ("setoption name Seed value x", "the seed must be a number, not 'x'"),
    ],
)
def test_a_wrong_line_is_answered_and_changes_nothing(line: str, words: str) -> None:
    engine = Engine(1)
    engine.answer("position startpos moves d8d4 a1c3")
    (answer,) = engine.answer(line)
    assert answer.startswith("error ")
    assert words in answer
    assert best(engine.answer("go")).startswith("h8"), "c3 is brown, and Black's stands on h8"


@settings(deadline=None, max_examples=300)
@given(
    st.lists(
        st.sampled_from(WORDS) | st.text(max_size=8),
        max_size=9,
    )
)
def test_no_line_breaks_it_and_every_answer_is_one_line(words: list[str]) -> None:
    engine = Engine(1)
    for answer in engine.answer(" ".join(words)):
        assert answer.split()[0] in (
            "error",
            "info",
            "bestmove",
            "id",
            "option",
            "uciok",
            "readyok",
        )
        assert len(answer.splitlines()) == 1
    assert engine.answer("isready") == ["readyok"]


def test_the_example_of_the_document_is_what_happens() -> None:
    example = DOCUMENT.split("```")[1].strip().splitlines()
    sent = "".join(f"{line[2:]}\n" for line in example if line.startswith("> "))
    done = subprocess.run(
        [sys.executable, "-m", "host", "engine"],
        cwd=ROOT,
        input=sent,
        capture_output=True,
        text=True,
        check=True,
        timeout=DEADLINE_S,
    )
    assert done.stdout.splitlines() == [line[2:] for line in example if line.startswith("< ")]


def test_noise_that_is_no_text_is_answered_and_the_end_of_input_ends_it() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "host", "engine"],
        cwd=ROOT,
        input=b"\xff\xfe\x00\nisready\n",
        capture_output=True,
        check=True,
        timeout=DEADLINE_S,
    )
    first, second = done.stdout.decode("ascii").splitlines()
    assert first.startswith("error there is no command")
    assert second == "readyok"
    assert done.stderr == b""
