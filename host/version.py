"""The version of the host; one number for the program, the page and the wire."""

from __future__ import annotations

VERSION = "0.1.0"
