"""The shape of a rulebook: every key, policy and power an instrument may set, by section."""
