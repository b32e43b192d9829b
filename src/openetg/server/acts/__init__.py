"""Acts of people on their way to the floor: which they may send, in which role, with which second person."""
