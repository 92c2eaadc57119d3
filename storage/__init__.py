"""What lasts: SQLite through aiosqlite."""
