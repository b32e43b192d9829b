"""The journal told: rounds, money, playback, scripts, search."""
