"""A board that has given up: what it says, and when."""

import unittest

from kamiboard import wire
from kamiboard.crash_log import Record
from kamiboard.halted import Wreck
from tests.micropython.rig import Cable


def said(cable):
    cable.take()
    lines = [wire.parse(line) for line in cable.received.split(b"\n")[:-1]]
    cable.received = b""
    return [(line[0], [field.decode() for field in line[2]]) for line in lines]


class TestWreck(unittest.TestCase):
    def setUp(self):
        self.cable = Cable()
        record = Record(bytearray(256))
        for _ in range(5):
            record.add("OSError: 5 at scan.py:90")
        self.wreck = Wreck(self.cable, record)
        self.line = (b"crash", ["5", "down", "OSError: 5 at scan.py:90"])

    def test_it_says_why_at_once_and_once_a_second(self):
        start = (1 << 29) - 1500  # the clock wraps on the way
        for ms in range(0, 3500, 10):
            self.wreck.step((start + ms) % (1 << 29))
            self.cable.take()
        self.assertEqual(said(self.cable), [self.line] * 4)

    def test_it_answers_every_line_with_that_and_noise_with_nothing(self):
        self.wreck.step(0)
        self.assertEqual(said(self.cable), [self.line])
        for line in (wire.line("hello", 0, "1.1,0.1.0"), wire.line("sing", 1, "x")):
            self.cable.give(line)
            self.wreck.step(10)
            self.assertEqual(said(self.cable), [self.line])
        self.cable.give(b"\xff" * 300 + b"\n")
        self.wreck.step(20)
        self.wreck.step(30)
        self.assertEqual(said(self.cable), [])

    def test_without_a_port_it_lies_there_in_silence(self):
        wreck = Wreck(None, Record(None))
        for ms in range(0, 3000, 100):
            wreck.step(ms)


if __name__ == "__main__":
    unittest.main()
