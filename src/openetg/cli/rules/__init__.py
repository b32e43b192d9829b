"""Commands about rulebooks: values, clauses, readings, powers, wagers, paytables, settling, conformance."""
