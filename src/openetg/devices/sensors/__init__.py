"""Doors and tilt switches of a terminal or table: what they say, their line, and simulated ones."""
