"""Money at terminals and the cage: notes, papers, transfers, payments by hand, what is withheld, drawers."""
