"""The firmware with a faulty cable: no crash, and never a wrong snapshot."""

from __future__ import annotations

import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from host.link import codec as host_codec
from host.link import wire as host_wire
from kamiboard import wire
from tests.micropython.host_line import host_line
from tests.micropython.rig import NORTH_MT, Rig

GOOD = st.one_of(
    st.tuples(st.just("palette"), st.sampled_from(["ffffff", "102030,00ff00", "0a0b0c,1,2"])),
    st.tuples(
        st.just("frame"),
        st.builds(
            "{},{}".format,
            st.integers(0, 3),
            st.sampled_from(["0-", "1-", "2-", "1-0-2-0-"]).map(lambda cell: (cell * 64)[:128]),
        ),
    ),
    st.tuples(st.sampled_from(["hello", "beat", "look", "diag"]), st.just("1.0,0.1.0")),
)
HARM = st.sampled_from(["", "lost", "doubled", "swapped", "flipped", "cut", "endless", "glued"])


def harmed(lines: list[bytes], harms: list[str], rng: random.Random) -> bytes:
    """Return the lines as a faulty cable delivers them, each damaged in one way or none."""
    out: list[bytes] = []
    for line, harm in zip(lines, harms, strict=True):
        match harm:
            case "lost":
                continue
            case "doubled":
                out += [line, line]
            case "swapped":
                out.insert(max(0, len(out) - 1), line)
            case "flipped":
                at = rng.randrange(len(line))
                flipped = bytes([line[at] ^ 1 << rng.randrange(8)])
                out.append(line[:at] + flipped + line[at + 1 :])
            case "cut":
                out.append(line[: rng.randrange(len(line))])
            case "endless":
                out.append(line.rstrip(b"\n") + rng.randbytes(rng.randrange(1, 2000)))
            case "glued":
                out.append(line.rstrip(b"\n"))
            case _:
                out.append(line)
    return b"".join(out)


def feed(rig: Rig, data: bytes, pieces: list[int]) -> None:
    """Deliver the bytes in pieces, with a step of the board after each."""
    at = 0
    while at < len(data):
        size = pieces[at % len(pieces)]
        rig.port.give(data[at : at + size])
        at += size
        rig.run(rig.step_ms)
        link = rig.board._link
        assert len(link._line) < wire.MAX_LINE
        assert len(link._chunk) <= 256
    while rig.port.in_waiting:
        rig.run(rig.step_ms)
    rig.run(10 * rig.step_ms)


def shown(rig: Rig) -> list[int]:
    """Return the host's frame, even if "waiting for the host" is shown now."""
    rig.say("hello", "1.0,0.1.0")
    rig.run(60)
    return rig.leds.shown


def said(rig: Rig) -> list[host_wire.BoardMessage]:
    """Return the board's lines as the host decodes them; raises if one is malformed."""
    return [host_codec.decode(line)[1] for line in rig.port.received.split(b"\n")[:-1]]


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    lines=st.lists(st.tuples(GOOD, HARM), min_size=1, max_size=14),
    seed=st.integers(0, 999),
    pieces=st.lists(st.integers(1, 400), min_size=1, max_size=5),
    # A reset in the middle: what the board had read of the line is gone, the rest is noise to it.
    reset=st.none() | st.integers(0, 500),
)
@example(  # every byte by itself
    lines=[(("palette", "ffffff"), ""), (("frame", "1," + "1-" * 64), "endless")],
    seed=1,
    pieces=[1],
    reset=None,
)
@pytest.mark.slow
def test_a_board_shows_what_the_good_lines_say_and_nothing_else(
    lines: list[tuple[tuple[str, str], str]], seed: int, pieces: list[int], reset: int | None
) -> None:
    rng = random.Random(seed)
    sent = [host_line("hello", 0, "1.0,0.1.0")]
    sent += [host_line(kind, seq, fields) for seq, ((kind, fields), _) in enumerate(lines, 1)]
    data = harmed(sent, ["", *(harm for _, harm in lines)], rng)
    rig = Rig()
    if reset is not None:
        feed(rig, data[:reset], pieces)
        rig, data = Rig(leds=rig.leds), data[reset:]
    feed(rig, data + b"\n", pieces)
    # Another board gets only the lines whose check is right, whole and one by one.
    other = Rig()
    for line in (data + b"\n").split(b"\n")[:-1]:
        if wire.parse(line) is not None:
            other.port.give(line + b"\n")
            other.run(3 * other.step_ms)
    other.run(10 * other.step_ms)
    said(rig)  # all of it is of the protocol
    assert shown(rig) == shown(other)

    # And it is as ready as ever.
    rig.strips.field_mt[27] = NORTH_MT
    rig.say("palette", "112233")
    rig.say("frame", "9," + "1-" * 64)
    rig.run(60)
    assert rig.cell_rgb(27) == other_rgb("112233")
    rig.say("look")
    rig.run(30)
    snaps = [m for m in said(rig) if isinstance(m, host_wire.Snap)]
    assert snaps[-1].cells[27] == "n"


def other_rgb(colour: str) -> int:
    """Return the pixel colour of a frame of one colour, dimmed by the limit."""
    rig = Rig()
    rig.greet()
    rig.say("palette", colour)
    rig.say("frame", "1," + "1-" * 64)
    rig.run(60)
    return rig.cell_rgb(27)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.lists(st.binary(max_size=700), max_size=12), st.booleans())
@pytest.mark.slow
def test_random_bytes_light_nothing_and_stop_nothing(chunks: list[bytes], greeted: bool) -> None:
    rig = Rig()
    if greeted:
        rig.greet()
    for chunk in chunks:
        rig.port.give(chunk)
        rig.run(21)
    rig.run(1500)
    assert rig.leds.shown == [0] * 64
    beats = [m for m in said(rig) if isinstance(m, host_wire.Snap)]
    assert beats, "the board has not said anything for a second"
