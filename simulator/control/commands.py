"""Commands of the control channel that act on the board (docs/protocols/simulator.md)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from simulator.board.faults import (
    CHIP_FAULTS,
    CONSOLE_FAULT,
    DIRECTIONS,
    LINE_FAULTS,
    SUPPLY_FAULTS,
)
from simulator.board.geometry import FILES
from simulator.board.power_supply import SHUNTS
from simulator.control.request import Request
from simulator.device.device import Device
from simulator.device.microcontroller import NVM_BYTES
from simulator.hand.schedule import Task

Answer = dict[str, object]

_SLOWEST_S = 60.0
_EXTERNAL_MAX_MV = 5500
"""Above it the RP2040's input would be damaged; EXT_DET is 3/5 of it."""


class Commands:
    """Carries out commands on a device."""

    def __init__(self, device: Device) -> None:
        self._device = device
        self._hands = device.hands

    def answer(self, request: Request, client: object) -> Answer:
        """Carry out a request; return the answer's fields besides `id` and `ok`.

        Args:
            request: the request.
            client: notified when a hand has finished.

        Raises:
            ValueError: it cannot be done, and nothing changes; the message quotes the cause.
        """
        command = _COMMANDS.get(request.do or "")
        if command is None:
            raise ValueError(
                f"there is no request {request.wanted!r}; see docs/protocols/simulator.md"
            )
        request.allow(command.fields)
        answer = command.carry_out(self, request, client)
        self._device.settle()
        return answer

    # --- Hand -------------------------------------------------------------------------------------

    def _setup(self, request: Request, client: object) -> Answer:
        pieces = []
        for entry in request.items("pieces"):
            if not isinstance(entry, dict):
                raise ValueError(f"a piece is an object with id, pole and square, not {entry!r}")
            piece = Request({**entry, "do": "setup"}, self._device.geometry)
            square = piece.square("square") if "square" in piece else None
            # `Request` reads the piece's id as its own.
            if not isinstance(piece.id, str) or not piece.id:
                raise ValueError(f"a piece needs a text as id, not {piece.id!r}")
            pieces.append((piece.id, piece.text("pole"), square))
        self._hands.set_up(pieces)
        return {}

    def _lift(self, request: Request, client: object) -> Answer:
        name = self._piece(request)
        return self._done(self._hands.lift(self._task(request, client), name))

    def _put(self, request: Request, client: object) -> Answer:
        name = request.text("piece") if "piece" in request else None
        dx_mm, dy_mm = request.number("dx_mm", 0.0), request.number("dy_mm", 0.0)
        task = self._task(request, client)
        return self._done(self._hands.put(task, name, request.square("square"), dx_mm, dy_mm))

    def _move(self, request: Request, client: object) -> Answer:
        task = self._task(request, client)
        return self._done(self._hands.move(task, request.square("from"), request.square("to")))

    def _slide(self, request: Request, client: object) -> Answer:
        task = self._task(request, client)
        return self._done(self._hands.slide(task, request.square("from"), request.square("to")))

    def _push(self, request: Request, client: object) -> Answer:
        task = self._task(request, client)
        return self._done(self._hands.push(task, request.square("from"), request.square("to")))

    def _nudge(self, request: Request, client: object) -> Answer:
        dx_mm, dy_mm = request.number("dx_mm", 0.0), request.number("dy_mm", 0.0)
        task = self._task(request, client)
        return self._done(self._hands.nudge(task, request.square("square"), dx_mm, dy_mm))

    def _bump(self, request: Request, client: object) -> Answer:
        mm = request.number("mm", 15.0, 0.0, 40.0)
        return self._done(
            self._hands.bump(self._task(request, client), request.square("square"), mm)
        )

    def _remove(self, request: Request, client: object) -> Answer:
        name = self._piece(request)
        return self._done(self._hands.remove(self._task(request, client), name))

    # --- Board and cable --------------------------------------------------------------------------

    def _noise(self, request: Request, client: object) -> Answer:
        self._device.sensors.noise_mt = request.number("mt", None, 0.0, 100.0)
        return {}

    def _zeros(self, request: Request, client: object) -> Answer:
        self._device.sensors.zeros = request.number("percent", None, 0.0, 100.0)
        self._device.apply_faults()
        return {}

    def _fault(self, request: Request, client: object) -> Answer:  # noqa: PLR0912 (one for each command)
        faults = self._device.faults
        name = request.choice("name", (*_FAULT_FIELDS, *LINE_FAULTS))
        request.allow({"name", *_FAULT_FIELDS.get(name, ("percent", "direction"))})
        if name == "stuck":
            square = request.square("square")
            faults.sensors[square] = request.number("level_mt", None, -1000, 1000)
        elif name == "dead_sensor":
            faults.sensors[request.square("square")] = 0.0
        elif name == "weak_sensor":
            faults.gains[request.square("square")] = request.number("percent", None, 0, 100) / 100
        elif name == "offset_sensor":
            faults.offsets[request.square("square")] = request.number("mt", None, -100, 100)
        elif name == "noisy_sensor":
            faults.noises[request.square("square")] = request.number("mt", None, 0, 100)
        elif name == "swapped_sensors":
            faults.swap_wires([(request.square("square"), request.square("other"))])
        elif name == "swapped_rows":
            faults.swap_wires(self._rows(request))
        elif name == "swapped_columns":
            faults.swap_wires(self._columns(request))
        elif name == "dead_pixel":
            faults.dead_pixels.add(request.square("square"))
        elif name == "missing_strip":
            faults.missing_strips.add(request.whole("rank", None, 1, self._device.parts) - 1)
        elif name == "damaged_memory":
            self._device.damage_memory(request.whole("at", None, 0, NVM_BYTES - 1))
        elif name == "cut_memory_write":
            self._device.cut_memory_write(request.whole("steps", None, 0, NVM_BYTES + 2))
        elif name == CONSOLE_FAULT:
            faults.unread_console = True
        elif name in SUPPLY_FAULTS:
            setattr(faults, name, True)
        elif name in CHIP_FAULTS:
            faults.chip = CHIP_FAULTS.index(name) + 1
        else:
            direction = request.choice("direction", (*DIRECTIONS, "both"), "both")
            percent = request.number("percent", None, 0, 100)
            for way in DIRECTIONS:
                if direction in ("both", way):
                    faults.percent[name, way] = percent
        self._device.apply_faults()
        return {}

    def _mend(self, request: Request, client: object) -> Answer:
        self._device.faults.clear()
        self._device.apply_faults()
        return {}

    def _plug(self, request: Request, client: object) -> Answer:
        if self._device.is_powered:
            raise ValueError("cannot 'plug': the cable is plugged in")
        if "name" in request:
            self._device.port.rename(request.text("name"))
        self._device.power_on()
        return {}

    def _unplug(self, request: Request, client: object) -> Answer:
        if not self._device.is_powered:
            raise ValueError("cannot 'unplug': the cable is unplugged")
        self._device.unplug()
        return {}

    def _reset(self, request: Request, client: object) -> Answer:
        if not self._device.is_powered:
            raise ValueError("cannot 'reset': the board has no power; plug it in first")
        self._device.reset()
        return {}

    def _external(self, request: Request, client: object) -> Answer:
        supply = self._device.supply
        external_mv = request.whole("mv", None, 0, _EXTERNAL_MAX_MV)
        supply.shunt = request.choice("shunt", SHUNTS, supply.shunt)
        supply.external_mv = external_mv
        self._device.apply_faults()
        return {}

    def _suspend(self, request: Request, client: object) -> Answer:
        self._device.inputs.is_suspended = True
        return {}

    def _resume(self, request: Request, client: object) -> Answer:
        self._device.inputs.is_suspended = False
        return {}

    def _interrupt(self, request: Request, client: object) -> Answer:
        self._device.interrupt()
        return {}

    # --- State ------------------------------------------------------------------------------------

    def _state(self, request: Request, client: object) -> Answer:
        device = self._device
        return {
            "time_ms": device.now_us / 1000,
            "size": [device.geometry.files, device.geometry.ranks],
            "pieces": device.pieces.report(),
            "rgb": device.rgb.hex(),
            "ma": device.ma,
            "scans": device.scans,
            "runtime": device.identity,
            "port": device.port.name,
        }

    # --- Reading requests -------------------------------------------------------------------------

    def _rows(self, request: Request) -> list[tuple[int, int]]:
        """Return the squares of two ranks, in pairs."""
        files, ranks = self._device.geometry.files, self._device.geometry.ranks
        one = request.whole("rank", None, 1, ranks) - 1
        other = request.whole("other", None, 1, ranks) - 1
        return [(one * files + file, other * files + file) for file in range(files)]

    def _columns(self, request: Request) -> list[tuple[int, int]]:
        """Return the squares of two files, in pairs."""
        files, ranks = self._device.geometry.files, self._device.geometry.ranks
        names = FILES[:files]
        one = names.index(request.choice("file", names))
        other = names.index(request.choice("other", names))
        return [(rank * files + one, rank * files + other) for rank in range(ranks)]

    def _piece(self, request: Request) -> str:
        """Return the piece given by its id or by its square."""
        if "piece" in request:
            return request.text("piece")
        return self._hands.piece_on(request.square("square"))

    def _task(self, request: Request, client: object) -> Task:
        seconds = request.number("seconds", None, 0, _SLOWEST_S) if "seconds" in request else None
        tag = None if request.id is None else (client, request.id)
        return Task(request.text("hand", "hand"), self._device.now_us, seconds, tag)

    @staticmethod
    def _done(done_us: int) -> Answer:
        return {"done_ms": done_us / 1000}


class _Command(NamedTuple):
    carry_out: Callable[[Commands, Request, object], Answer]
    fields: frozenset[str]


def _command(
    carry_out: Callable[[Commands, Request, object], Answer], fields: str = ""
) -> _Command:
    return _Command(carry_out, frozenset(fields.split()))


_FAULT_FIELDS: dict[str, tuple[str, ...]] = {
    "stuck": ("square", "level_mt"),
    "dead_sensor": ("square",),
    "weak_sensor": ("square", "percent"),
    "offset_sensor": ("square", "mt"),
    "noisy_sensor": ("square", "mt"),
    "swapped_sensors": ("square", "other"),
    "swapped_rows": ("rank", "other"),
    "swapped_columns": ("file", "other"),
    "dead_pixel": ("square",),
    "missing_strip": ("rank",),
    "damaged_memory": ("at",),
    "cut_memory_write": ("steps",),
    **dict.fromkeys((CONSOLE_FAULT, *SUPPLY_FAULTS, *CHIP_FAULTS), ()),
}
_COMMANDS = {
    "setup": _command(Commands._setup, "pieces"),
    "lift": _command(Commands._lift, "square piece hand seconds"),
    "put": _command(Commands._put, "square piece dx_mm dy_mm hand seconds"),
    "move": _command(Commands._move, "from to hand seconds"),
    "slide": _command(Commands._slide, "from to hand seconds"),
    "push": _command(Commands._push, "from to hand seconds"),
    "nudge": _command(Commands._nudge, "square dx_mm dy_mm hand seconds"),
    "bump": _command(Commands._bump, "square mm hand seconds"),
    "remove": _command(Commands._remove, "square piece hand seconds"),
    "noise": _command(Commands._noise, "mt"),
    "zeros": _command(Commands._zeros, "percent"),
    "fault": _command(
        Commands._fault, "name square other level_mt mt rank file at steps percent direction"
    ),
    "mend": _command(Commands._mend),
    "plug": _command(Commands._plug, "name"),
    "unplug": _command(Commands._unplug),
    "external": _command(Commands._external, "mv shunt"),
    "reset": _command(Commands._reset),
    "suspend": _command(Commands._suspend),
    "resume": _command(Commands._resume),
    "interrupt": _command(Commands._interrupt),
    "state": _command(Commands._state),
}
