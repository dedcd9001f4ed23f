"""Sessions that options of the command line ask for."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from host.cli.parser import parser
from host.cli.sessions import agreed_game, last_session, new_session, unfinished_wanted
from host.engine.game import Side
from host.engine.records.player_names import PlayerNames
from host.engine.registry import game_named
from host.recognition.history import StoredPly
from host.session.match_settings import MatchSettings
from host.storage.store import Store
from tests.unit.cli.answers import Captured

DRAWS, SEED = 40, 7
START = game_named("kamisado-single").position_text(game_named("kamisado-single").start())


def sides(*arguments: str) -> set[tuple[Side, str]]:
    """Return the sides of the computer in some sessions, with the remarks on them."""
    options = parser().parse_args(["play", *arguments])
    random.seed(SEED)
    found = set()
    for _ in range(DRAWS):
        session, remarks = new_session(options, agreed_game(options)[0])
        assert session.settings.opponent is not None
        found.add((session.settings.opponent.side, " ".join(map(str, remarks))))
    return found


def test_the_computer_plays_white_unless_told_otherwise() -> None:
    assert sides("five", "--opponent", "4") == {(Side.WHITE, "")}
    assert sides("five", "--opponent", "4", "--opponent-plays", "black") == {(Side.BLACK, "")}


def test_the_lot_may_decide_who_is_light() -> None:
    assert sides("five", "--opponent", "4", "--opponent-plays", "lot") == {
        (Side.WHITE, "By lot, you play Black and the computer plays White."),
        (Side.BLACK, "By lot, you play White and the computer plays Black."),
    }


def test_another_side_is_refused(capsys: Captured) -> None:
    with pytest.raises(SystemExit):
        parser().parse_args(["play", "--opponent-plays", "red"])
    assert "'red' is neither white nor black, nor lot" in capsys.readouterr().err


def test_the_lot_may_decide_between_two_people_too() -> None:
    random.seed(SEED)
    found = set()
    for words in (["play"], ["play", "--opponent-plays", "lot"]) * DRAWS:
        options = parser().parse_args(words)
        session, remarks = new_session(options, agreed_game(options)[0])
        assert session.settings.opponent is None
        found.add((len(words), *map(str, remarks)))
    assert found == {
        (1,),
        (3, "By lot, the player who asked for this game plays White."),
        (3, "By lot, the player who asked for this game plays Black."),
    }


@pytest.mark.parametrize("words", [["--clock", "5+0"], ["--touch-move"], ["--serious"], ["five"]])
def test_proven_values_are_refused_where_they_may_not_be_shown(words: list[str]) -> None:
    options = parser().parse_args(["play", "--help-level", "proven", *words])
    with pytest.raises(ValueError, match=r"[Ww]ho wins is not shown|cannot be proven"):
        new_session(options, agreed_game(options)[0])


def test_the_players_may_be_named() -> None:
    options = parser().parse_args(["play", "--names", "Ann, Bob"])
    session, _ = new_session(options, agreed_game(options)[0])
    assert session.view().names == PlayerNames("Ann", "Bob")
    options = parser().parse_args(["play", "--names", "Ann"])
    with pytest.raises(ValueError, match="'Ann'"):
        new_session(options, agreed_game(options)[0])


def test_a_serious_game_is_asked_for() -> None:
    for words, serious in ((["play"], False), (["play", "--serious"], True)):
        options = parser().parse_args(words)
        assert new_session(options, agreed_game(options)[0])[0].settings.serious is serious


def test_the_match_that_was_played_last_is_gone_on_with_unless_it_is_finished(
    tmp_path: Path,
) -> None:
    options = parser().parse_args(["play", "--resume"])
    said: list[str] = []
    with closing(Store(tmp_path / "matches.sqlite")) as store:
        assert last_session(options, store, said.append) == (None, None)
        first = store.create_match("kamisado-single", START)
        store.save(first, [StoredPly("d8d4")], None)
        session, match = last_session(options, store, said.append)
        assert session is not None
        assert ([ply.text for ply in session.plies], match) == (["d8d4"], first)
        assert said == [f"Match {first}, 1 ply."]
        store.save(first, [StoredPly("d8d4")], "Black wins.")
        assert last_session(options, store, said.append) == (None, None)


def test_a_match_that_cannot_be_resumed_does_not_keep_a_new_one_from_beginning(
    tmp_path: Path,
) -> None:
    options = parser().parse_args(["play", "--resume"])
    said: list[str] = []
    with closing(Store(tmp_path / "matches.sqlite")) as store:
        store.save(store.create_match("kamisado-single", START), [StoredPly("d8d9")], None)
        assert last_session(options, store, said.append) == (None, None)
    assert said[0].startswith("Beginning a new game: ")
    assert "d8d9" in said[0]


@pytest.mark.parametrize("name", ["single", "standard", "long", "series-5"])
def test_a_position_tells_of_which_match_it_is(name: str) -> None:
    game = game_named(f"kamisado-{name}")
    options = parser().parse_args(["play", "--position", game.position_text(game.start())])
    session, _ = new_session(options, agreed_game(options)[0])
    assert session.settings.game.name == game.name


def test_a_position_of_another_match_than_asked_for_is_refused() -> None:
    game = game_named("kamisado-standard")
    text = game.position_text(game.start())
    options = parser().parse_args(["play", "--match", "long", "--position", text])
    with pytest.raises(ValueError, match=r"its format is 'standard', and this is a long match"):
        new_session(options, agreed_game(options)[0])


SAVED = (
    "kamisado-single",
    "kamisado-standard",
    "kamisado-standard 10+5",
    "kamisado-single touch",
    "kamisado-single serious",
    "kamisado-single level 4 white seed 7",
    "kamisado-single even 4.5 black seed 7",
    "hasami",
    "hasami:limit=30",
)


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("", SAVED[:7]),
        ("--match standard", SAVED[1:3]),
        ("kamisado-standard", SAVED[1:3]),
        ("--clock 10+5", SAVED[2:3]),
        ("--clock 5+5", ()),
        ("--touch-move", SAVED[3:4]),
        ("--serious", SAVED[4:5]),
        ("--opponent 4", SAVED[5:6]),
        ("--opponent 5", ()),
        ("--opponent even", ()),
        ("--opponent even --opponent-plays black", SAVED[6:7]),
        ("--opponent even --opponent-plays lot", SAVED[6:7]),
        ("hasami", SAVED[7:]),
        ("hasami --set limit=30", SAVED[8:]),
        ("hasami:limit=30", SAVED[8:]),
        ("--resume", None),
        ("--position startpos", None),
        ("--trace somewhere", None),
    ],
)
def test_a_match_that_differs_from_what_is_asked_for_is_not_wanted(
    words: str, wanted: Sequence[str] | None, tmp_path: Path
) -> None:
    options = parser().parse_args(["play", *words.split()])
    settings = MatchSettings(game_named("kamisado-single"))
    if "startpos" not in words:
        settings = new_session(options, agreed_game(options)[0])[0].settings
    is_wanted = unfinished_wanted(options, settings)
    if wanted is None:
        assert is_wanted is None
        return
    assert is_wanted is not None
    with closing(Store(tmp_path / "matches.sqlite")) as store:
        found = []
        for text in SAVED:
            name, _, rest = text.partition(" ")
            game = game_named(name)
            number = store.create_match(
                game.name,
                game.position_text(game.start()),
                rest if "+" in rest else "",
                rest == "touch",
                rest if "seed" in rest else "",
                serious=rest == "serious",
            )
            if is_wanted(store.load(number)):
                found.append(text)
    assert found == list(wanted)
