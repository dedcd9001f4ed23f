"""Frames ahead on the board: shown at a lift without the host, and never when they have lapsed."""

import unittest

from kamiboard import config, wire
from kamiboard.frames_ahead import SLOTS, STEADY_MS
from tests.micropython.rig import NORTH_MT, Rig
from tests.micropython.vectors import load

PALETTE = "102030,203040,304050"
BASE = "1-" * 8 + "0-" * 56
LIFTED = "2-" * 8 + "0-" * 56
OTHER = "3-" * 8 + "0-" * 56
D1, E1 = 3, 4


def greeted():
    """Return a rig whose host shows BASE as frame 7."""
    rig = Rig()
    rig.set_up()
    rig.greet()
    rig.say("hello", "1.7,0.1.0")
    rig.say("palette", PALETTE)
    rig.say("frame", "7," + BASE)
    rig.run(100)
    rig.lines()
    return rig


def revision(rig):
    """Return the revision of the board's snapshot."""
    rig.say("look")
    rig.run(50)
    return int(rig.lines("snap")[-1][2])


def offer(rig, cell, cells=LIFTED, number=7, revised=None):
    """Send a frame ahead of a lift."""
    revised = revision(rig) if revised is None else revised
    rig.say("ahead", "%d,%d,%d,%s" % (number, revised, cell, cells))
    rig.run(2 * rig.step_ms)


def lift(rig, *cells):
    """Lift towers, without the host hearing of it: a step of the board."""
    for cell in cells:
        rig.strips.field_mt[cell] = 0
    rig.board.step(rig.now_ms)
    rig.now_ms += rig.step_ms


def put(rig, *cells):
    """Put towers down again."""
    for cell in cells:
        rig.strips.field_mt[cell] = NORTH_MT


def light(rig):
    """Return the colour number of a1: that of the frame that is shown."""
    rgb = rig.leds.shown[rig.order[0]]
    return {0: 0, 0x102030: 1, 0x203040: 2, 0x304050: 3}[rgb]


class TestLift(unittest.TestCase):
    def test_its_frame_is_shown_at_the_first_scan_that_feels_no_tower(self):
        rig = greeted()
        offer(rig, D1)
        self.assertEqual(light(rig), 1)
        lift(rig, D1)
        self.assertEqual(light(rig), 2)
        rig.run(1000)
        self.assertEqual(light(rig), 2)  # until the host says what is to be shown

    def test_each_lift_has_its_own_and_the_newest_of_them(self):
        rig = greeted()
        offer(rig, D1, OTHER)
        offer(rig, E1, OTHER)
        offer(rig, D1)
        lift(rig, D1)
        self.assertEqual(light(rig), 2)

    def test_another_lift_is_left_to_the_host(self):
        rig = greeted()
        offer(rig, D1)
        lift(rig, E1)
        rig.run(500)
        self.assertEqual(light(rig), 1)

    def test_two_lifts_at_once_are_left_to_the_host(self):
        rig = greeted()
        offer(rig, D1)
        offer(rig, E1)
        lift(rig, D1, E1)
        rig.run(500)
        self.assertEqual(light(rig), 1)

    def test_the_host_s_own_frame_of_the_lift_restarts_nothing(self):
        rig = greeted()
        flash = "2f" * 8 + "0-" * 56
        offer(rig, D1, flash)
        lift(rig, D1)
        rig.run(200)
        self.assertEqual(light(rig), 0)  # the flash is over
        shows = rig.leds.shows
        rig.say("frame", "8," + flash)
        rig.run(100)
        self.assertEqual(rig.lines("ack")[-1][2], "8")
        self.assertEqual((light(rig), rig.leds.shows), (0, shows))

    def test_the_host_s_frame_replaces_it(self):
        rig = greeted()
        offer(rig, D1)
        lift(rig, D1)
        rig.say("frame", "8," + OTHER)
        rig.run(50)
        self.assertEqual(light(rig), 3)
        put(rig, D1)
        rig.run(500)
        self.assertEqual(light(rig), 3)

    def test_the_host_may_take_it_back_by_its_old_frame_under_a_new_number(self):
        rig = greeted()
        offer(rig, D1)
        lift(rig, D1)
        rig.say("frame", "8," + BASE)
        rig.run(50)
        self.assertEqual(light(rig), 1)

    def test_the_host_s_old_frame_repeated_does_not_replace_it(self):
        """It was on its way when the tower was lifted."""
        rig = greeted()
        offer(rig, D1)
        lift(rig, D1)
        rig.say("frame", "7," + BASE)
        rig.run(50)
        self.assertEqual((light(rig), rig.lines("ack")[-1][2]), (2, "7"))

    def test_what_was_no_lift_is_shown_for_a_moment_and_not_again(self):
        rig = greeted()
        offer(rig, D1)
        lift(rig, D1)
        put(rig, D1)
        rig.run(STEADY_MS - 2 * rig.step_ms)
        self.assertEqual(light(rig), 2)
        rig.run(3 * rig.step_ms)
        self.assertEqual(light(rig), 1)
        for _ in range(10):  # the sensor is doubted
            lift(rig, D1)
            put(rig, D1)
            rig.run(3 * rig.step_ms)
            self.assertEqual(light(rig), 1)
        for _ in range(3):
            rig.say("beat")
            rig.run(1000)
        lift(rig, D1)
        self.assertEqual(light(rig), 2)

    def test_its_brightness_is_the_host_s_and_its_current_within_the_limit(self):
        rig = greeted()
        rig.say("palette", "ffffff")
        rig.say("frame", "8," + "0-" * 64 + ",50")
        rig.run(50)
        offer(rig, D1, "1-" * 64, number=8)
        lift(rig, D1)
        self.assertTrue(0 < rig.leds.shown[0] < 0xFFFFFF)
        self.assertTrue(rig.leds.ma() <= config.CURRENT_LIMIT_MA, rig.leds.ma())


class TestLapse(unittest.TestCase):
    def lapses(self, happens):
        """Check that a frame ahead is not shown any more after something has happened."""
        rig = greeted()
        offer(rig, D1)
        happens(rig)
        shown = list(rig.leds.shown)
        lift(rig, D1)
        self.assertEqual(rig.leds.shown, shown)
        rig.run(500)
        self.assertEqual(rig.leds.shown, shown)

    def test_by_another_frame(self):
        self.lapses(lambda rig: (rig.say("frame", "8," + OTHER), rig.run(50)))

    def test_by_the_same_frame_under_another_number(self):
        self.lapses(lambda rig: (rig.say("frame", "8," + BASE), rig.run(50)))

    def test_by_another_palette(self):
        self.lapses(lambda rig: (rig.say("palette", "102030,030201"), rig.run(50)))

    def test_by_a_hello(self):
        self.lapses(lambda rig: (rig.say("hello", "1.7,0.1.0"), rig.run(50)))

    def test_by_a_square_that_has_settled(self):
        def carry(rig):
            rig.strips.field_mt[20] = NORTH_MT
            rig.run(50)
            rig.strips.field_mt[20] = 0
            rig.run(50)

        self.lapses(carry)

    def test_by_a_calibration(self):
        def calibrate(rig):
            rig.say("calibrate", "start")
            rig.run(50)
            rig.say("calibrate", "stop")
            rig.run(50)

        self.lapses(calibrate)

    def test_while_the_board_waits_for_a_host(self):
        self.lapses(lambda rig: rig.run(3500))

    def test_once_the_host_is_back_the_lights_are_as_they_were(self):
        rig = greeted()
        offer(rig, D1)
        rig.run(3500)
        lift(rig, D1)
        rig.say("beat")
        rig.run(50)
        self.assertEqual(light(rig), 1)

    def test_while_a_calibration_runs(self):
        rig = greeted()
        rig.say("calibrate", "start")
        rig.run(50)
        offer(rig, D1)
        shown = rig.leds.shown[rig.order[0]]
        lift(rig, D1)
        self.assertEqual(rig.leds.shown[rig.order[0]], shown)

    def test_one_that_comes_late_is_not_kept(self):
        rig = greeted()
        now = revision(rig)
        for number, revised in ((6, now), (8, now), (7, now - 1), (7, now + 1)):
            offer(rig, D1, number=number, revised=revised)
        lift(rig, D1)
        rig.run(500)
        self.assertEqual(light(rig), 1)

    def test_one_that_comes_late_does_not_replace_a_good_one_of_its_lift(self):
        rig = greeted()
        offer(rig, E1)
        offer(rig, D1, OTHER, number=6)
        lift(rig, E1)
        self.assertEqual(light(rig), 2)

    def test_a_new_host_s_first_frame_is_shown_whatever_its_number(self):
        rig = greeted()
        offer(rig, D1)
        lift(rig, D1)
        rig.say("hello", "1.7,0.1.0")
        rig.say("palette", PALETTE)
        rig.say("frame", "7," + BASE)
        rig.run(50)
        self.assertEqual(light(rig), 1)


class TestLine(unittest.TestCase):
    def test_as_many_are_kept_as_there_is_room_for(self):
        rig = greeted()
        for cell in range(SLOTS + 1):
            offer(rig, 8 + cell)  # where nothing stands, or the room is soon over
        offer(rig, D1)
        self.assertEqual(rig.lines("nak"), [])
        lift(rig, D1)
        rig.run(500)
        self.assertEqual(light(rig), 1)

    def test_lines_are_taken_and_refused_as_the_vectors_say(self):
        count = 0
        for vector in load():
            if wire.parse(vector.line) is None or not vector.line.startswith(b"ahead,"):
                continue
            rig = greeted()
            rig.port.give(vector.line + b"\n")
            rig.run(50)
            good = vector.good and vector.fields["size"] == "8x8"
            expected = [] if good else [["field", "ahead"]]
            self.assertEqual([line[2:] for line in rig.lines("nak")], expected, vector.name)
            count += 1
        self.assertTrue(count >= 8, count)

    def test_a_malformed_one_leaves_nothing_half_read(self):
        rig = greeted()
        offer(rig, D1)
        offer(rig, D1, "3-" * 63 + "#-")
        self.assertEqual(rig.lines("nak")[-1][2:], ["field", "ahead"])
        lift(rig, D1)
        rig.run(500)
        self.assertEqual(light(rig), 1)

    def test_a_host_that_has_not_greeted_is_told_to(self):
        rig = Rig()
        rig.run(100)
        rig.say("ahead", "7,0,3," + LIFTED)
        rig.run(50)
        self.assertEqual(rig.lines("nak")[-1][2], "hello")


if __name__ == "__main__":
    unittest.main()
