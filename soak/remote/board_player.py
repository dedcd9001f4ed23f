"""Player at a board whose pieces a modelled hand moves; all else is asked for on the page."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Hashable, Mapping
from typing import Any

from host.engine.game import AnyGame, Side, Square
from host.engine.material import Kind
from host.engine.squares import parse_square
from host.recognition.matching import expect_from
from soak.remote.model_board import ModelBoard, kinds_of, next_carry
from soak.remote.player import LOOK_S, STOOD_S, Player
from soak.remote.program import Program

PATIENCE_S = 4.0
"""Time after which the hand puts right what its program has not taken."""
LIFTED_S = (0.02, 0.1)
"""Time of a piece in the air."""
PUT_S = (0.02, 0.06)
"""Time between a piece that is put down and the next one."""
OFF_S = 0.8
"""Time for which a piece is lifted that the lights ask for, until they show what is next."""
TOUCH = 0.05
"""Part of the carried pieces that are lifted and put back first."""
MENU = ("pause", "draw")
"""Actions that are chosen from the menu on the board; the draw is not in all games."""
MENU_S, CHOOSE_S, CONFIRM_S = 4.0, 2.5, 2.5
"""Times in which the menu opens, for which a piece stands on it, and is held up to confirm."""
_ANNOUNCED = {("execute", "from"): "from", ("execute", "to"): "to", ("push", "pusher"): "to"}
"""Lights of the far player's move, by entry and role."""


class BoardPlayer(Player):
    """One side of a match at a modelled board.

    Args:
        program: at whose page it sits.
        side: that it plays.
        game: that is played.
        chance: decides.
        odd: see `Player`.
        may_end: see `Player`.
        board: whose pieces it moves.
    """

    def __init__(
        self,
        program: Program,
        side: Side,
        game: AnyGame,
        chance: random.Random,
        odd: float,
        may_end: Callable[[], bool],
        board: ModelBoard,
    ) -> None:
        super().__init__(program, side, game, chance, odd, may_end)
        self._board = board
        self._situation: Hashable = None
        self._arranged_s = 0.0
        self._read: object = None
        self._due: dict[Square, Kind] = {}

    async def _act(self, state: dict[str, Any]) -> None:
        if state["link"]["state"] != "up":
            return
        if state["reward"] is not None:
            await self._program.ask(t="confirm")
            await asyncio.sleep(0.3)
        elif state["phase"] in ("setup", "play") and state["offer"] is None:
            if self._read is not state:
                self._read, self._due = state, self._wanted(state)
            wanted = self._due
            if wanted != self._board.standing or state["correction"] is not None:
                await self._put_right(wanted)
                return
        await super()._act(state)

    def _wanted(self, state: dict[str, Any]) -> dict[Square, Kind]:
        """Return where the pieces belong now, a move of the far player included."""
        lit = {
            _ANNOUNCED[mark["entry"], mark["role"]]: self._square(mark["square"])
            for mark in state["marks"]
            if (mark["entry"], mark["role"]) in _ANNOUNCED
        }
        if "to" in lit and state["turn"] != self._name:
            position = self._position(self._program.moves)
            for candidate in expect_from(self._game, position).candidates:
                if (candidate.origin, candidate.target) == (lit.get("from"), lit["to"]):
                    return kinds_of(self._game, candidate.position)
        return {
            self._square(piece["square"]): (Side[piece["side"].upper()], piece["name"])
            for piece in state["pieces"]
        }

    async def _put_right(self, wanted: Mapping[Square, Kind]) -> None:
        """Arrange the pieces, once for each situation until patience is lost."""
        now_s = asyncio.get_running_loop().time()
        if self._now == self._situation and now_s < self._arranged_s + PATIENCE_S:
            return
        correction = self._program.state.get("correction")
        if wanted == self._board.standing and isinstance(correction, dict):
            await self._take_off(self._square(correction["squares"][0]))
        await self._arrange(wanted)

    @property
    def _now(self) -> Hashable:
        """The situation on the page as far as it says where the pieces belong."""
        state: dict[str, Any] = self._program.state
        thinking = state["opponent"] is not None and state["opponent"]["thinking"]
        return self._program.moves, state["phase"], state["turn"], thinking

    async def _carry_out(self, position: Hashable, move: Hashable) -> None:
        await self._arrange(kinds_of(self._game, self._game.play(position, move)))

    async def _take_off(self, square: Square) -> None:
        """Lift a piece that the program takes for another one, so that it is put on anew."""
        if square in self._board.standing:
            self._board.lift(square)
            await asyncio.sleep(OFF_S)

    async def _resign(self) -> None:
        if await self._choose("resign"):
            await asyncio.sleep(STOOD_S)
            own = [piece["square"] for piece in self._pieces if piece["side"] == self._name]
            await self._hold(self._chance.choice(own), CONFIRM_S)
        else:
            await super()._resign()

    async def _ask_odd(self) -> None:
        if self._chance.random() < 0.5 or not await self._choose(self._chance.choice(MENU)):
            await super()._ask_odd()

    async def _hold(self, square: str, for_s: float) -> None:
        board, place = self._board, self._square(square)
        kind = board.standing.get(place)
        if kind is not None:
            board.lift(place)
            await asyncio.sleep(for_s)
            board.put(kind, place)

    async def _choose(self, action: str) -> bool:
        """Choose from the menu on the board; return False if it does not have that."""
        board = self._board
        own = [place for place, kind in board.standing.items() if kind[0] is self._side]
        if len(own) < 2:
            return False
        homes = {place: board.standing[place] for place in self._chance.sample(own, 2)}
        for place in homes:
            board.lift(place)
        deadline_s = asyncio.get_running_loop().time() + MENU_S
        while not self._menu and asyncio.get_running_loop().time() < deadline_s:
            await asyncio.sleep(LOOK_S)
        chosen = next((item for item in self._menu if item["action"] == action), None)
        if chosen is not None:
            place, kind = self._square(chosen["square"]), next(iter(homes.values()))
            board.put(kind, place)
            await asyncio.sleep(CHOOSE_S)
            board.lift(place)
        for place, kind in homes.items():
            await asyncio.sleep(self._chance.uniform(*LIFTED_S))
            board.put(kind, place)
        return chosen is not None

    @property
    def _menu(self) -> list[dict[str, str]]:
        menu = self._program.state.get("menu", [])
        assert isinstance(menu, list)
        return menu

    def _square(self, name: str) -> Square:
        return parse_square(name, self._game.size)

    async def _arrange(self, wanted: Mapping[Square, Kind]) -> None:
        """Carry pieces until all stand where they are wanted."""
        board, chance, self._situation = self._board, self._chance, self._now
        while (step := next_carry(board.standing, wanted)) is not None:
            origin, target = step
            kind = wanted[target] if target is not None else None
            if origin is not None:
                kind = board.standing[origin]
                if chance.random() < TOUCH:
                    board.lift(origin)
                    await asyncio.sleep(chance.uniform(*LIFTED_S))
                    board.put(kind, origin)
                    await asyncio.sleep(chance.uniform(*PUT_S))
                board.lift(origin)
                await asyncio.sleep(chance.uniform(*LIFTED_S))
            if target is not None and kind is not None:
                board.put(kind, target)
                await asyncio.sleep(chance.uniform(*PUT_S))
        self._arranged_s = asyncio.get_running_loop().time()
