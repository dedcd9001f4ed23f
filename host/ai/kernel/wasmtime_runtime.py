"""Kernel on a computer: compiled and run by wasmtime.

What wasmtime has allocated is freed before Python ends: while it tidies up, the parts of wasmtime
that would do so are gone already.
"""

from __future__ import annotations

import atexit
import ctypes
import weakref
from collections.abc import Callable

import wasmtime

from host.ai.kernel.instance import Instance

INTERPRETER = "pulley64"
"""Target of wasmtime's own interpreter."""


class WasmtimeInstance:
    """An `Instance` of a module compiled by wasmtime."""

    def __init__(self, engine: wasmtime.Engine, module: wasmtime.Module) -> None:
        self._store = wasmtime.Store(engine)
        weakref.finalize(self, self._store.close)
        exports = wasmtime.Instance(self._store, module, []).exports(self._store)
        self._functions = {
            export.name: exports[export.name]
            for export in module.exports
            if isinstance(export.type, wasmtime.FuncType)
        }
        memory = exports["memory"]
        assert isinstance(memory, wasmtime.Memory)
        # The memory has an address range of its own, large enough to grow in (`_engine`).
        self._base = ctypes.addressof(memory.data_ptr(self._store).contents)

    def call(self, name: str) -> int:
        """Call an exported function; 0 if it returns nothing."""
        function = self._functions[name]
        assert isinstance(function, wasmtime.Func)
        return function(self._store) or 0

    def read(self, place: int, size: int) -> bytes:
        """Return bytes of the memory."""
        return ctypes.string_at(self._base + place, size)

    def write(self, place: int, data: bytes) -> None:
        """Write bytes into the memory."""
        ctypes.memmove(self._base + place, data, len(data))


def compile_module(code: bytes) -> Callable[[], Instance]:
    """Compile a module, which takes some hundredths of a second; returns what makes instances.

    Where the system forbids compiled code, as in a service that systemd protects, wasmtime
    interprets the module: at a tenth of the speed, which is still several times that of Python.

    Raises:
        RuntimeError: there is no memory; what is returned raises it as well.
    """
    try:
        return _instances(code, None)
    except RuntimeError:
        return _instances(code, INTERPRETER)


def _instances(code: bytes, target: str | None) -> Callable[[], Instance]:
    """Return what makes instances of a module, of which one has been made.

    Args:
        target: what the module is compiled for; None for this machine.
    """
    config = wasmtime.Config()
    config.parallel_compilation = False  # threads cost more than they save in so small a module
    config.memory_may_move = False
    if target is not None:
        config.target = target

    def make() -> Instance:
        try:
            return WasmtimeInstance(engine, module)
        except wasmtime.WasmtimeError as error:
            raise RuntimeError(str(error)) from error

    engine = wasmtime.Engine(config)
    atexit.register(engine.close)
    try:
        module = wasmtime.Module(engine, code)
    except wasmtime.WasmtimeError as error:
        raise RuntimeError(str(error)) from error
    atexit.register(module.close)
    make()
    return make
