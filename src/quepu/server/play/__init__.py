"""Play over the network: rooms, tables, games that survive everything, and replays. The protocol is promised in ``docs/protocol.md``."""
