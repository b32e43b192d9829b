"""What may be read of the floor over HTTP, as it is on record now."""
