"""Player at the page of a program: moves the simulated hand, and asks for all else at random."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Hashable, Sequence

from host.engine.game import AnyGame, Side
from host.recognition.matching import expect_from
from host.virtual.board import JsonObject
from host.virtual.move_actions import hand_actions
from soak.remote.program import Program

TRY_AGAIN_S = 8.0
"""Time after which a move is made again that has not been taken, as its program was killed."""
LOOK_S = 0.05
LONG_PLIES = 60
"""From then on players may lose patience, as chance alone ends some games late."""


class Player:
    """One side of a match.

    Args:
        program: at whose page it sits.
        side: that it plays.
        game: that is played.
        chance: decides.
        odd: part of its turns on which it asks for a takeback, a pause or a draw instead.
        may_end: tells if it may make a move that ends the match, or resign; until then it waits.
    """

    def __init__(
        self,
        program: Program,
        side: Side,
        game: AnyGame,
        chance: random.Random,
        odd: float,
        may_end: Callable[[], bool],
    ) -> None:
        self._program, self._side, self._game = program, side, game
        self._chance, self._odd, self._may_end = chance, odd, may_end
        self._moved: tuple[str, ...] | None = None
        self._moved_s = 0.0
        self._played: tuple[tuple[str, ...], Hashable] = ((), game.start())

    async def play(self) -> None:
        """Play until cancelled."""
        while True:
            await asyncio.sleep(LOOK_S)
            if self._program.state:
                await self._act(self._program.state)

    async def _act(self, state: dict[str, object]) -> None:
        """Do something that is allowed now, or nothing."""
        offer, now_s = state["offer"], asyncio.get_running_loop().time()
        if isinstance(offer, dict):
            if offer["asked"] == self._name:
                await self._program.ask(t="answer", agree=self._chance.random() < 0.5)
                await asyncio.sleep(0.3)
        elif state["phase"] == "paused":
            await asyncio.sleep(self._chance.uniform(0, 1))
            await self._program.ask(t="resume")
        elif state["turn"] == self._name and state["phase"] in ("play", "between"):
            moves = self._program.moves
            if moves == self._moved and now_s < self._moved_s + TRY_AGAIN_S:
                return
            self._moved, self._moved_s = moves, now_s
            if len(moves) > LONG_PLIES and self._may_end() and self._chance.random() < 0.2:
                await self._program.ask(t="resign", side=self._name)
            elif self._chance.random() < self._odd:
                kind = self._chance.choice(({"t": "takeback"}, {"t": "pause"}))
                await self._program.ask(**kind)
                self._moved_s -= TRY_AGAIN_S - 1
            else:
                await self._move(moves)

    @property
    def _name(self) -> str:
        return self._side.name.lower()

    async def _move(self, moves: Sequence[str]) -> None:
        position = self._position(moves)
        legal = list(self._game.legal_moves(position))
        if not self._may_end():
            legal = [move for move in legal if not self._ends(position, move)]
        if not legal:
            self._moved = None  # it waits
            return
        move = self._chance.choice(legal)
        if self._program.state["phase"] == "between":
            await self._program.ask(t="choose", text=self._game.move_text(position, move))
            return
        await self._carry_out(position, move)

    def _ends(self, position: Hashable, move: Hashable) -> bool:
        return self._game.outcome(self._game.play(position, move)) is not None

    def _position(self, moves: Sequence[str]) -> Hashable:
        """Return the position after moves; the last ones are known, as to parse takes long."""
        before, position = self._played
        if tuple(moves[: len(before)]) != before:
            before, position = (), self._game.start()
        for text in moves[len(before) :]:
            position = self._game.play(position, self._game.parse_move(position, text))
        self._played = tuple(moves), position
        return position

    async def _carry_out(self, position: Hashable, move: Hashable) -> None:
        """Have the simulated hand make a move."""
        for action in hand_actions(self._game, expect_from(self._game, position), move):
            for request in _requests(action):
                await self._program.ask(**request)


def _requests(action: JsonObject) -> list[dict[str, object]]:
    """Return the requests of the page for an action of the hand."""
    if action["do"] == "move":
        return [{"t": "lift", "square": action["from"]}, {"t": "put", "square": action["to"]}]
    return [{"t": action["do"], **{name: value for name, value in action.items() if name != "do"}}]
