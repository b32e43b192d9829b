"""Chips and wagers on a cloth, as the dealer records them: limits, players, what rides, what is taken and paid."""
