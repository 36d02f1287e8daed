"""From a folder on disk to files that can be cut."""
