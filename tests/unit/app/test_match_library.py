"""The saved matches: listed, as records out and in, and gone on with."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from host.app.match_library import MatchLibrary, record_of_text
from host.engine.game import Side
from host.engine.registry import game_named
from host.engine.termination import Termination, out_of_time, resignation
from host.recognition.history import StoredPly
from host.session.analysis import HelpUsed
from host.session.clock import parse_control
from host.session.match_settings import MatchSettings
from host.session.requests import (
    DeleteMatch,
    DrawMatch,
    ExportMatch,
    ImportRecord,
    ListMatches,
    OpenMatch,
)
from host.session.session import Session
from host.storage.autosave import Autosave
from host.storage.board_magnets import BoardMagnets
from host.storage.database import SaveFileError
from host.storage.saved_match import SavedMatch
from host.storage.store import Store
from host.ui.pictures.svg import position_svg
from tests.unit.storage.matches import random_match

TIMES = (590_000, 600_000)
Wanted = Callable[[SavedMatch], bool]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with one match that goes on."""
    path = tmp_path / "matches.sqlite3"
    game = game_named("kamisado-standard")
    with closing(Store(path)) as store:
        number = store.create_match(game.name, game.position_text(game.start()), "10+5")
        store.save(number, [StoredPly("d8d4", TIMES), StoredPly("a1c3", TIMES)], None, TIMES)
    return path


def playing(path: Path) -> tuple[Session, Autosave, MatchLibrary]:
    """A session that has just begun, saved to the file."""
    session = Session(MatchSettings(game_named("kamisado-single")))
    autosave = Autosave(session, Store(path))
    return session, autosave, MatchLibrary(autosave, asyncio.to_thread)


def test_matches_are_listed_for_who_asks(path: Path) -> None:
    _, autosave, library = playing(path)
    told: list[Mapping[str, object]] = []
    assert asyncio.run(library.answer(ListMatches(), told.append)) is None
    (message,) = told
    (match,) = message["matches"]  # type: ignore[misc]
    assert (match["moves"], match["clock"], match["result"], match["current"]) == (
        2,
        "10+5",
        None,
        False,
    )
    autosave.close()


def test_a_match_is_drawn_as_it_stands_and_an_unknown_game_is_not(path: Path) -> None:
    _, autosave, library = playing(path)
    with closing(Store(path)) as store:
        unknown = store.create_match("tomorrows-game", "x")
        store.save(unknown, [StoredPly("d8d4")], None)
    told: list[Mapping[str, object]] = []
    for number in (1, unknown):
        assert asyncio.run(library.answer(DrawMatch(number), told.append)) is None
    known, nothing = told
    game = game_named("kamisado-standard")
    position = game.start()
    for move in ("d8d4", "a1c3"):
        position = game.play(position, game.parse_move(position, move))
    assert known == {
        **{"t": "match_picture", "match": 1},
        "svg": position_svg(game, position, (0, 18)),
    }
    assert nothing == {"t": "match_picture", "match": unknown, "svg": ""}
    autosave.close()


def test_the_list_names_the_computer(path: Path) -> None:
    _, autosave, library = playing(path)
    game = game_named("kamisado-single")
    with closing(Store(path)) as store:
        for opponent in ("level 4 white seed 7", "far white", "stronger"):
            number = store.create_match(game.name, "", opponent=opponent)
            store.save(number, [StoredPly("d8d4")], None)
    told: list[Mapping[str, object]] = []
    asyncio.run(library.answer(ListMatches(), told.append))
    named = {str(match["opponent"]) for match in told[0]["matches"]}  # type: ignore[attr-defined]
    assert named == {"Level 4", "None"}
    autosave.close()


def test_a_match_is_gone_on_with_in_the_session_and_saved_to_its_place(path: Path) -> None:
    session, autosave, library = playing(path)
    saved = asyncio.run(library.answer(OpenMatch(1), lambda _: None))
    assert saved is not None
    library.go_on(session, saved, asyncio.run(library.restored(saved)))
    assert session.settings.control == parse_control("10+5")
    assert [ply.text for ply in session.plies] == ["d8d4", "a1c3"]
    assert session.times == TIMES
    session.take_back(0)
    autosave(0)
    autosave(10)
    autosave.close()
    with closing(Store(path)) as store:
        (kept,) = store.matches()
    assert (kept.id, [ply.text for ply in kept.plies]) == (1, ["d8d4"])


def test_a_record_goes_out_and_comes_in_as_another_match(path: Path) -> None:
    session, autosave, library = playing(path)
    told: list[Mapping[str, object]] = []
    asyncio.run(library.answer(ExportMatch(1), told.append))
    text = str(told[0]["text"])
    saved = asyncio.run(library.answer(ImportRecord(text), told.append))
    assert saved is not None
    assert saved.id == 2
    library.go_on(session, saved, asyncio.run(library.restored(saved)))
    assert [ply.text for ply in session.plies] == ["d8d4", "a1c3"]
    autosave.close()


def test_a_record_is_checked_without_coming_in(path: Path) -> None:
    _, autosave, library = playing(path)
    told: list[Mapping[str, object]] = []
    record = ImportRecord("game: kamisado-single\n1. f8f4", check=True)
    assert asyncio.run(library.answer(record, told.append)) is None
    assert told == [{"t": "record_read", "opened": False}]
    with closing(Store(path)) as store:
        assert len(store.matches()) == 1
    autosave.close()


@pytest.mark.parametrize(
    "end", [resignation(Side.BLACK), out_of_time(Side.WHITE)], ids=lambda end: str(end)
)
def test_how_a_match_ended_and_its_hints_go_out_and_come_in(path: Path, end: Termination) -> None:
    session, autosave, library = playing(path)
    game = game_named("kamisado-standard")
    with closing(Store(path)) as store:
        number = store.create_match(game.name, game.position_text(game.start()), "10+5")
        plies = [StoredPly("d8d4", TIMES, aid="hint"), StoredPly("a1c3", TIMES, aid="proven")]
        kept = str(end) if end.text.endswith("resigns") else None
        # Older files have the sentence.
        outcome = end.outcome.reason if kept else str(end.outcome.reason)
        store.save(number, plies, outcome, TIMES, kept)
    told: list[Mapping[str, object]] = []
    asyncio.run(library.answer(ExportMatch(number), told.append))
    saved = asyncio.run(library.answer(ImportRecord(str(told[0]["text"])), told.append))
    assert saved is not None
    assert saved.outcome == end.outcome.reason, "it is listed as over"
    library.go_on(session, saved, asyncio.run(library.restored(saved)))
    assert session.outcome == end.outcome
    aids = [session.analysis.aid(ply.before.position) for ply in session.plies]
    assert aids == [HelpUsed.HINT, HelpUsed.PROVEN]
    asyncio.run(library.answer(ExportMatch(saved.id), told.append))
    assert told[1]["text"] == told[0]["text"]
    autosave.close()


def test_a_match_of_several_rounds_comes_in_with_their_number(path: Path) -> None:
    _, autosave, library = playing(path)
    played = random_match("kamisado-standard", 2026, 1000)
    with closing(Store(path)) as store:
        number = store.create_match(played.game, played.positions[0])
        store.save(number, played.plies, None)
        rounds = store.load(number).rounds
    assert rounds > 1
    told: list[Mapping[str, object]] = []
    asyncio.run(library.answer(ExportMatch(number), told.append))
    saved = asyncio.run(library.answer(ImportRecord(str(told[0]["text"])), told.append))
    assert saved is not None
    assert saved.rounds == rounds
    autosave.close()


SET_UP = "obp1yrgn/8/8/3k4/8/8/8/NGRYKPBO"
"""A board on which one tower has moved."""


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("game: kamisado-single\n 1. x", "That is not a record of a game. Line 2, move "),
        (
            f"game: kamisado-single\nstart: {SET_UP} w -\n",
            "This position is not possible: the pink tower on d5 has left its home row",
        ),
        ("game: five\nstart: 5 b\n", "This position is not possible: there must be "),
        ("game: chess\nstart: 8 b\n", "This position is not possible: unknown game 'chess'"),
        (f"game: five\nstart: {SET_UP}\n1. x", "That is not a record of a game. Line 2: "),
        ("https://example.org/#record=%", "This link is incomplete"),
        ("#position=%E0", "This link is incomplete"),
    ],
)
def test_a_refusal_speaks_of_a_record_of_a_position_or_of_a_link(text: str, refusal: str) -> None:
    with pytest.raises(ValueError, match="^" + re.escape(refusal)) as refused:
        record_of_text(text)
    assert refusal.startswith("That") or "line" not in str(refused.value).lower()


def test_what_is_no_record_is_refused_and_quoted(path: Path) -> None:
    _, autosave, library = playing(path)
    for check in (False, True):
        with pytest.raises(ValueError, match=r"not a record.*castle"):
            asyncio.run(library.answer(ImportRecord("castle queenside", check), lambda _: None))
    with pytest.raises(SaveFileError, match="99"):
        asyncio.run(library.answer(OpenMatch(99), lambda _: None))
    autosave.close()


def test_solved_puzzles_are_kept_in_the_file(path: Path) -> None:
    _, autosave, library = playing(path)
    assert asyncio.run(library.solved_puzzles()) == set()
    for number in (3, 1, 3):
        asyncio.run(library.keep_solved(number))
    autosave.close()
    _, autosave, later = playing(path)
    assert asyncio.run(later.solved_puzzles()) == {1, 3}
    autosave.close()


def test_a_file_that_is_not_there_yet_has_no_solved_puzzles(tmp_path: Path) -> None:
    _, autosave, library = playing(tmp_path / "matches.sqlite3")
    (tmp_path / "matches.sqlite3").unlink()
    assert asyncio.run(library.solved_puzzles()) == set()
    autosave.close()


def test_a_match_is_deleted_unless_it_is_played(path: Path) -> None:
    session, autosave, library = playing(path)
    told: list[Mapping[str, object]] = []
    saved = asyncio.run(library.answer(OpenMatch(1), told.append))
    assert saved is not None
    library.go_on(session, saved, asyncio.run(library.restored(saved)))
    with pytest.raises(ValueError, match="1 is on the board"):
        asyncio.run(library.answer(DeleteMatch(1), told.append))
    session.new_game(0)
    assert asyncio.run(library.answer(DeleteMatch(1), told.append)) is None
    assert [message["matches"] for message in told] == [[]]
    autosave.close()


def run_now(work: Coroutine[object, object, None]) -> None:
    """Run work of the background at once, in a loop of its own."""
    with ThreadPoolExecutor() as threads:
        threads.submit(asyncio.run, work).result()


def test_a_reversed_set_is_kept_for_its_board_until_it_is_found_otherwise(path: Path) -> None:
    def begun(said: Side | None = None) -> BoardMagnets:
        session, autosave, library = playing(path)
        magnets = BoardMagnets(said)
        asyncio.run(library.begin(session, magnets, run_now))
        autosave.close()
        return magnets

    magnets = begun()
    assert magnets.north("e661") is Side.WHITE
    assert magnets.turn("e661") is Side.BLACK
    assert [begun().north(chip) for chip in ("e661", "e662")] == [Side.BLACK, Side.WHITE]
    assert begun().turn("e661") is Side.WHITE
    assert begun().north("e661") is Side.WHITE
    assert begun(Side.BLACK).north("e662") is Side.BLACK
    assert begun().north("e662") is Side.BLACK, "what was said at one start is kept"
    assert begun(Side.WHITE).north("e662") is Side.WHITE
    assert begun().north("e662") is Side.WHITE


def left(path: Path, texts: Sequence[str], opponent: str = "", **kept: object) -> int:
    """Save a match that was left; return its number."""
    game = game_named("kamisado-single")
    with closing(Store(path)) as store:
        number = store.create_match(game.name, game.position_text(game.start()), opponent=opponent)
        store.save(number, [StoredPly(text) for text in texts], None, **kept)  # type: ignore[arg-type]
    return number


def asked_about(path: Path, session: Session, may_go_on: Wanted | None) -> list[int]:
    """Return the numbers of the matches about which a session that begins may ask."""
    autosave = Autosave(session, Store(path))
    library = MatchLibrary(autosave, asyncio.to_thread, may_go_on)
    asyncio.run(library.begin(session, BoardMagnets(), run_now))
    autosave.close()
    unfinished = session.state.unfinished
    return [] if unfinished is None else [match.number for match in unfinished.matches]


def test_unfinished_matches_are_asked_about_the_newest_first(path: Path) -> None:
    first, second = left(path, ["d8d4"]), left(path, ["d8d5"])
    left(path, ["d8d4"], "far white")
    left(path, ["d8d4"], termination=str(resignation(Side.WHITE)))
    left(path, ["d8d1"])  # which is no legal move
    session = Session(MatchSettings(game_named("kamisado-single")))
    assert asked_about(path, session, lambda _: True) == [second, first, 1]
    assert asked_about(path, session, lambda saved: saved.id == first) == [first]


def test_nothing_is_asked_who_has_said_what_to_play_or_has_no_matches(path: Path) -> None:
    session = Session(MatchSettings(game_named("kamisado-single")))
    assert asked_about(path, session, None) == []
    assert asked_about(path.with_name("none.sqlite3"), session, lambda _: True) == []


def test_a_match_on_squares_of_another_size_is_not_asked_about(path: Path) -> None:
    assert asked_about(path, Session(MatchSettings(game_named("hasami"))), lambda _: True) == []


def test_a_match_that_is_gone_on_with_by_its_towers_is_saved_as_itself(path: Path) -> None:
    session, autosave, _ = playing(path)
    library = MatchLibrary(autosave, asyncio.to_thread, lambda _: True)
    asyncio.run(library.begin(session, BoardMagnets(), run_now))
    unfinished = session.state.unfinished
    assert unfinished is not None
    (match,) = unfinished.matches
    match.go_on()
    assert autosave(0) == []
    assert autosave.match == 1
    assert session.times == TIMES
    autosave.close()
