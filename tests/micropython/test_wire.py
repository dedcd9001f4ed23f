"""Wire codec, against the test vectors shared with the host."""

import unittest

from kamiboard import wire
from tests.micropython.vectors import load


class TestVectors(unittest.TestCase):
    def setUp(self):
        self.vectors = load()

    def test_the_file_covers_both_directions_and_every_refusal(self):
        types = {vector.fields["type"] for vector in self.vectors if vector.good}
        whys = {vector.fields["why"] for vector in self.vectors if not vector.good}
        self.assertEqual(
            sorted(types),
            ["ack", "ahead", "beat", "calib", "calibrate", "cells", "crash", "diag", "frame"]
            + ["hello", "look", "nak", "palette", "snap", "warn"],
        )
        self.assertEqual(sorted(whys), ["check", "field", "form", "size", "type"])

    def test_every_line_of_good_form_and_check_is_parsed(self):
        for vector in self.vectors:
            if vector.good:
                kind, seq, _ = wire.parse(vector.line)
                self.assertEqual(
                    (kind.decode(), str(seq)),
                    (vector.fields["type"], vector.fields["seq"]),
                    vector.name,
                )
            elif vector.fields["why"] in ("type", "field", "size"):
                self.assertTrue(wire.parse(vector.line) is not None, vector.name)

    def test_every_line_of_bad_form_or_check_is_refused(self):
        for vector in self.vectors:
            if not vector.good and vector.fields["why"] in ("form", "check"):
                self.assertEqual(wire.parse(vector.line), None, vector.name)

    def test_encoding_the_fields_gives_the_line(self):
        count = 0
        for vector in self.vectors:
            if vector.good and vector.fields.get("encodes") != "no":
                writer = wire.LineWriter()
                writer.begin(vector.fields["type"].encode(), int(vector.fields["seq"]))
                if vector.joined():
                    writer.text(vector.joined().encode())
                writer.end()
                sealed = bytes(writer.rest(0))
                self.assertEqual(sealed, vector.line + b"\n", vector.name)
                count += 1
        self.assertTrue(count >= 20, count)

    def test_palettes_are_read_as_the_vectors_say(self):
        for vector in self.vectors:
            if vector.fields.get("type") == "palette":
                palette = bytearray(3 * wire.COLOURS)
                self.assertTrue(wire.read_palette(wire.parse(vector.line)[2], palette), vector.name)
                colours = vector.fields["colours"].split(" ")
                for index, colour in enumerate(colours):
                    at = 3 * (index + 1)
                    self.assertEqual("%02x%02x%02x" % tuple(palette[at : at + 3]), colour)
                self.assertEqual(bytes(palette[:3]), b"\0\0\0")
                rest = palette[3 * (len(colours) + 1) :]
                self.assertEqual(bytes(rest), bytes(len(rest)))

    def test_frames_are_read_as_the_vectors_say(self):
        for vector in self.vectors:
            if vector.fields.get("type") == "frame":
                size = vector.fields["size"].split("x")
                cells = int(size[0]) * int(size[1])
                colours = bytearray(cells)
                patterns = bytearray(cells)
                fields = wire.parse(vector.line)[2]
                self.assertEqual(wire.number(fields[0], 9999), int(vector.fields["number"]))
                self.assertTrue(wire.read_cells(fields[1], colours, patterns), vector.name)
                text = ""
                for colour, pattern in zip(colours, patterns):
                    text += "0123456789abcdefghijklmnopqrstuvwxyz"[colour]
                    text += chr(wire.PATTERNS[pattern])
                self.assertEqual(text, vector.fields["cells"])
                brightness = int(vector.fields.get("brightness", "100"))
                self.assertEqual(wire.read_brightness(fields), brightness, vector.name)


class TestPalette(unittest.TestCase):
    def test_a_bad_colour_changes_no_colour(self):
        palette = bytearray(range(3 * wire.COLOURS))
        before = bytes(palette)
        self.assertEqual(wire.read_palette([b"ffffff", b"12345g"], palette), False)
        self.assertEqual(bytes(palette), before)

    def test_what_follows_the_last_colour_belongs_to_a_later_version(self):
        palette = bytearray(3 * wire.COLOURS)
        fields = [b"010203"] * (wire.COLOURS - 1) + [b"later"]
        self.assertEqual(wire.read_palette(fields, palette), True)
        self.assertEqual(bytes(palette[-3:]), b"\x01\x02\x03")

    def test_hex_digits_may_be_capitals(self):
        palette = bytearray(3 * wire.COLOURS)
        self.assertEqual(wire.read_palette([b"AbCdEf"], palette), True)
        self.assertEqual(bytes(palette[3:6]), b"\xab\xcd\xef")


class TestNumber(unittest.TestCase):
    def test_only_decimal_digits_within_the_range_are_a_number(self):
        self.assertEqual(wire.number(b"0", 9999), 0)
        self.assertEqual(wire.number(b"9999", 9999), 9999)
        for field in (b"", b"10000", b"-1", b"+1", b" 1", b"1.0", b"0x1", b"1e3", b"1_0"):
            self.assertEqual(wire.number(field, 9999), wire.BAD, field)

    def test_a_million_digits_cost_nothing(self):
        self.assertEqual(wire.number(b"9" * 1000000, 9999), wire.BAD)


if __name__ == "__main__":
    unittest.main()
