"""Zero tracking: zeros follow drift slowly, and only on and around empty squares."""

import unittest
from array import array

from kamiboard.nvm.calibration import Calibration
from kamiboard.sensing import zero_tracking
from kamiboard.sensing.zero_tracking import ZeroTracker

D4, E4, E5, G4 = 27, 28, 36, 30


class Warming:
    """Sensors with drifting zeros."""

    def __init__(self) -> None:
        self.calibration = Calibration(None, 64)
        self.raw = [0] * 64
        self.snapshot = bytearray(b"." * 64)
        self._tracker = ZeroTracker(self.calibration, 8, 8)

    def scan(self, times: int) -> None:
        """Update each cell this many times."""
        zeros = self.calibration.zeros
        for _ in range(times):
            levels = array("i", [self.raw[cell] - zeros[cell] for cell in range(64)])
            for _ in range(64):
                self._tracker.update(levels, self.snapshot)


class TestFollowing(unittest.TestCase):
    def test_a_zero_follows_its_sensor_one_count_at_a_time(self):
        sensors = Warming()
        sensors.raw[D4], sensors.raw[E4] = 30, -30
        zeros = sensors.calibration.zeros
        sensors.scan(1)
        self.assertEqual((zeros[D4], zeros[E4]), (1, -1))
        sensors.scan(29)
        self.assertEqual((zeros[D4], zeros[E4]), (30, -30))
        sensors.scan(9)
        self.assertEqual(zeros[D4], 30)

    def test_no_zero_moves_beside_a_tower(self):
        for near in (D4, E4, E5):
            sensors = Warming()
            sensors.snapshot[near] = ord("n")
            sensors.raw[D4] = 100
            sensors.scan(20)
            self.assertEqual(sensors.calibration.zeros[D4], 0)
        sensors = Warming()
        sensors.snapshot[G4] = ord("n")
        sensors.raw[D4] = 100
        sensors.scan(20)
        self.assertEqual(sensors.calibration.zeros[D4], 20, "g4 is not next to d4")

    def test_the_end_of_a_rank_is_not_next_to_the_beginning_of_another(self):
        sensors = Warming()
        sensors.snapshot[7] = sensors.snapshot[16] = ord("s")  # h1 and a3
        sensors.raw[8] = sensors.raw[0] = 50
        sensors.scan(10)
        self.assertEqual(sensors.calibration.zeros[0], 10, "a1 is not next to h1")
        self.assertEqual(sensors.calibration.zeros[8], 0, "a2 is next to a3")

    def test_a_tower_far_from_the_middle_is_not_taken_for_drift(self):
        sensors = Warming()
        sensors.raw[D4] = zero_tracking.TRACKING_RANGE
        sensors.scan(50)
        self.assertEqual(sensors.calibration.zeros[D4], 0)

    def test_a_zero_stays_near_where_it_was_calibrated(self):
        sensors = Warming()
        sensors.calibration.zeros[D4] = zero_tracking.DRIFT_MAX - 5
        sensors.raw[D4] = zero_tracking.DRIFT_MAX + 50
        sensors.scan(20)
        self.assertEqual(sensors.calibration.zeros[D4], zero_tracking.DRIFT_MAX)


if __name__ == "__main__":
    unittest.main()
