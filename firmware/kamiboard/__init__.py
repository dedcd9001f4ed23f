"""The board's program: magnets on squares to lines of text, lines of text to lights.

Only `main.py`, `boot.py`, `safemode.py`, `device.py` and `console.py` touch CircuitPython's
modules; the rest is given what it needs, so that it also runs under plain Python and MicroPython.
"""
