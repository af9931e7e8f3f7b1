"""Documents over HTTP: score sheets, clubs and tournaments."""
