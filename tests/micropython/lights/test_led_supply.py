"""LED supply: faults, external 5 V and the current limit, alone and with the board on the rig."""

import unittest

from kamiboard import config, ticks
from kamiboard.lights.led_supply import LedSupply
from tests.micropython.rig import Rig

READ_MS = config.SUPPLY_READ_MS
USB_MA, EXTERNAL_MA = config.CURRENT_LIMIT_MA, config.EXTERNAL_LIMIT_MA
OVERLOADED = "the supply of the LEDs is overloaded"
MISSING = "the LEDs have no supply"


class Signal:
    def __init__(self, value: int) -> None:
        self.value = value


class Supply:
    """The three signals and their monitor, with voltages in mV."""

    def __init__(self, led_mv: int = 5000, external_mv: int = 0, start_ms: int = 1000) -> None:
        self._fault = Signal(1)
        self._led, self._external = Signal(0), Signal(0)
        self.now_ms = start_ms
        self.monitor = LedSupply(self._fault, self._led, self._external)
        self.set(led_mv, external_mv)

    def set(self, led_mv: int, external_mv: int, overloaded: bool = False) -> None:
        self._fault.value = not overloaded
        self._led.value = config.counts_from_mv(led_mv / 2)
        self._external.value = config.counts_from_mv(external_mv * 3 / 5)

    def read(self, times: int = 1) -> "list[bool]":
        """Let the monitor read some times; return its answers."""
        answers = []
        for _ in range(times):
            self.now_ms = (self.now_ms + READ_MS) % ticks.PERIOD
            answers.append(self.monitor.update(self.now_ms))
        return answers


class TestFaults(unittest.TestCase):
    def test_a_good_supply_is_never_told(self):
        supply = Supply()
        self.assertEqual(supply.read(50), [False] * 50)
        told = supply.monitor.warning, supply.monitor.limit_ma, supply.monitor.name
        self.assertEqual(told, ("", USB_MA, "usb"))

    def test_an_overload_and_a_missing_supply_are_told_after_three_readings_and_end_so(self):
        for led_mv, overloaded, warning, name in (
            (1000, True, OVERLOADED, "overloaded"),
            (0, False, MISSING, "missing"),
            (2300, False, MISSING, "missing"),
        ):
            supply = Supply()
            supply.read(5)
            supply.set(led_mv, 0, overloaded)
            supply.read(config.SUPPLY_READINGS - 1)
            self.assertEqual(supply.monitor.warning, "")
            self.assertEqual(supply.read(), [True])
            self.assertEqual((supply.monitor.warning, supply.monitor.name), (warning, name))
            self.assertEqual(supply.read(20), [False] * 20)
            supply.set(5000, 0)
            supply.read(config.SUPPLY_READINGS)
            self.assertEqual(supply.monitor.warning, "")

    def test_a_spike_is_no_fault(self):
        supply = Supply()
        for _ in range(20):
            supply.set(1000, 0, True)
            supply.read(2)
            supply.set(5000, 0)
            supply.read(1)
            self.assertEqual(supply.monitor.warning, "")

    def test_the_weakest_good_supply_beside_the_lowest_input_resistance_is_no_fault(self):
        supply = Supply(led_mv=4400 * 2 // 3)  # 50 k beside 100 k
        supply.read(10)
        self.assertEqual(supply.monitor.warning, "")

    def test_it_reads_at_its_interval_only_also_where_the_tick_wraps(self):
        supply = Supply(start_ms=ticks.PERIOD - 250)
        supply.read()
        supply.set(0, 0)
        for _ in range(50):
            supply.monitor.update(supply.now_ms)
        self.assertEqual(supply.monitor.warning, "")
        supply.read(config.SUPPLY_READINGS)
        self.assertEqual(supply.monitor.warning, MISSING)

    def test_the_return_of_the_supply_is_told_in_that_reading_only(self):
        supply = Supply()
        supply.read(3)
        supply.set(0, 0)
        supply.read(1)
        self.assertFalse(supply.monitor.has_returned)
        supply.set(5000, 0)
        self.assertEqual(supply.read(), [True])
        self.assertTrue(supply.monitor.has_returned)
        supply.read()
        self.assertFalse(supply.monitor.has_returned)


class TestExternalSupply(unittest.TestCase):
    def test_it_raises_the_limit_after_a_second_and_its_end_lowers_it_at_the_next_reading(self):
        supply = Supply(external_mv=5000)
        self.assertEqual(supply.read(config.EXTERNAL_READINGS), [False] * config.EXTERNAL_READINGS)
        self.assertEqual(supply.monitor.limit_ma, USB_MA)
        self.assertEqual(supply.read(), [True])
        self.assertEqual((supply.monitor.limit_ma, supply.monitor.name), (EXTERNAL_MA, "external"))
        for led_mv, external_mv, overloaded in (
            (0, 0, False),
            (3800, 3800, False),
            (0, 5000, False),
            (1000, 5000, True),
        ):
            supply.set(led_mv, external_mv, overloaded)
            self.assertEqual(supply.read(), [True])
            self.assertEqual(supply.monitor.limit_ma, USB_MA)
            supply.set(5000, 5000)
            supply.read(config.EXTERNAL_READINGS)
            self.assertEqual(supply.monitor.limit_ma, USB_MA)
            supply.read()
            self.assertEqual(supply.monitor.limit_ma, EXTERNAL_MA)

    def test_a_plug_that_bounces_raises_nothing(self):
        supply = Supply(external_mv=5000)
        for _ in range(20):
            supply.set(5000, 5000)
            supply.read(config.EXTERNAL_READINGS)
            supply.set(0, 0)
            supply.read()
            self.assertEqual(supply.monitor.limit_ma, USB_MA)

    def test_a_weak_one_is_not_used_but_one_in_use_may_sag(self):
        supply = Supply(4200, 4200)
        supply.read(30)
        self.assertEqual(supply.monitor.limit_ma, USB_MA)
        supply.set(4400, 4400)
        supply.read(30)
        self.assertEqual(supply.monitor.limit_ma, EXTERNAL_MA)
        supply.set(4200, 4200)
        supply.read(30)
        self.assertEqual(supply.monitor.limit_ma, EXTERNAL_MA)

    def test_leds_once_seen_to_be_fed_from_usb_keep_its_limit(self):
        supply = Supply()
        supply.read(config.SUPPLY_READINGS)
        supply.set(5000, 5000)
        self.assertEqual(supply.read(50), [False] * 50)
        self.assertEqual(supply.monitor.limit_ma, USB_MA)

    def test_one_plugged_in_later_feeds_leds_that_had_no_supply(self):
        supply = Supply(led_mv=0)
        supply.read(5)
        self.assertEqual(supply.monitor.warning, MISSING)
        supply.set(5000, 5000)
        supply.read(1 + config.EXTERNAL_READINGS)
        self.assertEqual((supply.monitor.warning, supply.monitor.limit_ma), ("", EXTERNAL_MA))


class TestBoard(unittest.TestCase):
    def white(self, supply: Supply) -> Rig:
        """Return a board whose host shows all white."""
        rig = Rig(supply=supply.monitor)
        rig.greet()
        rig.say("palette", "ffffff")
        rig.say("frame", "1," + "1-" * 64)
        rig.run(100)
        rig.lines()
        return rig

    def test_the_limit_follows_the_supply_and_each_change_is_a_hello(self):
        supply = Supply(external_mv=5000)
        rig = self.white(supply)
        self.assertTrue(USB_MA - 25 < rig.leds.ma() <= USB_MA)
        rig.run(1500)
        self.assertTrue(EXTERNAL_MA - 25 < rig.leds.ma() <= EXTERNAL_MA, rig.leds.ma())
        self.assertEqual([line[8] for line in rig.lines("hello")], [str(EXTERNAL_MA)])
        supply.set(3800, 3800)
        rig.run(READ_MS + 14)
        self.assertTrue(rig.leds.ma() <= USB_MA)
        self.assertEqual([line[8] for line in rig.lines("hello")], [str(USB_MA)])

    def test_without_a_host_the_limit_is_that_of_any_usb_port(self):
        supply = Supply(external_mv=5000)
        rig = Rig(supply=supply.monitor)
        rig.run(5000)
        self.assertEqual(len(rig.lines("hello")), 1)
        rig.say("hello", "2.0,0.1.0")
        rig.run(50)
        rig.say("diag")
        rig.run(50)
        self.assertTrue(rig.leds.ma() <= config.UNGREETED_LIMIT_MA)

    def test_a_fault_is_a_warning_at_once_at_each_hello_and_until_it_ends(self):
        supply = Supply()
        rig = self.white(supply)
        supply.set(0, 0)
        rig.run(500)
        self.assertEqual([line[2:] for line in rig.lines("warn")], [["supply", MISSING]])
        rig.say("hello", "1.5,0.1.0")
        rig.run(100)
        self.assertEqual([line[2:] for line in rig.lines("warn")], [["supply", MISSING]])
        supply.set(1000, 0, True)
        rig.run(500)
        self.assertEqual([line[2:] for line in rig.lines("warn")], [["supply", OVERLOADED]])
        supply.set(5000, 0)
        rig.run(500)
        self.assertEqual([line[2:] for line in rig.lines("warn")], [["supply", "-"]])
        rig.say("hello", "1.5,0.1.0")
        rig.run(100)
        self.assertEqual(rig.lines("warn"), [])

    def test_pixels_that_have_lost_their_supply_are_written_again(self):
        supply = Supply()
        rig = self.white(supply)
        supply.set(0, 0)
        rig.run(500)
        shows = rig.leds.shows
        supply.set(5000, 0)
        rig.run(500)
        self.assertEqual(rig.leds.shows, shows + 1)

    def test_diag_says_the_supply_and_the_limit(self):
        supply = Supply(external_mv=5000)
        rig = self.white(supply)
        rig.run(1500)
        rig.lines()
        rig.say("diag")
        rig.run(50)
        line = rig.lines("diag")[1]
        self.assertEqual(line[10:], ["limit", str(EXTERNAL_MA), "supply", "external", "end", "1"])
