"""Commands that hold a journal against the rules: verify, prove, check, draws, outcomes, checkpoints."""
