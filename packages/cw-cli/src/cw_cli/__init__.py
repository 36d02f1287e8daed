"""ContextWeaver for people: the command `cw`."""
