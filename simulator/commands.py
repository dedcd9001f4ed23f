"""The requests of the control channel (CONTROL.md), carried out on a device."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from simulator.device import Device
from simulator.faults import DIRECTIONS, LINE_FAULTS
from simulator.hand import Hand, Motion
from simulator.virtual_board import Piece

Request = Mapping[str, object]
Answer = dict[str, object]

EVENTS = ("frames", "pieces", "console", "done", "board")


class Commands:
    """Answers requests; where the pieces will be after what the hands have still to do is kept here,
    so that a request that cannot be done is refused at once."""

    def __init__(self, device: Device) -> None:
        self._device = device
        self._planned: dict[str, int | str] = {}
        self._lifted: list[str] = []

    def answer(self, request: Request) -> Answer:
        """Do what is asked; the answer's fields besides `id` and `ok`.

        Raises:
            ValueError: it cannot be done; the message quotes what is wrong.
        """
        do = request.get("do")
        handler = _HANDLERS.get(do) if isinstance(do, str) else None
        if handler is None:
            raise ValueError(f"there is no request {do!r}; see simulator/CONTROL.md")
        self._look()
        return handler(self, request)

    def _look(self) -> None:
        """While no hand is at work, the plan is what is there."""
        if self._device.busy:
            return
        board = self._device.board
        self._planned = {}
        for piece in board.pieces.values():
            cell = board.cell_under(piece) if piece.where == "board" else None
            self._planned[piece.id] = piece.where if cell is None else cell
        self._lifted = [name for name in self._lifted if self._planned.get(name) == "hand"]

    # Hand

    def _setup(self, request: Request) -> Answer:
        board = self._device.board
        listed = request.get("pieces")
        if not isinstance(listed, list):
            raise ValueError(f"setup wants a list of pieces, not {listed!r}")
        pieces: dict[str, Piece] = {}
        taken: set[int] = set()
        for entry in listed:
            piece = self._described(entry)
            if piece.id in pieces:
                raise ValueError(f"two pieces are called {piece.id!r}")
            square = entry.get("square")
            if square is not None:
                cell = board.cell(square)
                if cell in taken:
                    raise ValueError(f"two pieces stand on {square!r}")
                taken.add(cell)
                piece.x_mm, piece.y_mm = board.middle(cell)
                piece.where = "board"
            pieces[piece.id] = piece
        self._device.set_up(list(pieces.values()))
        self._lifted.clear()
        return {}

    @staticmethod
    def _described(entry: object) -> Piece:
        if not isinstance(entry, dict):
            raise ValueError(f"a piece is an object with id, pole and square, not {entry!r}")
        name, pole = entry.get("id"), entry.get("pole")
        if not isinstance(name, str) or pole not in ("n", "s"):
            raise ValueError(f"a piece needs an id and a pole 'n' or 's', not {entry!r}")
        return Piece(name, str(pole))

    def _lift(self, request: Request) -> Answer:
        name = self._wanted(request)
        if not isinstance(self._planned.get(name), int):
            raise ValueError(f"{name!r} does not stand on the board")
        self._plan(name, "hand")
        hand = self._hand(request)
        return self._start(request, hand.lift(self._finder(name), self._seconds(request)))

    def _put(self, request: Request) -> Answer:
        cell = self._free_cell(request.get("square"))
        name = request.get("piece")
        if name is None:
            if not self._lifted:
                raise ValueError("no piece is in the hand")
            name = self._lifted[-1]
        if self._planned.get(str(name)) not in ("hand", "box"):
            raise ValueError(f"{name!r} is neither in the hand nor in the box")
        self._plan(str(name), cell)
        motions = self._hand(request).put(
            str(name), cell, self._offset(request), self._seconds(request)
        )
        return self._start(request, motions)

    def _move(self, request: Request) -> Answer:
        name = self._standing_on(request.get("from"))
        cell = self._free_cell(request.get("to"))
        self._plan(name, cell)
        hand, seconds = self._hand(request), self._seconds(request)
        third = None if seconds is None else seconds / 3
        motions = [
            *hand.lift(self._finder(name), third),
            *hand.carry(third),
            *hand.put(name, cell, self._offset(request), third),
        ]
        return self._start(request, motions)

    def _slide(self, request: Request) -> Answer:
        name = self._standing_on(request.get("from"))
        cell = self._free_cell(request.get("to"))
        self._plan(name, cell)
        target = self._device.board.middle(cell)
        hand = self._hand(request)
        return self._start(request, hand.slide(self._finder(name), target, self._seconds(request)))

    def _push(self, request: Request) -> Answer:
        board = self._device.board
        name = self._standing_on(request.get("from"))
        origin, target = board.cell(request.get("from")), board.cell(request.get("to"))
        step = target - origin
        chain = [target]
        while chain[-1] in self._planned.values():
            following = chain[-1] + step
            if not 0 <= following < board.files * board.ranks:
                raise ValueError(f"the last piece pushed to {request.get('to')!r} would fall off")
            chain.append(following)
        hand, seconds = self._hand(request), self._seconds(request)
        motions = hand.slide(self._finder(name), board.middle(target), seconds)
        standing = {where: piece for piece, where in self._planned.items()}
        for cell in reversed(chain[:-1]):
            self._plan(standing[cell], cell + step)
            motions += hand.straighten(cell + step, seconds)
        self._plan(name, target)
        return self._start(request, motions)

    def _nudge(self, request: Request) -> Answer:
        board = self._device.board
        name = self._standing_on(request.get("square"))
        x, y = board.middle(board.cell(request.get("square")))
        dx, dy = self._offset(request)
        hand = self._hand(request)
        motions = hand.slide(self._finder(name), (x + dx, y + dy), self._seconds(request))
        return self._start(request, motions)

    def _bump(self, request: Request) -> Answer:
        cell = self._device.board.cell(request.get("square"))
        return self._start(request, self._hand(request).bump(cell, _number(request, "mm", 15.0)))

    def _remove(self, request: Request) -> Answer:
        name = self._wanted(request)
        self._plan(name, "box")
        hand = self._hand(request)
        return self._start(request, hand.remove(name, self._seconds(request)))

    # Board and cable

    def _noise(self, request: Request) -> Answer:
        level = _number(request, "mt", None)
        if level < 0:
            raise ValueError(f"noise cannot be {level!r} mT")
        self._device.noise_mt = level
        return {}

    def _fault(self, request: Request) -> Answer:
        faults, name = self._device.faults, request.get("name")
        if name == "stuck":
            level = _number(request, "level_mt", None)
            faults.sensors[self._device.board.cell(request.get("square"))] = level
        elif name == "dead_sensor":
            faults.sensors[self._device.board.cell(request.get("square"))] = 0.0
        elif name == "dead_pixel":
            faults.dead_pixels.add(self._device.board.cell(request.get("square")))
        elif name == "missing_strip":
            rank = request.get("rank")
            if not isinstance(rank, int) or not 1 <= rank <= self._device.board.ranks:
                raise ValueError(f"there is no rank {rank!r}")
            faults.missing_strips.add(rank - 1)
        elif isinstance(name, str) and name in LINE_FAULTS:
            direction = request.get("direction", "both")
            if direction != "both" and direction not in DIRECTIONS:
                raise ValueError(f"a direction is 'in', 'out' or 'both', not {direction!r}")
            percent = _number(request, "percent", None)
            for way in DIRECTIONS:
                if direction in ("both", way):
                    faults.percent[name, way] = percent
        else:
            raise ValueError(f"there is no fault {name!r}")
        self._device.apply_faults()
        return {}

    def _mend(self, request: Request) -> Answer:
        self._device.faults.clear()
        self._device.apply_faults()
        return {}

    def _plug(self, request: Request) -> Answer:
        self._device.plug()
        return {}

    def _unplug(self, request: Request) -> Answer:
        self._device.unplug()
        return {}

    def _reset(self, request: Request) -> Answer:
        self._device.reset()
        return {}

    # Time and looking

    def _run(self, request: Request) -> Answer:
        rate = _number(request, "rate", 1.0)
        if rate < 0:
            raise ValueError(f"a rate cannot be {rate!r}")
        self._device.clock.run(rate, self._device.now_us)
        return {}

    def _stop(self, request: Request) -> Answer:
        self._device.clock.stop()
        return {"time_ms": self._device.now_us / 1000}

    def _state(self, request: Request) -> Answer:
        device = self._device
        return {
            "time_ms": device.now_us / 1000,
            "size": [device.board.files, device.board.ranks],
            "pieces": device.board.described(),
            "rgb": device.rgb.hex(),
            "ma": device.milliamps,
            "scans": device.scans,
            "runtime": device.runtime,
            "port": device.port.name,
        }

    def _quit(self, request: Request) -> Answer:
        self._device.closing = True
        return {}

    # Reading requests

    def _hand(self, request: Request) -> Hand:
        name = request.get("hand", "hand")
        if not isinstance(name, str):
            raise ValueError(f"a hand has a name, not {name!r}")
        return self._device.hand(name)

    def _start(self, request: Request, motions: list[Motion]) -> Answer:
        done_us = self._hand(request).add(motions, request.get("id"), self._device.now_us)
        return {"done_ms": done_us / 1000}

    def _plan(self, name: str, where: int | str) -> None:
        self._planned[name] = where
        if name in self._lifted:
            self._lifted.remove(name)
        if where == "hand":
            self._lifted.append(name)

    def _finder(self, name: str) -> Callable[[], Piece]:
        return lambda: self._device.board.pieces[name]

    def _wanted(self, request: Request) -> str:
        """The piece that is named, or that stands on the square that is named."""
        name = request.get("piece")
        if name is None:
            return self._standing_on(request.get("square"))
        if name not in self._planned:
            raise ValueError(f"there is no piece {name!r}")
        return str(name)

    def _standing_on(self, square: object) -> str:
        cell = self._device.board.cell(square)
        for name, where in self._planned.items():
            if where == cell:
                return name
        raise ValueError(f"no piece stands on {square!r}")

    def _free_cell(self, square: object) -> int:
        cell = self._device.board.cell(square)
        for name, where in self._planned.items():
            if where == cell:
                raise ValueError(f"{name!r} stands on {square!r} already")
        return cell

    @staticmethod
    def _offset(request: Request) -> tuple[float, float]:
        return _number(request, "dx_mm", 0.0), _number(request, "dy_mm", 0.0)

    @staticmethod
    def _seconds(request: Request) -> float | None:
        if request.get("seconds") is None:
            return None
        seconds = _number(request, "seconds", None)
        if not 0 <= seconds <= 60:
            raise ValueError(f"a motion takes 0 to 60 seconds, not {seconds!r}")
        return seconds


def _number(request: Request, name: str, default: float | None) -> float:
    value = request.get(name, default)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ValueError(f"{name!r} wants a number, not {value!r}")
    return float(value)


_HANDLERS: dict[str, Callable[[Commands, Request], Answer]] = {
    "setup": Commands._setup,
    "lift": Commands._lift,
    "put": Commands._put,
    "move": Commands._move,
    "slide": Commands._slide,
    "push": Commands._push,
    "nudge": Commands._nudge,
    "bump": Commands._bump,
    "remove": Commands._remove,
    "noise": Commands._noise,
    "fault": Commands._fault,
    "mend": Commands._mend,
    "plug": Commands._plug,
    "unplug": Commands._unplug,
    "reset": Commands._reset,
    "run": Commands._run,
    "stop": Commands._stop,
    "state": Commands._state,
    "quit": Commands._quit,
}
