"""Boards that show a legal game just so, however the pieces came there."""

from collections.abc import Sequence

import pytest

from host.ai.players.opponent import AnyOpponent, FarPlayer, Opponent
from host.engine.game import Side
from host.recognition.history import StoredPly
from host.recognition.sensing.square_changes import FLICKER_CHANGES
from host.recognition.snapshot import Sight, SquareState
from host.recognition.times import BUMPED_MS, DWELL_MS, JUST_SO_MS
from host.session.phases.just_so import MOST_BACK, change_shown
from host.session.view import Phase
from tests.support.snapshots import OnOffHand, SnapshotHand

NEAR_WIN = "obpkyrg1/7N/8/8/8/7n/8/1GRYKPBO w n"
"""White's brown tower on h7 can go home to h8."""
EIGHT_PLIES = ("e8g6", "d1h5", "g6g3", "e1d2", "b8b4", "c1c7", "d8f6", "a1a6")


def win(hand: SnapshotHand) -> None:
    """Lift the winning tower and put it home."""
    hand.lift("h7")
    hand.wait(400)
    hand.put("h8", Side.WHITE)


@pytest.mark.parametrize("back_ms", [300, 600, 1500])
def test_a_win_beside_which_another_tower_was_knocked_is_taken_once_that_is_back(
    back_ms: int,
) -> None:
    hand = SnapshotHand(NEAR_WIN)
    win(hand)
    hand.show_at_once(g8=".", g7="b")
    hand.wait(back_ms)
    hand.move("g7g8", rest_ms=JUST_SO_MS + 500)
    assert hand.texts == ["h7h8"]


def test_a_win_beside_two_towers_that_were_straightened_is_taken() -> None:
    hand = SnapshotHand(NEAR_WIN)
    win(hand)
    hand.show_at_once(g8="?", f8="?")
    hand.wait(900)
    for square in ("g8", "f8"):
        hand.show(square, SquareState.EMPTY)
        hand.wait(300)
        hand.put(square, Side.BLACK)
    hand.wait(JUST_SO_MS + 500)
    assert hand.texts == ["h7h8"]


def test_a_win_during_which_the_other_player_moved_at_once_is_taken_when_that_is_back() -> None:
    hand = SnapshotHand(NEAR_WIN)
    hand.lift("a8")
    hand.wait(100)
    win(hand)
    hand.wait(300)
    hand.put("b4", Side.BLACK)
    hand.wait(800)
    hand.move("b4a8", rest_ms=JUST_SO_MS + 500)
    assert hand.texts == ["h7h8"]
    assert hand.view.phase.name is not Phase.PLAY


@pytest.mark.parametrize("pause_ms", [0, 100, 380, 420, 600])
def test_another_move_is_made_soon_after_two_were_taken_back(pause_ms: int) -> None:
    hand = SnapshotHand()
    hand.move("d8d4", rest_ms=900)
    hand.move("a1c3", rest_ms=900)
    hand.lift("d4")
    hand.wait(100)
    hand.lift("c3")
    hand.wait(300)
    hand.put("d8", Side.BLACK)
    hand.wait(100)
    hand.put("a1", Side.WHITE)
    hand.wait(pause_ms)
    hand.move("e8e5", rest_ms=JUST_SO_MS + 500)
    assert hand.texts == ["e8e5"]


@pytest.mark.parametrize("gap_ms", [0, 100, 300, 600, 1500])
def test_a_reply_put_down_before_the_move_is_taken_with_it(gap_ms: int) -> None:
    hand = SnapshotHand()
    hand.lift("c8")
    hand.wait(600)
    hand.lift("g1")
    hand.wait(300)
    hand.put("f2", Side.WHITE)
    hand.wait(gap_ms)
    hand.put("c5", Side.BLACK)
    hand.wait(JUST_SO_MS + 500)
    assert hand.texts == ["c8c5", "g1f2"]


@pytest.mark.parametrize("seen_as", [SquareState.EMPTY, SquareState.UNSURE])
@pytest.mark.parametrize("late_ms", [0, 5000, 30_000])
def test_a_tower_beside_the_middle_is_taken_with_the_reply_once_it_is_straightened(
    seen_as: SquareState, late_ms: int
) -> None:
    hand = SnapshotHand()
    hand.lift("d8")
    hand.wait(400)
    hand.show("d4", seen_as)
    hand.wait(1200)
    hand.move("a1a5", rest_ms=1200 + late_ms)
    assert hand.texts == []
    assert hand.view.correction is not None
    assert "in the middle of its square" in hand.view.correction.text
    hand.show("d4", SquareState.EMPTY)
    hand.wait(300)
    hand.put("d4", Side.BLACK)
    hand.wait(JUST_SO_MS + 500)
    assert hand.texts == ["d8d4", "a1a5"]


@pytest.mark.parametrize("rest_ms", [50, 250, 450])
def test_a_variation_of_six_moves_is_taken_back_though_nobody_pauses(rest_ms: int) -> None:
    hand = SnapshotHand()
    for text in EIGHT_PLIES:
        hand.move(text, rest_ms=900)
    played = hand.texts
    assert len(played) == len(EIGHT_PLIES)
    for text in reversed(EIGHT_PLIES[-MOST_BACK:]):
        hand.move(text[2:] + text[:2], rest_ms=rest_ms)
    hand.wait(JUST_SO_MS + 500)
    assert hand.texts == played[:-MOST_BACK]


def bumped() -> SnapshotHand:
    """Knock a tower and the one that could reply, both at once, to squares beside their own."""
    hand = SnapshotHand()
    hand.show_at_once(d8=".", d7="b")
    hand.wait(150)
    hand.show_at_once(b1=".", a2="w")
    return hand


def test_pieces_that_came_at_once_are_led_home() -> None:
    hand = bumped()
    hand.wait(BUMPED_MS - 500)
    assert hand.texts == []
    for text in ("a2b1", "d7d8"):
        hand.move(text, rest_ms=2000)
    assert hand.texts == []
    assert hand.view.correction is None


def test_pieces_that_came_at_once_are_believed_if_nobody_puts_them_right() -> None:
    hand = bumped()
    hand.wait(BUMPED_MS + 500)
    assert hand.texts == ["d8d7", "b1a2"]
    for text in ("a2b1", "d7d8"):
        hand.move(text, rest_ms=2000)
    assert hand.texts == [], "putting them back takes the moves back"


def test_where_moves_stand_none_is_taken_back_however_long_the_board_rests() -> None:
    hand = SnapshotHand(touch_move=True)
    hand.move("d8d4", rest_ms=900)
    hand.move("a1c3", rest_ms=900)
    hand.move("c3a1", rest_ms=300)
    hand.move("d4d8", rest_ms=BUMPED_MS + 500)
    assert hand.texts == ["d8d4", "a1c3"]
    assert hand.view.correction is not None


def test_what_a_takeback_on_a_display_has_left_on_the_board_makes_no_move() -> None:
    hand = SnapshotHand()
    hand.move("d8d4", rest_ms=900)
    hand.move("a1c3", rest_ms=900)
    hand.notices += hand.session.take_back(hand.now_ms)
    hand.wait(BUMPED_MS + 500)
    assert hand.texts == ["d8d4"]


def test_two_takebacks_on_a_display_are_led_back_in_any_order() -> None:
    hand = SnapshotHand()
    hand.move("d8d4", rest_ms=900)
    hand.move("a1c3", rest_ms=900)
    for _ in range(2):
        hand.notices += hand.session.take_back(hand.now_ms)
    hand.wait(900)
    hand.move("c3a1", rest_ms=BUMPED_MS + 500)
    assert hand.texts == [], "what the board shows was taken back as well"
    hand.move("d4d8", rest_ms=900)
    assert hand.texts == []
    assert hand.view.correction is None


@pytest.mark.parametrize("opponent", [Opponent(Side.WHITE, 4), FarPlayer(Side.WHITE)])
@pytest.mark.parametrize("carried", [False, True])
def test_hands_choose_no_move_for_who_does_not_play_at_the_board(
    opponent: AnyOpponent, carried: bool
) -> None:
    hand = SnapshotHand(opponent=opponent)
    hand.lift("d8")
    hand.wait(500)
    if carried:
        hand.move("a1a2", rest_ms=500)
    else:
        hand.show_at_once(a1=".", a2="w")
        hand.wait(500)
    hand.put("d4", Side.BLACK)
    hand.wait(BUMPED_MS + 500)
    assert "a1a2" not in hand.texts


def test_hands_do_not_replace_the_computers_move_in_a_game_that_is_resumed() -> None:
    hand = SnapshotHand(opponent=Opponent(Side.WHITE, 4))
    hand.session.restore([StoredPly("d8d4"), StoredPly("a1c3")])
    hand.show_at_once(d8=".", d4="b", a1=".", c3="w")
    hand.wait(2000)
    assert hand.texts == ["d8d4", "a1c3"]
    hand.move("c3b2", rest_ms=BUMPED_MS + 500)
    assert hand.texts == ["d8d4", "a1c3"]
    assert hand.view.correction is not None


def test_where_moves_stand_a_tower_that_was_knocked_makes_none() -> None:
    hand = SnapshotHand(touch_move=True)
    hand.move("d8d4", rest_ms=900)
    hand.lift("a1")
    hand.wait(500)
    hand.show_at_once(h8=".", h7="b")
    hand.wait(500)
    hand.put("c3", Side.WHITE)
    hand.wait(BUMPED_MS + 500)
    assert "h8h7" not in hand.texts


def test_a_win_that_slid_one_square_and_knocked_another_is_taken_once_that_is_put_right() -> None:
    hand = SnapshotHand(NEAR_WIN)
    hand.show_at_once(h7=".", h8="w")
    hand.wait(60)
    hand.show_at_once(g8=".", g7="b")
    hand.wait(600)
    hand.move("g7g8", rest_ms=JUST_SO_MS + 500)
    assert hand.texts == ["h7h8"]


def test_a_move_beside_a_tower_that_is_not_seen_clearly_is_taken() -> None:
    hand = SnapshotHand()
    hand.show("a1", SquareState.UNSURE)
    hand.move("d8d4", rest_ms=DWELL_MS + 100)
    assert hand.texts == ["d8d4"]
    assert hand.view.correction is not None, "it is still to be straightened"
    hand.wait(5000)
    assert hand.texts == ["d8d4"]


def test_no_move_is_made_to_where_nothing_is_seen_clearly() -> None:
    hand = SnapshotHand()
    hand.lift("d8")
    hand.wait(300)
    hand.show("d4", SquareState.UNSURE)
    hand.wait(JUST_SO_MS + 1000)
    assert hand.texts == []


def test_guessed_sides_yield_to_the_only_move_that_leaves_the_same_squares_empty() -> None:
    sides = SnapshotHand()
    sides.move("d8d4", rest_ms=900)
    history, seen = sides.session.state.history, sides.snapshot_with(a1=".", c3="b", d4="w")
    assert change_shown(history, seen) is None
    moved = change_shown(history, sides.snapshot_with(a1=".", c3="b"), sight=Sight(by_sides=False))
    assert moved is not None
    assert (moved.undo, moved.shows) == (0, sides.snapshot_with(a1=".", c3="w"))


def touch(hand: SnapshotHand, square: str) -> None:
    """Lift a tower for a moment and put it back."""
    state = hand.lift(square)
    hand.wait(400)
    hand.show(square, state)
    hand.wait(600)


def test_another_square_and_its_reply_are_taken_though_the_move_seemed_final() -> None:
    hand = SnapshotHand()
    hand.move("h8h7", rest_ms=900)
    touch(hand, "f1")
    hand.move("h7h6", rest_ms=700)
    assert hand.texts == ["h8h7"]
    hand.move("g1g4", rest_ms=JUST_SO_MS + 500)
    assert hand.texts == ["h8h6", "g1g4"]


def test_a_move_that_goes_on_after_a_hasty_reply_is_taken_with_the_reply_that_counts() -> None:
    hand = SnapshotHand()
    hand.move("h8h7", rest_ms=900)
    hand.move("f1f3", rest_ms=900)
    assert hand.texts == ["h8h7", "f1f3"]
    hand.move("h7h6", rest_ms=900)
    hand.move("f3f1", rest_ms=500)
    hand.move("g1g4", rest_ms=JUST_SO_MS + 500)
    assert hand.texts == ["h8h6", "g1g4"]


def test_a_tower_that_was_looked_at_on_another_square_has_not_moved_there() -> None:
    hand = SnapshotHand()
    hand.move("e8g6", rest_ms=900)
    state = hand.lift("g6")
    hand.wait(400)
    hand.show("h5", state)
    hand.wait(300)
    hand.move("d1c2", rest_ms=300)
    hand.move("h5g6", rest_ms=JUST_SO_MS + 500)
    assert hand.texts == ["e8g6", "d1c2"]


LINE = ("h8g7", "a1a2", "c8b7", "h1g2", "a8a7", "c1a3", "b8c7", "e1b4", "f8e7", "g1f2")
"""Each with a tower of its own."""
PLAYED = 2
"""Moves of the game, before a line is shown."""


@pytest.mark.parametrize("order", [(7, 6, 5, 4, 3, 2, 1, 0), (4, 0, 7, 2, 5, 1, 6, 3)])
def test_a_long_line_that_was_shown_is_taken_back_in_any_order(order: Sequence[int]) -> None:
    hand = SnapshotHand()
    for text in LINE:
        hand.move(text, rest_ms=900)
    assert hand.texts == list(LINE)
    for number in order:
        text = LINE[PLAYED:][number]
        hand.move(text[2:] + text[:2], rest_ms=400)
    hand.wait(JUST_SO_MS + 500)
    assert hand.texts == list(LINE[:PLAYED])


@pytest.mark.parametrize("hands", [SnapshotHand, OnOffHand])
def test_a_long_line_is_taken_back_when_its_towers_are_all_off_at_once(
    hands: type[SnapshotHand],
) -> None:
    hand = hands()
    for text in LINE:
        hand.move(text, rest_ms=900)
    states = {}
    for text in LINE[PLAYED:]:
        states[text[:2]] = hand.lift(text[2:])
        hand.wait(300)
    for square in sorted(states):
        hand.show(square, states[square])
        hand.wait(400)
    hand.wait(BUMPED_MS)
    assert hand.texts == list(LINE[:PLAYED])


def test_a_tower_that_had_come_before_another_was_lifted_is_not_that_one() -> None:
    hand = OnOffHand("1bpkyrgn/8/8/2Ro4/8/8/8/NG1YKPBO b k")
    hand.move("d8d6", rest_ms=900)
    hand.move("c5c6", rest_ms=400)
    hand.lift("d5")
    hand.wait(500)
    hand.move("c6c7", rest_ms=400)
    hand.put("d5", Side.BLACK)
    hand.wait(300)
    hand.move("d6c5", rest_ms=BUMPED_MS + 500)
    assert hand.texts == ["d8d6", "c5c7", "d6c5"], "not d8c7, with the red tower back on c5"


def test_a_tower_that_was_tapped_often_moves_on_where_sensors_tell_no_sides() -> None:
    hand = OnOffHand()
    hand.move("d8d4", rest_ms=900)
    for _ in range(FLICKER_CHANGES // 2 + 1):
        hand.move("a1a1", rest_ms=100)
    hand.wait(500)
    assert hand.session.state.sensors.faulty == (0,)
    hand.move("a1a5", rest_ms=JUST_SO_MS)
    assert hand.texts == ["d8d4", "a1a5"]


def test_towers_carried_home_too_soon_and_put_back_in_any_order_go_on_with_the_game() -> None:
    hand = SnapshotHand()
    for text in LINE:
        hand.move(text, rest_ms=900)
    for text in reversed(LINE[-4:]):
        hand.move(text[2:] + text[:2], rest_ms=900)
    assert hand.texts == list(LINE[:-4])
    for number in (2, 0, 3, 1):
        hand.move(LINE[-4:][number], rest_ms=400)
    hand.wait(JUST_SO_MS + 500)
    assert hand.texts == list(LINE)


@pytest.mark.parametrize("pause_ms", [100, 1000])
@pytest.mark.parametrize("wins", ["h7h8", "h7g8"])
def test_a_move_that_is_put_right_behind_the_win_that_replies_to_it_counts(
    wins: str, pause_ms: int
) -> None:
    hand = SnapshotHand("obpkyr2/7N/8/8/3g3n/8/8/1GRYKPBO b g")
    hand.move("d4c3", rest_ms=900)
    hand.move(wins, rest_ms=3000)
    assert hand.session.outcome is not None or hand.view.phase is Phase.ROUND_BREAK
    hand.lift("c3")
    hand.wait(pause_ms)
    hand.put("b2", Side.BLACK)
    hand.wait(JUST_SO_MS + 500)
    assert hand.texts == ["d4b2", wins]
    assert hand.view.phase is not Phase.PLAY
