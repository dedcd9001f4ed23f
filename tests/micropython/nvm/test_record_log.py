"""Record log and what is kept in it, on flash whose power is cut at every step of a write."""

import unittest
from array import array

from kamiboard.nvm import record_log
from kamiboard.nvm.calibration import DAMAGED, OLDER, Calibration
from kamiboard.nvm.crash_log import NONE, CrashLog
from kamiboard.nvm.record_log import CALIBRATION, CRASH, SLOT
from simulator.circuitpython.circuit.flash import Flash, PowerCutError

SIZE = 4096
CELLS = 8  # the same layout as of 64, and cut through in a moment
SMALL = 1024  # bytes, of a sector that is written again as a whole
LONG = 9999  # steps; more than any write has

MYPY = False
if MYPY:
    from collections.abc import Callable


def erased(size: int = SIZE) -> Flash:
    return Flash(b"\xff" * size)


def calibrate(memory: Flash, zero: int, cells: int = CELLS) -> str:
    """Store a calibration; return its id."""
    made = Calibration(memory, cells)
    made.make_room()
    made.adopt(*[array("i", [value] * cells) for value in (zero, 2000, 9)])
    return made.id


def cuts(before: Flash, write: "Callable[[Flash], object]") -> "list[Flash]":
    """Return the memory after a write that was cut at its first, second ... step."""
    whole = Flash(before.data)
    whole.steps_left = LONG
    write(whole)
    after = []
    for steps in range(LONG - whole.steps_left):
        memory = Flash(before.data)
        memory.steps_left = steps
        try:
            write(memory)
        except PowerCutError:
            after.append(memory)
        memory.steps_left = None
    return after


class TestRecords(unittest.TestCase):
    def test_the_newest_intact_record_of_a_kind_is_found(self):
        memory = erased()
        self.assertEqual(record_log.newest(memory, CRASH), (None, False))
        for number in range(9):
            self.assertTrue(record_log.append(memory, CRASH, bytes([number] * 7 * number)))
            self.assertTrue(record_log.append(memory, CALIBRATION, b"%d" % number))
            self.assertEqual(
                record_log.newest(memory, CRASH), (bytes([number] * 7 * number), False)
            )
            self.assertEqual(record_log.newest(memory, CALIBRATION), (b"%d" % number, False))
        self.assertEqual(memory.erasures, 0)

    def test_what_does_not_fit_is_not_written(self):
        memory = erased()
        while record_log.append(memory, CRASH, bytes(200)):
            pass
        whole = bytes(memory.data)
        self.assertTrue(record_log.room(memory) < record_log.size(bytes(200)))
        self.assertFalse(record_log.append(memory, CRASH, bytes(200)))
        self.assertEqual((bytes(memory.data), memory.erasures), (whole, 0))

    def test_room_is_made_by_keeping_the_newest_of_each_kind(self):
        memory = erased()
        record_log.append(memory, CALIBRATION, b"old")
        record_log.append(memory, CALIBRATION, b"new")
        while record_log.append(memory, CRASH, bytes(100)):
            pass
        record_log.make_room(memory, SIZE // 2)
        self.assertEqual(record_log.newest(memory, CALIBRATION), (b"new", False))
        self.assertEqual(record_log.newest(memory, CRASH), (bytes(100), False))
        self.assertEqual(record_log.room(memory), SIZE - SLOT - record_log.size(bytes(100)))
        self.assertEqual(memory.erasures, 1)
        record_log.make_room(memory, SIZE // 2)
        self.assertEqual(memory.erasures, 1, "there is room")

    def test_what_was_never_written_is_no_damage(self):
        for content in (b"\xff", b"\0"):
            memory = Flash(content * SIZE)
            self.assertEqual(list(record_log.records(memory)), [])
        self.assertEqual(record_log.room(memory), 0, "zeros must be erased first")
        record_log.make_room(memory, 1)
        self.assertEqual(record_log.room(memory), SIZE)


class TestPowerCuts(unittest.TestCase):
    def test_the_calibration_is_the_old_or_the_new_one_wherever_its_write_is_cut(self):
        memory = erased()
        old = calibrate(memory, 100)
        complete = Flash(memory.data)
        new = calibrate(complete, 200)
        found = [
            (made.id, made.warning)
            for made in [
                Calibration(each, CELLS) for each in cuts(memory, lambda m: calibrate(m, 200))
            ]
        ]
        self.assertEqual(found[0], (old, ""), "only bits of its first byte: nothing")
        self.assertEqual(set(found[1:]), {(old, OLDER)})
        self.assertEqual((Calibration(complete, CELLS).id, new != old), (new, True))

    def test_the_first_calibration_is_told_to_be_damaged(self):
        for memory in cuts(erased(), lambda m: calibrate(m, 200))[1:]:
            made = Calibration(memory, CELLS)
            self.assertTrue(made.warning == DAMAGED or made.id != NONE)

    def test_after_a_cut_another_calibration_is_stored(self):
        memory = erased()
        calibrate(memory, 100)
        for each in cuts(memory, lambda m: calibrate(m, 200)):
            third = calibrate(each, 300)
            made = Calibration(each, CELLS)
            self.assertEqual((made.id, made.warning), (third, ""))

    def test_a_crash_never_costs_the_calibration(self):
        memory = erased()
        calibrated = calibrate(memory, 100)
        CrashLog(memory).add("first")
        for each in cuts(memory, lambda m: CrashLog(m).add("second, of some length")):
            made = Calibration(each, CELLS)
            self.assertEqual((made.id, made.warning), (calibrated, ""))
            log = CrashLog(each)
            self.assertIn((log.count, log.text), ((1, "first"), (2, "second  of some length")))
            log.add("third")
            self.assertEqual((CrashLog(each).text, each.erasures), ("third", 0))

    def test_a_hundred_crashes_never_erase_the_memory(self):
        memory = erased()
        calibrated = calibrate(memory, 100, 64)
        for number in range(100):
            CrashLog(memory).add("OSError: %d" % number)
        self.assertEqual(memory.erasures, 0)
        self.assertEqual(Calibration(memory, 64).id, calibrated)
        while record_log.append(memory, CRASH, b"\7"):
            pass
        CrashLog(memory).add("there is no room for it")
        self.assertEqual((memory.erasures, CrashLog(memory).count), (0, 7))

    def test_a_quiet_minute_makes_room_and_keeps_the_calibration(self):
        memory = erased()
        calibrated = calibrate(memory, 100, 64)
        while record_log.append(memory, CRASH, b"\1" + b"x" * 100):
            pass
        CrashLog(memory).clear()
        self.assertEqual(memory.erasures, 1)
        self.assertTrue(record_log.room(memory) > 3000)
        self.assertEqual(Calibration(memory, 64).id, calibrated)
        self.assertEqual(CrashLog(memory).count, 0)
        CrashLog(memory).clear()
        self.assertEqual(memory.erasures, 1, "there is room")

    def test_a_full_memory_is_erased_before_a_calibration_and_not_at_its_end(self):
        memory = erased()
        for zero in range(40):
            made = Calibration(memory, 64)
            made.make_room()
            before = memory.erasures
            stored = calibrate(memory, zero, 64)
            self.assertEqual(memory.erasures, before)
            self.assertEqual(Calibration(memory, 64).id, stored)
            self.assertEqual(Calibration(memory, 64).warning, "")
        self.assertTrue(3 <= memory.erasures <= 6)

    def test_only_the_erase_itself_can_lose_a_calibration(self):
        """While the sector is blank there is nothing to find; then the calibration comes first."""
        memory = erased(SMALL)
        calibrated = calibrate(memory, 100)
        while record_log.append(memory, CRASH, bytes([1] * 100)):
            pass
        ids = [
            Calibration(each, CELLS).id
            for each in cuts(memory, lambda m: record_log.make_room(m, SMALL // 2))
        ]
        record_log.make_room(memory, SMALL // 2)
        written = sum(byte != 0xFF for byte in memory.data)
        self.assertEqual(len(ids), 2 + written, "two of the erase")
        self.assertEqual(ids[0], calibrated)
        back = 3 + record_log.size(bytes(3 + 6 * CELLS))
        self.assertEqual(set(ids[back:]), {calibrated})


if __name__ == "__main__":
    unittest.main()
