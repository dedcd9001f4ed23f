"""The screen of the text interface: a stream that only ever scrolls."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Mapping
from typing import TextIO

from host.message.plain_text import PLAIN
from host.ui.terminal.status import printable, wrapped

PROMPT = "> "


class Screen:
    """Prints text, and a prompt where a line may be typed.

    Args:
        stream: the stream to print to.
        colour: True to paint the squares; None if the stream decides.
    """

    def __init__(self, stream: TextIO, colour: bool | None = None) -> None:
        self._stream = stream
        self._prompted = False
        self.colour = can_paint(stream, os.environ) if colour is None else colour

    @property
    def columns(self) -> int:
        """Columns of the terminal."""
        return shutil.get_terminal_size().columns

    def show(self, text: str) -> None:
        """Print a text as it is."""
        if self._prompted:
            # A line that is half typed stays above.
            print(file=self._stream)
            self._prompted = False
        encoding = self._stream.encoding or "utf-8"
        print(text.encode(encoding, PLAIN).decode(encoding), file=self._stream, flush=True)

    def tell(self, sentence: str) -> None:
        """Print a sentence, wrapped to the width of the terminal."""
        self.show("\n".join(wrapped(sentence, self.columns)))

    def explain(self, table: str, column: int) -> None:
        """Print names and their explanations, below one another where there is too little room.

        Args:
            table: a name a line, its explanation beginning at the column.
        """
        for line in table.splitlines():
            if len(line) <= self.columns:
                self.show(line)
            else:
                self.show(line[:column].rstrip())
                self.tell(f"  {line[column:]}")

    def prompt(self) -> None:
        """Print the prompt unless it is the last thing on the screen."""
        if not self._prompted:
            print(PROMPT, end="", file=self._stream, flush=True)
            self._prompted = True

    def echo(self, line: str) -> None:
        """Print a line that came from no terminal, and so was not seen while it was typed."""
        print(printable(line), file=self._stream)

    def answered(self) -> None:
        """Take note that a line was typed after the prompt."""
        self._prompted = False

    def discard(self) -> None:
        """Redirect a closed stream, so that buffered text does not fail again when Python ends."""
        with contextlib.suppress(OSError, ValueError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self._stream.fileno())
            os.close(nowhere)


def can_paint(screen: TextIO, environment: Mapping[str, str]) -> bool:
    """Return True if the stream is a terminal with colours, and neither NO_COLOR nor dumb."""
    if environment.get("NO_COLOR") or environment.get("TERM") == "dumb":
        return False
    if os.name == "nt" and not {"WT_SESSION", "ANSICON", "TERM"} & environment.keys():
        return False
    return screen.isatty()
