"""Adoption of the board: play goes on from what stands there, whatever the game has."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from host.engine.game import AnyGame, Side
from host.engine.kamisado.records import reader, record
from host.engine.kamisado.records.record import Form, Record
from host.engine.squares import square_name
from host.guidance.marks import Help
from host.message import message_of
from host.recognition.times import HOLD_MS, TOUCH_MS
from host.session.match_settings import MatchSettings
from host.session.modes.replay import Replay
from host.session.player_actions.adoption import STANDING_MS
from host.session.player_actions.gestures import STEP_MS, STEPS
from host.session.player_actions.hand_negotiation import ANSWER_MS
from host.session.session import Session
from host.session.view import Action, Phase
from host.storage.autosave import Autosave
from host.storage.saved_record import record_of
from host.storage.saved_session import saved_session
from host.storage.store import Store
from tests.adding_a_game.breakthrough import Breakthrough
from tests.support.requests import handle
from tests.support.snapshots import SnapshotHand

ILLEGAL = "obp1yrgn/8/8/8/4k3/8/8/NGRYKPBO w p"
"""Black's pink tower has gone from d8 to e4, which no rule allows."""


def adopt(hand: SnapshotHand, position: str) -> None:
    notices = handle(hand.session, {"t": "adopt", "position": position}, hand.now_ms)
    assert notices is not None
    hand.notices += notices


def disagreeing() -> SnapshotHand:
    """A board that an illegal move has left, and that nobody puts right."""
    hand = SnapshotHand(game="kamisado-standard", clock="10+5")
    hand.move("d8e4", rest_ms=3000)
    assert hand.view.correction is not None
    return hand


def proposed(hand: SnapshotHand) -> str:
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
    move = next(o for o in hand.view.expectation.candidates if o.origin == square)
    hand.move(hand.session.game.move_text(hand.session.position, move.move))
    assert len(hand.texts) == 2


def test_the_score_of_the_match_stays() -> None:
    text = "1r1k2ng/4PGb1/o1p5/8/6y1/8/2O3N+1/1R1K1BY1 w g standard 2 1:0 b"
    hand = SnapshotHand(text, game="kamisado-standard")
    standing = hand.view.standing
    hand.move("g7f5", rest_ms=3000)
    adopt(hand, proposed(hand))
    assert hand.view.standing == standing
    assert hand.session.plies[0].round == 2


def test_towers_that_were_exchanged_are_taken_for_what_is_told() -> None:
    hand = SnapshotHand(game="kamisado-standard")
    hand.move("d8d4")
    exchanged = "obp1yrgn/8/8/8/3k4/8/8/GNRYKPBO w n"
    adopt(hand, exchanged)
    assert hand.view.phase is Phase.PLAY
    assert hand.view.expectation.pieces[1].name == "brown"
    assert proposed(hand) == exchanged


def test_the_board_is_guided_to_a_position_that_does_not_stand_on_it() -> None:
    hand = SnapshotHand(game="kamisado-standard")
    adopt(hand, ILLEGAL)
    assert hand.view.phase is Phase.SETUP
    hand.move("d8e4", rest_ms=3000)
    assert hand.view.phase is Phase.PLAY
    assert len(hand.texts) == 1


def test_a_round_that_is_over_on_the_board_ends() -> None:
    hand = SnapshotHand(game="kamisado-standard")
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
    hand = SnapshotHand(game="kamisado-standard")
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
    with pytest.raises(ValueError, match=r"not a position|not legal") as raised:
        adopt(hand, position)
    assert reason in str(message_of(raised.value))
    assert hand.view == before


def test_the_position_of_the_game_itself_is_nothing_to_adopt() -> None:
    hand = SnapshotHand(game="kamisado-standard")
    hand.move("d8d4")
    with pytest.raises(ValueError, match="The game has this position"):
        adopt(hand, proposed(hand))


def test_a_game_that_is_over_stays_as_it_ended() -> None:
    hand = SnapshotHand(game="kamisado-standard")
    hand.move("d8d4")
    handle(hand.session, {"t": "resign", "side": "white"}, hand.now_ms)
    assert hand.view.adoption is None
    with pytest.raises(ValueError, match="The game is over"):
        adopt(hand, ILLEGAL)


def test_a_game_without_adjudications_says_so() -> None:
    game: AnyGame = Breakthrough()
    session = Session(MatchSettings(game))
    assert session.view().adoption is None
    with pytest.raises(ValueError) as raised:  # noqa: PT011
        handle(session, {"t": "adopt", "position": ILLEGAL}, 0)
    assert message_of(raised.value).id == "session.adopts_no_board"


@pytest.mark.parametrize(
    ("game", "made", "wrong", "position"),
    [
        ("hasami", "a1a5", "a9b5", "1ssssssss/9/9/9/Ss7/9/9/9/1SSSSSSSS w 1"),
        ("five", "a2a3", "a9e5", "1ssssssss/sssssssss/9/9/4s4/9/S8/1SSSSSSSS/SSSSSSSSS w 1 -"),
    ],
)
def test_stones_are_taken_as_they_stand(game: str, made: str, wrong: str, position: str) -> None:
    hand = SnapshotHand(game=game)
    hand.move(made)
    hand.move(wrong, rest_ms=3000)
    assert hand.view.correction is not None
    assert proposed(hand) == position
    adopt(hand, position)
    assert hand.texts == [made, f"adjudicate {position}"]
    assert hand.view.phase is Phase.PLAY
    assert hand.view.correction is None
    candidate = hand.view.expectation.candidates[0]
    hand.move(hand.session.game.move_text(hand.session.position, candidate.move))
    assert len(hand.texts) == 3


def test_a_stone_that_was_taken_off_too_soon_stays_off() -> None:
    hand = SnapshotHand(game="hasami")
    hand.move("a1a5")
    hand.lift("e9")
    hand.wait(3000)
    assert proposed(hand) == "ssss1ssss/9/9/9/S8/9/9/9/1SSSSSSSS b 1"
    adopt(hand, proposed(hand))
    assert hand.view.phase is Phase.PLAY
    assert len(hand.view.expectation.pieces) == 17


def test_while_stones_are_placed_their_number_tells_who_is_next() -> None:
    hand = SnapshotHand(game="seega")
    for square, side in (("a1", Side.WHITE), ("b1", Side.BLACK), ("c1", Side.WHITE)):
        hand.put(square, side)
        hand.wait(3000)
    hand.lift("b1")
    hand.put("d4", Side.BLACK)
    hand.wait(3000)
    text = proposed(hand)
    assert text == "5/3s1/5/5/S1S2 b 0 21 -"
    adopt(hand, text)
    assert hand.texts[-1] == f"adjudicate {text}"
    assert hand.view.turn is Side.BLACK


def test_where_a_piece_is_missing_none_is_proposed_on_an_occupied_square() -> None:
    hand = SnapshotHand(game="kamisado-standard")
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
        candidates = hand.view.expectation.candidates
        hand.move(hand.session.game.move_text(hand.session.position, candidates[0].move))
        autosave(hand.now_ms)
        saved = store.latest_unfinished()
    assert [ply.text for ply in saved.plies] == hand.texts
    again = saved_session(saved, Help.LEGAL)
    assert isinstance(again, Session)
    assert again.position == hand.session.position
    assert again.plies[0].adjudicated
    kept = record_of(saved)
    written = record.write(Record(kept.game, kept.start, kept.moves), Form.GLYPHS)  # type: ignore[arg-type]
    assert reader.read(written).moves == kept.moves
    replay = Replay(kept.game, kept.start, kept.moves)
    for ply in range(3):
        replay.go(ply, 0)
        assert replay.view().replay is not None
    assert replay.position == hand.session.position


MENU_HOMES = ("b1", "c1")


def chosen_by_hand(hand: SnapshotHand) -> None:
    """Choose the board as it stands in the menu, and put both towers back."""
    for square in MENU_HOMES:
        hand.lift(square)
    hand.wait(HOLD_MS)
    [item] = hand.view.menu
    assert item.action is Action.ADOPT
    place = square_name(item.square, 8)
    hand.put(place, Side.WHITE)
    hand.wait(STEPS * STEP_MS)
    assert hand.view.offer is not None
    hand.lift(place)
    for square in MENU_HOMES:
        hand.put(square, Side.WHITE)
    hand.wait(1000)


def wrongly_played() -> SnapshotHand:
    """A board on which Black's second move was illegal, and which nobody puts right."""
    hand = SnapshotHand(game="kamisado-standard")
    hand.move("d8d4")
    hand.move("a1b3", rest_ms=STANDING_MS + 500)
    assert hand.view.correction is not None
    return hand


def test_hands_take_the_board_as_it_stands_and_the_other_side_confirms() -> None:
    hand = wrongly_played()
    text = proposed(hand)
    chosen_by_hand(hand)
    assert hand.view.offer is not None
    assert (hand.view.offer.by, hand.view.offer.asked) == (Side.WHITE, Side.BLACK)
    assert "White offers to continue from this position. To accept, Black lifts" in str(
        hand.view.prompt
    )
    assert hand.view.correction is None
    hand.lift("h8")
    hand.wait(TOUCH_MS)
    hand.put("h8", Side.BLACK)
    hand.wait(1000)
    assert hand.texts == ["d8d4", f"adjudicate {text}"]
    assert hand.view.phase is Phase.PLAY
    assert (hand.view.offer, hand.view.correction, hand.view.menu) == (None, None, ())


@pytest.mark.parametrize("answer", ["nothing", "another touch"])
def test_what_the_other_side_does_not_confirm_is_not_taken(answer: str) -> None:
    hand = wrongly_played()
    chosen_by_hand(hand)
    if answer == "another touch":
        hand.lift("d1")
    hand.wait(ANSWER_MS + 1000)
    assert hand.view.offer is None
    assert hand.texts == ["d8d4"]
    assert hand.view.correction is not None


def test_towers_that_are_not_put_back_are_led_to_where_they_stood() -> None:
    hand = wrongly_played()
    for square in MENU_HOMES:
        hand.lift(square)
    hand.wait(HOLD_MS)
    [item] = hand.view.menu
    hand.put(square_name(item.square, 8), Side.WHITE)
    hand.wait(STEPS * STEP_MS + 3000)
    assert hand.view.correction is not None
    assert set(hand.view.correction.squares) & {1, 2, item.square}
    assert 17 not in hand.view.correction.squares, "b3 stays as it stands"


def test_a_board_that_is_put_right_has_the_usual_menu() -> None:
    hand = wrongly_played()
    hand.move("b3a1", rest_ms=1000)
    assert hand.view.correction is None
    for square in MENU_HOMES:
        hand.lift(square)
    hand.wait(HOLD_MS)
    assert Action.ADOPT not in {item.action for item in hand.view.menu}
    assert len(hand.view.menu) > 1


def test_a_board_that_cannot_be_has_no_such_menu() -> None:
    hand = SnapshotHand(game="kamisado-standard")
    hand.move("d8d4")
    hand.put("e5", Side.WHITE)  # a tower too many
    hand.wait(STANDING_MS + 500)
    for square in MENU_HOMES:
        hand.lift(square)
    hand.wait(HOLD_MS)
    assert hand.view.menu == ()


def test_a_lost_board_ends_the_offer_of_its_position() -> None:
    hand = wrongly_played()
    chosen_by_hand(hand)
    hand.session.board_lost()
    assert hand.view.offer is None


def test_a_pause_is_ended_with_the_pieces_as_the_game_has_them() -> None:
    hand = wrongly_played()
    for square in MENU_HOMES:
        hand.lift(square)
    hand.wait(HOLD_MS)
    assert [item.action for item in hand.view.menu] == [Action.ADOPT]
    for square in MENU_HOMES:
        hand.put(square, Side.WHITE)
    hand.session.act(Action.PAUSE, None, hand.now_ms)
    hand.wait(1000)
    hand.lift("h8")
    hand.wait(TOUCH_MS)
    assert hand.view.phase is Phase.PAUSED
    assert hand.view.correction is not None
