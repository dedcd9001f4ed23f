"""What must hold of the boards: each module judges one thing and returns its faults, one a line."""
