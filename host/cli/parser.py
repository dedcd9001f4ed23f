"""The whole command line, assembled from one module for each command.

A command's module has a `SUMMARY` for the list of commands, a `DESCRIPTION` for its own help,
`add_arguments` and `run`.  Only the module of the command that is asked for is imported; the list
of commands needs all of them, so a module imports at its top only what its arguments need, and in
its functions what takes long to import (the solver, the event loop, the web server, the games).
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from typing import Protocol, cast

from host import COMMAND, IS_INSTALLED, VERSION
from host.cli.imports import many_imports
from host.cli.options import Echo
from host.cli.programs import PROGRAMS
from host.cli.text import wrapped


class Command(Protocol):
    """The module of a command.

    Attributes:
        SUMMARY: one line for the list of commands.
        DESCRIPTION: the text above its options.
    """

    SUMMARY: str
    DESCRIPTION: str

    def add_arguments(self, parser: argparse.ArgumentParser, /) -> None:
        """Add its arguments to its parser."""

    def run(self, options: argparse.Namespace, echo: Echo, /) -> int:
        """Run it; return the exit status."""


GROUPS: Mapping[str, Sequence[str]] = {
    "play": ("play", "join", "resume", "matches", "record", "demo"),
    "club": ("club", "pairings", "broker"),
    "learn": ("games", "rules", "puzzle", "puzzles"),
    "analyse": ("legal", "check", "position", "solve", "proof", "openings", "replay", "review"),
    "build": ("flash", "calibrate", "doctor"),
    "develop": ("trace", "perft", "tournament", "engine"),
}
"""The commands, each the name of a module in the package of its group."""

ELSEWHERE: Mapping[str, Mapping[str, str]] = {
    "develop": {
        "simulate": "start a virtual board alone, for any program to talk to",
        "site": "build a static site on which everything runs in the browser",
        "bench": "measure latencies and speeds",
        "soak": "let modelled hands play many matches, and report what goes wrong",
        "test": "run the project's tests",
    },
}
"""Commands that are no part of this package; those of PROGRAMS are installed beside it, the others
belong to the launcher of a checkout."""


def check_command(word: str) -> None:
    """Check that a word is one of the commands here.

    Raises:
        ValueError: it is not; the message names the one that was meant, where one is alike.
    """
    known = [name for names in GROUPS.values() for name in names] + list(PROGRAMS)
    if word in known:
        return
    if any(word in names for names in ELSEWHERE.values()):
        raise ValueError(f"`{word}` needs a checkout of the sources: `./kamisado {word}` there")
    alike = get_close_matches(word, known, n=1)
    meant = f"perhaps `{alike[0]}`; " if alike else ""
    raise ValueError(f"{word!r} is not a command: {meant}`{COMMAND} help` lists them")


@cache
def parser(only: str | None = None) -> argparse.ArgumentParser:
    """Build the parser of the command line.

    Args:
        only: the one command that it knows; None for all, with a list of them.
    """
    top = argparse.ArgumentParser(
        prog="kamisado",
        usage="kamisado [-h] [--version] COMMAND ...",
        description=_overview() if only is None else None,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"kamisado {VERSION}")
    commands = top.add_subparsers(
        prog="kamisado", dest="command", metavar="COMMAND", help=argparse.SUPPRESS
    )
    for group, names in GROUPS.items():
        for name in names:
            if only in (None, name):
                command = _command(group, name)
                one = commands.add_parser(name, description=command.DESCRIPTION)
                one.set_defaults(run=command.run)
                command.add_arguments(one)
    return top


def _overview() -> str:
    """List all commands by group."""
    lines = [
        wrapped(
            "A sensor board for Kamisado and other games: play on the board, or on a virtual one "
            "in the browser."
        )
    ]
    for group, names in GROUPS.items():
        summaries = {name: _command(group, name).SUMMARY for name in names}
        summaries |= {
            name: text
            for name, text in ELSEWHERE.get(group, {}).items()
            if name in PROGRAMS or not IS_INSTALLED
        }
        lines += ["", f"{group}:"]
        for name, text in summaries.items():
            label = f"  {name:<11}"
            lines.append(wrapped(text, label, len(label)))
    return "\n".join([*lines, "", f"For more: `{COMMAND} COMMAND --help`"])


def _command(group: str, name: str) -> Command:
    with many_imports():
        return cast(Command, import_module(f"host.cli.{group}.{name}"))
