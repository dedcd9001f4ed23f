"""Times of the link, in milliseconds (docs/protocols/board.md, time-outs)."""

HELLO_MS = 500
"""Time after which an unanswered hello is repeated."""
REFUSED_HELLO_MS = 2000
"""A refused board is greeted again in case it is replaced or its firmware updated."""
BEAT_MS = 1000
"""Time after which something is sent, so that the board knows that the host is there."""
SILENT_MS = 3000
"""Time without a valid line after which the board no longer answers."""
FRAME_MS = 250
"""Time after which a frame without acknowledgement is sent again."""
AHEAD_MS = 20
"""Time between two frames ahead: what is more urgent waits for one of them at most."""
ACK_MS = 1000
"""Time without an acknowledgement after which the board no longer receives.  A frame is sent once a
second at least, so this is noticed within 2 s."""
ANSWER_MS = 100
"""Time in which a board answers a frame: a later line shows that it sends, but did not answer."""
RETRY_MS = (200, 400, 700, 1000)
"""Pauses between attempts to open a lost port; the last one repeats."""
