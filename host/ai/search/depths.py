"""Depths of a search, in plies."""

from __future__ import annotations

MAX_DEPTH = 64
MAX_PLY = 2 * MAX_DEPTH
"""Longest line, forced moves included."""
QUIESCENCE_PLIES = 3
"""Replies to a capture that are searched beyond the depth."""
