"""Kernel of the solver: its calls, and how positions and answers lie in its memory.

`kernel/kernel.c` is compiled to `kernel.wasm` by `.ci/kernel`.  Where nothing runs it, the solver
goes on in plain Python, which finds the same (`host/ai/solver/`).
"""

from __future__ import annotations

import os
import struct
import sys
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from importlib.resources import files

from host.ai.kernel.instance import Instance
from host.ai.stop_condition import StopCondition
from host.ai.transposition_table_size import KERNEL_MB, max_slots
from host.engine.game import Side
from host.engine.kamisado.board import SQUARE_COLOURS, TOWERS
from host.engine.kamisado.position import Move, Position

POLL_NODES, MOST_POLL_NODES = 256, 2048
"""Nodes between two polls of the stop condition, at first and at most: up to a millisecond.  A call
of the kernel takes as long as some fifty nodes."""
OVERRUN_DIVISOR = 16
"""After its limit a search goes on for this part of its nodes at most, or for `POLL_NODES`."""
MAX_SLOTS = max_slots(KERNEL_MB)
"""Most slots of a table, 2 GB: a module of WebAssembly addresses 4 GB."""
MAX_POSITIONS = 168
"""Most positions of one call: as many as a position has moves."""

_NUMBERS = struct.Struct("<2I")
_POSITION = struct.Struct("16s2B")
_PROOF = struct.Struct("<Q")
_MOVE = struct.Struct("3B")
_ANY_TOWER = 16


@cache
def load_module() -> Callable[[], Instance] | None:
    """Return what makes instances of the kernel; None where nothing can run it.

    `KAMISADO_PLAIN=1` in the environment turns it off.
    """
    if os.environ.get("KAMISADO_PLAIN"):
        return None
    runtime = "browser_runtime" if sys.platform == "emscripten" else "wasmtime_runtime"
    code = (files("host.ai.kernel") / "kernel.wasm").read_bytes()
    try:
        make: Callable[[], Instance] = import_module(f"host.ai.kernel.{runtime}").compile_module(
            code
        )
    # Not installed; not for this machine; or the system permits neither the memory nor the code.
    except (ImportError, OSError, RuntimeError, MemoryError):
        return None
    return make


class Kernel:
    """The search of one round with its table, and what is asked about its proofs.

    Args:
        instance: of the module; of this kernel alone.
        odds: first proof number of a side, by the opponent's lead from -56 to 56 rows.
        slots: largest number of slots of the table, a power of two.

    Attributes:
        nodes: number of nodes visited, of all rounds.
    """

    def __init__(self, instance: Instance, odds: Sequence[int], slots: int) -> None:
        self.nodes = 0
        self._instance = instance
        self._slots = min(slots, MAX_SLOTS)
        self._rules = bytes(SQUARE_COLOURS) + struct.pack(f"<{len(odds)}I", *odds)
        self._given = instance.call("given_at")
        self._asked = instance.call("asked_at")
        self._answer = instance.call("answer_at")

    def begin(self, teeth: bytes, wins: Sequence[bool]) -> None:
        """Begin a round, with an empty table.

        Args:
            teeth: 16 bytes, by tower number.
            wins: for each tower, True if its side wins a round that ends with its tooth.

        Raises:
            MemoryError: there is no memory for the smallest table.
        """
        self._instance.write(self._given, teeth + bytes(wins) + self._rules)
        if not self._call("begin", (), self._slots):
            raise MemoryError

    def known(self, positions: Sequence[Position]) -> list[int]:
        """Return the stored proof numbers of positions, or estimates where there are none.

        Returns:
            White's number plus Black's times 2**30 (`host.ai.solver.proof_numbers`).
        """
        found: list[int] = []
        for first in range(0, len(positions), MAX_POSITIONS):
            some = positions[first : first + MAX_POSITIONS]
            self._call("look_up", some, len(some))
            answer = self._instance.read(self._answer, len(some) * _PROOF.size)
            found += (proof for (proof,) in _PROOF.iter_unpack(answer))
        return found

    def prove(self, position: Position, stop: StopCondition) -> int:
        """Prove a position and return its proof numbers; if `stop` ends the search, an estimate.

        The table keeps the results, so that the next call continues the search.
        """
        begin, anew = self.nodes, True
        while True:
            wanted = max(POLL_NODES, (self.nodes - begin) // OVERRUN_DIVISOR)
            self.nodes += self._call("search", [position], min(wanted, MOST_POLL_NODES), anew)
            anew = False
            proof: int
            (proof,) = _PROOF.unpack(self._instance.read(self._answer, _PROOF.size))
            if proof:
                return proof
            if stop():
                self._call("stop")

    def learn(self, position: Position, side: Side) -> None:
        """Store the proof of a position that was made elsewhere, unless the table is full."""
        self._call("learn", [position], _number(side))

    def ask(self, side: Side, positions: int) -> None:
        """Begin a question about the win of a side, which is proven.

        Args:
            positions: that the following answers may look at, all together.
        """
        self._call("ask", (), _number(side), positions)

    def fastest_wins(self, afters: Sequence[Position]) -> tuple[list[int], int | None]:
        """Return which positions after a move are won soonest, and the plies with that move.

        Returns:
            Indices.  None and none if that is beyond the limit of positions.
        """
        chosen, plies = self._choose("fastest", afters)
        return ([] if plies is None else chosen), plies

    def longest_defences(self, afters: Sequence[Position]) -> tuple[list[int], int | None]:
        """Return which positions after a move are won last, and the plies with that move.

        Returns:
            Indices.  Without a number (None), those that outlasted the search.
        """
        return self._choose("longest", afters)

    def are_won_within(self, positions: Sequence[Position], plies: int) -> list[bool] | None:
        """Return for each position if it is won in so many plies; None beyond the limit."""
        if self._call("within", positions, len(positions), plies) < 0:
            return None
        return [chosen > 0 for chosen in self._instance.read(self._answer, len(positions))]

    def _choose(self, name: str, afters: Sequence[Position]) -> tuple[list[int], int | None]:
        plies = self._call(name, afters, len(afters))
        chosen = self._instance.read(self._answer, len(afters))
        return [i for i, kept in enumerate(chosen) if kept], plies if plies > 0 else None

    def line(self, position: Position) -> list[Move]:
        """Return the moves of a line in which those of the winner are proven, as far as they are.

        It ends with the round, or where the table has dropped the proof of the next move.
        """
        count = self._call("line", [position])
        line = self._instance.read(self._answer, count * _MOVE.size)
        return [
            Move(origin, target, pushed > 0) for origin, target, pushed in _MOVE.iter_unpack(line)
        ]

    def _call(
        self, name: str, positions: Sequence[Position] = (), first: int = 0, second: int = 0
    ) -> int:
        """Call a function of `kernel/kernel.c` with what it reads."""
        asked = _NUMBERS.pack(first, second) + b"".join(map(_packed, positions))
        self._instance.write(self._asked, asked)
        return self._instance.call(name)


def _packed(position: Position) -> bytes:
    squares, _, _, turn, required, last_mover = position
    mover = _number(turn) + (_ANY_TOWER if required is None else required)
    return _POSITION.pack(squares, mover, _number(last_mover))


def _number(side: Side) -> int:
    """Return the number of a side's first tower."""
    return TOWERS // 2 if side is Side.BLACK else 0


def load_kernel(odds: Sequence[int], slots: int) -> Kernel | None:
    """Return a kernel, by the arguments of `Kernel`; None where nothing can run it."""
    make = load_module()
    try:
        return None if make is None else Kernel(make(), odds, slots)
    except RuntimeError:  # there is no memory for another one
        return None
