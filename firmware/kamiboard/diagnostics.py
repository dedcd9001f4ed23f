"""Diagnostics: scan counters, and the fields of the `diag` lines."""

from kamiboard import config, ticks

MYPY = False
if MYPY:
    from kamiboard.lights.led_strip import LedStrip
    from kamiboard.lights.led_supply import LedSupply
    from kamiboard.link import Link
    from kamiboard.protocols import FreeMemory, Sensors

LINES = 2  # a `diag` request is answered by this many lines
MASK = 0x3FFFFFFF  # counters wrap before they outgrow a small integer


class Diagnostics:
    """Diagnostics of a board.

    Args:
        scanner: its `parts` are reported.
        strip: its current and its limit are reported.
        link: its line counters are reported.
        free_memory: returns the free bytes; None if unknown, reported as 0.
        supply: of the LEDs; None if unknown, and not reported.
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
        self._scans = 0
        self._period_ms = -1  # start of the present period; -1 before the first scan
        self._period_scans = 0
        self._scan_us = 0  # mean over the last period

    def count_scan(self, now_ms: int) -> bool:
        """Count a scan; return True once every PART_CHECK_MS."""
        if self._period_ms < 0:
            self._period_ms = now_ms
        self._scans = (self._scans + 1) & MASK
        self._period_scans += 1
        passed_ms = ticks.since(now_ms, self._period_ms)
        if passed_ms < config.PART_CHECK_MS:
            return False
        self._scan_us = passed_ms * 1000 // self._period_scans
        self._period_ms = now_ms
        self._period_scans = 0
        return True

    def fields(self, line: int, now_ms: int) -> str:
        """Return the fields of a `diag` line, 0 to LINES - 1: pairs of name and value."""
        link = self._link
        if line == 0:
            return "lines_in,%d,lines_bad,%d,lines_lost,%d,scans,%d,scan_us,%d" % (
                link.lines_in,
                link.lines_bad,
                link.lines_lost,
                self._scans,
                self._scan_us,
            )
        return "free,%d,ms,%d,ma,%d,strips,%s,limit,%d%s,end,1" % (
            0 if self._free_memory is None else self._free_memory(),
            now_ms,
            self._strip.now_ma,
            "".join(str(answers) for answers in self._scanner.parts),
            self._strip.limit_ma,
            "" if self._supply is None else ",supply," + self._supply.name,
        )
