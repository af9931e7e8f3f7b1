"""Duplicate events: several tables play the same walls, and results are compared seat by seat."""
