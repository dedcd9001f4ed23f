"""Times of recognition, in milliseconds: one table, each time with what it is at a real table.

They were measured with hands at boards and in simulation (docs/soak.md), and a soak fails if one is
much off.  How long offers stand is in `session/player_actions/hand_negotiation.py`.
"""

from __future__ import annotations

# Pieces on their way.

KNOCKED_MS = 75
"""Time at most for which a piece that is knocked or dragged is between two squares, and seen on
neither or on both."""
CARRIED_MS = 120
"""Time at least for which a piece is off the board that a hand carries through the air."""
AIR_MS = 2000
"""Time for which hands hold a piece at most, mostly."""
EDGE_MS = 200
"""Time for which a piece is unclear that comes to a square or leaves it."""
SLIDE_MS = 1500
"""Time after a move in which its piece is taken to slide on in the same line: a second move needs
the eyes to see first that the opponent has passed."""
TOGETHER_MS = 300
"""Time within which pieces come to other squares that are knocked together."""
MOVE_MS = 900
"""Time that a move takes two quick players at least, on the average."""

# Rests of the board, after which what it shows counts.

REST_MS = 100
"""Rest of what cannot be part of a longer move."""
SET_DOWN_MS = 150
"""Rest if the piece might slide on, but was carried through the air."""
DWELL_MS = 400
"""Rest if the piece may slide on: longer than a hand pauses on a square in passing."""
DOUBT_MS = 800
"""Rest of a takeback that looks like a push half done."""
JUST_SO_MS = 1500
"""Rest of a board that is believed whatever was wrong before: who puts something right goes on
sooner, and who waits for the lights has seen them for a second by then."""
BUMPED_MS = 5000
"""Rest where pieces came to their squares at once, as hands do not: who has been told of a bump has
begun by then to put it right."""
UNDO_END_MS = 2000
"""Rest of the winning piece back on its origin, which undoes the end of a round: players who set
up the next round with it go on sooner."""
EMPTY_MS = 10_000
"""Time for which a board must be empty to be taken for a new game of stones."""
WRONG_MS = 500
"""Rest of what nothing explains before it is reported, so that players hear of it within 1 s."""

# Gestures.

TOUCH_MS = 100
"""Time of a touched piece in the air, and then back, that answers yes: no slip of a sensor."""
STOOD_MS = 500
"""Time for which a piece, or the board, must have stood before a touch tells something: what was
just put down may bounce."""
PASSING_MS = 300
"""Rest of anything else that closes the menu or answers no: hands pass over squares."""
HOLD_MS = 2500
"""Time of two pieces in the air that opens the menu: longer than a look underneath takes."""
HAND_MS = 3000
"""Time without a change after which a virtual hand that leads pieces back counts as stuck."""

# Eyes.

GLANCE_MS = 2000
"""Time for which a few squares are lit to be compared with their pieces."""
CHECK_MS = 5000
"""Time for which a whole board is lit, to compare sixteen pieces with their squares."""

# The line to the board.

LATE_MS = 500
"""Age of a snapshot whose first message was lost: the board repeats it after a second."""
BLIND_MS = 1500
"""Time without a snapshot in which a piece may be taken off and another put there: at least one has
been lost, as the board repeats it each second."""
UNSEEN_MS = 2700
"""Time without a look at the board in which several moves may be made."""

# Sensors.

FAULT_MS = 5000
"""Time for which a sensor must show a piece too many while nothing else changes."""
SEVERAL_MS = 20_000
"""FAULT_MS for several sensors together, and for one that shows the wrong side, as its piece may be
the wrong way up."""
HELD_MS = 60_000
"""FAULT_MS while players are asked something, or hold the pieces that open the menu."""
GATHER_MS = 1000
"""Time for which sensors that begin to flicker are gathered, to be told together."""
QUIET_MS = 3000
"""Time for which the squares of a disturbed board must rest to be looked at again."""
WORKS_MS = 5000
"""Time for which a faulty sensor must agree with the position to be used again."""
SEES_MS = 1000
"""WORKS_MS for one that was silent: its piece may have stood off the middle."""
STILL_MS = 10_000
"""WORKS_MS for one that has flickered, and must not change meanwhile."""
PLAYED_MS = 2000
"""Rest of the first move of a round that is made while pieces are missing."""
BACK_MS = 2000
"""Time within which a piece is put back that is lifted to be noticed: one that is away for longer
may have stood somewhere."""
PUT_DOWN_MS = 1500
"""Time for which a piece that was lifted so must stay unseen to count as put down."""
LONE_MS = 1000
"""Time for which a square shows a piece too many before the piece is lifted that might come
there."""
UNDECIDED_MS = 10_000
"""Time after which it is the sensor of a square that is stuck to which a piece might have moved,
and not the one that it has left."""
PUT_AGAIN_MS = 10_000
"""Time within which a piece is put down again and again on a square that does not show it."""
