"""Rules of the games: pure functions over immutable values, without input or output.

The names in `__all__` of `host.engine.api` are the stable interface for other programs, and are
offered here: `from host import engine`.  docs/api.md describes them.  They are imported when one
is first used, so that modules of this package can be imported alone.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from host.engine.api import *  # noqa: F403  (type checkers see all names of its `__all__`)

_API = "host.engine.api"


def __getattr__(name: str) -> object:
    api = import_module(_API)
    if name == "__all__" or name in api.__all__:
        return getattr(api, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    api = import_module(_API)
    return sorted({*globals(), *api.__all__})
