"""Gestures from pictures alone: what opens the menu, what chooses, what answers, what closes."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations, pairwise

import pytest

from host.engine.game import Side, Square
from host.engine.registry import game_named
from host.engine.squares import parse_square, square_name
from host.recognition.dwell_timer import DwellTimer
from host.recognition.history import History
from host.recognition.matching import Unexplained, explain
from host.recognition.snapshot import STATE_OF_SIDE, Snapshot, SquareState
from host.recognition.takeback import find_takeback
from host.session.player_actions.gestures import (
    HOLD_MS,
    PASSING_MS,
    STEP_MS,
    STEPS,
    TOUCH_MS,
    Gestures,
    Menu,
    menu_of,
    neighbours,
    row_of,
)
from host.session.player_actions.negotiation import ANSWER_MS, Question
from host.session.view import Action

GAME = game_named("kamisado")
ALL = tuple(action for action in Action if action is not Action.ADOPT)
"""Those of a board that is as the game has it."""
WORDS = {action: action.value for action in ALL}
LEAVE_MS = STEPS * STEP_MS


def at(name: str) -> Square:
    return parse_square(name, (8, 8))


def with_sights(snapshot: Snapshot, **sights: SquareState) -> Snapshot:
    """The picture with other sights on the named squares."""
    changed = list(snapshot)
    for name, sight in sights.items():
        changed[at(name)] = sight
    return tuple(changed)


def after(*texts: str) -> History:
    """A round in which these moves were made."""
    history: History = History(GAME, GAME.start())
    for text in texts:
        history.record_text(text)
    return history


class Watched:
    """A board whose pictures are shown to the gestures in steps of 20 ms."""

    def __init__(self, actions: tuple[Action, ...] = ALL) -> None:
        self.history = after("d8d4")
        self.base = self.history.expectation.snapshot
        self.gestures = Gestures()
        self.decided: list[tuple[Action, Side]] = []
        self.actions = {action: WORDS[action] for action in actions}
        self.asked = 0
        self._dwell = DwellTimer()
        self._seen = self.base
        self._now_ms = 0
        self._since_ms = 0
        self.show(100)

    def show(self, ms: int, **sights: SquareState) -> None:
        """Let the board look so for a while; without sights, as the position has it."""
        seen = with_sights(self.base, **sights)
        if seen != self._seen:
            self._seen = seen
            self._dwell.begin(self._now_ms)
        end_ms = self._now_ms + ms
        while True:
            decided = self.gestures.watch(
                self.history, seen, self._wanted, self._dwell, self._now_ms
            )
            if decided is not None:
                self.decided.append(decided)
            if self._now_ms == end_ms:
                return
            self._now_ms += min(20, end_ms - self._now_ms)

    def _wanted(self) -> dict[Action, str]:
        self.asked += 1
        return self.actions

    def open(self) -> None:
        """Lift two of White's towers and hold them long enough."""
        self.show(HOLD_MS, b1=SquareState.EMPTY, c1=SquareState.EMPTY)

    def put(self, name: str, ms: int, sight: SquareState = SquareState.WHITE) -> None:
        """Put one of the two on a square and leave it there."""
        self.show(ms, **{"b1": SquareState.EMPTY, "c1": SquareState.EMPTY, name: sight})

    @property
    def menu(self) -> dict[str, Action]:
        """Return the offered actions by the names of their squares."""
        return {square_name(item.square, 8): item.action for item in self.gestures.items}

    @property
    def lit(self) -> dict[str, str]:
        """The roles of the marks, by the names of the squares."""
        return {square_name(m.square, 8): m.role for m in self.gestures.marks(GAME)}

    def square_of(self, action: Action) -> str:
        """Return the square of an action."""
        return next(name for name, offered in self.menu.items() if offered is action)


# Opening


def test_two_pieces_of_a_side_held_off_the_board_open_a_menu_in_the_order_of_its_actions() -> None:
    board = Watched()
    board.show(HOLD_MS - 20, b1=SquareState.EMPTY, c1=SquareState.EMPTY)
    assert board.menu == {}
    board.show(20, b1=SquareState.EMPTY, c1=SquareState.EMPTY)
    assert tuple(board.menu.values()) == ALL
    names = list(board.menu)
    assert names == sorted(names), "from left to right"


def test_what_may_be_done_is_asked_once_and_only_for_a_menu() -> None:
    board = Watched()
    board.show(HOLD_MS - 20, b1=SquareState.EMPTY, c1=SquareState.EMPTY)
    assert board.asked == 0
    board.show(20, b1=SquareState.EMPTY, c1=SquareState.EMPTY)
    board.put(board.square_of(Action.PAUSE), STEPS * STEP_MS)
    assert [told[:2] for told in board.decided] == [(Action.PAUSE, Side.WHITE)]
    assert board.asked == 1


@pytest.mark.parametrize(
    "lifted",
    [["b1"], ["b1", "c1", "e1"], ["b1", "c8"], []],
    ids=["one", "three", "one of each side", "none"],
)
def test_no_other_number_of_pieces_opens_it(lifted: list[str]) -> None:
    board = Watched()
    board.show(10 * HOLD_MS, **dict.fromkeys(lifted, SquareState.EMPTY))
    assert board.menu == {}


@pytest.mark.parametrize("sight", [SquareState.WHITE, SquareState.BLACK, SquareState.UNSURE])
def test_nothing_else_may_be_touched(sight: SquareState) -> None:
    board = Watched()
    board.show(10 * HOLD_MS, b1=SquareState.EMPTY, c1=SquareState.EMPTY, h5=sight)
    assert board.menu == {}


def test_a_look_underneath_opens_nothing() -> None:
    board = Watched()
    for _ in range(5):
        board.show(HOLD_MS - 20, b1=SquareState.EMPTY, c1=SquareState.EMPTY)
        board.show(200)
    assert board.menu == {}


def test_either_side_may_open_it() -> None:
    board = Watched()
    board.show(HOLD_MS, c8=SquareState.EMPTY, e8=SquareState.EMPTY)
    assert board.gestures.menu is not None
    assert board.gestures.menu.side is Side.BLACK


def test_what_may_not_be_done_has_no_square() -> None:
    board = Watched((Action.RESIGN, Action.PAUSE))
    board.open()
    assert list(board.menu.values()) == [Action.RESIGN, Action.PAUSE]


# The squares


@pytest.mark.parametrize("seed", range(4))
def test_the_squares_are_empty_apart_and_never_reached_by_a_move_of_the_two(seed: int) -> None:
    chance = random.Random(seed)
    opened = 0
    for _ in range(15):
        history: History = History(GAME, GAME.start())
        while history.outcome is None:
            history.record(chance.choice(history.expectation.candidates))
            expectation = history.expectation
            pieces = sorted(expectation.pieces.items())
            one, other = chance.choice(
                [
                    (a, b)
                    for (a, first), (b, second) in combinations(pieces, 2)
                    if first.side is second.side
                ]
            )
            seen = tuple(
                SquareState.EMPTY if square in (one, other) else sight
                for square, sight in enumerate(expectation.snapshot)
            )
            menu = menu_of(history, seen, WORDS)
            if menu is None:
                continue
            opened += 1
            check_squares(history, menu, {one, other})
    assert opened > 100


def check_squares(history: History, menu: Menu, homes: set[Square]) -> None:
    squares = list(menu.places)
    assert len(squares) == len(ALL)
    assert {square // 8 for square in squares} <= {2, 3, 4, 5}, "in the middle ranks"
    for square in squares:
        assert menu.base[square] is SquareState.EMPTY
    for left, right in pairwise(squares):
        assert right % 8 - left % 8 >= 2
    for square in squares:
        # The other one is put home while the first still stands on the menu: no move, no takeback.
        for home in homes:
            slipped = list(menu.base)
            slipped[home], slipped[square] = SquareState.EMPTY, STATE_OF_SIDE[menu.side]
            assert isinstance(explain(history.expectation, tuple(slipped)), Unexplained)
            assert find_takeback(history, tuple(slipped)) is None


@pytest.mark.parametrize(
    ("size", "ranks"), [((8, 8), {2, 3, 4, 5}), ((9, 9), {2, 3, 4, 5, 6}), ((5, 5), {1, 2, 3})]
)
def test_boards_of_other_sizes_have_a_row_as_well(size: tuple[int, int], ranks: set[int]) -> None:
    files, height = size
    empty = (SquareState.EMPTY,) * (files * height)
    row = row_of(range(files * height), empty, size, 4)
    assert len(row) == min(4, (files + 1) // 2)
    assert {square // files for square in row} <= ranks
    assert len({square // files for square in row}) == 1
    assert all(right % files - left % files >= 2 for left, right in pairwise(row))


def test_where_there_is_too_little_room_the_last_actions_are_left_out() -> None:
    board = Watched()
    free = [at("a4"), at("b4"), at("c5"), at("d5")]
    assert row_of(free, board.base, (8, 8), 4) == (at("a4"), at("c5"))
    assert row_of([], board.base, (8, 8), 4) == ()


def test_squares_away_from_the_pieces_are_preferred() -> None:
    base = with_sights(
        (SquareState.EMPTY,) * 64, a5=SquareState.WHITE, b5=SquareState.WHITE, c5=SquareState.BLACK
    )
    row = row_of([s for s in range(64) if base[s] is SquareState.EMPTY], base, (8, 8), 3)
    assert not [
        near for s in row for near in neighbours(s, (8, 8)) if base[near] is not SquareState.EMPTY
    ]


def test_a_corner_has_three_neighbours_clockwise_from_above() -> None:
    assert [square_name(s, 8) for s in neighbours(at("a1"), (8, 8))] == ["a2", "b2", "b1"]
    assert [square_name(s, 8) for s in neighbours(at("h4"), (8, 8))] == [
        *("h5", "h3", "g3", "g4", "g5"),
    ]


# Choosing


@pytest.mark.parametrize("action", ALL)
def test_a_piece_left_on_a_square_of_the_menu_does_what_that_says(action: Action) -> None:
    board = Watched()
    board.open()
    place = board.square_of(action)
    board.put(place, LEAVE_MS - 20)
    assert board.decided == []
    board.put(place, 20)
    assert [told[:2] for told in board.decided] == [(action, Side.WHITE)]
    assert board.menu == {}


def test_how_long_it_has_stood_there_is_shown_step_by_step() -> None:
    board = Watched()
    board.open()
    place = board.square_of(Action.PAUSE)
    shown = []
    for _ in range(STEPS):
        board.put(place, STEP_MS - 20)
        (held,) = (item.held for item in board.gestures.items if item.held is not None)
        shown.append((held.done, list(board.lit.values()).count("progress")))
        assert board.lit[place] == "chosen"
        board.put(place, 20)
    assert shown == [(0, 0), (1, 2), (2, 4), (3, 6)]


def test_while_it_is_chosen_nothing_else_of_the_menu_is_lit_but_the_way_out() -> None:
    board = Watched()
    board.open()
    assert board.lit == {
        "b1": "home",
        "c1": "home",
        **{name: action.value for name, action in board.menu.items()},
    }
    place = board.square_of(Action.RESIGN)
    board.put(place, 100)
    assert board.lit == {"b1": "home", "c1": "home", place: "chosen"}


def test_lifting_it_again_stops_it_and_the_time_begins_anew() -> None:
    board = Watched()
    board.open()
    place = board.square_of(Action.RESIGN)
    for _ in range(3):
        board.put(place, LEAVE_MS - 20)
        board.open()
    assert board.decided == []
    assert list(board.menu.values()) == list(ALL), "it is still open"
    other = board.square_of(Action.NEW)
    board.put(other, LEAVE_MS)
    assert [told[:2] for told in board.decided] == [(Action.NEW, Side.WHITE)]


def test_a_piece_of_the_other_side_chooses_nothing() -> None:
    board = Watched()
    board.open()
    board.put(board.square_of(Action.RESIGN), 10 * LEAVE_MS, SquareState.BLACK)
    assert board.decided == []
    assert board.menu == {}


def test_a_piece_that_is_not_seen_clearly_chooses_nothing() -> None:
    board = Watched()
    board.open()
    board.put(board.square_of(Action.RESIGN), 10 * LEAVE_MS, SquareState.UNSURE)
    assert board.decided == []


def test_both_pieces_on_the_menu_choose_nothing() -> None:
    board = Watched()
    board.open()
    first, second, *_ = board.menu
    places = {first: SquareState.WHITE, second: SquareState.WHITE}
    board.show(10 * LEAVE_MS, b1=SquareState.EMPTY, c1=SquareState.EMPTY, **places)
    assert board.decided == []
    assert board.menu == {}


# Closing


def test_putting_both_back_closes_it_at_once() -> None:
    board = Watched()
    board.open()
    board.show(0)
    assert board.menu == {}


def test_putting_one_back_closes_it_and_chooses_nothing_any_more() -> None:
    board = Watched()
    board.open()
    place = board.square_of(Action.RESIGN)
    board.show(PASSING_MS, b1=SquareState.EMPTY)
    assert board.menu == {}
    board.show(10 * LEAVE_MS, **{"b1": SquareState.EMPTY, place: SquareState.WHITE})
    assert board.decided == []


def test_touching_anything_else_closes_it() -> None:
    board = Watched()
    board.open()
    board.show(PASSING_MS, b1=SquareState.EMPTY, c1=SquareState.EMPTY, h8=SquareState.EMPTY)
    assert board.menu == {}


def test_a_hand_passing_over_a_square_closes_nothing() -> None:
    board = Watched()
    board.open()
    board.show(PASSING_MS - 40, b1=SquareState.EMPTY, c1=SquareState.EMPTY, h5=SquareState.UNSURE)
    board.open()
    assert list(board.menu.values()) == list(ALL)


def test_another_position_has_a_menu_of_its_own() -> None:
    board = Watched()
    board.open()
    before = board.gestures.menu
    board.history.record_text("a1a2")
    board.base = board.history.expectation.snapshot
    board.show(0, b1=SquareState.EMPTY, c1=SquareState.EMPTY)
    assert board.gestures.menu is None
    board.open()
    assert before is not None
    assert board.gestures.menu is not None
    assert board.gestures.menu.base == board.base != before.base


# Answering


class Asked:
    """A question to Black, whose pieces stand as they do after a first move."""

    def __init__(self) -> None:
        self.base = after("d8d4").expectation.snapshot
        self.question = Question(Side.BLACK)
        self._dwell = DwellTimer()
        self._seen: Snapshot | None = None
        self._now_ms = 0

    def show(self, ms: int, **sights: SquareState) -> bool | None:
        """Let the board look so for a while; the first answer in that time."""
        seen = with_sights(self.base, **sights)
        if seen != self._seen:
            self._seen = seen
            self._dwell.begin(self._now_ms)
        end_ms = self._now_ms + ms
        while True:
            answer = self.question.answer(self.base, seen, self._dwell, self._now_ms)
            if answer is not None or self._now_ms == end_ms:
                return answer
            self._now_ms += 20


def test_a_piece_lifted_and_put_back_says_yes() -> None:
    asked = Asked()
    assert asked.show(500) is None
    assert asked.show(500, c8=SquareState.EMPTY) is None
    assert asked.show(TOUCH_MS) is True


def test_a_sensors_slip_is_no_answer() -> None:
    asked = Asked()
    asked.show(500)
    assert asked.show(TOUCH_MS - 20, c8=SquareState.EMPTY) is None
    assert asked.show(1000) is None


@pytest.mark.parametrize(
    "sights",
    [
        {"b1": SquareState.EMPTY},
        {"c8": SquareState.EMPTY, "e8": SquareState.EMPTY},
        {"c8": SquareState.EMPTY, "c7": SquareState.BLACK},
        {"g5": SquareState.UNSURE},
    ],
    ids=["a piece of the one who asked", "two pieces", "a move", "not seen clearly"],
)
def test_anything_else_says_no(sights: dict[str, SquareState]) -> None:
    asked = Asked()
    asked.show(500)
    assert asked.show(PASSING_MS - 20, **sights) is None
    assert asked.show(20, **sights) is False


def test_nothing_at_all_says_no_in_the_end() -> None:
    asked = Asked()
    assert asked.show(ANSWER_MS - 20) is None
    assert asked.show(20) is False


def test_a_piece_held_for_too_long_says_no() -> None:
    asked = Asked()
    asked.show(500)
    assert asked.show(ANSWER_MS, c8=SquareState.EMPTY) is False


def test_nothing_is_answered_before_the_board_stands() -> None:
    asked = Asked()
    assert (
        asked.show(2 * ANSWER_MS, b1=SquareState.EMPTY, c1=SquareState.EMPTY, e5=SquareState.WHITE)
        is None
    )
    assert asked.show(500, b1=SquareState.EMPTY, c8=SquareState.EMPTY) is None
    assert asked.show(500, b1=SquareState.EMPTY) is None
    assert not asked.question.ready
    assert asked.show(500) is None
    assert asked.question.ready


def test_a_move_of_two_pieces_is_no_gesture() -> None:
    # As a king and a rook would castle: no game here has such a move yet.
    history = after("d8d4")
    expectation = history.expectation
    seen = with_sights(expectation.snapshot, b1=SquareState.EMPTY, c1=SquareState.EMPTY)
    assert menu_of(history, seen, WORDS) is not None
    castled = with_sights(seen, b2=SquareState.WHITE, c2=SquareState.WHITE)
    touched = frozenset(map(at, ("b1", "c1", "b2", "c2")))
    move = replace(expectation.candidates[0], after=castled, touched=touched)
    history.expectation = replace(expectation, candidates=(*expectation.candidates, move))
    assert menu_of(history, seen, WORDS) is None
