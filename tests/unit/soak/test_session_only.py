"""The model of hands: it finds nothing in a good session, and finds what is wrong with others."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from host.engine.registry import GAMES as KNOWN
from host.engine.registry import game_named
from host.engine.squares import parse_square
from host.guidance import corrections
from host.recognition import recogniser
from host.recognition.history import History
from host.session.match_settings import MatchSettings
from host.session.phases import play as play_phase
from host.session.phases.base import BasePhase
from host.session.session import Session
from soak.command import play
from soak.intended_game import IntendedGame
from soak.session_only import GAMES, games_of
from soak.session_tabletop import SessionTabletop


@pytest.mark.parametrize("number", range(len(GAMES)))
@pytest.mark.slow
def test_a_match_of_every_format_is_stored_as_it_was_meant(number: int) -> None:
    played = play(f"11/{number}", None)
    assert not played.failure
    assert played.rounds >= 1
    assert played.counts["looked at"] > 1
    assert played.counts["placements"] > played.counts["moves made"] / 2


@pytest.mark.parametrize(
    ("game", "captured"), [("seega:limit=8", 1), ("hasami:limit=4", 1), ("five:limit=3", 0)]
)
def test_a_game_of_stones_is_stored_as_it_was_meant(game: str, captured: int) -> None:
    played = play("21/0", None, (game,))
    assert not played.failure
    assert played.game == game
    assert played.counts["captured"] >= captured
    assert played.counts["looked at"] > 1


def test_all_games_are_those_of_kamisado_first_and_then_the_others() -> None:
    names = games_of("all")
    assert names[: len(GAMES)] == GAMES
    assert set(names) == {*GAMES, *KNOWN}
    assert games_of("hasami:limit=20") == ("hasami:limit=20",)
    with pytest.raises(ValueError, match="unknown game 'chess'"):
        games_of("chess")


def failures(games: int = 6) -> Iterator[str]:
    """Play matches until enough failures were asked for, and yield those of each."""
    return filter(None, (play(f"11/{number}", None).failure for number in range(games)))


@pytest.mark.slow
def test_a_session_that_lets_no_turn_go_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("host.session.phases.play.PlayPhase._let_go", lambda *_: None)
    fails = (play(f"11/{number}", None, ("seega:limit=8",)).failure for number in range(8))
    assert any("'done'" in failure for failure in fails)


def test_a_session_that_takes_slides_for_moves_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recogniser, "could_go_on", lambda *_: False)
    monkeypatch.setattr(recogniser, "interpret_last", lambda *_, **__: None)
    monkeypatch.setattr(BasePhase, "shown_just_so", lambda *_, **__: None)
    assert any("was meant" in failure for failure in failures())


@pytest.mark.slow
def test_a_session_that_takes_nothing_back_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("recognition.recogniser", "session.phases.ended", "session.phases.restart"):
        monkeypatch.setattr(f"host.{module}.find_takeback", lambda *_: None)
    assert any("was meant" in failure for failure in failures())


def test_a_session_that_says_nothing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_phase, "correction_for", lambda *_, **__: None)
    assert any("nothing is told" in failure for failure in failures())


@pytest.mark.slow
def test_a_session_whose_lights_lead_astray_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = corrections.correction_for

    def misleading(*args: object, **kwargs: object) -> object:
        told = honest(*args, **kwargs)  # type: ignore[arg-type]
        if told is None:
            return None
        moved = [replace(m, square=m.square ^ 1) if m.role == "home" else m for m in told.marks]
        return corrections.Correction(told.text, tuple(moved))

    monkeypatch.setattr(play_phase, "correction_for", misleading)
    assert any("LostError" in failure for failure in failures())


def test_a_square_from_which_a_piece_alone_has_come_in_two_moves_is_no_wrong_one() -> None:
    meaning = IntendedGame(game_named("kamisado"))
    squares = {name: parse_square(name, meaning.game.size) for name in ("a4", "b1", "c2", "h1")}
    for text in ("c8c6", "h1h5", "e8e2", "b1c2", "c2a4"):
        # Black is blocked and passes after b1c2.
        meaning.play(meaning.game.parse_move(meaning.position, text))
    green = meaning.places[squares["a4"]]
    # To put it there is to take both moves back, and one of them.
    assert {squares["b1"], squares["c2"]} <= meaning.may_go(green)
    orange = meaning.places[parse_square("h5", meaning.game.size)]
    assert squares["h1"] not in meaning.may_go(orange)


def test_a_move_counts_as_shown_with_a_whole_reply_on_the_board() -> None:
    session = Session(MatchSettings(game_named("kamisado-single")))
    tabletop = SessionTabletop(session, random.Random(1))
    history = History(session.game, session.position)
    history.record_text("d8d4")
    session.restore(history.plies)
    (ply,) = session.plies
    replies = session.view().expectation.candidates
    tabletop._shown = replies[0].after
    assert tabletop._replied(ply)
    tabletop._shown = ply.before.snapshot
    assert not tabletop._replied(ply)
