"""Board: frames, the silence of a host, and the current limit, on the test rig."""

import unittest

from kamiboard import config, ticks
from tests.micropython.host_line import host_line
from tests.micropython.rig import NORTH_MT, Rig, frame_cells


class TestFrames(unittest.TestCase):
    def setUp(self):
        self.rig = Rig()
        self.rig.greet()
        self.rig.say("palette", "800000,000080")

    def test_a_frame_is_shown_and_acknowledged_with_its_number_and_current(self):
        self.rig.say("frame", "17," + frame_cells(64, {0: "1-", 63: "2-"}))
        self.rig.run(7)
        acks = self.rig.lines("ack")
        self.assertEqual([ack[2:] for ack in acks], [["17", "85"]])  # 64 + 2 x 20 x 128 / 255
        self.assertEqual((self.rig.cell_rgb(0), self.rig.cell_rgb(63)), (0x800000, 0x000080))
        self.assertEqual(sum(1 for rgb in self.rig.leds.shown if rgb), 2)

    def test_a_frame_that_comes_during_a_scan_does_not_wait_for_its_end(self):
        rig = Rig()
        rig.greet()
        rig.say("palette", "102030")
        rig.run(50)
        scanned = []
        delay_us = rig.strips.delay_us

        def delay(microseconds: int) -> None:
            delay_us(microseconds)
            if microseconds == config.SENSOR_WAIT_US:
                scanned.append(rig.cell_rgb(9))
                if len(scanned) == 2:
                    rig.say("frame", "1," + frame_cells(64, {9: "1-"}))

        rig.board._scanner._delay_us = delay
        rig.board.step(rig.now_ms)
        self.assertEqual(scanned[:8], [0, 0] + [0x102030] * 6)

    def test_the_same_frame_again_is_acknowledged_and_restarts_nothing(self):
        line = "5," + frame_cells(64, {9: "1f"})
        self.rig.say("frame", line)
        self.rig.run(140)
        self.rig.say("frame", line)
        self.rig.run(70)
        self.assertEqual(self.rig.cell_rgb(9), 0)
        self.assertEqual([ack[2] for ack in self.rig.lines("ack")], ["5", "5"])

    def test_a_number_that_is_used_again_for_another_frame_is_obeyed(self):
        self.rig.say("frame", "5," + frame_cells(64, {9: "1-"}))
        self.rig.say("frame", "5," + frame_cells(64, {10: "1-"}))
        self.rig.run(14)
        self.assertEqual((self.rig.cell_rgb(9), self.rig.cell_rgb(10)), (0, 0x800000))

    def test_another_brightness_is_obeyed_under_the_same_number(self):
        cells = frame_cells(64, {9: "1-"})
        for fields, red in (("", 0x80), (",50", 0x1B), (",100", 0x80), (",1", 0), ("", 0x80)):
            self.rig.say("frame", "5," + cells + fields)
            self.rig.run(14)
            self.assertEqual(self.rig.cell_rgb(9), red << 16, fields)
        self.assertEqual([ack[3] for ack in self.rig.lines("ack")], ["75", "67", "75", "64", "75"])

    def test_bad_frames_and_palettes_are_refused_and_change_nothing(self):
        self.rig.say("frame", "5," + frame_cells(64, {9: "1-"}))
        self.rig.run(14)
        self.rig.lines()
        before = list(self.rig.leds.shown)
        for kind, fields in (
            ("frame", ""),
            ("frame", "6"),
            ("frame", "6," + "1-" * 63),
            ("frame", "6," + "1-" * 65),
            ("frame", "6," + "1-" * 63 + "1z"),
            ("frame", "6," + "1-" * 63 + "A-"),
            ("frame", "10000," + "1-" * 64),
            ("frame", "x," + "1-" * 64),
            ("frame", "6," + "1-" * 64 + ",0"),
            ("frame", "6," + "1-" * 64 + ",101"),
            ("frame", "6," + "1-" * 64 + ","),
            ("palette", ""),
            ("palette", "ffffff,fff"),
        ):
            self.rig.say(kind, fields)
            self.rig.run(14)
            self.assertEqual([line[2:] for line in self.rig.lines()], [["field", kind]], fields)
            self.assertEqual(self.rig.leds.shown, before)

    def test_an_unknown_type_is_refused_by_its_name(self):
        self.rig.say("sing", "la")
        self.rig.say("x" * 200)
        self.rig.run(7)
        self.assertEqual([line[2:] for line in self.rig.lines()], [["type", "x" * 32]])
        self.rig.say("sing", "la")
        self.rig.run(7)
        self.assertEqual([line[2:] for line in self.rig.lines()], [["type", "sing"]])

    def test_rubbish_changes_nothing_and_is_counted(self):
        self.rig.say("frame", "5," + frame_cells(64, {9: "1-"}))
        self.rig.run(14)
        self.rig.lines()
        before = list(self.rig.leds.shown)
        good = host_line("frame", 77, "6," + "2-" * 64)
        for at in range(len(good) - 1):
            damaged = good[:at] + bytes((good[at] ^ 1,)) + good[at + 1 :]
            self.rig.port.give(damaged)
            self.rig.run(7)
            self.assertEqual(self.rig.leds.shown, before, at)
        self.assertEqual(self.rig.lines("nak"), [])
        self.rig.say("diag")
        self.rig.run(14)
        # A damaged newline glues two lines together; here every line but the newline was damaged.
        self.assertEqual(self.rig.lines("diag")[0][4:6], ["lines_bad", str(len(good) - 1)])


class TestSilence(unittest.TestCase):
    def corners(self, rig: Rig) -> "list[int]":
        """Return the cells that are lit at any time within 3.2 s."""
        lit = set()
        for _ in range(64):
            rig.run(50)
            lit |= {cell for cell in range(64) if rig.cell_rgb(cell)}
        return sorted(lit)

    def test_without_a_host_the_corners_beat_and_sensing_goes_on(self):
        rig = Rig(step_ms=25)
        rig.run(2900)
        self.assertEqual(rig.leds.shown, [0] * 64)
        self.assertEqual(self.corners(rig), [0, 7, 56, 63])
        rig.strips.field_mt[20] = NORTH_MT
        rig.run(100)
        self.assertEqual(rig.lines("snap")[-1][4][20], "n")

    def test_a_host_that_falls_silent_is_waited_for_and_its_frame_comes_back(self):
        rig = Rig(step_ms=25)
        rig.greet()
        rig.say("palette", "100000")
        rig.say("frame", "1," + frame_cells(64, {30: "1-"}))
        for _ in range(6):
            rig.say("beat")
            rig.run(1000)
        self.assertEqual([cell for cell in range(64) if rig.cell_rgb(cell)], [30])
        rig.run(3050)
        self.assertEqual(self.corners(rig), [0, 7, 56, 63])
        rig.say("beat")
        rig.run(25)
        self.assertEqual([cell for cell in range(64) if rig.cell_rgb(cell)], [30])

    def test_damaged_lines_are_silence(self):
        rig = Rig(step_ms=25)
        rig.greet()
        for _ in range(40):
            rig.port.give(b"beat,1*0000\n")
            rig.run(100)
        self.assertEqual(self.corners(rig), [0, 7, 56, 63])

    def test_waiting_lasts_longer_than_the_clock_can_count(self):
        rig = Rig(step_ms=25)
        rig.run(3050)
        rig.now_ms += ticks.PERIOD - 3000  # as if next to no time had passed since the start
        self.assertEqual(self.corners(rig), [0, 7, 56, 63])


class TestLimit(unittest.TestCase):
    def test_before_a_hello_less_may_be_drawn(self):
        rig = Rig(9, 9, step_ms=25)  # whose four corners in full amber would be 114 mA
        most = 0.0
        for _ in range(130):
            rig.run(50)
            most = max(most, rig.leds.ma())
        self.assertTrue(90 < most <= config.UNGREETED_LIMIT_MA, most)

    def test_no_frame_exceeds_the_limit(self):
        rig = Rig()
        rig.greet()
        rig.say("palette", "ffffff")
        rig.say("frame", "1," + "1-" * 64)
        rig.run(7)
        self.assertTrue(280 < rig.leds.ma() <= config.CURRENT_LIMIT_MA, rig.leds.ma())
        self.assertEqual(rig.lines("ack")[0][3], str(config.CURRENT_LIMIT_MA))


if __name__ == "__main__":
    unittest.main()
