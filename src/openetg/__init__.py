"""OpenETG: a floor of regulated electronic table games."""
