"""Arguments of commands: refused in words, and help that fits the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.command import main as bench
from host.cli.main import main
from host.cli.parser import parser
from host.message import languages
from tests.unit.cli.answers import Captured


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["demo", "--rate", "nan"], "argument --rate: 'nan' is no number above 0"),
        (["demo", "--rate", "inf"], "argument --rate: 'inf' is no number above 0"),
        (["demo", "--rate", "-1"], "argument --rate: '-1' is no number above 0"),
        (["demo", "--rate", "fast"], "argument --rate: 'fast' is no number above 0"),
        (["record", "9" * 30], f"argument match: '{'9' * 30}' has more than 18 digits"),
        (["record", "x"], "argument match: 'x' is no number of at least 1"),
        (
            ["matches", "--data", ":memory:"],
            "argument --data: ':memory:' is no file for matches: name one",
        ),
        (
            ["matches", "--data", "file:m?mode=ro"],
            "argument --data: 'file:m?mode=ro' is no file for matches: name one",
        ),
        (["resume", "0"], "argument match: '0' is no number of at least 1"),
        (["puzzle", "one"], "argument N: 'one' is no number of at least 1"),
        (["engine", "--seed", "x"], "argument --seed: 'x' is no seed: say a whole number"),
        (
            ["club", "--delay", "61"],
            "argument --delay: '61' is no number of minutes from 0 to 60",
        ),
        (["club", "--delay", "x"], "argument --delay: 'x' is no number of minutes from 0 to 60"),
        (
            ["pairings", "new", "x", "--rounds", "9" * 5000],
            f"argument --rounds: '{'9' * 5000}' is no whole number from 1 to 400",
        ),
        (
            ["pairings", "new", "x", "--rounds", "٣"],
            "argument --rounds: '٣' is no whole number from 1 to 400",
        ),
        (
            ["club", "--players", "table-1=Anna"],
            "argument --players: 'table-1=Anna' is not BOARD=BLACK,WHITE: table-1=Anna,Béla",
        ),
        (
            ["club", "http://x"],
            "argument BROKER: The address of a broker begins with mqtt:// or ws://, encrypted with "
            "mqtts:// or wss://; this is 'http://x'.",
        ),
        (
            ["play", "--language", "xx"],
            "argument --language: 'xx' is no language that there is: "
            + ", ".join(f"{code} ({name})" for code, name in languages().items()),
        ),
    ],
)
def test_a_wrong_argument_is_refused_in_words(
    arguments: list[str], words: str, capsys: Captured
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert capsys.readouterr().err.splitlines()[-1].endswith(f"error: {words}")


@pytest.mark.parametrize("lifts", ["0", "-5", "many"])
def test_a_benchmark_times_one_lift_at_least(lifts: str, capsys: Captured) -> None:
    with pytest.raises(SystemExit):
        bench(["--lifts", lifts])
    assert f"argument --lifts: {lifts!r} is no number of at least 1" in capsys.readouterr().err


def test_a_benchmark_whose_figures_cannot_be_written_does_not_begin(
    tmp_path: Path, capsys: Captured
) -> None:
    with pytest.raises(SystemExit):
        bench(["--output", str(tmp_path / "none" / "bench.json")])
    assert f"there is no folder {str(tmp_path / 'none')!r}" in capsys.readouterr().err


def fits(text: str, columns: int) -> bool:
    longest = max(len(line) for line in text.splitlines() if not line.startswith("usage:"))
    return min(columns, 80) / 2 < longest <= min(columns, 80)


@pytest.mark.parametrize("columns", [40, 80, 200])
@pytest.mark.parametrize("arguments", [["games"], ["rules", "M8"], ["rules", "five"]], ids=" ".join)
def test_text_fits_the_terminal(
    arguments: list[str], columns: int, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    assert main(arguments) == 0
    assert fits(capsys.readouterr().out, columns)


@pytest.mark.parametrize("columns", [40, 80, 200])
def test_the_list_of_commands_fits_the_terminal(
    columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    assert fits(parser.__wrapped__().format_help(), columns)
