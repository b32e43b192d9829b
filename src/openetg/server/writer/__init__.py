"""The path of every order: the one writer, its engine, what is sealed, counted and put aside."""
