"""Records, positions and pictures that a page has for others."""

from __future__ import annotations

import pytest

from host.engine.api import GameRecord, read_record
from host.engine.game import Side
from host.engine.kamisado.records.record import Form, write
from host.engine.records.player_names import PlayerNames
from host.engine.registry import game_named
from host.engine.termination import resignation
from host.recognition.history import StoredPly
from host.session.match_settings import MatchSettings
from host.session.modes.replay import Replay
from host.session.requests import Resign, Share
from host.session.session import Session
from host.ui.pictures.shared import record_of, shared_message
from host.ui.pictures.svg import position_svg
from tests.unit.session.modes.long_match import FORCED_PASS, LONG_MATCH

GAME = game_named("kamisado-single")


def played() -> Session:
    session = Session(MatchSettings(GAME))
    session.restore([StoredPly("d8d4"), StoredPly("a1a2")], None)
    return session


def test_the_record_of_a_session_tells_its_moves_and_how_it_ended() -> None:
    session = played()
    session.handle(Resign(Side.BLACK), 0)
    message = shared_message(Share("record"), record_of(session))
    assert (message["t"], message["what"]) == ("shared", "record")
    read = read_record(message["text"])
    assert [GAME.move_text(GAME.start(), read.moves[0]), len(read.moves)] == ["d8d4", 2]
    assert read.termination == resignation(Side.BLACK)


def test_a_record_that_is_stepped_through_is_shared_whole() -> None:
    replay = Replay(GAME, GAME.start(), record_of(played()).moves)
    assert replay.plies == ()
    assert record_of(replay) == record_of(played())


def test_a_record_that_was_read_is_shared_with_its_players_its_help_and_its_end() -> None:
    moves = record_of(played()).moves
    names = PlayerNames("Ann", "Bob")
    read = GameRecord(GAME, GAME.start(), moves, resignation(Side.WHITE), ((2, "hint"),), names)
    replay = Replay(GAME, read.start, read.moves, source=read)
    assert replay.view().names == names
    assert read_record(shared_message(Share("record"), record_of(replay))["text"]) == read


def test_a_position_follows_from_moves_of_the_game_and_others_that_are_tried() -> None:
    record = record_of(played())
    after = GAME.play(GAME.start(), record.moves[0])
    tried = GAME.play(after, GAME.parse_move(after, "a1b2"))
    message = shared_message(Share("position", 1, ("a1b2",)), record)
    assert message["text"] == GAME.position_text(tried)
    picture = shared_message(Share("picture", 1, ("a1b2",)), record)["text"]
    origin, target = 0, 9
    assert picture == position_svg(GAME, tried, (origin, target))


def test_the_picture_after_a_pass_is_that_of_the_move_before() -> None:
    match = read_record(write(LONG_MATCH, Form.COORDINATES))
    first, before, after = (
        shared_message(Share("picture", ply), match)["text"].split("</title>")[1]
        for ply in range(FORCED_PASS - 1, FORCED_PASS + 2)
    )
    assert before == after
    assert before != first


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        (Share("picture", 3), "3"),
        (Share("position", 0, ("d8d9",)), "d8d9"),
        (Share("position", 0, ("d8d4",) * 201), "200"),
    ],
)
def test_what_there_is_not_is_quoted(request_: Share, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        shared_message(request_, record_of(played()))


def test_a_game_that_has_not_begun_has_a_picture() -> None:
    record = GameRecord(GAME, GAME.start(), ())
    assert shared_message(Share("picture"), record)["text"] == position_svg(GAME, GAME.start())
