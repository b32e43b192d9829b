"""The front of a floor: one port with pages, API and sockets behind it."""
