"""`python -m benchmarks.remote`: moves between two hosts, and the boards of a club."""

from __future__ import annotations

from benchmarks.remote import boards, moves

if __name__ == "__main__":
    raise SystemExit(max(moves.main(), boards.main([])))
