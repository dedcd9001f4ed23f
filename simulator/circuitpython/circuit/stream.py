"""Streams between interpreter and simulator: the standard ones.

Where an interpreter has none, as in a browser, another file takes the place of this one.
"""

import sys

input = sys.stdin.buffer
output = sys.stdout.buffer
