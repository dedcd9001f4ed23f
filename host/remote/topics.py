"""Topics at a broker: below them stand the matches and the boards."""

from __future__ import annotations

import re

ROOT = "kamisado/1"
"""Of all topics; the number is the version of what stands below."""

_UNFIT = re.compile(r"[^\w.-]+")
_FOREIGN = re.compile(r"[^a-zA-Z0-9_-]")


def match_topic(match: str, side: str = "+") -> str:
    """Return the topic of one side's log of a match; below it stands its presence.

    Args:
        match: id of the match, or "+" for all.
        side: "black", "white", or "+" for both.
    """
    return f"{ROOT}/match/{match}/{side}"


def board_topic(board: str, *below: str) -> str:
    """Return the topic of a club's board, or one below it; "+" and "#" stand for all."""
    return "/".join((ROOT, "board", board, *below))


def home_assistant_topic(board: str) -> str:
    """Return the topic under which Home Assistant finds a board; `config` stands below it.

    It takes letters from a to z, digits, "_" and "-" alone; others are written as their codes.
    https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery
    """
    name = _FOREIGN.sub(lambda found: f"_{ord(found[0]):x}", board)
    return f"homeassistant/device/kamisado-{name}"


def topic_level(name: str) -> str:
    """Return a name as it may stand in a topic: without slashes, wildcards, blanks and signs."""
    return _UNFIT.sub("-", name).strip("-.") or "board"
