"""For the operators of the machine: log, metrics, readiness, a watch over it."""
