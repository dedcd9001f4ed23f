"""Benchmarks of whole matches: how their rounds end with best play."""
