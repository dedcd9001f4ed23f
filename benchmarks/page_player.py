"""Random player of Black's side, which plays through the requests of a page."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

Request = dict[str, object]

TARGETS = ("legal", "winning")


class PagePlayer:
    """Answers the states of games against the computer, which plays White.

    Each ply is lifted and put once: a state that comes in between, as while the sensors have not
    seen the lift, changes nothing.  What is offered is answered.  When nothing moves any more, as
    after a lost board, `insist` returns what a person would do then.

    Args:
        seed: of the choice of moves.

    Attributes:
        plies: made by both sides, in all games.
    """

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._state: Mapping[str, Any] | None = None
        self._done: set[str] = set()
        self._held = False
        self.plies = 0

    def see_hand(self, hand: Mapping[str, Any]) -> None:
        """Take in what the hand holds."""
        self._held = any(piece["where"] == "hand" for piece in hand["pieces"])

    def answer(self, state: Mapping[str, Any]) -> Request | None:
        """Return the request that follows from a state; None to wait for another."""
        before, self._state = self._state, state
        if before is not None:
            self.plies += max(0, len(state["moves"]) - len(before["moves"]))
            # Not the number of moves: a piece that moves again after a pass may have slid on.
            if any(before[field] != state[field] for field in ("phase", "moves")):
                self._done.clear()
        if state["phase"] == "over":
            return self._once("new")
        if state["phase"] != "play" or state["turn"] != "black":
            return None
        if state["correction"] is not None:
            self._done -= {"lift", "put", "choose"}
            return self._once("arrange")
        self._done.discard("arrange")
        if state["choices"]:
            # Offered where the board does not see a piece: it is asked for its square.
            return self._once("choose", text=[choice["text"] for choice in state["choices"]])
        if state["lifted"] is None:
            return self._once("lift", square=state["movable"])
        marks = (m for m in state["marks"] if m["entry"] in TARGETS and m["role"] != "origin")
        targets = [mark["square"] for mark in marks]
        if not targets:
            return None
        return self._once("put", square=targets)

    def insist(self) -> Request | None:
        """Return the request again, as nothing has come of it; None before the first state.

        A piece that is held though the board does not know it, or one that is astray in a set-up,
        is brought back by "Set up for me".
        """
        state = self._state
        if state is None:
            return None
        self._done.clear()
        astray = state["phase"] == "setup" or (self._held and state["lifted"] is None)
        return {"t": "arrange"} if astray else self.answer(state)

    def _once(self, name: str, **among: Sequence[str]) -> Request | None:
        """Return a request that was not made for this ply yet, with values chosen by chance."""
        if name in self._done:
            return None
        self._done.add(name)
        chosen = {field: self._random.choice(values) for field, values in among.items()}
        return {"t": name, **chosen}

    @property
    def last_prompt(self) -> str:
        """Prompt of the last state as the page gets it; empty before the first."""
        return "" if self._state is None else str(self._state["prompt"])
