"""Line noise: frequency of the faults, and no other effects."""

from __future__ import annotations

import pytest

from simulator.board.faults import LINE_FAULTS, Faults
from simulator.serial_port.line_noise import LineNoise

LINES = [b"beat,%d*%04x\n" % (number, number * 7) for number in range(1000)]


def passed(fault: str, percent: float, seed: str = "1", direction: str = "in") -> list[bytes]:
    """Return the lines that arrive of 1000 lines."""
    faults = Faults(percent={(fault, "in"): percent})
    noise = LineNoise(faults, direction, seed)
    return b"".join(noise.transmit(line) for line in LINES).splitlines(keepends=True)


def test_without_faults_bytes_pass_at_once_and_unchanged() -> None:
    noise = LineNoise(Faults(), "in", "1")
    assert noise.transmit(b"half a li") == b"half a li"
    assert noise.transmit(b"ne\n\0\xff") == b"ne\n\0\xff"


def test_lost_lines_are_lost_whole_about_as_often_as_asked_for() -> None:
    left = passed("lose_lines", 20)
    assert 740 < len(left) < 860
    assert set(left) <= set(LINES)
    assert passed("lose_lines", 100) == []


def test_doubled_lines_come_twice_in_a_row() -> None:
    left = passed("double_lines", 20)
    assert 1140 < len(left) < 1260
    assert list(dict.fromkeys(left)) == LINES
    assert passed("double_lines", 100) == [line for line in LINES for _ in "12"]


def test_a_damaged_line_differs_in_just_one_byte() -> None:
    faults = Faults(percent={("damage_bytes", "in"): 100.0})
    noise = LineNoise(faults, "in", "1")
    for line in LINES:
        damaged = noise.transmit(line)
        assert len(damaged) == len(line)
        assert sum(a != b for a, b in zip(damaged, line, strict=True)) == 1


def test_about_as_many_lines_are_damaged_as_asked_for() -> None:
    faults = Faults(percent={("damage_bytes", "in"): 20.0})
    noise = LineNoise(faults, "in", "1")
    hit = sum(noise.transmit(line) != line for line in LINES)
    assert 140 < hit < 260


@pytest.mark.parametrize("fault", LINE_FAULTS)
def test_the_other_direction_is_spared(fault: str) -> None:
    assert passed(fault, 100, direction="out") == LINES


@pytest.mark.parametrize("fault", LINE_FAULTS)
def test_the_same_seed_hits_the_same_lines(fault: str) -> None:
    assert passed(fault, 30, "a") == passed(fault, 30, "a")
    assert passed(fault, 30, "a") != passed(fault, 30, "b")


def test_the_beginning_of_a_line_waits_for_its_end_and_comes_when_all_is_mended() -> None:
    faults = Faults(percent={("lose_lines", "in"): 0.001})
    noise = LineNoise(faults, "in", "1")
    assert noise.transmit(b"one\nhalf") == b"one\n"
    faults.clear()
    assert noise.transmit(b" two\n") == b"half two\n"


def test_a_pulled_cable_takes_the_beginning_of_a_line_with_it() -> None:
    noise = LineNoise(Faults(percent={("lose_lines", "in"): 0.001}), "in", "1")
    noise.transmit(b"half")
    noise.reset()
    assert noise.transmit(b"one\n") == b"one\n"


def test_a_line_without_end_is_not_kept_for_ever() -> None:
    noise = LineNoise(Faults(percent={("double_lines", "in"): 0.001}), "in", "1")
    assert len(noise.transmit(b"x" * 5000)) == 5001
