"""Pictures: card faces and the table, drawn from shapes of our own; nothing here knows a match."""
