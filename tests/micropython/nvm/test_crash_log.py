"""Crash log in non-volatile memory, and summaries of tracebacks."""

import unittest

from kamiboard.nvm.crash_log import NONE, CrashLog, as_field, summarise

SIZE = 1024
# As CircuitPython 10.0.0 prints them: only the lines of the places end with a carriage return.
PLACES = """Traceback (most recent call last):\r
  File "main.py", line 29, in <module>\r
  File "/kamiboard/device.py", line 60, in run\r
  File "kamiboard/sensing/scan_strips.py", line 90, in scan\r
"""
CIRCUITPYTHON = PLACES + "OSError: [Errno 5] Input/output error\n"
SECOND = (
    CIRCUITPYTHON
    + """
During handling of the above exception, another exception occurred:

Traceback (most recent call last):\r
  File "kamiboard/console.py", line 12, in write\r
KeyError: 3
"""
)
PYTHON = """Traceback (most recent call last):
  File "C:\\drive\\main.py", line 29, in <module>
    device.run(record)
ValueError: GP8 in use
"""


class TestCrashLog(unittest.TestCase):
    def test_deaths_are_counted_and_the_last_one_is_told_over_restarts(self):
        memory = bytearray(b"\xff" * SIZE)
        self.assertEqual((CrashLog(memory).count, CrashLog(memory).text), (0, NONE))
        for number in range(1, 4):
            CrashLog(memory).add("OSError: %d" % number)
            record = CrashLog(memory)
            self.assertEqual((record.count, record.text), (number, "OSError: %d" % number))

    def test_the_count_stops_where_its_byte_is_full(self):
        memory = bytearray(b"\xff" * 300 * 32)
        record = CrashLog(memory)
        for _ in range(300):
            record.add("x")
        self.assertEqual(CrashLog(memory).count, 255)

    def test_settling_is_for_the_next_start_and_is_written_once(self):
        memory = bytearray(b"\xff" * SIZE)
        record = CrashLog(memory)
        record.add("x")
        record.clear()
        self.assertEqual((record.count, record.text), (0, "x"))
        self.assertEqual((CrashLog(memory).count, CrashLog(memory).text), (0, NONE))
        whole = bytes(memory)
        record.clear()
        self.assertEqual(bytes(memory), whole)

    def test_forgiving_writes_nothing_and_the_next_death_counts_from_one(self):
        memory = bytearray(b"\xff" * SIZE)
        CrashLog(memory).add("x")
        CrashLog(memory).add("y")
        whole = bytes(memory)
        record = CrashLog(memory)
        record.reset_count()
        self.assertEqual(bytes(memory), whole)
        self.assertEqual(record.text, "y")
        record.add("z")
        self.assertEqual((CrashLog(memory).count, CrashLog(memory).text), (1, "z"))

    def test_what_the_protocol_forbids_is_not_in_a_record(self):
        memory = bytearray(b"\xff" * SIZE)
        CrashLog(memory).add("a,b*c\nd\xe9" + "x" * 300)
        text = CrashLog(memory).text
        self.assertEqual(text[:8], "a b c d ")
        self.assertEqual(len(text), 160)
        self.assertEqual(text[-5:], "xx...")
        CrashLog(memory).add(" ,*")
        self.assertEqual(CrashLog(memory).text, NONE)

    def test_fresh_damaged_small_or_no_memory_holds_nothing(self):
        for memory in (None, bytearray(0), bytearray(64), bytearray(b"\xff" * SIZE)):
            self.assertEqual((CrashLog(memory).count, CrashLog(memory).text), (0, NONE))
        for memory in (None, bytearray(0), bytearray(64)):
            CrashLog(memory).add("x")
            CrashLog(memory).clear()
            self.assertEqual(CrashLog(memory).count, 0)
        memory = bytearray(b"\xff" * SIZE)
        CrashLog(memory).add("an error")
        whole = bytes(memory)
        for at in range(2 + 2 + 8 + 2):
            for bit in range(8):
                memory[:] = whole
                memory[at] ^= 1 << bit
                self.assertEqual(
                    (CrashLog(memory).count, CrashLog(memory).text), (0, NONE), (at, bit)
                )


class TestTraceback(unittest.TestCase):
    def test_the_exception_comes_first_and_its_places_from_within(self):
        self.assertEqual(
            summarise(CIRCUITPYTHON),
            "OSError: [Errno 5] Input/output error at scan_strips.py:90 device.py:60 main.py:29",
        )
        self.assertEqual(summarise(PYTHON), "ValueError: GP8 in use at main.py:29")

    def test_of_an_exception_while_another_was_handled_only_that_one_is_told(self):
        self.assertEqual(summarise(SECOND), "KeyError: 3 at console.py:12")

    def test_a_message_of_several_lines_is_told_whole(self):
        text = PLACES + "ValueError: one\ntwo\n"
        self.assertEqual(
            summarise(text), "ValueError: one two at scan_strips.py:90 device.py:60 main.py:29"
        )

    def test_what_is_no_traceback_is_taken_as_it_is(self):
        self.assertEqual(summarise(""), NONE)
        self.assertEqual(summarise("MemoryError:\n"), "MemoryError:")
        self.assertEqual(summarise("bad, *syntax*"), "bad   syntax")
        self.assertEqual(
            summarise('  File "<string>", line 1\r\nSyntaxError: invalid syntax\n'),
            "SyntaxError: invalid syntax at <string>:1",
        )

    def test_no_name_is_cut_and_the_innermost_place_is_kept(self):
        whole = summarise(CIRCUITPYTHON)
        place = " at scan_strips.py:90"
        message = whole[: whole.find(place)]
        cut = [as_field(whole, longest) for longest in range(30, len(whole) + 1)]
        for longest, text in enumerate(cut, 30):
            self.assertTrue(len(text) <= longest, text)
            if longest < len(message + place):
                self.assertTrue(text.endswith("..." + place), text)
                self.assertTrue(message.startswith(text[: -len("..." + place)]), text)
        kept = [place, place + " device.py:60", place + " device.py:60 main.py:29"]
        self.assertEqual(
            sorted({text for text in cut if "..." not in text}), [message + each for each in kept]
        )


if __name__ == "__main__":
    unittest.main()
