"""`python -m soak`, as `./kamisado soak` runs it."""

from __future__ import annotations

from soak.command import main

if __name__ == "__main__":
    raise SystemExit(main())
