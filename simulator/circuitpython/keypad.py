"""Stand-in for CircuitPython's `keypad`: keys on a shift register, read in the background."""

from arguments import at_least, integer, number
from chip import CALL, CELL, chip
from microcontroller import Pin
from pin_owner import Owner, free_pin

_TICK_NS = 976562  # the background runs 1024 times a second


class Event:
    """A key press or release."""

    def __init__(self, key_number=0, pressed=True, timestamp=None):
        self.key_number = at_least(integer(key_number), 0, "key_number")
        self.pressed = bool(pressed)
        self.timestamp = chip.ticks_ms() if timestamp is None else integer(timestamp)

    @property
    def released(self):
        """True if the key was released."""
        return not self.pressed

    def __eq__(self, other):
        if not isinstance(other, Event):
            return False
        return (self.key_number, self.pressed) == (other.key_number, other.pressed)

    def __hash__(self):
        return (self.pressed << 15) + self.key_number

    def __repr__(self):
        state = "pressed" if self.pressed else "released"
        return "<Event: key_number %d %s>" % (self.key_number, state)


class EventQueue:
    """Queue of the events, the oldest first."""

    def __init__(self, keys, max_events):
        self._keys = keys
        self._most = max_events
        self._changes = []
        self._overflowed = False

    @property
    def overflowed(self):
        """True if an event was lost."""
        self._keys._catch_up()
        return self._overflowed

    def get_into(self, event):
        """Copy the oldest event into this one; return False if there is none."""
        if not isinstance(event, Event):
            raise TypeError("event must be of type Event, not %s" % type(event).__name__)
        chip.now_ns += CALL
        self._keys._catch_up()
        if not self._changes:
            chip.spend(CELL * self._keys._count)
            return False
        event.key_number, event.pressed, event.timestamp = self._changes.pop(0)
        return True

    def get(self):
        """Return the oldest event; None if there is none."""
        event = Event(0, True, 0)
        return event if self.get_into(event) else None

    def clear(self):
        """Discard all events, and clear `overflowed`."""
        self._keys._catch_up()
        self._changes = []
        self._overflowed = False

    def __len__(self):
        self._keys._catch_up()
        return len(self._changes)

    def __bool__(self):
        return len(self) > 0

    def _add(self, change):
        """Append an event; it is lost if there is no room for it."""
        if len(self._changes) >= self._most:
            self._overflowed = True
        else:
            self._changes.append(change)


class ShiftRegisterKeys(Owner):
    """Keys at the inputs of a chain of shift registers; with one data pin only."""

    def __init__(
        self,
        *,
        clock,
        data,
        latch,
        value_to_latch=True,
        key_count,
        value_when_pressed,
        interval=0.020,
        max_events=64,
        debounce_threshold=1,
    ):
        if not isinstance(data, Pin):
            for each in data if len(data) else ():
                free_pin(each, "data")
            raise NotImplementedError("several data pins are not simulated")
        pins = [free_pin(data, "data")]
        self._count = at_least(integer(key_count), 1, "key_count")
        pins += [free_pin(clock, "clock"), free_pin(latch, "latch")]
        interval = at_least(number(interval), 0, "interval")
        at_least(integer(max_events), 1, "max_events")
        if not 1 <= integer(debounce_threshold) <= 127:
            raise ValueError("debounce_threshold must be 1-127")
        Owner.__init__(self)
        self._numbers = [pin.number for pin in pins]
        for pin_number in self._numbers:
            chip.claim(pin_number)
            chip.float(pin_number)
        self._set_clock, self._set_latch = chip.driver(clock.number), chip.driver(latch.number)
        self._value_to_latch = value_to_latch
        self._set_clock(False)
        self._set_latch(True)
        self._value = bool(value_when_pressed)
        self._interval_ns = max(1, int(interval * 1024)) * _TICK_NS
        self._threshold = debounce_threshold
        # Of each key: how many of its last readings were of a key that is pressed, less those of
        # one that is not, from -threshold to threshold.  Events come at zero, so that keys which
        # are pressed at first, when it is zero, have none.
        self._counters = [0] * self._count
        self._events = EventQueue(self, max_events)
        self._read(chip.now_ns)

    @property
    def key_count(self):
        """Number of keys."""
        self._check()
        return self._count

    @property
    def events(self):
        """Queue of the events."""
        self._check()
        return self._events

    def reset(self):
        """Mark all keys as released, and read them."""
        self._check()
        self._catch_up()
        self._counters = [-self._threshold] * self._count
        self._read(chip.now_ns)

    def deinit(self):
        """Release the pins."""
        if self._is_open:
            self._catch_up()
            self._is_open = False
            for pin_number in self._numbers:
                chip.release(pin_number)

    def _catch_up(self):
        """Read the keys if readings were due: the last ones, since inputs change rarely."""
        if not self._is_open or chip.now_ns < self._due_ns:
            return
        late = 1 + (chip.now_ns - self._due_ns) // self._interval_ns
        last_ns = self._due_ns + (late - 1) * self._interval_ns
        for back in range(min(late, 2 * self._threshold) - 1, -1, -1):
            self._read(last_ns - back * self._interval_ns)

    def _read(self, now_ns):
        # The order of CircuitPython (shared-module/keypad/ShiftRegisterKeys.c): the first bit is
        # there before the first edge of the clock, and the latch is released afterwards.
        self._due_ns = now_ns + self._interval_ns
        self._set_latch(self._value_to_latch)
        level, data, threshold = chip.sensors.level, self._numbers[0], self._threshold
        for key in range(self._count):
            self._set_clock(False)
            pressed = level(data) == self._value
            counter = self._counters[key] + (1 if pressed else -1)
            if -threshold <= counter <= threshold:
                if counter == 0:
                    counter = threshold if pressed else -threshold
                    self._events._add((key, pressed, chip.ticks_at(now_ns)))
                self._counters[key] = counter
            self._set_clock(True)
        self._set_latch(not self._value_to_latch)
