"""Positions of Kamisado for the tests of the solver process."""

from __future__ import annotations

from host.engine.registry import game_named

ROUND = "kamisado"
GAME = game_named(ROUND)
OPENING = "pokbngyr/8/8/8/8/8/8/KPRBYNOG b -"  # all its moves take half a minute
EASY = "8/b2py2g/1BG5/5rR1/3nk2P/N2o1O2/8/3YK3 w o"
