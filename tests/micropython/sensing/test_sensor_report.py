"""Sensor report: missing parts, and the values of `cells` lines."""

import unittest
from array import array

from kamiboard import config
from kamiboard.nvm.calibration import Calibration
from kamiboard.sensing import sensor_report
from kamiboard.sensing.sensor_report import CellsReport
from tests.micropython.rig import NORTH_MT, SOUTH_MT, greeted

MT = config.counts_from_mt(1)


class TestMissing(unittest.TestCase):
    def test_missing_parts_are_named_by_their_numbers(self):
        for parts, words in (
            ((1, 1, 1), "-"),
            ((1, 0, 1), "strip 2 does not answer"),
            ((0, 1, 0), "strip 1 and strip 3 do not answer"),
            ((0, 0, 0), "no strip answers"),
            ((0,), "the strip does not answer"),
        ):
            self.assertEqual(sensor_report.missing(bytearray(parts)), words)


class Scanner:
    """A scanner of 8x8 cells."""

    files = ranks = 8

    def __init__(self):
        self.levels = array("i", [0] * 64)


class TestValues(unittest.TestCase):
    def test_a_rank_is_told_in_hundredths_of_a_millitesla_and_north_is_positive(self):
        scanner = Scanner()
        levels = scanner.levels
        levels[8], levels[9], levels[15] = -35 * MT, 35 * MT, MT // 2
        made = Calibration(None, 64)
        made.zeros[8] = 3 * MT
        made.noises[63] = MT
        report = CellsReport(scanner, made)

        def lines(name):
            self.assertTrue(report.request([name], 0))
            report.update(7)
            told = []
            while report.is_due:
                told.append(report.next_fields())
            self.assertEqual(len(told), 8)
            return told

        self.assertEqual(lines(b"level")[1], "level,2,3500,-3500,0,0,0,0,0,-50")
        self.assertEqual(
            lines(b"peak")[:2], ["peak,1" + ",0" * 8, "peak,2,3500,-3500,0,0,0,0,0,-50"]
        )
        self.assertEqual(lines(b"zero")[1], "zero,2,-300,0,0,0,0,0,0,0")
        self.assertEqual(lines(b"on")[7], "on,8" + ",600" * 8)
        self.assertEqual(lines(b"noise")[7], "noise,8,0,0,0,0,0,0,0,100")


class TestCells(unittest.TestCase):
    def test_each_value_is_told_rank_by_rank(self):
        rig = greeted()
        rig.strips.field_mt[9] = NORTH_MT
        rig.run(50)
        rig.lines()
        for name, value in (("level", "3500"), ("zero", "0"), ("on", "600"), ("noise", "0")):
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


if __name__ == "__main__":
    unittest.main()
