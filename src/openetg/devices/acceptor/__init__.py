"""Note acceptors that also read tickets: what they say and can be told, their line, and one that is simulated."""
