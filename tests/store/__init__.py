"""The store, on SQLite in a file, on SQLite in memory, and on a real PostgreSQL."""
