"""The site's monitoring system: what it asks and is told, and the line to it."""
