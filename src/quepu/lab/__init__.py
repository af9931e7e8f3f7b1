"""Measuring rule books: floors, samples."""
