"""The commands that answer once: what they print, for people and as JSON."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from host.cli.analyse.replay_text import pages, step
from host.cli.learn.rules import find
from host.cli.main import main
from host.cli.records import read_record
from host.engine.kamisado.records.record import Form, write
from host.engine.registry import GAMES
from host.engine.rule_book import all_rules
from tests.unit.cli.answers import Captured, printed, refused

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
    assert "'x' is not a position of kamisado" in refused(capsys, name, "x", *rest)
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


def test_perft_without_a_position_counts_from_the_start(capsys: Captured) -> None:
    assert printed(capsys, "perft", "2") == "1150 at depth 2\n"
    assert printed(capsys, "perft", "1", "--game", "hasami") == "63 at depth 1\n"


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
    assert found["outcome"]["reason"].startswith("White wins the game. ")


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
    assert "is neither UTF-8 nor UTF-16 text" in refused(capsys, "replay", str(noise), "--json")
    matches = tmp_path / "m.sqlite"
    matches.write_bytes(b"SQLite format 3\0" + bytes(84))
    assert "is a file of matches" in refused(capsys, "replay", str(matches), "--json")


@pytest.mark.parametrize("game", ["kamisado-long", "five"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_records_of_windows_are_read(game: str, encoding: str, tmp_path: Path) -> None:
    moves = {"kamisado-long": "1. d8d4 | a1c3", "five": "1. white b1b3"}[game]
    path = tmp_path / "record.txt"
    path.write_bytes(f"game: {game}\r\n\r\n{moves}\r\n".encode(encoding))
    record = read_record(str(path))
    assert record.game.name == game
    assert record.moves


def test_all_errors_of_a_record_are_reported(capsys: Captured, tmp_path: Path) -> None:
    path = tmp_path / "wrong.txt"
    path.write_text("mood: good\ncolour: red\n", encoding="utf-8")
    assert main(["replay", str(path)]) == 2
    assert capsys.readouterr().err == (
        f"kamisado: {str(path)!r}, line 1: 'mood' is not a field of a record\n"
        f"{str(path)!r}, line 2: 'colour' is not a field of a record\n"
    )


def test_a_terminal_without_arrows_has_those_that_may_be_typed(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "host", "replay", str(RECORDED_ROUND), "--form", "glyphs"],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    assert done.stderr.startswith("kamisado: Some letters are not in ascii")
    copy = tmp_path / "copy.txt"
    copy.write_text(done.stdout, encoding="utf-8")
    assert read_record(str(copy)).moves == read_record(str(RECORDED_ROUND)).moves


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
    assert "Our ruling: A deadlock is found at once" in printed(capsys, "rules", "M8")
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
        "import sys; from host.cli.main import main; main(['legal', 'startpos', '--json']); "
        "heavy = {'serial', 'starlette', 'uvicorn', 'websockets', 'asyncio'} & sys.modules.keys(); "
        "print(*heavy, end='', file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def imported_by(*words: str) -> set[str]:
    program = (
        "import sys; from host.cli.main import main; main(sys.argv[1:]); "
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stderr.split())


def test_a_command_imports_no_other_command_and_nothing_heavy() -> None:
    modules = imported_by("games")
    commands = {name for name in modules if name.count(".") == 3 and name.startswith("host.cli.")}
    assert commands == {"host.cli.learn.games"}
    heavy = {"asyncio", "concurrent.futures", "logging", "sqlite3", "subprocess", "wasmtime"}
    assert not heavy & modules
    packages = {name.split(".")[1] for name in modules if name.startswith("host.")}
    assert packages == {"ai", "cli", "engine", "link", "message", "recognition"}


def test_a_page_is_served_without_the_terminal_and_other_commands() -> None:
    program = "import sys; import host.cli.main, host.cli.sessions; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    modules = set(done.stdout.split())
    unneeded = {"host.ui.terminal.terminal", "host.cli.analyse", "segno", "wasmtime"}
    assert not unneeded & modules


# Other games


def test_the_legal_moves_of_another_game_are_listed(capsys: Captured) -> None:
    answer = json.loads(printed(capsys, "legal", "startpos", "--game", "seega", "--json"))
    assert len(answer["moves"]) == 24
    blocked = "9/9/9/9/9/9/8s/ss7/SSs5s w 3"
    assert printed(capsys, "legal", blocked, "--game", "hasami") == "pass       pass\n"
    over = "5/5/4s/5/S1S2 b 0 0 -"
    assert "White wins." in printed(capsys, "legal", over, "--game", "seega")


def test_positions_ahead_are_counted_in_another_game(capsys: Captured) -> None:
    command = ("perft", "startpos", "2", "--game", "hasami:first=black", "--divide", "--json")
    answer = json.loads(printed(capsys, *command))
    assert answer["nodes"] == 3717
    assert len(answer["divide"]) == 63
    assert "a9a8" in answer["divide"]


def test_what_is_wrong_with_a_position_of_another_game_is_told(capsys: Captured) -> None:
    good = "sssssssss/9/9/9/9/9/9/9/SSSSSSSSS w 0"
    assert "Nothing is wrong" in printed(capsys, "check", good, "--game", "hasami")
    assert "Nothing is wrong" in printed(capsys, "check", "startpos", "--game", "five")
    bad = printed(capsys, "check", f"{good}1", "--game", "hasami:limit=3", status=1)
    assert "must be a number from 0 to 6, not '01'" in bad
    found = json.loads(printed(capsys, "check", "9 w", "--game", "five", "--json", status=1))
    assert len(found["problems"]) == 1


@pytest.mark.parametrize(
    "command", [("legal", "startpos"), ("perft", "startpos", "1"), ("check", "startpos")]
)
def test_a_game_that_is_not_there_is_refused(capsys: Captured, command: tuple[str, ...]) -> None:
    assert "unknown game 'chess'; choose one of " in refused(capsys, *command, "--game", "chess")
    assert "limit must be a whole number" in refused(capsys, *command, "--game", "five:limit=x")


def test_a_position_of_another_game_is_not_taken_for_one_of_kamisado(capsys: Captured) -> None:
    text = "sssssssss/9/9/9/9/9/9/9/SSSSSSSSS w 0"
    assert "kamisado" in refused(capsys, "legal", text)


def test_the_record_of_another_game_is_stepped_through(capsys: Captured, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text("game: hasami:limit=1\n\n1. white e1e5\n2. black a9a8\n")
    shown = printed(capsys, "replay", str(file), "--text").split("\n\n\n")
    assert shown[0].startswith(
        "    a    b    c    d    e    f    g    h    i\n 9  s    s    s    s"
    )
    assert "\n 3  .    .    :    :    :    :    :    .    .    3\n" in shown[0]
    text = "\n".join(shown)
    assert "1. White: e1 to e5 (e1e5)" in text
    assert "Black to move." in text
    assert "drawn, with 9 stones each." in text
    assert json.loads(printed(capsys, "replay", str(file), "--json"))["moves"] == ["e1e5", "a9a8"]
    again = printed(capsys, "replay", str(file), "--form", "coordinates")
    assert again.startswith("game: hasami:limit=1\n\n  1. white e1e5\n")
    file.write_text("game: hasami\n\n1. white e1f5\n")
    assert "line 3: 'e1f5' is not legal here" in refused(capsys, "replay", str(file))


def test_the_rules_of_every_game_of_the_registry_are_printed(capsys: Captured) -> None:
    kinds = {name.partition("-")[0] for name in GAMES}
    for kind in kinds:
        assert printed(capsys, "rules", kind)
        assert all(rule.text for rule in all_rules(kind))
        assert f"'kamisado rules {kind}'" in printed(capsys, "rules") or kind == "kamisado"


def test_the_rules_of_a_game_without_numbers_are_printed_whole(capsys: Captured) -> None:
    text = printed(capsys, "rules", "seega")
    assert text.startswith("How to win\nTake the enemy stones")
    assert "The board and the stones\nThe game is played on" in text
    assert "Our ruling: With the same stone or another." in text
    found = printed(capsys, "rules", "hasami", "corner")
    assert found.startswith("A stone in a corner\n")
    answer = json.loads(printed(capsys, "rules", "five", "jump", "--json"))
    assert "Jumping" in [rule["title"] for rule in answer["rules"]]


def test_a_topic_that_a_game_does_not_have_is_quoted(capsys: Captured) -> None:
    refusal = refused(capsys, "rules", "seega", "castling")
    assert "there is no rule on 'castling'; 'kamisado rules seega' lists them" in refusal
