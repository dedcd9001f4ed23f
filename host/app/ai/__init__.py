"""Tasks of the solver process: the moves of the computer, hints, proofs and reviews."""
