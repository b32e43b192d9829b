"""Round scripts: our notation for a round, as PGN is for chess. Text that a dealer can read and a machine can run."""
