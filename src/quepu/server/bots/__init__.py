"""Bots: programs that connect with a token and play (``docs/bots.md``)."""
