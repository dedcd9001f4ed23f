"""The engine as UGI has it: what arenas ask and how they ask it."""

from __future__ import annotations

import re

import pytest

from host.ai.kernel.kernel import load_module
from host.cli.develop.engine_protocol import (
    CERTAIN_CP,
    GO_MS,
    MAX_ERROR,
    OVERHEAD_MS,
    Engine,
    GoLimits,
    parse_limits,
)
from host.engine.game import Side
from host.engine.registry import game_named

OVER = "5rR1/ob1y1P2/1G1kp3/8/4O3/8/g4K1n/N2Y2B1 b g"
BETWEEN = f"{OVER} standard 1 1:0 b"
LATE = "8/b2py2g/1BG5/5rR1/3nk2P/N2o1O2/8/3YK3 w o"  # two of three moves lose
HARD = "pbnyorg+k+/8/8/8/8/8/8/POBRY+NK+G+ b -"


class Conversation:
    """An engine and all that it has answered to the last line."""

    def __init__(self, *lines: str) -> None:
        self.answers: list[str] = []
        self.engine = Engine(1, self.answers.append)
        for line in ("ugi", *lines):
            self.ask(line)

    def ask(self, line: str) -> str:
        """Send a line; return the last line of the answer, or nothing."""
        self.answers.clear()
        self.engine.handle(line)
        return self.answers[-1] if self.answers else ""


def test_it_says_who_it_is_and_is_asked_whether_it_is_ready() -> None:
    engine = Conversation()
    assert engine.ask("ugi") == "ugiok"
    assert engine.answers[0].startswith("id name Kamisado")
    assert engine.answers[1].startswith("id author ")
    options = engine.answers[2:-1]
    assert all(re.match(r"option name \w+ type \w+ default \S+", option) for option in options)
    assert engine.ask("uginewgame") == ""
    assert engine.ask("isready") == "readyok"


def test_it_knows_whose_turn_it_is_in_every_round() -> None:
    """Player one is who begins the match; the Challenger of the second round is another."""
    engine = Conversation("setoption name Game value kamisado-standard", "position startpos")
    assert engine.ask("query p1turn") == "response true"
    engine.ask("position startpos moves d8d4")
    assert engine.ask("query p1turn") == "response false"
    second = "oygkrbpn+/8/8/8/8/8/8/NGRYKPBO w - standard 2 0:1 w"
    engine.ask(f"position fen {second}")
    assert engine.ask("query p1turn") == "response false", "Black has begun the match"


def test_player_one_of_a_game_of_stones_is_the_side_that_begins_it() -> None:
    for first, move in (("black", "a9a5"), ("white", "a1a5")):
        engine = Conversation(f"setoption name Game value hasami:first={first}")
        assert engine.ask("query p1turn") == "response true"
        engine.ask(f"position startpos moves {move}")
        assert engine.ask("query p1turn") == "response false"


@pytest.mark.parametrize(
    ("game", "position", "over", "result"),
    [
        ("kamisado", "startpos", "false", "none"),
        ("kamisado", f"fen {OVER}", "true", "p2win"),
        ("kamisado", f"fen {BETWEEN}", "false", "none"),
        ("hasami:first=black", "fen 9/9/9/9/9/9/9/s8/SSSSSSSSS b 0", "true", "p2win"),
        ("hasami:limit=1", "startpos moves a1a2 a9a8", "true", "draw"),
    ],
)
def test_it_says_whether_the_game_is_over_and_who_has_won(
    game: str, position: str, over: str, result: str
) -> None:
    engine = Conversation(f"setoption name Game value {game}")
    assert engine.ask(f"position {position}") == ""
    assert engine.ask("query gameover") == f"response {over}"
    assert engine.ask("query result") == f"response {result}"


def test_it_lists_the_legal_moves_each_as_one_word() -> None:
    game = game_named("kamisado")
    engine = Conversation()
    moves = [game.move_text(game.start(), move) for move in game.legal_moves(game.start())]
    assert engine.ask("query legalmoves") == f"response {' '.join(moves)}"
    engine.ask(f"position fen {BETWEEN}")
    assert engine.ask("query legalmoves") == "response fill-left fill-right"
    assert engine.ask("go nodes 2000").split()[1] in ("fill-left", "fill-right")
    engine.ask(f"position fen {OVER}")
    assert engine.ask("query legalmoves").split() == ["response"]


def test_a_fill_is_read_as_one_word_and_as_two() -> None:
    answers = set()
    for fill in ("fill-left", "fill left"):
        engine = Conversation(f"position fen {BETWEEN} moves {fill}")
        assert engine.answers == []
        answers.add(engine.ask("query legalmoves"))
    assert len(answers) == 1
    assert "fill" not in answers.pop()
    engine = Conversation("setoption name Game value kamisado-series")
    assert engine.ask("position startpos moves set-up").startswith("error ")


def test_a_proven_win_is_told_in_plies() -> None:
    engine = Conversation(f"position fen {LATE}")
    assert engine.ask("go").startswith("bestmove f3f4")
    found = re.fullmatch(
        r"info depth (\d+) score mate (\d+) nodes \d+ time \d+ nps \d+ pv (f3f4 .*) string .+",
        engine.answers[-2],
    )
    assert found is not None, engine.answers
    assert int(found[2]) <= int(found[1]) == len(found[3].split()), "the line need not be shortest"
    engine.ask("position startpos")
    engine.ask("go")
    assert f" score cp {CERTAIN_CP} " in engine.answers[-2], "it is won, and far from its end"
    engine.ask(f"position fen {HARD}")
    engine.ask("go nodes 100")
    assert " score " not in engine.answers[-2], "nothing is proven, and nothing is guessed"


def test_a_search_to_a_depth_goes_just_so_far() -> None:
    depths = {}
    for depth in (0, 1, 3):
        engine = Conversation(f"position fen {HARD}")
        engine.ask(f"go depth {depth}")
        info = engine.answers[-2]
        assert re.search(r" score cp -?\d+ ", info)
        depths[depth] = int(info.split()[2])
    assert depths == {0: 0, 1: 1, 3: 3}
    engine = Conversation(f"position fen {BETWEEN}")
    assert engine.ask("go depth 3").split()[1] in ("fill-left", "fill-right")
    assert engine.answers[-2].split()[2] == "3"
    assert engine.answers[-2].split(" pv ")[1].startswith("fill-")
    engine = Conversation("setoption name Game value five")
    engine.ask("go depth 2")
    assert engine.answers[-2].startswith("info depth 2 score cp ")


def test_the_clock_of_the_side_to_move_gives_the_time() -> None:
    words = ["p1time", "60000", "p2time", "20000", "p1inc", "1000", "p2inc", "0"]
    assert parse_limits(words, Side.BLACK, is_p1=True) == GoLimits(time_ms=3000 + 750)
    assert parse_limits(words, Side.WHITE, is_p1=False) == GoLimits(time_ms=1000)
    short = f"p1time {OVERHEAD_MS + 7} p2time 1 p1inc 9000".split()
    assert parse_limits(short, Side.BLACK, is_p1=True).time_ms == 7, (
        "an increment comes after the move"
    )
    assert parse_limits(["p1time", "9"], Side.BLACK, is_p1=True).time_ms == 0
    both = [*words, "movetime", "5", "nodes", "7", "depth", "3"]
    assert parse_limits(both, Side.BLACK, is_p1=True) == GoLimits(nodes=7, depth=3, time_ms=5)
    assert parse_limits([], Side.BLACK, is_p1=True) == GoLimits(time_ms=GO_MS)
    assert parse_limits(["infinite"], Side.BLACK, is_p1=True) == GoLimits(infinite=True)
    with pytest.raises(ValueError, match="p2 is to move, and its clock is missing"):
        parse_limits(["p1time", "9"], Side.WHITE, is_p1=False)


def test_a_wrong_query_is_answered_by_those_that_there_are() -> None:
    engine = Conversation()
    for query in ("query", "query p2turn", "query result now"):
        assert engine.ask(query).startswith("error write 'query p1turn', ")


@pytest.mark.parametrize("line", ["position {}", "{}", "go {}", "query {}", "setoption {}"])
def test_a_long_line_does_not_come_back(line: str) -> None:
    engine = Conversation()
    error = engine.ask(line.format("x" * 300_000))
    assert error.startswith("error ")
    assert len(error) < MAX_ERROR + 20
    assert error[:100] in engine.ask(line.format("x" * 200))[: len(error)]


def test_a_new_game_forgets_what_was_proven() -> None:
    engine = Conversation(f"position fen {LATE}")
    costs = []
    for line in ("isready", "isready", "uginewgame"):
        engine.ask(line)
        engine.ask(f"position fen {LATE}")
        engine.ask("go")
        costs.append(int(engine.answers[-2].split(" nodes ")[1].split()[0]))
    assert costs[0] == costs[2] > costs[1]


def test_the_solver_is_loaded_before_it_is_ready() -> None:
    """Nothing is left to be loaded in the time of the first move."""
    load_module.cache_clear()
    Conversation()
    assert not load_module.cache_info().currsize
    Conversation("isready")
    assert load_module.cache_info().currsize
