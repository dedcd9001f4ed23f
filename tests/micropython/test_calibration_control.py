"""Calibration control: requests of the host and by towers, on the test rig."""

import unittest

from kamiboard import calibrator
from kamiboard.nvm import record_log
from tests.micropython.rig import NORTH_MT, SOUTH_MT, Rig, frame_cells, greeted

CORNERS = (0, 7, 56, 63)


def lit(rig: Rig) -> "set[int]":
    return {cell for cell in range(64) if rig.cell_rgb(cell)}


def sweep(rig: Rig) -> None:
    """Slide a tower over all squares, one after another."""
    for cell in range(64):
        for share in (5, 10, 5, 0):
            rig.strips.field_mt[cell] = NORTH_MT * share // 10
            rig.run(rig.step_ms)


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
