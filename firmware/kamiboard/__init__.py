"""The board's program: scans the magnets, talks to the host over USB, drives the LEDs.

    board           main loop: one step scans, animates and talks
    device          builds the board from CircuitPython's pins
    config          hardware constants and limits
    sensors         scan_strips, scan_quarters or scan_switches, debounce, zero_tracking,
                    peak_hold, sensor_report
    calibration     calibrator (procedure), calibration_lights, calibration (stored values)
    LEDs            display, led_strip, led_patterns, led_pixels, led_supply
    link            link, wire, diagnostics
    failures        crash_log, halted, console
    memory          record_log

Only `main.py`, `boot.py`, `safemode.py`, `device.py` and `console.py` import CircuitPython's
modules.  All others are given what they need and also run under plain Python and MicroPython.
The package is flat because the drive's files are copied by hand as well.
"""
