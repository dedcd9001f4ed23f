"""Hands: requests, refusals, and the field during their motions."""

from __future__ import annotations

import itertools
import math
import random

import pytest

from simulator.board.geometry import Geometry
from simulator.board.pieces import Location, PieceSet
from simulator.board.reference_build import DIAMETER_MM
from simulator.hand.hands import Hands
from simulator.hand.schedule import Task
from simulator.hand.stroke import minimum_jerk

BOARD = Geometry(8, 8)
SECOND_US = 1_000_000


def at(name: str) -> int:
    """Return the number of a square."""
    return BOARD.square(name)


class Scene:
    """Hands at a board with pieces named by their squares; the test advances the time."""

    def __init__(self, *names: str, seed: int = 1) -> None:
        self.board = PieceSet(BOARD)
        self.hands = Hands(self.board, f"test {seed}")
        self.hands.set_up([(name, "n", at(name)) for name in names])
        self.now_us = 0
        self.finished: list[object] = []

    def task(self, hand: str = "hand", seconds: float | None = None, tag: str = "t") -> Task:
        """Return a task that starts now."""
        return Task(hand, self.now_us, seconds, ("client", tag))

    def go_to(self, now_us: int) -> None:
        """Let time pass."""
        self.now_us = now_us
        self.finished += [tag[1] for tag in self.hands.advance(now_us) if tag]

    def finish(self) -> None:
        """Advance until all is done, 7 ms at a time; check that no two pieces overlap."""
        while self.hands.busy:
            self.go_to(self.now_us + 7000)
            self.check_room()
            assert self.now_us < 600 * SECOND_US

    def check_room(self) -> None:
        """Check that no two standing pieces overlap."""
        for one, two in itertools.combinations(self.board.standing(), 2):
            gap_mm = math.hypot(one.x_mm - two.x_mm, one.y_mm - two.y_mm)
            assert gap_mm >= DIAMETER_MM - 1e-6, (one.id, two.id)

    def where(self, name: str) -> str:
        """Return the square and offset of a piece, such as "d4" or "d4+6-2"; else its location."""
        told = next(piece for piece in self.board.report() if piece["id"] == name)
        if told["square"] is None:
            return str(told["where"])
        off = "" if not (told["dx_mm"] or told["dy_mm"]) else f"{told['dx_mm']:+}{told['dy_mm']:+}"
        return f"{told['square']}{off}"


def test_lift_and_put_carry_a_piece_to_another_square() -> None:
    scene = Scene("d8")
    scene.hands.lift(scene.task(tag="up"), "d8")
    scene.finish()
    assert scene.where("d8") == "hand"
    assert abs(scene.board.fields_mt[at("d8")]) < 0.2
    scene.hands.put(scene.task(tag="down"), None, at("d4"))
    scene.finish()
    assert scene.where("d8") == "d4"
    assert scene.board.fields_mt[at("d4")] == pytest.approx(35.4, abs=0.1)
    assert scene.finished == ["up", "down"]


def test_a_request_is_done_when_it_said_it_would_be() -> None:
    scene = Scene("d8")
    done_us = scene.hands.move(scene.task(), at("d8"), at("d4"))
    scene.go_to(done_us - 1)
    assert scene.finished == []
    assert scene.hands.busy
    assert scene.where("d8") == "hand"
    scene.go_to(done_us)
    assert scene.finished == ["t"]
    assert not scene.hands.busy


@pytest.mark.parametrize("seed", range(5))
def test_a_move_takes_as_long_as_a_person_does(seed: int) -> None:
    scene = Scene("d8", seed=seed)
    done_us = scene.hands.move(scene.task(), at("d8"), at("d4"))
    assert 0.5 * SECOND_US < done_us < 2 * SECOND_US


def test_the_seconds_asked_for_are_the_seconds_it_takes() -> None:
    scene = Scene("d8", "c3", "c4")
    assert scene.hands.move(scene.task(seconds=0.4), at("d8"), at("d4")) == 400_000
    scene.finish()
    began_us = scene.now_us
    assert scene.hands.push(scene.task(seconds=1.5), at("c3"), at("c4")) - began_us == 1_500_000


def test_in_no_seconds_it_is_done_at_once() -> None:
    scene = Scene("d8")
    scene.hands.move(scene.task(seconds=0), at("d8"), at("d4"))
    scene.go_to(0)
    assert scene.where("d8") == "d4"
    assert scene.finished == ["t"]


def test_one_hand_does_one_thing_after_another_two_hands_work_at_once() -> None:
    scene = Scene("a1", "h8")
    first_us = scene.hands.move(scene.task("white", 1.0), at("a1"), at("a2"))
    second_us = scene.hands.move(scene.task("white", 1.0), at("a2"), at("a3"))
    other_us = scene.hands.move(scene.task("black", 1.0), at("h8"), at("h7"))
    assert (first_us, second_us, other_us) == (SECOND_US, 2 * SECOND_US, SECOND_US)
    scene.go_to(SECOND_US - 1)
    assert scene.finished == []
    scene.go_to(SECOND_US)
    assert scene.finished == ["t", "t"]
    assert scene.where("h8") == "h7"
    scene.finish()
    assert scene.where("a1") == "a3"


def test_what_is_asked_for_may_build_on_what_is_not_done_yet() -> None:
    scene = Scene("a1", "a2")
    scene.hands.lift(scene.task(), "a2")
    scene.hands.move(scene.task(), at("a1"), at("a2"))  # free by then
    scene.hands.put(scene.task(), "a2", at("a1"))  # the same
    scene.finish()
    assert (scene.where("a1"), scene.where("a2")) == ("a2", "a1")


def test_a_piece_glides_smoothly_and_begins_and_ends_at_rest() -> None:
    scene = Scene("d1")
    done_us = scene.hands.slide(scene.task(seconds=1.0), at("d1"), at("d8"))
    ways = []
    for part in range(101):
        scene.go_to(done_us * part // 100)
        ways.append(scene.board.by_id["d1"].y_mm)
    steps = [after - before for before, after in itertools.pairwise(ways)]
    assert all(step >= 0 for step in steps)
    assert max(steps) < 2 * 280 / 100
    assert steps[0] < 0.01
    assert steps[-1] < 0.01
    assert ways[-1] == 280


def test_a_sliding_piece_is_seen_by_every_sensor_on_its_way() -> None:
    scene = Scene("d1")
    scene.hands.slide(scene.task(), at("d1"), at("d8"))
    strongest = [0.0] * 8
    while scene.hands.busy:
        scene.go_to(scene.now_us + 2000)
        for rank in range(8):
            strongest[rank] = max(strongest[rank], scene.board.fields_mt[8 * rank + 3])
    assert min(strongest) > 33


def test_minimum_jerk_goes_from_nothing_to_all_symmetrically() -> None:
    assert (minimum_jerk(0), minimum_jerk(1)) == (0, 1)
    assert minimum_jerk(0.5) == pytest.approx(0.5)
    assert minimum_jerk(0.2) == pytest.approx(1 - minimum_jerk(0.8))


def test_a_push_moves_on_everything_it_touches_and_leaves_it_in_the_middle() -> None:
    scene = Scene("c3", "c4", "c5", "c6", "d4")
    scene.hands.push(scene.task(), at("c3"), at("c4"))
    scene.finish()
    names = ("c3", "c4", "c5", "c6", "d4")
    assert [scene.where(name) for name in names] == ["c4", "c5", "c6", "c7", "d4"]


def test_a_push_goes_diagonally_too_and_may_meet_nothing() -> None:
    scene = Scene("c3", "d4")
    scene.hands.push(scene.task(), at("c3"), at("d4"))
    scene.finish()
    assert (scene.where("c3"), scene.where("d4")) == ("d4", "e5")
    scene.hands.push(scene.task(), at("e5"), at("d6"))
    scene.finish()
    assert scene.where("d4") == "d6"


def test_while_it_is_pushed_a_piece_stands_off_its_square() -> None:
    scene = Scene("c3", "c4")
    scene.hands.push(scene.task(), at("c3"), at("c4"))
    seen = set()
    while scene.hands.busy:
        scene.go_to(scene.now_us + 7000)
        seen.add(scene.where("c4"))
    assert "c5" in seen
    assert any(place.startswith("c5+0.0-") for place in seen), "short of the middle"


def test_a_piece_may_be_left_off_centre_and_be_put_so() -> None:
    scene = Scene("d4", "e5")
    scene.hands.nudge(scene.task(), at("d4"), 6, -2)
    scene.hands.lift(scene.task(), "e5")
    scene.hands.put(scene.task(), "e5", at("e6"), -8, 3)
    scene.finish()
    assert (scene.where("d4"), scene.where("e5")) == ("d4+6.0-2.0", "e6-8.0+3.0")


def test_a_removed_piece_comes_from_the_board_or_the_hand_and_can_be_put_again() -> None:
    scene = Scene("d4", "e5")
    scene.hands.remove(scene.task(), "d4")
    scene.hands.lift(scene.task(), "e5")
    scene.hands.remove(scene.task(), "e5")
    scene.hands.remove(scene.task(tag="nothing to do"), "e5")
    scene.finish()
    assert (scene.where("d4"), scene.where("e5")) == ("box", "box")
    assert scene.board.fields_mt == [0.0] * 64
    assert scene.finished[-1] == "nothing to do"
    scene.hands.put(scene.task(), "e5", at("a1"))
    scene.finish()
    assert scene.where("e5") == "a1"


@pytest.mark.parametrize("seed", range(8))
def test_a_knock_displaces_those_near_by_keeps_them_apart_and_on_the_board(seed: int) -> None:
    near = [f"{file}{rank}" for file in "abc" for rank in "123"]
    scene = Scene(*near, "f5", "h8", seed=seed)
    scene.go_to(scene.hands.bump(scene.task(), at("a1"), 40))
    scene.check_room()
    assert scene.where("f5") == "f5"
    assert scene.where("h8") == "h8"
    assert [name for name in near if scene.where(name) != name], "something has moved"
    for piece in scene.board.standing():
        assert BOARD.is_on_board(piece.x_mm, piece.y_mm)


def test_the_same_seed_does_the_same() -> None:
    def ends(seed: int) -> list[dict[str, object]]:
        scene = Scene("c3", "c4", "d3", seed=seed)
        scene.hands.bump(scene.task(), at("c3"), 15)
        scene.hands.move(scene.task(), at("c3"), at("h8"))
        scene.finish()
        return [*scene.board.report(), {"us": scene.now_us}]

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
    scene = _table_of_everything()
    before = scene.board.report()
    with pytest.raises(ValueError, match=words):
        request(scene)
    assert not scene.hands.busy
    assert scene.board.report() == before
    scene.hands.put(scene.task(), None, at("d4"))  # and the hand still knows what it holds
    scene.finish()
    assert scene.where("held") == "d4"


def _table_of_everything() -> Scene:
    """A scene with pieces on the board, one in the hand and one in the box."""
    scene = Scene("a1")
    scene.hands.set_up(
        [(name, "n", at(name)) for name in ("a1", "b2", "g7", "h8")]
        + [("held", "s", at("e5")), ("box", "s", None)]
    )
    scene.hands.lift(scene.task(), "held")
    scene.finish()
    return scene


def test_setting_up_drops_what_the_hands_were_doing() -> None:
    scene = Scene("a1")
    scene.hands.move(scene.task(), at("a1"), at("a8"))
    scene.go_to(200_000)
    scene.hands.set_up([("x", "s", at("c3"))])
    assert not scene.hands.busy
    assert [piece["id"] for piece in scene.board.report()] == ["x"]
    with pytest.raises(ValueError, match="no piece 'a1'"):
        scene.hands.lift(scene.task(), "a1")


@pytest.mark.parametrize("seed", range(12))
def test_whatever_two_hands_are_asked_for_it_ends_as_planned_and_nothing_overlaps(
    seed: int,
) -> None:
    source = random.Random(seed)
    names = [f"{file}{rank}" for file in "abcdefgh" for rank in "1278"]
    scene = Scene(*names, seed=seed)
    done = refused = 0
    for _ in range(150):
        task = scene.task(source.choice(["white", "black"]), source.choice([None, 0, 0.2]))
        square, other = source.randrange(64), source.randrange(64)
        requests = [
            lambda t=task: scene.hands.lift(t, source.choice(names)),
            lambda t=task, s=square: scene.hands.put(t, None, s),
            lambda t=task, s=square, o=other: scene.hands.move(t, s, o),
            lambda t=task, s=square, o=other: scene.hands.slide(t, s, o),
            lambda t=task, s=square: scene.hands.push(t, s, min(63, s + source.choice([7, 8, 9]))),
            lambda t=task, s=square: scene.hands.nudge(t, s, source.uniform(-9, 9), 4),
            lambda t=task: scene.hands.remove(t, source.choice(names)),
        ]
        try:
            source.choice(requests)()
            done += 1
        except ValueError:
            refused += 1
        # One at a time, since the paths of two hands might cross.
        scene.finish()
        assert all(piece.lift_mm == 0 for piece in scene.board.standing())
        held = [p for p in scene.board.by_id.values() if p.location is Location.HAND]
        assert all(piece.lift_mm > 50 for piece in held)
    assert done > 20
    assert refused > 20
