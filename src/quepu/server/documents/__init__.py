"""Score sheets, clubs and tournaments on the server: documents of entries that several devices follow and add to."""
