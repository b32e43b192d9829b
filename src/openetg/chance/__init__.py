"""Chance that binds itself beforehand and can be done over by anyone: HMAC-DRBG, drawing without bias, commitments."""
