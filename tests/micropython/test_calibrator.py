"""Calibrator: all steps, with good and with faulty sensors."""

import unittest
from array import array

from kamiboard import calibrator, config
from kamiboard.calibrator import Calibrator
from kamiboard.nvm import calibration
from kamiboard.nvm.calibration import Calibration

MT = config.counts_from_mt(1)
CENTRE = 35 * MT
STEP_MS = 40  # most of the time is spent waiting


class Operator:
    """A calibrator with its sensors, and a person who follows its lights.

    Attributes:
        offset: level of each sensor without a field.
        gain: share of the field that each sensor shows, in per cent.
        noise: amplitude of each sensor's noise.
        field: field at each sensor.
    """

    def __init__(self, files: int = 8, ranks: int = 8) -> None:
        cells = files * ranks
        self.files, self.cells = files, cells
        self.offset = [0] * cells
        self.gain = [100] * cells
        self.noise = [0] * cells
        self.field = [0] * cells
        self.calibration = Calibration(bytearray(2048), cells)
        self.calibrator = Calibrator(self.calibration, files, ranks)
        self.now_ms = 1000
        self._turn = 1

    def levels(self) -> "array[int]":
        self._turn = -self._turn
        return array(
            "i",
            [
                self.offset[cell]
                + self.field[cell] * self.gain[cell] // 100
                + self._turn * self.noise[cell]
                - self.calibration.zeros[cell]
                for cell in range(self.cells)
            ],
        )

    def scan(self) -> bool:
        self.now_ms += STEP_MS
        return self.calibrator.update(self.levels(), self.now_ms)

    def wait(self, ms: int) -> None:
        for _ in range(0, ms, STEP_MS):
            self.scan()

    def wait_for(self, step: int, most_ms: int = 40000) -> None:
        for _ in range(0, most_ms, STEP_MS):
            if self.calibrator.step == step:
                return
            self.scan()
        raise AssertionError("it is still in step %r" % calibrator.NAMES[self.calibrator.step])

    def sweep(self, sign: int = -1, skipped: "tuple[int, ...]" = ()) -> None:
        """Slide a tower over all squares."""
        for cell in range(self.cells):
            if cell in skipped:
                continue
            for share in (3, 10, 10, 3, 0):
                self.field[cell] = sign * CENTRE * share // 10
                self.scan()

    def set_home(self, strength: int = 100, upside_down: "tuple[int, ...]" = ()) -> None:
        for file in range(self.files):
            for cell, sign in ((file, -1), (self.cells - 1 - file, 1)):
                turned = -1 if cell in upside_down else 1
                self.field[cell] = turned * sign * CENTRE * strength // 100

    def letters(self) -> str:
        return self.calibrator.cells.decode()

    def calibrate(self) -> None:
        """Run a whole calibration without faults."""
        self.calibrator.start(self.now_ms)
        self.wait_for(calibrator.SWEEP)
        self.sweep()
        self.wait_for(calibrator.HOME)
        self.set_home()
        self.wait_for(calibrator.DONE)


def lit(operator: Operator) -> "set[int]":
    return {cell for cell in range(operator.cells) if operator.calibrator.lights.colours[cell]}


class TestGoodBoard(unittest.TestCase):
    def test_the_lights_lead_from_step_to_step_and_the_result_is_kept(self):
        operator = Operator()
        guide = operator.calibrator
        operator.field[0] = operator.field[63] = CENTRE
        guide.start(operator.now_ms)
        operator.wait(3000)
        self.assertEqual(guide.step, calibrator.CLEAR)
        self.assertEqual(lit(operator), {0, 63})
        self.assertEqual(guide.left, 2)
        operator.field[0] = operator.field[63] = 0
        operator.wait_for(calibrator.QUIET)
        self.assertEqual(lit(operator), {0, 7, 56, 63})
        operator.wait_for(calibrator.SWEEP)
        self.assertEqual(lit(operator), set(range(64)))
        operator.sweep(skipped=(20,))
        self.assertEqual(lit(operator), {20})
        self.assertEqual(operator.letters(), "." * 20 + "x" + "." * 43)
        operator.sweep()
        self.assertEqual(guide.step, calibrator.HOME)
        self.assertEqual(lit(operator), set(range(8)) | set(range(56, 64)))
        operator.set_home()
        operator.wait_for(calibrator.DONE)
        self.assertEqual(operator.letters(), "." * 64)
        self.assertEqual(guide.weakest, 1000)
        self.assertNotEqual(operator.calibration.id, "-")
        operator.wait_for(calibrator.OFF)

    def test_zeros_are_those_of_the_sensors_and_thresholds_a_share_of_what_they_feel(self):
        operator = Operator()
        operator.offset[9], operator.offset[10] = 900, -1500
        operator.gain[11], operator.gain[12] = 60, 130
        operator.calibrate()
        made = operator.calibration
        self.assertEqual((made.zeros[8], made.zeros[9], made.zeros[10]), (0, 900, -1500))
        for cell, gain in ((8, 100), (9, 100), (11, 60), (12, 130)):
            want = CENTRE * gain // 100 * config.ON_SHARE // 1000
            self.assertTrue(abs(made.ons[cell] - want) <= 1, cell)
        self.assertTrue(abs(made.ons[8] - config.counts_from_mt(3.5)) <= 1, "as computed")

    def test_a_weak_tower_lowers_every_threshold_down_to_the_cross_talk(self):
        for strength, share in ((95, 95), (60, calibrator.ON_SHARE_MIN)):
            operator = Operator()
            operator.calibrator.start(operator.now_ms)
            operator.wait_for(calibrator.SWEEP)
            operator.sweep()
            operator.set_home()
            operator.field[3] = operator.field[3] * strength // 100
            operator.wait_for(calibrator.DONE)
            self.assertTrue(abs(operator.calibrator.weakest - 10 * strength) <= 1)
            self.assertTrue(abs(operator.calibration.ons[40] - CENTRE * share // 1000) <= 2 * 35)

    def test_other_sizes_are_calibrated_as_well(self):
        for files, ranks in ((9, 9), (5, 5)):
            operator = Operator(files, ranks)
            operator.calibrate()
            self.assertEqual(operator.letters(), "." * (files * ranks))

    def test_south_poles_may_be_swept_too(self):
        operator = Operator()
        operator.calibrator.start(operator.now_ms)
        operator.wait_for(calibrator.SWEEP)
        operator.sweep(sign=1)
        self.assertEqual(operator.calibrator.step, calibrator.HOME)


class TestBadSensors(unittest.TestCase):
    def test_each_is_told_for_what_it_is_and_the_others_are_calibrated(self):
        operator = Operator()
        operator.gain[20] = 0
        operator.gain[21] = 30
        operator.noise[22] = calibrator.NOISE_MAX + 100
        operator.offset[23] = calibration.ZERO_MAX + 1
        operator.gain[24] = -100
        operator.calibrator.start(operator.now_ms)
        operator.wait_for(calibrator.QUIET)
        operator.wait_for(calibrator.SWEEP)
        operator.sweep()
        self.assertEqual(operator.calibrator.step, calibrator.SWEEP, "some have not felt it")
        operator.wait_for(calibrator.HOME)
        operator.set_home()
        operator.wait_for(calibrator.DONE)
        self.assertEqual(operator.letters(), "." * 20 + "dwnor" + "." * 39)
        self.assertEqual(lit(operator), {20, 21, 22, 23, 24})
        self.assertEqual(operator.calibration.zeros[23], 0)
        self.assertEqual(operator.calibration.ons[20], config.ON_LEVEL)
        self.assertTrue(operator.calibration.ons[22] >= calibrator.ON_NOISES * calibrator.NOISE_MAX)
        self.assertTrue(abs(operator.calibration.ons[40] - CENTRE // 10) <= 1)

    def test_a_tower_upside_down_is_told_while_it_stands_and_at_the_end(self):
        operator = Operator()
        operator.calibrator.start(operator.now_ms)
        operator.wait_for(calibrator.SWEEP)
        operator.sweep()
        operator.set_home(upside_down=(2, 60))
        operator.wait(5000)
        self.assertEqual(operator.calibrator.step, calibrator.HOME)
        self.assertEqual(operator.letters(), "..u" + "." * 57 + "u...")
        operator.set_home(upside_down=(2,))
        operator.wait_for(calibrator.DONE)
        self.assertEqual(operator.letters(), "..u" + "." * 61)


class TestDwell(unittest.TestCase):
    def test_a_sweep_in_which_nothing_happens_changes_nothing(self):
        operator = Operator()
        operator.calibrate()
        operator.field[:] = [0] * 64
        operator.wait_for(calibrator.OFF)
        before = (operator.calibration.id, list(operator.calibration.ons))
        operator.offset[5] = 300
        operator.calibrator.start(operator.now_ms)
        operator.wait_for(calibrator.SWEEP)
        operator.wait_for(calibrator.OFF)
        self.assertEqual((operator.calibration.id, list(operator.calibration.ons)), before)

    def test_a_square_that_always_feels_something_does_not_hold_it_up_for_ever(self):
        operator = Operator()
        operator.offset[30] = CENTRE
        operator.calibrator.start(operator.now_ms)
        operator.wait(calibrator.NO_PROGRESS_MS - 1000)
        self.assertEqual(operator.calibrator.step, calibrator.CLEAR)
        operator.wait_for(calibrator.SWEEP)
        self.assertEqual(operator.letters()[30], "o")

    def test_stop_leaves_everything_as_it_was_at_any_moment(self):
        operator = Operator()
        operator.calibrate()
        before = (operator.calibration.id, list(operator.calibration.zeros))
        for step in (calibrator.CLEAR, calibrator.QUIET, calibrator.SWEEP, calibrator.HOME):
            operator.field[:] = [0] * 64
            operator.calibrator.start(operator.now_ms)
            if step == calibrator.HOME:
                operator.wait_for(calibrator.SWEEP)
                operator.sweep()
            operator.wait_for(step)
            operator.calibrator.stop()
            self.assertEqual(operator.calibrator.step, calibrator.OFF)
            self.assertEqual((operator.calibration.id, list(operator.calibration.zeros)), before)

    def test_skip_goes_on_with_what_there_is(self):
        operator = Operator()
        guide = operator.calibrator
        guide.start(operator.now_ms)
        guide.skip(operator.now_ms)
        operator.wait_for(calibrator.SWEEP)
        operator.sweep(skipped=(1, 2))
        guide.skip(operator.now_ms)
        self.assertEqual(guide.step, calibrator.HOME)
        guide.skip(operator.now_ms)
        self.assertEqual(guide.step, calibrator.DONE)
        self.assertEqual(operator.letters(), ".dd" + "." * 61)
        self.assertEqual(guide.weakest, 0, "no tower was seen at home")
        guide.skip(operator.now_ms)
        self.assertEqual(guide.step, calibrator.OFF)


if __name__ == "__main__":
    unittest.main()
