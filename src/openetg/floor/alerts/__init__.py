"""What staff must take note of: alerts, what officials must be told, what repeats itself or is improbable."""
