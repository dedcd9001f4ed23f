"""`python -m benchmarks`, as `./kamisado bench` runs it."""

from __future__ import annotations

from benchmarks.command import main

if __name__ == "__main__":
    raise SystemExit(main())
