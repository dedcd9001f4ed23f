"""Scanner of the switches, on a queue of key events as of `keypad`."""

import unittest

from kamiboard.sensing.scan_switches import SwitchScanner, marker


class Event:
    """Event buffer, as `keypad.Event`."""

    key_number = 0
    pressed = False


class Keys:
    """Keys that are read by `look`, and when they are reset; as of `keypad`.

    Attributes:
        down: the keys that are held down.
        overflowed: True if a change was lost.
    """

    def __init__(self, cells: int, room: int = 1000) -> None:
        self.down = {marker(cells)}
        self.overflowed = False
        self.events = self
        self._room = room
        self._pressed: "set[int] | None" = None
        self._queue: "list[tuple[int, bool]]" = []

    def look(self) -> None:
        """Queue the changes, of which the first look has none; without room they are lost."""
        for key in sorted(self.down ^ (self.down if self._pressed is None else self._pressed)):
            if len(self._queue) < self._room:
                self._queue.append((key, key in self.down))
            else:
                self.overflowed = True
        self._pressed = set(self.down)

    def get_into(self, event: Event) -> bool:
        if not self._queue:
            return False
        event.key_number, event.pressed = self._queue.pop(0)
        return True

    def clear(self) -> None:
        self._queue = []
        self.overflowed = False

    def reset(self) -> None:
        self._pressed = set()
        self.look()


def scanner_of(keys: Keys, files: int = 8, ranks: int = 8) -> SwitchScanner:
    keys.look()
    return SwitchScanner(keys, Event(), files, ranks)


def on(scanner: SwitchScanner) -> "set[int]":
    return {cell for cell in range(len(scanner.levels)) if scanner.levels[cell] > 0}


class TestScan(unittest.TestCase):
    def test_what_stands_there_at_the_start_is_seen(self):
        keys = Keys(64)
        keys.down |= {0, 7, 63}
        scanner = scanner_of(keys)
        self.assertEqual(on(scanner), {0, 7, 63})
        self.assertEqual(list(scanner.parts), [1])

    def test_every_cell_comes_and_goes(self):
        for files, ranks in ((8, 8), (9, 9), (5, 5)):
            cells = files * ranks
            keys = Keys(cells)
            scanner = scanner_of(keys, files, ranks)
            for cell in range(cells):
                keys.down = {cell, marker(cells)}
                keys.look()
                scanner.scan()
                self.assertEqual(on(scanner), {cell})

    def test_without_changes_the_levels_stay(self):
        keys = Keys(64)
        keys.down.add(5)
        scanner = scanner_of(keys)
        for _ in range(3):
            scanner.scan()
            self.assertEqual(on(scanner), {5})


class TestChain(unittest.TestCase):
    def test_the_marker_lies_behind_the_last_register(self):
        self.assertEqual([marker(cells) for cells in (64, 81, 25)], [64, 88, 32])

    def test_a_chain_that_is_cut_is_missing_and_its_cells_are_empty(self):
        keys = Keys(64)
        keys.down |= {3, 4}
        scanner = scanner_of(keys)
        keys.down = set()
        keys.look()
        scanner.scan()
        self.assertFalse(scanner.check_part(0))
        self.assertEqual(on(scanner), set())
        keys.down = {3, 4, 64}
        keys.look()
        scanner.scan()
        self.assertTrue(scanner.check_part(0))
        self.assertEqual(on(scanner), {3, 4})

    def test_a_chain_that_is_cut_from_the_start_is_known(self):
        keys = Keys(64)
        keys.down = set()
        self.assertEqual(list(scanner_of(keys).parts), [0])


class TestOverflow(unittest.TestCase):
    def test_lost_changes_are_made_good_at_once(self):
        keys = Keys(64, room=40)
        scanner = scanner_of(keys)
        for down in (set(range(0, 30)), set(range(30, 60))):
            keys.down = down | {64}
            keys.look()
        self.assertTrue(keys.overflowed)
        scanner.scan()
        self.assertEqual(on(scanner), set(range(30, 60)))
        self.assertEqual(list(scanner.parts), [1])
        self.assertFalse(keys.overflowed)


if __name__ == "__main__":
    unittest.main()
