"""Rounds from opening to settled or void, driven by devices and time or by people."""
