"""Models that turn text into vectors, each behind a port of `cw_core`."""
