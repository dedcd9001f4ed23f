"""Current governor, with the real firmware on MicroPython in the simulator."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kamiboard import config
from tests.property.test_governor import EVENT, PAUSE_MS, Line, Noise, Reset
from tests.support.serial_cable import SerialCable
from tests.support.simulated_board import SimulatedBoard

pytestmark = pytest.mark.e2e

START_MS = 600
"""Time from reset to the first scan."""
READ_MS = 20
"""Within this the board has read a line; until then its old limit applies."""
GLARE = [
    Line("palette", "ffffff,ffff00,00ffff"),
    Line("frame", "1," + "1-1f2b1p" * 16),
]


@pytest.fixture(scope="module")
def cable() -> Iterator[SerialCable]:
    """Start a board for all examples; each resets it."""
    with SimulatedBoard("--seed", "5") as board, closing(SerialCable(board)) as made:
        made.step(100)
        board.ask("watch", what=["frames"])
        yield made


def weigh(cable: SerialCable, limit_ma: int, ms: float) -> float:
    """Let time pass; check and return the highest current of the LEDs."""
    cable.step(ms)
    drawn = [float(str(e["ma"])) for e in cable.board.events if e["event"] == "frame"]
    cable.board.events.clear()
    assert max(drawn, default=0.0) <= limit_ma
    return max(drawn, default=0.0)


@settings(max_examples=12, deadline=None, derandomize=True)
@given(events=st.lists(st.tuples(EVENT, PAUSE_MS), min_size=1, max_size=8), polite=st.booleans())
def test_no_lines_noise_or_resets_make_the_leds_draw_more_than_the_limit(
    cable: SerialCable, events: list[tuple[Line | Noise | Reset, int]], polite: bool
) -> None:
    cable.board.ask("reset")
    cable.board.events.clear()
    limit_ma = config.UNGREETED_LIMIT_MA
    greeting = [Line("hello", "1.0,0.1.0"), *GLARE] if polite else GLARE
    for event, pause_ms in [(Reset(), 0), *((line, 0) for line in greeting), *events]:
        match event:
            case Line(kind, fields):
                cable.say(",".join([kind, "{seq}", *([fields] if fields else [])]))
                if kind == "hello" and "," in fields:
                    is_ours = fields.startswith("1.")
                    before_ma = limit_ma
                    limit_ma = config.CURRENT_LIMIT_MA if is_ours else config.UNGREETED_LIMIT_MA
                    weigh(cable, max(before_ma, limit_ma), READ_MS)
            case Noise(data):
                cable.written += cable.port.write(data + b"\n") or 0
            case Reset():
                cable.board.ask("reset")
                limit_ma = config.UNGREETED_LIMIT_MA
                weigh(cable, limit_ma, START_MS)
        weigh(cable, limit_ma, 60 + pause_ms)


def test_a_host_that_wants_everything_gets_the_whole_limit_and_no_more(cable: SerialCable) -> None:
    """A white frame reaches the limit, so the other tests do light the LEDs."""
    cable.board.ask("reset")
    weigh(cable, config.UNGREETED_LIMIT_MA, START_MS)
    cable.say("hello,{seq},1.0,0.1.0")
    cable.say("palette,{seq},ffffff")
    cable.say("frame,{seq},1," + "1-" * 64)
    drawn = weigh(cable, config.CURRENT_LIMIT_MA, 200)
    assert drawn > config.CURRENT_LIMIT_MA - 20
