"""What stands on the floor: writer, rulebooks, tables, terminals, equipment, hours, notices, documents."""
