"""Solver, search, computer players and analysis: pure functions of positions, without I/O."""
