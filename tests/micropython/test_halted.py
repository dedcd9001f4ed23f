"""Halted board: its `crash` lines."""

import unittest

from kamiboard import wire
from kamiboard.halted import HaltedBoard
from kamiboard.nvm.crash_log import CrashLog
from tests.micropython.host_line import host_line
from tests.micropython.rig import DataPort


def said(port):
    port.take()
    lines = [wire.parse(line) for line in port.received.split(b"\n")[:-1]]
    port.received = b""
    return [(line[0], [field.decode() for field in line[2]]) for line in lines]


class TestHaltedBoard(unittest.TestCase):
    def setUp(self):
        self.port = DataPort()
        log = CrashLog(bytearray(256))
        for _ in range(5):
            log.add("OSError: 5 at scan_strips.py:90")
        self.board = HaltedBoard(self.port, log)
        self.line = (b"crash", ["5", "down", "OSError: 5 at scan_strips.py:90"])

    def test_it_says_why_at_once_and_once_a_second(self):
        start = (1 << 29) - 1500  # the clock wraps on the way
        for ms in range(0, 3500, 10):
            self.board.step((start + ms) % (1 << 29))
            self.port.take()
        self.assertEqual(said(self.port), [self.line] * 4)

    def test_it_answers_every_line_with_that_and_noise_with_nothing(self):
        self.board.step(0)
        self.assertEqual(said(self.port), [self.line])
        for line in (host_line("hello", 0, "1.1,0.1.0"), host_line("sing", 1, "x")):
            self.port.give(line)
            self.board.step(10)
            self.assertEqual(said(self.port), [self.line])
        self.port.give(b"\xff" * 300 + b"\n")
        self.board.step(20)
        self.board.step(30)
        self.assertEqual(said(self.port), [])

    def test_without_a_port_nothing_happens(self):
        board = HaltedBoard(None, CrashLog(None))
        for ms in range(0, 3000, 100):
            board.step(ms)


if __name__ == "__main__":
    unittest.main()
