"""Speech: the board described for who does not see it, and the voice that says it."""
