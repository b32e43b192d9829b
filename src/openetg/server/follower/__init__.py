"""The follower of a journal: second opinion, checkpoints, mirror, standby."""
