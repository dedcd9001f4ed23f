"""Timeouts and pauses of the connection to a broker."""

from __future__ import annotations

KEEPALIVE_S = 5
"""The broker tells the last will after one and a half times as long without a sign of life."""
ANSWER_S = 5.0
"""Timeout of a connection, a subscription and an acknowledgement; then all is begun anew."""
FIRST_PAUSE_S = 0.05
"""Pause before the first new attempt to connect; it doubles with each."""
LONGEST_PAUSE_S = 5.0
"""Upper bound of that pause."""
WILL_S = 1.0
"""Timeout of the own last will when the client is cancelled."""
BRIEF_S = 10.0
"""A connection that breaks sooner was brief: brokers that throw each other's out do it at once."""
MOST_BRIEF = 3
"""So many brief connections running are no accident any more."""
