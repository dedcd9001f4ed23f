"""LED chain: from the bytes of the chain to the colour of each square and the current."""

from __future__ import annotations

import pytest

from simulator.board.geometry import Geometry
from simulator.board.leds import LedChain
from simulator.board.wiring import Wiring

BOARD = Geometry(8, 8)
WIRING = Wiring.load()


def leds() -> LedChain:
    """Return a chain with power."""
    made = LedChain(BOARD, WIRING)
    assert made.power(True)
    return made


def chain(lit: dict[int, tuple[int, int, int]]) -> bytes:
    """Return the chain's bytes, green first, from (r, g, b) by place in the chain."""
    return b"".join(
        bytes((lit[at][1], lit[at][0], lit[at][2])) if at in lit else bytes(3) for at in range(64)
    )


def shown(made: LedChain, name: str) -> tuple[int, ...]:
    """Return the colour of a square."""
    at = 3 * BOARD.square(name)
    return tuple(made.rgb[at : at + 3])


def test_the_chain_runs_from_a1_along_the_files_and_begins_each_strip_at_file_a() -> None:
    made = leds()
    made.write(chain({0: (1, 2, 3), 7: (4, 5, 6), 8: (7, 8, 9), 63: (10, 11, 12)}))
    assert [shown(made, name) for name in ("a1", "h1", "a2", "h8")] == [
        (1, 2, 3),
        (4, 5, 6),
        (7, 8, 9),
        (10, 11, 12),
    ]


def test_the_milliamps_are_those_of_the_protocols_model() -> None:
    made = leds()
    assert made.ma == 64
    made.write(chain({5: (255, 0, 0), 6: (0, 0, 51)}))
    assert made.ma == pytest.approx(64 + 20 + 4)


def test_without_power_nothing_shines_nothing_is_drawn_and_nothing_is_remembered() -> None:
    made = LedChain(BOARD, WIRING)
    made.write(chain({0: (9, 9, 9)}))
    assert (made.rgb, made.ma) == (bytes(192), 0.0)
    assert made.power(True)
    assert not made.power(True)
    assert made.rgb == bytes(192)
    made.write(chain({0: (9, 9, 9)}))
    made.power(False)
    made.power(True)
    assert made.rgb == bytes(192)


def test_pixels_that_the_data_does_not_reach_keep_what_they_show() -> None:
    made = leds()
    made.write(chain({0: (1, 1, 1), 20: (2, 2, 2)}))
    made.write(bytes(3 * 10) + b"\1")
    assert shown(made, "a1") == (0, 0, 0)
    assert shown(made, "e3") == (2, 2, 2)


def test_bytes_beyond_the_last_pixel_fall_off_the_end() -> None:
    made = leds()
    made.write(bytes([7]) * (3 * 64 + 30))
    assert made.rgb == bytes([7]) * 192


def test_a_dead_pixel_stays_dark_and_passes_the_data_on() -> None:
    made = leds()
    made.dead = {0}
    made.write(chain({0: (1, 1, 1), 1: (2, 2, 2)}))
    assert (shown(made, "a1"), shown(made, "b1")) == ((0, 0, 0), (2, 2, 2))
    made.dead = ()
    assert shown(made, "a1") == (1, 1, 1), "it was told all the same"


def test_a_missing_strip_is_dark_and_cuts_the_chain() -> None:
    made = leds()
    made.write(bytes([5]) * 192)
    made.missing = {2}
    made.write(bytes([9]) * 192)
    assert shown(made, "h2") == (9, 9, 9)
    assert shown(made, "a3") == (0, 0, 0)
    assert shown(made, "a4") == (5, 5, 5), "the old data is still there"
    assert made.ma == pytest.approx(56 + sum(made.rgb) * 20 / 255, abs=0.05)


def test_a_chain_that_runs_to_and_fro_turns_at_each_strip() -> None:
    fields = WIRING.as_dict() | {"serpentine": True}
    serpentine = Wiring(**fields)  # type: ignore[arg-type]
    assert [serpentine.square_of_pixel(pixel, 8) for pixel in (0, 7, 8, 15, 16)] == [
        0,
        7,
        15,
        8,
        16,
    ]


def test_the_pin_map_is_read_whole() -> None:
    assert WIRING.selects == (2, 3, 4, 5)
    assert WIRING.rows == tuple(range(6, 15))
    assert WIRING.columns == (0, 1, 2, 3, 4, 8, 9, 10, 11)
    assert (WIRING.reference, WIRING.ground, WIRING.supply) == (15, 14, 13)
    assert (WIRING.adcs, WIRING.led_data, WIRING.led_enable) == ((26,), 15, 16)


def test_the_other_builds_have_pins_of_their_own() -> None:
    quarters = Wiring.load("quarters")
    assert quarters.selects == (7, 8, 9, 10)
    assert (quarters.rows, quarters.adcs, quarters.chain) == ((), (26, 27, 28, 29), ())
    assert quarters.fits(8, 8)
    assert not quarters.fits(9, 9)
    switches = Wiring.load("switches")
    assert (switches.selects, switches.adcs, switches.chain) == ((), (), (2, 3, 4))
    assert [wiring.parts(8) for wiring in (WIRING, quarters, switches)] == [8, 4, 1]
