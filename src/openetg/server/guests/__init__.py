"""The guests of a floor, which connect over sockets: terminals, seats, consoles, displays."""
