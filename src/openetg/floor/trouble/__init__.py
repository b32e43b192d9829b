"""What goes wrong: malfunctions, cases about terminals, claims, corrected outcomes."""
