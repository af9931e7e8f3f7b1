"""Experiments: floors of rule books, bots against each other, random wins and practice hands."""
