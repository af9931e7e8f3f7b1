"""Limits that the command line and the laboratory share. This module imports nothing, so that the command line starts at once."""

MOST_DEALS = 10**12
"""The maximum number of deals of a simulation."""
