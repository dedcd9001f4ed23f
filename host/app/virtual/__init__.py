"""Virtual board of an application: its simulator, and the hand that works on it."""
