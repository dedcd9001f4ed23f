"""The path through the modules: counted as it is, and no longer than it was made."""

from __future__ import annotations

from benchmarks.module_path import measure, path_of
from host.session.clock import parse_control

MOST = {"lifted tower": (26, 75), "made move": (39, 204)}
"""Modules and returns; whoever shortens a path lowers them.  Some of the modules are small: what
differs between two snapshots, the prompt of play, landings, left and reversed pieces, and the check
of colours.  A lift asks if something is offered: a piece that is missing may be asked for."""


def test_a_call_within_one_module_has_no_return() -> None:
    path = path_of(lambda: parse_control("10+5"))
    assert path.modules == ["host.session.clock"]
    assert path.returns == 0


def test_the_paths_do_not_grow() -> None:
    for name, path in measure().items():
        modules, returns = MOST[name]
        assert len(path.modules) <= modules, (name, path.modules)
        assert path.returns <= returns, name
