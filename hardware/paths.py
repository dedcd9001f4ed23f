"""Folders of the repository."""

from __future__ import annotations

from pathlib import Path

HARDWARE = Path(__file__).resolve().parent
ROOT = HARDWARE.parent
