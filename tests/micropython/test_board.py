"""Board: hello, snaps, warnings, the clock, garbage and diagnostics, on the test rig."""

import unittest

from kamiboard import config, ticks
from kamiboard.nvm import record_log
from kamiboard.sensing import debounce
from tests.micropython.rig import NORTH_MT, SOUTH_MT, Rig

START = "n" * 8 + "." * 48 + "s" * 8


class TestHello(unittest.TestCase):
    def test_the_board_says_hello_once_by_itself(self):
        rig = Rig()
        rig.run(2500)
        hellos = rig.lines("hello")
        self.assertEqual(len(hellos), 1)
        self.assertEqual(hellos[0][2:6], ["1.7", "0.1.0", "E6614103E7452D2F", "5f3a"])
        self.assertEqual(hellos[0][6:], ["8x8", "ahead+leds+levels+polarity", "300", "-", "-"])

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
        self.assertTrue(rig.now_ms - lifted_ms <= debounce.SETTLE_MS + 2 * rig.step_ms)
        self.assertEqual(before, [])

    def test_a_lift_is_sent_as_a_capital_before_it_has_settled(self):
        rig = Rig()
        rig.set_up()
        rig.greet()
        rig.say("hello", "1.6,0.1.0")
        rig.run(1500)
        *_, before = rig.lines("snap")
        for cell, letter in ((3, "N"), (60, "S")):
            rig.strips.field_mt[cell] = 0
            rig.run(2 * rig.step_ms)
            early, *_ = rig.lines("snap")
            self.assertEqual(early[4], before[4][:cell] + letter + before[4][cell + 1 :])
            self.assertEqual(early[2], before[2])  # no revision of its own
            rig.run(50)
            *_, settled = rig.lines("snap")
            self.assertEqual(settled[4], before[4][:cell] + "." + before[4][cell + 1 :])
            self.assertEqual(int(settled[2]), int(before[2]) + 1)
            before = settled

    def test_a_host_before_1_6_is_sent_no_capitals(self):
        rig = Rig()
        rig.set_up()
        rig.say("hello", "1.6,0.1.0")
        rig.run(100)
        rig.say("hello", "1.5,0.1.0")
        rig.run(100)
        rig.lines()
        rig.strips.field_mt[3] = 0
        for _ in range(100):
            rig.say("look")
            rig.run(rig.step_ms)
        snaps = rig.lines("snap")
        self.assertEqual({snap[4] for snap in snaps}, {START, START[:3] + "." + START[4:]})

    def test_noisy_sensors_send_two_snaps_a_second_at_most(self):
        rig = Rig()
        rig.set_up()
        rig.greet()
        rig.say("hello", "1.6,0.1.0")
        rig.run(1500)
        rig.lines()
        for scan in range(5000 // rig.step_ms):
            for cell in (3, 60):
                field_mt = NORTH_MT if cell == 3 else SOUTH_MT
                rig.strips.field_mt[cell] = 0 if scan % 2 else field_mt
            rig.run(rig.step_ms)
        snaps = rig.lines("snap")
        capitals = [snap[4] for snap in snaps if snap[4] != snap[4].lower()]
        self.assertTrue(2 <= len(capitals) <= 5, capitals)
        self.assertTrue(len(snaps) <= 15, len(snaps))
        self.assertEqual({snap[4].lower() for snap in snaps}, {START})

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


class TestWarnings(unittest.TestCase):
    def test_a_missing_strip_is_named_after_hello_and_when_it_comes_and_goes(self):
        rig = Rig(step_ms=50)
        rig.strips.missing = {3}
        scanner = rig.board._scanner
        scanner.check_part(3)
        rig.run(10000)  # every strip has been checked
        rig.say("hello", "1.5,0.1.0")
        rig.run(50)
        self.assertEqual(rig.lines("warn")[0][2:], ["sensors", "strip 4 does not answer"])
        rig.strips.missing = {3, 5}
        rig.run(9000)
        told = rig.lines("warn")
        self.assertEqual(len(told), 1)
        self.assertEqual(told[0][2:], ["sensors", "strip 4 and strip 6 do not answer"])
        rig.strips.missing = set()
        rig.run(9000)
        self.assertEqual(rig.lines("warn")[-1][2:], ["sensors", "-"])
        rig.say("hello", "1.5,0.1.0")
        rig.run(50)
        self.assertEqual(rig.lines("warn"), [])

    def test_a_damaged_calibration_is_told_with_safe_defaults_in_force(self):
        memory = bytearray(b"\xff" * 4096)
        memory[0:2] = bytes((record_log.CALIBRATION, 0))
        rig = Rig(memory=memory)
        rig.set_up()
        rig.run(100)
        rig.lines()
        rig.say("hello", "1.5,0.1.0")
        rig.run(50)
        said = rig.lines()
        self.assertEqual([line[0] for line in said], ["hello", "snap", "warn"])
        self.assertEqual(said[0][9], "-")
        self.assertEqual(said[1][4], "n" * 8 + "." * 48 + "s" * 8)
        self.assertEqual(said[2][2], "calibration")
        self.assertTrue("damaged" in said[2][3])


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
    def test_it_is_collected_after_some_lines_once_nothing_moves(self):
        rig = Rig(step_ms=25)
        rig.greet()
        collected = []
        rig.board._collect = lambda: collected.append(rig.now_ms)
        for _ in range(config.COLLECT_LINES):  # somebody plays
            rig.strips.field_mt[3] = 35 - rig.strips.field_mt[3]
            rig.say("beat")
            rig.run(config.REST_MS - 100)
        self.assertEqual(collected, [])
        rig.run(config.REST_MS + config.PART_CHECK_MS)
        self.assertEqual(len(collected), 1)
        rig.run(5000)
        self.assertEqual(len(collected), 1, "there is nothing to collect without lines")
        for _ in range(3 * config.COLLECT_LINES):
            rig.say("beat")
            rig.run(100)
        self.assertTrue(2 <= len(collected) - 1 <= 3, collected)


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


if __name__ == "__main__":
    unittest.main()
