"""Keys, kept outside the journal's database: what is signed, what is sealed, what a ticket bears.

A reader of the database has none of these. This package imports nothing from the rest of OpenETG.
"""
