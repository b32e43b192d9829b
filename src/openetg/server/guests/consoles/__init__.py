"""Consoles of staff and public displays on sockets: views by name, numbered and shared; acts of the person logged
in."""
