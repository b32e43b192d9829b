"""Passwords and second factors: what is kept of them, and which will not do."""
