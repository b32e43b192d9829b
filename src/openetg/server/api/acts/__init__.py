"""Acts over HTTP: one address for each, what it would do, what a second person is shown, forms to print."""
