"""Command line of the site, `./kamisado site`."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from browser.build.site import ROOT, SiteError, build
from browser.build.site_files import SiteSize
from browser.server import StaticServer
from host.message.plain_text import write_any_letter

MEGABYTE = 1_000_000
PORT = 8080


def port(text: str) -> int:
    """Return the port that a text names; the parser of `--serve`."""
    if text.isdecimal() and int(text) < 1 << 16:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no port: give a number from 0 to 65535")


def main(arguments: Sequence[str] | None = None) -> int:
    """Build the site, and serve it if asked; return the exit status."""
    write_any_letter()
    parser = argparse.ArgumentParser(
        prog="kamisado site",
        description="Build a static site on which everything runs in the browser: the page, the "
        "host, and a virtual board with the real firmware. Any static server can serve it, over "
        "HTTPS or on localhost; it needs no special headers.",
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--out",
        metavar="DIR",
        type=Path,
        default=ROOT / "build" / "play",
        help="the folder to write, in place of an older site there (default: build/play)",
    )
    where.add_argument(
        "--docs",
        action="store_true",
        help="build the documentation as well, into build/site, with this page in its folder play/",
    )
    parser.add_argument(
        "--serve",
        metavar="PORT",
        type=port,
        nargs="?",
        const=PORT,
        help=f"serve it to this computer until ctrl-C (default: port {PORT})",
    )
    options = parser.parse_args(arguments)
    print("Building the site, which takes some 10 s ...", flush=True)
    try:
        folder, size = _built(options)
    except (SiteError, OSError) as error:
        return _fail(str(error))
    print(
        f"{folder}: {size.files} files, {size.bytes / MEGABYTE:.1f} MB, "
        f"{size.first_visit / MEGABYTE:.2f} MB at a first visit"
    )
    if options.serve is None:
        kind = " --docs" * options.docs
        if options.out != parser.get_default("out"):
            kind = f" --out {shlex.quote(str(options.out))}"
        print(f"Try it: ./kamisado site{kind} --serve")
        return 0
    try:
        server = StaticServer(folder, options.serve)
    except OSError as error:
        return _fail(
            f"cannot serve it on port {options.serve}: {error.strerror}. Name another port"
        )
    print(f"Play at {server.url} - ctrl-C ends it.", flush=True)
    try:
        server.join()
    except KeyboardInterrupt:
        server.close()
    return 0


def _built(options: argparse.Namespace) -> tuple[Path, SiteSize]:
    """Build what is asked for; return its folder, and the size of the page.

    Raises:
        SiteError: it cannot be built.
    """
    if not options.docs:
        return options.out, build(options.out)
    from docs.tools import site  # beside the packages, in a checkout only

    return site.build()


def _fail(why: str) -> int:
    print(f"kamisado site: {why}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    raise SystemExit(main())
