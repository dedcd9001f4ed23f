"""The solver and the computer player in a process of their own."""
