"""LED supply: tells if it is missing or overloaded, and raises the current limit on external 5 V.

The shunt JP1 feeds the LEDs from USB or from the external supply, and no pin shows its place.  LEDs
that have 5 V while nothing is at the external input are fed from USB; from then on, until the next
start, external 5 V does not raise the limit.  HARDWARE, power, in `config.py`.
"""

from kamiboard import config, ticks

MYPY = False
if MYPY:
    from kamiboard.protocols import Analog, Input

_OVERLOADED, _MISSING, _USB, _PRESENT = 0, 1, 2, 3  # _USB: present without external 5 V
_WARNINGS = ("the supply of the LEDs is overloaded", "the LEDs have no supply", "", "")


class LedSupply:
    """Monitor of the LED supply; `update` must be called while the supply is switched on.

    Args:
        no_fault: LED_NFAULT, low while the supply's switch limits the current.
        monitor: VLED_MON, half the voltage behind that switch.
        external: EXT_DET, three fifths of the voltage at the external input.

    Attributes:
        limit_ma: current limit of the LEDs with the present supply.
        warning: description of a fault; "" if there is none.
        has_returned: True if the last reading found 5 V and the one before did not; the pixels
            have forgotten their colours.
    """

    def __init__(self, no_fault: "Input", monitor: "Analog", external: "Analog") -> None:
        self._no_fault = no_fault
        self._monitor = monitor
        self._external = external
        self.limit_ma = config.CURRENT_LIMIT_MA
        self.warning = ""
        self.has_returned = False
        self._read_ms = -1  # tick of the last reading
        self._found = _PRESENT
        self._times = 0  # of the same finding in a row
        self._good = 0  # readings in a row that allow the higher limit
        self._is_fed_from_usb = False

    @property
    def name(self) -> str:
        """`overloaded`, `missing`, `external` if the limit is raised, or `usb`."""
        if self.warning:
            return "overloaded" if self.warning == _WARNINGS[_OVERLOADED] else "missing"
        return "usb" if self.limit_ma == config.CURRENT_LIMIT_MA else "external"

    def update(self, now_ms: int) -> bool:
        """Read the signals if it is time; return True if an attribute has changed.

        A reading that does not allow the higher limit ends it at once; everything else counts once
        it has been read several times in a row.
        """
        if self._read_ms >= 0 and ticks.since(now_ms, self._read_ms) < config.SUPPLY_READ_MS:
            return False
        self._read_ms = now_ms
        external = self._external.value
        found = self._finding(external)
        had_returned = self.has_returned
        self.has_returned = self._found <= _MISSING < found
        if found != self._found:
            self._found = found
            self._times = 0
        warning = self.warning
        if self._times < config.SUPPLY_READINGS:
            self._times += 1
        if self._times == config.SUPPLY_READINGS:
            self.warning = _WARNINGS[found]
            self._is_fed_from_usb = self._is_fed_from_usb or found == _USB
        limit_ma = self.limit_ma
        self._set_limit(found, external)
        return (
            self.has_returned != had_returned
            or self.warning != warning
            or self.limit_ma != limit_ma
        )

    def _finding(self, external: int) -> int:
        if not self._no_fault.value:
            return _OVERLOADED
        if self._monitor.value < config.LED_SUPPLY_MIN:
            return _MISSING
        return _USB if external < config.EXTERNAL_NONE else _PRESENT

    def _set_limit(self, found: int, external: int) -> None:
        is_raised = self.limit_ma != config.CURRENT_LIMIT_MA
        least = config.EXTERNAL_KEPT if is_raised else config.EXTERNAL_MIN
        if found != _PRESENT or external < least or self._is_fed_from_usb:
            self._good = 0
            self.limit_ma = config.CURRENT_LIMIT_MA
        elif self._good < config.EXTERNAL_READINGS:
            self._good += 1
        else:
            self.limit_ma = config.EXTERNAL_LIMIT_MA
