"""Wagers on terminals: placing, changing, limits, signs, how far play may go."""
