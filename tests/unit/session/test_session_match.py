"""Whole matches on the board: the end of a round, the choice, the filling, and the next round."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from host.engine.game import InvalidMoveError, MultiRound, Relocation, Side
from host.engine.squares import parse_square, square_name
from host.recognition.dwell_timer import DWELL_MS, REST_MS, UNDO_END_MS, WRONG_MS
from host.recognition.memory import SLIDE_MS
from host.recognition.snapshot import STATE_OF_SIDE, SquareState
from host.session.match_settings import MatchSettings
from host.session.match_state import CHECK_MS
from host.session.session import Session
from host.session.view import Phase, Severity
from tests.support.snapshots import PictureHand

STANDARD = "kamisado-standard"

# White's green tower on f7 must move, and both its moves reach Black's home row.
ONE_FROM_HOME = "1r1k2ng/4PGb1/o1p5/8/6y1/8/2O3N1/1R1K1BY1 w g"

# White's green tower steps to c2, and White's and Black's towers there block one another for ever.
DEADLOCK = "ogrkpb2/8/8/yn6/KN6/8/8/1GRYPBO1 w g"


def after_a_round(game: str = STANDARD, clock: str = "") -> PictureHand:
    """A board on which White's green tower has just won a round on e8."""
    hand = PictureHand(ONE_FROM_HOME, game=game, clock=clock)
    hand.move("f7e8")
    return hand


def carries(hand: PictureHand, text: str) -> Sequence[Relocation]:
    """Return the moves of the towers that make a choice of the fill."""
    game, position = hand.game, hand.session.position
    assert isinstance(game, MultiRound)
    return game.relocations(position, game.parse_move(position, text))


def carry(hand: PictureHand, carried: Relocation, rest_ms: int = 150) -> None:
    """Take a tower from its square and put it on another."""
    if carried.origin != carried.target:
        hand.lift(square_name(carried.origin, 8))
        hand.wait(100)
        hand.put(square_name(carried.target, 8), carried.piece.side)
    hand.wait(rest_ms)


def here(hand: PictureHand) -> set[str]:
    """The squares where a tower is asked for now."""
    return {
        square_name(mark.square, 8)
        for mark in hand.view.marks
        if (mark.entry, mark.role) == ("fill", "here")
    }


def standing(hand: PictureHand) -> tuple[int, int, int]:
    """The number of the round and the points of White and Black."""
    told = hand.view.standing
    assert told is not None
    return told.round, told.white, told.black


def test_the_end_of_a_round_tells_the_tooth_and_asks_for_the_fill() -> None:
    hand = after_a_round()
    view = hand.view
    assert view.phase is Phase.ROUND_BREAK
    assert standing(hand) == (1, 1, 0)
    assert view.round_outcome is not None
    assert view.round_outcome.winner is Side.WHITE
    assert view.outcome is None, "the match goes on"
    assert view.reward is not None
    assert str(view.reward.words) == "Put a dragon tooth on White's green tower on e8: 1 point."
    assert str(view.reward.words) in [str(notice.text) for notice in hand.notices]
    assert "fill from the left (put a white piece on a1)" in view.prompt
    assert [choice.text for choice in view.choices] == ["fill left", "fill right"]
    assert view.turn is Side.WHITE, "F1: the winner chooses"
    assert hand.marked("choice") == {"a1", "h1"}
    assert hand.marked("reward") == {"e8"}
    assert hand.marked("round") == {f"{file}8" for file in "abcdefgh"}
    assert any(notice.level is Severity.GOOD for notice in hand.notices)


def test_a_square_that_wins_the_round_is_lit_as_winning() -> None:
    hand = PictureHand(ONE_FROM_HOME, game=STANDARD)
    hand.lift("f7")
    assert hand.marked("winning") == {"e8", "f8"}


def test_after_a_deadlock_the_tooth_goes_to_the_tower_of_the_rule() -> None:
    hand = PictureHand(DEADLOCK, game=STANDARD)
    hand.move("b1c2")
    assert hand.view.phase is Phase.ROUND_BREAK
    assert hand.view.turn is Side.BLACK, "White has made the last move and loses (M8)"
    assert standing(hand) == (1, 0, 1)
    assert hand.view.reward is not None
    assert hand.view.reward.piece.side is Side.BLACK
    assert hand.marked("choice") == {"h8", "a8"}, "Black's own left is the h file"


def test_lifting_the_winner_and_putting_it_back_confirms_its_tooth() -> None:
    hand = after_a_round()
    hand.lift("e8")
    hand.wait(1500)
    assert hand.view.phase is Phase.ROUND_BREAK
    hand.put("e8", Side.WHITE)
    hand.wait(REST_MS + 40)
    assert hand.view.reward is None
    assert hand.marked("reward") == set()
    assert hand.view.prompt.startswith("White chooses: fill from the left")
    assert hand.texts == ["f7e8"], "nothing else has been told"


def test_the_tooth_may_be_confirmed_on_a_display() -> None:
    hand = after_a_round()
    hand.session.confirm()
    assert hand.view.reward is None
    assert hand.session.confirm()[0].text == "There is nothing to confirm."


@pytest.mark.parametrize(("choice", "corner"), [("fill left", "a1"), ("fill right", "h1")])
def test_a_tower_put_on_a_corner_chooses_where_the_filling_begins(choice: str, corner: str) -> None:
    hand = after_a_round()
    first = carries(hand, choice)[0]
    assert square_name(first.target, 8) == corner
    carry(hand, first, rest_ms=DWELL_MS + 40)
    assert hand.texts == ["f7e8", choice]
    assert hand.view.phase is Phase.SETUP
    assert standing(hand) == (2, 1, 0)


@pytest.mark.parametrize("choice", ["fill left", "fill right"])
@pytest.mark.parametrize("position", [ONE_FROM_HOME, DEADLOCK])
def test_the_filling_is_guided_tower_by_tower_and_the_loser_begins(
    choice: str, position: str
) -> None:
    hand = PictureHand(position, game=STANDARD)
    hand.move("f7e8" if position == ONE_FROM_HOME else "b1c2")
    order = carries(hand, choice)
    winner = hand.view.turn
    hand.notices += hand.session.choose(choice, hand.now_ms)
    for number, step in enumerate(order):
        origin, target = square_name(step.origin, 8), square_name(step.target, 8)
        if origin == target:
            continue
        assert hand.view.phase is Phase.SETUP
        assert here(hand) == {target}, f"step {number + 1}: {hand.view.prompt}"
        assert f"from {origin} to {target}" in hand.view.prompt
        marks = {(mark.role, square_name(mark.square, 8)): mark for mark in hand.view.marks}
        assert marks["here", target].tint == step.piece.name
        assert ("from", origin) in marks
        hand.lift(origin)
        hand.wait(100)
        assert here(hand) == {target}
        assert f"{hand.game.describe_piece(step.piece)} belongs on {target}" in hand.view.prompt
        hand.put(target, step.piece.side)
        hand.wait(REST_MS + 40)
    assert hand.view.phase is Phase.PLAY
    assert hand.view.turn is winner.other, "F2: the loser begins"
    assert not [n for n in hand.notices if n.level is Severity.WARN and "stands" in n.text]


def test_the_filled_rows_are_lit_for_a_check_and_then_the_towers_that_may_move() -> None:
    hand = after_a_round()
    hand.session.choose("fill left", hand.now_ms)
    fill(hand)
    lit = {square_name(m.square, 8): m.tint for m in hand.view.marks if m.entry == "fill"}
    pieces = hand.view.expectation.pieces
    assert lit == {square_name(s, 8): piece.name for s, piece in pieces.items()}
    assert "check them all" in hand.notices[-1].text
    hand.wait(CHECK_MS)
    assert hand.marked("fill") == set()
    assert hand.marked("any") == {f"{file}8" for file in "abcdefgh"}


def fill(hand: PictureHand) -> None:
    """Carry out the choice that has been made, in order."""
    ply = hand.session.plies[-1]
    game = hand.game
    assert isinstance(game, MultiRound)
    for step in game.relocations(ply.before.position, ply.move):
        carry(hand, step)


def test_a_lifted_tower_shows_its_own_place_whatever_the_order() -> None:
    hand = after_a_round()
    order = carries(hand, "fill left")
    hand.session.choose("fill left", hand.now_ms)
    moved = [step for step in order if step.origin != step.target]
    last_of_white = [step for step in moved if step.piece.side is Side.WHITE][-1]
    hand.lift(square_name(last_of_white.origin, 8))
    hand.wait(100)
    assert here(hand) == {square_name(last_of_white.target, 8)}


@pytest.mark.parametrize("seed", range(6))
def test_both_players_may_fill_at_once_in_any_order_that_finds_its_places_free(seed: int) -> None:
    chance = random.Random(seed)
    hand = after_a_round()
    waiting = list(carries(hand, "fill right"))
    hand.session.choose("fill right", hand.now_ms)
    while waiting:
        standing = {
            square for square, sight in enumerate(hand.snapshot) if sight is not SquareState.EMPTY
        }
        free = [s for s in waiting if s.target not in standing or s.target == s.origin]
        step = chance.choice(free)
        waiting.remove(step)
        carry(hand, step, rest_ms=40)
        assert not any(n.level is Severity.WARN for n in hand.notices), hand.notices[-1].text
    hand.wait(REST_MS + 40)
    assert hand.view.phase is Phase.PLAY


@pytest.mark.parametrize("seed", range(4))
def test_towers_swept_into_the_hands_are_asked_for_one_by_one(seed: int) -> None:
    chance = random.Random(seed)
    hand = after_a_round()
    hand.session.choose("fill left", hand.now_ms)
    places = list(hand.view.expectation.pieces)
    standing = [s for s, sight in enumerate(hand.snapshot) if sight is not SquareState.EMPTY]
    chance.shuffle(standing)
    for square in standing:
        hand.lift(square_name(square, 8))
        hand.wait(40)
    for _ in places:
        (asked,) = here(hand)
        hand.put(asked, hand.view.expectation.pieces[parse_square(asked, (8, 8))].side)
        hand.wait(60)
    hand.wait(REST_MS + 40)
    assert hand.view.phase is Phase.PLAY


def test_a_wrong_tower_on_a_square_is_told_by_name_and_where_it_goes() -> None:
    hand = after_a_round()
    order = carries(hand, "fill left")
    hand.session.choose("fill left", hand.now_ms)
    white = [step for step in order if step.piece.side is Side.WHITE]
    first = next(step for step in white if step.origin != step.target)
    other = white[-1]
    hand.lift(square_name(other.origin, 8))
    hand.wait(100)
    hand.put(square_name(first.target, 8), Side.WHITE)
    hand.wait(WRONG_MS + 40)
    told = hand.notices[-1]
    assert told.level is Severity.WARN
    assert f"stands White's {other.piece.name} " in told.text
    assert f"White's {first.piece.name} tower belongs there" in told.text
    assert hand.marked("illegal") == {square_name(first.target, 8)}
    assert here(hand) == {square_name(other.target, 8)}
    carry(hand, Relocation(other.piece, first.target, other.target))
    assert hand.marked("illegal") == set()


def test_two_exchanged_towers_do_not_start_the_round() -> None:
    hand = after_a_round()
    order = carries(hand, "fill left")
    hand.session.choose("fill left", hand.now_ms)
    black = [step for step in order if step.piece.side is Side.BLACK and step.origin != step.target]
    one, two = black[-2:]
    for step in order:
        if step not in (one, two):
            carry(hand, step)
    for step, target in ((one, two.target), (two, one.target)):
        carry(hand, Relocation(step.piece, step.origin, target))
    hand.wait(WRONG_MS + 1000)
    assert hand.snapshot == hand.view.expectation.snapshot, "the sensors see nothing wrong"
    assert hand.view.phase is Phase.SETUP
    assert f"Black's {two.piece.name} tower" in hand.view.prompt
    hand.lift(square_name(two.target, 8))
    hand.lift(square_name(one.target, 8))
    hand.wait(100)
    hand.put(square_name(one.target, 8), Side.BLACK)
    hand.put(square_name(two.target, 8), Side.BLACK)
    hand.wait(REST_MS + 40)
    assert hand.view.phase is Phase.PLAY


def test_a_tower_that_slides_over_another_place_is_not_scolded() -> None:
    hand = after_a_round()
    order = carries(hand, "fill left")
    hand.session.choose("fill left", hand.now_ms)
    white = [step for step in order if step.piece.side is Side.WHITE and step.origin != step.target]
    first, other = white[0], white[1]
    hand.lift(square_name(other.origin, 8))
    hand.wait(60)
    hand.put(square_name(first.target, 8), Side.WHITE)
    hand.wait(WRONG_MS // 2)
    hand.lift(square_name(first.target, 8))
    hand.wait(60)
    hand.put(square_name(other.target, 8), Side.WHITE)
    hand.wait(200)
    assert not any("stands White's" in notice.text for notice in hand.notices)


def test_rows_that_are_filled_before_anybody_has_chosen_ask_which_way() -> None:
    hand = after_a_round()
    after = hand.view.expectation.options[0].after
    hand.session.board_lost()
    hand.snapshot = after
    hand.wait(1000)
    assert hand.view.phase is Phase.ROUND_BREAK
    assert "which way?" in hand.view.prompt
    hand.lift("a1")
    hand.wait(100)
    hand.put("a1", Side.WHITE)
    hand.wait(DWELL_MS + 40)
    assert hand.texts[-1] == "fill left"


def test_what_cannot_be_chosen_is_quoted_with_the_rule() -> None:
    hand = after_a_round()
    with pytest.raises(InvalidMoveError, match=r"'fill middle'.*F1"):
        hand.session.choose("fill middle", hand.now_ms)
    playing = PictureHand(game=STANDARD)
    with pytest.raises(InvalidMoveError, match="'d8d4'"):
        playing.session.choose("d8d4", playing.now_ms)
    with pytest.raises(InvalidMoveError, match="'fill left'"):
        playing.session.choose("fill left", playing.now_ms)


def test_the_winning_move_is_taken_back_by_hand_with_its_tooth() -> None:
    hand = after_a_round()
    hand.lift("e8")
    hand.wait(200)
    hand.put("f7", Side.WHITE)
    hand.wait(UNDO_END_MS + 40)
    assert hand.texts == []
    assert hand.view.phase is Phase.PLAY
    assert standing(hand) == (1, 0, 0)


@pytest.mark.parametrize(
    ("slip", "texts"),
    [(SquareState.UNSURE, ["f7f8"]), (SquareState.EMPTY, ["f7f8"]), (None, ["f7e8"])],
    ids=["a sensor was unsure", "a tower was lifted and put back", "a tower is gone"],
)
def test_the_winning_move_is_put_right_unless_towers_are_being_collected(
    slip: SquareState | None, texts: list[str]
) -> None:
    hand = PictureHand(ONE_FROM_HOME, game="kamisado-standard")
    hand.move("f7e8")
    hand.show("b1", slip or SquareState.EMPTY)
    hand.wait(500)
    if slip is not None:
        hand.put("b1", Side.WHITE)
    hand.move("e8f8", rest_ms=2500)
    assert hand.texts == texts


def test_a_winning_move_that_was_put_right_is_not_believed_again_before_it_is_seen() -> None:
    # b7 is orange, and Black's orange tower on f4 is blocked: blue moves again.
    hand = PictureHand(
        "6k1/2y1Nr2/2B1b3/1KY5/5o2/p3GPg1/1R1n4/O7 w b standard 1 0:0 b", game=STANDARD
    )
    hand.move("c6a8")
    assert hand.view.phase is Phase.ROUND_BREAK
    hand.move("a8b7", rest_ms=SLIDE_MS + 500)
    assert hand.texts == ["c6b7", "pass"]
    hand.show_at_once(b7=".", e6=".")
    hand.wait(200)
    hand.put("a8", Side.WHITE)
    hand.wait(150)
    hand.put("e6", Side.BLACK)
    hand.wait(600)
    assert hand.texts == ["c6b7", "pass", "b7a8"]


def test_a_move_shown_in_passing_is_believed_where_its_piece_is_then_pushed_on() -> None:
    # Orange passes b2; whoever pushes it moves it on first, which looks like one long move.
    position = "y+ob+r+k3/7g+/2P+5/7p/2Y++5/3R+4/7n/1N+O1GKB1 b o marathon 10 6:4 b"
    hand = PictureHand(position, game="kamisado-marathon")
    hand.lift("b8")
    hand.wait(300)
    hand.put("b2", Side.BLACK)
    hand.wait(REST_MS - 20)
    hand.lift("b2")
    hand.wait(500)
    hand.put("b3", Side.BLACK)
    hand.wait(600)
    assert hand.texts == ["b8b3"]
    hand.lift("b1")
    hand.wait(300)
    hand.put("b2", Side.WHITE)
    hand.wait(600)
    assert hand.texts == ["b8b2", "b1b2+"]


def test_a_bump_that_won_the_round_and_chose_is_undone_by_putting_the_pieces_back() -> None:
    position = "g1p2no1/G6y/4k3/N6O/4rR2/P1b5/5Y2/3B2K1 b b standard 1 0:0 b"
    hand = PictureHand(position, game=STANDARD)
    hand.move("c3b2")
    assert hand.texts == ["c3b2"]
    hand.show_at_once(b2=".", c1="b")
    hand.wait(150)
    hand.lift("a8")
    hand.wait(1500)
    hand.put("a8", Side.BLACK)
    hand.wait(1000)
    assert hand.texts == ["c3c1", "fill right"]
    hand.lift("c1")
    hand.wait(300)
    hand.put("b2", Side.BLACK)
    hand.wait(1000)
    assert hand.texts == ["c3b2"]
    assert hand.view.phase is Phase.PLAY


def test_a_tower_carried_home_to_where_it_came_from_takes_nothing_back() -> None:
    hand = PictureHand("obpkyrgn/8/8/8/3O4/8/8/NGRYKPB1 b n standard 1 0:0 b", game=STANDARD)
    hand.move("h8h1")
    hand.lift("a8")
    hand.wait(300)
    hand.put("a8", Side.BLACK)
    hand.wait(1000)
    chosen = hand.texts
    assert len(chosen) == 2
    hand.lift("h1")
    hand.wait(300)
    hand.put("h8", Side.BLACK)
    hand.wait(3000)
    assert hand.texts == chosen


def test_a_choice_is_taken_back_and_the_other_one_made_by_touching_its_corner() -> None:
    hand = after_a_round()
    carry(hand, carries(hand, "fill left")[0], rest_ms=DWELL_MS + 40)
    hand.notices += hand.session.take_back(hand.now_ms)
    hand.wait(1000)
    assert hand.texts == ["f7e8"], "the tower in the corner does not choose again of itself"
    assert hand.view.phase is Phase.ROUND_BREAK
    hand.lift("a1")
    hand.wait(100)
    hand.put("h1", Side.WHITE)
    hand.wait(DWELL_MS + 40)
    assert hand.texts == ["f7e8", "fill right"]


def test_carrying_everything_back_after_a_choice_was_taken_back_chooses_nothing() -> None:
    hand = PictureHand(ONE_FROM_HOME.replace("1R1K", "RN1K").replace("O3N1", "O5"), game=STANDARD)
    hand.move("f7e8")
    order = [step for step in carries(hand, "fill left") if step.origin != step.target]
    hand.notices += hand.session.choose("fill left", hand.now_ms)
    for step in order:
        carry(hand, step, rest_ms=40)
    hand.wait(CHECK_MS)
    hand.notices += hand.session.take_back(hand.now_ms)
    hand.lift("a1")
    hand.wait(100)
    for step in reversed(order):
        hand.show(square_name(step.target, 8), SquareState.EMPTY)
        hand.wait(100)
        hand.put(square_name(step.origin, 8), step.piece.side)
        hand.wait(100)
    hand.put("a1", Side.WHITE)
    hand.wait(2000)
    assert hand.texts == ["f7e8"]
    hand.lift("a1")
    hand.wait(200)
    hand.put("a1", Side.WHITE)
    hand.wait(DWELL_MS + 40)
    assert hand.texts == ["f7e8", "fill left"], "lifted and put back: that is a choice"


def test_taking_back_across_the_rounds_brings_every_tower_back() -> None:
    hand = after_a_round()
    before = hand.snapshot
    hand.session.choose("fill left", hand.now_ms)
    fill(hand)
    hand.wait(CHECK_MS)
    assert hand.view.phase is Phase.PLAY
    hand.session.take_back(hand.now_ms)
    hand.session.take_back(hand.now_ms)
    hand.wait(200)
    assert hand.texts == []
    assert hand.view.phase is Phase.SETUP
    for _ in range(40):
        asked = here(hand)
        if not asked:
            break
        (target,) = asked
        origins = [square_name(m.square, 8) for m in hand.view.marks if m.role == "from"]
        sight = hand.lift(origins[0])
        hand.wait(60)
        hand.show(target, sight)
        hand.wait(REST_MS + 40)
    assert hand.view.phase is Phase.PLAY
    assert hand.snapshot == hand.view.expectation.snapshot
    assert hand.snapshot != before


def test_a_series_goes_on_as_soon_as_the_towers_are_collected() -> None:
    hand = after_a_round("kamisado-series")
    assert hand.view.phase is Phase.ROUND_BREAK
    assert hand.view.reward is None, "no teeth in a series"
    assert hand.view.prompt == "Set up the pieces for the next round."
    hand.lift("e8")
    hand.wait(DWELL_MS + 100)
    assert hand.texts == ["f7e8"], "the winning move may still be taken back or replaced"
    hand.lift("h8")
    hand.wait(DWELL_MS + 100)
    assert hand.texts[-1] == "set up"
    assert hand.view.phase is Phase.SETUP
    assert standing(hand) == (2, 1, 0)


def test_a_match_that_is_won_lights_rings_and_a_full_start_begins_a_new_one() -> None:
    won = "1r1k2ng/4PG++b1/o1p5/8/6y1/8/2O3N1/1R1K1BY1 w g standard 3 3:0 b"
    with pytest.raises(ValueError, match="was over before"):
        PictureHand(won, game=STANDARD)
    hand = PictureHand(won.replace("G++", "G+").replace("3 3:0", "2 1:0"), game=STANDARD)
    hand.move("f7e8")
    view = hand.view
    assert view.phase is Phase.ENDED
    assert view.outcome is not None
    assert str(view.outcome.reason).startswith("White wins the standard match 3:0.")
    orders = {square_name(m.square, 8): m.order for m in view.marks if m.entry == "match"}
    assert orders["e8"] == 0
    assert orders["e1"] == 7
    assert view.choices == ()
    start = hand.game.pieces(hand.game.start())
    for square in [s for s, sight in enumerate(hand.snapshot) if sight is not SquareState.EMPTY]:
        hand.lift(square_name(square, 8))
        hand.wait(40)
    for square, piece in start.items():
        hand.put(square_name(square, 8), piece.side)
        hand.wait(60)
    hand.wait(DWELL_MS + REST_MS + 100)
    assert hand.session.game_number == 2
    assert hand.view.phase is Phase.PLAY
    assert standing(hand) == (1, 0, 0)
    assert hand.texts == []


def test_a_new_match_of_another_format_is_begun_by_wish() -> None:
    hand = PictureHand(game=STANDARD)
    from host.engine.registry import game_named

    hand.notices += hand.session.new_game(hand.now_ms, MatchSettings(game_named("kamisado-long")))
    assert hand.notices[-1].text.startswith("A new long match.") or any(
        notice.text == "A new long match." for notice in hand.notices
    )
    assert hand.view.standing is not None
    assert hand.view.standing.goal == 7
    assert hand.session.game.name == "kamisado-long"


def test_a_match_resumed_in_the_middle_of_a_fill_goes_on_with_it() -> None:
    hand = after_a_round()
    order = carries(hand, "fill left")
    hand.session.choose("fill left", hand.now_ms)
    for step in order[:5]:
        carry(hand, step)
    again: Session = Session(MatchSettings(hand.game), hand.game.parse_position(ONE_FROM_HOME))
    again.restore(hand.session.plies)
    hand.session = again
    hand.wait(100)
    assert hand.view.phase is Phase.SETUP
    for step in order[5:]:
        if step.origin != step.target:
            assert here(hand) == {square_name(step.target, 8)}, hand.view.prompt
        carry(hand, step)
    hand.wait(REST_MS)
    assert hand.view.phase is Phase.PLAY
    assert hand.texts == ["f7e8", "fill left"]


def test_the_teeth_stay_on_the_towers_in_the_next_round() -> None:
    hand = after_a_round()
    hand.session.choose("fill left", hand.now_ms)
    fill(hand)
    teeth = {p.name: p.teeth for p in hand.view.expectation.pieces.values() if p.side is Side.WHITE}
    assert teeth == {name: int(name == "green") for name in teeth}
    assert STATE_OF_SIDE[Side.WHITE] in hand.snapshot


def clocks(hand: PictureHand) -> dict[str, int]:
    """Milliseconds that both sides have left now."""
    clock = hand.view.clock
    assert clock is not None
    return {side.label: clock.left(side, hand.now_ms) for side in Side}


def test_the_clock_stands_until_the_first_move_and_then_runs_for_who_is_to_move() -> None:
    hand = PictureHand(game=STANDARD, clock="1+5")
    hand.wait(5000)
    assert clocks(hand) == {"White": 60_000, "Black": 60_000}
    hand.move("d8d4")
    assert clocks(hand)["Black"] == 65_000, "the first move costs no time and adds its seconds"
    made = clocks(hand)["White"]
    hand.wait(10_000)
    assert clocks(hand)["White"] == made - 10_000
    hand.move("a1b2")
    assert clocks(hand)["White"] > made - 10_000
    assert hand.session.plies[-1].times == (clocks(hand)["White"], 65_000)


def test_the_clock_stands_while_something_is_put_right_and_while_there_is_no_board() -> None:
    hand = PictureHand(game=STANDARD, clock="5+0")
    hand.move("d8d4")
    hand.lift("a1")
    hand.wait(100)
    hand.put("a5", Side.BLACK)
    hand.wait(1000)
    assert hand.view.correction is not None
    before = clocks(hand)
    hand.wait(20_000)
    assert clocks(hand) == before
    hand.show("a5", SquareState.EMPTY)
    hand.wait(1000)
    assert hand.view.correction is None
    assert clocks(hand)["White"] < before["White"]
    hand.session.board_lost()
    hand.notices += hand.session.tick(hand.now_ms)
    before = clocks(hand)
    hand.now_ms += 30_000
    assert clocks(hand) == before


def test_who_has_no_time_left_has_lost_the_match() -> None:
    hand = PictureHand(game=STANDARD, clock="0.1+0")
    hand.move("d8d4")
    hand.wait(7000)
    assert hand.view.phase is Phase.ENDED
    assert hand.view.outcome is not None
    assert hand.view.outcome.winner is Side.BLACK
    assert str(hand.view.outcome.reason) == "White's time is up: Black wins on time."
    assert hand.session.outcome == hand.view.outcome
    assert clocks(hand)["White"] == 0
    hand.move("a1a2")
    assert hand.texts == ["d8d4"], "too late"


def test_a_takeback_gives_the_time_back() -> None:
    hand = PictureHand(game=STANDARD, clock="1+5")
    hand.move("d8d4")
    after_first = hand.session.plies[-1].times
    hand.wait(3000)
    hand.move("a1b2")
    hand.lift("b2")
    hand.wait(100)
    hand.put("a1", Side.WHITE)
    hand.wait(DWELL_MS)
    assert hand.texts == ["d8d4"]
    assert after_first is not None
    assert clocks(hand)["White"] == pytest.approx(after_first[0], abs=100)


def test_no_time_runs_between_two_rounds() -> None:
    hand = after_a_round(clock="1+0")
    before = clocks(hand)
    hand.wait(10_000)
    hand.session.choose("fill left", hand.now_ms)
    fill(hand)
    hand.wait(CHECK_MS)
    assert hand.view.phase is Phase.PLAY
    assert clocks(hand) == before


def test_a_match_is_resumed_with_the_times_that_were_left() -> None:
    hand = PictureHand(game=STANDARD, clock="1+5")
    hand.move("d8d4")
    hand.wait(4000)
    again: Session = Session(MatchSettings(hand.game, control=hand.session.settings.control))
    again.restore(hand.session.plies, (41_000, 65_000))
    assert again.times == (41_000, 65_000)
