"""Winning-number displays: what they say and can be told, and their line."""
