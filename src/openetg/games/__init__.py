"""Games: outcomes, spots and what each pays, compiled from a rulebook to one integer paytable."""
