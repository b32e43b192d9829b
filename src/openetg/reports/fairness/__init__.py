"""Draws, pools and outcomes done over from the entries alone."""
