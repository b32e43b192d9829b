"""Chance that binds itself beforehand and can be done over by anybody: HMAC-DRBG, drawing without bias, commitments."""
