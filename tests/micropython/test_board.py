"""Board: hello, snaps, frames, silence, diagnostics and current limit, on the test rig."""

import unittest

from kamiboard import config, ticks, wire
from tests.micropython.rig import NORTH_MT, SOUTH_MT, Rig, frame_cells

START = "n" * 8 + "." * 48 + "s" * 8


class TestHello(unittest.TestCase):
    def test_the_board_says_hello_once_by_itself(self):
        rig = Rig()
        rig.run(2500)
        hellos = rig.lines("hello")
        self.assertEqual(len(hellos), 1)
        self.assertEqual(hellos[0][2:6], ["1.5", "0.1.0", "E6614103E7452D2F", "5f3a"])
        self.assertEqual(hellos[0][6:], ["8x8", "leds+levels+polarity", "300", "-", "-"])

    def test_hello_is_answered_by_hello_and_then_a_snap(self):
        rig = Rig()
        rig.set_up()
        rig.run(100)
        rig.lines()
        rig.say("hello", "1.0,0.1.0")
        rig.run(7)
        said = rig.lines()
        self.assertEqual([line[0] for line in said], ["hello", "snap"])
        self.assertEqual(said[1][4], START)

    def test_another_size_is_said_and_reported(self):
        rig = Rig(9, 9)
        rig.set_up()
        rig.greet()
        rig.say("hello", "1.0,0.1.0")
        rig.run(7)
        hello, snap = rig.lines()
        self.assertEqual(hello[6], "9x9")
        self.assertEqual(snap[4], "n" * 9 + "." * 63 + "s" * 9)

    def test_before_hello_everything_else_is_refused_and_changes_nothing(self):
        for kind, fields in (
            ("beat", ""),
            ("look", ""),
            ("diag", ""),
            ("palette", "ffffff"),
            ("frame", "1," + "1-" * 64),
            ("cells", "level"),
            ("calibrate", "start"),
            ("sing", ""),
        ):
            rig = Rig()
            rig.run(100)
            rig.lines()
            rig.say(kind, fields)
            rig.run(21)
            self.assertEqual([line[:1] + line[2:] for line in rig.lines()], [["nak", "hello", ""]])
            self.assertEqual(rig.leds.shown, [0] * 64)

    def test_another_major_version_gets_a_hello_and_nothing_else(self):
        rig = Rig()
        rig.greet()
        rig.say("hello", "2.0,9.9.9")
        rig.say("palette", "ffffff")
        rig.run(21)
        self.assertEqual([line[0] for line in rig.lines()], ["hello", "nak"])
        rig.say("frame", "1," + "1-" * 64)
        rig.run(21)
        self.assertEqual([line[0] for line in rig.lines()], ["nak"])
        self.assertEqual(rig.leds.shown, [0] * 64)

    def test_another_minor_version_is_welcome(self):
        rig = Rig()
        rig.say("hello", "1.8,0.9.9,something new")
        rig.say("look")
        rig.run(100)
        self.assertEqual([line[0] for line in rig.lines("nak")], [])

    def test_a_hello_that_is_none_is_refused(self):
        rig = Rig()
        rig.run(100)
        rig.lines()
        for fields in ("", "1.0", "1,0.1.0", "one.two,0.1.0"):
            rig.say("hello", fields)
            rig.run(14)
            self.assertEqual([line[2:] for line in rig.lines()], [["field", "hello"]])
        rig.say("look")
        rig.run(14)
        self.assertEqual([line[2:] for line in rig.lines()], [["hello", ""]])


class TestSnaps(unittest.TestCase):
    def test_a_lift_is_reported_within_two_scans_of_the_settle_time(self):
        rig = Rig()
        rig.set_up()
        rig.greet()
        before = rig.lines("snap")
        lifted_ms = rig.now_ms
        rig.strips.field_mt[3] = 0
        snaps = []
        while not snaps:
            rig.run(rig.step_ms)
            snaps = rig.lines("snap")
            self.assertTrue(rig.now_ms - lifted_ms < 1000)
        self.assertEqual(snaps[0][4], START[:3] + "." + START[4:])
        self.assertTrue(rig.now_ms - lifted_ms <= config.SETTLE_MS + 2 * rig.step_ms)
        self.assertEqual(before, [])

    def test_a_lift_and_a_put_are_two_revisions_with_the_ticks_of_their_scans(self):
        rig = Rig()
        rig.set_up()
        rig.greet()
        rig.strips.field_mt[3] = 0
        rig.run(100)
        rig.strips.field_mt[27] = NORTH_MT
        rig.run(100)
        first, second = rig.lines("snap")
        self.assertEqual(int(second[2]) - int(first[2]), 1)
        self.assertTrue(90 < int(second[3]) - int(first[3]) < 110)
        self.assertEqual(second[4][27], "n")

    def test_a_snap_tells_for_how_long_the_picture_has_been_so(self):
        rig = Rig()
        rig.set_up()
        rig.greet()
        rig.strips.field_mt[3] = 0
        rig.run(2500)
        new, *again = rig.lines("snap")
        self.assertEqual(len(new), 5)  # it has been so for no time yet
        self.assertEqual(len(again), 2)
        for snap in again:
            self.assertEqual(int(snap[5]), int(snap[3]) - int(new[3]))

    def test_the_age_of_a_picture_stops_before_it_could_wrap(self):
        rig = Rig(step_ms=25)
        rig.set_up()
        rig.greet()
        rig.run(15_000)
        ages = [int(snap[5]) for snap in rig.lines("snap")]
        self.assertEqual(sorted(ages), ages)
        self.assertTrue(config.OLDEST_MS <= ages[-1] <= config.OLDEST_MS + 1000, ages[-1])
        self.assertTrue(ages[-1] - ages[-2] < 1000, ages[-2:])

    def test_a_snap_comes_at_least_once_a_second_and_on_look(self):
        rig = Rig()
        rig.greet()
        rig.run(5000)
        snaps = rig.lines("snap")
        self.assertTrue(4 <= len(snaps) <= 5, len(snaps))
        times = [int(snap[3]) for snap in snaps]
        for earlier, later in zip(times, times[1:]):
            self.assertTrue(later - earlier <= 1000 + 2 * rig.step_ms)
        rig.say("look")
        rig.run(14)
        self.assertEqual(len(rig.lines("snap")), 1)

    def test_the_first_picture_is_never_a_half_one(self):
        rig = Rig()
        rig.set_up()
        rig.say("hello", "1.0,0.1.0")
        rig.run(500)
        for snap in rig.lines("snap"):
            self.assertEqual(snap[4], START)

    def test_a_side_that_changes_without_leaving_is_unsure(self):
        rig = Rig()
        rig.set_up()
        rig.greet()
        rig.strips.field_mt[0] = SOUTH_MT
        rig.run(100)
        self.assertEqual(rig.lines("snap")[-1][4][0], "?")

    def test_two_towers_that_cannot_be_told_apart_from_one_reading_are(self):
        rig = Rig()
        rig.greet()
        rig.strips.field_mt[10] = NORTH_MT
        rig.strips.field_mt[11] = SOUTH_MT
        rig.run(100)
        self.assertEqual(rig.lines("snap")[-1][4], "." * 10 + "ns" + "." * 52)

    def test_a_host_that_reads_late_gets_what_is_true_then(self):
        rig = Rig()
        rig.set_up()
        rig.greet()
        rig.port.room = 0
        for cell in range(8):
            rig.strips.field_mt[cell] = 0
            rig.run(100)
        rig.port.room = 256
        rig.run(14)
        snaps = rig.lines("snap")
        self.assertTrue(len(snaps) <= 2, len(snaps))
        self.assertEqual(snaps[-1][4], "." * 56 + "s" * 8)


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
        good = wire.line("frame", 77, "6," + "2-" * 64)
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


class TestClock(unittest.TestCase):
    def test_nothing_happens_at_the_wrap_65_seconds_after_power_on(self):
        rig = Rig(start_ms=ticks.PERIOD - 2000)
        rig.set_up()
        rig.greet()
        for second in range(6):
            rig.say("beat")
            rig.run(1000)
            snaps = rig.lines("snap")
            self.assertTrue(1 <= len(snaps) <= 2, second)
            for snap in snaps:
                self.assertTrue(0 <= int(snap[3]) < ticks.PERIOD)
                self.assertEqual(snap[4], START)
        self.assertEqual(rig.leds.shown, [0] * 64)
        rig.strips.field_mt[0] = 0
        rig.run(50)
        self.assertEqual(rig.lines("snap")[-1][4][0], ".")


class TestGarbage(unittest.TestCase):
    def test_it_is_collected_while_nothing_moves_and_not_too_often(self):
        rig = Rig()
        collected = []
        rig.board._collect = lambda: collected.append(rig.now_ms)
        for _ in range(10):  # somebody plays
            rig.strips.field_mt[3] = 35 - rig.strips.field_mt[3]
            rig.run(1900)
        self.assertEqual(collected, [])
        rig.run(40_000)
        self.assertTrue(3 <= len(collected) <= 5, collected)


class TestDiag(unittest.TestCase):
    def test_diag_says_what_the_protocol_lists_and_ends(self):
        rig = Rig()
        rig.greet()
        for _ in range(3):
            rig.run(1000)
            rig.say("beat")
        rig.lines()
        rig.say("diag")
        rig.run(14)
        pairs = []
        for line in rig.lines("diag"):
            pairs += line[2:]
        names = pairs[::2]
        self.assertEqual(
            names,
            "lines_in lines_bad lines_lost scans scan_us free ms ma strips limit end".split(" "),
        )
        values = dict(zip(names, pairs[1::2]))
        self.assertEqual(values["lines_in"], "5")
        self.assertEqual((values["lines_bad"], values["lines_lost"]), ("0", "0"))
        self.assertEqual(values["scan_us"], "7000")
        self.assertEqual((values["strips"], values["end"]), ("11111111", "1"))

    def test_a_missing_strip_is_named_and_its_return_noticed(self):
        rig = Rig(step_ms=25)
        rig.strips.missing = {4}
        rig.greet()
        rig.strips.field_mt[33] = NORTH_MT
        rig.run(9000)
        rig.say("diag")
        rig.run(50)
        self.assertEqual(rig.lines("diag")[1][8:10], ["strips", "11110111"])
        rig.strips.missing = set()
        rig.run(9000)
        rig.say("diag")
        rig.run(50)
        self.assertEqual(rig.lines("diag")[1][8:10], ["strips", "11111111"])
        rig.say("look")
        rig.run(50)
        self.assertEqual(rig.lines("snap")[0][4][33], "n")
        self.assertEqual(rig.strips.faults, [])


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
