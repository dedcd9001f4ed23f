"""Emulated RP2040 with the simulated board around it, driven by an image of ours, `image/`."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from host.link.errors import BoardNotFoundError
from simulator.board.geometry import Geometry
from simulator.board.wiring import Wiring
from simulator.circuitpython.circuit.flash import Flash, PowerCutError
from simulator.rp2040.command import missing_tool
from tests.support.require import require
from tests.support.simulated_board import SimulatedBoard
from tests.uf2.image.build import IMAGE, digest

pytestmark = pytest.mark.slow

STEPS_OF_ADC = 4096


class BenchBoard:
    """A board with the image; its commands are in `image/main.c`."""

    def __init__(self, *options: str, build: str = "strips") -> None:
        self.wiring = Wiring.load(build)
        self.board = SimulatedBoard(
            *("--uf2", str(IMAGE), "--build", build, "--listen", "socket://127.0.0.1:0"), *options
        )
        self.board.ask("watch", what=["console", "frames"])
        self.connect()

    def connect(self) -> None:
        """Open the port, and tell the image where things are wired."""
        host, _, number = self.board.port.removeprefix("socket://").rpartition(":")
        self._socket = socket.create_connection((host, int(number)), timeout=20)
        self._written = 0
        wiring = self.wiring
        selects = wiring.selects or (0, 0, 0, 0)
        chain = wiring.chain or (0, 0, 0)
        leds = (wiring.led_data, wiring.led_enable, wiring.led_fault or 0)
        self.board.step(20)
        assert self.say("k " + " ".join(f"{pin:x}" for pin in (*selects, *chain, *leds))) == "."

    def close(self) -> None:
        """End the simulator."""
        self._socket.close()
        self.board.__exit__(None, None, None)

    def say(self, command: str) -> str:
        """Send a command; return the answer, for which the board gets 2 s of simulated time."""
        self.send(command)
        answer = b""
        for _ in range(200):
            if int(str(self.board.step(10)["sent"])) > self._sent:
                while not answer.endswith(b"\n"):
                    answer += self._socket.recv(100)
                return answer.decode().strip()
        raise AssertionError(f"no answer to {command!r}")

    def send(self, command: str) -> None:
        """Send a command that is not answered."""
        self._sent = int(str(self.board.step(1)["sent"]))
        data = command.encode() + b"\n"
        self._socket.sendall(data)

    def restart(self, command: str) -> None:
        """Send a command that resets the chip, and wait until it runs again."""
        self.board.events.clear()
        self.send(command)
        for _ in range(40):
            self.board.step(50)
            if {"event": "board", "state": "restarted"} in self.board.events:
                break
        else:
            raise AssertionError("the chip was not reset")
        self.reconnect()

    def replug(self) -> None:
        """Plug the cable in again."""
        self.board.ask("plug")
        self.reconnect()

    def reconnect(self) -> None:
        """Open the port of a chip that has just got its power or a reset."""
        self._socket.close()
        self.board.step(600)
        self.connect()


@pytest.fixture
def bench() -> Iterator[BenchBoard]:
    """Start a board with strips."""
    require(missing_tool() is None, str(missing_tool()))
    made = BenchBoard()
    yield made
    made.close()


def test_the_image_was_made_from_these_sources() -> None:
    assert f"sources {digest()}".encode() in payloads(IMAGE)


def payloads(path: Path) -> bytes:
    """Return the content of an image."""
    image = path.read_bytes()
    return b"".join(image[at + 32 : at + 288] for at in range(0, len(image), 512))


def test_it_boots_from_flash_and_knows_that_the_power_came_on(bench: BenchBoard) -> None:
    assert bench.board.runtime == "CircuitPython on rp2040js"
    assert bench.say("i") == "0 00000100 00000000"


def test_nobody_presses_bootsel(bench: BenchBoard) -> None:
    assert bench.say("o") == "1"


def test_the_random_bit_depends_on_the_seed_and_differs_at_each_start() -> None:
    require(missing_tool() is None, str(missing_tool()))

    def drawn(seed: str) -> list[str]:
        bench = BenchBoard("--seed", seed)
        try:
            first = bench.say("v")
            bench.restart("b 0")
            return [first, bench.say("v")]
        finally:
            bench.close()

    once, again, other = (drawn(seed) for seed in ("3", "3", "4"))
    assert once == again
    assert len({*once, *other}) == 4
    ones = sum(int(word, 16).bit_count() for word in (*once, *other))
    assert 40 < ones < 88, "half of 128"


def test_its_clock_begins_as_late_as_it_is_told() -> None:
    require(missing_tool() is None, str(missing_tool()))
    bench = BenchBoard("--uptime", "4300")  # a wrap of 32 bits is 4295 s after power-on
    try:
        assert 5_000_000 < int(bench.say("t"), 16) < 6_000_000
        bench.restart("b 0")
        assert int(bench.say("t"), 16) < 2_000_000, "a reset begins anew"
    finally:
        bench.close()


def test_the_bus_sleeps_and_wakes_up_once(bench: BenchBoard) -> None:
    assert bench.say("u") == "00" * 3, "no control transfer overtook another, and nothing slept"
    bench.board.ask("suspend")
    bench.board.step(50)
    bench.board.ask("resume")
    assert bench.say("u") == "000101"


def test_a_strip_answers_as_soon_as_its_row_line_is_low(bench: BenchBoard) -> None:
    row = f"{bench.wiring.rows[0]:x}"

    def read(channel: int) -> int:
        return int(bench.say(f"a {row} {channel:x}"), 16)

    wiring = bench.wiring
    assert read(wiring.ground) == 0
    assert read(wiring.supply) == STEPS_OF_ADC - 1
    assert read(wiring.reference) == STEPS_OF_ADC // 2
    towers = [read(channel) for channel in wiring.columns[:8]]
    assert all(600 < value < 900 for value in towers), "north poles lower the reading"
    bench.board.ask("setup", pieces=[])
    bench.board.ask("zeros", percent=0)
    empty = [read(channel) for channel in wiring.columns[:8]]
    assert all(abs(value - STEPS_OF_ADC // 2) < 20 for value in empty)


def test_a_strip_that_is_not_plugged_in_leaves_the_line_as_it_was(bench: BenchBoard) -> None:
    first, second = (f"{row:x}" for row in bench.wiring.rows[:2])
    bench.board.ask("fault", name="missing_strip", rank=2)
    assert bench.say(f"a {first} {bench.wiring.supply:x}") == "fff"
    assert bench.say(f"a {second} {bench.wiring.ground:x}") == "fff"


def test_pixels_written_by_a_state_machine_are_shown_while_they_have_power(
    bench: BenchBoard,
) -> None:
    colours = "".join(f"{3 * n:02x}{255 - n:02x}{n % 7:02x}" for n in range(64))
    assert bench.say("p " + colours) == "."
    assert set(str(bench.board.ask("state")["rgb"])) == {"0"}
    assert bench.say("e") == "."
    assert bench.say("p " + colours) == "."
    shown = "".join(f"{255 - n:02x}{3 * n:02x}{n % 7:02x}" for n in range(64))  # GRB on the wire
    assert bench.board.ask("state")["rgb"] == shown
    bench.say("d")
    assert set(str(bench.board.ask("state")["rgb"])) == {"0"}


def test_an_overload_of_the_pixels_supply_pulls_its_fault_line_low(bench: BenchBoard) -> None:
    bench.say("e")
    assert bench.say("n") == "1"
    bench.board.ask("fault", name="overloaded_supply")
    assert bench.say("n") == "0"


def test_what_is_written_to_the_flash_survives_reset_and_power(bench: BenchBoard) -> None:
    assert bench.say("r 0") == "ff" * 8
    assert bench.say("w 0 0102030405060708") == "."
    assert bench.say("w 0 fefefefefefefefe") == "."
    assert bench.say("r 0") == "0002020404060608", "programming only clears bits"
    bench.restart("b 1234")
    assert bench.say("r 0") == "0002020404060608"
    bench.board.ask("unplug")
    bench.board.step(100)
    bench.replug()
    assert bench.say("r 0") == "0002020404060608"
    assert bench.say("x") == "."
    assert bench.say("r 0") == "ff" * 8


def test_the_cause_of_a_reset_and_the_scratch_registers_survive_it(bench: BenchBoard) -> None:
    bench.restart("b 5a5a")
    assert bench.say("i") == "2 00000000 00005a5a"
    bench.restart("h")
    assert bench.say("i") == "1 00000000 00005a5a"
    bench.board.ask("reset")
    bench.reconnect()
    assert bench.say("i") == "0 00010000 00000000"


CUTS = [
    (b"\1\2\3\4\5\6\7\10", None, 0, "0102030405060708"),
    (b"\1\2\3\4\5\6\7\10", None, 1, "5b2f170f5f2f170b"),
    (b"", b"\0" * 8, 3, "000000a5ffffffff"),
    (b"", b"\1\xff\3\xff\5\xff\7\10", 3, "01ff03ff05ffa7ff"),
]
"""Content of the memory; bytes written at its start, None to erase it; steps; content after them.

A byte that stays as it is takes no step.
"""


@pytest.mark.parametrize(("before", "written", "steps", "left"), CUTS)
def test_the_interpreters_flash_takes_the_same_steps(
    before: bytes, written: bytes | None, steps: int, left: str
) -> None:
    flash = Flash(b"\xff" * 4096)
    flash[0 : len(before)] = before
    flash.steps_left = steps
    content = b"\xff" * len(flash) if written is None else written
    with pytest.raises(PowerCutError):
        flash[0 : len(content)] = content
    assert flash[0:8].hex() == left


@pytest.mark.parametrize(("before", "written", "steps", "left"), CUTS)
def test_a_power_cut_leaves_a_write_unfinished(
    bench: BenchBoard, before: bytes, written: bytes | None, steps: int, left: str
) -> None:
    command = "x" if written is None else f"w 0 {written.hex()}"
    bench.say(f"w 0 {before.hex()}")
    bench.board.ask("fault", name="cut_memory_write", steps=steps)
    bench.send(command)
    for _ in range(40):
        bench.board.step(50)
        if {"event": "board", "state": "unplugged"} in bench.board.events:
            break
    bench.replug()
    assert bench.say("r 0") == left


def test_a_console_that_is_open_and_not_read_fills(bench: BenchBoard) -> None:
    bench.board.ask("fault", name="unread_console")
    bench.say("c hello")
    assert not console(bench)
    bench.board.ask("mend")
    bench.board.step(20)
    assert console(bench) == "hello"


def console(bench: BenchBoard) -> str:
    """Return the text on the console."""
    return "".join(str(e["text"]) for e in bench.board.events if e["event"] == "console")


def test_the_chain_of_switches_is_clocked_bit_by_bit() -> None:
    require(missing_tool() is None, str(missing_tool()))
    bench = BenchBoard(build="switches")
    try:
        assert bench.say("s") == "00ffffffffffff00", "a piece pulls its input low; a1 is the first"
    finally:
        bench.close()


def test_each_quarter_has_its_own_input() -> None:
    require(missing_tool() is None, str(missing_tool()))
    bench = BenchBoard(build="quarters")
    try:
        bench.board.ask("setup", pieces=[{"id": "x", "pole": "n", "square": "f2"}])
        geometry = Geometry(8, 8)
        felt = []
        for quarter in range(4):
            for channel in range(16):
                if int(bench.say(f"q {quarter:x} {channel:x}"), 16) < 1200:
                    rank, file = quarter // 2 * 4 + channel // 4, quarter % 2 * 4 + channel % 4
                    felt.append(geometry.name(rank * 8 + file))
        assert felt == ["f2"]
    finally:
        bench.close()


def test_a_file_that_is_no_image_is_refused_with_its_name(tmp_path: Path) -> None:
    require(missing_tool() is None, str(missing_tool()))
    picture = tmp_path / "picture.uf2"
    picture.write_bytes(b"no image")
    with pytest.raises(BoardNotFoundError) as caught:
        SimulatedBoard("--uf2", str(picture))
    assert "picture.uf2' cannot be run: it is no UF2 image" in str(caught.value)
