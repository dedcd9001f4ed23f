"""The trouble record in a few bytes of memory, and tracebacks in a line."""

import unittest

from kamiboard.crash_log import NONE, Record, shorten, words

CIRCUITPYTHON = """Traceback (most recent call last):
  File "main.py", line 29, in <module>
  File "/kamiboard/device.py", line 60, in run
  File "kamiboard/scan.py", line 90, in scan
OSError: [Errno 5] Input/output error
"""
PYTHON = """Traceback (most recent call last):
  File "C:\\drive\\main.py", line 29, in <module>
    device.run(record)
ValueError: GP8 in use
"""


class TestRecord(unittest.TestCase):
    def test_deaths_are_counted_and_the_last_one_is_told_over_restarts(self):
        memory = bytearray(b"\xff" * 256)
        self.assertEqual((Record(memory).count, Record(memory).text), (0, NONE))
        for number in range(1, 4):
            Record(memory).add("OSError: %d" % number)
            record = Record(memory)
            self.assertEqual((record.count, record.text), (number, "OSError: %d" % number))

    def test_the_count_stops_where_its_byte_is_full(self):
        memory = bytearray(256)
        record = Record(memory)
        for _ in range(300):
            record.add("x")
        self.assertEqual(Record(memory).count, 255)

    def test_settling_is_for_the_next_start_and_is_written_once(self):
        memory = bytearray(256)
        record = Record(memory)
        record.add("x")
        record.settle()
        self.assertEqual((record.count, record.text), (0, "x"))
        self.assertEqual((Record(memory).count, Record(memory).text), (0, NONE))
        whole = bytes(memory)
        record.settle()
        self.assertEqual(bytes(memory), whole)

    def test_forgiving_writes_nothing_and_the_next_death_counts_from_one(self):
        memory = bytearray(256)
        Record(memory).add("x")
        Record(memory).add("y")
        whole = bytes(memory)
        record = Record(memory)
        record.forgive()
        self.assertEqual(bytes(memory), whole)
        self.assertEqual(record.text, "y")
        record.add("z")
        self.assertEqual((Record(memory).count, Record(memory).text), (1, "z"))

    def test_what_the_protocol_forbids_is_not_in_a_record(self):
        memory = bytearray(256)
        Record(memory).add("a,b*c\nd\xe9" + "x" * 300)
        text = Record(memory).text
        self.assertEqual(text[:8], "a b c d ")
        self.assertEqual(len(text), 160)
        Record(memory).add(" ,*")
        self.assertEqual(Record(memory).text, NONE)
        self.assertEqual(words("abc", 2), "ab")

    def test_fresh_damaged_small_or_no_memory_holds_nothing(self):
        for memory in (None, bytearray(0), bytearray(64), bytearray(b"\xff" * 256)):
            self.assertEqual((Record(memory).count, Record(memory).text), (0, NONE))
        for memory in (None, bytearray(0), bytearray(64)):
            Record(memory).add("x")
            Record(memory).settle()
            self.assertEqual(Record(memory).count, 0)
        memory = bytearray(256)
        Record(memory).add("an error")
        whole = bytes(memory)
        for at in range(2 + 2 + 8 + 2):
            for bit in range(8):
                memory[:] = whole
                memory[at] ^= 1 << bit
                self.assertEqual((Record(memory).count, Record(memory).text), (0, NONE), (at, bit))


class TestTraceback(unittest.TestCase):
    def test_the_exception_comes_first_and_its_places_from_within(self):
        self.assertEqual(
            shorten(CIRCUITPYTHON),
            "OSError: [Errno 5] Input/output error at scan.py:90 device.py:60 main.py:29",
        )
        self.assertEqual(shorten(PYTHON), "ValueError: GP8 in use at main.py:29")

    def test_what_is_no_traceback_is_taken_as_it_is(self):
        self.assertEqual(shorten(""), NONE)
        self.assertEqual(shorten("MemoryError:\n"), "MemoryError:")
        self.assertEqual(
            shorten('File "x\nSyntaxError: bad, *syntax*'), "SyntaxError: bad   syntax"
        )


if __name__ == "__main__":
    unittest.main()
