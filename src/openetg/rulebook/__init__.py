"""Rulebooks: approved instruments as data, loaded, checked, and found by name."""
