"""Ratings, statistics and the gallery of great hands: what finished games say about their players."""
