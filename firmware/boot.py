"""Before USB starts: a second serial port for the protocol; the first stays free for tracebacks."""

import usb_cdc

usb_cdc.enable(console=True, data=True)
