"""Play through a broker: matches between hosts far apart, and the boards of a club."""
