"""What every report is made with: its shape, the span and scope that were asked for, the walk over the journal."""
