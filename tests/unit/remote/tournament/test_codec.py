"""The file of a tournament: read as it was written, and refused with the place."""

from __future__ import annotations

import contextlib
import json
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from host.remote.tournament.boards import EndedMatch, take_results
from host.remote.tournament.codec import decode_tournament, encode_tournament
from host.remote.tournament.model import System, Tournament, TournamentError
from host.remote.tournament.organiser import pair_round, withdraw
from host.remote.tournament.result import parse_result
from tests.support.tournaments import numbered, play_round, tournament_of

ROOT = Path(__file__).resolve().parents[4]


def example() -> Tournament:
    """Return a tournament in its third round, with a bye, an absent and a withdrawn player."""
    rng = random.Random(4)
    tournament = play_round(tournament_of([*numbered(6), "Zoë"]), rng)
    tournament = withdraw(play_round(tournament, rng), "P2")
    tournament = take_results(pair_round(tournament, ["P3"]), {})
    return take_results(tournament, {"table-1": EndedMatch("m1", parse_result("2-3"))})


@pytest.mark.parametrize("system", list(System))
def test_it_is_read_as_it_was_written(system: System) -> None:
    tournament = tournament_of([], system)
    assert decode_tournament(encode_tournament(tournament)) == tournament
    assert decode_tournament(encode_tournament(example())) == example()


def test_a_file_of_an_older_program_is_read() -> None:
    """It has all fields, or lacks those that came later."""
    file = ROOT / "tests" / "data" / "tournaments" / "version_1.json"
    data = json.loads(file.read_text(encoding="utf-8"))
    awarded = replace(example().rounds[-1], awarded=(("P3", 1),))
    older = replace(example(), rounds=(*example().rounds[:-1], awarded))
    assert decode_tournament(json.dumps(data)) == replace(older, report_lines=(("022", "Wien"),))
    del data["report"]
    for player in data["players"]:
        del player["number"], player["registration"]
    for round_ in data["paired"]:
        del round_["awarded"]
    assert decode_tournament(json.dumps(data)) == example()


Change = Callable[[Any], object]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda d: d.pop("seed"), "seed: it is missing"),
        (lambda d: d.update(format="x"), 'it lacks "format": "kamisado tournament"'),
        (lambda d: d.update(version=2), "it has version 2, and this program reads 1"),
        (lambda d: d.update(title=""), "title: '' is no name of a tournament"),
        (lambda d: d.update(title=" a"), "title: a name has no blanks around it, not ' a'"),
        (
            lambda d: d.update(system="cup"),
            'system: here stands one of swiss, round-robin, not "cup"',
        ),
        (
            lambda d: d.update(rounds=0),
            "rounds: here stands a number or length from 1 to 400, not 0",
        ),
        (lambda d: d.update(rounds=True), "rounds: .*, not true"),
        (lambda d: d.update(cycles=3), "cycles: .* from 1 to 2, not 3"),
        (lambda d: d.update(seed=1.5), r"seed: .*, not 1\.5"),
        (lambda d: d.update(tables="a"), r"tables: here stands a list \[...\], not \"a\""),
        (lambda d: d.update(tables=["a", "a"]), "tables: every table has a name of its own"),
        (lambda d: d.update(tables=[1]), r"tables\[0\]: here stands a text, not 1"),
        (lambda d: d["players"].append(3), r"players\[7\]: here stands an object"),
        (lambda d: d["players"][1].update(rating="x"), r"players\[1\]\.rating: .*, not \"x\""),
        (lambda d: d["players"][1].update(withdrawn=0), r"players\[1\]\.withdrawn: .* true or"),
        (lambda d: d["players"][1].update(name="p1"), r"players\[1\]\.name: every player has"),
        (lambda d: d["paired"][0].update(bye="X"), r"paired\[0\]\.bye: 'X' is none of P1, "),
        (lambda d: d["paired"][0].update(absent=["X"]), r"paired\[0\]\.absent\[0\]: 'X' is none"),
        (lambda d: d["paired"][0].update(earlier=[]), r"paired\[0\]\.earlier: here stands an obj"),
        (lambda d: d["paired"][0].update(earlier={"": ""}), r"\.earlier: '' is no name of a table"),
        (
            lambda d: d["paired"][1]["pairings"][0].update(white=d["paired"][1]["bye"]),
            r"paired\[1\]\.bye: each player stands in a round once",
        ),
        (lambda d: d["players"][1].update(number=0), r"players\[1\]\.number: .* from 1 to"),
        (
            lambda d: d["players"][1].update(registration={"sex": 9}),
            r"players\[1\]\.registration.sex: here stands a text, not 9",
        ),
        (lambda d: d["paired"][0].update(awarded={"P1": 3}), r"awarded\.P1: .* from 1 to 2, not 3"),
        (lambda d: d["paired"][0].update(awarded=[]), r"paired\[0\]\.awarded: here stands an obj"),
        (
            lambda d: d.update(report=[["001", "x"]]),
            r"report\[0\]\[0\]: here stands one of 022, .*\"001\"",
        ),
        (lambda d: d.update(report=[["022"]]), r"report\[0\]: here stands a list \[...\] of 2"),
        (lambda d: d.update(rounds=1), r"paired: there are 1 rounds at most"),
        (
            lambda d: d["paired"][0].update(earlier={"\ud800": ""}),
            r"paired\[0\]\.earlier: here stands a text of printable characters",
        ),
        (
            lambda d: d["paired"][0]["pairings"][0].update(match="\ud800"),
            r"paired\[0\]\.pairings\[0\]\.match: here stands a text of printable characters",
        ),
        (
            lambda d: d["paired"][0]["pairings"][0].update(result="4/0"),
            r"paired\[0\]\.pairings\[0\]\.result: '4/0' is no result",
        ),
        (
            lambda d: d["paired"][0]["pairings"][0].update(result=None),
            r"paired\[0\]\.pairings\[0\]\.from: it says who told the result",
        ),
        (
            lambda d: d["paired"][0]["pairings"][1].update(table="table-1"),
            r"paired\[0\]\.pairings: two of them have the same table",
        ),
    ],
)
def test_a_wrong_file_is_refused_with_the_place(change: Change, why: str) -> None:
    data = json.loads(encode_tournament(example()))
    change(data)
    with pytest.raises(TournamentError, match=why):
        decode_tournament(json.dumps(data))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{\n "format": x', "line 2, column 12: it is no JSON"),
        ("", "line 1, column 1: it is no JSON"),
        ("[]", "it is no tournament"),
        ("[" * 100_000, "it is no tournament: it is nested too deeply"),
        ("1" * 5_000, "it is no tournament: Exceeds the limit"),
        (" " * 10_000_001, "it has more than 10000000 characters"),
    ],
)
def test_another_text_is_refused(text: str, why: str) -> None:
    with pytest.raises(TournamentError, match=why):
        decode_tournament(text)


def test_any_part_of_a_file_may_be_damaged() -> None:
    """A damaged file is refused with a sentence, or read."""
    text = encode_tournament(example())
    rng = random.Random(6)
    for _ in range(300):
        place = rng.randrange(len(text))
        damaged = text[:place] + rng.choice('"{}[],:0x ') + text[place + 1 :]
        with contextlib.suppress(TournamentError):
            decode_tournament(damaged)
