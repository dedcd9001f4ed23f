"""Tick arithmetic across the wrap."""

import unittest

from kamiboard import ticks


class TestSince(unittest.TestCase):
    def test_time_passes_across_the_wrap(self):
        self.assertEqual(ticks.since(5, ticks.PERIOD - 10), 15)

    def test_no_time_passes_at_one_tick(self):
        for tick in (0, 1, ticks.PERIOD - 1):
            self.assertEqual(ticks.since(tick, tick), 0)

    def test_the_first_wrap_is_65_seconds_after_power_on(self):
        power_on = ticks.PERIOD - 65000
        self.assertEqual(ticks.since(70000 - 65000, power_on), 70000)


if __name__ == "__main__":
    unittest.main()
