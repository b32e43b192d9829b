"""How far the software is: clause by clause, by the tests that prove them."""
