"""Evidence that needs no journal: the Merkle tree, signed checkpoints, proofs, and the file that checks them alone."""
