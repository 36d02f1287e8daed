"""Text that is not code: cut by its own structure."""
