"""The engine protocol in the manner of UCI: docs/protocols/engine.md, line by line."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host.ai.kernel.kernel import POLL_NODES
from host.ai.solver.adapter import round_of
from host.ai.solver.opening_book import known_moves
from host.ai.solver.solver import Solver
from host.cli.develop.engine_protocol import GO_MS, Engine, Interrupted
from host.engine.kamisado.position import start
from host.engine.registry import game_named

ROOT = Path(__file__).parents[4]
OVER = "5rR1/ob1y1P2/1G1kp3/8/4O3/8/g4K1n/N2Y2B1 b g"
EQUALLY_GOOD = "b+ry+ko+++gn+++p+/8/8/8/8/8/8/YP+R++NKBO+++G+ b -"  # to who has not searched
HARD = "pbnyorg+k+/8/8/8/8/8/8/POBRY+NK+G+ b -"
VERDICTS = json.loads((ROOT / "tests" / "data" / "verdicts.json").read_text(encoding="utf-8"))
WORDS = [
    *("position", "startpos", "moves", "d8d4", "fill", "left", OVER),
    *("go", "movetime", "1", "nodes", "infinite", "stop", "depth", "p1time", "p2time", "p1inc"),
    *("query", "p1turn", "gameover", "result", "legalmoves", "fen", "ugi", "fill-left", "set-up"),
    *("setoption", "name", "Game", "Seed", "value", "kamisado-long"),
]


class Conversation:
    """An engine whose answers to a line are returned as a list, of several `info` the last."""

    def __init__(
        self,
        seed: int,
        interrupted: Interrupted = lambda infinite: infinite,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._answers: list[str] = []
        self.engine = Engine(seed, self._answers.append, interrupted, now)

    def answer(self, line: str) -> list[str]:
        self._answers.clear()
        self.engine.handle(line)
        infos = [answer for answer in self._answers if answer.startswith("info ")]
        return [answer for answer in self._answers if answer not in infos[:-1]]


def figure(name: str, info: str) -> int:
    """Return a figure of an `info`."""
    words = info.split()
    return int(words[words.index(name) + 1])


def best(answer: list[str]) -> str:
    """Return the move at the end of an answer."""
    word, _, move = answer[-1].partition(" ")
    assert word == "bestmove"
    return move


def test_uci_and_isready_are_answered() -> None:
    engine = Conversation(1)
    answer = engine.answer("uci")
    assert answer[0].startswith("id name Kamisado")
    assert answer[-1] == "uciok"
    assert engine.answer("  isready ") == ["readyok"]
    assert engine.answer("") == []


def test_it_plays_a_whole_match_with_itself() -> None:
    engine, game = Conversation(5), game_named("kamisado-standard")
    assert engine.answer("setoption name Game value kamisado-standard") == []
    position, moves = game.start(), []
    while game.outcome(position) is None:
        line = " ".join(["position startpos moves", *moves]) if moves else "position startpos"
        assert engine.answer(line) == []
        moves.append(best(engine.answer("go movetime 5")))
        text = moves[-1].replace("fill-", "fill ")
        position = game.play(position, game.parse_move(position, text))
    assert any(move.startswith("fill-") for move in moves)
    engine.answer(" ".join(["position startpos moves", *moves]))
    outcome = game.outcome(position)
    assert outcome is not None
    assert engine.answer("go") == [f"info string {outcome.reason}", "bestmove none"]


def test_a_match_that_a_position_names_is_played_by_its_rules() -> None:
    engine = Conversation(1)
    engine.answer(f"position {OVER}")
    assert best(engine.answer("go")) == "none"
    assert engine.answer(f"position {OVER} standard 1 1:0 b") == []
    assert best(engine.answer("go movetime 100")) in ("fill-left", "fill-right")
    assert engine.answer(f"position {OVER} standard 1 1:0 b moves fill right") == []
    assert len(best(engine.answer("go"))) == 4


@pytest.mark.parametrize("name", ["hasami", "five", "seega"])
def test_a_game_that_nobody_can_prove_is_played_by_what_looks_best(name: str) -> None:
    engine, game = Conversation(1), game_named(name)
    assert engine.answer(f"setoption name Game value {name}") == []
    position, moves = game.start(), []
    for _ in range(6):
        line = " ".join(["position startpos moves", *moves]) if moves else "position startpos"
        assert engine.answer(line) == []
        info, chosen = engine.answer("go nodes 500")
        found = re.fullmatch(
            r"info depth \d+ score -?\d+ nodes (\d+) \S+ \d+ nps \d+ pv (.+) string .+", info
        )
        assert found is not None, info
        assert 500 <= int(found[1]) <= 500 + 200
        assert found[2].split()[0] == best([chosen])
        after = position
        for text in found[2].split():
            after = game.play(after, game.parse_move(after, text))
        moves.append(best([chosen]))
        position = game.play(position, game.parse_move(position, moves[-1]))
    (info,) = engine.answer("go infinite")
    assert info.startswith("info depth ")
    assert engine.answer("stop")[0].split()[1] == info.split(" pv ")[1].split()[0]


def test_a_win_at_hand_is_called_a_win_also_where_nothing_is_proven() -> None:
    engine = Conversation(1)
    engine.answer("setoption name Game value seega:limit=1")
    assert engine.answer("go movetime 20")[0].startswith("info depth ")
    engine.answer("setoption name Game value hasami:limit=1")
    # Two quiet moves by each side end it: whoever has taken nothing has not lost.
    engine.answer("position startpos moves a1a2")
    info, _ = engine.answer("go nodes 400")
    assert " score 0 nodes " in info


def test_a_position_of_another_game_is_read_by_the_rules_of_that_game() -> None:
    engine = Conversation(1)
    assert engine.answer("setoption name Game value hasami:first=black") == []
    assert engine.answer("position startpos moves a9a5 a1a3") == []
    blocked = "position 9/9/9/9/9/9/8s/ss7/SSs5s w 3 moves pass"
    assert engine.answer(blocked) == []
    (error,) = engine.answer("position startpos moves a9a5 a1a5")
    assert "'a1a5' is not legal here: A stone moves onto an empty square only" in error
    (error,) = engine.answer("position obpkyrgn/8/8/8/8/8/8/NGRYKPBO b -")
    assert error.startswith("error 'obpkyrgn/")


def test_the_seed_decides_between_moves_that_look_equally_good() -> None:
    def chosen(engine: Conversation) -> list[str]:
        engine.answer(f"position {EQUALLY_GOOD}")
        return [best(engine.answer("go nodes 0")) for _ in range(20)]

    first = chosen(Conversation(3))
    assert len(set(first)) > 1
    assert chosen(Conversation(3)) == first != chosen(Conversation(4))
    again = Conversation(4)
    assert again.answer("setoption name Seed value 3") == []
    assert chosen(again) == first


def test_go_infinite_keeps_the_move_until_stop() -> None:
    engine = Conversation(1)
    # The search is over at once: the default `interrupted` ends what has no limit.
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
    "verdict", [verdict for verdict in VERDICTS if len(set(verdict["moves"].values())) == 2][:30:2]
)
def test_in_a_won_position_it_plays_a_move_that_wins(verdict: dict[str, object]) -> None:
    engine, moves = Conversation(1), verdict["moves"]
    assert isinstance(moves, dict)
    engine.answer(f"position {verdict['position']}")
    info, chosen = engine.answer("go nodes 1000000")
    assert " score win " in info
    assert moves[chosen.split()[1]] == "win"
    assert info.split(" pv ")[1].startswith(chosen.split()[1])


def test_the_first_move_is_one_of_the_table_and_chance_decides_which() -> None:
    engine = Conversation(1)
    answers = [engine.answer("go nodes 0") for _ in range(30)]
    wins = {move for move, value in known_moves(start()).items() if value == "win"}
    chosen = {best(answer) for answer in answers}
    assert chosen <= wins
    assert len(chosen) > 5
    assert {answer[0].split(" time ")[0] for answer in answers} == {
        "info depth 1 score win nodes 0"
    }


def test_a_lost_position_is_told_and_defended() -> None:
    engine = Conversation(1)
    engine.answer("position startpos moves d8d4")
    info, chosen = engine.answer("go")
    assert " score loss " in info
    words = info.split(" string ")[0].split()
    assert int(words[words.index("depth") + 1]) == len(words) - words.index("pv") - 1 > 5
    assert chosen.split()[1] == words[words.index("pv") + 1]


@pytest.mark.slow
def test_between_rounds_it_fills_so_that_the_next_round_is_won_if_it_can_be() -> None:
    game = game_named("kamisado-standard")
    text = f"{OVER} standard 1 1:0 b"
    engine = Conversation(1)
    engine.answer(f"position {text}")
    info, chosen = engine.answer("go nodes 3000000")
    position = game.parse_position(text)
    solver = Solver()
    values = {}
    for fill in game.legal_moves(position):
        after = round_of(game.play(position, fill))
        values[game.move_text(position, fill)] = solver.winner(after) is game.turn(position)
    value = "win" if any(values.values()) else "loss"
    assert f" score {value} " in info
    assert values[chosen.removeprefix("bestmove ").replace("-", " ")] is any(values.values())


def test_a_search_ends_after_its_nodes_or_its_time() -> None:
    class Clock:
        now = 0.0

        def __call__(self) -> float:
            self.now += 0.001
            return self.now

    engine = Conversation(1, now=Clock())
    engine.answer(f"position {HARD}")
    limits = {
        "go nodes 500": 500 + POLL_NODES,
        "go movetime 7": (7 + 2) * POLL_NODES,  # the clock goes on 1 ms with each look
        "go nodes 500 movetime 1000000": 500 + POLL_NODES,
    }
    for go, most in limits.items():
        info, _ = engine.answer(go)
        assert " score unknown " in info
        assert 0 < figure("nodes", info) < most, go
    info, _ = engine.answer("go")
    assert figure("nodes", info) < (GO_MS + 2) * POLL_NODES


@pytest.mark.slow
def test_a_new_memory_is_as_large_as_it_is_said() -> None:
    engine = Conversation(1)
    engine.answer("position startpos moves a8a5")
    (first, *_), (again, *_) = engine.answer("go"), engine.answer("go")
    assert figure("nodes", again) < figure("nodes", first) / 1000, "it is remembered"
    assert engine.answer("setoption name Hash value 2") == []
    assert "option name Hash type spin default 256 min 1 max 65536" in engine.answer("uci")
    (anew, *_) = engine.answer("go")
    assert figure("nodes", anew) >= figure("nodes", first), "it is empty"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("debug on", "there is no command 'debug'"),
        ("help", "there is no command 'help'; there are: ugi,"),
        ("position", "write 'position startpos', or 'position fen' and the text of a position"),
        ("position moves d8d4", "write 'position startpos'"),
        ("position x", "'x' is not a position of kamisado"),
        ("position startpos moves d8d4 d1d2", "'d1d2' is not legal here: "),
        ("position startpos moves fill", "'fill'"),
        ("position startpos moves fill left", "'fill left'"),
        ("go movetime", "'go nodes 20000', 'go depth 6', 'go infinite' or "),
        ("go movetime -5", "write 'go', 'go movetime 1000'"),
        ("go nodes 5 nodes 6", "not 'nodes 5 nodes 6'"),
        ("go nodes 5 movetime", "not 'nodes 5 movetime'"),
        ("go mate 3", "not 'mate 3'"),
        ("setoption", "write 'setoption name Game value kamisado-standard'"),
        ("setoption name Game value chess", "unknown game 'chess'"),
        ("setoption name Seed value x", "the seed must be a number, not 'x'"),
        ("setoption name Hash value x", "the megabytes must be a number, not 'x'"),
        ("setoption name Hash value 0", "the table can use 1 to 65536 megabytes, not 0"),
    ],
)
def test_a_wrong_line_is_answered_and_changes_nothing(line: str, words: str) -> None:
    engine = Conversation(1)
    engine.answer("position startpos moves d8d4 a1c3")
    (answer,) = engine.answer(line)
    assert answer.startswith("error ")
    assert words in answer
    assert best(engine.answer("go nodes 1")).startswith("h8"), (
        "c3 is brown, and Black's stands on h8"
    )


@settings(deadline=None, max_examples=150)
@given(
    st.lists(
        st.sampled_from(WORDS) | st.text(max_size=8),
        max_size=9,
    )
)
@pytest.mark.slow
def test_no_line_breaks_it_and_every_answer_is_one_line(words: list[str]) -> None:
    engine = Conversation(1)
    for answer in engine.answer(" ".join(words)):
        assert answer.split()[0] in (
            *("error", "info", "bestmove", "id", "option", "uciok", "ugiok", "readyok", "response"),
        )
        assert len(answer.splitlines()) == 1
    assert engine.answer("isready") == ["readyok"]
