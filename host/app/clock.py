"""Clock of the application."""

from __future__ import annotations

import time


def monotonic_ms() -> int:
    """Return milliseconds from any origin, never going back."""
    return time.monotonic_ns() // 1_000_000
