"""Score sheets, clubs and tournaments of people with real tiles: documents of entries, and what follows from them."""
