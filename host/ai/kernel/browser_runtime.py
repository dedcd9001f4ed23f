"""Kernel in a browser: compiled and run by the browser itself."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from host.ai.kernel.instance import Instance


class BrowserInstance:
    """An `Instance` of a module compiled by the browser.

    Args:
        javascript: the module `js` of Pyodide.
        module: a `WebAssembly.Module`.
    """

    def __init__(self, javascript: Any, module: Any) -> None:
        self._javascript = javascript
        self._exports = javascript.WebAssembly.Instance.new(module).exports

    def call(self, name: str) -> int:
        """Call an exported function; 0 if it returns nothing."""
        return int(getattr(self._exports, name)() or 0)

    def read(self, place: int, size: int) -> bytes:
        """Return bytes of the memory."""
        return bytes(self._view(place, size).to_bytes())

    def write(self, place: int, data: bytes) -> None:
        """Write bytes into the memory."""
        self._view(place, len(data)).assign(data)

    def _view(self, place: int, size: int) -> Any:
        # Anew each time: the buffer is another one after the memory has grown.
        return self._javascript.Uint8Array.new(self._exports.memory.buffer, place, size)


def compile_module(code: bytes) -> Callable[[], Instance]:
    """Compile a module; returns what makes instances.

    A browser permits that at once in a worker, which is where the solver runs.
    """
    javascript = import_module("js")
    module = javascript.WebAssembly.Module.new(import_module("pyodide.ffi").to_js(code))
    return lambda: BrowserInstance(javascript, module)
