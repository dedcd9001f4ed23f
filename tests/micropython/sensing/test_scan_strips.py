"""Scanner of the strips, on simulated strips that record accesses the hardware does not allow."""

import unittest

from kamiboard import config
from kamiboard.sensing.scan_strips import StripScanner
from tests.micropython.rig import Strips


def scanner_of(strips: Strips) -> StripScanner:
    zeros = [0] * len(strips.field_mt)
    return StripScanner(strips.rows, strips.selects, strips, strips.delay_us, strips.files, zeros)


class TestScan(unittest.TestCase):
    def test_every_cell_is_read_as_itself_on_every_scan(self):
        for files, ranks in ((8, 8), (9, 9), (5, 5), (1, 2)):
            strips = Strips(files, ranks)
            scanner = scanner_of(strips)
            cells = files * ranks
            unit = config.counts_from_mt(1)
            for turn in range(3):  # the first, and those that begin where another has ended
                for cell in range(cells):
                    strips.field_mt[cell] = (cell * 7 + turn) % 41 - 20
                scanner.scan()
                for cell in range(cells):
                    self.assertEqual(scanner.levels[cell], strips.field_mt[cell] * unit, cell)
            self.assertEqual(strips.faults, [])

    def test_checking_a_strip_between_scans_disturbs_nothing(self):
        strips = Strips(8, 8)
        scanner = scanner_of(strips)
        strips.field_mt[:] = [float(cell % 9 - 4) for cell in range(64)]
        scanner.scan()
        before = list(scanner.levels)
        for rank in range(8):
            self.assertTrue(scanner.check_part(rank))
            scanner.scan()
            self.assertEqual(list(scanner.levels), before)
        self.assertEqual(strips.faults, [])

    def test_a_lifted_ground_of_a_strip_cancels_out(self):
        strips = Strips(8, 8)
        scanner = scanner_of(strips)
        strips.field_mt[10] = 5.0
        scanner.scan()
        before = list(scanner.levels)
        strips.ground_mv[1] = 40.0
        scanner.scan()
        self.assertEqual(list(scanner.levels), before)

    def test_no_strip_is_on_between_scans(self):
        strips = Strips(8, 8)
        scanner = scanner_of(strips)
        scanner.scan()
        self.assertTrue(all(row.value for row in strips.rows))

    def test_one_select_line_changes_from_column_to_column(self):
        at = config.REFERENCE_CHANNEL
        for channel in config.CHANNEL_WALK:
            changes = sum((at ^ channel) >> line & 1 for line in range(4))
            self.assertEqual(changes, 1, channel)
            at = channel
        self.assertEqual(sorted(config.CHANNEL_WALK), sorted(config.COLUMN_CHANNEL))

    def test_a_scan_of_64_cells_waits_less_than_5_ms_in_all(self):
        strips = Strips(8, 8)
        scanner = scanner_of(strips)
        start_us = strips.now_us
        scanner.scan()
        self.assertEqual(strips.now_us - start_us, 8 * (450 + 8 * 13))


class TestSharing(unittest.TestCase):
    """Work that is done while the sensors of the next strip start."""

    def test_every_strip_is_passed_on_once_with_its_new_levels(self):
        strips = Strips(9, 9)
        scanner = scanner_of(strips)
        passed = []
        scanner.share(lambda first, end: passed.append((first, end, scanner.levels[first])), None)
        strips.missing = {4}
        scanner.check_part(4)
        for turn in (5, 6):
            strips.field_mt[:] = [float(turn)] * 81
            del passed[:]
            scanner.scan()
            unit = config.counts_from_mt(1)
            passed.sort()
            self.assertEqual(
                passed,
                [(9 * r, 9 * r + 9, 0 if r == 4 else turn * unit) for r in range(9)],
            )

    def test_the_wait_is_shorter_by_the_time_of_the_work_and_the_sensors_are_awake(self):
        for work_us, most_us in ((0, 450), (200, 458), (440, 470), (700, 720)):
            strips = Strips(8, 8)
            scanner = scanner_of(strips)

            def work(first: int, end: int, us: int = work_us) -> None:
                strips.now_us += us  # noqa: B023 (called within this turn)

            scanner.share(work, lambda: strips.now_us * 1000)  # noqa: B023
            start_us = strips.now_us
            scanner.scan()
            channels_us = 8 * 8 * config.CHANNEL_WAIT_US
            passed_us = strips.now_us - start_us - channels_us
            self.assertTrue(7 * 419 + 450 + work_us <= passed_us, work_us)
            self.assertTrue(passed_us <= 7 * most_us + 450 + work_us, (work_us, passed_us))
            self.assertEqual(strips.faults, [])

    def test_the_rest_of_the_loop_counts_for_the_settling_of_a_channel(self):
        for call_us, channel_us in ((0, 13), (5, 14), (11, 14), (30, 30)):
            strips = Strips(8, 8)

            def delay_us(us: int, call_us: int = call_us) -> None:
                strips.now_us += us + call_us  # noqa: B023 (called within this turn)

            zeros = [0] * 64
            scanner = StripScanner(strips.rows, strips.selects, strips, delay_us, 8, zeros)
            scanner.share(lambda first, end: None, lambda: strips.now_us * 1000)  # noqa: B023
            start_us = strips.now_us
            scanner.scan()
            self.assertEqual(strips.now_us - start_us, 8 * (450 + call_us + 8 * channel_us))
            self.assertEqual(strips.faults, [])


class TestMissingStrips(unittest.TestCase):
    def test_a_strip_that_is_not_there_is_known_from_the_start(self):
        strips = Strips(8, 8)
        strips.missing = {0, 3, 7}
        scanner = scanner_of(strips)
        self.assertEqual(list(scanner.parts), [0, 1, 1, 0, 1, 1, 1, 0])

    def test_a_floating_line_does_not_pass_for_a_strip_whatever_it_holds(self):
        strips = Strips(2, 2)
        scanner = scanner_of(strips)
        strips.missing = {1}
        for _ in range(3):
            scanner.check_part(0)  # leaves the line at the supply: the best counterfeit
            self.assertEqual(scanner.check_part(1), False)
            scanner.scan()
            self.assertEqual(scanner.check_part(1), False)

    def test_its_cells_read_empty_and_the_others_as_ever(self):
        strips = Strips(8, 8)
        strips.field_mt[:] = [20.0] * 64
        scanner = scanner_of(strips)
        scanner.scan()
        strips.missing = {2}
        scanner.check_part(2)
        scanner.scan()
        full = 20 * config.counts_from_mt(1)
        for cell in range(64):
            self.assertEqual(scanner.levels[cell], 0 if cell // 8 == 2 else full)

    def test_a_strip_that_comes_back_is_read_again(self):
        strips = Strips(8, 8)
        strips.missing = {2}
        scanner = scanner_of(strips)
        strips.field_mt[16] = 20.0
        strips.missing = set()
        self.assertTrue(scanner.check_part(2))
        scanner.scan()
        self.assertEqual(scanner.levels[16], 20 * config.counts_from_mt(1))

    def test_a_strip_that_goes_between_two_checks_reads_nearly_empty(self):
        strips = Strips(8, 8)
        strips.field_mt[:] = [20.0] * 64
        scanner = scanner_of(strips)
        strips.missing = {4}
        scanner.scan()
        for cell in range(32, 40):
            self.assertEqual(scanner.levels[cell], 0)


if __name__ == "__main__":
    unittest.main()
