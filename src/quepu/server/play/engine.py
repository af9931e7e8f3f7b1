"""The version of the engine, as it plays games on servers."""

ENGINE = 1
"""Increase it with every change after which the journal of a running game could give other events: a rule of play, the shuffle, the order
of events. A node leaves a running game to the nodes with the version that began it, as long as there are any (``docs/operations.md``)."""
