"""Record of a match between two hosts: a log for each side, and the match that both lead to."""
