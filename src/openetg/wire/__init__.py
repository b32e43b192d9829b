"""The wire: the closed set of messages between a browser and the server, and nothing that acts on them."""
