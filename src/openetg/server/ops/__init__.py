"""For whoever runs the machine: log, metrics, readiness, a watch over it."""
