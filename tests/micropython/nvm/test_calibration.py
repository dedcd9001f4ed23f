"""Calibration: stored, damaged, of another build, erased."""

import unittest
from array import array

from kamiboard import config
from kamiboard.nvm import calibration, record_log
from kamiboard.nvm.calibration import DAMAGED, OLDER, Calibration

CELLS = 64
SIZE = 4096
END = 3 + 3 + 6 * CELLS + 4


def values(first: int, step: int) -> "array[int]":
    return array("i", [first + step * cell for cell in range(CELLS)])


def kept() -> "tuple[bytearray, Calibration]":
    """Return a memory with a stored calibration, and that calibration."""
    memory = bytearray(b"\xff" * SIZE)
    made = Calibration(memory, CELLS)
    made.adopt(values(-2000, 60), values(1200, 50), values(0, 9))
    return memory, made


class TestKeeping(unittest.TestCase):
    def test_without_a_calibration_the_defaults_are_in_force(self):
        for memory in (None, bytearray(b"\xff" * SIZE), bytearray(SIZE), bytearray(300)):
            found = Calibration(memory, CELLS)
            self.assertEqual((found.id, found.warning), ("-", ""))
            self.assertEqual(set(found.ons), {config.ON_LEVEL})
            self.assertEqual(set(found.offs), {config.OFF_LEVEL})
            self.assertEqual(set(found.zeros), {0})

    def test_what_is_kept_is_found_again_and_nothing_else_is_written(self):
        memory, made = kept()
        found = Calibration(memory, CELLS)
        self.assertEqual(list(found.zeros), list(values(-2000, 60)))
        self.assertEqual(list(found.origins), list(found.zeros))
        self.assertEqual(list(found.ons), list(values(1200, 50)))
        self.assertEqual(list(found.noises), list(values(0, 9)))
        self.assertEqual(list(found.offs), list(made.offs))
        self.assertEqual(len(found.id), 4)
        self.assertEqual(found.id, made.id)
        self.assertEqual(bytes(memory[END:]), b"\xff" * (SIZE - END))

    def test_off_lies_below_on_by_the_same_share_everywhere(self):
        _, made = kept()
        for on, off in zip(made.ons, made.offs):
            self.assertEqual(off, on * config.OFF_SHARE // 1000)
            self.assertTrue(off < on)

    def test_another_calibration_has_another_id(self):
        _, made = kept()
        before = made.id
        made.adopt(values(-2000, 61), values(1200, 50), values(0, 9))
        self.assertNotEqual(made.id, before)

    def test_the_arrays_stay_the_same_objects(self):
        made = Calibration(bytearray(SIZE), CELLS)
        zeros, ons, offs = made.zeros, made.ons, made.offs
        made.adopt(values(-2000, 60), values(1200, 50), values(0, 9))
        made.forget()
        self.assertTrue(made.zeros is zeros and made.ons is ons and made.offs is offs)

    def test_what_no_sensor_can_be_is_not_taken(self):
        for zeros, ons in (
            (values(calibration.ZERO_MAX + 1, 0), values(2000, 0)),
            (values(0, 0), values(calibration.ON_MIN - 1, 0)),
            (values(0, 0), values(calibration.ON_MAX + 1, 0)),
        ):
            memory, made = kept()
            before = (made.id, bytes(memory))
            try:
                made.adopt(zeros, ons, values(0, 0))
                self.fail("it was taken")
            except ValueError as error:
                self.assertEqual(str(error), "cell 0 cannot be calibrated so")
            self.assertEqual((made.id, bytes(memory)), before)

    def test_a_board_without_memory_is_calibrated_until_it_is_switched_off(self):
        made = Calibration(None, CELLS)
        made.adopt(values(-2000, 60), values(1200, 50), values(0, 9))
        self.assertEqual(made.ons[1], 1250)
        self.assertNotEqual(made.id, "-")


class TestDamage(unittest.TestCase):
    def assert_defaults(self, memory: bytearray, note: object) -> None:
        found = Calibration(memory, CELLS)
        self.assertEqual((found.id, found.warning), ("-", DAMAGED), note)
        self.assertEqual(set(found.ons), {config.ON_LEVEL}, note)
        self.assertEqual(set(found.zeros), {0}, note)

    def test_any_byte_that_changes_is_noticed(self):
        memory, _ = kept()
        for at in list(range(12)) + list(range(12, END - 5, 23)) + [END - 1]:
            for flip in (1, 0x80):
                memory[at] ^= flip
                self.assert_defaults(memory, at)
                memory[at] ^= flip
        self.assertEqual(Calibration(memory, CELLS).warning, "")

    def test_of_a_damaged_one_the_one_before_is_used_and_the_host_is_told(self):
        memory, made = kept()
        first = made.id
        made.adopt(values(100, 0), values(3000, 0), values(5, 0))
        second = made.id
        memory[record_log.size(bytes(END - 7)) + 50] ^= 1
        found = Calibration(memory, CELLS)
        self.assertEqual((found.id, found.warning, found.ons[1]), (first, OLDER, 1250))
        found.adopt(values(100, 0), values(3000, 0), values(5, 0))
        found = Calibration(memory, CELLS)
        self.assertEqual((found.id, found.warning), (second, ""))

    def test_that_of_another_size_build_or_version_is_not_used(self):
        memory, _ = kept()
        found = Calibration(memory, 81)
        self.assertEqual((found.id, found.warning), ("-", DAMAGED))
        for name, other in (("VERSION", calibration.VERSION + 1), ("BUILD", "quarters")):
            module = config if name == "BUILD" else calibration
            usual = getattr(module, name)
            setattr(module, name, other)
            try:
                self.assert_defaults(memory, name)
            finally:
                setattr(module, name, usual)

    def test_a_new_calibration_heals_it_and_so_does_forgetting(self):
        memory, _ = kept()
        memory[20] ^= 1
        damaged = Calibration(memory, CELLS)
        damaged.adopt(values(0, 0), values(2000, 0), values(0, 0))
        self.assertEqual(damaged.warning, "")
        self.assertEqual(Calibration(memory, CELLS).warning, "")
        memory[20] ^= 1
        damaged = Calibration(memory, CELLS)
        damaged.forget()
        self.assertEqual(damaged.warning, "")
        found = Calibration(memory, CELLS)
        self.assertEqual((found.id, found.warning), ("-", ""))


if __name__ == "__main__":
    unittest.main()
