"""Speed of what goes through a broker."""
