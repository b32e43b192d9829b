"""The site's monitoring system: what it asks and is told, the line to it, and one that is simulated."""
