"""df-pn: proves who wins from a node, going deeper where the least is left to be shown.

Depth-first proof-number search after Nagai: a node's effort for the side that moves is the least
of its children's, for the other side their sum.  From a node the search enters the child that is
easiest for the mover, and stays below it until that child has become harder than the next (by a
quarter more, so that it does not swing to and fro), or until the node is not worth entering any
more for the one above.  What it learned of a node, it keeps in the table.

Nodes never repeat (`successor.py`), so there is nothing to be said of repetitions here.
"""

from __future__ import annotations

from typing import NamedTuple

from host.ai.limits import StopCondition
from host.ai.solver.compiled import Numbers, bits, compiled, numbers, zeros
from host.ai.solver.expansion import (
    LOST,
    MAX_MOVES,
    WON,
    ChildNodes,
    expand,
    make_move,
    set_proof_numbers,
    unmake_move,
)
from host.ai.solver.move_tables import MoveTables
from host.ai.solver.proof_numbers import BITS, NEVER, ProofNumbers
from host.ai.solver.successor import pack_squares
from host.ai.solver.transposition_table import Memory, TranspositionTable, put, slot_of

POLL_NODES = 64
"""How many nodes are visited before `StopCondition` is asked again: some 2 ms in plain Python."""

MAX_DEPTH = 3000
"""No way from a node is longer: with as many towers of each strength as make it longest, the
strongest advance 91 times, those of the next strengths 280, 840 and 1,680 times, as often as
they were pushed back or stood ahead of their last row."""
MAX_TOWER_MOVES = 22
"""At most: three lines of seven squares, and a push."""

# What the search knows between two calls of `run_search`, in this order.
DEPTH, OCCUPIED, WHITE, BLACK, MOVER, PLACE, OWN_LIMIT, OTHER_LIMIT, ROOM, POLLS_LEFT = range(10)
_FIELDS = 10


class Node(NamedTuple):
    """A node to be proven.

    Attributes:
        squares: of the towers, by number.
        occupied: the same as a bit set.
        mover: the tower that moves.
        effort: the first estimate.
    """

    squares: Numbers
    occupied: int
    mover: int
    effort: ProofNumbers


class SearchPath(NamedTuple):
    """The nodes from the root to the one that is looked at, each number of a node at its depth.

    Attributes:
        whites, blacks, movers, occupied: the node.
        places, counts: where its children are, and how many.
        bests: the place of the child that was entered.
        own_limits, other_limits: it is left when what is to be shown for the mover's win or for
            the opponent's has become so much.
    """

    whites: Numbers
    blacks: Numbers
    movers: Numbers
    occupied: Numbers
    places: Numbers
    counts: Numbers
    bests: Numbers
    own_limits: Numbers
    other_limits: Numbers


@compiled
def run_search(
    tables: MoveTables,
    memory: Memory,
    way: SearchPath,
    children: ChildNodes,
    squares: Numbers,
    state: Numbers,
) -> int:
    """Go on with a search until the root is proven, and say its effort.

    0 if that has to be asked before whether it may go on, or for more room.

    Args:
        squares, state: where the search is; they are changed.
    """
    depth, place = state[DEPTH], state[PLACE]
    occupied, white, black, mover = state[OCCUPIED], state[WHITE], state[BLACK], state[MOVER]
    own_limit, other_limit = state[OWN_LIMIT], state[OTHER_LIMIT]
    room, patient = state[ROOM], state[POLLS_LEFT]
    owns, others = children.owns, children.others
    while True:
        # A node is entered: it is left when either number has reached its limit.
        if room <= 0 or patient <= 0:
            state[DEPTH], state[PLACE] = depth, place
            state[OCCUPIED], state[MOVER] = occupied, mover
            state[WHITE], state[BLACK] = white, black
            state[OWN_LIMIT], state[OTHER_LIMIT] = own_limit, other_limit
            state[ROOM], state[POLLS_LEFT] = room, patient
            return 0
        patient -= 1
        count = expand(tables, memory, children, place, squares, occupied, white, black, mover)
        while True:
            # What the children say of the node, again after each visit to one of them.
            best = place
            own = second = NEVER
            rest = 0
            if count == WON:
                own, rest = 0, NEVER
            elif count != LOST:
                for child in range(place, place + count):
                    rest += others[child]
                    effort = owns[child]
                    if effort < own:
                        second = own
                        own = effort
                        best = child
                    elif effort < second:
                        second = effort
                if not own:
                    rest = NEVER
                elif rest >= NEVER:
                    rest = NEVER - 1
            if own < own_limit and rest < other_limit and own and rest:
                break
            # The node is left.
            black_moves = mover >> 3 & 1
            effort = own << BITS | rest if black_moves else rest << BITS | own
            room -= put(memory, white, black, mover, effort)
            if not depth:
                state[ROOM], state[POLLS_LEFT] = room, patient
                return effort
            depth -= 1
            white, black, mover = way.whites[depth], way.blacks[depth], way.movers[depth]
            occupied, place = way.occupied[depth], way.places[depth]
            count, best = way.counts[depth], way.bests[depth]
            own_limit, other_limit = way.own_limits[depth], way.other_limits[depth]
            unmake_move(children, best, squares)
            set_proof_numbers(children, best, mover & 8, effort)
        way.whites[depth], way.blacks[depth], way.movers[depth] = white, black, mover
        way.occupied[depth], way.places[depth] = occupied, place
        way.counts[depth], way.bests[depth] = count, best
        way.own_limits[depth], way.other_limits[depth] = own_limit, other_limit
        depth += 1
        place += count
        side = mover & 8
        own_limit = min(own_limit, second + second // 4 + 1)
        other_limit = other_limit - rest + others[best]
        white, black, mover = (
            children.whites[best],
            children.blacks[best],
            children.movers[best],
        )
        occupied ^= make_move(tables, children, best, squares)
        if mover & 8 != side:
            own_limit, other_limit = other_limit, own_limit


class DfpnSearch:
    """Proofs for one round, and the memory of what they took.

    Attributes:
        nodes: how many nodes were visited, by all searches together.
    """

    def __init__(self, tables: MoveTables, table: TranspositionTable) -> None:
        self.nodes = 0
        self._tables = tables
        self._table = table
        self._way = SearchPath(*(zeros(MAX_DEPTH) for _ in SearchPath._fields))
        places = MAX_DEPTH * MAX_TOWER_MOVES + MAX_MOVES
        self._children = ChildNodes(*(zeros(places) for _ in ChildNodes._fields))

    def known(self, node: Node) -> ProofNumbers:
        """Return the proof numbers that are known of a node."""
        white, black = pack_squares(node.squares, 0), pack_squares(node.squares, 8)
        slot = slot_of(self._table.memory, white, black, node.mover)
        return int(self._table.memory.efforts[slot]) or node.effort

    def prove(self, root: Node, stop: StopCondition) -> ProofNumbers:
        """Who wins from a node; or, if `stop` says so before that is known, an estimate.

        What was found out by then is kept: the next call goes on with it.
        """
        squares = numbers(root.squares)  # its own: they are moved about
        state = numbers([0] * _FIELDS)
        state[OCCUPIED], state[MOVER] = bits(root.occupied), root.mover
        state[WHITE], state[BLACK] = pack_squares(squares, 0), pack_squares(squares, 8)
        state[OWN_LIMIT] = state[OTHER_LIMIT] = NEVER
        while True:
            room = state[ROOM] = self._table.make_room()
            state[POLLS_LEFT] = POLL_NODES
            effort = run_search(
                self._tables, self._table.memory, self._way, self._children, squares, state
            )
            self._table.added(room - int(state[ROOM]))
            self.nodes += POLL_NODES - int(state[POLLS_LEFT])
            if effort:
                return int(effort)
            if stop():
                return self.known(root)
