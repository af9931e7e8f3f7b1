"""The messages between a table and a program that plays (``docs/bots.md``), without network or clock."""

VERSION = 1
"""The version in every message."""
