"""df-pn: proves who wins from a node, going deeper where the least is left to be shown.

Depth-first proof-number search after Nagai: a node's effort for the side that moves is the least
of its children's, for the other side their sum.  From a node the search enters the child that is
easiest for the mover, and stays below it until that child has become harder than the next (by a
quarter more, so that it does not swing to and fro), or until the node is not worth entering any
more for the one above.  What it learned of a node, it keeps in the table.

Nodes never repeat (`successor.py`), so there is nothing to be said of repetitions here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from host.ai.effort import BITS, NEVER, Effort
from host.ai.successor import MOVERS, Node, Successors
from host.ai.table import Table

Stop: TypeAlias = Callable[[], bool]
"""Asked every `PATIENCE` nodes whether the search shall end before it has proven anything."""

PATIENCE = 64
"""How many nodes are visited between two questions: about a millisecond."""

EXPANSIONS = 20_000
"""How many nodes keep their children, so that they need not be made again: some 15 MB.

Nodes are come back to soon or not at all: with ten times as many, only 5 % fewer are made."""

_Frame: TypeAlias = tuple[bytes, int, int, tuple[Node, ...], list[int], list[int], int, int, int]


class Search:
    """Proofs for one round, and the memory of what they took.

    Attributes:
        nodes: how many nodes were visited, by all searches together.
    """

    def __init__(self, successors: Successors, table: Table) -> None:
        self.nodes = 0
        self._successors = successors
        self._table = table
        self._room = table.make_room()
        self._forget()

    def _forget(self) -> None:
        """Keep no children."""
        self._expansions: list[dict[bytes, tuple[Node, ...] | Effort]] = [{} for _ in range(MOVERS)]
        self._expandable = EXPANSIONS

    def known(self, node: Node) -> Effort:
        """What is known of a node."""
        return self._table.efforts[node[2]].get(node[0], node[3])

    def children(self, node: Node) -> tuple[Node, ...] | Effort:
        """What `Successors.expand` says of a node, from memory where it was asked before."""
        expansions = self._expansions[node[2]]
        children = expansions.get(node[0])
        if children is None:
            if not self._expandable:
                self._forget()
                expansions = self._expansions[node[2]]
            self._expandable -= 1
            children = expansions[node[0]] = self._successors.expand(node)
        return children

    def prove(self, root: Node, stop: Stop) -> Effort:
        """Who wins from a node; or, if `stop` says so before that is known, an estimate.

        What was found out by then is kept: the next call goes on with it.
        """
        efforts = self._table.efforts
        frames: list[_Frame] = []
        node = root
        own_limit = other_limit = NEVER
        while True:
            # A node is entered: it is left when either number has reached its limit.
            self.nodes += 1
            if not self.nodes % PATIENCE and stop():
                return self.known(root)
            if self._room <= 0:
                self._room = self._table.make_room()
            squares, _, mover, _ = node
            black = mover >> 3 & 1
            effort = None
            owns: list[int] = []
            others: list[int] = []
            children = self.children(node)
            if isinstance(children, int):
                effort, children = children, ()
            else:
                known = [efforts[child[2]].get(child[0], child[3]) for child in children]
                if black:
                    owns = [effort >> BITS for effort in known]
                    others = [effort & NEVER for effort in known]
                else:
                    owns = [effort & NEVER for effort in known]
                    others = [effort >> BITS for effort in known]
            while True:
                # What the children say of the node, again after each visit to one of them.
                if effort is None:
                    own = min(owns)
                    rest = sum(others)
                    if not own:
                        rest = NEVER
                    elif rest >= NEVER:
                        rest = NEVER - 1
                    if own < own_limit and rest < other_limit and own and rest:
                        break
                    effort = own << BITS | rest if black else rest << BITS | own
                # The node is left.
                known_here = efforts[mover]
                if squares not in known_here:
                    self._room -= 1
                known_here[squares] = effort
                if not frames:
                    return effort
                (squares, mover, black, children, owns, others, best, own_limit, other_limit) = (
                    frames.pop()
                )
                if black:
                    owns[best], others[best] = effort >> BITS, effort & NEVER
                else:
                    owns[best], others[best] = effort & NEVER, effort >> BITS
                effort = None
            best = owns.index(own)
            node = children[best]
            frames.append(
                (squares, mover, black, children, owns, others, best, own_limit, other_limit)
            )
            owns[best] = NEVER
            second = min(owns)
            own_limit = min(own_limit, second + second // 4 + 1)
            other_limit = other_limit - rest + others[best]
            if node[2] >> 3 & 1 != black:
                own_limit, other_limit = other_limit, own_limit
