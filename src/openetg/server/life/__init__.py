"""Start and stop of a floor, and everything set up in between."""
