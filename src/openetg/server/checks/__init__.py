"""What is checked at a start and while a floor runs: software, files, clock, descriptors, lines, journal."""
