"""Runs before USB starts: adds a serial port for the protocol; the first keeps tracebacks."""

import usb_cdc

usb_cdc.enable(console=True, data=True)
