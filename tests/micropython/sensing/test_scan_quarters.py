"""Scanner of the quarters, on four simulated multiplexers that share their address."""

import unittest

from kamiboard import config
from kamiboard.sensing.scan_quarters import QuarterScanner, gray

QUIET_US = 12  # after a change of the address


class Select:
    """An address line that counts its changes."""

    def __init__(self, board: "Quarters", weight: int, high: bool) -> None:
        self._board = board
        self._weight = weight
        self._value = high

    @property
    def value(self) -> bool:
        return self._value

    @value.setter
    def value(self, value: bool) -> None:
        if value != self._value:
            self._value = value
            self._board.channel += self._weight if value else -self._weight
            self._board.changes += 1
            self._board.quiet_us = self._board.now_us + QUIET_US


class Input:
    """The analogue input of a quarter."""

    def __init__(self, board: "Quarters", first: int) -> None:
        self._board = board
        self._first = first

    @property
    def value(self) -> int:
        return self._board.read(self._first)


class Quarters:
    """Four multiplexers with one address.

    Args:
        at: the channel that the pins select at first.

    Attributes:
        level: of each cell relative to the middle; None where no sensor drives the input.
        faults: number of readings that came too early.
    """

    def __init__(self, at: int = 0) -> None:
        self.level: "list[int | None]" = [0] * 64
        self.now_us = 0
        self.quiet_us = 0
        self.channel = at
        self.changes = 0
        self.faults = 0
        self.selects = [Select(self, 1 << line, at >> line & 1 != 0) for line in range(4)]
        self.adcs = [Input(self, first) for first in (0, 4, 32, 36)]

    def read(self, first: int) -> int:
        if self.now_us < self.quiet_us:
            self.faults += 1
        rank, file = divmod(self.channel, 4)
        level = self.level[first + 8 * rank + file]
        return 0 if level is None else config.MIDDLE + level

    def delay_us(self, microseconds: int) -> None:
        self.now_us += microseconds


def scanner_of(board: Quarters) -> QuarterScanner:
    return QuarterScanner(board.selects, board.adcs, board.delay_us, [0] * 64)


class TestScan(unittest.TestCase):
    def test_every_cell_is_read_as_itself_on_every_scan_wherever_the_address_was(self):
        for at in range(16):
            board = Quarters(at)
            scanner = scanner_of(board)
            for turn in range(3):  # the second begins at channel 8, where the first has ended
                for cell in range(64):
                    board.level[cell] = (cell * 37 + turn) % 6000 - 3000
                scanner.scan()
                self.assertEqual(list(scanner.levels), board.level, (at, turn))
            self.assertEqual(board.faults, 0)

    def test_a_check_between_two_scans_disturbs_nothing(self):
        board = Quarters()
        scanner = scanner_of(board)
        board.level[:] = list(range(64))
        for quarter in range(4):
            scanner.scan()
            self.assertTrue(scanner.check_part(quarter))
            scanner.scan()
            self.assertEqual(list(scanner.levels), board.level)

    def test_one_line_changes_from_channel_to_channel(self):
        board = Quarters()
        scanner = scanner_of(board)
        scanner.scan()
        board.changes = 0
        scanner.scan()
        self.assertEqual(board.changes, 16)
        self.assertEqual(sorted(gray(step) for step in range(16)), list(range(16)))

    def test_a_scan_waits_16_times_for_the_line(self):
        board = Quarters()
        scanner = scanner_of(board)
        start_us = board.now_us
        scanner.scan()
        self.assertEqual(board.now_us - start_us, 16 * config.CHANNEL_WAIT_US)


class TestMissing(unittest.TestCase):
    def test_a_quarter_that_does_not_answer_is_known_and_its_cells_are_empty(self):
        board = Quarters()
        board.level[:] = [5000] * 64
        for cell in range(64):
            if cell % 8 >= 4 and cell < 32:  # e1 to h4
                board.level[cell] = None
        scanner = scanner_of(board)
        self.assertEqual(list(scanner.parts), [1, 0, 1, 1])
        scanner.scan()
        for cell in range(64):
            self.assertEqual(scanner.levels[cell], board.level[cell] or 0)

    def test_one_broken_wire_is_an_empty_cell_and_not_a_missing_quarter(self):
        board = Quarters()
        board.level[:] = [5000] * 64
        board.level[9] = None
        scanner = scanner_of(board)
        self.assertEqual(list(scanner.parts), [1, 1, 1, 1])
        scanner.scan()
        self.assertEqual(scanner.levels[9], 0)

    def test_a_quarter_that_comes_back_is_told(self):
        board = Quarters()
        board.level[:] = [None] * 64
        scanner = scanner_of(board)
        self.assertEqual(list(scanner.parts), [0, 0, 0, 0])
        board.level[:] = [0] * 64
        self.assertTrue(scanner.check_part(3))
        self.assertEqual(list(scanner.parts), [0, 0, 0, 1])


if __name__ == "__main__":
    unittest.main()
