"""Actions of the players beside their moves: negotiation, gestures, takebacks, adoption."""
