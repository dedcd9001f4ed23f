"""Stand-in for CircuitPython's `keypad`: keys on a shift register, read in the background."""

from chip import CALL, CELL, chip
from pin_owner import free_pin


class Event:
    """A key press or release."""

    def __init__(self, key_number=0, pressed=True, timestamp=None):
        self.key_number = key_number
        self.pressed = pressed
        self.timestamp = chip.ticks_ms() if timestamp is None else timestamp

    @property
    def released(self):
        """True if the key was released."""
        return not self.pressed


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
        chip.now_ns += CALL
        self._keys._catch_up()
        if not self._changes:
            chip.spend(CELL * self._keys.key_count)
            return False
        event.key_number, event.pressed, event.timestamp = self._changes.pop(0)
        return True

    def get(self):
        """Return the oldest event; None if there is none."""
        event = Event(0, True, 0)
        return event if self.get_into(event) else None

    def clear(self):
        """Discard all events, and clear `overflowed`."""
        self._changes = []
        self._overflowed = False

    def __len__(self):
        self._keys._catch_up()
        return len(self._changes)

    def __bool__(self):
        return len(self) > 0

    def _add(self, change):
        if len(self._changes) >= self._most:
            self._overflowed = True
            self._changes.pop(0)
        self._changes.append(change)


class ShiftRegisterKeys:
    """Keys at the inputs of a chain of shift registers."""

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
        pins = (clock, latch, data)
        if max_events < 1:
            raise ValueError("max_events must be >= 1")
        for pin in pins:
            chip.claim(free_pin(pin).number)
        self.key_count = key_count
        self._numbers = tuple([pin.number for pin in pins])
        self._set_clock, self._set_latch = chip.driver(clock.number), chip.driver(latch.number)
        self._data = data.number
        self._value_to_latch = value_to_latch
        self._set_clock(False)
        self._set_latch(True)
        self._value = value_when_pressed
        self._interval_ns = int(interval * 1000000000)
        self._due_ns = chip.now_ns + self._interval_ns
        self._pressed = [False] * key_count
        self.events = EventQueue(self, max_events)

    def reset(self):
        """Mark all keys as released."""
        self._pressed = [False] * self.key_count

    def deinit(self):
        """Release the pins."""
        for number in self._numbers:
            chip.release(number)

    def _catch_up(self):
        """Read the keys if a reading was due; of several the last two, since inputs change rarely.

        The first reading of all is of registers that were never loaded.
        """
        if chip.now_ns < self._due_ns:
            return
        late_ns = chip.now_ns - self._due_ns
        self._due_ns = chip.now_ns + self._interval_ns - late_ns % self._interval_ns
        for _ in range(min(2, 1 + late_ns // self._interval_ns)):
            self._read()

    def _read(self):
        # The order of CircuitPython (shared-module/keypad/ShiftRegisterKeys.c): the first bit is
        # there before the first edge of the clock, and the latch is released afterwards.
        self._set_latch(self._value_to_latch)
        for key in range(self.key_count):
            self._set_clock(False)
            pressed = chip.sensors.level(self._data) == self._value
            if pressed != self._pressed[key]:
                self._pressed[key] = pressed
                self.events._add((key, pressed, chip.now_ns // 1000000))
            self._set_clock(True)
        self._set_latch(not self._value_to_latch)
