"""Start and stop of a floor, and what is set up in between."""
