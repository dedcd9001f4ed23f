"""Serial port whose other end is in the same program."""

from __future__ import annotations

import pytest

from simulator.serial_port.memory_port import MemoryPort


class Program:
    """The program at the other end; counts how often it was woken."""

    def __init__(self) -> None:
        self.woken = 0

    def wake(self) -> None:
        self.woken += 1


def plugged() -> tuple[MemoryPort, Program]:
    port, program = MemoryPort("board"), Program()
    port.plug()
    port.open(program.wake)
    return port, program


def test_bytes_pass_in_both_directions() -> None:
    port, program = plugged()
    port.send(b"to the board")
    port.write(b"to the ")
    port.write(b"program")
    assert (port.received, port.sent, port.waiting, port.unsent) == (12, 14, 12, 14)
    assert port.take(6) + port.take(100) == b"to the board"
    assert program.woken == 2
    assert port.receive() == b"to the program"
    assert port.receive() == b""


def test_only_one_program_has_it_open() -> None:
    port, program = plugged()
    assert port.poll()
    with pytest.raises(ValueError, match="'board' cannot be opened"):
        port.open(program.wake)
    port.hang_up()
    assert not port.poll()
    port.open(program.wake)


def test_closing_drops_what_is_under_way() -> None:
    port, program = plugged()
    port.send(b"late")
    port.write(b"late")
    port.hang_up()
    port.open(program.wake)
    assert (port.waiting, port.receive()) == (0, b"")


def test_unplugging_tells_the_program() -> None:
    port, program = plugged()
    port.unplug()
    assert (port.is_open, port.plugged, program.woken) == (False, False, 1)
    with pytest.raises(ValueError, match="'board' cannot be opened"):
        port.open(program.wake)
    port.plug()
    port.open(program.wake)
    assert port.is_open
