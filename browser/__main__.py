"""Command line of the site, `./kamisado site`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from browser.site import ROOT, SiteError, build

MEGABYTE = 1_000_000


def main(arguments: Sequence[str] | None = None) -> int:
    """Build the site; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="kamisado site",
        description="Build a static site on which everything runs in the browser: the page, the "
        "host, and a virtual board with the firmware. Any static server can serve it, over HTTPS "
        "or on localhost.",
    )
    parser.add_argument(
        "--output",
        metavar="FOLDER",
        type=Path,
        default=ROOT / "build" / "site",
        help="the folder to write, emptied before (default: build/site)",
    )
    options = parser.parse_args(arguments)
    try:
        size = build(options.output)
    except SiteError as error:
        print(f"kamisado site: {error}", file=sys.stderr)
        return 1
    print(
        f"{options.output}: {size.files} files, {size.bytes / MEGABYTE:.1f} MB, "
        f"{size.compressed / MEGABYTE:.1f} MB compressed"
    )
    print(f"Try it: python3 -m http.server --directory {options.output} 8080")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
