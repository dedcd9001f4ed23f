"""Options of commands that work through many independent tasks."""

from __future__ import annotations

import argparse

from host.cli.options import count
from host.worker.executor import cores


def add_executor(parser: argparse.ArgumentParser) -> None:
    """Add `--jobs` and `--cluster`, which say where a batch runs."""
    parser.add_argument(
        "--jobs",
        type=count,
        default=cores(),
        metavar="N",
        help="how many at a time, each in a process of its own (default: one for each core, here "
        "%(default)s)",
    )
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="do it on the Dask cluster whose scheduler is there, e.g. tcp://192.168.1.5:8786, "
        "and not on this machine; needs the package `distributed`",
    )
