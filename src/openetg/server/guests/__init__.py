"""Who sits at the floor over a socket: terminals, seats, consoles, displays."""
