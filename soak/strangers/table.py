"""The table of the kinds of accidents: how often each happened, and how often it was misread."""

from __future__ import annotations

from collections.abc import Mapping


def table_of(times: Mapping[str, int], failed: Mapping[str, int], rounds: int) -> list[str]:
    """Return the lines of the table, the kinds that failed most often first.

    Args:
        times: how often there was an accident of each kind.
        failed: in how many rounds each was misread.
        rounds: how many were played; 1 or more.
    """
    width = max(len(kind) for kind in (*times, *failed, "kind"))
    lines = [f"{'kind':<{width}}  {'times':>6}  {'failed':>6}  failed in 1,000 rounds"]
    kinds = sorted({*times, *failed}, key=lambda kind: (-failed.get(kind, 0), kind))
    totals = "all", sum(times.values()), sum(failed.values())
    for kind, count, wrong in [*((k, times.get(k, 0), failed.get(k, 0)) for k in kinds), totals]:
        lines.append(f"{kind:<{width}}  {count:>6}  {wrong:>6}  {wrong / rounds * 1000:>22.1f}")
    return lines
