"""The HTTP API: everything staff and other systems ask of a floor, behind one guard, in types that OpenAPI lists."""
