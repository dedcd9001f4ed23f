"""Tests of the firmware in `unittest`, run by plain Python and by MicroPython."""
