"""Doors and tilt switches of a terminal or table: what they say, and their line."""
