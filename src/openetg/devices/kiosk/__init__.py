"""Machines that take a ticket and pay it: what they say and can be told, their line, and one that is simulated."""
