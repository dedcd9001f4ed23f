"""Folders of the repository, and the file of the page that parts are drawn from."""

from __future__ import annotations

from pathlib import Path

HARDWARE = Path(__file__).resolve().parent
ROOT = HARDWARE.parent
SYMBOLS = ROOT / "host" / "ui" / "static" / "js" / "board" / "symbols.js"
"""The shapes of the eight colours.  They lie here so that a move of the file makes no part anew."""
