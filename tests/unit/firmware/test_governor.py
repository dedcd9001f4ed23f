"""No sequence of lines from any host makes the LEDs draw more than the limit, at any time."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from kamiboard import config, wire
from tests.micropython.rig import Rig

COLOUR = st.one_of(st.just("ffffff"), st.from_regex(r"\A[0-9a-f]{6}\Z"))
CELL = st.tuples(st.sampled_from("0123z" + "1" * 5), st.sampled_from(wire.WAVES.decode() + "-" * 8))
PALETTE = st.lists(COLOUR, min_size=1, max_size=33).map(lambda colours: ",".join(colours))
LINE = st.one_of(
    st.tuples(st.just("palette"), PALETTE),
    st.tuples(
        st.just("frame"),
        st.tuples(st.integers(0, 9999), st.lists(CELL, min_size=64, max_size=64)).map(
            lambda frame: f"{frame[0]}," + "".join(colour + wave for colour, wave in frame[1])
        ),
    ),
    st.tuples(st.just("hello"), st.sampled_from(["1.0,0.1.0", "2.0,0.1.0"])),
    st.tuples(st.sampled_from(["beat", "look", "diag", "sing"]), st.just("")),
)
PAUSE_MS = st.sampled_from([0, 1, 24, 100, 150, 400, 3300])


@settings(max_examples=60, deadline=None, derandomize=True)
@given(lines=st.lists(st.tuples(LINE, PAUSE_MS), min_size=1, max_size=12), polite=st.booleans())
def test_no_lines_make_the_leds_draw_more_than_the_limit(
    lines: list[tuple[tuple[str, str], int]], polite: bool
) -> None:
    rig = Rig(step_ms=20)
    shown_ma: list[float] = []
    show = rig.lamps.show

    def show_and_weigh() -> None:
        show()
        shown_ma.append(rig.lamps.ma())

    rig.lamps.show = show_and_weigh  # type: ignore[method-assign]
    allowed_ma = config.UNGREETED_LIMIT_MA
    if polite:
        rig.greet()
        rig.say("palette", "ffffff,ffff00,00ffff")
        rig.run(20)
        allowed_ma = config.CURRENT_LIMIT_MA
    for (kind, fields), pause_ms in lines:
        rig.say(kind, fields)
        if kind == "hello" and fields.startswith("1."):
            allowed_ma = config.CURRENT_LIMIT_MA
        rig.run(20 + pause_ms)
        assert max(shown_ma, default=0.0) <= allowed_ma
        for ack in rig.lines("ack"):
            assert int(ack[3]) <= allowed_ma
    rig.run(3200)
    assert max(shown_ma, default=0.0) <= allowed_ma
    assert rig.strips.faults == []
