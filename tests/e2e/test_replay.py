"""A record replayed on a board: the whole program, with real firmware on a virtual board."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from websockets.sync.client import ClientConnection, connect

pytestmark = pytest.mark.e2e

DEADLINE_S = 180.0
RECORD = Path(__file__).parents[1] / "data" / "records" / "long_match_glyphs.txt"
COMMAND = (sys.executable, "-m", "host", "replay", str(RECORD), "--board", "virtual")


def test_a_record_is_stepped_through_in_the_terminal_by_words_and_by_hand() -> None:
    done = subprocess.run(
        [*COMMAND, "--terminal"],
        input="next\nb1b6\nback\ngo 22\n\ngo 999\ngo 152\nnext\nquit\n",
        capture_output=True,
        text=True,
        timeout=DEADLINE_S,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    text = re.sub(r"\n  (?=\S)", " ", done.stdout)
    wanted = (
        "Record of a long match, move 0 of 152",
        "- Black: Yellow 6 Green (e8e2). Next, White: Green 5 Pink (b1b6).",
        "- White: Green 5 Pink (b1b6). Next, Black: Pink 2 Red (d8d6).",
        "- Move 1 of 152. Next, White: Green 5 Pink (b1b6).",
        "- Move 22 of 152. White's red tower reached Black's home row on f8 (M7).",
        "- White: Fill from the left. Next, Black: Yellow left 6 Orange (a8g2).",
        "The record has moves 0 to 152, but no move 999.",
        "- Move 152 of 152. White wins the long match 7:5.",
        "! The record ends here.",
    )
    at = -1
    for sentence in wanted:
        assert sentence in text[at + 1 :], f"{sentence!r} is missing or too early in:\n{text}"
        at = text.index(sentence, at + 1)


class Page:
    """A display at the web socket."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.snapshot = b""
        self.state: dict[str, object] = {}

    def ask(self, **message: object) -> None:
        """Wish for something."""
        self._socket.send(json.dumps(message))

    def until_ply(self, ply: int) -> dict[str, object]:
        """The first state that stands there."""
        deadline = time.monotonic() + DEADLINE_S
        while (replay := self.state.get("replay")) is None or replay != {
            "ply": ply,
            "of": 152,
            "title": {"id": "game.long_match", "args": {}},
            "game_waits": False,
            "number": 0,
        }:
            self.take(deadline)
        return self.state

    def take(self, deadline: float) -> None:
        """Take in one message."""
        message = self._socket.recv(timeout=max(0, deadline - time.monotonic()))
        if isinstance(message, bytes):
            self.snapshot = message
        elif (told := json.loads(message))["t"] == "state":
            self.state = told

    def until_lit(self, *squares: int) -> None:
        """Wait until just these squares are lit."""
        deadline = time.monotonic() + DEADLINE_S
        while {at // 3 for at, duty in enumerate(self.snapshot) if duty} != set(squares):
            self.take(deadline)


@contextmanager
def page() -> Iterator[Page]:
    """The replay on a page."""
    process = subprocess.Popen(
        [*COMMAND, "--no-browser", "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        found = re.search(r"http://(127\.0\.0\.1:\d+)/#(\S+)", process.stdout.readline())
        assert found is not None
        with connect(
            f"ws://{found[1]}/ws",
            origin=f"http://{found[1]}",  # type: ignore[arg-type]
            subprotocols=["kamisado", f"key.{found[2]}"],  # type: ignore[list-item]
        ) as socket:
            yield Page(socket)
    finally:
        process.terminate()
        process.communicate(timeout=DEADLINE_S)


def test_a_record_is_stepped_through_on_the_page_and_lights_the_next_move() -> None:
    with page() as display:
        state = display.until_ply(0)
        assert state["phase"] == "replay"
        e8, e2 = 60, 12
        display.until_lit(e8, e2, 52, 44, 36, 28, 20)
        display.ask(t="step", by=1)
        assert [move["text"] for move in display.until_ply(1)["moves"]] == ["e8e2"]  # type: ignore[attr-defined]
        display.ask(t="go", ply=22)
        assert display.until_ply(22)["match"] == {
            "title": {"id": "game.long_match", "args": {}},
            "round": 1,
            "rounds": None,
            "goal": 7,
            "white": 1,
            "black": 0,
        }


def test_a_move_made_on_the_virtual_board_takes_the_record_on() -> None:
    with page() as display:
        display.until_ply(0)
        display.ask(t="lift", square="e8")
        display.ask(t="put", square="e2")
        display.until_ply(1)
