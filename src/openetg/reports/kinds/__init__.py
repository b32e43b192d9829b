"""Reports, one file each, and what they share: the span that was asked for, the walk over it, and what is counted."""
