"""All commands as subjects of field conditions, from the parser of the command line itself."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from host.cli.parser import parser

PARTS: Mapping[str, Sequence[str]] = {
    "play": ("--seed", "1"),
    "join": ("{link}",),
    "record": ("1",),
    "club": ("--broker-listen", "127.0.0.1:0", "--folder", "{folder}"),
    "pairings new": ("{new}",),
    "pairings add": ("{tournament}", "Dóra"),
    "pairings correct": ("{tournament}", "Őri Anna", "--rating", "1500"),
    "pairings withdraw": ("{tournament}", "Őri Anna"),
    "pairings pair": ("{tournament}",),
    "pairings unpair": ("{paired}",),
    "pairings show": ("{tournament}",),
    "pairings result": ("{tournament}", "table-1", "white"),
    "pairings confirm": ("{tournament}",),
    "pairings standings": ("{tournament}", "--csv", "{new}"),
    "pairings import": ("{new}", "{report}"),
    "pairings export": ("{tournament}", "{new}"),
    "broker run": ("--listen", "127.0.0.1:0"),
    "broker add": ("bela",),
    "broker remove": ("anna",),
    "broker check": ("mqtt://127.0.0.1:1",),
    "legal": ("startpos",),
    "check": ("startpos",),
    "position": ("startpos", "--svg", "{new}"),
    "solve": ("startpos", "--time", "50"),
    "proof find": ("1", "{new}"),
    "proof check": ("{proof}",),
    "puzzles": ("--grade", "1"),
    "replay": ("{record}", "--text"),
    "review": ("{record}", "--time", "50"),
    "flash": ("{drive}", "--yes"),
    "calibrate": ("--forget",),
    "doctor": ("--quick",),
    "trace record": ("{new}",),
    "trace replay": ("{trace}",),
    "trace explain": ("{trace}",),
    "perft": ("startpos", "2"),
    "tournament": ("--levels", "1,2", "--games", "2"),
}
"""Arguments by command, with the names of what lies in the folder; none for a command that needs
none.  A command that is not here and needs some fails, and so is told to its author."""

REFUSED = frozenset({"join", "broker check"})
"""Commands that can only say, wherever they are, that nobody answers."""
TYPED: Mapping[str, str] = {"broker add": "password-1234\n"}
"""Standard input by command; nothing for all others."""

SHARED: Mapping[str, Sequence[str]] = {
    "--data": ("--data", "{store}"),
    "--board": ("--board", "virtual"),
    "--port": ("--board", "virtual"),
    "--listen": ("--listen", "127.0.0.1:0"),
    "--no-browser": ("--no-browser",),
    "--folder": ("--folder", "{folder}"),
}
"""Arguments of all commands with an option."""


@dataclass(frozen=True)
class Subject:
    """A command that meets field conditions.

    Attributes:
        name: its words.
        options: that it has.
        arguments: with the names of files in braces.
    """

    name: str
    options: frozenset[str]
    arguments: tuple[str, ...]

    @property
    def lasts(self) -> bool:
        """It runs until it is ended, and tells first that it is there."""
        return "--listen" in self.options and "--text" not in self.arguments

    @property
    def has_board(self) -> bool:
        """It starts a virtual board, which takes a second."""
        return "virtual" in self.arguments and "--text" not in self.arguments

    @property
    def files(self) -> frozenset[str]:
        """The names of the files and folders that it is given."""
        return frozenset(one[1:-1] for one in self.arguments if one.startswith("{"))


def subjects() -> list[Subject]:
    """Return all commands, those in groups one by one."""
    return list(_subjects(parser(), ()))


def _subjects(at: argparse.ArgumentParser, words: tuple[str, ...]) -> Iterator[Subject]:
    groups = [each for each in at._actions if isinstance(each, argparse._SubParsersAction)]
    for group in groups:
        for word, one in group.choices.items():
            yield from _subjects(one, (*words, word))
    if not groups:
        name = " ".join(words)
        options = frozenset(option for each in at._actions for option in each.option_strings)
        arguments = list(PARTS.get(name, ()))
        for option, shared in SHARED.items():
            if option in options and not set(shared) <= set(arguments):
                arguments += [] if shared[0] in arguments else shared
        yield Subject(name, options, tuple(arguments))
