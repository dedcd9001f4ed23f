"""The report of `kamisado soak`; the matches themselves are played in other tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from soak.command import main
from soak.full_stack import Played, parse_faults
from soak.session_only import game_of
from soak.simulator_tabletop import Faults

TRACE = ['{"kamisado":"trace"}\n', '{"at":91234,"see":".."}\n', '{"at":250000,"again":true}\n']


def pretended(seed: str, faults: Faults | None, games: Sequence[str], hands: str) -> Played:
    """A match that nobody has played; the third and the fourth go wrong."""
    number = int(seed.rpartition("/")[2])
    wrong = number in (2, 3)
    return Played(
        seed,
        game_of(seed, games).name,
        rounds=2,
        counts=Counter({"moves made": 20, "sensors stuck": int(faults is not None)}),
        failure=f"MisreadError: {number} was meant" if wrong else "",
        actions=["1.000 s  lift d8", "1.300 s  put d4"] if wrong else [],
        trace=TRACE if wrong else [],
        simulated_s=30.0,
    )


@pytest.fixture(autouse=True)
def _pretend(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("soak.command.play", pretended)


def test_what_was_done_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--games", "2", "--every", "1"]) == 0
    said = capsys.readouterr().out
    assert "1 of 2 games, 2 rounds, 0 failures\n2 of 2 games, 4 rounds, 0 failures\n" in said
    for line in ("2  games", "4  rounds", "0  failures", "40  moves made", "2  sensors stuck"):
        assert f" {line}\n" in said
    assert "60 s on the board in" in said
    assert said.endswith("the stored game was the one that they meant.\n")
    assert "fails" not in said
    assert "Failed" not in said


def test_one_match_is_played_again_by_its_seed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["--match", "7/2", "--traces", str(tmp_path)]) == 1
    said = capsys.readouterr().out
    assert "; match 7/2\n" in said
    assert "Match 7/2 (kamisado-standard) fails" in said
    assert " 1  games\n" in said
    assert main(["--match", "7/4", "--pure"]) == 0


@pytest.mark.parametrize("text", ["7", "7/", "7/x", "7/2/1", ""])
def test_what_is_no_match_is_quoted(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--match", text])
    assert f"no match: {text!r}; a match is told like 7/3" in capsys.readouterr().err


def test_failures_are_told_and_of_the_first_what_led_to_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    arguments = ["--games", "5", "--seed", "7", "--traces", str(tmp_path)]
    assert main(arguments) == 1
    said = capsys.readouterr().out
    path = tmp_path / "soak-7-2.jsonl"
    assert (
        "Match 7/2 (kamisado-standard) fails: MisreadError: 2 was meant\n"
        "    1.000 s  lift d8\n"
        "    1.300 s  put d4\n"
        f"Its trace, told as a story: ./kamisado trace explain {path} --from 81\n"
    ) in said
    assert path.read_text() == "".join(TRACE)
    assert "Match 7/3 (kamisado-long) fails: MisreadError: 3 was meant\n" in said
    assert "2  failures" in said
    assert said.endswith("Failed: 7/2, 7/3.\n")

    assert main(arguments) == 1
    assert "Its trace is not kept: " in capsys.readouterr().out, "an older one is not overwritten"


@pytest.mark.parametrize(
    ("arguments", "heading"),
    [
        (
            [],
            "Kamisado in all its formats, through the whole stack; "
            "faults: noise, bounce, lines, stuck, reset; seed 1",
        ),
        (
            ["--game", "five:limit=5", "--faults", "none", "--seed", "7"],
            "five:limit=5, through the whole stack; faults: none; seed 7",
        ),
        (
            ["--game", "all", "--pure", "--hands", "late"],
            "all games in turn, on the session alone; hands: late; seed 1",
        ),
        (
            ["--pure", "--hands", "strangers", "--match", "3/1"],
            "rounds of Kamisado, half of them with teeth, on the session alone; "
            "hands: strangers; match 3/1",
        ),
    ],
)
def test_it_says_first_what_is_played(
    arguments: list[str], heading: str, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["--games", "1", *arguments])
    assert capsys.readouterr().out.splitlines()[0] == heading


def test_without_a_board_nothing_breaks(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--games", "1", "--pure"]) == 0
    assert "sensors stuck" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("all", Faults(True, True, True, True, True)),
        ("none", Faults()),
        ("noise,lines", Faults(noise=True, lines=True)),
        ("bounce", Faults(bounce=True)),
        ("reset", Faults(reset=True)),
    ],
)
def test_what_breaks_can_be_chosen(text: str, faults: Faults) -> None:
    assert parse_faults(text) == faults


def test_an_unknown_fault_is_quoted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--faults", "noise,locusts"]) == 2
    assert "'locusts' is no fault: say all, none, or some of noise" in capsys.readouterr().err


@pytest.mark.parametrize(("game", "named"), [("seega", "seega"), ("all", "kamisado-standard")])
def test_a_game_is_soaked_by_its_name(
    game: str, named: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    arguments = ["--games", "3", "--game", game, "--traces", str(tmp_path)]
    assert main(arguments) == 1
    assert f"Match 1/2 ({named}) fails" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--hands", "strangers"], "hands 'strangers' play on the session alone: add --pure"),
        (["--hands", "late"], "hands 'late' play on the session alone: add --pure"),
        (
            ["--hands", "strangers-on-off", "--pure", "--game", "five"],
            "hands 'strangers-on-off' play rounds of Kamisado: leave out --game",
        ),
    ],
)
def test_what_hands_do_not_play_is_refused(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert said in capsys.readouterr().err
