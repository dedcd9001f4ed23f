"""Figures of the firmware on an emulated chip, under an image of CircuitPython."""
