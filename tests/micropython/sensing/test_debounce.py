"""Debouncer: hysteresis, settle time and changes of side; mostly with one cell, 5 ms a scan."""

import unittest
from array import array

from kamiboard import ticks
from kamiboard.sensing.debounce import Debouncer

ON, OFF, SETTLE_MS, LEAVE_MS, SCAN_MS = 100, 80, 20, 10, 5
NORTH, SOUTH = 500, -500


class Feeder:
    """Feeds a debouncer with the same level for some time."""

    def __init__(self, cells: int = 1, north_sign: int = 1, now_ms: int = 0) -> None:
        letters = b".ns?" if north_sign > 0 else b".sn?"
        self.debouncer = Debouncer([ON] * cells, [OFF] * cells, SETTLE_MS, LEAVE_MS, letters)
        self.now_ms = now_ms

    def feed(self, level: int, ms: int) -> str:
        """Return the snapshot after the level has lasted for `ms` (scans at 0, 5, ... ms)."""
        for _ in range(0, ms, SCAN_MS):
            self.debouncer.update([level], self.now_ms)
            self.now_ms = (self.now_ms + SCAN_MS) % ticks.PERIOD
        return self.debouncer.snapshot.decode()

    def believe(self, level: int) -> str:
        """Return the snapshot after the level has lasted for longer than needed."""
        return self.feed(level, 10 * SETTLE_MS)


class TestHysteresis(unittest.TestCase):
    def test_a_tower_appears_at_on_and_not_below(self):
        self.assertEqual(Feeder().believe(ON - 1), ".")
        self.assertEqual(Feeder().believe(ON), "n")
        self.assertEqual(Feeder().believe(-ON + 1), ".")
        self.assertEqual(Feeder().believe(-ON), "s")

    def test_a_tower_stays_down_to_off_and_not_below(self):
        for sign, letter in ((1, "n"), (-1, "s")):
            feeder = Feeder()
            feeder.believe(sign * ON)
            self.assertEqual(feeder.believe(sign * OFF), letter)
            self.assertEqual(feeder.believe(sign * (OFF - 1)), ".")
            self.assertEqual(feeder.believe(sign * OFF), ".")

    def test_each_cell_has_thresholds_of_its_own(self):
        debouncer = Debouncer([100, 200], [80, 150], 0, LEAVE_MS, b".ns?")
        snapshots = []
        for level in (100, 200, 150, 149, 80, 79):
            for ms in (0, 1):
                debouncer.update([level, level], ms)
            snapshots.append(debouncer.snapshot.decode())
        self.assertEqual(snapshots, ["n.", "nn", "nn", "n.", "n.", ".."])

    def test_a_threshold_that_is_changed_counts_at_once(self):
        ons = array("i", [100])
        debouncer = Debouncer(ons, [80], 0, LEAVE_MS, b".ns?")
        ons[0] = 300
        debouncer.load_thresholds()
        for ms in range(5):
            debouncer.update([200], ms)
        self.assertEqual(debouncer.snapshot, b".")

    def test_the_sign_of_north_is_a_setting(self):
        self.assertEqual(Feeder(north_sign=-1).believe(NORTH), "s")
        self.assertEqual(Feeder(north_sign=-1).believe(SOUTH), "n")


class TestTime(unittest.TestCase):
    def test_a_tower_is_believed_after_the_settle_time_and_not_before(self):
        feeder = Feeder()
        self.assertEqual(feeder.feed(NORTH, SETTLE_MS), ".")  # the last scan was at 15 ms
        self.assertEqual(feeder.feed(NORTH, SCAN_MS), "n")

    def test_one_scan_of_something_else_starts_the_time_again(self):
        feeder = Feeder()
        feeder.feed(NORTH, 15)
        feeder.feed(0, 5)
        self.assertEqual(feeder.feed(NORTH, 20), ".")
        self.assertEqual(feeder.feed(NORTH, 5), "n")

    def test_a_tower_that_bounces_on_landing_changes_the_picture_once(self):
        feeder = Feeder()
        feeder.believe(0)
        for level in (NORTH, 0, NORTH, NORTH, 0, NORTH):
            feeder.feed(level, 5)
        feeder.believe(NORTH)
        self.assertEqual(feeder.debouncer.revision, 1)

    def test_a_short_dropout_is_not_a_lift(self):
        feeder = Feeder()
        feeder.believe(NORTH)
        feeder.feed(0, SETTLE_MS)
        feeder.believe(NORTH)
        self.assertEqual(feeder.debouncer.revision, 1)

    def test_everything_works_across_the_wrap_of_the_clock(self):
        for before_ms in range(0, 60, SCAN_MS):
            feeder = Feeder(now_ms=ticks.PERIOD - before_ms)
            self.assertEqual(feeder.feed(NORTH, 20), ".")
            self.assertEqual(feeder.feed(NORTH, 5), "n")
            self.assertEqual(feeder.feed(0, 20), "n")
            self.assertEqual(feeder.feed(0, 5), ".")

    def test_update_says_whether_the_picture_has_changed(self):
        debouncer = Debouncer([ON], [OFF], SETTLE_MS, LEAVE_MS, b".ns?")
        said = [debouncer.update([NORTH], ms) for ms in range(0, 40, 5)]
        self.assertEqual(said, [False] * 4 + [True] + [False] * 3)


class TestReady(unittest.TestCase):
    def test_the_first_picture_is_whole(self):
        debouncer = Debouncer([ON] * 3, [OFF] * 3, SETTLE_MS, LEAVE_MS, b".ns?")
        levels = [NORTH, 0, SOUTH]
        ms = ticks.PERIOD - 7
        while not debouncer.ready:
            self.assertEqual(debouncer.snapshot, b"...")
            debouncer.update(levels, ms % ticks.PERIOD)
            ms += SCAN_MS
        self.assertEqual(debouncer.snapshot, b"n.s")


class TestSides(unittest.TestCase):
    def test_a_field_that_turns_round_without_a_pause_is_unsure(self):
        for old, new in ((NORTH, SOUTH), (SOUTH, NORTH)):
            feeder = Feeder()
            feeder.believe(old)
            self.assertEqual(feeder.believe(new), "?")

    def test_a_pause_shorter_than_leaving_takes_is_not_enough(self):
        feeder = Feeder()
        feeder.believe(NORTH)
        feeder.feed(0, SCAN_MS)
        self.assertEqual(feeder.believe(SOUTH), "?")

    def test_after_leaving_for_long_enough_the_other_side_is_believed(self):
        feeder = Feeder()
        feeder.believe(NORTH)
        feeder.feed(0, LEAVE_MS)
        self.assertEqual(feeder.believe(SOUTH), "s")

    def test_unsure_ends_when_the_cell_is_empty_and_then_either_side_is_believed(self):
        for last, letter in ((NORTH, "n"), (SOUTH, "s")):
            feeder = Feeder()
            feeder.believe(NORTH)
            self.assertEqual(feeder.believe(SOUTH), "?")
            self.assertEqual(feeder.believe(0), ".")
            self.assertEqual(feeder.believe(last), letter)

    def test_unsure_ends_when_the_old_side_comes_back(self):
        feeder = Feeder()
        feeder.believe(NORTH)
        self.assertEqual(feeder.believe(SOUTH), "?")
        self.assertEqual(feeder.believe(NORTH), "n")

    def test_a_tower_that_only_seemed_to_leave_keeps_its_side(self):
        for old, new in ((NORTH, SOUTH), (SOUTH, NORTH)):
            feeder = Feeder()
            letter = feeder.believe(old)
            self.assertEqual(feeder.feed(0, LEAVE_MS), letter)
            self.assertEqual(feeder.believe(old), letter)
            self.assertEqual(feeder.believe(new), "?")
            self.assertEqual(feeder.believe(old), letter)

    def test_unsure_lasts_as_long_as_the_wrong_side_does(self):
        feeder = Feeder()
        feeder.believe(NORTH)
        feeder.believe(SOUTH)
        self.assertEqual(feeder.feed(SOUTH, 5000), "?")
        self.assertEqual(feeder.debouncer.revision, 2)

    def test_a_side_that_was_never_believed_does_not_make_the_other_one_doubtful(self):
        feeder = Feeder()
        feeder.feed(NORTH, SETTLE_MS - SCAN_MS)
        self.assertEqual(feeder.believe(SOUTH), "s")


class TestLifts(unittest.TestCase):
    def test_a_lift_is_told_by_the_first_scan_and_ends_when_it_has_settled(self):
        for level, letter in ((NORTH, "n"), (SOUTH, "s")):
            feeder = Feeder()
            feeder.believe(level)
            self.assertEqual(feeder.debouncer.lifts, [])
            self.assertEqual(feeder.feed(0, SCAN_MS), letter)
            self.assertEqual(feeder.debouncer.lifts, [0])
            self.assertTrue(feeder.debouncer.lifts_changed)
            feeder.feed(0, SCAN_MS)
            self.assertEqual(feeder.debouncer.lifts, [0])
            self.assertFalse(feeder.debouncer.lifts_changed)
            self.assertEqual(feeder.believe(0), ".")
            self.assertEqual(feeder.debouncer.lifts, [])

    def test_a_tower_that_is_put_down_or_turned_round_is_no_lift(self):
        feeder = Feeder()
        for level in (0, NORTH, SOUTH):  # the last one makes the cell unsure
            for _ in range(10):
                feeder.feed(level, SCAN_MS)
                self.assertEqual(feeder.debouncer.lifts, [])
                self.assertFalse(feeder.debouncer.lifts_changed)
        feeder.feed(0, SCAN_MS)  # nobody knows which tower that was
        self.assertEqual(feeder.debouncer.lifts, [])

    def test_a_lift_that_was_none_is_taken_back_at_once_and_the_next_ones_are_doubted(self):
        feeder = Feeder()
        feeder.believe(NORTH)
        feeder.feed(0, SCAN_MS)
        feeder.feed(NORTH, SCAN_MS)
        self.assertTrue(feeder.debouncer.lifts_changed)
        for _ in range(2):
            for level in (0, NORTH, 0, NORTH):
                feeder.feed(level, SCAN_MS)
                self.assertEqual(feeder.debouncer.lifts, [])
                self.assertFalse(feeder.debouncer.lifts_changed)
            feeder.believe(NORTH)
            feeder.debouncer.forget_doubts()
        feeder.feed(0, SCAN_MS)
        self.assertEqual(feeder.debouncer.lifts, [0])

    def test_a_doubted_lift_is_believed_once_it_has_settled(self):
        feeder = Feeder()
        feeder.believe(NORTH)
        feeder.feed(0, SCAN_MS)
        feeder.feed(NORTH, SCAN_MS)
        self.assertEqual(feeder.believe(0), ".")

    def test_the_doubt_of_one_cell_is_none_of_another(self):
        debouncer = Debouncer([ON] * 2, [OFF] * 2, SETTLE_MS, LEAVE_MS, b".ns?")
        for ms in range(0, 100, SCAN_MS):
            debouncer.update([NORTH, NORTH], ms)
        debouncer.update([0, NORTH], 100)
        debouncer.update([NORTH, NORTH], 105)
        debouncer.update([0, 0], 110)
        self.assertEqual(debouncer.lifts, [1])


if __name__ == "__main__":
    unittest.main()
