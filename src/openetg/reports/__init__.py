"""Reports: folds of what is on record, for people."""
