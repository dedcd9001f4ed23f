"""`kamisado engine` as a process: a match of two, searches that end at once, the examples."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from host.engine.registry import game_named
from tests.support.engine_process import EngineProcess, play_match
from tests.support.running import DEADLINE_S

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = (ROOT / "docs" / "protocols" / "engine.md").read_text(encoding="utf-8")
EXAMPLES = [text for text in re.findall(r"```\n(.*?)```", DOCUMENT, re.DOTALL) if "> " in text]
ENDLESS = "o++b++p++k++y++r++g++n++/8/8/8/8/8/8/N++G++R++Y++K++P++B++O++ b -"
"""Not proven after a million nodes."""
LONG_SEARCHES = ("go infinite", "go movetime 1000000", "go nodes 1000000000")


def test_two_engines_play_a_match_with_clocks() -> None:
    """Replay every move by the rules: who wins is not what one of them says."""
    name = "kamisado-standard"
    with EngineProcess("--seed", "3") as first, EngineProcess("--seed", "4") as second:
        match = play_match(first, second, name, time_ms=8_000, increment_ms=50)
    game = game_named(name)
    position = game.start()
    first_side = game.turn(position)
    assert any(move in ("fill-left", "fill-right") for move in match.moves)
    for move in match.moves:
        position = game.play(position, game.parse_move(position, move.replace("fill-", "fill ")))
    outcome = game.outcome(position)
    assert outcome is not None
    assert match.result == ("p1win" if outcome.winner is first_side else "p2win")


def test_two_engines_play_a_game_that_nobody_can_prove() -> None:
    with EngineProcess() as first, EngineProcess() as second:
        match = play_match(first, second, "hasami:limit=2", time_ms=5_000, increment_ms=20)
    assert match.result in ("p1win", "p2win", "draw")
    assert len(match.moves) > 3


@pytest.mark.parametrize("go", LONG_SEARCHES)
def test_a_search_tells_how_far_it_is_answers_isready_and_stops(go: str) -> None:
    with EngineProcess() as engine:
        engine.ask("isready", "readyok")
        engine.send(f"position {ENDLESS}", go)
        engine.wait_for("info")
        for _ in range(3):
            engine.send("isready")
            engine.wait_for("readyok")
        engine.send("stop")
        *_, last, move = engine.wait_for("bestmove")
        assert " score unknown " in last
        assert re.search(r" nodes \d+ time \d+ nps \d+ ", last)
        engine.send("quit")
        assert engine.wait() == 0
        assert len(move.split()) == 2


@pytest.mark.parametrize("quits", [True, False])
def test_quit_and_the_end_of_the_input_end_a_search(quits: bool) -> None:
    with EngineProcess() as engine:
        engine.send(f"position {ENDLESS}", "go movetime 1000000")
        engine.wait_for("info")  # it searches
        if quits:
            engine.send("quit")
            assert engine.wait() == 0
        else:
            assert engine.end_input() == 0
        engine.wait_for("bestmove")


def test_the_examples_of_the_document_are_what_happens() -> None:
    assert len(EXAMPLES) == 3
    for example in EXAMPLES:
        with EngineProcess() as engine:
            for line in example.strip().splitlines():
                sign, text = line[0], line[2:]
                if sign == ">":
                    engine.send(text)
                else:
                    line = engine.line()
                    while line.startswith("info") and "string" not in line:
                        line = engine.line()  # it comes twice a second while a busy machine thinks
                    assert without_times(line) == without_times(text)
            engine.send("quit")
            assert engine.wait() == 0


def without_times(line: str) -> str:
    """Return an `info` without what differs from computer to computer."""
    return re.sub(r" time \d+ nps \d+", "", line)


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
