"""The browser's platform: host, simulator and firmware as workers of a static page.

`site.py` builds the page from the files of `host/`, `simulator/` and `firmware/`, as they are.  In
the browser `host.py` runs in a worker under Pyodide, the firmware in another under MicroPython.
"""
