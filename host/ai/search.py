"""df-pn: depth-first proof-number search, over a table of what was found out."""

from __future__ import annotations

from collections.abc import Callable
from host.ai.successor import NEVER, Effort, Key, Node, Successors

class Search:
    def __init__(self, successors: Successors, limit: int, kept: int = 20000) -> None:
        self.successors = successors
        self.table: dict[Key, Effort] = {}
        self.limit = limit
        self.kept = kept
        self.expansions = {}
        self.nodes = 0
        self.misses = 0

    def prove(self, root: Node, stop) -> Effort:
        table, expansions, expand = self.table, self.expansions, self.successors.expand
        get = table.get
        frames = []
        node = root
        own_limit = other_limit = NEVER
        nodes = self.nodes
        while True:
            # A node is entered.
            nodes += 1
            if not nodes & 63 and stop():
                self.nodes = nodes
                return get(root[0], root[4])
            key = node[0]
            side = node[3] >> 3 & 1
            children = expansions.get(key)
            if children is None:
                self.misses += 1
                children = expand(node)
                if len(expansions) > self.kept:
                    expansions.clear()
                expansions[key] = children
            if type(children) is tuple:
                effort = children
                table[key] = effort
            else:
                other = 1 - side
                known = [get(child[0], child[4]) for child in children]
                owns = [e[side] for e in known]
                others = [e[other] for e in known]
                effort = None
            while True:
                if effort is None:
                    own = min(owns)
                    rest = sum(others)
                    if own >= own_limit or rest >= other_limit or not own or not rest:
                        if not own: rest = NEVER
                        elif rest >= NEVER: rest = NEVER - 1
                        effort = (rest, own) if side else (own, rest)
                        table[key] = effort
                if effort is not None:
                    if not frames:
                        self.nodes = nodes
                        return effort
                    key, side, children, owns, others, best, own_limit, other_limit = frames.pop()
                    owns[best] = effort[side]
                    others[best] = effort[1 - side]
                    effort = None
                    continue
                best = owns.index(own)
                owns[best] = NEVER
                second = min(owns)
                owns[best] = own
                node = children[best]
                frames.append((key, side, children, owns, others, best, own_limit, other_limit))
                own_limit = min(own_limit, second + 1 + (second >> 2))
                other_limit = other_limit - rest + others[best]
                if node[3] >> 3 & 1 != side:
                    own_limit, other_limit = other_limit, own_limit
                break
