"""The hands: what they can do and refuse, and how their motions look to the sensors."""

from __future__ import annotations

import itertools
import math
import random

import pytest

from simulator.board.geometry import Geometry
from simulator.board.magnetic_field import DIAMETER_MM
from simulator.board.pieces import VirtualBoard, Where
from simulator.hand.hands import Hands, Task
from simulator.hand.stroke import minimum_jerk

BOARD = Geometry(8, 8)
SECOND_US = 1_000_000


def at(name: str) -> int:
    """The number of a square."""
    return BOARD.square(name)


class Table:
    """Hands at a board with pieces named by their squares; time is moved by hand."""

    def __init__(self, *names: str, seed: int = 1) -> None:
        self.board = VirtualBoard(BOARD)
        self.hands = Hands(self.board, f"test {seed}")
        self.hands.set_up([(name, "n", at(name)) for name in names])
        self.now_us = 0
        self.finished: list[object] = []

    def task(self, hand: str = "hand", seconds: float | None = None, tag: str = "t") -> Task:
        """A task that begins now."""
        return Task(hand, self.now_us, seconds, ("client", tag))

    def go_to(self, now_us: int) -> None:
        """Let time pass."""
        self.now_us = now_us
        self.finished += [tag[1] for tag in self.hands.advance(now_us) if tag]

    def finish(self) -> None:
        """Until all is done, 7 ms at a time, as the device does; no two pieces ever overlap."""
        while self.hands.busy:
            self.go_to(self.now_us + 7000)
            self.check_room()
            assert self.now_us < 600 * SECOND_US

    def check_room(self) -> None:
        """No two standing pieces are nearer than their bases allow."""
        for one, two in itertools.combinations(self.board.standing(), 2):
            gap_mm = math.hypot(one.x_mm - two.x_mm, one.y_mm - two.y_mm)
            assert gap_mm >= DIAMETER_MM - 1e-6, (one.id, two.id)

    def where(self, name: str) -> str:
        """The square of a piece with its offset, such as "d4" or "d4+6-2"; else where it is."""
        told = next(piece for piece in self.board.report() if piece["id"] == name)
        if told["square"] is None:
            return str(told["where"])
        off = "" if not (told["dx_mm"] or told["dy_mm"]) else f"{told['dx_mm']:+}{told['dy_mm']:+}"
        return f"{told['square']}{off}"


def test_lift_and_put_carry_a_piece_to_another_square() -> None:
    table = Table("d8")
    table.hands.lift(table.task(tag="up"), "d8")
    table.finish()
    assert table.where("d8") == "hand"
    assert abs(table.board.fields_mt[at("d8")]) < 0.2
    table.hands.put(table.task(tag="down"), None, at("d4"))
    table.finish()
    assert table.where("d8") == "d4"
    assert table.board.fields_mt[at("d4")] == pytest.approx(35.4, abs=0.1)
    assert table.finished == ["up", "down"]


def test_a_request_is_done_when_it_said_it_would_be() -> None:
    table = Table("d8")
    done_us = table.hands.move(table.task(), at("d8"), at("d4"))
    table.go_to(done_us - 1)
    assert table.finished == []
    assert table.hands.busy
    assert table.where("d8") == "hand"
    table.go_to(done_us)
    assert table.finished == ["t"]
    assert not table.hands.busy


@pytest.mark.parametrize("seed", range(5))
def test_a_move_takes_as_long_as_a_person_does(seed: int) -> None:
    table = Table("d8", seed=seed)
    done_us = table.hands.move(table.task(), at("d8"), at("d4"))
    assert 0.5 * SECOND_US < done_us < 2 * SECOND_US


def test_the_seconds_asked_for_are_the_seconds_it_takes() -> None:
    table = Table("d8", "c3", "c4")
    assert table.hands.move(table.task(seconds=0.4), at("d8"), at("d4")) == 400_000
    table.finish()
    began_us = table.now_us
    assert table.hands.push(table.task(seconds=1.5), at("c3"), at("c4")) - began_us == 1_500_000


def test_in_no_seconds_it_is_done_at_once() -> None:
    table = Table("d8")
    table.hands.move(table.task(seconds=0), at("d8"), at("d4"))
    table.go_to(0)
    assert table.where("d8") == "d4"
    assert table.finished == ["t"]


def test_one_hand_does_one_thing_after_another_two_hands_work_at_once() -> None:
    table = Table("a1", "h8")
    first_us = table.hands.move(table.task("white", 1.0), at("a1"), at("a2"))
    second_us = table.hands.move(table.task("white", 1.0), at("a2"), at("a3"))
    other_us = table.hands.move(table.task("black", 1.0), at("h8"), at("h7"))
    assert (first_us, second_us, other_us) == (SECOND_US, 2 * SECOND_US, SECOND_US)
    table.go_to(SECOND_US - 1)
    assert table.finished == []
    table.go_to(SECOND_US)
    assert table.finished == ["t", "t"]
    assert table.where("h8") == "h7"
    table.finish()
    assert table.where("a1") == "a3"


def test_what_is_asked_for_may_build_on_what_is_not_done_yet() -> None:
    table = Table("a1", "a2")
    table.hands.lift(table.task(), "a2")
    table.hands.move(table.task(), at("a1"), at("a2"))  # free by then
    table.hands.put(table.task(), "a2", at("a1"))  # the same
    table.finish()
    assert (table.where("a1"), table.where("a2")) == ("a2", "a1")


def test_a_piece_glides_smoothly_and_begins_and_ends_at_rest() -> None:
    table = Table("d1")
    done_us = table.hands.slide(table.task(seconds=1.0), at("d1"), at("d8"))
    ways = []
    for part in range(101):
        table.go_to(done_us * part // 100)
        ways.append(table.board.pieces["d1"].y_mm)
    steps = [after - before for before, after in itertools.pairwise(ways)]
    assert all(step >= 0 for step in steps)
    assert max(steps) < 2 * 280 / 100
    assert steps[0] < 0.01
    assert steps[-1] < 0.01
    assert ways[-1] == 280


def test_a_sliding_piece_is_seen_by_every_sensor_on_its_way() -> None:
    table = Table("d1")
    table.hands.slide(table.task(), at("d1"), at("d8"))
    strongest = [0.0] * 8
    while table.hands.busy:
        table.go_to(table.now_us + 2000)
        for rank in range(8):
            strongest[rank] = max(strongest[rank], table.board.fields_mt[8 * rank + 3])
    assert min(strongest) > 33


def test_minimum_jerk_goes_from_nothing_to_all_symmetrically() -> None:
    assert (minimum_jerk(0), minimum_jerk(1)) == (0, 1)
    assert minimum_jerk(0.5) == pytest.approx(0.5)
    assert minimum_jerk(0.2) == pytest.approx(1 - minimum_jerk(0.8))


def test_a_push_moves_on_everything_it_touches_and_leaves_it_in_the_middle() -> None:
    table = Table("c3", "c4", "c5", "c6", "d4")
    table.hands.push(table.task(), at("c3"), at("c4"))
    table.finish()
    names = ("c3", "c4", "c5", "c6", "d4")
    assert [table.where(name) for name in names] == ["c4", "c5", "c6", "c7", "d4"]


def test_a_push_goes_diagonally_too_and_may_meet_nothing() -> None:
    table = Table("c3", "d4")
    table.hands.push(table.task(), at("c3"), at("d4"))
    table.finish()
    assert (table.where("c3"), table.where("d4")) == ("d4", "e5")
    table.hands.push(table.task(), at("e5"), at("d6"))
    table.finish()
    assert table.where("d4") == "d6"


def test_while_it_is_pushed_a_piece_stands_off_its_square() -> None:
    table = Table("c3", "c4")
    table.hands.push(table.task(), at("c3"), at("c4"))
    seen = set()
    while table.hands.busy:
        table.go_to(table.now_us + 7000)
        seen.add(table.where("c4"))
    assert "c5" in seen
    assert any(place.startswith("c5+0.0-") for place in seen), "short of the middle"


def test_a_piece_may_be_left_off_centre_and_be_put_so() -> None:
    table = Table("d4", "e5")
    table.hands.nudge(table.task(), at("d4"), 6, -2)
    table.hands.lift(table.task(), "e5")
    table.hands.put(table.task(), "e5", at("e6"), -8, 3)
    table.finish()
    assert (table.where("d4"), table.where("e5")) == ("d4+6.0-2.0", "e6-8.0+3.0")


def test_a_removed_piece_comes_from_the_board_or_the_hand_and_can_be_put_again() -> None:
    table = Table("d4", "e5")
    table.hands.remove(table.task(), "d4")
    table.hands.lift(table.task(), "e5")
    table.hands.remove(table.task(), "e5")
    table.hands.remove(table.task(tag="nothing to do"), "e5")
    table.finish()
    assert (table.where("d4"), table.where("e5")) == ("box", "box")
    assert table.board.fields_mt == [0.0] * 64
    assert table.finished[-1] == "nothing to do"
    table.hands.put(table.task(), "e5", at("a1"))
    table.finish()
    assert table.where("e5") == "a1"


@pytest.mark.parametrize("seed", range(8))
def test_a_knock_displaces_those_near_by_keeps_them_apart_and_on_the_board(seed: int) -> None:
    near = [f"{file}{rank}" for file in "abc" for rank in "123"]
    table = Table(*near, "f5", "h8", seed=seed)
    table.go_to(table.hands.bump(table.task(), at("a1"), 40))
    table.check_room()
    assert table.where("f5") == "f5"
    assert table.where("h8") == "h8"
    assert [name for name in near if table.where(name) != name], "something has moved"
    for piece in table.board.standing():
        assert BOARD.is_on_board(piece.x_mm, piece.y_mm)


def test_the_same_seed_does_the_same() -> None:
    def ends(seed: int) -> list[dict[str, object]]:
        table = Table("c3", "c4", "d3", seed=seed)
        table.hands.bump(table.task(), at("c3"), 15)
        table.hands.move(table.task(), at("c3"), at("h8"))
        table.finish()
        return [*table.board.report(), {"us": table.now_us}]

    assert ends(7) == ends(7)
    assert ends(7) != ends(8)


REFUSED = {
    "lift the box": (lambda t: t.hands.lift(t.task(), "box"), "'box' is in the box"),
    "lift twice": (lambda t: t.hands.lift(t.task(), "held"), "is in the hand 'hand' already"),
    "lift nothing": (lambda t: t.hands.lift(t.task(), "x"), "there is no piece 'x'"),
    "empty square": (lambda t: t.hands.piece_on(at("h1")), "no piece stands on 'h1'"),
    "put on another": (
        lambda t: t.hands.put(t.task(), "held", at("a1")),
        "no room for 'held' on 'a1': 'a1' stands there",
    ),
    "put beside another": (
        lambda t: t.hands.put(t.task(), "held", at("a2"), 0, -18),
        "no room for 'held' on 'a2'",
    ),
    "put off the square": (
        lambda t: t.hands.put(t.task(), "held", at("d4"), 21, 0),
        "off the middle of 'd4' is another square",
    ),
    "put what stands": (lambda t: t.hands.put(t.task(), "a1", at("d4")), "lift it first"),
    "put with an empty hand": (
        lambda t: t.hands.put(t.task("other"), None, at("d4")),
        "the hand 'other' holds nothing",
    ),
    "put from another's hand": (
        lambda t: t.hands.put(t.task("other"), "held", at("d4")),
        "'held' is in the hand 'hand', not in 'other'",
    ),
    "remove from another's hand": (
        lambda t: t.hands.remove(t.task("other"), "held"),
        "'held' is in the hand 'hand', not in 'other'",
    ),
    "move onto another": (
        lambda t: t.hands.move(t.task(), at("a1"), at("b2")),
        "'b2' stands there",
    ),
    "move nothing": (lambda t: t.hands.move(t.task(), at("h1"), at("h2")), "no piece stands on"),
    "slide through another": (
        lambda t: t.hands.slide(t.task(), at("a1"), at("c3")),
        "'b2' on 'b2' is in the way",
    ),
    "push too far": (
        lambda t: t.hands.push(t.task(), at("a1"), at("a3")),
        "a push goes to a neighbouring square, not from 'a1' to 'a3'",
    ),
    "push off the board": (
        lambda t: t.hands.push(t.task(), at("g7"), at("h8")),
        "'h8' would be pushed off the board",
    ),
    "nudge into another square": (
        lambda t: t.hands.nudge(t.task(), at("a1"), 0, 30),
        "is another square",
    ),
    "set up twins": (
        lambda t: t.hands.set_up([("x", "n", None), ("x", "n", None)]),
        "there are two pieces 'x'",
    ),
    "set up on one square": (
        lambda t: t.hands.set_up([("x", "n", 0), ("y", "s", 0)]),
        "both 'x' and 'y' are put on 'a1'",
    ),
    "set up a strange pole": (
        lambda t: t.hands.set_up([("x", "N", 0)]),
        "must be 'n' or 's', not 'N'",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_done_is_refused_in_words_and_changes_nothing(name: str) -> None:
    request, words = REFUSED[name]
    table = _table_of_everything()
    before = table.board.report()
    with pytest.raises(ValueError, match=words):
        request(table)
    assert not table.hands.busy
    assert table.board.report() == before
    table.hands.put(table.task(), None, at("d4"))  # and the hand still knows what it holds
    table.finish()
    assert table.where("held") == "d4"


def _table_of_everything() -> Table:
    """A table with pieces on the board, one in the hand and one in the box."""
    table = Table("a1")
    table.hands.set_up(
        [(name, "n", at(name)) for name in ("a1", "b2", "g7", "h8")]
        + [("held", "s", at("e5")), ("box", "s", None)]
    )
    table.hands.lift(table.task(), "held")
    table.finish()
    return table


def test_setting_up_drops_what_the_hands_were_doing() -> None:
    table = Table("a1")
    table.hands.move(table.task(), at("a1"), at("a8"))
    table.go_to(200_000)
    table.hands.set_up([("x", "s", at("c3"))])
    assert not table.hands.busy
    assert [piece["id"] for piece in table.board.report()] == ["x"]
    with pytest.raises(ValueError, match="no piece 'a1'"):
        table.hands.lift(table.task(), "a1")


@pytest.mark.parametrize("seed", range(12))
def test_whatever_two_hands_are_asked_for_it_ends_as_planned_and_nothing_overlaps(
    seed: int,
) -> None:
    source = random.Random(seed)
    names = [f"{file}{rank}" for file in "abcdefgh" for rank in "1278"]
    table = Table(*names, seed=seed)
    done = refused = 0
    for _ in range(150):
        task = table.task(source.choice(["white", "black"]), source.choice([None, 0, 0.2]))
        square, other = source.randrange(64), source.randrange(64)
        requests = [
            lambda t=task: table.hands.lift(t, source.choice(names)),
            lambda t=task, s=square: table.hands.put(t, None, s),
            lambda t=task, s=square, o=other: table.hands.move(t, s, o),
            lambda t=task, s=square, o=other: table.hands.slide(t, s, o),
            lambda t=task, s=square: table.hands.push(t, s, min(63, s + source.choice([7, 8, 9]))),
            lambda t=task, s=square: table.hands.nudge(t, s, source.uniform(-9, 9), 4),
            lambda t=task: table.hands.remove(t, source.choice(names)),
        ]
        try:
            source.choice(requests)()
            done += 1
        except ValueError:
            refused += 1
        # One at a time: two hands that cross each other's way are another story.
        table.finish()
        assert all(piece.lift_mm == 0 for piece in table.board.standing())
        held = [p for p in table.board.pieces.values() if p.where is Where.HAND]
        assert all(piece.lift_mm > 50 for piece in held)
    assert done > 20
    assert refused > 20
