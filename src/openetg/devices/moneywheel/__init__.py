"""The money wheel and its indicator: what it says, how it says it, and a simulated one. Read `signals` first."""
