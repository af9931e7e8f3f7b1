"""One file for each revision. A revision that has landed is never changed."""
