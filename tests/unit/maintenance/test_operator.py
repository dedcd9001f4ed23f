"""KeyboardOperator: input is read without a lock that outlives the program."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from host.maintenance.operator import KeyboardOperator


@pytest.fixture
def typed() -> Iterator[tuple[KeyboardOperator, int, list[str]]]:
    """Return an operator, the descriptor to type on, and the printed lines."""
    reading, writing = os.pipe()
    told: list[str] = []
    yield KeyboardOperator(told.append, 8, 8, reading), writing, told
    os.close(reading)


def test_each_question_takes_one_line(typed: tuple[KeyboardOperator, int, list[str]]) -> None:
    operator, keyboard, told = typed
    os.write(keyboard, b"\n\ne4 h8\n")
    os.close(keyboard)
    operator.clear()
    operator.put(28)
    assert operator.dark_cells("red") == [28, 63]
    assert "e4" in told[1]
    assert "All squares should be red" in told[2]


def test_a_square_that_does_not_exist_is_asked_for_again(
    typed: tuple[KeyboardOperator, int, list[str]],
) -> None:
    operator, keyboard, told = typed
    os.write(keyboard, b"i9\nz\n\n")
    os.close(keyboard)
    assert operator.dark_cells("blue") == []
    assert "'i9'" in told[1]
    assert "'z'" in told[2]


def test_a_closed_keyboard_ends_it(typed: tuple[KeyboardOperator, int, list[str]]) -> None:
    operator, keyboard, _ = typed
    os.close(keyboard)
    with pytest.raises(ValueError, match="keyboard was closed"):
        operator.clear()


def test_what_the_lights_tell_waits_for_nobody(
    typed: tuple[KeyboardOperator, int, list[str]],
) -> None:
    operator, keyboard, told = typed
    os.close(keyboard)
    operator.start_clearing()
    operator.start_sweep()
    operator.start_home_rows()
    assert len(told) == 2
