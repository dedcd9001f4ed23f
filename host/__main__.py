"""The command line: `python -m host`, or `./kamisado` from a checkout."""

from __future__ import annotations

from host.cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
