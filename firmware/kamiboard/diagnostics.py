"""Diagnostics: the fields of the `diag` lines; loaded when a host first asks for them."""

MYPY = False
if MYPY:
    from kamiboard.lights.led_strip import LedStrip
    from kamiboard.lights.led_supply import LedSupply
    from kamiboard.link import Link
    from kamiboard.protocols import FreeMemory, Sensors

_LINES = 2  # that answer a `diag` line


class Diagnostics:
    """Diagnostics of a board.

    Args:
        scanner: its `parts` are reported.
        strip: its current and its limit are reported.
        link: its line counters are reported.
        free_memory: returns the free bytes; None if unknown, reported as 0.
        supply: of the LEDs; None if unknown, and not reported.

    Attributes:
        is_due: True if a line of the answer is due.
    """

    def __init__(
        self,
        scanner: "Sensors",
        strip: "LedStrip",
        link: "Link",
        free_memory: "FreeMemory | None",
        supply: "LedSupply | None" = None,
    ) -> None:
        self._scanner = scanner
        self._strip = strip
        self._link = link
        self._free_memory = free_memory
        self._supply = supply
        self.is_due = False
        self._line = 0

    def request(self) -> None:
        """Begin the answer to a `diag` line."""
        self._line = 0
        self.is_due = True

    def next_fields(self, now_ms: int, scans: int, scan_us: int) -> str:
        """Return the fields of the line that is due: pairs of name and value.

        Args:
            now_ms: the present tick.
            scans: since the start.
            scan_us: their mean time of late.
        """
        link = self._link
        self._line += 1
        self.is_due = self._line < _LINES
        if self._line == 1:
            return "lines_in,%d,lines_bad,%d,lines_lost,%d,scans,%d,scan_us,%d" % (
                link.lines_in,
                link.lines_bad,
                link.lines_lost,
                scans,
                scan_us,
            )
        return "free,%d,ms,%d,ma,%d,strips,%s,limit,%d%s,end,1" % (
            0 if self._free_memory is None else self._free_memory(),
            now_ms,
            self._strip.now_ma,
            "".join(str(answers) for answers in self._scanner.parts),
            self._strip.limit_ma,
            "" if self._supply is None else ",supply," + self._supply.name,
        )
