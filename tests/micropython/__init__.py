"""Tests of the firmware written for `unittest`: plain Python and micropython-lib both run them."""
