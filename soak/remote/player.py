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
STOOD_S = 0.8
"""Time for which the board stands before hands answer an offer."""
TOUCH_S = (0.15, 1.0)
"""Time for which a piece is lifted that tells something."""
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
                agree = self._chance.random() < 0.5
                if not (agree and await self._touch(STOOD_S)):
                    await self._program.ask(t="answer", agree=agree)
                await asyncio.sleep(0.3)
        elif state["phase"] == "paused":
            if not await self._touch(self._chance.uniform(0, 1)):
                await self._program.ask(t="resume")
        elif state["turn"] == self._name and state["phase"] in ("play", "between"):
            moves = self._program.moves
            if moves == self._moved and now_s < self._moved_s + TRY_AGAIN_S:
                return
            self._moved, self._moved_s = moves, now_s
            if len(moves) > LONG_PLIES and self._may_end() and self._chance.random() < 0.2:
                await self._resign()
            elif self._chance.random() < self._odd:
                await self._ask_odd()
                self._moved_s -= TRY_AGAIN_S - 1
            else:
                await self._move(moves)

    async def _resign(self) -> None:
        await self._program.ask(t="resign", side=self._name)

    async def _ask_odd(self) -> None:
        """Ask for something else than a move."""
        await self._program.ask(t=self._chance.choice(("takeback", "pause")))

    async def _touch(self, after_s: float) -> bool:
        """Lift a piece and put it back, by which hands go on and agree; now and then do not.

        Returns:
            False if nothing was done after the pause.
        """
        await asyncio.sleep(after_s)
        own = [piece["square"] for piece in self._pieces if piece["side"] == self._name]
        if not own or self._chance.random() < 0.3:
            return False
        await self._hold(self._chance.choice(own), self._chance.uniform(*TOUCH_S))
        return True

    async def _hold(self, square: str, for_s: float) -> None:
        """Lift a piece for some time."""
        await self._program.ask(t="lift", square=square)
        await asyncio.sleep(for_s)
        await self._program.ask(t="put", square=square)

    @property
    def _pieces(self) -> list[dict[str, str]]:
        pieces = self._program.state.get("pieces", [])
        assert isinstance(pieces, list)
        return pieces

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
        if self._program.state.get("phase") == "between":
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
