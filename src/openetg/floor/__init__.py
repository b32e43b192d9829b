"""The floor: the pure core. `decide` reads and answers, `apply` changes, neither knows clock, chance or wire."""
