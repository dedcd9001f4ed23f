"""Current governor: no sequence of lines makes the LEDs draw more than the limit."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kamiboard import config, wire
from kamiboard.lights import led_patterns
from kamiboard.lights.led_strip import LedStrip
from tests.micropython.rig import Leds, Rig

SMALL = 1 << 30
"""CircuitPython stores smaller integers without allocating."""

COLOUR = st.one_of(st.just("ffffff"), st.from_regex(r"\A[0-9a-f]{6}\Z"))
CELL = st.tuples(
    st.sampled_from("0123z" + "1" * 5), st.sampled_from(wire.PATTERNS.decode() + "-" * 8)
)
CELLS = st.lists(CELL, min_size=64, max_size=64).map(lambda cells: "".join(map("".join, cells)))
PALETTE = st.lists(COLOUR, min_size=1, max_size=33).map(",".join)
BRIGHTNESS = st.sampled_from(["", ",1", ",50", ",99", ",100"])
FRAME = st.builds("{},{}{}".format, st.integers(0, 9999), CELLS, BRIGHTNESS)


@dataclass(frozen=True)
class Line:
    """A well-formed line from the host."""

    kind: str
    fields: str = ""


@dataclass(frozen=True)
class Noise:
    """Bytes that are not a line."""

    data: bytes


@dataclass(frozen=True)
class Reset:
    """A restart of the board; its LEDs keep their colours until they are written."""


LINE = st.one_of(
    st.builds(Line, st.just("palette"), PALETTE),
    st.builds(Line, st.just("frame"), FRAME),
    st.builds(Line, st.just("hello"), st.sampled_from(["1.0,0.1.0", "1.9,9", "2.0,0.1.0", "1"])),
    st.builds(Line, st.sampled_from(["beat", "look", "diag", "sing", "frame", "palette"])),
)
EVENT = st.one_of(LINE, LINE, LINE, st.builds(Noise, st.binary(max_size=300)), st.just(Reset()))
PAUSE_MS = st.sampled_from([0, 1, 24, 100, 150, 400, 3300])


def is_within(shown: list[int], limit_ma: int) -> bool:
    """True if the current by the model of docs/protocols/board.md is within a limit, exactly."""
    duty = sum((rgb >> 16) + (rgb >> 8 & 255) + (rgb & 255) for rgb in shown)
    return 255 * len(shown) * 1 + 20 * duty <= 255 * limit_ma


class Scales(Leds):
    """LEDs that check the current of each frame."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.limit_ma = config.UNGREETED_LIMIT_MA

    def show(self) -> None:
        """Show the frame, and fail if it is above the limit."""
        super().show()
        assert is_within(self.shown, self.limit_ma), (self.ma(), self.limit_ma)


class Table:
    """A board with checking LEDs, and a host that sends anything."""

    def __init__(self) -> None:
        self.leds = Scales(64)
        self.start(1000)

    def start(self, now_ms: int) -> None:
        """Start the firmware."""
        self.leds.limit_ma = config.UNGREETED_LIMIT_MA
        self.rig = Rig(step_ms=20, start_ms=now_ms, leds=self.leds)

    def let(self, event: Line | Noise | Reset) -> None:
        """Carry out an event."""
        match event:
            case Line(kind, fields):
                self.rig.say(kind, fields)
                if kind == "hello" and "," in fields:
                    # What the limit was may hold until the hello is read, never the other way.
                    is_ours = fields.startswith("1.")
                    self.leds.limit_ma = (
                        config.CURRENT_LIMIT_MA if is_ours else config.UNGREETED_LIMIT_MA
                    )
            case Noise(data):
                self.rig.port.give(data + b"\n")
            case Reset():
                self.start(self.rig.now_ms)

    def run(self, ms: int) -> None:
        """Let time pass; the announced current must be within the limit too."""
        self.rig.run(ms)
        for ack in self.rig.lines("ack"):
            assert int(ack[3]) <= self.leds.limit_ma


@settings(max_examples=50, deadline=None, derandomize=True)
@given(
    events=st.lists(st.tuples(EVENT, PAUSE_MS), min_size=1, max_size=14),
    polite=st.booleans(),
)
@example(  # a flash that meets the others' peak, and a limit that falls under a steady frame
    events=[
        (Line("palette", "ffffff,ffff00,00ffff"), 0),
        (Line("frame", "1," + "1-1f2b1p" * 16), 100),
        (Line("hello", "2.0,0.1.0"), 3300),
    ],
    polite=True,
)
@pytest.mark.slow
def test_nothing_makes_the_leds_draw_more_than_the_limit(
    events: list[tuple[Line | Noise | Reset, int]], polite: bool
) -> None:
    table = Table()
    if polite:
        table.let(Line("hello", "1.0,0.1.0"))
        table.let(Line("palette", "ffffff,ffff00,00ffff"))
        table.run(20)
    for event, pause_ms in events:
        table.let(event)
        table.run(40 + pause_ms)
    table.run(3200)
    assert table.rig.strips.faults == []


STILL = st.lists(
    st.tuples(st.sampled_from("0123"), st.sampled_from("-bkdpsh12AHP")), min_size=64, max_size=64
).map(lambda cells: "".join(map("".join, cells)))


@settings(max_examples=25, deadline=None, derandomize=True)
@given(
    before=st.lists(LINE, max_size=10),
    palette=st.lists(COLOUR, min_size=3, max_size=3).map(",".join),
    cells=STILL,
    brightness=BRIGHTNESS,
    palette_first=st.booleans(),
)
@pytest.mark.slow
def test_what_is_shown_depends_on_what_is_to_be_shown_and_not_on_what_came_before(
    before: list[Line], palette: str, cells: str, brightness: str, palette_first: bool
) -> None:
    """The brightness of a frame does not depend on the order of the lines before it."""
    last = [Line("palette", palette), Line("frame", f"77,{cells}{brightness}")]
    used, fresh = Rig(step_ms=20), Rig(step_ms=20)
    for line in before:
        used.say(line.kind, line.fields)
    used.run(1000)
    fresh.run(1000)
    for rig in (used, fresh):
        rig.say("hello", "1.0,0.1.0")
    for line in last if palette_first else last[::-1]:
        used.say(line.kind, line.fields)
    for line in last:
        fresh.say(line.kind, line.fields)
    for rig in (used, fresh):
        rig.run(100)  # for all lines to be read
    for _ in range(180):
        used.run(20)
        fresh.run(20)
        assert used.leds.shown == fresh.leds.shown


@st.composite
def shows(draw: st.DrawFn) -> tuple[int, bytearray, bytearray, bytearray]:
    """Draw a number of cells, a palette, and colours and patterns of a frame."""
    cells = draw(st.sampled_from([1, 2, 25, 64, 81]))
    extreme = st.sampled_from([0, 1, 254, 255])
    palette = bytearray(3) + bytes(draw(st.lists(extreme, min_size=9, max_size=9)))
    palette += bytes(3 * wire.COLOURS - len(palette))
    colours = bytes(draw(st.lists(st.integers(0, 3), min_size=cells, max_size=cells)))
    codes = st.integers(0, len(wire.PATTERNS) - 1)
    patterns = bytes(draw(st.lists(codes, min_size=cells, max_size=cells)))
    return cells, bytearray(palette), bytearray(colours), bytearray(patterns)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(
    show=shows(),
    above_idle_ma=st.sampled_from([-1, 0, 1, 2, 19, 20, 36, 61, 236, 1036, 5000]),
    brightness=st.sampled_from([1, 50, 99, 100]),
)
@example(  # nothing is left for light, and next to nothing is wanted
    show=(1, bytearray(b"\0\0\0\1" + bytes(104)), bytearray(b"\1"), bytearray(b"\0")),
    above_idle_ma=0,
    brightness=100,
)
@pytest.mark.slow
def test_the_arithmetic_holds_at_its_edges(
    show: tuple[int, bytearray, bytearray, bytearray], above_idle_ma: int, brightness: int
) -> None:
    """The current is within the limit at each step, and below it by the rounding at most."""
    cells, palette, colours, patterns = show
    limit_ma = cells + above_idle_ma
    leds = Leds(cells)
    strip = LedStrip(leds, bytes(range(cells)), cells, limit_ma)
    strip.set_palette(palette)
    strip.show_frame(colours, patterns, 0, brightness)
    most = most_wanted = 0
    for step in range(led_patterns.STEPS):
        strip.animate(step * led_patterns.STEP_MS)
        drawn = duty_of(leds.shown)
        assert is_within(leds.shown, max(limit_ma, cells)), step
        assert cells + 20 * drawn / 255 <= strip.peak_ma <= max(limit_ma, cells) or not drawn
        most = max(most, drawn)
        wanted = sum(
            sum(palette[3 * colour : 3 * colour + 3]) * level(code, step)
            for colour, code in zip(colours, patterns, strict=True)
        )
        most_wanted = max(most_wanted, wanted)
    if brightness < 100 or wire.PATTERNS.find(b"f") in patterns:
        return  # a flash is over in the later steps, where the peak may be
    allowed = min(most_wanted / 255, max(0, above_idle_ma) * 255 / 20)
    assert most > allowed * (1 - 2 / 4096) - 3 * cells - 1, "dimmer than it must be"


def level(code: int, step: int) -> int:
    """Return a pattern's brightness in a step of the cycle, 0 to FULL."""
    table = led_patterns.TABLES[code]
    return table[(step - led_patterns.SHIFTS[code]) % len(table)]


def duty_of(shown: list[int]) -> int:
    """Return the sum of all channels."""
    return sum((rgb >> 16) + (rgb >> 8 & 255) + (rgb & 255) for rgb in shown)


def test_no_sum_of_the_governor_outgrows_a_small_integer() -> None:
    """On the largest board that can be wired, all white, and at the highest limit that may be set.

    A larger integer would still be right, but each of them takes memory.
    """
    cells = len(config.COLUMN_CHANNEL) * 9
    assert cells * 3 * 255 * led_patterns.FULL < SMALL
    assert config.CURRENT_LIMIT_MA * 255 * led_patterns.FULL < SMALL
    assert 5000 * 255 * led_patterns.FULL < SMALL, "nor with a supply of 5 A"
