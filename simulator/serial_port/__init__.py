"""The board's end of the serial connection: a pseudo-terminal or a TCP address."""
