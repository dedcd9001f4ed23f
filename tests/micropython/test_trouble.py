"""The trouble note in a few bytes of memory."""

import unittest

from kamiboard import trouble


class TestNote(unittest.TestCase):
    def test_a_note_is_read_once(self):
        memory = bytearray(b"\xff" * 256)
        trouble.leave(memory, "restarted after OSError: 5")
        self.assertEqual(trouble.take(memory), "restarted after OSError: 5")
        self.assertEqual(trouble.take(memory), "-")

    def test_what_the_protocol_forbids_is_not_in_a_note(self):
        memory = bytearray(256)
        trouble.leave(memory, "a,b*c\nd\xe9" + "x" * 300)
        note = trouble.take(memory)
        self.assertEqual(note[:8], "a b c d ")
        self.assertEqual(len(note), 60)

    def test_fresh_damaged_small_or_no_memory_holds_no_note(self):
        self.assertEqual(trouble.take(bytearray(b"\xff" * 256)), "-")
        for memory in (None, bytearray(0), bytearray(64)):
            trouble.leave(memory, "x")
            self.assertEqual(trouble.take(memory), "-")
        memory = bytearray(256)
        trouble.leave(memory, "an error")
        whole = bytes(memory)
        for at in range(2 + 1 + 8 + 2):
            memory[:] = whole
            memory[at] ^= 1
            self.assertEqual(trouble.take(memory), "-", at)

    def test_an_empty_note_is_none(self):
        memory = bytearray(256)
        trouble.leave(memory, " ,*")
        self.assertEqual(trouble.take(memory), "-")


if __name__ == "__main__":
    unittest.main()
