"""Sensor report: missing parts, and the values of `cells` lines."""

import unittest
from array import array

from kamiboard import config
from kamiboard.nvm.calibration import Calibration
from kamiboard.sensing import sensor_report

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


class TestCells(unittest.TestCase):
    def test_a_rank_is_told_in_hundredths_of_a_millitesla_and_north_is_positive(self):
        levels = array("i", [0] * 64)
        levels[8], levels[9], levels[15] = -35 * MT, 35 * MT, MT // 2
        made = Calibration(None, 64)
        peaks = array("i", [2 * MT] * 64)
        self.assertEqual(
            sensor_report.rank_of_cells(b"peak", 0, 8, levels, peaks, made), "peak,1" + ",-200" * 8
        )
        self.assertEqual(
            sensor_report.rank_of_cells(b"level", 1, 8, levels, peaks, made),
            "level,2,3500,-3500,0,0,0,0,0,-50",
        )
        made.zeros[8] = 3 * MT
        self.assertEqual(
            sensor_report.rank_of_cells(b"zero", 1, 8, levels, peaks, made),
            "zero,2,-300,0,0,0,0,0,0,0",
        )
        self.assertEqual(
            sensor_report.rank_of_cells(b"on", 7, 8, levels, peaks, made), "on,8" + ",350" * 8
        )
        made.noises[63] = MT
        self.assertEqual(
            sensor_report.rank_of_cells(b"noise", 7, 8, levels, peaks, made),
            "noise,8,0,0,0,0,0,0,0,100",
        )


if __name__ == "__main__":
    unittest.main()
