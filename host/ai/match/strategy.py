"""Strategy of the winner of a match in one round, as a text that other programs can check.

docs/protocols/proof.md has the format.  It is written from a search that has proven the winner.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, field

from host.ai.match.node import Node, index_of
from host.engine.game import Side
from host.engine.kamisado import rules
from host.engine.kamisado.notation import move_text
from host.engine.kamisado.position import Position

BY_ROUND, REPLY, LEFT, RIGHT = "*", "-", "<", ">"
"""Tokens beside moves: the winner of the match wins by this round; the opponent moves, and all his
moves follow; the winner fills from the left, or from the right."""


@dataclass
class Strategy:
    """Moves of the winner of a match in all positions of a round that the opponent can reach.

    Attributes:
        winner: of the match.
        tokens: one for each position.
        starts: of the next round, from which the winner has to win as well.
    """

    winner: Side
    tokens: list[str] = field(default_factory=list)
    starts: dict[Position, None] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The tokens as text."""
        return " ".join(self.tokens)


def strategy_of(root: Node) -> Strategy:
    """Return a strategy of the winner from a node that is proven.

    Of several proven moves one is taken that needs no start of the next round, or one more.
    """
    winner = root.winner
    assert winner is not None, "only a proven node has a strategy"
    found = Strategy(winner)
    seen: set[Position] = set()
    ahead = [root]
    while ahead:
        node = ahead.pop()
        if node.position in seen:
            continue
        seen.add(node.position)
        ahead += reversed(_visit(node, found, seen))
    return found


def _visit(node: Node, found: Strategy, seen: Set[Position]) -> list[Node]:
    """Add the token of a position; return what follows, in order."""
    position = node.position
    chooses = node.chooser == index_of(found.winner)
    if rules.is_over(position):
        children = node.children or []
        if chooses and children:
            best = _best(children, found, seen)
            found.tokens.append((LEFT, RIGHT)[children.index(best)])
            children = [best]
        found.starts.update(dict.fromkeys(child.position for child in children))
        return []
    if node.by_round:
        found.tokens.append(BY_ROUND)
        return []
    assert node.children is not None
    by_text = dict(zip(map(move_text, rules.legal_moves(position)), node.children, strict=True))
    if not chooses:
        found.tokens.append(REPLY)
        return [by_text[text] for text in sorted(by_text)]
    best = _best(node.children, found, seen)
    found.tokens.append(next(text for text, child in by_text.items() if child is best))
    return [best]


def _best(children: list[Node], found: Strategy, seen: Set[Position]) -> Node:
    """Return the child that is won and adds the least to the strategy."""

    def added(child: Node) -> int:
        if child.position in seen or child.by_round:
            return 0
        if child.position.required is None:
            return child.position not in found.starts
        if rules.is_over(child.position):
            starts = child.children or []
            return sum(start.position not in found.starts for start in starts)
        return 3  # more than an end

    return min((child for child in children if child.winner is found.winner), key=added)
