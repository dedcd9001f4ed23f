"""Board: warnings, `cells` lines and the calibration, on the test rig."""

import unittest

from kamiboard import calibrator, config
from kamiboard.nvm import record_log
from tests.micropython.rig import NORTH_MT, SOUTH_MT, Rig, frame_cells

CORNERS = (0, 7, 56, 63)


def greeted(memory: "bytearray | None" = None) -> Rig:
    rig = Rig(memory=memory, step_ms=30)
    rig.run(200)
    rig.greet()
    return rig


def lit(rig: Rig) -> "set[int]":
    return {cell for cell in range(64) if rig.cell_rgb(cell)}


def sweep(rig: Rig) -> None:
    """Slide a tower over all squares, one after another."""
    for cell in range(64):
        for share in (5, 10, 5, 0):
            rig.strips.field_mt[cell] = NORTH_MT * share // 10
            rig.run(rig.step_ms)


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


class TestCells(unittest.TestCase):
    def test_each_value_is_told_rank_by_rank(self):
        rig = greeted()
        rig.strips.field_mt[9] = NORTH_MT
        rig.run(50)
        rig.lines()
        for name, value in (("level", "3500"), ("zero", "0"), ("on", "350"), ("noise", "0")):
            rig.say("cells", name)
            rig.run(50)
            told = rig.lines("cells")
            self.assertEqual([line[2:4] for line in told], [[name, str(r)] for r in range(1, 9)])
            self.assertTrue(abs(int(told[1][5]) - int(value)) <= 6, told[1])

    def test_a_peak_is_told_however_short_it_was_as_long_as_somebody_goes_on_asking(self):
        rig = greeted()

        def feel(field_mt: float) -> None:
            rig.strips.field_mt[9] = field_mt
            rig.run(rig.step_ms)
            rig.strips.field_mt[9] = 0.0
            rig.run(500)

        def peak() -> int:
            rig.say("cells", "peak")
            rig.run(100)
            ranks = rig.lines("cells")
            self.assertEqual(len(ranks), 8)
            return int(ranks[1][5])

        feel(NORTH_MT)
        self.assertEqual(peak(), 0, "nobody had asked")
        feel(NORTH_MT / 2)
        feel(SOUTH_MT)
        feel(NORTH_MT / 2)
        for _ in range(2):
            self.assertTrue(abs(peak() + 3500) <= 6)
        rig.run(config.SILENCE_MS)
        self.assertEqual(peak(), 0, "it has begun anew")

    def test_what_nobody_knows_is_refused(self):
        rig = greeted()
        for fields in ("", "colour"):
            rig.say("cells", fields)
            rig.run(30)
            self.assertEqual(rig.lines("nak")[0][2:], ["field", "cells"])


class TestCalibration(unittest.TestCase):
    def test_a_host_leads_through_it_and_the_next_start_knows_it(self):
        memory = bytearray(b"\xff" * 4096)
        rig = greeted(memory)
        rig.say("calibrate", "start")
        rig.run(14)
        self.assertEqual(rig.lines("calib")[0][2:5], ["clear", "0", "0"])
        rig.run(6000)
        self.assertEqual(rig.lines("calib")[-1][2:4], ["sweep", "64"])
        self.assertEqual(lit(rig), set(range(64)))
        sweep(rig)
        rig.run(100)
        self.assertEqual(rig.lines("calib")[-1][2:4], ["home", "16"])
        rig.set_up()
        rig.run(2000)
        done = rig.lines("calib")[-1]
        self.assertEqual(done[2:4], ["done", "0"])
        self.assertEqual(done[6], "." * 64)
        rig.run(calibrator.CALIBRATED_MS)
        off = rig.lines("calib")[-1]
        self.assertEqual(off[2], "off")
        self.assertEqual(lit(rig), set(), "the host has shown nothing")
        again = greeted(memory)
        again.say("hello", "1.5,0.1.0")
        again.run(30)
        self.assertEqual(again.lines("hello")[0][9], off[5])
        self.assertTrue(again.calibration.ons[30] > 0)

    def test_towers_on_the_corners_alone_start_it_without_a_host(self):
        rig = Rig()
        rig.port.connected = False
        for cell in CORNERS:
            rig.strips.field_mt[cell] = SOUTH_MT
        rig.run(500)
        self.assertEqual(lit(rig), set(CORNERS))
        rig.strips.field_mt[:] = [0.0] * 64
        rig.run(4000)
        self.assertEqual(lit(rig), set(range(64)), "it waits for the sweep, not for a host")

    def test_corners_among_others_or_later_than_the_start_are_pieces_like_any(self):
        for others, at_start in (((20,), True), ((), False)):
            rig = Rig()
            if not at_start:
                rig.run(500)
            for cell in CORNERS + others:
                rig.strips.field_mt[cell] = SOUTH_MT
            rig.run(1000)
            rig.greet()
            rig.say("calibrate", "look")
            rig.run(30)
            self.assertEqual(rig.lines("calib")[0][2], "off")

    def test_what_the_host_shows_meanwhile_is_acknowledged_and_shown_afterwards(self):
        rig = greeted()
        rig.say("palette", "000040")
        rig.say("frame", "5," + frame_cells(64, {20: "1-"}))
        rig.run(30)
        self.assertEqual(lit(rig), {20})
        rig.say("calibrate", "start")
        rig.run(30)
        self.assertEqual(lit(rig), set())
        rig.say("palette", "000041")
        rig.say("frame", "6," + frame_cells(64, {21: "1-"}))
        rig.say("frame", "7,rubbish")
        rig.run(30)
        self.assertEqual(rig.lines("ack")[-1][2], "6")
        self.assertEqual(lit(rig), set())
        rig.say("calibrate", "stop")
        rig.run(30)
        self.assertEqual(lit(rig), {21})
        self.assertEqual(rig.cell_rgb(21), 0x41)

    def test_a_host_that_goes_away_does_not_end_it(self):
        rig = greeted()
        rig.say("calibrate", "start")
        rig.run(8000)
        self.assertEqual(lit(rig), set(range(64)))

    def test_forgetting_is_for_when_nobody_calibrates(self):
        memory = bytearray(b"\xff" * 4096)
        rig = greeted(memory)
        rig.say("calibrate", "start")
        rig.say("calibrate", "forget")
        rig.run(30)
        self.assertEqual(rig.lines("nak")[0][2:], ["field", "calibrate"])
        rig.say("calibrate", "stop")
        record_log.append(memory, record_log.CALIBRATION, b"something")
        rig.say("calibrate", "forget")
        rig.run(30)
        self.assertEqual(record_log.newest(memory, record_log.CALIBRATION), (b"", False))

    def test_other_words_are_refused(self):
        rig = greeted()
        for fields in ("", "backwards"):
            rig.say("calibrate", fields)
            rig.run(30)
            self.assertEqual(rig.lines("nak")[0][2:], ["field", "calibrate"])

    def test_scanning_and_snaps_go_on_meanwhile(self):
        rig = greeted()
        rig.say("calibrate", "start")
        rig.run(50)
        rig.lines()
        rig.strips.field_mt[30] = NORTH_MT
        rig.run(100)
        self.assertEqual(rig.lines("snap")[-1][4], "." * 30 + "n" + "." * 33)


if __name__ == "__main__":
    unittest.main()
