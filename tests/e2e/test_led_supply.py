"""Supply of the LEDs: USB, external 5 V, overload and none, with the real firmware."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from kamiboard import config
from tests.support.serial_cable import SerialCable
from tests.support.simulated_board import SimulatedBoard

pytestmark = pytest.mark.e2e

USB_MA, EXTERNAL_MA = config.CURRENT_LIMIT_MA, config.EXTERNAL_LIMIT_MA
FALL_MS = config.SUPPLY_READ_MS + 60
"""From a sag of the supply to dimmer LEDs: one reading, one step, one computed frame."""
RISE_MS = config.SUPPLY_READ_MS * (config.EXTERNAL_READINGS + 1) + 60
NEAR_MA = 25
"""Colours are rounded down, so a white frame may stay that far below the limit."""


@pytest.fixture(scope="module")
def cable() -> Iterator[SerialCable]:
    """Start a board for all tests; each resets it."""
    with SimulatedBoard("--seed", "5") as board, closing(SerialCable(board)) as made:
        made.step(100)
        board.ask("watch", what=["frames"])
        yield made


def restart_white(cable: SerialCable, shunt: str, external_mv: int) -> None:
    """Restart the board with this supply, and a host that wants all white."""
    cable.board.ask("mend")
    cable.board.ask("external", mv=external_mv, shunt=shunt)
    cable.board.ask("reset")
    cable.step(600)
    cable.lines()
    cable.say("hello,{seq},1.5,0.1.0")
    cable.say("palette,{seq},ffffff")
    cable.say("frame,{seq},1," + "1-" * 64)
    cable.board.events.clear()
    cable.step(100)


def highest(cable: SerialCable, ms: int) -> float:
    """Let time pass, 3 s at most, after a beat; return the highest current of the LEDs."""
    cable.say("beat,{seq}")
    cable.step(ms)
    drawn = [float(str(e["ma"])) for e in cable.board.events if e["event"] == "frame"]
    cable.board.events.clear()
    return max([*drawn, now(cable)])


def now(cable: SerialCable) -> float:
    """Return the present current of the LEDs."""
    return float(str(cable.board.ask("state")["ma"]))


def is_near(drawn: float, limit_ma: int) -> bool:
    return limit_ma - NEAR_MA < drawn <= limit_ma


def test_external_5_v_raises_the_limit_once_it_is_steady(cable: SerialCable) -> None:
    restart_white(cable, "external", 5000)
    assert is_near(highest(cable, 200), USB_MA)
    highest(cable, RISE_MS)
    assert is_near(now(cable), EXTERNAL_MA)
    assert [hello[8] for hello in cable.lines("hello")] == [str(USB_MA), str(EXTERNAL_MA)]
    assert is_near(highest(cable, 2000), EXTERNAL_MA)


def test_in_every_phase_of_plugging_no_more_is_drawn_than_the_supply_gives(
    cable: SerialCable,
) -> None:
    """The plug leaves and returns at 25 moments, spread over the interval of the readings."""
    restart_white(cable, "external", 5000)
    highest(cable, RISE_MS)
    for moment in range(25):
        assert is_near(now(cable), EXTERNAL_MA), moment
        cable.board.ask("external", mv=0)
        assert now(cable) == 0
        assert highest(cable, 140 + 20 * (moment % 5)) == 0
        cable.board.ask("external", mv=5000)
        cable.step(1 + 4 * moment)
        assert highest(cable, 900) <= USB_MA, moment
        highest(cable, RISE_MS - 900)


def test_a_sagging_supply_dims_the_lights_at_the_next_reading(cable: SerialCable) -> None:
    restart_white(cable, "external", 5000)
    highest(cable, RISE_MS)
    for moment in range(10):
        assert is_near(now(cable), EXTERNAL_MA)
        cable.step(1 + 11 * moment)
        cable.board.ask("external", mv=3700)
        cable.step(FALL_MS)
        assert is_near(now(cable), USB_MA), moment
        cable.board.events.clear()
        assert highest(cable, 1000) <= USB_MA
        cable.board.ask("external", mv=5000)
        assert highest(cable, config.SUPPLY_READ_MS * (config.EXTERNAL_READINGS - 1)) <= USB_MA
        highest(cable, 2 * config.SUPPLY_READ_MS + 160)


def test_leds_fed_from_usb_never_draw_more_whatever_is_plugged_in(cable: SerialCable) -> None:
    restart_white(cable, "usb", 0)
    assert is_near(highest(cable, 600), USB_MA)
    for external_mv in (5000, 0, 4300, 5000):
        cable.board.ask("external", mv=external_mv)
        assert highest(cable, RISE_MS + 500) <= USB_MA
        assert is_near(now(cable), USB_MA)
    assert {hello[8] for hello in cable.lines("hello")} == {str(USB_MA)}


@pytest.mark.parametrize(
    ("fault", "text"),
    [
        ("overloaded_supply", "the supply of the LEDs is overloaded"),
        ("missing_supply", "the LEDs have no supply"),
    ],
)
def test_a_fault_of_the_supply_is_told_and_its_end_lights_the_frame_again(
    cable: SerialCable, fault: str, text: str
) -> None:
    restart_white(cable, "usb", 0)
    highest(cable, 400)
    assert cable.lines("warn") == []
    cable.board.ask("fault", name=fault)
    highest(cable, 600)
    assert now(cable) == 0
    assert [line[2:] for line in cable.lines("warn")] == [["supply", text]]
    cable.board.ask("mend")
    highest(cable, 600)
    assert is_near(now(cable), USB_MA)
    assert [line[2:] for line in cable.lines("warn")] == [["supply", "-"]]


def test_the_external_feed_without_its_plug_is_a_missing_supply(cable: SerialCable) -> None:
    restart_white(cable, "external", 0)
    highest(cable, 400)
    assert now(cable) == 0
    assert [line[2:] for line in cable.lines("warn")] == [["supply", "the LEDs have no supply"]]
    cable.board.ask("external", mv=5000)
    assert highest(cable, 800) <= USB_MA
    highest(cable, RISE_MS)
    assert is_near(now(cable), EXTERNAL_MA)


def test_builds_without_the_signals_have_no_supply_to_tell() -> None:
    with (
        SimulatedBoard("--seed", "5", "--build", "switches") as board,
        closing(SerialCable(board)) as cable,
    ):
        cable.step(100)
        cable.greet()
        board.ask("external", mv=5000)
        board.ask("fault", name="overloaded_supply")
        cable.step(2000)
        cable.say("diag,{seq}")
        cable.step(100)
        assert cable.lines("warn") == []
        cable.say("diag,{seq}")
        cable.step(100)
        values = cable.lines("diag")[1]
        assert "supply" not in values
        assert values[values.index("limit") + 1] == str(USB_MA)
