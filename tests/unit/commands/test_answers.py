"""The commands that answer once: what they print, for people and as JSON."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from host.__main__ import main
from host.commands.replay import pages, read_record, step
from host.commands.rules import all_rules, find
from host.engine.kamisado.record import Form, write
from tests.unit.commands.answers import Captured, printed, refused

ROOT = Path(__file__).parents[3]
START = "obpkyrgn/8/8/8/8/8/8/NGRYKPBO b -"
BROWN_BOUND = "obp1yrgn/8/8/8/3k4/8/8/NGRYKPBO w n"
RECORDED_ROUND = ROOT / "host" / "data" / "recorded_round.txt"
PERFT = ROOT / "tests" / "data" / "verdicts.json"


# legal


def test_legal_lists_text_and_words(capsys: Captured) -> None:
    lines = printed(capsys, "legal", BROWN_BOUND).splitlines()
    assert len(lines) == 8
    assert "a1c3       Brown right 2 Brown" in lines


def test_legal_json_is_one_object_with_the_moves(capsys: Captured) -> None:
    found = json.loads(printed(capsys, "legal", START, "--json"))
    assert found.keys() == {"moves"}
    assert len(found["moves"]) == 102
    assert json.loads(printed(capsys, "legal", "startpos", "--json")) == found


def test_legal_knows_the_fills_of_a_match_and_the_end_of_a_round(capsys: Captured) -> None:
    over = "5rR1/ob1y1P2/1G1kp3/8/4O3/8/g4K1n/N2Y2B1 b g"
    assert json.loads(printed(capsys, "legal", over, "--json")) == {"moves": []}
    assert printed(capsys, "legal", over) == (
        "White's red tower reached Black's home row on g8 (M7).\n"
    )
    between = f"{over} standard 1 1:0 b"
    assert json.loads(printed(capsys, "legal", between, "--json")) == {
        "moves": ["fill left", "fill right"]
    }


@pytest.mark.parametrize("command", [["legal"], ["perft", "2"]])
def test_no_position_is_quoted_and_refused(capsys: Captured, command: list[str]) -> None:
    name, *rest = command
    assert "no kamisado position is written 'x'" in refused(capsys, name, "x", *rest)
    assert "'blitz' is no format of a match" in refused(capsys, name, f"{START} blitz 1", *rest)


# perft


def test_perft_counts_what_is_published(capsys: Captured) -> None:
    for case in json.loads(PERFT.read_text(encoding="utf-8"))[:20]:
        for depth, nodes in enumerate(case["perft"], 1):
            found = json.loads(printed(capsys, "perft", case["position"], str(depth), "--json"))
            assert found == {"nodes": nodes}


def test_perft_divides_by_move(capsys: Captured) -> None:
    found = json.loads(printed(capsys, "perft", START, "2", "--divide", "--json"))
    assert found["nodes"] == 1150 == sum(found["divide"].values())
    assert found["divide"]["d8d4"] == 8
    lines = printed(capsys, "perft", START, "2", "--divide").splitlines()
    assert lines[-1] == "1150 at depth 2"
    assert "d8d4       8" in lines


def test_perft_of_depth_0_is_1(capsys: Captured) -> None:
    assert json.loads(printed(capsys, "perft", START, "0", "--divide", "--json")) == {"nodes": 1}


@pytest.mark.parametrize("depth", ["-1", "two", "1.5", ""])
def test_a_depth_that_is_no_number_is_refused(capsys: Captured, depth: str) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["perft", START, "--", depth])
    assert caught.value.code == 2
    assert f"{depth!r} is not a number of plies" in capsys.readouterr().err


# check


def test_check_tells_all_problems_and_ends_with_1(capsys: Captured) -> None:
    wrong = "obpkyrgn/9/8/8/8/8/8/NGRYKPBO q -"
    found = json.loads(printed(capsys, "check", wrong, "--json", status=1))
    assert found == {
        "problems": [
            "rank 7, '9', has 9 squares instead of 8",
            "the side to move must be 'w' or 'b', not 'q'",
        ]
    }
    assert printed(capsys, "check", wrong, status=1).splitlines() == [
        "Rank 7, '9', has 9 squares instead of 8.",
        "The side to move must be 'w' or 'b', not 'q'.",
    ]


def test_check_finds_nothing_wrong_with_a_right_position(capsys: Captured) -> None:
    assert json.loads(printed(capsys, "check", START, "--json")) == {"problems": []}
    assert printed(capsys, "check", "startpos") == "Nothing is wrong with this position.\n"


# replay


def test_replay_json_has_every_move_and_position(capsys: Captured) -> None:
    found = json.loads(printed(capsys, "replay", str(RECORDED_ROUND), "--json"))
    assert len(found["moves"]) == 24
    assert len(found["positions"]) == 25
    assert found["positions"][0] == f"{START} single 1 0:0 b"
    assert found["outcome"]["winner"] == "white"
    assert found["outcome"]["reason"].startswith("White wins the single round 1:0. ")


def test_replay_shows_the_board_after_every_move(capsys: Captured) -> None:
    output = printed(capsys, "replay", str(RECORDED_ROUND))
    assert "1. Black: Pink 4 Brown (d8d4)\n" in output
    assert output.count("    a    b    c    d    e    f    g    h\n") == 2 * 25
    assert " 4  .y   .r   .g   k    .o   .b   .p   .k   4\n" in output
    assert "Round 1, White 0:0 Black. White to move: brown.\n" in output
    assert output.rstrip().endswith("reached Black's home row on e8 (M7).")


def test_stepping_stops_when_no_more_is_wanted() -> None:
    record = read_record(str(RECORDED_ROUND))
    shown: list[str] = []
    answers = iter([True, True, False])
    step(record, shown.append, lambda: next(answers))
    assert len(shown) == 3
    assert shown == [f"{page}\n" for page in list(pages(record))[:3]]


@pytest.mark.parametrize("form", list(Form))
def test_replay_prints_a_record_in_another_form(
    capsys: Captured, tmp_path: Path, form: Form
) -> None:
    record = read_record(str(RECORDED_ROUND))
    output = printed(capsys, "replay", str(RECORDED_ROUND), "--form", form.value)
    assert output == write(record, form)
    copy = tmp_path / "copy.txt"
    copy.write_text(output, encoding="utf-8")
    assert read_record(str(copy)).moves == record.moves


def test_a_wrong_record_is_refused_with_file_line_move_and_reason(
    capsys: Captured, tmp_path: Path
) -> None:
    path = tmp_path / "wrong.txt"
    path.write_text("d8d4 a1c3\nh8h5 b1b2\n", encoding="utf-8")
    message = refused(capsys, "replay", str(path))
    assert f"{str(path)!r}, line 2, move 'b1b2': " in message
    assert "The yellow tower on d1 must move (T2)" in message


def test_a_file_that_cannot_be_read_is_refused_in_words(capsys: Captured, tmp_path: Path) -> None:
    assert "cannot be read: No such file" in refused(capsys, "replay", str(tmp_path / "none"))
    assert "cannot be read" in refused(capsys, "replay", str(tmp_path))
    noise = tmp_path / "noise"
    noise.write_bytes(b"\xff\xfe\x00")
    assert "is not UTF-8 text" in refused(capsys, "replay", str(noise), "--json")


def test_a_terminal_without_arrows_is_told_of_the_words() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "host", "replay", str(RECORDED_ROUND), "--form", "glyphs"],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "kamisado: arrows cannot be written here: use --form words\n"


# rules


def every_number() -> list[str]:
    """The numbers of the rule book, one by one."""
    counts = {"T": 2, "M": 8, "F": 4, "S": 11, "DS": 8, "TS": 8}
    return [f"{kind}{i}" for kind, count in counts.items() for i in range(1, count + 1)]


@pytest.mark.parametrize("number", every_number())
def test_every_rule_of_the_book_is_explained(capsys: Captured, number: str) -> None:
    text = printed(capsys, "rules", number.lower())
    assert len(text.split()) > 15
    assert all(rule.has(number) for rule in find(number))
    assert number in text or "-" in text.splitlines()[0]


def test_a_rule_of_its_own_comes_before_the_range_it_lies_in() -> None:
    assert [rule.title for rule in find("S3")] == ["After a push", "The sumo push"]


def test_a_ruling_is_told_with_its_rule(capsys: Captured) -> None:
    assert "Ruling: A deadlock is found at once" in printed(capsys, "rules", "M8")
    (rule,) = json.loads(printed(capsys, "rules", "m8", "--json"))["rules"]
    assert rule["numbers"] == ["M8"]
    assert rule["ruling"].endswith("the farthest tower was pushed.")


@pytest.mark.parametrize("word", ["push", "Deadlock", "filling", "marathon", "after a push"])
def test_rules_are_found_by_words(capsys: Captured, word: str) -> None:
    assert printed(capsys, "rules", *word.split())


def test_without_a_topic_all_rules_are_listed_by_title(capsys: Captured) -> None:
    output = printed(capsys, "rules")
    assert all(rule.title in output for rule in all_rules())


@pytest.mark.parametrize("topic", ["chess", "M9", "S12", "T0"])
def test_an_unknown_topic_is_quoted(capsys: Captured, topic: str) -> None:
    assert f"there is no rule on {topic!r}" in refused(capsys, "rules", topic)


# Starting


def test_a_command_without_a_board_imports_nothing_that_drives_one() -> None:
    program = (
        "import sys; from host.__main__ import main; main(['legal', 'startpos', '--json']); "
        "heavy = {'serial', 'starlette', 'uvicorn', 'websockets', 'asyncio'} & sys.modules.keys(); "
        "print(*heavy, end='', file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
