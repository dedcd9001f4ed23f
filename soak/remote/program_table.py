"""One table of whole programs: two with a board each, their broker, and disturbances."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Coroutine, Sequence
from dataclasses import replace
from pathlib import Path

from host.engine.game import Side
from host.engine.registry import game_named
from host.remote.match.invitation import Invitation, invitation_of
from host.storage.saved_match import SavedRemoteMatch
from host.storage.store import read_matches
from soak.remote.board_player import BoardPlayer
from soak.remote.brokers import RealBroker
from soak.remote.forked import start_forked
from soak.remote.hostile import ATTACKS, HostileClient
from soak.remote.model_board import ModelBoard
from soak.remote.player import Player
from soak.remote.program import Program, ProgramError, start_python
from soak.remote.program_check import check, is_over, saved_match
from soak.remote.relay import Relay
from soak.remote.table import Result
from soak.remote.time_limit import TimeLimit

GAMES = ("kamisado-single", "kamisado-single", "five", "kamisado-single", "kamisado-standard")
"""Played in turn: rounds, placements with captures, and a match with fills and pushes."""
BOARD_GAMES = (*(9 * ["kamisado-single"]), "five", *(9 * ["kamisado-single"]), GAMES[-1])
"""The same with modelled boards, where long ones would take most of the time."""
AT_A_MOVE = "host killed at a move"
KINDS = (
    "broker killed",
    "host killed",
    AT_A_MOVE,
    "link cut",
    "both offline",
    "delay",
    "repeat",
    *ATTACKS,
)
CALM_AFTER_S = 40.0
"""From then on a round is no longer disturbed: it must come to its end."""
WEDGED_AFTER_S = 90.0
"""So long no page has shown anything new, though nothing is disturbed and no processor lacked."""
LOOK_S = 0.05
JOIN_AGAIN_S = 1.0
JOIN_TRIES = 10


class ProgramTable:
    """Two programs, each behind its own relay to a broker.

    Args:
        folder: for their files.
        kind: of the broker, one of `soak.remote.brokers.KINDS`.
        every_s: mean time between two disturbances; 0 for none.
        result: counts what happens.
        calm_after_s: from then on a round is no longer disturbed.
        modelled: True for modelled boards with modelled hands, and forked programs; False for
            virtual boards and programs that are started.
        all_kinds: True to play every round on until each kind of disturbance has happened in it.
    """

    def __init__(
        self,
        folder: Path,
        kind: str,
        every_s: float,
        result: Result,
        calm_after_s: float = CALM_AFTER_S,
        modelled: bool = False,
        all_kinds: bool = False,
    ) -> None:
        self._folder, self._kind, self._every_s, self._result = folder, kind, every_s, result
        self._calm_after_s, self._modelled, self._all_kinds = calm_after_s, modelled, all_kinds

    async def play(self, seed: str) -> str | None:
        """Play one round and check it; return its failure, or None.

        Args:
            seed: the number of the round follows its last "/".
        """
        number = int(seed.rpartition("/")[2])
        games = BOARD_GAMES if self._modelled else GAMES
        game = games[number % len(games)]
        folder = self._folder / seed.replace("/", "-")
        (folder / "broker").mkdir(parents=True)
        broker = RealBroker(self._kind, folder / "broker")
        await asyncio.to_thread(broker.start)
        due = set(kinds_of_round(self._modelled)) if self._all_kinds else set[str]()
        round_ = _Round(broker, folder, game, seed, self._result, self._modelled, due)
        try:
            failure = await round_.play(self._every_s, self._calm_after_s)
        except ProgramError as error:
            failure = f"program: {error}"
        finally:
            await round_.close()
            broker.kill()
        if failure is None:
            self._result.rounds += 1
            return None
        self._result.failures.append(f"{seed} ({game}): {failure}")
        return self._result.failures[-1]


def kinds_of_round(modelled: bool) -> Sequence[str]:
    """Return the kinds of disturbances of a round."""
    return (*KINDS, "board unplugged") if modelled else KINDS


class _Round:
    """The programs of a round, and what happens to them; Black has invited.

    Args:
        due: kinds of disturbances that must happen before it may end.
    """

    def __init__(
        self,
        broker: RealBroker,
        folder: Path,
        game: str,
        seed: str,
        result: Result,
        modelled: bool,
        due: set[str],
    ) -> None:
        self._due = due
        self._broker, self._game, self._seed, self._result = broker, game_named(game), seed, result
        self._chance = random.Random(seed)
        begin = start_forked if modelled else start_python
        self._programs = {side: Program(folder / side.name.lower(), begin) for side in Side}
        self._boards = {side: ModelBoard(self._game) for side in Side} if modelled else {}
        self._relays = {
            side: Relay(broker.address, random.Random(f"{seed} {side.name}")) for side in Side
        }
        self._links: dict[Side, str] = {}
        self._hostile: HostileClient | None = None
        self._deck: list[str] = []
        self._repairs: set[asyncio.Task[None]] = set()
        self._starts = 0

    async def play(self, every_s: float, calm_after_s: float) -> str | None:
        """Play until both stores have the whole round; return the failure, or None."""
        for relay in self._relays.values():
            await relay.start()
        for side, board in self._boards.items():
            self._programs[side].board = await board.start()
        await self._begin()
        odd = 0.08 if every_s else 0.0
        playing = [asyncio.create_task(self._player(side, odd).play()) for side in self._programs]
        try:
            return await self._until_over(every_s, calm_after_s)
        finally:
            for task in playing:
                task.cancel()
            for ended in await asyncio.gather(*playing, return_exceptions=True):
                if isinstance(ended, Exception):
                    raise ended

    def _player(self, side: Side, odd: float) -> Player:
        chance = random.Random(f"{self._seed} {side.name}")
        seat = self._programs[side], side, self._game, chance, odd, self._may_end
        board = self._boards.get(side)
        return Player(*seat) if board is None else BoardPlayer(*seat, board)

    def _may_end(self) -> bool:
        """Return True once all that is due has happened, or happens with the next move."""
        dies = any(program.dies_at_move for program in self._programs.values())
        return not self._due or (dies and self._due == {AT_A_MOVE})

    async def close(self) -> None:
        """End all that runs."""
        if self._hostile is not None:
            await self._hostile.end()
        for task in self._repairs:
            task.cancel()
        await asyncio.gather(*self._repairs, return_exceptions=True)
        for program in self._programs.values():
            await program.kill()
        for relay in self._relays.values():
            await relay.close()
            self._result.disturbances += relay.repeats
        for board in self._boards.values():
            await board.close()

    async def _begin(self) -> None:
        """Have Black invite and White join, each by its own relay."""
        black, white = Side.BLACK, Side.WHITE
        address = replace(self._broker.address, port=self._relays[black].port)
        command = ("play", self._game.name, "--invite", address.url())
        await self._programs[black].start(*command, seed=self._next_seed())
        found = re.search(r"kamisado:join\?\S+", self._programs[black].output)
        assert found is not None, self._programs[black].output
        invited = invitation_of(found[0])
        for side in (black, white):
            address = replace(self._broker.address, port=self._relays[side].port)
            self._links[side] = Invitation(address, invited.match, invited.key).link
        self._match, self._key = invited.match, invited.key
        chance = random.Random(f"{self._seed} hostile")
        self._hostile = HostileClient(self._broker.address, self._match, chance)
        self._hostile.start()
        await self._start(white, "join", self._links[white])

    def _next_seed(self) -> int:
        self._starts += 1
        return self._starts

    async def _until_over(self, every_s: float, calm_after_s: float) -> str | None:
        loop = asyncio.get_running_loop()
        begin_s = loop.time()
        next_s = begin_s + self._pause_s(every_s)
        progress = -1
        limit = TimeLimit(WEDGED_AFTER_S, self._groups)
        while True:
            await asyncio.sleep(LOOK_S)
            now_s = loop.time()
            for side, program in self._programs.items():
                program.check()
                if program.refusal is not None:
                    return f"refused: {program.refusal}"
                if program.has_died:
                    await program.kill()
                    self._repair(self._start_program(side))
                    self._count(AT_A_MOVE)
            for task in [task for task in self._repairs if task.done()]:
                self._repairs.discard(task)
                task.result()
            is_calm = not every_s or (now_s > begin_s + calm_after_s and self._may_end())
            shown = sum(len(program.shown) for program in self._programs.values())
            if shown > progress or self._repairs or not is_calm:
                progress = shown
                limit.renew()
            if limit.is_over:
                return f"wedged: {self._told()}"
            if is_calm:
                for relay in self._relays.values():
                    relay.delay_s = relay.repeat_rate = 0.0
            elif now_s >= next_s:
                await self._disturb()
                next_s = now_s + self._pause_s(every_s)
            has_died = any(program.has_died for program in self._programs.values())
            if not self._repairs and not has_died and is_over(self._programs, self._match):
                # It takes seconds after a long match: in a thread, or other tables stand still.
                return await asyncio.to_thread(self._failure)

    def _groups(self) -> list[int]:
        """Return the ids of the process groups of all that runs."""
        return [group for program in self._programs.values() for group in program.groups]

    def _pause_s(self, every_s: float) -> float:
        return self._chance.expovariate(1 / every_s) if every_s else 0.0

    # What is broken

    async def _disturb(self) -> None:
        """Break something; each kind as often as the others."""
        if not self._deck:
            self._deck = list(kinds_of_round(bool(self._boards)))
            self._chance.shuffle(self._deck)
        kind, side = self._deck.pop(), self._chance.choice(list(Side))
        if not await self._break(kind, side):
            self._deck.insert(0, kind)  # its turn comes again
        elif kind != AT_A_MOVE:  # which is counted when it happens
            self._count(kind)

    async def _break(self, kind: str, side: Side) -> bool:  # noqa: PLR0912 (one for each thing that players do)
        """Break something of a side; return False if that cannot be broken now."""
        program, relay = self._programs[side], self._relays[side]
        match kind:
            case "broker killed":
                if self._broker.pid is None:
                    return False
                self._broker.kill()
                self._repair(self._start_broker())
            case "host killed":
                if not program.is_running:
                    return False
                await program.kill()
                self._repair(self._start_program(side))
            case "host killed at a move":
                program.dies_at_move = True
            case "link cut":
                return relay.cut()
            case "both offline":
                for one in self._relays.values():
                    one.is_down = True
                    one.cut()
                self._repair(self._reopen())
            case "board unplugged":
                board = self._boards[side]
                if not program.has_board or not board.unplug():
                    return False
                board.is_down = True
                self._repair(self._plug_in(board))
            case _ if kind in ATTACKS:
                assert self._hostile is not None
                return self._hostile.attack(kind)
            case "delay":
                relay.delay_s = self._chance.choice((0.05, 0.2, 1.0))
            case _:
                relay.repeat_rate = self._chance.choice((0.3, 0.6))
        return True

    def _count(self, kind: str) -> None:
        self._result.disturbances[kind] += 1
        self._due.discard(kind)

    def _repair(self, repair: Coroutine[None, None, None]) -> None:
        self._repairs.add(asyncio.create_task(repair))

    async def _start_broker(self) -> None:
        await asyncio.sleep(self._chance.uniform(0.1, 3))
        await asyncio.to_thread(self._broker.start)

    async def _reopen(self) -> None:
        await asyncio.sleep(self._chance.uniform(1, 6))
        for relay in self._relays.values():
            relay.is_down = False

    async def _plug_in(self, board: ModelBoard) -> None:
        await asyncio.sleep(self._chance.uniform(0.1, 3))
        board.is_down = False

    async def _start_program(self, side: Side) -> None:
        """Go on with the match, by its link or as the match that was saved last."""
        await asyncio.sleep(self._chance.uniform(0, 2))
        saved = read_matches(self._programs[side].data)
        can_resume = any(match.outcome is None and match.plies for match in saved)
        if can_resume and self._chance.random() < 0.5:
            await self._start(side, "resume")
        else:
            await self._start(side, "join", self._links[side])

    async def _start(self, side: Side, *command: str) -> None:
        program = self._programs[side]
        for tries_left in reversed(range(JOIN_TRIES)):
            if side in self._boards:
                await self._boards[side].wait_free()
            try:
                await program.start(*command, seed=self._next_seed())
                return
            except ProgramError:
                # Who has not joined yet says that the broker or the match is not there, and ends.
                has_joined = self._saved(side) is not None
                if has_joined or not program.has_ended_by_itself or not tries_left:
                    raise
            await program.kill()
            self._result.counts["joined again"] += 1
            await asyncio.sleep(JOIN_AGAIN_S)

    def _saved(self, side: Side) -> SavedRemoteMatch | None:
        return saved_match(self._programs[side], self._match)

    def _failure(self) -> str | None:
        """Return what is lost or different now that it is over; None if all is well."""
        failure, plies = check(self._programs, self._match, self._key)
        self._result.counts["plies"] += plies
        self._result.counts["starts of programs"] += self._starts
        self._result.counts["lost lines of pages"] += sum(
            program.lost_lines for program in self._programs.values()
        )
        return failure

    def _told(self) -> str:
        """Return in words how far both have come."""
        told = [f"broker {self._broker.pid}"]
        for side, program in self._programs.items():
            relay, state, saved = self._relays[side], program.state, self._saved(side)
            told.append(
                f"{side.name}: {state.get('phase')}, {state.get('turn')} to move, "
                f"{program.moves}, offer {state.get('offer')}, {state.get('prompt')}, "
                f"{relay.connections} connections, down {relay.is_down}, "
                f"{program.lost_lines} lost lines of the page, stored {saved}, "
                f"said {program.notices[-5:]}, {program.output[-500:]!r}"
            )
        return "\n  ".join(told)
