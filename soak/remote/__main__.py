"""`python -m soak.remote`."""

from __future__ import annotations

from soak.remote.command import main

if __name__ == "__main__":
    raise SystemExit(main())
