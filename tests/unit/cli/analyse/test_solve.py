"""`kamisado solve`: what it prints, for people and as JSON."""

from __future__ import annotations

import contextlib
import io
import json
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from host.ai.kernel.kernel import load_module
from host.ai.players.perfect import PerfectPlayer
from host.ai.solver.solver import Solver
from host.ai.transposition_table_size import DEFAULT_MB, KERNEL_MB, SLOT_BYTES, max_slots
from host.cli.main import main
from host.cli.parser import parser
from host.engine.game import Side
from host.engine.kamisado import rules
from host.engine.kamisado.notation import parse_move, parse_position, position_text
from host.engine.kamisado.rules import outcome
from host.engine.registry import game_named
from tests.support.require import require
from tests.unit.cli.answers import Captured, printed, refused

VERDICTS = json.loads((Path(__file__).parents[3] / "data" / "verdicts.json").read_text())
EASY = [verdict for verdict in VERDICTS if len(verdict["moves"]) < 6]
HARD = "pbnyorg+k+/8/8/8/8/8/8/POBRY+NK+G+ b -"
START = "obpkyrgn/8/8/8/8/8/8/NGRYKPBO b -"
OVER = "5rR1/ob1y1P2/1G1kp3/8/4O3/8/g4K1n/N2Y2B1 b g"
LATE = "8/b2py2g/1BG5/5rR1/3nk2P/N2o1O2/8/3YK3 w o"  # two of three moves lose
LAST_FILL = "1kG1o3/4b3/3g2y+1/p+2n2BO/3K+4/P6N/Y3r2R/8 b p standard 4 2:2 b"
"""Both fills lose the round, which takes 104 nodes to prove, and the match with it."""
BETWEEN_ROUNDS = (
    "2n3y1/2Y5/BN6/3bp+k2/6O1/1r6/6R+g/1P+o1K2G w r standard 4 2:2 b"  # one fill of two wins
)
REACHES_HOME = "1r1k2ng/4PGb1/o1p5/8/6y1/8/2O3N1/1R1K1BY1 w g"


def solved(capsys: Captured, *arguments: str) -> list[dict[str, object]]:
    """Return the objects that the command prints, one a line."""
    lines = printed(capsys, "solve", *arguments, "--json").splitlines()
    return [json.loads(line) for line in lines]


def test_the_object_has_the_value_the_moves_a_winning_line_nodes_and_seconds(
    capsys: Captured,
) -> None:
    (found,) = solved(capsys, LATE)
    assert list(found) == [
        "position",
        "value",
        "moves",
        "line",
        "points",
        "plies",
        "match",
        "nodes",
        "seconds",
    ]
    assert found["position"] == LATE
    assert found["match"] is None
    assert found["value"] == "win"
    assert found["moves"] == {"f3f4": "win", "f3g4": "loss", "f3h5": "loss"}
    nodes, seconds, line = found["nodes"], found["seconds"], found["line"]
    assert isinstance(nodes, int)
    assert isinstance(seconds, float)
    assert isinstance(line, list)
    assert nodes > 0
    assert seconds > 0
    position = parse_position(LATE)
    for text in line:
        position = rules.play_unchecked(position, parse_move(position, text))
        assert Solver().winner(position) is Side.WHITE
    ended = outcome(position)
    assert ended is not None
    assert ended.winner is Side.WHITE


@pytest.mark.slow
def test_lines_of_the_standard_input_are_answered_one_by_one(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    some = EASY[::4]  # the solver's tests have all of them
    text = "".join(f"{verdict['position']}\n\n" for verdict in some)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    found = solved(capsys, "-", "--jobs", "2")
    assert len(found) == len(some) > 12
    for answer, verdict in zip(found, some, strict=True):
        assert answer["moves"] == verdict["moves"]
        best = "win" if "win" in verdict["moves"].values() else "loss"
        assert answer["value"] == best


def test_a_line_that_is_no_position_is_told_with_its_number_and_left_out(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = f"\ufeff{REACHES_HOME}\nx y z\n{REACHES_HOME}\n".encode()  # as Windows begins a file
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    assert main(["solve", "-", "--json", "--jobs", "1"]) == 1
    output, errors = capsys.readouterr()
    assert len(output.splitlines()) == 2
    assert errors.startswith("line 2: 'x y z' is not a position of kamisado: there must be 8 ")


def test_answers_to_people_name_the_positions_of_a_pipe(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = f"{OVER}\n{REACHES_HOME}\n".encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    lines = printed(capsys, "solve", "-", "--jobs", "1").splitlines()
    assert [line for line in lines if "/" in line] == [OVER, REACHES_HOME]
    assert lines[0] == OVER


def test_points_and_plies_to_the_end_are_those_of_best_play(capsys: Captured) -> None:
    """Follow the best moves: each takes one ply, and the points change sides with the turn."""
    position, plies = parse_position(LATE), 7
    while outcome(position) is None:
        (found,) = solved(capsys, position_text(position))
        value, points, left = found["value"], found["points"], found["plies"]
        won = position.turn is Side.WHITE
        assert (value, points, left) == (("win", 1) if won else ("loss", -1)) + (plies,)
        best = PerfectPlayer().choose(game_named("kamisado"), position)
        position = rules.play_unchecked(position, parse_move(position, best.move))
        plies -= 1
    assert plies == 0
    (found,) = solved(capsys, position_text(position))
    assert (found["points"], found["plies"]) == (None, None), "nothing is played any more"
    (found,) = solved(capsys, HARD, "--time", "0")
    assert (found["points"], found["plies"]) == (None, None)
    assert "best play: 1 point won, 7 plies to the end" in printed(capsys, "solve", LATE)


def test_what_is_not_proven_in_time_is_unknown(capsys: Captured) -> None:
    (found,) = solved(capsys, HARD, "--time", "0")
    assert found["value"] == "unknown"
    assert found["line"] == []
    moves = found["moves"]
    assert isinstance(moves, dict)
    assert len(moves) == 98
    assert list(moves.values()).count("unknown") > 90, "but a few are seen without a search"


def test_the_first_round_is_known_from_the_table(capsys: Captured) -> None:
    (found,) = solved(capsys, "startpos", "--time", "0")
    (verdict, *_) = [verdict for verdict in VERDICTS if verdict["position"] == START]
    assert found["value"] == "win"
    assert found["moves"] == verdict["moves"]


def test_people_read_who_wins_the_moves_in_words_and_the_line(capsys: Captured) -> None:
    lines = printed(capsys, "solve", LATE).splitlines()
    assert lines[0] == "White is to move and is winning."
    assert lines[2] == "win      f3f4        Orange 1 Blue"
    assert sorted(lines[3:5]) == [
        "loss     f3g4        Orange right 1 Purple",
        "loss     f3h5        Orange right 2 Yellow",
    ]
    assert lines[6].startswith("line: f3f4 ")
    assert lines[-1].split()[1] == "nodes"
    assert printed(capsys, "solve", HARD, "--time", "0").startswith(
        "Black is to move and is not proven yet to win or to lose.\n"
    )
    assert printed(capsys, "solve", OVER) == (
        "White's red tower reached Black's home row on g8 (M7).\n"
    )


def test_people_are_told_where_the_solver_is_plain_python(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    require(load_module() is not None, "nothing runs the kernel here")
    assert "plain" not in printed(capsys, "solve", LATE)
    monkeypatch.setattr("host.ai.kernel.kernel.load_module", lambda: None)
    assert printed(capsys, "solve", LATE).rstrip().endswith(" s, in plain Python")


def test_a_round_that_is_over_is_lost_for_who_would_move(capsys: Captured) -> None:
    (found,) = solved(capsys, OVER)
    assert found["value"] == "loss"
    assert found["moves"] == {}
    assert found["line"] == []
    assert found["nodes"] == 0


def test_in_a_match_the_round_is_solved_with_its_teeth(capsys: Captured) -> None:
    text = "o2g+krp1/b7/8/2yG+4/3B+4/7n/2R5/2Y+OKPN1 b o"
    (found,) = solved(capsys, f"{text} marathon 5 3:1 w")
    assert found["moves"] == {"a8b7": "win", "a8c6": "loss"}


def test_between_rounds_the_fills_have_the_values_of_the_next_round(capsys: Captured) -> None:
    (found,) = solved(capsys, f"{OVER} standard 1 1:0 b")
    moves = found["moves"]
    assert isinstance(moves, dict)
    assert moves.keys() == {"fill left", "fill right"}
    assert found["value"] == ("win" if "win" in moves.values() else "loss")
    assert found["line"] == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["x"], "'x' is not a position of kamisado"),
        ([f"{START} blitz 1"], "'blitz' is no format of a match"),
    ],
)
def test_no_position_is_quoted_and_refused(
    capsys: Captured, arguments: list[str], words: str
) -> None:
    assert words in refused(capsys, "solve", *arguments)


@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ("--time", "-5", "'-5' is not a number of milliseconds"),
        ("--time", "soon", "'soon' is not a number of milliseconds"),
        ("--hash", "0", "'0' is not a number of megabytes from 1 to 65536"),
        ("--hash", "1.5", "'1.5' is not a number of megabytes"),
    ],
)
def test_a_wrong_option_is_quoted(capsys: Captured, option: str, value: str, words: str) -> None:
    with pytest.raises(SystemExit) as stopped:
        parser().parse_args(["solve", START, f"{option}={value}"])
    assert stopped.value.code == 2
    assert words in capsys.readouterr().err


def test_the_memory_is_256_megabytes_unless_it_is_said() -> None:
    assert parser().parse_args(["solve", START]).hash == DEFAULT_MB == 256
    assert parser().parse_args(["solve", START, "--hash", "8"]).hash == 8


@pytest.mark.parametrize(("given", "told"), [(KERNEL_MB + 1, True), (KERNEL_MB, False)])
def test_more_memory_than_the_kernel_can_use_is_told(
    given: int, told: bool, capsys: Captured
) -> None:
    require(load_module() is not None, "nothing runs the kernel here")
    assert main(["solve", OVER, "--hash", str(given)]) == 0
    words = f"kamisado: of --hash {given} the solver uses {KERNEL_MB} MB, which is all that it can"
    assert (words in capsys.readouterr().err) == told
    assert max_slots(KERNEL_MB) * SLOT_BYTES == 2**31


def test_the_help_says_how_much_memory_the_solver_uses_at_most(capsys: Captured) -> None:
    for command in ("solve", "review"):
        with pytest.raises(SystemExit):
            main([command, "--help"])
        words = " ".join(capsys.readouterr().out.split())
        assert "the solver, unless it is plain Python, uses 4096 of them at most" in words


def test_several_processes_prove_the_same_and_progress_goes_to_a_terminal_only(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("host.ai_process.parallel_proof.ALONE_NODES", 10)
    with ThreadPoolExecutor(2) as pool:
        monkeypatch.setattr(
            "host.worker.executor.executor", lambda *_: contextlib.nullcontext(pool)
        )
        monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
        assert main(["solve", LATE, "--json", "--jobs", "2"]) == 0
        output, errors = capsys.readouterr()
    found = json.loads(output)
    assert found["moves"] == {"f3f4": "win", "f3g4": "loss", "f3h5": "loss"}
    assert found["nodes"] > 10
    assert "of 3 moves are proven ..." in errors
    assert errors.split("\r")[-2].isspace(), "the line is empty at the end"
    assert main(["solve", LATE, "--json", "--jobs", "1"]) == 0
    one = json.loads(capsys.readouterr().out)
    assert (one["moves"], one["value"]) == (found["moves"], found["value"])


def test_who_chooses_a_fill_in_vain_is_told_so_in_the_last_round_of_a_match(
    capsys: Captured,
) -> None:
    lines = printed(capsys, "solve", LAST_FILL).splitlines()
    assert lines[:2] == [
        "White chooses the fill and loses the next round.",
        "In the match White loses.",
    ]


@pytest.mark.slow
def test_who_wins_a_match_that_is_nearly_over_is_told(capsys: Captured) -> None:
    (found,) = solved(capsys, BETWEEN_ROUNDS)
    assert found["match"] == "win"
    lines = printed(capsys, "solve", BETWEEN_ROUNDS).splitlines()
    assert lines[:2] == [
        "Black chooses the fill and is winning the next round.",
        "In the match Black is winning by fill right.",
    ]
    (early,) = solved(capsys, f"{LATE} standard 1 0:0 b")
    assert early["match"] == "unknown", "too many rounds may follow"
    (single,) = solved(capsys, f"{LATE} single 1 0:0 b")
    assert single["match"] is None


def test_who_wins_the_match_is_unknown_without_time(capsys: Captured) -> None:
    (found,) = solved(capsys, BETWEEN_ROUNDS, "--time", "0", "--hash", "8")
    assert found["match"] == "unknown"
