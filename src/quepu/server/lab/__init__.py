"""The laboratory on the server: studies in the background, and their reports."""
