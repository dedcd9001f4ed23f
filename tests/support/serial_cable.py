"""Serial connection to a simulated board, in lockstep with a stopped simulator."""

from __future__ import annotations

from binascii import crc32
from contextlib import closing

import serial

from host.virtual.stepped_process import SteppedBoard
from tests.support.simulated_board import SimulatedBoard

DEADLINE_S = 60.0
"""For bytes that the simulator has sent already: only a busy computer keeps them."""


RESTART_MS = 6000
"""Within which a chip that was restarted has loaded its program; an emulated one takes some 4 s."""


def check(text: str) -> bytes:
    """Return a line of the protocol with its check."""
    return b"%s*%04x\n" % (text.encode(), crc32(text.encode()) & 0xFFFF)


class SerialCable:
    """The host's end of the serial port, as any program with pyserial has it."""

    def __init__(self, board: SteppedBoard) -> None:
        self.board = board
        self.written = 0
        self.read = 0  # bytes of `heard` that `lines` has returned
        self.heard = b""
        self.missed = 0  # bytes that the board sent before the port was opened
        self._seq = 0
        self.port = serial.serial_for_url(board.port, 115200, timeout=DEADLINE_S)

    def close(self) -> None:
        """Close the port."""
        self.port.close()

    def say(self, text: str) -> None:
        """Send a line; `{seq}` is replaced by its number."""
        line = check(text.replace("{seq}", str(self._seq)))
        self._seq += 1
        self.written += self.port.write(line)

    def step(self, ms: float) -> dict[str, object]:
        """Let time pass, and read exactly the bytes that the board has sent."""
        answer = self.board.step(ms, received=self.written)
        due = int(str(answer["sent"])) - self.missed - len(self.heard)
        data = self.port.read(due)
        assert len(data) == due, "bytes were lost"
        self.heard += data
        return answer

    def lines(self, kind: str = "") -> list[list[str]]:
        """Return the fields of the lines since the last call; each must have a correct check."""
        end = self.heard.rfind(b"\n") + 1
        said = []
        for line in self.heard[self.read : end].split(b"\n")[:-1]:
            text, _, found = line.rpartition(b"*")
            assert int(found, 16) == crc32(text) & 0xFFFF
            said.append(text.decode().split(","))
        self.read = end
        return [fields for fields in said if kind in ("", fields[0])]

    def greet(self) -> None:
        """Send hello, and discard the answers."""
        self.say("hello,{seq},1.0,0.1.0")
        self.step(60)
        self.lines()

    def snapshot(self) -> str:
        """Request a snapshot, and return its cells."""
        self.say("look,{seq}")
        self.step(60)
        return self.lines("snap")[-1][4]


def told_crash(board: SimulatedBoard) -> list[str]:
    """Open the port and return the fields of the crash that the board tells after hello.

    A chip that has just been restarted answers once its program has been loaded.
    """
    with closing(SerialCable(board)) as cable:
        cable.missed = int(str(board.step(10)["sent"]))
        cable.say("hello,{seq},1.1,0.1.0")
        told: list[list[str]] = []
        for _ in range(RESTART_MS // 100):
            cable.step(100)
            if told := cable.lines("crash"):
                break
        (crash,) = told
    return crash
