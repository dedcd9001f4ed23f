"""Adoption of the board: play goes on from what stands there, whatever the game has."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from host.cli.play.sessions import saved_session
from host.cli.records import record_of
from host.engine.game import Side
from host.engine.kamisado import record, record_reader
from host.engine.kamisado.record import Form, Record
from host.guidance.marks import Help
from host.message import message_of
from host.session.replay import Replay
from host.session.session import Session
from host.session.view import Phase
from host.storage.autosave import Autosave
from host.storage.store import Store
from tests.support.requests import handle
from tests.support.snapshots import PictureHand

ILLEGAL = "obp1yrgn/8/8/8/4k3/8/8/NGRYKPBO w p"
"""Black's pink tower has gone from d8 to e4, which no rule allows."""


def adopt(hand: PictureHand, position: str) -> None:
    notices = handle(hand.session, {"t": "adopt", "position": position}, hand.now_ms)
    assert notices is not None
    hand.notices += notices


def disagreeing() -> PictureHand:
    """A board that an illegal move has left, and that nobody puts right."""
    hand = PictureHand(game="kamisado-standard", clock="10+5")
    hand.move("d8e4", rest_ms=3000)
    assert hand.view.correction is not None
    return hand


def proposed(hand: PictureHand) -> str:
    text = hand.view.adoption
    assert text is not None
    return text


def test_play_goes_on_from_what_stands_on_the_board() -> None:
    hand = disagreeing()
    assert proposed(hand).split()[0] == ILLEGAL.split()[0]
    times = hand.session.times
    adopt(hand, proposed(hand))
    assert hand.texts == [f"adjudicate {ILLEGAL.replace('w p', 'w o')}"]
    assert hand.view.phase is Phase.PLAY
    assert hand.view.correction is None
    assert hand.view.turn is Side.WHITE
    assert hand.session.plies[0].times == times, "an adjudication takes nobody's time"
    [square] = hand.view.movable_squares
    move = next(o for o in hand.view.expectation.options if o.origin == square)
    hand.move(hand.session.game.move_text(hand.session.position, move.move))
    assert len(hand.texts) == 2


def test_the_score_of_the_match_stays() -> None:
    text = "1r1k2ng/4PGb1/o1p5/8/6y1/8/2O3N+1/1R1K1BY1 w g standard 2 1:0 b"
    hand = PictureHand(text, game="kamisado-standard")
    standing = hand.view.standing
    hand.move("g7f5", rest_ms=3000)
    adopt(hand, proposed(hand))
    assert hand.view.standing == standing
    assert hand.session.plies[0].round == 2


def test_towers_that_were_exchanged_are_taken_for_what_is_told() -> None:
    hand = PictureHand(game="kamisado-standard")
    hand.move("d8d4")
    exchanged = "obp1yrgn/8/8/8/3k4/8/8/GNRYKPBO w n"
    adopt(hand, exchanged)
    assert hand.view.phase is Phase.PLAY
    assert hand.view.expectation.pieces[1].name == "brown"
    assert proposed(hand) == exchanged


def test_the_board_is_guided_to_a_position_that_does_not_stand_on_it() -> None:
    hand = PictureHand(game="kamisado-standard")
    adopt(hand, ILLEGAL)
    assert hand.view.phase is Phase.SETUP
    hand.move("d8e4", rest_ms=3000)
    assert hand.view.phase is Phase.PLAY
    assert len(hand.texts) == 1


def test_a_round_that_is_over_on_the_board_ends() -> None:
    hand = PictureHand(game="kamisado-standard")
    hand.move("d8d4")
    adopt(hand, "obp1Nrgn/8/8/8/3k4/8/y7/1GRYKPBO b y")
    assert hand.view.phase is Phase.ROUND_BREAK
    assert hand.view.standing is not None
    assert hand.view.standing.white == 1
    assert hand.view.adoption is None
    with pytest.raises(ValueError, match="choose"):
        adopt(hand, ILLEGAL)


def test_a_takeback_undoes_it_and_it_can_be_made_again() -> None:
    hand = disagreeing()
    adopt(hand, proposed(hand))
    made = hand.texts
    handle(hand.session, {"t": "takeback"}, hand.now_ms)
    assert hand.texts == []
    hand.wait(3000)
    assert hand.view.correction is not None, "the board is guided back"
    handle(hand.session, {"t": "redo"}, hand.now_ms)
    assert hand.texts == made
    assert hand.view.phase is Phase.PLAY


def test_hands_do_not_take_it_back_by_setting_the_board_as_it_was() -> None:
    hand = PictureHand(game="kamisado-standard")
    hand.move("d8d4")
    hand.move("a1b3", rest_ms=3000)
    adopt(hand, proposed(hand))
    made = hand.texts
    assert len(made) == 2
    hand.move("b3a1", rest_ms=5000)
    assert hand.texts == made
    assert hand.view.correction is not None


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("nothing", "'nothing'"),
        (ILLEGAL.replace("4k3", "8"), "k"),
        (ILLEGAL.replace("w p", "w -"), "tower that must move"),
        (ILLEGAL.replace("N", "N+"), "teeth"),
    ],
)
def test_what_cannot_be_is_quoted_and_changes_nothing(position: str, reason: str) -> None:
    hand = disagreeing()
    before = hand.view
    with pytest.raises(ValueError, match=r"written|not legal") as raised:
        adopt(hand, position)
    assert reason in str(message_of(raised.value))
    assert hand.view == before


def test_the_position_of_the_game_itself_is_nothing_to_adopt() -> None:
    hand = PictureHand(game="kamisado-standard")
    hand.move("d8d4")
    with pytest.raises(ValueError, match="the game has"):
        adopt(hand, proposed(hand))


def test_a_game_that_is_over_stays_as_it_ended() -> None:
    hand = PictureHand(game="kamisado-standard")
    hand.move("d8d4")
    handle(hand.session, {"t": "resign", "side": "white"}, hand.now_ms)
    assert hand.view.adoption is None
    with pytest.raises(ValueError, match="The game is over"):
        adopt(hand, ILLEGAL)


def test_games_of_stones_say_that_they_do_not_have_it() -> None:
    hand = PictureHand(game="hasami")
    assert hand.view.adoption is None
    with pytest.raises(ValueError, match="hasami shogi"):
        adopt(hand, ILLEGAL)


def test_where_a_piece_is_missing_none_is_proposed_on_an_occupied_square() -> None:
    hand = PictureHand(game="kamisado-standard")
    hand.lift("a8")
    hand.wait(3000)
    assert proposed(hand).split()[0] == "obpkyrgn/8/8/8/8/8/8/NGRYKPBO", (
        "it stands as the game has it"
    )
    hand.lift("a1")
    hand.put("a8", Side.WHITE)
    hand.wait(3000)
    assert hand.view.adoption is None


def test_it_is_stored_and_goes_on_in_another_session_a_replay_and_a_record(tmp_path: Path) -> None:
    hand = disagreeing()
    with closing(Store(tmp_path / "matches.sqlite")) as store:
        autosave = Autosave(hand.session, store)
        adopt(hand, proposed(hand))
        autosave(hand.now_ms)
        options = hand.view.expectation.options
        hand.move(hand.session.game.move_text(hand.session.position, options[0].move))
        autosave(hand.now_ms)
        saved = store.latest_unfinished()
    assert [ply.text for ply in saved.plies] == hand.texts
    again = saved_session(saved, Help.LEGAL)
    assert isinstance(again, Session)
    assert again.position == hand.session.position
    assert again.plies[0].adjudicated
    kept = record_of(saved)
    written = record.write(Record(kept.game, kept.start, kept.moves), Form.GLYPHS)  # type: ignore[arg-type]
    assert record_reader.read(written).moves == kept.moves
    replay = Replay(kept.game, kept.start, kept.moves)
    for ply in range(3):
        replay.go(ply, 0)
        assert replay.view().replay is not None
    assert replay.position == hand.session.position
