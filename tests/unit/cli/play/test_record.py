"""`kamisado record`: a stored match as text, which `kamisado replay` reads back."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from host import engine
from host.cli.main import main
from host.engine.kamisado.records.record import Form
from host.engine.registry import GAMES
from host.recognition.history import StoredPly
from host.storage.store import Store
from tests.unit.cli.answers import Captured, printed, refused
from tests.unit.storage.matches import CONTROL, PlayedMatch, random_match

SEEDS = range(2026, 2028)
FORMS = [form.value for form in Form]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "matches.sqlite"


@pytest.fixture
def store(data: Path) -> Iterator[Store]:
    with closing(Store(data)) as opened:
        yield opened


def stored(store: Store, played: PlayedMatch, plies: int | None = None) -> str:
    """The number of the match, once so many of its plies are in the store."""
    number = store.create_match(played.game, played.positions[0], CONTROL)
    store.save(number, played.plies[:plies], played.outcome if plies is None else None)
    return str(number)


def replayed(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, record: str
) -> dict[str, list[str]]:
    """Return the record as `kamisado replay` reads it."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(record.encode())))
    found: dict[str, list[str]] = json.loads(printed(capsys, "replay", "-", "--json"))
    return found


def check_round_trip(
    capsys: Captured,
    monkeypatch: pytest.MonkeyPatch,
    data: Path,
    number: str,
    moves: list[str],
) -> None:
    """The record has these moves, in every form."""
    for form in FORMS:
        record = printed(capsys, "record", number, "--form", form, "--data", str(data))
        # Only Kamisado has a notation of its own, and so a choice of forms.
        assert (f"\nform: {form}\n" in record) == record.startswith("game: kamisado")
        assert replayed(capsys, monkeypatch, record)["moves"] == moves


@pytest.mark.parametrize("game", [*GAMES, "kamisado-series-3", "seega:limit=3"])
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.slow
def test_what_is_printed_is_replayed(
    store: Store,
    data: Path,
    capsys: Captured,
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    seed: int,
) -> None:
    played = random_match(game, seed, 1000 if game != "kamisado-series" else 150)
    moves = [ply.text for ply in played.plies]
    number = stored(store, played)
    check_round_trip(capsys, monkeypatch, data, number, moves)
    record = printed(capsys, "record", number, "--data", str(data))
    positions = replayed(capsys, monkeypatch, record)["positions"]
    assert all(
        ours.startswith(theirs) if game == "kamisado" else ours == theirs
        for ours, theirs in zip(positions, played.positions, strict=True)
    )
    if played.outcome is not None:
        comments = [line for line in record.splitlines() if line.startswith("# ")]
        assert played.outcome in comments[-1]


def test_a_match_that_goes_on_is_recorded_as_far_as_it_has_come(
    store: Store, data: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = random_match("kamisado-long", SEEDS[0], 1000)
    fill = next(at for at, ply in enumerate(played.plies) if ply.text.startswith("fill"))
    for plies in (1, fill - 1, fill, fill + 1, fill + 2, fill + 5):
        number = stored(store, played, plies)
        moves = [ply.text for ply in played.plies[:plies]]
        check_round_trip(capsys, monkeypatch, data, number, moves)
        assert "result" not in printed(capsys, "record", number, "--data", str(data))


@pytest.mark.parametrize("game", ["kamisado", "kamisado-single", "kamisado-marathon"])
def test_a_match_from_another_position_is_recorded_with_it(
    store: Store, data: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    whole = random_match(game, SEEDS[0], 1000)
    for begin in (1, 2, len(whole.plies) // 2):
        played = random_match(game, SEEDS[0], 1000, whole.positions[begin])
        moves = [ply.text for ply in played.plies]
        number = stored(store, played)
        check_round_trip(capsys, monkeypatch, data, number, moves)
        record = printed(capsys, "record", number, "--data", str(data))
        assert f"\nstart: {whole.positions[begin]}" in record


def test_a_game_without_a_notation_of_its_own_is_recorded_in_coordinates(
    store: Store, data: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    middle = "9/9/4S4/4s4/4s4/1Sss3s1/9/9/4S1S2 w 0"
    name = "hasami:line_capture=yes,limit=2"
    number = store.create_match(name, middle)
    store.save(number, [StoredPly("e1e2"), StoredPly("h4h5")], "Black has resigned: White wins.")
    record = printed(capsys, "record", str(number), "--data", str(data))
    assert record == (
        f"game: {name}\nstart: {middle}\n\n"
        "  1. white e1e2\n  2. black h4h5\n"
        "# Black has resigned: White wins.\nresult: black resigns\n"
    )
    found = replayed(capsys, monkeypatch, record)
    assert found["game"] == name
    assert found["moves"] == ["e1e2", "h4h5"]
    assert found["positions"][0] == middle


def test_glyphs_are_printed_unless_asked_otherwise(
    store: Store, data: Path, capsys: Captured
) -> None:
    number = store.create_match("kamisado", "obpkyrgn/8/8/8/8/8/8/NGRYKPBO b -")
    store.save(number, [StoredPly("d8d4"), StoredPly("a1c3")], None)
    assert printed(capsys, "record", str(number), "--data", str(data)) == (
        "game: kamisado-single\n"
        "form: glyphs\n"
        "\n"
        "round 1, 0:0\n"
        "black: o b p k y r g n\n"
        "white: N G R Y K P B O\n"
        "  1. K↑4N | N↗2N\n"
    )


def test_an_end_that_records_have_no_word_for_is_told_in_a_comment(
    store: Store, data: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = random_match("kamisado-standard", SEEDS[0], 3)
    number = store.create_match(played.game, played.positions[0], CONTROL)
    store.save(number, played.plies, "White's time is up: Black wins.", (0, 5_000))
    record = printed(capsys, "record", str(number), "--data", str(data))
    assert record.endswith("\n# White's time is up: Black wins.\n")
    assert len(replayed(capsys, monkeypatch, record)["moves"]) == 3


# Refused


def test_a_match_that_is_not_there_is_told(store: Store, data: Path, capsys: Captured) -> None:
    assert "there is no match 7 in" in refused(capsys, "record", "7", "--data", str(data))
    nowhere = data.parent / "nowhere.sqlite"
    assert f"no file {str(nowhere)!r}" in refused(capsys, "record", "7", "--data", str(nowhere))
    assert not nowhere.exists()


@pytest.mark.parametrize(
    ("game", "start", "plies", "why"),
    [
        ("chess", "x", ["a1"], "unknown game 'chess'"),
        ("kamisado-standard", "x", ["d8d4"], "'x' is not a position of kamisado"),
        (
            "kamisado",
            "obpkyrgn/8/8/8/8/8/8/NGRYKPBO b -",
            ["d8d4", "a1a9"],
            "ply 2: 'a1a9' is not a Kamisado move",
        ),
        (
            "kamisado",
            "obpkyrgn/8/8/8/8/8/8/NGR+YKPBO b -",
            ["d8d4"],
            "the single round was over before this round",
        ),
    ],
)
def test_what_cannot_be_recorded_is_told(
    store: Store, data: Path, capsys: Captured, game: str, start: str, plies: list[str], why: str
) -> None:
    number = store.create_match(game, start)
    store.save(number, [StoredPly(text) for text in plies], None)
    sentence = refused(capsys, "record", str(number), "--data", str(data))
    assert sentence.startswith(f"kamisado: match {number} cannot be recorded: ")
    assert why in sentence


def test_arrows_that_cannot_be_written_are_those_that_may_be_typed(
    store: Store, data: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = stored(store, random_match("kamisado-single", SEEDS[0], 4))
    written = printed(capsys, "record", number, "--data", str(data))
    output = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(output, encoding="ascii"))
    assert main(["record", number, "--data", str(data)]) == 0
    assert "PYTHONUTF8=1" in capsys.readouterr().err
    told = output.getvalue().decode("ascii")
    assert told == written.translate(str.maketrans("↑↖↗↓", "^<>v"))
    assert engine.read_record(told).moves == engine.read_record(written).moves


def test_a_number_that_is_none_is_refused(capsys: Captured) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["record", "last"])
    assert caught.value.code == 2
    assert "'last'" in capsys.readouterr().err


def test_a_record_is_drawn_into_a_file(store: Store, data: Path, capsys: Captured) -> None:
    number = stored(store, random_match("kamisado-single", 1, 6))
    picture = data.parent / "position.svg"
    drawn = ("record", number, "--data", str(data), "--ply", "4", "--svg", str(picture))
    assert printed(capsys, *drawn) == ""
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    told = refused(capsys, "record", number, "--data", str(data), "--ply", "99", "--svg", "x.svg")
    assert "no position after 99" in told
