"""Placement of silkscreen text: it is clear of everything else."""

from __future__ import annotations

import pytest

from hardware.electronics.layout.silkscreen import NoRoomError, Silkscreen, Text


def overlap(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def test_a_word_goes_beside_its_part_and_not_onto_it() -> None:
    side, part = Silkscreen(40, 20), (18.0, 8.0, 22.0, 12.0)
    side.occupy(part)
    word = side.place_near("R1", part)
    assert not overlap(word.box(), part)
    assert abs(word.x - 20) < 5
    assert abs(word.y - 10) < 5


def test_words_do_not_cover_each_other() -> None:
    side, part = Silkscreen(40, 20), (18.0, 8.0, 22.0, 12.0)
    side.occupy(part)
    words = [side.place_near(f"R{n}", part) for n in range(12)]
    boxes = [word.box() for word in words]
    assert not any(overlap(one, other) for n, one in enumerate(boxes) for other in boxes[n + 1 :])


def test_a_word_stays_on_the_board() -> None:
    side, part = Silkscreen(12, 8), (0.5, 0.5, 2.0, 2.0)
    side.occupy(part)
    left, upper, right, lower = side.place_near("LONG", part).box()
    assert left >= 0.5
    assert upper >= 0.5
    assert right <= 11.5
    assert lower <= 7.5


def test_a_word_that_is_in_the_way_moves_aside_and_lies_as_wanted() -> None:
    side = Silkscreen(40, 20)
    side.occupy((19.0, 9.0, 21.0, 11.0))
    word = side.place(Text("file a", 20, 10, 1.4, 0))
    assert not overlap(word.box(), (19.0, 9.0, 21.0, 11.0))
    assert word.rotation == 0


def test_a_full_board_says_so() -> None:
    side = Silkscreen(10, 10)
    side.occupy((0, 0, 10, 10))
    with pytest.raises(NoRoomError, match="'R1'"):
        side.place_near("R1", (4, 4, 6, 6))
