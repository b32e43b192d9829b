"""Mathematics of the games: exact returns, edges, frequencies."""
