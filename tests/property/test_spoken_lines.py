"""Squares told by their ends, listened to with nothing but a board of squares in mind."""

from __future__ import annotations

import random
import re

import pytest

from host.ui.speech.descriptions import lifted
from tests.support.snapshots import SnapshotHand

Place = tuple[int, int]


def place(name: str) -> Place:
    return ord(name[0]) - ord("a"), int(name[1:])


def between(first: Place, last: Place) -> list[Place]:
    """Return all squares of a straight way, its ends included."""
    across, up = last[0] - first[0], last[1] - first[1]
    steps = max(abs(across), abs(up))
    straight = steps and across % steps == up % steps == 0
    assert straight, f"{first} to {last} is not straight"
    step = across // steps, up // steps
    return [(first[0] + step[0] * n, first[1] + step[1] * n) for n in range(steps + 1)]


def heard(told: str, origin: Place) -> set[Place]:
    """Return the squares that a listener takes a lifted piece to be able to go to."""
    squares: list[Place] = []
    words = told.split("It may go to ")[1]
    for part in re.split(r", | or ", words.rstrip(".")):
        ends = [place(name) for name in re.findall(r"\b[a-i][1-9]\b", part)]
        if "through" in part:
            way = between(*ends)
            assert way == [at for at in between(origin, ends[1]) if at in way], f"{part}: {told}"
            squares += way
        else:
            squares += ends
    assert len(squares) == len(set(squares)), told
    return set(squares)


@pytest.mark.parametrize("game", ["kamisado", "kamisado-standard", "hasami"])
def test_a_line_that_is_told_leads_straight_away_from_the_piece(game: str) -> None:
    chance = random.Random(f"lines of {game}")
    lines = 0
    for _ in range(3):
        hand = SnapshotHand(game=game)
        position = hand.game.start()
        for _ in range(chance.randrange(40)):
            moves = hand.game.legal_moves(position)
            if not moves:
                break
            position = hand.game.play(position, chance.choice(moves))
        hand = SnapshotHand(hand.game.position_text(position), game=game)
        candidates = hand.view.expectation.candidates
        for origin in sorted({each.origin for each in candidates if each.origin is not None}):
            told = str(lifted(hand.game, hand.view, origin))
            if "It may go to" not in told:
                continue
            files = hand.game.size[0]
            targets = [each.target for each in candidates if each.origin == origin]
            may_go = {(at % files, at // files + 1) for at in targets if at is not None}
            assert heard(told, (origin % files, origin // files + 1)) == may_go
            lines += told.count("through")
    assert lines


def test_a_single_square_of_one_way_is_no_part_of_the_next() -> None:
    hand = SnapshotHand("obpkyrgn/8/1K6/8/8/8/8/NGRY1PBO b b")
    told = str(lifted(hand.game, hand.view, 57))
    assert told == "Blue tower, b8. It may go to a7, b7 or c7 through h2."
