"""A board that is cleared and set up again: a new game, or the same one, but no takebacks."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from host.engine.game import Side
from host.engine.squares import parse_square, square_name
from host.recognition.dwell_timer import UNDO_END_MS
from host.recognition.snapshot import STATE_OF_SIDE, SquareState, inverted, snapshot_of
from host.session.match_state import CHECK_MS
from host.session.view import Phase
from host.storage.autosave import Autosave
from host.storage.store import Store
from tests.support.snapshots import PictureHand

# White's yellow tower on e1 wins by e1e8, straight from its home row.
FROM_HOME = "1rgk2nb/8/2o3p1/8/1y6/3O4/6N1/GRBKY1P1 w y"


def first_pieces(hand: PictureHand) -> dict[str, Side]:
    pieces = hand.game.pieces(hand.game.start())
    return {square_name(square, 8): piece.side for square, piece in pieces.items()}


def carry_home(hand: PictureHand, rest_ms: int = 700, first: str = "") -> None:
    """Carry every piece to its place in the first position, one after the other.

    Args:
        first: the square of the piece that goes first.
    """
    homes = {
        (piece.side, piece.name): square_name(square, 8)
        for square, piece in hand.game.pieces(hand.game.start()).items()
    }
    last = hand.session.plies[-1]
    pieces = hand.game.pieces(hand.game.play(last.before.position, last.move))
    stands = {(p.side, p.name): square_name(s, 8) for s, p in pieces.items()}
    assert last.piece is not None
    if is_empty(hand, square_name(last.target or 0, 8)):
        stands[last.piece.side, last.piece.name] = square_name(last.origin or 0, 8)
    while astray := [piece for piece in homes if stands.get(piece) != homes[piece]]:
        free = [piece for piece in astray if is_empty(hand, homes[piece])]
        free.sort(key=lambda piece: stands.get(piece) != first)
        piece = (free or [each for each in astray if each in stands])[0]
        if piece in stands:
            hand.lift(stands.pop(piece))
            hand.wait(200)
        if free:
            hand.put(homes[piece], piece[0])
            stands[piece] = homes[piece]
            hand.wait(rest_ms)


def clear_and_set_up(hand: PictureHand, rest_ms: int = 150) -> None:
    """Take everything off, and set the first position up again."""
    for square, state in enumerate(hand.snapshot):
        if state is not SquareState.EMPTY:
            hand.lift(square_name(square, 8))
            hand.wait(rest_ms)
    for name, side in first_pieces(hand).items():
        hand.put(name, side)
        hand.wait(rest_ms)
    hand.wait(1000)


def side_of(hand: PictureHand, state: SquareState) -> Side:
    return next(side for side, own in STATE_OF_SIDE.items() if own is state)


def is_empty(hand: PictureHand, name: str) -> bool:
    return hand.snapshot[parse_square(name, (8, 8))] is SquareState.EMPTY


def play_some(hand: PictureHand, moves: int, seed: int = 5) -> None:
    """Play legal moves by hand."""
    chance = random.Random(seed)
    for _ in range(moves):
        candidates = [o for o in hand.view.expectation.candidates if o.touched and not o.pushed]
        candidates = [o for o in candidates if not o.wins]
        candidate = chance.choice(candidates)
        assert candidate.origin is not None
        assert candidate.target is not None
        hand.move(square_name(candidate.origin, 8) + square_name(candidate.target, 8), 2000)


def touch(hand: PictureHand, name: str) -> None:
    state = hand.lift(name)
    hand.wait(400)
    hand.put(name, side_of(hand, state))
    hand.wait(1000)


def won_from_home(game: str) -> PictureHand:
    hand = PictureHand(FROM_HOME, game=game)
    hand.move("e1e8")
    return hand


def test_a_win_from_the_home_row_stays_when_the_winner_is_put_home_first() -> None:
    hand = won_from_home("kamisado-single")
    assert hand.view.phase is Phase.ENDED
    hand.put("e1", side_of(hand, hand.lift("e8")))
    hand.wait(UNDO_END_MS + 500)
    assert hand.texts == ["e1e8"]
    assert hand.view.phase is Phase.ENDED


def test_the_finished_match_stays_in_the_list_when_its_board_is_set_up_again(
    tmp_path: Path,
) -> None:
    hand = won_from_home("kamisado-single")
    with_store = Store(tmp_path / "matches.sqlite")
    save = Autosave(hand.session, with_store)
    assert save(hand.now_ms) == []
    hand.put("e1", side_of(hand, hand.lift("e8")))
    hand.wait(UNDO_END_MS + 500)
    assert save(hand.now_ms) == []
    carry_home(hand)
    assert save(hand.now_ms) == []
    assert hand.session.game_number == 2, "a new game has begun"
    assert hand.view.phase is Phase.PLAY
    kept = with_store.load(1)
    assert [ply.text for ply in kept.plies] == ["e1e8"]
    assert kept.outcome is not None
    assert "White" in kept.outcome
    with_store.close()


def test_the_win_is_still_replaced_by_another_move_of_the_same_piece() -> None:
    hand = won_from_home("kamisado-single")
    hand.put("e1", side_of(hand, hand.lift("e8")))
    hand.wait(UNDO_END_MS + 500)
    hand.move("e1e7")
    assert hand.texts == ["e1e7"]
    assert hand.view.phase is Phase.PLAY


def test_a_round_won_from_the_home_row_stays_won() -> None:
    hand = won_from_home("kamisado-standard")
    assert hand.view.phase is Phase.ROUND_BREAK
    hand.put("e1", side_of(hand, hand.lift("e8")))
    hand.wait(UNDO_END_MS + 500)
    assert hand.texts == ["e1e8"]
    assert hand.view.phase is Phase.ROUND_BREAK


@pytest.mark.parametrize("cleared", [True, False])
@pytest.mark.parametrize("moves", [6, 8])
def test_a_board_set_up_anew_in_mid_round_is_asked_about_and_nothing_is_lost(
    cleared: bool, moves: int
) -> None:
    hand = PictureHand(game="kamisado-single")
    play_some(hand, moves)
    before = hand.texts
    (clear_and_set_up if cleared else carry_home)(hand)
    hand.wait(1000)
    assert hand.texts == before, "nothing is taken back"
    assert [choice.text for choice in hand.view.choices] == ["new game", "same game"]
    assert hand.marked("menu", "new") == {"a1"}
    assert hand.marked("choice", "corner") == {"h1"}
    touch(hand, "a1")
    assert hand.session.game_number == 2
    assert hand.texts == []
    assert hand.marked("fill", "rest"), "the colours are checked by eye"


def test_the_same_game_is_set_up_again_from_its_first_position() -> None:
    hand = PictureHand(game="kamisado-single")
    play_some(hand, 8)
    before, wanted = hand.texts, hand.session.view().expectation.snapshot
    clear_and_set_up(hand)
    touch(hand, "h1")
    assert (hand.session.game_number, hand.texts) == (1, before)
    assert hand.view.phase is Phase.SETUP
    hand.snapshot = wanted
    hand.wait(1000)
    assert hand.view.phase is Phase.PLAY
    assert hand.texts == before


def test_a_display_answers_as_well() -> None:
    hand = PictureHand(game="kamisado-single")
    play_some(hand, 8)
    clear_and_set_up(hand)
    hand.session.choose("new game", hand.now_ms)
    assert (hand.session.game_number, hand.texts) == (2, [])


def test_whoever_plays_on_has_begun_a_new_game() -> None:
    hand = PictureHand(game="kamisado-single")
    play_some(hand, 8)
    clear_and_set_up(hand)
    hand.move("d8d5", 1500)
    assert (hand.session.game_number, hand.texts) == (2, ["d8d5"])


def second_round() -> PictureHand:
    hand = won_from_home("kamisado-standard")
    hand.put("e1", side_of(hand, hand.lift("e8")))
    hand.session.choose("fill left", hand.now_ms)
    hand.session.forget_pieces()
    hand.snapshot = snapshot_of(hand.session.view().expectation.pieces, 64)
    hand.wait(1000)
    assert hand.view.phase is Phase.PLAY
    return hand


def test_a_new_match_set_up_in_round_2_is_asked_about() -> None:
    hand = second_round()
    play_some(hand, 5)
    before = hand.texts
    clear_and_set_up(hand)
    assert hand.texts == before
    touch(hand, "a1")
    assert (hand.session.game_number, hand.texts) == (2, [])


def test_a_board_cleared_before_the_first_move_of_round_2_is_asked_about() -> None:
    hand = second_round()
    clear_and_set_up(hand)
    assert [choice.text for choice in hand.view.choices] == ["new game", "same game"]
    touch(hand, "h1")
    assert hand.session.game_number == 1
    assert hand.view.phase is Phase.PLAY
    assert hand.marked("fill", "rest"), "the colours of round 2 are checked by eye"


def test_a_row_swept_off_before_the_first_move_of_round_2_is_no_other_game() -> None:
    hand = second_round()
    row = [f"{file}8" for file in "abcdefgh"]
    for square in row:
        hand.lift(square)
        hand.wait(30)
    for square in row:
        hand.put(square, Side.BLACK)
        hand.wait(300)
    hand.wait(1000)
    assert not hand.view.choices
    assert hand.marked("fill", "rest"), "the colours of round 2 are checked by eye"
    assert hand.session.game_number == 1


def put_up(hand: PictureHand, order: int) -> None:
    """Clear the board after a round and put the first position up, in an order by chance."""
    for square, state in enumerate(hand.snapshot):
        if state is not SquareState.EMPTY:
            hand.lift(square_name(square, 8))
            hand.wait(150)
    names = [*first_pieces(hand).items()]
    random.Random(order).shuffle(names)
    for name, side in names:
        hand.put(name, side)
        hand.wait(700)
    hand.wait(1000)


@pytest.mark.parametrize("order", range(3))
@pytest.mark.parametrize("game", ["kamisado-standard", "kamisado-series-3"])
def test_a_new_match_set_up_between_two_rounds_is_asked_about(game: str, order: int) -> None:
    hand = won_from_home(game)
    put_up(hand, order)
    assert [choice.text for choice in hand.view.choices] == ["new game", "same game"]
    assert hand.texts[0] == "e1e8"
    touch(hand, "a1")
    assert (hand.session.game_number, hand.texts) == (2, [])
    assert hand.marked("fill", "rest"), "the colours of the first order are checked by eye"


@pytest.mark.parametrize("game", ["kamisado-standard", "kamisado-series-3"])
def test_the_next_round_may_be_set_up_on_a_cleared_board_too(game: str) -> None:
    hand = won_from_home(game)
    put_up(hand, 1)
    touch(hand, "h1")
    assert hand.session.game_number == 1
    assert hand.view.phase is Phase.PLAY
    assert hand.view.standing is not None
    assert hand.view.standing.round == 2
    assert hand.marked("fill", "rest"), "the colours of round 2 are checked by eye"


def test_whoever_plays_on_without_an_answer_plays_the_next_round() -> None:
    hand = won_from_home("kamisado-series-3")
    put_up(hand, 1)
    assert len(hand.view.choices) == 2
    played = len(hand.texts)
    origin = next(o for o in hand.view.expectation.candidates if not o.wins)
    text = hand.game.move_text(hand.session.position, origin.move)
    hand.move(text, 1500)
    assert hand.session.game_number == 1
    assert hand.texts[played:] == [text]


def test_rows_set_up_before_the_fill_is_told_are_asked_about() -> None:
    """Both corners are filled at the same moment, so that neither is told."""
    hand = won_from_home("kamisado-standard")
    hand.snapshot = (SquareState.EMPTY,) * 64
    hand.wait(1000)
    hand.snapshot = snapshot_of(hand.game.pieces(hand.game.start()), 64)
    hand.wait(1000)
    assert [choice.text for choice in hand.view.choices] == ["new game", "same game"]
    touch(hand, "h1")
    assert hand.session.game_number == 1
    assert [choice.text for choice in hand.view.choices] == ["fill left", "fill right"]
    touch(hand, "a1")
    assert hand.texts == ["e1e8", "fill left"]
    assert hand.view.phase is Phase.PLAY


def test_a_fill_that_was_told_first_is_not_asked_about() -> None:
    hand = won_from_home("kamisado-standard")
    touch(hand, "a1")
    assert hand.texts == ["e1e8", "fill left"]
    put_up(hand, 2)
    assert not hand.view.choices
    assert hand.texts == ["e1e8", "fill left"]
    assert hand.view.phase is Phase.PLAY


def test_a_board_cleared_before_the_first_move_only_has_its_colours_checked() -> None:
    hand = PictureHand(game="kamisado-single")
    clear_and_set_up(hand)
    assert not hand.view.choices
    assert hand.marked("fill", "rest")


def test_the_colours_are_checked_at_the_first_start() -> None:
    hand = PictureHand(game="kamisado-single", settle_ms=1000)
    assert len(hand.marked("fill", "rest")) == 16
    hand.wait(CHECK_MS)
    assert not hand.marked("fill", "rest")


def test_moves_taken_back_by_setting_up_are_made_again() -> None:
    """Pieces go home in the very order in which they came: that looks like takebacks."""
    hand = PictureHand(game="kamisado-single")
    play_some(hand, 5, seed=3)
    before = hand.texts
    carry_home(hand, 1200, before[-1][2:4])
    hand.wait(1500)
    assert hand.texts == before
    assert len(hand.view.choices) == 2


def test_a_session_of_stones_is_asked_about_too() -> None:
    hand = PictureHand(game="hasami:first=black")
    chance = random.Random(3)
    for _ in range(6):
        candidates = [o for o in hand.view.expectation.candidates if o.origin and not o.captured]
        candidate = chance.choice(candidates)
        assert candidate.target is not None
        hand.move(square_name(candidate.origin or 0, 9) + square_name(candidate.target, 9), 2000)
    before = hand.texts
    hand.snapshot = snapshot_of(hand.game.pieces(hand.game.start()), 81)
    hand.wait(2000)
    assert hand.texts == before
    assert len(hand.view.choices) == 2


def test_unanswered_it_goes_away_with_the_board_that_asked() -> None:
    hand = PictureHand(game="kamisado-single")
    play_some(hand, 8)
    wanted = hand.session.view().expectation.snapshot
    before = hand.texts
    clear_and_set_up(hand)
    hand.snapshot = wanted
    hand.wait(6000)
    assert not hand.view.choices
    assert hand.view.correction is None
    assert hand.texts == before


def test_of_towers_bumped_together_the_one_that_may_move_goes_home_first() -> None:
    hand = PictureHand()
    hand.move("d8d4")
    # The brown tower must move, and c3 is legal for it; the green one may not.
    hand.show_at_once(a1=".", c3="w", b1=".", b3="w")
    hand.wait(1500)
    assert hand.view.correction is not None
    assert "Put the brown tower back on a1." in hand.view.correction.text
    hand.move("c3a1", 1200)
    assert "Put the green tower back on b1." in hand.view.correction.text
    hand.move("b3b1", 1200)
    assert hand.texts == ["d8d4"]
    assert hand.view.correction is None


def test_of_towers_of_both_sides_bumped_together_the_lights_show_the_colour() -> None:
    hand = PictureHand()
    # Either may lie beside the middle of its square, where its field is reversed.
    hand.show_at_once(f8=".", g7="b", f1=".", e2="w")
    hand.wait(1500)
    home = [mark for mark in hand.view.marks if mark.entry == "putback" and mark.role == "home"]
    assert [(square_name(mark.square, 8), mark.tint) for mark in home] == [("f8", "red")]


def test_a_wrong_piece_that_could_have_moved_asks_about_an_exchange() -> None:
    hand = PictureHand()
    hand.move("d8d4")
    hand.move("b1b3", 1000)
    assert hand.view.correction is not None
    assert hand.view.correction.text.endswith("Or have two towers been exchanged?")
    hand.move("b3b1", 1000)
    hand.move("b1c4", 1000)
    assert "exchanged" not in hand.view.correction.text, "no tower goes like that"


def test_clearing_the_board_is_no_lecture_on_the_rules() -> None:
    hand = PictureHand()
    play_some(hand, 5)
    for square, state in enumerate(hand.snapshot):
        if state is not SquareState.EMPTY:
            hand.lift(square_name(square, 8))
            hand.wait(100)
    hand.wait(2000)
    assert hand.view.correction is not None
    assert "set up the first position for a new game" in hand.view.correction.text
    assert "(T2)" not in hand.view.correction.text
    assert len(hand.view.correction.marks) == 16


def test_a_magnet_that_is_the_wrong_way_up_is_thought_of() -> None:
    hand = PictureHand(standing={"a1": "b"})
    assert hand.view.phase is Phase.SETUP
    hand.lift("a1")
    hand.wait(500)
    hand.put("a1", Side.BLACK)
    hand.wait(1500)
    assert "magnet is the wrong way up" in hand.view.prompt


def test_exchanged_rows_after_a_game_are_told_and_lead_to_the_next() -> None:
    hand = won_from_home("kamisado-single")
    hand.snapshot = (SquareState.EMPTY,) * 64
    hand.wait(200)
    hand.snapshot = inverted(snapshot_of(hand.game.pieces(hand.game.start()), 64))
    hand.wait(1500)
    assert hand.view.phase is Phase.ENDED
    assert "exchange the two rows" in hand.notices[-1].text
    assert hand.marked("illegal") == {"a1"}
    hand.snapshot = (SquareState.EMPTY,) * 64
    hand.wait(200)
    hand.snapshot = snapshot_of(hand.game.pieces(hand.game.start()), 64)
    hand.wait(1500)
    assert (hand.session.game_number, hand.texts) == (2, [])


def test_exchanged_rows_in_mid_round_are_told() -> None:
    hand = PictureHand()
    play_some(hand, 5)
    before = hand.texts
    hand.snapshot = (SquareState.EMPTY,) * 64
    hand.wait(200)
    hand.snapshot = inverted(snapshot_of(hand.game.pieces(hand.game.start()), 64))
    hand.wait(1500)
    assert "exchange the two rows" in hand.notices[-1].text
    assert hand.texts == before


def test_pieces_that_are_exchanged_by_hand_answer_nothing() -> None:
    hand = PictureHand()
    play_some(hand, 8)
    clear_and_set_up(hand)
    first, second = hand.lift("d1"), hand.lift("h1")
    hand.wait(500)
    hand.put("d1", side_of(hand, second))
    hand.wait(700)
    hand.put("h1", side_of(hand, first))
    hand.wait(1500)
    assert len(hand.view.choices) == 2


def test_a_tower_off_its_middle_is_told_after_a_sweep_at_the_beginning_of_a_round() -> None:
    hand = second_round()
    clear_and_set_up(hand)
    assert len(hand.view.choices) == 2
    hand.lift("a1")
    hand.wait(300)
    hand.put("a4", Side.BLACK)  # its field is reversed beside the middle
    hand.wait(1500)
    hand.show("a4", SquareState.WHITE)
    hand.wait(900)
    assert not hand.view.choices
    assert hand.view.correction is not None
    assert "a4" in hand.view.correction.text
