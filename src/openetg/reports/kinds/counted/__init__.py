"""What reports count along a walk over the journal."""
