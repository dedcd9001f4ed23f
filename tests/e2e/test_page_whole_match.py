"""A whole match of several rounds, seen on a desktop and a telephone: nothing on the page moves."""

from __future__ import annotations

import json
import random

import pytest
from playwright.sync_api import Browser, expect
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

from tests.e2e.page_sizes import watch_shifts
from tests.e2e.page_support import (
    DEADLINE_S,
    PHONE,
    Program,
    opened,
    program,
    wait_for_name,
)

pytestmark = [pytest.mark.e2e, pytest.mark.browser, pytest.mark.slow]

SEED = 7
DESKTOP = {"width": 1280, "height": 800}


class Player:
    """Both players of a match: they win where they can, and else make any move.

    Attributes:
        rounds: rounds that are over.
    """

    def __init__(self, line: ClientConnection) -> None:
        self._line = line
        self._chance = random.Random(SEED)
        self._asked: object = None
        self.rounds = 0

    def play(self) -> None:
        """Play to the end of the match."""
        while (state := self._next())["phase"] != "over":
            if state["phase"] == "between" and state["reward"] is None:
                texts = [choice["text"] for choice in state["choices"]]
                if self._ask((state["moves"], "choose"), "choose", text=texts):
                    self.rounds += 1
            elif state["phase"] == "play" and state["correction"] is None:
                self._move(state)

    def _move(self, state: dict) -> None:  # type: ignore[type-arg]
        here = state["lifted"]
        if here is None:
            self._ask((state["moves"], "lift"), "lift", square=state["movable"])
            return
        marks = [mark for mark in state["marks"] if mark["role"] != "origin"]
        wins = [mark["square"] for mark in marks if mark["entry"] == "winning"]
        goes = wins or [mark["square"] for mark in marks if mark["entry"] == "legal"]
        pushed = [mark["square"] for mark in marks if mark["role"] == "pusher"]
        if goes:
            self._ask((state["moves"], "put"), "put", square=goes)
        elif pushed:
            self._ask((state["moves"], "push"), "push", **{"from": [here], "to": pushed[:1]})

    def _next(self) -> dict:  # type: ignore[type-arg]
        while True:
            text = self._line.recv(timeout=DEADLINE_S)
            if isinstance(text, str) and (told := json.loads(text))["t"] == "state":
                return told  # type: ignore[no-any-return]

    def _ask(self, key: object, request: str, **among: list[str]) -> bool:
        """Ask for something, once in each situation.

        Chance is asked as often, so that the match does not hang on how many states come between.
        """
        if key == self._asked:
            return False
        self._asked = key
        chosen = {name: self._chance.choice(values) for name, values in among.items()}
        self._line.send(json.dumps({"t": request} | chosen))
        return True


def connected(running: Program) -> ClientConnection:
    """Another display of the owner."""
    origin = running.public_url.rstrip("/")
    key = Subprotocol(f"key.{running.key.removeprefix('#')}")
    return connect(
        running.public_url.replace("http", "ws") + "ws",
        subprotocols=[Subprotocol("kamisado"), key],
        origin=Origin(origin),
        proxy=None,
        close_timeout=0.1,  # nobody takes its messages at the end
    )


def test_nothing_moves_in_a_whole_match_of_several_rounds(browser: Browser) -> None:
    """The cumulative layout shift is 0; the moves come from a third display."""
    with (
        program("--match", "standard", "--clock", "10+5") as running,
        opened(browser, running.url, viewport=DESKTOP, in_motion=True) as desktop,
        opened(browser, running.url, viewport=PHONE, in_motion=True) as phone,
    ):
        for page in (desktop, phone):
            wait_for_name(page, "d8", "tower")
            page.evaluate("document.fonts.ready")
            watch_shifts(page)
        with connected(running) as line:
            player = Player(line)
            player.play()
        assert player.rounds >= 2
        for page in (desktop, phone):
            expect(page.locator("#result")).to_be_visible()
            assert page.evaluate("JSON.stringify(window.shifts)") == "[]"
