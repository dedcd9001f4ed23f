"""The board's program: scans the magnets, talks to the host over USB, drives the LEDs.

    device          builds the board from CircuitPython's pins
    board           main loop: one step scans, animates and talks
    halted          the board after too many crashes
    calibration_control     when a calibration runs; what it shows and reports
    calibrator      procedure of the calibration
    diagnostics     counters for the host
    link            lines to and from the host
    sensing/        reads and debounces the sensors, follows their zeros
    lights/         frames, patterns, current limit, LED chain and its supply
    nvm/            records in non-volatile memory: calibrations, crashes
    console         texts for people
    config, ticks, wire     constants, arithmetic of the clock, codec of the lines

A module imports only from lines further down.  Only `main.py`, `boot.py`, `safemode.py`,
`device.py` and `console.py` import CircuitPython's modules.  All others are given what they need
and also run under plain Python and MicroPython.
"""
